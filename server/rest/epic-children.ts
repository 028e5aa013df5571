import { fullReference } from '@espalier/core/work-item/rules';
import { createEpic } from '../epic/create.ts';
import { type Item, may } from '../command/item.ts';
import { addChildren, removeChild } from '../tree/children.ts';
import { reorderTree } from '../tree/reorder.ts';
import { epicChildren, epicIssues } from './reads/epics.ts';
import { forbidden, notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { itemAnswer, originOf, write } from './writes/answers.ts';
import { Fields, pathId } from './writes/fields.ts';
import { Parameters } from './writes/parameters.ts';
import { epicFields } from './writes/patches.ts';
import { epicOf } from './writes/path-item.ts';
import { reorderRefused, sideOf } from './writes/sides.ts';

/** The children of an epic behind `/api/v4/`: GitLab 16.2's docs/api/epic_links.md, and the order of docs/api/epic_issues.md (AP-05.140 to AP-05.142). */

/** An epic by the id in the path, wherever it stands. */
async function childOf({ store, viewer, params }: RestContext): Promise<Item | undefined> {
  const id = pathId(params['child_id']);
  const item = id === null ? undefined : (await store.items.byId(viewer, [id])).get(id);
  return item?.type === 'epic' ? item : undefined;
}

async function assign(ctx: RestContext): Promise<RestAnswer> {
  const parent = await epicOf(ctx);
  const child = await childOf(ctx);
  if (child === undefined) return notFound;
  const references = [fullReference('epic', child.group_path, child.iid)];
  const place = { groupPath: parent.group_path, iid: parent.iid, kind: 'epic' } as const;
  const outcome = await addChildren(ctx.store, ctx.viewer, { ...place, references, origin: originOf(ctx) }, ctx.now);
  return outcome.ok ? itemAnswer(ctx, 201, child.id) : refusedAnswer(outcome);
}

/** In the group of its parent. */
async function create(ctx: RestContext): Promise<RestAnswer> {
  const parent = await epicOf(ctx);
  const fields = Fields.of(ctx);
  const asked = new Parameters(fields);
  asked.required('title');
  asked.check();
  const { confidential = parent.confidential, ...rest } = epicFields(fields);
  const input = { group: parent.group_id, parentId: parent.id, fields: { ...rest, confidential } };
  const outcome = await createEpic(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? itemAnswer(ctx, 201, outcome.value.id) : refusedAnswer(outcome);
}

async function unassign(ctx: RestContext): Promise<RestAnswer> {
  const parent = await epicOf(ctx);
  const child = await childOf(ctx);
  if (child === undefined) return notFound;
  const input = { groupPath: parent.group_path, iid: parent.iid, kind: 'epic', id: child.id } as const;
  const outcome = await removeChild(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? itemAnswer(ctx, 200, child.id) : refusedAnswer(outcome);
}

/** What finds the children by the ids of a request, and names them to the tree. */
interface Kind {
  readonly find: (ctx: RestContext, ids: readonly number[]) => Promise<ReadonlyMap<number, Item>>;
  readonly type: 'Epic' | 'EpicIssue';
  readonly param: string;
  readonly list: (ctx: RestContext) => Promise<RestAnswer>;
}

const EPICS: Kind = {
  find: ({ store, viewer }, ids) => store.items.byId(viewer, ids),
  type: 'Epic',
  param: 'child_id',
  list: epicChildren,
};

/** By the ids of their links to the epic. */
const ISSUES: Kind = {
  find: ({ store, viewer }, ids) => store.items.byLink(viewer, ids),
  type: 'EpicIssue',
  param: 'issue_id',
  list: epicIssues,
};

/** AP-05.142: answers the children in their order. */
const reorder = (kind: Kind) => async (ctx: RestContext) => {
  const parent = await epicOf(ctx);
  if (!may(ctx.viewer, 'adminEpic', parent)) return forbidden;
  const side = sideOf(Fields.of(ctx), { before: 'move_before_id', after: 'move_after_id' });
  const ids = [pathId(ctx.params[kind.param]) ?? 0, side.id] as const;
  const found = await kind.find(ctx, ids);
  if (ids.some((id) => found.get(id)?.parent_id !== parent.id)) return notFound;
  const [id, adjacentReferenceId] = ids.map((each) => `gid://gitlab/${kind.type}/${each}`) as [string, string];
  const moved = { id, adjacentReferenceId, relativePosition: side.relativePosition };
  const baseEpicId = `gid://gitlab/Epic/${parent.id}`;
  const outcome = await reorderTree(ctx.store, ctx.viewer, { baseEpicId, moved }, ctx.now);
  return outcome.ok ? kind.list(ctx) : reorderRefused(outcome);
};

const list = 'groups/:id/epics/:iid/epics';

export const epicChildRoutes: RestRoute[] = [
  { method: 'POST', pattern: list, handle: write('api create child epic', create) },
  { method: 'POST', pattern: `${list}/:child_id`, handle: write('api add epic', assign) },
  { method: 'PUT', pattern: `${list}/:child_id`, handle: write('api reorder epics', reorder(EPICS)) },
  { method: 'DELETE', pattern: `${list}/:child_id`, handle: write('api remove epic', unassign) },
  {
    method: 'PUT',
    pattern: 'groups/:id/epics/:iid/issues/:issue_id',
    handle: write('api reorder issues', reorder(ISSUES)),
  },
];
