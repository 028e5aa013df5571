import type { PageFacts, SourceFacts } from '../../server/rest/json/epic-page.ts';
import type { ChangedIssueFacts, ChangesFacts, EditedFacts, Rendered } from '../../server/rest/json/page-changes.ts';
import type { EpicFacts, IssueFacts, ParentFacts } from '../../server/rest/json/items.ts';
import type {
  GroupFacts,
  LabelFacts,
  MemberFacts,
  MilestoneFacts,
  MilestoneRowFacts,
  PersonFacts,
  ProjectFacts,
} from '../../server/rest/json/places.ts';
import type { ChildEpicFacts, ChildIssueFacts, LinkedFacts, MergeRequestFacts } from '../../server/rest/json/rows.ts';
import { nameOf } from '../../server/store/memory/items.ts';
import { isSubscribed, pendingTodo } from '../../server/store/memory/personal.ts';
import type { Rights } from '../../server/store/memory/rights.ts';
import type {
  EpicDates,
  GroupRow,
  ItemRow,
  MergeRequestRow,
  MilestoneRow,
  ProjectRow,
  RelationRow,
} from '../../server/store/memory/rows.ts';
import type { World } from '../../server/store/memory/world.ts';
import { epicPath } from '../../server/work-item/addresses.ts';
import { BASE_URL, tasksIn, textHtml, titleHtml } from './addresses.ts';

/** What the server's builders of REST's JSON ask, from the plan in memory. What rows in memory do not keep is the same for all of them. */

const SINCE = '2026-01-01T00:00:00.000Z';

export const personFacts = (world: World, id: number): PersonFacts => {
  const { username, name, state } = world.user(id);
  return { id, username, name, state, avatar_url: null };
};

export const memberFacts = (world: World, id: number, level: number): MemberFacts => ({
  ...personFacts(world, id),
  access_level: level,
  member_since: SINCE,
  expires_at: null,
  created_by: null,
});

const labelFacts = (world: World, { labelIds }: ItemRow): LabelFacts[] =>
  labelIds
    .flatMap((id) => world.labels.get(id) ?? [])
    .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id))
    .map(({ id, title, color }) => ({ id, title, color, description: null }));

const milestoneRowFacts = ({ id, iid, title, startDate, dueDate }: MilestoneRow): MilestoneRowFacts => ({
  id,
  iid,
  title,
  start_date: startDate,
  due_date: dueDate,
});

const milestoneFacts = (world: World, row: MilestoneRow): MilestoneFacts => ({
  ...milestoneRowFacts(row),
  group_id: row.groupId,
  project_id: row.projectId,
  description: row.description,
  state: row.state,
  created_at: SINCE,
  updated_at: SINCE,
  owner_page: row.groupId === null ? null : `/groups/${world.group(row.groupId).fullPath}`,
});

const milestoneOf = (world: World, { milestoneId }: ItemRow): MilestoneRow | undefined =>
  milestoneId === null ? undefined : world.milestones.get(milestoneId);

const nameIn = (fullPath: string): string => fullPath.slice(fullPath.lastIndexOf('/') + 1);

export const groupFacts = (group: GroupRow): GroupFacts => ({
  ...groupOf(group),
  description: group.description,
  visibility: group.visibility,
  marked_for_deletion_on: null,
  created_at: SINCE,
});

export const projectFacts = (
  world: World,
  { id, name, fullPath, groupId, visibility, archived }: ProjectRow,
): ProjectFacts => ({
  id,
  name,
  path: nameIn(fullPath),
  full_path: fullPath,
  description: null,
  avatar_url: null,
  visibility,
  issues_enabled: true,
  archived,
  marked_for_deletion_on: null,
  created_at: SINCE,
  last_activity_at: SINCE,
  group: groupOf(world.group(groupId)),
});

const groupOf = ({ id, name, fullPath, fullName, parentId }: GroupRow): ProjectFacts['group'] => ({
  id,
  name,
  path: nameIn(fullPath),
  full_path: fullPath,
  full_name: fullName,
  parent_id: parentId,
  avatar_url: null,
});

function parentFacts(rights: Rights, id: number): ParentFacts | null {
  const link = rights.world.links.get(id);
  const parent = rights.see(link?.parentId);
  if (link === undefined || parent?.type !== 'epic') return null;
  const { iid, title, groupId } = parent;
  const group_path = rights.world.group(groupId).fullPath;
  return { id: parent.id, iid, title, group_id: groupId, group_path, link_id: link.id };
}

const rowFacts = (world: World, item: ItemRow) => ({
  ...nameOf(world, item),
  title: item.title,
  state: item.state,
  confidential: item.confidential,
  created_at: item.createdAt,
  closed_at: item.closedAt,
});

function dateFacts(world: World, item: ItemRow) {
  const { start, due } = world.datesOf(item);
  return { start_date: start, due_date: due };
}

const itemFacts = (rights: Rights, item: ItemRow) => ({
  ...rowFacts(rights.world, item),
  group_id: item.groupId,
  description: item.description,
  updated_at: item.updatedAt,
  author: personFacts(rights.world, item.authorId),
  labels: labelFacts(rights.world, item),
  upvotes: 0,
  downvotes: 0,
  parent: parentFacts(rights, item.id),
});

export function epicFacts(rights: Rights, id: number): EpicFacts & { readonly subscribed: boolean } {
  const { world, viewer } = rights;
  const epic = world.item(id);
  const { inheritedStart, inheritedDue } = world.datesOf(epic);
  return {
    ...itemFacts(rights, epic),
    color: epic.color,
    ...dateFacts(world, epic),
    start_date_is_fixed: epic.startIsFixed,
    start_date_fixed: epic.startDate,
    inherited_start: inheritedStart.date,
    due_date_is_fixed: epic.dueIsFixed,
    due_date_fixed: epic.dueDate,
    inherited_due: inheritedDue.date,
    subscribed: isSubscribed(world, viewer, epic),
  };
}

export function issueFacts(rights: Rights, id: number): IssueFacts {
  const { world } = rights;
  const item = world.item(id);
  const milestone = milestoneOf(world, item);
  const tasks = tasksIn(item.description);
  return {
    ...itemFacts(rights, item),
    project_id: item.projectId ?? 0,
    project_path: world.project(item.projectId ?? 0).fullPath,
    milestone: milestone === undefined ? null : milestoneFacts(world, milestone),
    assignees: item.assigneeIds.map((each) => personFacts(world, each)),
    weight: item.weight,
    health_status: item.healthStatus,
    due_date: item.dueDate,
    tasks: { count: tasks.count, completed_count: tasks.completed },
    user_notes_count: 0,
    time_estimate: 0,
    total_time_spent: 0,
    discussion_locked: item.isLocked,
    closed_by: null,
    iteration: null,
    subscribed: isSubscribed(world, rights.viewer, item),
    moved_to_id: item.movedToId,
    merge_requests_count: 0,
    blocking_issues_count: 0,
  };
}

/** The milestone, or the child epic to those who may see it, that a date comes from (EP-07.41). */
function sourceFacts(rights: Rights, { source }: EpicDates['inheritedStart']): SourceFacts | null {
  if (source?.kind === 'milestone') {
    const milestone = rights.world.milestones.get(source.id);
    return milestone === undefined ? null : milestoneRowFacts(milestone);
  }
  const epic = rights.see(source?.id);
  return epic === null ? null : { title: epic.title, ...dateFacts(rights.world, epic) };
}

function ancestorFacts(rights: Rights, id: number): unknown[] {
  const { world } = rights;
  const above: unknown[] = [];
  for (let at = world.parentOf(id); at !== null; at = world.parentOf(at.id)) {
    const { iid, title, state, groupId } = at;
    const url = epicPath(world.group(groupId).fullPath, iid);
    above.unshift(rights.see(at.id) === null ? { hidden: true } : { id: at.id, iid, title, url, state, hidden: false });
  }
  return above;
}

export function pageFacts(rights: Rights, id: number): PageFacts {
  const { world, viewer } = rights;
  const epic = world.item(id);
  const group = world.group(epic.groupId);
  const { inheritedStart, inheritedDue } = world.datesOf(epic);
  return {
    ...epicFacts(rights, id),
    author_id: epic.authorId,
    lock_version: epic.lockVersion,
    ...editedFacts(world, epic),
    group_name: group.name,
    group_full_name: group.fullName,
    start_source: sourceFacts(rights, inheritedStart),
    due_source: sourceFacts(rights, inheritedDue),
    ancestors: ancestorFacts(rights, id),
    todo_id: pendingTodo(world, viewer.userId, id)?.id ?? null,
  };
}

export const rendered = ({ title, description }: ItemRow): Rendered => ({
  title: titleHtml(title),
  description: textHtml(description),
  taskStatus: '',
  taskCounts: { count: 0, completed_count: 0 },
});

export const changedIssueFacts = (rights: Rights, id: number): ChangedIssueFacts => ({
  ...issueFacts(rights, id),
  lock_version: rights.world.item(id).lockVersion,
});

const editedFacts = (world: World, item: ItemRow): EditedFacts => ({
  edited_at: item.editedAt,
  editor: item.editedBy === null ? null : world.user(item.editedBy),
});

export const changesFacts = (world: World, item: ItemRow): ChangesFacts => ({
  title: item.title,
  description: item.description,
  lock_version: item.lockVersion,
  ...editedFacts(world, item),
});

export function childEpicFacts(world: World, epic: ItemRow): ChildEpicFacts {
  const { childEpics, childIssues } = world.rollupOf(epic.id);
  return { ...rowFacts(world, epic), has_children: childEpics > 0, has_issues: childIssues > 0 };
}

function workFacts(world: World, item: ItemRow) {
  const milestone = milestoneOf(world, item);
  return {
    ...rowFacts(world, item),
    weight: item.weight,
    milestone: milestone === undefined ? null : milestoneRowFacts(milestone),
    assignees: item.assigneeIds.map((id) => personFacts(world, id)),
  };
}

/** The open items that block this one, as far as the viewer sees them. */
export function blockersOf(rights: Rights, id: number): ItemRow[] {
  return rights.world
    .relationsOf(id)
    .flatMap(({ type, sourceId, targetId }) =>
      type === 'blocks' && targetId === id ? (rights.see(sourceId) ?? []) : [],
    )
    .filter(({ state }) => state === 'opened')
    .sort((one, other) => one.id - other.id);
}

export const childIssueFacts = (rights: Rights, item: ItemRow): ChildIssueFacts => ({
  ...workFacts(rights.world, item),
  project_path: rights.world.project(item.projectId ?? 0).fullPath,
  due_date: item.dueDate,
  epic_issue_id: rights.world.links.get(item.id)?.id ?? 0,
  blocked: blockersOf(rights, item.id).length > 0,
});

export const linkedFacts = (world: World, item: ItemRow, relation: RelationRow): LinkedFacts => ({
  ...workFacts(world, item),
  ...dateFacts(world, item),
  health_status: item.healthStatus,
  archived: item.projectId === null ? null : world.project(item.projectId).archived,
  link_id: relation.id,
  link_kind: relation.type,
  source_id: relation.sourceId,
  target_id: relation.targetId,
});

export function mergeRequestFacts(world: World, row: MergeRequestRow): MergeRequestFacts {
  const { fullPath } = world.project(row.projectId);
  return {
    id: row.id,
    iid: row.iid,
    project_id: row.projectId,
    project_path: fullPath,
    title: row.title,
    state: row.state,
    created_at: row.createdAt,
    merged_at: row.mergedAt,
    closed_at: row.closedAt,
    web_url: `${BASE_URL}/${fullPath}/-/merge_requests/${row.iid}`,
    milestone: null,
    author: null,
    pipeline_status: row.pipeline,
  };
}
