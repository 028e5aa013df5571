import { epicPermissions } from '../../access/index.ts';
import { textColorFor } from '../../work-item/rules.ts';
import { datesOf, milestoneTitle } from './dates.ts';
import { BASE_URL, epicPath, issuePath } from './addresses.ts';
import { blockersOf } from './links.ts';
import { referenceFrom, referenceOf } from './tree.ts';
import type { Rights } from './rights.ts';
import { todoMeta } from './sidebar.ts';
import type { GroupRow, ItemRow, ProjectRow, UserRow, World } from './world.ts';

/** The JSON of entities as GitLab's REST routes give it. */

const newestLinkFirst = (world: World, epic: ItemRow): ItemRow[] =>
  world
    .linksUnder(epic.id)
    .toSorted((a, b) =>
      a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : a.position - b.position || b.id - a.id,
    )
    .map(({ childId }) => world.item(childId));

export function childEpics(rights: Rights, epic: ItemRow): unknown[] {
  const { world } = rights;
  const here = epicPath(world.group(epic.groupId).fullPath, epic.iid);
  const related = rights.may('adminEpicRelation', epic);
  return newestLinkFirst(world, epic)
    .filter((child) => child.type === 'epic' && rights.reads(child))
    .map((child) => {
      const children = world.childrenOf(child.id);
      const { fullPath } = world.group(child.groupId);
      return {
        id: child.id,
        iid: child.iid,
        title: child.title,
        state: child.state,
        created_at: child.createdAt,
        closed_at: child.closedAt,
        has_children: children.some(({ type }) => type === 'epic'),
        has_issues: children.some(({ type }) => type !== 'epic'),
        reference: referenceFrom(world, epic, child),
        path: epicPath(fullPath, child.iid),
        relation_path: related ? `${here}/links/${child.id}` : null,
        full_path: fullPath,
        can_admin: rights.may('adminEpic', epic),
      };
    });
}

export function childIssues(rights: Rights, epic: ItemRow): unknown[] {
  const { world } = rights;
  const here = epicPath(world.group(epic.groupId).fullPath, epic.iid);
  const admin = rights.may('adminEpic', epic);
  return newestLinkFirst(world, epic)
    .filter((child) => child.type !== 'epic' && rights.reads(child))
    .map((child) => {
      const linkId = world.links.get(child.id)?.id;
      const milestone = child.milestoneId === null ? undefined : world.milestones.get(child.milestoneId);
      return {
        id: child.id,
        iid: child.iid,
        type: child.type,
        title: child.title,
        state: child.state,
        confidential: child.confidential,
        weight: child.weight,
        due_date: child.dueDate,
        created_at: child.createdAt,
        closed_at: child.closedAt,
        epic_issue_id: linkId,
        milestone:
          milestone === undefined
            ? null
            : {
                id: milestone.id,
                title: milestone.title,
                start_date: milestone.startDate,
                due_date: milestone.dueDate,
              },
        assignees: child.assigneeIds.map((id) => person(world, id)),
        blocked: blockersOf(rights, child.id).length > 0,
        reference: referenceOf(world, child),
        path: issuePath(world.project(child.projectId ?? 0).fullPath, child),
        relation_path: admin ? `${here}/issues/${linkId}` : null,
      };
    });
}

function person(world: World, id: number) {
  const { username, name } = world.user(id);
  return { id, username, name, avatar_url: null, web_url: `${BASE_URL}/${username}` };
}

function dateParts(world: World, epic: ItemRow) {
  const dates = datesOf(world, epic);
  return {
    start_date: dates.start,
    start_date_is_fixed: epic.startIsFixed,
    start_date_fixed: epic.startDate,
    start_date_from_milestones: dates.inheritedStart.date,
    due_date: dates.due,
    due_date_is_fixed: epic.dueIsFixed,
    due_date_fixed: epic.dueDate,
    due_date_from_milestones: dates.inheritedDue.date,
  };
}

/** The page names the milestone or child epic that a date comes from, an epic to those who may see it (EP-07.41). */
function sourceTitles(rights: Rights, epic: ItemRow) {
  const { world } = rights;
  const { inheritedStart, inheritedDue } = datesOf(world, epic);
  const title = (date: typeof inheritedStart): string | null =>
    date.source?.kind === 'epic' ? (rights.see(date.source.id)?.title ?? null) : milestoneTitle(world, date);
  return {
    start_date_sourcing_milestone_title: title(inheritedStart),
    due_date_sourcing_milestone_title: title(inheritedDue),
  };
}

const labelsOf = (world: World, epic: ItemRow) =>
  epic.labelIds
    .flatMap((id) => world.labels.get(id) ?? [])
    .map((label) => ({ ...label, text_color: textColorFor(label.color), description: null }));

/** The answer of a change through the epic's page. */
export function epicJson(rights: Rights, id: number) {
  const { world } = rights;
  const epic = world.item(id);
  const group = world.group(epic.groupId);
  const may = epicPermissions(rights.itemSubject(epic));
  return {
    id: epic.id,
    iid: epic.iid,
    author_id: epic.authorId,
    title: epic.title,
    description: epic.description ?? '',
    group_id: group.id,
    group_name: group.name,
    group_full_name: group.fullName,
    group_full_path: group.fullPath,
    ...dateParts(world, epic),
    end_date: datesOf(world, epic).due,
    state: epic.state,
    lock_version: epic.lockVersion,
    confidential: epic.confidential,
    created_at: epic.createdAt,
    updated_at: epic.updatedAt,
    closed_at: epic.closedAt,
    web_url: `${BASE_URL}${epicPath(group.fullPath, epic.iid)}`,
    labels: labelsOf(world, epic),
    current_user: {
      can_create_note: may.createNote,
      can_create_confidential_note: may.adminEpic,
      can_update: may.updateEpic,
    },
  };
}

export function epicApiJson(rights: Rights, id: number) {
  const { world } = rights;
  const epic = world.item(id);
  const parent = rights.see(world.links.get(id)?.parentId);
  const group = world.group(epic.groupId);
  const url = `${BASE_URL}${epicPath(group.fullPath, epic.iid)}`;
  return {
    id: epic.id,
    iid: epic.iid,
    group_id: group.id,
    parent_id: parent?.id ?? null,
    parent_iid: parent?.iid ?? null,
    title: epic.title,
    description: epic.description,
    state: epic.state,
    confidential: epic.confidential,
    web_url: url,
    url,
    reference: `&${epic.iid}`,
    ...dateParts(world, epic),
    created_at: epic.createdAt,
    updated_at: epic.updatedAt,
    closed_at: epic.closedAt,
  };
}

export function issueJson(rights: Rights, id: number) {
  const { world } = rights;
  const item = world.item(id);
  const project = world.project(item.projectId ?? 0);
  const parent = rights.see(world.links.get(id)?.parentId);
  const epic = parent?.type === 'epic' ? parent : null;
  const path = issuePath(project.fullPath, item);
  const reference = referenceOf(world, item);
  return {
    id,
    iid: item.iid,
    project_id: project.id,
    title: item.title,
    description: item.description,
    state: item.state,
    type: item.type.toUpperCase(),
    confidential: item.confidential,
    weight: item.weight,
    reference,
    path,
    web_url: `${BASE_URL}${path}`,
    author: { ...person(world, item.authorId), state: 'active' },
    epic_iid: epic?.iid ?? null,
    epic_issue_id: epic === null ? null : (world.links.get(id)?.id ?? null),
    epic:
      epic === null
        ? null
        : {
            id: epic.id,
            iid: epic.iid,
            title: epic.title,
            group_id: epic.groupId,
            url: epicPath(world.group(epic.groupId).fullPath, epic.iid),
          },
  };
}

export function pageMeta(rights: Rights, epic: ItemRow, endpoint: string) {
  const { world } = rights;
  const author = world.user(epic.authorId);
  return {
    epic_id: epic.id,
    epic_iid: epic.iid,
    created: epic.createdAt,
    author: { name: author.name, username: `@${author.username}`, url: `${BASE_URL}/${author.username}`, src: null },
    ...todoMeta(rights, epic),
    todo_path: `${endpoint}/todos`,
    lock_version: epic.lockVersion,
    state: epic.state,
    scoped_labels: true,
    namespace: world.group(epic.groupId).fullPath,
    labels: labelsOf(world, epic),
    toggle_subscription_path: `${endpoint}/toggle_subscription`,
    epics_web_url: endpoint.replace(/\/\d+$/, ''),
    new_epic_web_url: endpoint.replace(/\d+$/, 'new'),
    ...dateParts(world, epic),
    ...sourceTitles(rights, epic),
  };
}

export const groupJson = ({ id, name, fullName, fullPath, parentId, visibility }: GroupRow) => ({
  id,
  name,
  full_name: fullName,
  full_path: fullPath,
  parent_id: parentId,
  visibility,
  web_url: `${BASE_URL}/groups/${fullPath}`,
});

export const projectJson = (world: World, { id, name, fullPath, groupId, visibility }: ProjectRow) => ({
  id,
  name,
  name_with_namespace: `${world.group(groupId).fullName} / ${name}`,
  path_with_namespace: fullPath,
  visibility,
  web_url: `${BASE_URL}/${fullPath}`,
});

export function completionJson(world: World, owner: GroupRow, item: ItemRow) {
  const { id, iid, title, confidential, state } = item;
  const reference = item.type === 'epic' && item.groupId === owner.id ? `&${iid}` : referenceOf(world, item);
  return { id, iid, title, reference, confidential, state };
}

export const memberJson = ({ id, username, name }: UserRow, level: number) => ({
  id,
  username,
  name,
  state: 'active',
  avatar_url: null,
  web_url: `${BASE_URL}/${username}`,
  access_level: level,
});
