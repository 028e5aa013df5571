import type { Ability, AccessSubject } from '../../access/index.ts';
import { can, canReadOwner } from '../../access/index.ts';
import type { GroupRow, ItemRow, ProjectRow, UserRow, World } from './world.ts';

type ItemSubject = AccessSubject & { readonly item: NonNullable<AccessSubject['item']> };

/**
 * Who asks, and what core/access says to it. Of one request: memberships do not change in the middle of one, and rows are replaced when they change, so
 * that what was found for a row is kept with it.
 */
export class Rights {
  readonly world: World;
  readonly viewer: UserRow | null;
  readonly #levels = new Map<GroupRow | ProjectRow, number | null>();
  readonly #subjects = new Map<ItemRow, ItemSubject>();
  readonly #read = new Map<ItemRow, boolean>();

  constructor(world: World, viewer: UserRow | null) {
    this.world = world;
    this.viewer = viewer;
  }

  /** Of an owner: a group with those above it, and a project. */
  #level(owner: GroupRow | ProjectRow, traversalIds: readonly number[], projectId: number | null): number | null {
    const known = this.#levels.get(owner);
    if (known !== undefined) return known;
    let level: number | null = null;
    for (const { userId, groupId, projectId: member, level: given } of this.world.members.values()) {
      if (userId !== this.viewer?.id) continue;
      const counts = groupId !== null ? traversalIds.includes(groupId) : member === projectId;
      if (counts && (level === null || given > level)) level = given;
    }
    this.#levels.set(owner, level);
    return level;
  }

  groupSubject(group: GroupRow): AccessSubject {
    const { traversalIds, visibility } = group;
    return { viewer: this.viewer, accessLevel: this.#level(group, traversalIds, null), visibility };
  }

  projectSubject(project: ProjectRow): AccessSubject {
    const { id, groupId, visibility } = project;
    const { traversalIds } = this.world.group(groupId);
    return { viewer: this.viewer, accessLevel: this.#level(project, traversalIds, id), visibility };
  }

  itemSubject(item: ItemRow): ItemSubject {
    const known = this.#subjects.get(item);
    if (known !== undefined) return known;
    const { projectId, groupId, confidential, authorId, assigneeIds } = item;
    const owner =
      projectId === null
        ? this.groupSubject(this.world.group(groupId))
        : this.projectSubject(this.world.project(projectId));
    const kind = projectId === null ? 'epic' : 'issue';
    const subject: ItemSubject = { ...owner, item: { kind, confidential, authorId, assigneeIds } };
    this.#subjects.set(item, subject);
    return subject;
  }

  readsGroup = (group: GroupRow): boolean => canReadOwner(this.groupSubject(group));
  readsProject = (project: ProjectRow): boolean => canReadOwner(this.projectSubject(project));
  reads = (item: ItemRow): boolean => {
    let reads = this.#read.get(item);
    if (reads === undefined) {
      reads = this.may(item.projectId === null ? 'readEpic' : 'readIssue', item);
      this.#read.set(item, reads);
    }
    return reads;
  };
  may = (ability: Ability, item: ItemRow): boolean => can(ability, this.itemSubject(item));
  mayRelate = (item: ItemRow): boolean =>
    this.may(item.type === 'epic' ? 'adminEpicRelation' : 'adminIssueRelation', item);
  mayInGroup = (ability: Ability, group: GroupRow): boolean => can(ability, this.groupSubject(group));
  mayInProject = (ability: Ability, project: ProjectRow): boolean => can(ability, this.projectSubject(project));

  /** The item, if it is there and can be seen. */
  see(id: number | null | undefined): ItemRow | null {
    const item = id === null || id === undefined ? undefined : this.world.items.get(id);
    return item !== undefined && this.reads(item) ? item : null;
  }

  seeGroup(path: string | number): GroupRow | null {
    const wanted = String(path).toLowerCase();
    const group = [...this.world.groups.values()].find(
      (row) => row.id === path || row.fullPath.toLowerCase() === wanted,
    );
    return group !== undefined && this.readsGroup(group) ? group : null;
  }

  seeProject(path: string | number): ProjectRow | null {
    const wanted = String(path).toLowerCase();
    const project = [...this.world.projects.values()].find(
      (row) => row.id === path || row.fullPath.toLowerCase() === wanted,
    );
    return project !== undefined && this.readsProject(project) ? project : null;
  }

  seeEpic(groupPath: string, iid: number): ItemRow | null {
    const group = this.seeGroup(groupPath);
    if (group === null) return null;
    const epic = [...this.world.items.values()].find(
      (row) => row.type === 'epic' && row.groupId === group.id && row.iid === iid,
    );
    return this.see(epic?.id);
  }

  seeProjectItem(projectPath: string, iid: number): ItemRow | null {
    const project = this.seeProject(projectPath);
    if (project === null) return null;
    const item = [...this.world.items.values()].find((row) => row.projectId === project.id && row.iid === iid);
    return this.see(item?.id);
  }
}
