import { type Item, may, type Owner } from '../command/item.ts';
import type { Outcome } from '../command/outcome.ts';
import { createItemDescribed, updateIssueDescribed } from '../quick-action/description.ts';
import { reorderTree } from '../tree/reorder.ts';
import { deleteIssue } from '../work-item/delete.ts';
import { copyItem, type CopyInput } from '../work-item/move.ts';
import { setIssueSubscription } from '../work-item/subscribe.ts';
import { markTodo } from '../work-item/todos.ts';
import { oneTodo } from './reads/todos.ts';
import {
  forbidden,
  Invalid,
  notFound,
  refusedAnswer,
  type RestAnswer,
  type RestContext,
  type RestRoute,
  unauthorized,
} from './types.ts';
import { itemAnswer, madeAnswer, originOf, readItems, write } from './writes/answers.ts';
import { withCommands } from './writes/commands.ts';
import { Fields, pathOrId } from './writes/fields.ts';
import { instantIn, isTrusted } from './writes/instants.ts';
import { Parameters } from './writes/parameters.ts';
import { issueFields, issuePatch } from './writes/patches.ts';
import { epicOf, issueOf } from './writes/path-item.ts';
import { reorderRefused, sideOf } from './writes/sides.ts';

/** Changes of items of projects behind `/api/v4/`: GitLab 16.2's docs/api/issues.md (AP-05.131 to AP-05.138). */

const TYPES = ['issue', 'incident', 'test_case', 'task'] as const;

async function post(ctx: RestContext): Promise<RestAnswer> {
  if (ctx.viewer.userId === null) return unauthorized;
  const fields = Fields.of(ctx);
  const project = await ctx.store.project(ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  if (project === undefined) return notFound;
  const asked = new Parameters(fields);
  asked.required('title');
  asked.check();
  const type = fields.text('issue_type') ?? 'issue';
  const iid = fields.integer('iid');
  const createdAt = instantIn(ctx, fields, 'created_at', project);
  const input = {
    project: project.project_id ?? 0,
    type: TYPES.find((one) => one === type) ?? fields.refuse('issue_type'),
    parentId: await epicIdIn(ctx, fields, project),
    fields: issueFields(fields),
    origin: originOf(ctx),
    ...(iid !== undefined && isTrusted(ctx, project) && { iid }),
    ...(createdAt !== undefined && { createdAt }),
  };
  return madeAnswer(ctx, await createItemDescribed(ctx.store, ctx.viewer, input, ctx.now));
}

/** By `epic_id`, or as in older clients by `epic_iid`, a number in the project's group; 0: none. */
async function epicIdIn(ctx: RestContext, fields: Fields, project: Owner): Promise<number | null | undefined> {
  const id = fields.nullableInteger('epic_id');
  const iid = fields.nullableInteger('epic_iid');
  if (id !== undefined || iid === undefined) return id === 0 ? null : id;
  if (iid === null || iid === 0) return null;
  return (await epicOf({ ...ctx, params: { id: String(project.group_id), iid: String(iid) } })).id;
}

const CHANGED = [
  ...['assignee_id', 'assignee_ids', 'confidential', 'created_at', 'description', 'discussion_locked', 'due_date'],
  ...['labels', 'add_labels', 'remove_labels', 'milestone_id', 'state_event', 'title', 'issue_type', 'weight'],
  ...['epic_id', 'epic_iid', 'health_status', 'iteration_id', 'start_date', 'updated_at'],
] as const;

async function put(ctx: RestContext): Promise<RestAnswer> {
  const item = await issueOf(ctx);
  const fields = Fields.of(ctx);
  const asked = new Parameters(fields);
  asked.oneOf(...CHANGED);
  asked.check();
  const input = {
    projectPath: item.project_path ?? '',
    iid: item.iid,
    patch: issuePatch(fields),
    epicId: await epicIdIn(ctx, fields, item),
    updatedAt: instantIn(ctx, fields, 'updated_at', item),
    origin: originOf(ctx),
  };
  const outcome = await updateIssueDescribed(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return withCommands(await itemAnswer(ctx, 200, outcome.value.value), outcome.value);
}

async function remove(ctx: RestContext): Promise<RestAnswer> {
  const { project_path, iid } = await issueOf(ctx);
  const outcome = await deleteIssue(ctx.store, ctx.viewer, project_path ?? '', iid, ctx.now);
  return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
}

const answered = (ctx: RestContext, status: number, outcome: Outcome<number>) =>
  outcome.ok ? itemAnswer(ctx, status, outcome.value) : refusedAnswer(outcome);

/** 304 where nothing changes. */
const follow = (subscribed: boolean) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const item = await issueOf(ctx);
  if ((await readItems(ctx, [item.id])).get(item.id)?.subscribed === subscribed) return { status: 304 };
  const input = { projectPath: item.project_path ?? '', iid: item.iid, subscribed };
  return answered(ctx, 201, await setIssueSubscription(ctx.store, ctx.viewer, input, ctx.now));
};

/** AP-05.135: 304 where there is one. */
const mark = (find: (ctx: RestContext) => Promise<Item>) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const outcome = await markTodo(ctx.store, ctx.viewer, (await find(ctx)).id, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return outcome.value.isNew ? oneTodo(ctx, outcome.value.id, 201) : { status: 304 };
};

const copy = (as: CopyInput['as']) => async (ctx: RestContext) => {
  const { id } = await issueOf(ctx);
  const fields = Fields.of(ctx);
  const asked = new Parameters(fields);
  asked.required('to_project_id');
  const project = asked.integer('to_project_id') ?? 0;
  asked.check();
  const input = { id, project, as, withNotes: fields.flag('with_notes') ?? false };
  return answered(ctx, 201, await copyItem(ctx.store, ctx.viewer, input, ctx.now));
};

/** AP-05.134: among the children of the epic that all of them stand under. */
async function reorder(ctx: RestContext): Promise<RestAnswer> {
  const item = await issueOf(ctx);
  if (!may(ctx.viewer, 'adminIssue', item)) return forbidden;
  // As GitLab names them, the other way round than it does elsewhere: what this one is to stand after, and before.
  const { id, name, relativePosition } = sideOf(Fields.of(ctx), { before: 'move_after_id', after: 'move_before_id' });
  const sibling = (await ctx.store.items.byId(ctx.viewer, [id])).get(id);
  if (sibling === undefined) return notFound;
  const gid = ({ link_id }: Item) => `gid://gitlab/EpicIssue/${link_id ?? 0}`;
  if (item.parent_type !== 'epic' || sibling.parent_id !== item.parent_id)
    throw new Invalid([`${name} is not a child of the same epic`]);
  const moved = { id: gid(item), adjacentReferenceId: gid(sibling), relativePosition };
  const baseEpicId = `gid://gitlab/Epic/${item.parent_id ?? 0}`;
  const outcome = await reorderTree(ctx.store, ctx.viewer, { baseEpicId, moved }, ctx.now);
  return outcome.ok ? itemAnswer(ctx, 200, item.id) : reorderRefused(outcome);
}

const one = 'projects/:id/issues/:iid';

export const issueWriteRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'projects/:id/issues', handle: write('api issue', post) },
  { method: 'PUT', pattern: one, handle: write('api change issue', put) },
  { method: 'DELETE', pattern: one, handle: write('api delete issue', remove) },
  { method: 'PUT', pattern: `${one}/reorder`, handle: write('api reorder issue', reorder) },
  { method: 'POST', pattern: `${one}/move`, handle: write('api move issue', copy('move')) },
  { method: 'POST', pattern: `${one}/clone`, handle: write('api clone issue', copy('clone')) },
  { method: 'POST', pattern: `${one}/subscribe`, handle: write('api follow issue', follow(true)) },
  { method: 'POST', pattern: `${one}/unsubscribe`, handle: write('api leave issue', follow(false)) },
  { method: 'POST', pattern: `${one}/todo`, handle: write('api issue todo', mark(issueOf)) },
  { method: 'POST', pattern: 'groups/:id/epics/:iid/todo', handle: write('api epic todo', mark(epicOf)) },
];
