import { groupPermissions, projectPermissions } from '@espalier/core/access';
import type { SearchText } from './search.ts';
import { textColorFor } from '@espalier/core/work-item/rules';
import type { Order } from './connection.ts';
import { connection, whole } from './connection.ts';
import type { Args, Node } from './execute.ts';
import { EpicIssueNode, EpicNode } from './graph-items.ts';
import {
  epicMatches,
  iterationsOf,
  labelled,
  membersOf,
  milestonesOf,
  projectMembersOf,
  searched,
} from './graph-roadmap.ts';
import { epicPath } from '../../server/work-item/addresses.ts';
import { BASE_URL, gid } from './addresses.ts';
import type { Awardable } from '../../server/command/award-store.ts';
import type { Rights } from '../../server/store/memory/rights.ts';
import { matches } from './search.ts';
import type { AwardRow, GroupRow, ItemRow, LabelRow, LinkRow, ProjectRow } from '../../server/store/memory/rows.ts';

/** The graph as one viewer sees it: epics, issues under epics, groups, projects. Everything is looked up when it is asked for. */

export const labelNode = ({ id, title, color }: LabelRow): Node => ({
  id: gid('GroupLabel', id),
  title,
  color,
  textColor: textColorFor(color),
  description: null,
});

const byPosition: Order<LinkRow> = {
  name: 'relative_position',
  keys: [{ of: ({ position }) => position }, { of: ({ id }) => id }],
};
const byPath: Order<GroupRow> = {
  name: 'full_path',
  keys: [{ of: ({ fullPath }) => fullPath.toLowerCase() }, { of: ({ id }) => id }],
};
const newestProject: Order<ProjectRow> = { name: 'id', keys: [{ of: ({ id }) => id, descending: true }] };

export class Graph {
  readonly rights: Rights;

  constructor(rights: Rights) {
    this.rights = rights;
  }

  get world() {
    return this.rights.world;
  }

  #picture(kind: 'group' | 'project', id: number): string | null {
    const picture = this.world.pictures.get(`${kind} ${id}`);
    return picture === undefined ? null : `${BASE_URL}/uploads/-/system/${kind}/avatar/${id}/${picture.file}`;
  }

  person(id: number): Node {
    const { username, name } = this.world.user(id);
    return {
      __typename: 'UserCore',
      id: gid('User', id),
      name,
      username,
      avatarUrl: null,
      webUrl: `${BASE_URL}/${username}`,
    };
  }

  labels({ labelIds }: ItemRow) {
    const labels = labelIds.flatMap((id) => this.world.labels.get(id) ?? []);
    labels.sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id));
    return whole(labels.map(labelNode));
  }

  milestone({ milestoneId }: ItemRow): Node | null {
    const row = milestoneId === null ? undefined : this.world.milestones.get(milestoneId);
    if (row === undefined) return null;
    const { id, iid, groupId, title, startDate, dueDate } = row;
    const webPath = `/groups/${this.world.group(groupId ?? 0).fullPath}/-/milestones/${iid}`;
    return { id: gid('Milestone', id), title, startDate, dueDate, webPath };
  }

  /** The viewer's own, the newest first; `state`: `pending` or `done`, nothing for both. */
  todos({ id: itemId }: ItemRow, state: unknown): Node[] {
    return [...this.world.todos.values()]
      .filter((row) => row.itemId === itemId && row.userId === this.rights.viewer.userId)
      .filter((row) => state === undefined || state === null || row.state === state)
      .reverse()
      .map(({ id, state: now, createdAt }) => ({ id: gid('Todo', id), state: now, createdAt }));
  }

  /** Reactions, the oldest first. */
  awards(on: Awardable, args: Args) {
    const given = [...this.world.awards.values()].filter(
      ({ itemId, noteId }) => itemId === on.itemId && noteId === on.noteId,
    );
    const node = ({ name, userId }: AwardRow): Node => ({ name, user: this.person(userId) });
    return connection(given, { name: 'id', keys: [{ of: (row) => row.id }] }, args, node, this.world.pageMax);
  }

  assignees({ assigneeIds }: ItemRow, args: Args = {}) {
    const placed = assigneeIds.map((id, place) => ({ id, place }));
    return connection(placed, { name: 'place', keys: [{ of: ({ place }) => place }] }, args, ({ id }) =>
      this.person(id),
    );
  }

  epic(item: ItemRow): EpicNode {
    return new EpicNode(this, item);
  }

  epicIssue(item: ItemRow, as: 'EpicIssue' | 'Issue' = 'EpicIssue'): EpicIssueNode {
    return new EpicIssueNode(this, item, as);
  }

  /** Child epics, as their links give them, or in an order that is asked for. */
  childEpics(links: readonly LinkRow[], args: Args) {
    const { world } = this;
    const epics = links.filter(({ childId }) => this.#matches(world.item(childId), args));
    if (typeof args['sort'] !== 'string') {
      return connection(epics, byPosition, args, ({ childId }) => this.epic(world.item(childId)), world.pageMax);
    }
    const rows = epics.map(({ childId }) => world.item(childId));
    return connection(rows, this.#itemOrder(args['sort'].toUpperCase()), args, (row) => this.epic(row), world.pageMax);
  }

  childIssues(links: readonly LinkRow[], args: Args) {
    const { world } = this;
    return connection(links, byPosition, args, ({ childId }) => this.epicIssue(world.item(childId)), world.pageMax);
  }

  /** From the root down, without those that are hidden. */
  ancestors(item: ItemRow): readonly ItemRow[] {
    const above: ItemRow[] = [];
    for (let at = this.world.parentOf(item.id); at !== null; at = this.world.parentOf(at.id)) above.unshift(at);
    return above.filter(({ type, id }) => type === 'epic' && this.rights.see(id) !== null);
  }

  /** A child epic is released with the right to relate, an issue with the right to administer the parent. */
  relationPath(item: ItemRow, link: LinkRow | undefined): string | null {
    const parent = this.rights.see(link?.parentId);
    if (parent?.type !== 'epic' || link === undefined) return null;
    if (!this.rights.may(item.type === 'epic' ? 'adminEpicRelation' : 'adminEpic', parent)) return null;
    const base = epicPath(this.world.group(parent.groupId).fullPath, parent.iid);
    return item.type === 'epic' ? `${base}/links/${item.id}` : `${base}/issues/${link.id}`;
  }

  defaultProject(group: GroupRow): Node | null {
    const own = (project: ProjectRow): number => (project.groupId === group.id ? 0 : 1);
    const [project] = [...this.world.projects.values()]
      .filter(({ groupId }) => this.world.group(groupId).traversalIds.includes(group.id))
      .filter((row) => this.rights.mayInProject('createIssue', row))
      .sort((a, b) => own(a) - own(b) || a.id - b.id);
    return project === undefined ? null : this.project(project);
  }

  group(group: GroupRow): Node {
    const { rights, world } = this;
    const { id, name, fullName, fullPath, description, visibility, traversalIds, parentId } = group;
    return {
      __typename: 'Group',
      id: gid('Group', id),
      name,
      fullName,
      fullPath,
      description,
      visibility,
      webUrl: `${BASE_URL}/groups/${fullPath}`,
      avatarUrl: this.#picture('group', id),
      parent: () => {
        const parent = parentId === null ? null : rights.seeGroup(parentId);
        return parent === null ? null : this.group(parent);
      },
      userPermissions: groupPermissions(rights.groupSubject(group)),
      epic: ({ iid }: Args) => {
        const epic = /^[1-9]\d*$/.test(String(iid)) ? rights.seeEpic(fullPath, Number(iid)) : null;
        return epic === null ? null : this.epic(epic);
      },
      epics: (args: Args) => {
        const below = (row: ItemRow): boolean =>
          (args['includeDescendantGroups'] === false
            ? row.groupId === id
            : world.group(row.groupId).traversalIds.includes(id)) ||
          (args['includeAncestorGroups'] === true && traversalIds.includes(row.groupId));
        return this.#itemList(
          [...world.items.values()].filter((row) => row.type === 'epic' && below(row)),
          args,
          (row) => this.epic(row),
        );
      },
      issues: (args: Args) => {
        const inside = (row: ItemRow): boolean =>
          args['includeSubgroups'] === true ? world.group(row.groupId).traversalIds.includes(id) : row.groupId === id;
        return this.#issueList(inside, args);
      },
      milestones: (args: Args) => milestonesOf(rights, group, args),
      groupMembers: (args: Args) => membersOf(rights, group, args, (userId) => this.person(userId)),
      labels: (args: Args) =>
        whole(
          this.#labelsAround(group, args)
            .filter(({ title }) => matches(args['searchTerm'], title))
            .map(labelNode),
        ),
      descendantGroups: (args: Args) => {
        const groups = [...world.groups.values()].filter((row) =>
          args['includeParentDescendants'] === false
            ? row.parentId === id
            : row.traversalIds.includes(id) && row.id !== id,
        );
        return this.groups(groups, args);
      },
      projects: (args: Args) => {
        const inside = [...world.projects.values()].filter((row) =>
          args['includeSubgroups'] === true ? world.group(row.groupId).traversalIds.includes(id) : row.groupId === id,
        );
        return this.projects(inside, args);
      },
      traversalIds,
    };
  }

  /** A group's own labels, with those of the groups above and below it where they are asked for. */
  #labelsAround(group: GroupRow, { includeAncestorGroups, includeDescendantGroups }: Args): LabelRow[] {
    return [...this.world.labels.values()].filter((row) => {
      if (row.projectId !== null) return false;
      const owner = row.groupId === null ? group : this.world.group(row.groupId);
      if (owner.id === group.id) return true;
      if (group.traversalIds.includes(owner.id)) return includeAncestorGroups === true;
      const isBelow = owner.traversalIds.includes(group.id) && this.rights.readsGroup(owner);
      return isBelow && includeDescendantGroups === true;
    });
  }

  groups(rows: readonly GroupRow[], args: Args) {
    const found = rows
      .filter(this.rights.readsGroup)
      .filter(({ name, fullPath }) => matches(args['search'], name, fullPath));
    return connection(found, byPath, args, (row) => this.group(row));
  }

  projects(rows: readonly ProjectRow[], args: Args) {
    const texts = (row: ProjectRow): SearchText[] => [row.name, row.fullPath, this.world.group(row.groupId).fullName];
    const found = rows.filter(this.rights.readsProject).filter((row) => matches(args['search'], ...texts(row)));
    return connection(found, newestProject, args, (row) => this.project(row));
  }

  project(project: ProjectRow): Node {
    const { id, name, fullPath, visibility, groupId } = project;
    return {
      __typename: 'Project',
      id: gid('Project', id),
      name,
      nameWithNamespace: `${this.world.group(groupId).fullName} / ${name}`,
      fullPath,
      visibility,
      webUrl: `${BASE_URL}/${fullPath}`,
      avatarUrl: this.#picture('project', id),
      userPermissions: projectPermissions(this.rights.projectSubject(project)),
      group: () => {
        const group = this.rights.seeGroup(groupId);
        return group === null ? null : this.group(group);
      },
      labels: (args: Args) => {
        const around = this.#labelsAround(this.world.group(groupId), { includeAncestorGroups: true });
        const own = [...this.world.labels.values()].filter((row) => row.projectId === id);
        return whole([...own, ...around].filter(({ title }) => matches(args['searchTerm'], title)).map(labelNode));
      },
      /** The model has none of projects alone. */
      milestones: (args: Args) => milestonesOf(this.rights, this.world.group(groupId), args),
      projectMembers: (args: Args) => projectMembersOf(this.rights, project, args, (userId) => this.person(userId)),
      iterations: (args: Args) => iterationsOf(this.rights, this.world.group(groupId), args),
      issues: (args: Args) => this.#issueList((row) => row.projectId === id, args),
    };
  }

  #issueList(inside: (row: ItemRow) => boolean, args: Args) {
    const rows = [...this.world.items.values()].filter((row) => row.projectId !== null && inside(row));
    return this.#itemList(rows, args, (row) => this.epicIssue(row, 'Issue'));
  }

  #itemList(rows: readonly ItemRow[], args: Args, node: (row: ItemRow) => Node) {
    const { sort = 'CREATED_AT_DESC' } = args;
    const found = rows.filter((row) => this.#matches(row, args));
    return connection(found, this.#itemOrder(String(sort).toUpperCase()), args, node, this.world.pageMax);
  }

  /** What every list of items is filtered by; epics have more. */
  #matches(row: ItemRow, args: Args): boolean {
    const { state, labelName, search } = args;
    return (
      this.rights.reads(row) &&
      ((state !== 'opened' && state !== 'closed') || row.state === state) &&
      labelled(this.world, row, labelName) &&
      matches(search, ...searched(row, args)) &&
      (row.type !== 'epic' || epicMatches(this.rights, row, args))
    );
  }

  /** Epics and issues name their orders differently. What has no date comes last in both directions, ties by id descending. */
  #itemOrder(sort: string): Order<ItemRow> {
    const descending = sort.endsWith('_DESC');
    const keys: Readonly<Record<string, (row: ItemRow) => string | null>> = {
      CREATED_AT: ({ createdAt }) => createdAt,
      UPDATED_AT: ({ updatedAt }) => updatedAt,
      UPDATED: ({ updatedAt }) => updatedAt,
      DUE_DATE: ({ dueDate }) => dueDate,
      START_DATE: (row) => this.world.datesOf(row).start,
      END_DATE: (row) => this.world.datesOf(row).due,
      TITLE: ({ title }) => title.toLowerCase(),
    };
    const of = keys[sort.replace(/_(ASC|DESC)$/, '')] ?? (({ createdAt }: ItemRow) => createdAt);
    return {
      name: sort,
      keys: [
        { of, descending },
        { of: ({ id }) => id, descending: true },
      ],
    };
  }
}
