import { accessLevelSql, itemReadableSql, meSql, projectMember } from '../../access/filters.ts';
import { safeText } from '../../graphql/filters/conditions.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { ITEM_COLUMNS, ITEM_FROM } from '../../graphql/types/item.ts';
import { noteReadableSql } from '../../note/visible-notes.ts';
import { type NoteFacts, noteJson } from '../json/notes.ts';
import { personJson, type PersonFacts } from '../json/places.ts';
import { type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { pathOrId } from '../writes/fields.ts';
import { Asked } from './asked.ts';
import { at, personObject } from './facts.ts';
import { projectOwner } from './groups.ts';
import { NOTE } from './notes.ts';
import { type Json, jsonColumns, listAnswer, orderKey, queryFor } from './page.ts';

/**
 * What people did, behind `/api/v4/`: GitLab 16.2's docs/api/events.md (AP-05.173). There is no table of it: items that were made, closed and reopened, and
 * comments, are found where they are kept.
 */

/** GitLab's words of a question, and the actions here; of the others nothing is kept. */
const ACTIONS: Readonly<Record<string, string>> = {
  ...{ created: 'opened', closed: 'closed', reopened: 'reopened', commented: 'commented on' },
  ...{ approved: '', destroyed: '', expired: '', joined: '', left: '', merged: '', pushed: '', updated: '' },
};

const TARGETS: Readonly<Record<string, string>> = {
  epic: 'e.note_id IS NULL AND item.project_id IS NULL',
  issue: 'e.note_id IS NULL AND item.project_id IS NOT NULL',
  note: 'e.note_id IS NOT NULL',
  ...{ merge_request: 'FALSE', milestone: 'FALSE', project: 'FALSE', snippet: 'FALSE', user: 'FALSE' },
};

/** Numbers of both kinds are told apart by what is left of them. */
const happened = (ofItem: string, ofNote: string): string =>
  `(SELECT w.id * 2 AS id, w.author_id AS actor_id, 'opened' AS action, w.created_at AS happened_at, w.id AS item_id, NULL::bigint AS note_id ` +
  `FROM work_items w WHERE ${ofItem} UNION ALL ` +
  `SELECT n.id * 2 + 1, n.author_id, CASE WHEN n.system THEN n.action ELSE 'commented on' END, n.created_at, n.work_item_id, ` +
  `CASE WHEN NOT n.system THEN n.id END FROM notes n WHERE (NOT n.system OR n.action IN ('closed', 'reopened')) AND ${ofNote})`;

const FACTS: Json = {
  ...Object.fromEntries(
    ['id', 'action', 'note_id', 'item_id', 'iid', 'title', 'project_id'].map((name) => [name, `a.${name}`]),
  ),
  happened_at: at('a.happened_at'),
  actor: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.actor_id)`,
  note:
    `(SELECT row_to_json(r) FROM (SELECT ${jsonColumns(NOTE)} FROM ` +
    `(SELECT n.*, a.iid, a.project_id FROM notes n WHERE n.id = a.note_id) a) r)`,
};

const shape = (ctx: RestContext) => (row: Row) => {
  const { id, action, note_id, item_id, iid, title, project_id, happened_at } = row;
  const author = personJson(ctx.baseUrl, row.actor as PersonFacts);
  const note = row.note as NoteFacts | null;
  return {
    ...{ id, title: null, project_id, action_name: action },
    ...{ target_id: note_id ?? item_id, target_iid: note_id ?? iid },
    target_type: note !== null ? 'Note' : project_id === null ? 'Epic' : 'Issue',
    ...{ author_id: author.id, target_title: title, created_at: happened_at },
    ...(note !== null && { note: noteJson(ctx.baseUrl, note) }),
    ...{ author, author_username: author.username },
  };
};

interface Of {
  readonly owner?: string;
  /** Whose, as conditions on `w`, on `n` and on what was found: `e` and `item`. */
  readonly ofItem: string;
  readonly ofNote: string;
  readonly found?: string;
}

function events(ctx: RestContext, query: Query, asked: Asked, of: Of): Promise<RestAnswer> {
  const { viewer } = query.context;
  const action = asked.word('action', Object.keys(ACTIONS));
  const target = asked.word('target_type', Object.keys(TARGETS));
  const [before, after] = [asked.instant('before'), asked.instant('after')];
  const descending = asked.word('sort', ['asc', 'desc']) !== 'asc';
  asked.check();
  const items = `(SELECT ${ITEM_COLUMNS} FROM ${ITEM_FROM} WHERE ${itemReadableSql(viewer, 'w', 'g', 'p')}) item`;
  const readable = noteReadableSql(viewer, 'n', 'item');
  const read = {
    ...(of.owner !== undefined && { owner: of.owner }),
    from: `${happened(of.ofItem, of.ofNote)} e JOIN ${items} ON item.id = e.item_id LEFT JOIN notes n ON n.id = e.note_id`,
    columns: 'item.iid, item.title, item.project_id, e.*',
    where: [
      ...(readable.length === 0 ? [] : [`(e.note_id IS NULL OR (${readable.join(' AND ')}))`]),
      ...(of.found === undefined ? [] : [of.found]),
      ...(action === undefined ? [] : [`e.action = '${ACTIONS[action] ?? ''}'`]),
      ...(target === undefined ? [] : [TARGETS[target] ?? 'FALSE']),
      ...(before === undefined ? [] : [`e.happened_at < ${query.param(before, 'timestamptz')}`]),
      // After a day: on the next one.
      ...(after === undefined ? [] : [`e.happened_at >= ${query.param(after, 'timestamptz')} + interval '1 day'`]),
    ],
    order: { name: 'happened', keys: [orderKey('e.happened_at', descending), orderKey('e.id', descending)] },
    json: FACTS,
  };
  return listAnswer(ctx, query, read, shape(ctx));
}

/** One's own; with `scope=all` of whoever works where one has a role. */
function own(ctx: RestContext): Promise<RestAnswer> | RestAnswer {
  if (ctx.viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const { viewer } = query.context;
  if (asked.word('scope', ['all']) === undefined) return events(ctx, query, asked, by(meSql(viewer)));
  const found = `(${accessLevelSql(viewer, 'item.g_ids', 1)} OR ${projectMember(viewer, 'item.project_id', 1)})`;
  return events(ctx, query, asked, { ofItem: 'TRUE', ofNote: 'TRUE', found });
}

const by = (actor: string): Of => ({ ofItem: `w.author_id = ${actor}`, ofNote: `n.author_id = ${actor}` });

/** Of somebody, by their id or username. */
function ofUser(ctx: RestContext): Promise<RestAnswer> | RestAnswer {
  if (ctx.viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const named = pathOrId(ctx.params.id ?? '');
  const which =
    typeof named === 'number'
      ? `u.id = ${query.param(named, 'bigint')}`
      : `lower(u.username) = lower(${safeText(query, named)})`;
  return events(ctx, query, new Asked(ctx), {
    owner: `(SELECT u.id FROM users u WHERE ${which}) owner`,
    ...by('owner.id'),
  });
}

function ofProject(ctx: RestContext): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const ofNote = 'n.work_item_id IN (SELECT w.id FROM work_items w WHERE w.project_id = owner.id)';
  return events(ctx, query, new Asked(ctx), {
    owner: projectOwner(ctx, query),
    ofItem: 'w.project_id = owner.id',
    ofNote,
  });
}

export const eventRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'events', handle: own },
  { method: 'GET', pattern: 'users/:id/events', handle: ofUser },
  { method: 'GET', pattern: 'projects/:id/events', handle: ofProject },
];
