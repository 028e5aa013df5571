import { type AwardPlace, giveAward, onItem, onNote, removeAward } from '../work-item/awards.ts';
import { notesOn } from '../graphql/types/note.ts';
import type { Query, Row } from '../graphql/plan/query.ts';
import { personJson, type PersonFacts } from './json/places.ts';
import { epicOf } from './reads/epics.ts';
import { at, personObject } from './reads/facts.ts';
import { issueOf } from './reads/issues.ts';
import { type Json, listAnswer, oneAnswer, orderedBy, queryFor } from './reads/page.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { write } from './writes/answers.ts';
import { Fields, pathId } from './writes/fields.ts';
import { epicOf as epicItem, issueOf as issueItem } from './writes/path-item.ts';

/** Reactions to epics and items of projects (WI-15.46), and to comments on them (WI-10.55), behind `/api/v4/`. */

type Sort = 'epics' | 'issues';

/** What the reactions are to: an item of this sort, or a comment on one. */
interface Place {
  readonly sort: Sort;
  readonly isNote: boolean;
}

const FACTS: Json = {
  id: 'a.id',
  name: 'a.name',
  user: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.user_id)`,
  created_at: at('a.created_at'),
  awardable_id: 'coalesce(a.work_item_id, a.note_id)',
};

const shapeOf =
  (ctx: RestContext, { sort, isNote }: Place) =>
  (row: Row) => ({
    id: row.id,
    name: row.name,
    user: personJson(ctx.baseUrl, row.user as PersonFacts),
    created_at: row.created_at,
    updated_at: row.created_at,
    awardable_id: row.awardable_id,
    awardable_type: isNote ? 'Note' : sort === 'epics' ? 'Epic' : 'Issue',
    url: null,
  });

/** The readable item of the path, as a FROM item named `owner`. */
const itemOf = (ctx: RestContext, query: Query, sort: Sort): string =>
  sort === 'epics' ? epicOf(ctx, query, 'owner') : issueOf(ctx, query, 'owner');

/** The same of the readable comment of the path. */
function ownerOf(ctx: RestContext, query: Query, { sort, isNote }: Place): string {
  const item = itemOf(ctx, query, sort);
  if (!isNote) return item;
  const id = query.param(pathId(ctx.params['note_id']), 'bigint');
  const where = [`n.id = ${id}`, 'NOT n.system', ...notesOn({ query, alias: 'owner' })];
  return `(SELECT n.* FROM ${item} JOIN notes n ON ${where.join(' AND ')}) owner`;
}

const columnOf = ({ isNote }: Place): string => (isNote ? 'aw.note_id' : 'aw.work_item_id');

const list = (place: Place) => (ctx: RestContext) => {
  const query = queryFor(ctx);
  const read = {
    owner: ownerOf(ctx, query, place),
    from: 'award_emoji aw',
    columns: 'aw.*',
    where: [`${columnOf(place)} = owner.id`],
    order: orderedBy('aw.id'),
    json: FACTS,
  };
  return listAnswer(ctx, query, read, shapeOf(ctx, place));
};

function oneOf(ctx: RestContext, place: Place, id: number): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from =
    `(SELECT aw.* FROM ${ownerOf(ctx, query, place)} JOIN award_emoji aw ON ${columnOf(place)} = owner.id ` +
    `WHERE aw.id = ${query.param(id, 'bigint')}) a`;
  return oneAnswer(query, from, FACTS, shapeOf(ctx, place));
}

const one = (place: Place) => (ctx: RestContext) => {
  const id = pathId(ctx.params['award_id']);
  return id === null ? notFound : oneOf(ctx, place, id);
};

/** What the path names, as a change finds it. */
async function placeOf(ctx: RestContext, { sort, isNote }: Place): Promise<AwardPlace | undefined> {
  const { id: item } = await (sort === 'epics' ? epicItem : issueItem)(ctx);
  if (!isNote) return onItem(item);
  const note = pathId(ctx.params['note_id']);
  return note === null ? undefined : onNote(note, item);
}

const nameOf = ({ sort, isNote }: Place): string => (isNote ? `${sort} notes` : sort);

const post = (on: Place) =>
  write(`api award ${nameOf(on)}`, async (ctx) => {
    const name = Fields.of(ctx).text('name') ?? '';
    const place = await placeOf(ctx, on);
    if (place === undefined) return notFound;
    const outcome = await giveAward(ctx.store, ctx.viewer, { place, action: 'ADD', name }, ctx.now);
    if (!outcome.ok) return refusedAnswer(outcome);
    return { ...(await oneOf(ctx, on, outcome.value ?? 0)), status: 201 };
  });

const remove = (on: Place) =>
  write(`api award removed ${nameOf(on)}`, async (ctx) => {
    const id = pathId(ctx.params['award_id']);
    const place = await placeOf(ctx, on);
    if (id === null || place === undefined) return notFound;
    const outcome = await removeAward(ctx.store, ctx.viewer, { place, id }, ctx.now);
    return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
  });

export const awardRoutes: RestRoute[] = (['epics', 'issues'] as const).flatMap((sort) =>
  [false, true].flatMap((isNote): RestRoute[] => {
    const on = { sort, isNote };
    const item = `${sort === 'epics' ? 'groups' : 'projects'}/:id/${sort}/:iid`;
    const pattern = `${item}${isNote ? '/notes/:note_id' : ''}/award_emoji`;
    return [
      { method: 'GET', pattern, handle: list(on) },
      { method: 'POST', pattern, handle: post(on) },
      { method: 'GET', pattern: `${pattern}/:award_id`, handle: one(on) },
      { method: 'DELETE', pattern: `${pattern}/:award_id`, handle: remove(on) },
    ];
  }),
);
