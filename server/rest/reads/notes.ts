import { epicReadableSql } from '../../access/filters.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { EPIC_COLUMNS, EPIC_FROM } from '../../graphql/types/item.ts';
import { notesOn, oldestFirst } from '../../graphql/types/note.ts';
import { discussionSql } from '../../store/sql/notes.ts';
import { type DiscussionFacts, discussionJson, type NoteFacts, noteJson } from '../json/notes.ts';
import { notFound, type RestAnswer, type RestContext } from '../types.ts';
import { pathId } from '../writes/fields.ts';
import { at, personObject } from './facts.ts';
import { groupOwner, ordered } from './groups.ts';
import { issueOf } from './issues.ts';
import { type Json, jsonColumns, listAnswer, oneAnswer, queryFor, text } from './page.ts';

/** Reading the notes and discussions of epics and items of projects (WI-10.52). */

export type Sort = 'epics' | 'issues';

const COLUMNS = 'n.*, owner.iid, owner.project_id';

/** What the discussion of the note `a` knows, which stands at its first one. */
const first = (what: string): string =>
  `(SELECT ${what} FROM notes f WHERE ${discussionSql('f')} = ${discussionSql('a')} AND f.is_first)`;
const person = (id: string): string => `(SELECT ${personObject('u')} FROM users u WHERE u.id = ${id})`;

export const NOTE: Json = {
  ...Object.fromEntries(
    ['id', 'body', 'system', 'internal', 'work_item_id', 'iid', 'project_id'].map((name) => [name, `a.${name}`]),
  ),
  author: person('a.author_id'),
  created_at: at('a.created_at'),
  updated_at: at('a.updated_at'),
  resolved_at: first(at('f.resolved_at')),
  resolved_by: first(person('f.resolved_by')),
};

/** A discussion is its first note, of which the viewer may read all if they may read that. */
const DISCUSSION: Json = {
  id: discussionSql('a'),
  notes:
    `(SELECT json_agg(r ORDER BY r.id) FROM (SELECT ${jsonColumns(NOTE)} FROM (SELECT n.*, a.iid, a.project_id FROM notes n ` +
    `WHERE ${discussionSql('n')} = ${discussionSql('a')}) a) r)`,
};

export const noteShape = (ctx: RestContext) => (row: Row) => noteJson(ctx.baseUrl, row as unknown as NoteFacts);
const discussionShape = (ctx: RestContext) => (row: Row) =>
  discussionJson(ctx.baseUrl, row as unknown as DiscussionFacts);

/** The readable item of the path: an epic by its id, as in GitLab, an item of a project by its number. */
function ownerOf(ctx: RestContext, query: Query, sort: Sort): string {
  if (sort === 'issues') return issueOf(ctx, query, 'owner');
  const id = query.param(pathId(ctx.params['epic_id']), 'bigint');
  return (
    `(SELECT ${EPIC_COLUMNS} FROM ${EPIC_FROM} JOIN ${groupOwner(ctx, query)} ON owner.id = w.group_id ` +
    `WHERE w.type = 'epic' AND w.id = ${id} AND ${epicReadableSql(query.context.viewer, 'w', 'g')}) owner`
  );
}

const FILTERS: ReadonlyMap<string | null, string> = new Map([
  ['only_comments', 'NOT n.system'],
  ['only_activity', 'n.system'],
]);

export const listNotes = (sort: Sort) => (ctx: RestContext) => {
  const query = queryFor(ctx);
  const read = {
    owner: ownerOf(ctx, query, sort),
    from: 'notes n',
    columns: COLUMNS,
    where: [...notesOn({ query, alias: 'owner' }), FILTERS.get(text(ctx, 'activity_filter') ?? null) ?? 'TRUE'],
    order: ordered(ctx, { created_at: 'n.created_at', updated_at: 'n.updated_at' }, 'created_at', 'desc', 'n.id'),
    json: NOTE,
  };
  return listAnswer(ctx, query, read, noteShape(ctx));
};

export const listDiscussions = (sort: Sort) => (ctx: RestContext) => {
  const query = queryFor(ctx);
  const read = {
    owner: ownerOf(ctx, query, sort),
    from: 'notes n',
    columns: COLUMNS,
    where: [...notesOn({ query, alias: 'owner' }), 'n.is_first'],
    order: oldestFirst,
    json: DISCUSSION,
  };
  return listAnswer(ctx, query, read, discussionShape(ctx));
};

/** A readable note of the item by a condition on `n`, as `a`. */
const found = (ctx: RestContext, query: Query, sort: Sort, condition: string): string =>
  `(SELECT ${COLUMNS} FROM ${ownerOf(ctx, query, sort)} JOIN notes n ON ` +
  `${[condition, ...notesOn({ query, alias: 'owner' })].join(' AND ')}) a`;

export function oneNote(ctx: RestContext, sort: Sort, id: number): Promise<RestAnswer> {
  const query = queryFor(ctx);
  return oneAnswer(query, found(ctx, query, sort, `n.id = ${query.param(id, 'bigint')}`), NOTE, noteShape(ctx));
}

export function oneDiscussion(ctx: RestContext, sort: Sort, id: number): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const condition = `${discussionSql('n')} = ${query.param(id, 'bigint')} AND n.is_first`;
  return oneAnswer(query, found(ctx, query, sort, condition), DISCUSSION, discussionShape(ctx));
}

/** An answer about what the path names by its id. */
export const byPathId =
  (sort: Sort, name: string, one: (ctx: RestContext, sort: Sort, id: number) => Promise<RestAnswer>) =>
  (ctx: RestContext): Promise<RestAnswer> | RestAnswer => {
    const id = pathId(ctx.params[name]);
    return id === null ? notFound : one(ctx, sort, id);
  };
