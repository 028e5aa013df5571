import { awardItem, removeAward } from '../work-item/awards.ts';
import { projectItemReadableSql } from '../access/filters.ts';
import { ISSUE_COLUMNS, ISSUE_FROM } from '../graphql/types/item.ts';
import { amongIids } from '../graphql/filters/conditions.ts';
import type { Query, Row } from '../graphql/plan/query.ts';
import { personJson, type PersonFacts } from './json/places.ts';
import { epicOf } from './reads/epics.ts';
import { at, personObject } from './reads/facts.ts';
import { projectOwner } from './reads/groups.ts';
import { type Json, listAnswer, oneAnswer, orderedBy, queryFor } from './reads/page.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { write } from './writes/answers.ts';
import { Fields, pathId, pathOrId } from './writes/fields.ts';

/** Reactions to epics and items of projects (WI-15.46), behind `/api/v4/`. */

type Sort = 'epics' | 'issues';

const FACTS: Json = {
  id: 'a.id',
  name: 'a.name',
  user: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.user_id)`,
  created_at: at('a.created_at'),
  awardable_id: 'a.work_item_id',
};

const shapeOf = (ctx: RestContext, sort: Sort) => (row: Row) => ({
  id: row.id,
  name: row.name,
  user: personJson(ctx.baseUrl, row.user as PersonFacts),
  created_at: row.created_at,
  updated_at: row.created_at,
  awardable_id: row.awardable_id,
  awardable_type: sort === 'epics' ? 'Epic' : 'Issue',
  url: null,
});

/** The readable item of the path, as a FROM item named `owner`. */
function ownerOf(ctx: RestContext, query: Query, sort: Sort): string {
  if (sort === 'epics') return epicOf(ctx, query, 'owner');
  return (
    `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} JOIN ${projectOwner(ctx, query)} ON owner.id = w.project_id ` +
    `WHERE ${amongIids(query, 'w.iid', [ctx.params.iid])} AND ${projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')}) owner`
  );
}

const list = (sort: Sort) => (ctx: RestContext) => {
  const query = queryFor(ctx);
  const read = {
    owner: ownerOf(ctx, query, sort),
    from: 'award_emoji aw',
    columns: 'aw.*',
    where: ['aw.work_item_id = owner.id'],
    order: orderedBy('aw.id'),
    json: FACTS,
  };
  return listAnswer(ctx, query, read, shapeOf(ctx, sort));
};

function oneOf(ctx: RestContext, sort: Sort, id: number): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from =
    `(SELECT aw.* FROM ${ownerOf(ctx, query, sort)} JOIN award_emoji aw ON aw.work_item_id = owner.id ` +
    `WHERE aw.id = ${query.param(id, 'bigint')}) a`;
  return oneAnswer(query, from, FACTS, shapeOf(ctx, sort));
}

const one = (sort: Sort) => (ctx: RestContext) => {
  const id = pathId(ctx.params['award_id']);
  return id === null ? notFound : oneOf(ctx, sort, id);
};

/** The id of the item in the path, if the viewer may see it. */
async function itemId(ctx: RestContext, sort: Sort): Promise<number | undefined> {
  const iid = pathId(ctx.params['iid']);
  const owner = pathOrId(ctx.params['id'] ?? '');
  const { store, viewer } = ctx;
  if (iid === null) return undefined;
  if (sort === 'epics') {
    const group = await store.group(viewer, owner);
    return group && (await store.items.epic(viewer, group.group_path, iid))?.id;
  }
  const project = await store.project(viewer, owner);
  return project && (await store.items.ofProject(viewer, project.project_path ?? '', iid))?.id;
}

const post = (sort: Sort) =>
  write(`api award ${sort}`, async (ctx) => {
    const name = Fields.of(ctx).text('name') ?? '';
    const id = await itemId(ctx, sort);
    if (id === undefined) return notFound;
    const outcome = await awardItem(ctx.store, ctx.viewer, { itemId: id, action: 'ADD', name }, ctx.now);
    if (!outcome.ok) return refusedAnswer(outcome);
    return { ...(await oneOf(ctx, sort, outcome.value ?? 0)), status: 201 };
  });

const remove = (sort: Sort) =>
  write(`api award removed ${sort}`, async (ctx) => {
    const id = pathId(ctx.params['award_id']);
    const item = await itemId(ctx, sort);
    if (id === null || item === undefined) return notFound;
    const outcome = await removeAward(ctx.store, ctx.viewer, { itemId: item, id }, ctx.now);
    return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
  });

export const awardRoutes: RestRoute[] = (['epics', 'issues'] as const).flatMap((sort): RestRoute[] => {
  const pattern = `${sort === 'epics' ? 'groups' : 'projects'}/:id/${sort}/:iid/award_emoji`;
  return [
    { method: 'GET', pattern, handle: list(sort) },
    { method: 'POST', pattern, handle: post(sort) },
    { method: 'GET', pattern: `${pattern}/:award_id`, handle: one(sort) },
    { method: 'DELETE', pattern: `${pattern}/:award_id`, handle: remove(sort) },
  ];
});
