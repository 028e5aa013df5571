import { fullReference } from '@espalier/core/work-item/rules';
import { createEpicDescribed, updateEpicDescribed } from '../quick-action/description.ts';
import { addChildren, removeChild } from '../tree/children.ts';
import { hidden } from '../command/outcome.ts';
import { deleteEpic } from '../work-item/delete.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute, unauthorized } from './types.ts';
import { itemAnswer, madeAnswer, originOf, readItems, write } from './writes/answers.ts';
import { withCommands } from './writes/commands.ts';
import { Fields, pathId, pathOrId } from './writes/fields.ts';
import { instantIn } from './writes/instants.ts';
import { Parameters } from './writes/parameters.ts';
import { epicFields, epicPatch } from './writes/patches.ts';
import { epicOf } from './writes/path-item.ts';

/** Writes of the REST API, behind `/api/v4/`. `:id` of a group or project is its number or its encoded full path. */

interface EpicPlace {
  readonly groupPath: string;
  readonly iid: number;
}

/** The group and number that the path names; the command looks the epic up itself. */
async function placeOf(ctx: RestContext): Promise<EpicPlace> {
  const iid = pathId(ctx.params['iid']);
  const group = await ctx.store.group(ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  if (iid === null || group === undefined) hidden();
  return { groupPath: group.group_path, iid };
}

async function postEpic(ctx: RestContext): Promise<RestAnswer> {
  if (ctx.viewer.userId === null) return unauthorized;
  const fields = Fields.of(ctx);
  const group = await ctx.store.group(ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  if (group === undefined) return notFound;
  const asked = new Parameters(fields);
  asked.required('title');
  asked.check();
  const input = {
    group: group.group_id,
    createdAt: instantIn(ctx, fields, 'created_at', group),
    parentId: fields.nullableInteger('parent_id'),
    fields: epicFields(fields),
    origin: originOf(ctx),
  };
  return madeAnswer(ctx, await createEpicDescribed(ctx.store, ctx.viewer, input, ctx.now));
}

const CHANGED = [
  ...[
    'add_labels',
    'color',
    'confidential',
    'description',
    'due_date_fixed',
    'due_date_is_fixed',
    'labels',
    'parent_id',
  ],
  ...['remove_labels', 'start_date_fixed', 'start_date_is_fixed', 'state_event', 'title', 'updated_at'],
] as const;

async function putEpic(ctx: RestContext): Promise<RestAnswer> {
  const epic = await epicOf(ctx);
  const fields = Fields.of(ctx);
  const asked = new Parameters(fields);
  asked.oneOf(...CHANGED);
  asked.check();
  const parentId = fields.nullableInteger('parent_id');
  const parent = parentId !== undefined && { parentId };
  const input = {
    ...{ groupPath: epic.group_path, iid: epic.iid, patch: epicPatch(fields), origin: originOf(ctx) },
    ...parent,
    updatedAt: instantIn(ctx, fields, 'updated_at', epic),
  };
  const outcome = await updateEpicDescribed(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return withCommands(await itemAnswer(ctx, 200, outcome.value.value), outcome.value);
}

async function destroyEpic(ctx: RestContext): Promise<RestAnswer> {
  const { groupPath, iid } = await placeOf(ctx);
  const outcome = await deleteEpic(ctx.store, ctx.viewer, groupPath, iid, ctx.now);
  return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
}

async function postEpicIssue(ctx: RestContext): Promise<RestAnswer> {
  const place = await placeOf(ctx);
  const id = pathId(ctx.params['issue_id']);
  const issue = id === null ? undefined : (await ctx.store.items.byId(ctx.viewer, [id])).get(id);
  if (issue?.project_path == null) return notFound;
  const references = [fullReference('issue', issue.project_path, issue.iid)];
  const input = { ...place, kind: 'issue' as const, references, origin: originOf(ctx) };
  const outcome = await addChildren(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? epicIssueAnswer(ctx, 201, place, issue.id) : refusedAnswer(outcome);
}

async function deleteEpicIssue(ctx: RestContext): Promise<RestAnswer> {
  const place = await placeOf(ctx);
  const id = pathId(ctx.params['issue_id']);
  const issue = id === null ? undefined : (await ctx.store.items.byLink(ctx.viewer, [id])).get(id);
  if (id === null || issue === undefined) return notFound;
  const outcome = await removeChild(ctx.store, ctx.viewer, { ...place, kind: 'issue', id }, ctx.now);
  return outcome.ok ? epicIssueAnswer(ctx, 200, place, issue.id, id) : refusedAnswer(outcome);
}

/** `{ id, relative_position, epic, issue }`, where `id` is that of the link. */
async function epicIssueAnswer(
  ctx: RestContext,
  status: number,
  place: EpicPlace,
  issueId: number,
  removedLinkId?: number,
): Promise<RestAnswer> {
  const epic = await ctx.store.items.epic(ctx.viewer, place.groupPath, place.iid);
  const issue = (await ctx.store.items.byId(ctx.viewer, [issueId])).get(issueId);
  if (epic === undefined || issue === undefined) return notFound;
  const told = await readItems(ctx, [epic.id, issueId]);
  return {
    status,
    body: {
      id: removedLinkId ?? issue.link_id,
      relative_position: issue.relative_position,
      epic: told.get(epic.id),
      issue: told.get(issueId),
    },
  };
}

export const apiWriteRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'groups/:id/epics', handle: write('api epic', postEpic) },
  { method: 'PUT', pattern: 'groups/:id/epics/:iid', handle: write('api epic', putEpic) },
  { method: 'DELETE', pattern: 'groups/:id/epics/:iid', handle: write('api delete epic', destroyEpic) },
  { method: 'POST', pattern: 'groups/:id/epics/:iid/issues/:issue_id', handle: write('api add issue', postEpicIssue) },
  {
    method: 'DELETE',
    pattern: 'groups/:id/epics/:iid/issues/:issue_id',
    handle: write('api remove issue', deleteEpicIssue),
  },
];
