import { fullReference } from '@espalier/core/work-item/rules';
import { createEpic } from '../epic/create.ts';
import { epicApiEntity } from '../epic/entity.ts';
import { updateEpic } from '../epic/update.ts';
import { addChildren, removeChild } from '../tree/add-children.ts';
import { hidden } from '../tree/command.ts';
import { findEpic, type Item, itemsOfLinks, loadItems } from '../tree/items.ts';
import { createItem } from '../work-item/create.ts';
import { deleteEpic } from '../work-item/delete.ts';
import { issueEntity } from '../work-item/entity.ts';
import { findGroup } from '../work-item/owners.ts';
import { notFound, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { originOf, refusedAnswer, write } from './writes/answers.ts';
import { Fields, pathId } from './writes/fields.ts';
import { epicFields, epicPatch, issueFields } from './writes/patches.ts';

/** Writes of the REST API, behind `/api/v4/`. `:id` of a group or project is its number or its encoded full path. */

const pathOrId = (text: string): string | number => (/^[0-9]{1,15}$/.test(text) ? Number(text) : text);

interface EpicPlace {
  readonly groupPath: string;
  readonly iid: number;
}

/** The group and number that the path names; the epic itself is looked up by the command. */
async function placeOf(ctx: RestContext): Promise<EpicPlace> {
  const iid = pathId(ctx.params['iid']);
  const group = await findGroup(ctx.db, ctx.viewer, pathOrId(ctx.params['id'] ?? ''));
  if (iid === null || group === undefined) hidden();
  return { groupPath: group.group_path, iid };
}

async function epicAnswer(ctx: RestContext, status: number, id: number): Promise<RestAnswer> {
  const body = await epicApiEntity(ctx.db, ctx.viewer, id, ctx.baseUrl);
  return body === undefined ? notFound : { status, body };
}

async function postEpic(ctx: RestContext): Promise<RestAnswer> {
  const fields = Fields.of(ctx);
  const input = {
    group: pathOrId(ctx.params['id'] ?? ''),
    parentId: fields.nullableInteger('parent_id'),
    fields: epicFields(fields),
  };
  const outcome = await createEpic(ctx.db, ctx.viewer, input, ctx.now);
  return outcome.ok ? epicAnswer(ctx, 201, outcome.value.id) : refusedAnswer(outcome);
}

async function putEpic(ctx: RestContext): Promise<RestAnswer> {
  const fields = Fields.of(ctx);
  const parentId = fields.nullableInteger('parent_id');
  const input = { ...(await placeOf(ctx)), patch: epicPatch(fields), ...(parentId !== undefined && { parentId }) };
  const outcome = await updateEpic(ctx.db, ctx.viewer, input, ctx.now);
  return outcome.ok ? epicAnswer(ctx, 200, outcome.value) : refusedAnswer(outcome);
}

async function destroyEpic(ctx: RestContext): Promise<RestAnswer> {
  const { groupPath, iid } = await placeOf(ctx);
  const outcome = await deleteEpic(ctx.db, ctx.viewer, groupPath, iid, ctx.now);
  return outcome.ok ? { status: 204 } : refusedAnswer(outcome);
}

async function postEpicIssue(ctx: RestContext): Promise<RestAnswer> {
  const place = await placeOf(ctx);
  const id = pathId(ctx.params['issue_id']);
  const issue = id === null ? undefined : (await loadItems(ctx.db, ctx.viewer, [id])).get(id);
  if (issue?.project_path == null) return notFound;
  const references = [fullReference('issue', issue.project_path, issue.iid)];
  const input = { ...place, kind: 'issue' as const, references, origin: originOf(ctx) };
  const outcome = await addChildren(ctx.db, ctx.viewer, input, ctx.now);
  return outcome.ok ? epicIssueAnswer(ctx, 201, place, issue.id) : refusedAnswer(outcome);
}

async function deleteEpicIssue(ctx: RestContext): Promise<RestAnswer> {
  const place = await placeOf(ctx);
  const id = pathId(ctx.params['issue_id']);
  const issue = id === null ? undefined : (await itemsOfLinks(ctx.db, ctx.viewer, [id])).get(id);
  if (id === null || issue === undefined) return notFound;
  const outcome = await removeChild(ctx.db, ctx.viewer, { ...place, kind: 'issue', id }, ctx.now);
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
  const epic: Item | undefined = await findEpic(ctx.db, ctx.viewer, place.groupPath, place.iid);
  const issue = (await loadItems(ctx.db, ctx.viewer, [issueId])).get(issueId);
  if (epic === undefined || issue === undefined) return notFound;
  return {
    status,
    body: {
      id: removedLinkId ?? issue.link_id,
      relative_position: issue.relative_position,
      epic: await epicApiEntity(ctx.db, ctx.viewer, epic.id, ctx.baseUrl),
      issue: await issueEntity(ctx.db, ctx.viewer, issueId, ctx.baseUrl),
    },
  };
}

async function postIssue(ctx: RestContext): Promise<RestAnswer> {
  const fields = Fields.of(ctx);
  const input = {
    project: pathOrId(ctx.params['id'] ?? ''),
    type: issueType(fields),
    parentId: fields.nullableInteger('epic_id'),
    fields: issueFields(fields),
  };
  const outcome = await createItem(ctx.db, ctx.viewer, input, ctx.now);
  if (!outcome.ok) return refusedAnswer(outcome);
  const body = await issueEntity(ctx.db, ctx.viewer, outcome.value.id, ctx.baseUrl);
  return body === undefined ? notFound : { status: 201, body };
}

const issueTypes = ['issue', 'incident', 'test_case', 'task'] as const;

function issueType(fields: Fields): (typeof issueTypes)[number] {
  const text = fields.text('issue_type') ?? 'issue';
  return issueTypes.find((type) => type === text) ?? fields.refuse('issue_type');
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
  { method: 'POST', pattern: 'projects/:id/issues', handle: write('api issue', postIssue) },
];
