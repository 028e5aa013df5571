import {
  createEpicDescribed,
  createItemDescribed,
  updateEpicDescribed,
  updateIssueDescribed,
} from '../quick-action/description.ts';
import { addChildren, type ChildKind, removeChild } from '../tree/children.ts';
import { hidden } from '../command/outcome.ts';
import type { Item } from '../command/item.ts';
import { deleteEpic, deleteIssue } from '../work-item/delete.ts';
import { epicPath } from '../work-item/addresses.ts';
import { childEpics, childIssues } from './reads/children.ts';
import { changedEpic } from './reads/epic-page.ts';
import { changedIssue } from './reads/page-changes.ts';
import { notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { madeAnswer, originOf, read, write } from './writes/answers.ts';
import { withCommands } from './writes/commands.ts';
import { Fields, pathId } from './writes/fields.ts';
import { epicFields, epicPatch, issueFields, issuePatch } from './writes/patches.ts';

/** Writes of the group and project pages: routes behind `/groups/<full path>/-/` and `/<full path>/-/`. */

async function postEpic(ctx: RestContext): Promise<RestAnswer> {
  const input = { group: ctx.groupPath, fields: epicFields(Fields.of(ctx, 'epic')), origin: originOf(ctx) };
  const outcome = await createEpicDescribed(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const { path, iid } = outcome.value.value;
  return withCommands({ status: 200, body: { web_url: `${ctx.baseUrl}${epicPath(path, iid)}` } }, outcome.value);
}

async function putEpic(ctx: RestContext): Promise<RestAnswer> {
  const iid = pathId(ctx.params['iid']);
  if (iid === null) return notFound;
  const patch = epicPatch(Fields.of(ctx, 'epic'));
  const input = { groupPath: ctx.groupPath, iid, patch, origin: originOf(ctx) };
  const outcome = await updateEpicDescribed(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return withCommands(await changedEpic(ctx, outcome.value.value), outcome.value);
}

/** Deleting requires `destroy_confirm`. As in GitLab, `errors` is a text here, not a list. */
const unconfirmed = (noun: string): RestAnswer => ({
  status: 422,
  body: { errors: `Destroy confirmation not provided for ${noun}` },
});

async function destroyEpic(ctx: RestContext): Promise<RestAnswer> {
  const iid = pathId(ctx.params['iid']);
  if (iid === null) return notFound;
  if (!Fields.of(ctx).flag('destroy_confirm')) {
    const visible = await ctx.store.items.epic(ctx.viewer, ctx.groupPath, iid);
    return visible === undefined ? notFound : unconfirmed('epic');
  }
  const outcome = await deleteEpic(ctx.store, ctx.viewer, ctx.groupPath, iid, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return { status: 200, body: { web_url: `${ctx.baseUrl}/groups/${outcome.value.groupPath}/-/epics` } };
}

async function childList(ctx: RestContext, kind: ChildKind, epic: Item) {
  return kind === 'epic' ? childEpics(ctx.db, ctx.viewer, epic) : childIssues(ctx.db, ctx.viewer, epic, ctx.baseUrl);
}

async function epicOf(ctx: RestContext): Promise<Item> {
  const iid = pathId(ctx.params['iid']);
  return (iid === null ? undefined : await ctx.store.items.epic(ctx.viewer, ctx.groupPath, iid)) ?? hidden();
}

const getChildren = (kind: ChildKind) => async (ctx: RestContext) => ({
  status: 200,
  body: await childList(ctx, kind, await epicOf(ctx)),
});

/** Answers with the whole list, newest first, whether or not anything was added. */
const postChildren = (kind: ChildKind) => async (ctx: RestContext) => {
  const epic = await epicOf(ctx);
  const references = Fields.of(ctx).words('issuable_references') ?? [];
  const input = { groupPath: ctx.groupPath, iid: epic.iid, kind, references, origin: originOf(ctx) };
  const outcome = await addChildren(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok && (outcome.status === 401 || outcome.status === 403)) return refusedAnswer(outcome);
  const issuables = await childList(ctx, kind, epic);
  if (outcome.ok) return { status: 200, body: { message: null, issuables } };
  return { status: outcome.status, body: { message: outcome.errors.join('. '), issuables } };
};

const deleteChild = (kind: ChildKind) => async (ctx: RestContext) => {
  const epic = await epicOf(ctx);
  const id = pathId(ctx.params['id']);
  if (id === null) return notFound;
  const outcome = await removeChild(
    ctx.store,
    ctx.viewer,
    { groupPath: ctx.groupPath, iid: epic.iid, kind, id },
    ctx.now,
  );
  if (!outcome.ok) return refusedAnswer(outcome);
  return { status: 200, body: { issuables: await childList(ctx, kind, epic) } };
};

async function postIssue(ctx: RestContext): Promise<RestAnswer> {
  const fields = Fields.of(ctx, 'issue');
  const input = {
    project: ctx.groupPath,
    type: 'issue' as const,
    parentId: fields.nullableInteger('epic_id'),
    fields: issueFields(fields),
    origin: originOf(ctx),
  };
  return madeAnswer(ctx, await createItemDescribed(ctx.store, ctx.viewer, input, ctx.now));
}

async function putIssue(ctx: RestContext): Promise<RestAnswer> {
  const iid = pathId(ctx.params['iid']);
  if (iid === null) return notFound;
  const patch = issuePatch(Fields.of(ctx, 'issue'));
  const input = { projectPath: ctx.groupPath, iid, patch, origin: originOf(ctx) };
  const outcome = await updateIssueDescribed(ctx.store, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  return withCommands(await changedIssue(ctx, outcome.value.value), outcome.value);
}

async function destroyIssue(ctx: RestContext): Promise<RestAnswer> {
  const iid = pathId(ctx.params['iid']);
  if (iid === null) return notFound;
  const fields = Fields.of(ctx);
  if (!fields.flag('destroy_confirm')) {
    const visible = await ctx.store.items.ofProject(ctx.viewer, ctx.groupPath, iid);
    return visible === undefined ? notFound : unconfirmed('issue');
  }
  const outcome = await deleteIssue(ctx.store, ctx.viewer, ctx.groupPath, iid, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const list = `${ctx.baseUrl}/${ctx.groupPath}/-/issues`;
  const accept = String(ctx.headers['accept'] ?? '');
  // A form that the browser itself posts is redirected to the parent epic, or to the list if there is none; a script gets the list's address.
  if (accept.includes('text/html')) {
    const { parent } = outcome.value;
    const epic = parent?.type === 'epic' ? `${ctx.baseUrl}${epicPath(parent.group_path, parent.iid)}` : null;
    return { status: 303, headers: { location: epic ?? list } };
  }
  return { status: 200, body: { web_url: list } };
}

/** The delete form of a page: a POST that means DELETE (TR-24). */
async function postToIssue(ctx: RestContext): Promise<RestAnswer> {
  const method = Fields.of(ctx).text('_method');
  return method?.toLowerCase() === 'delete'
    ? destroyIssue(ctx)
    : { status: 405, body: { message: '405 Method Not Allowed' } };
}

/** Behind `/groups/<full path>/-/`. */
export const epicPageRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'epics', handle: write('epic', postEpic) },
  { method: 'PUT', pattern: 'epics/:iid.json', handle: write('epic', putEpic) },
  { method: 'PUT', pattern: 'epics/:iid', handle: write('epic', putEpic) },
  { method: 'PATCH', pattern: 'epics/:iid.json', handle: write('epic', putEpic) },
  { method: 'DELETE', pattern: 'epics/:iid.json', handle: write('delete epic', destroyEpic) },
  { method: 'DELETE', pattern: 'epics/:iid', handle: write('delete epic', destroyEpic) },
  { method: 'GET', pattern: 'epics/:iid/links', handle: read(getChildren('epic')) },
  { method: 'POST', pattern: 'epics/:iid/links', handle: write('add epics', postChildren('epic')) },
  { method: 'DELETE', pattern: 'epics/:iid/links/:id', handle: write('remove epic', deleteChild('epic')) },
  { method: 'GET', pattern: 'epics/:iid/issues', handle: read(getChildren('issue')) },
  { method: 'POST', pattern: 'epics/:iid/issues', handle: write('add issues', postChildren('issue')) },
  { method: 'DELETE', pattern: 'epics/:iid/issues/:id', handle: write('remove issue', deleteChild('issue')) },
];

/** Behind `/<full path of a project>/-/`. */
export const issuePageRoutes: RestRoute[] = [
  { method: 'POST', pattern: 'issues', handle: write('issue', postIssue) },
  { method: 'POST', pattern: 'issues/:iid', handle: write('issue form', postToIssue) },
  { method: 'PUT', pattern: 'issues/:iid.json', handle: write('change issue', putIssue) },
  { method: 'PUT', pattern: 'issues/:iid', handle: write('change issue', putIssue) },
  { method: 'PATCH', pattern: 'issues/:iid.json', handle: write('change issue', putIssue) },
  { method: 'DELETE', pattern: 'issues/:iid.json', handle: write('delete issue', destroyIssue) },
  { method: 'DELETE', pattern: 'issues/:iid', handle: write('delete issue', destroyIssue) },
];
