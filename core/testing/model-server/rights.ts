import type { Ability, AccessSubject } from '../../access/index.ts';
import { can, canReadOwner } from '../../access/index.ts';
import type { GroupRow, ItemRow, ProjectRow, UserRow, World } from './world.ts';

/** Who asks, and what core/access says to it. */
export class Rights {
  readonly world: World;
  readonly viewer: UserRow | null;

  constructor(world: World, viewer: UserRow | null) {
    this.world = world;
    this.viewer = viewer;
  }

  #level(traversalIds: readonly number[], projectId: number | null): number | null {
    const { viewer } = this;
    if (viewer === null) return null;
    const levels = [...this.world.members.values()]
      .filter(({ userId }) => userId === viewer.id)
      .filter(({ groupId, projectId: member }) =>
        groupId !== null ? traversalIds.includes(groupId) : member === projectId,
      )
      .map(({ level }) => level);
    return levels.length === 0 ? null : Math.max(...levels);
  }

  groupSubject({ traversalIds, visibility }: GroupRow): AccessSubject {
    return { viewer: this.viewer, accessLevel: this.#level(traversalIds, null), visibility };
  }

  projectSubject({ id, groupId, visibility }: ProjectRow): AccessSubject {
    const { traversalIds } = this.world.group(groupId);
    return { viewer: this.viewer, accessLevel: this.#level(traversalIds, id), visibility };
  }

  itemSubject(item: ItemRow): AccessSubject & { readonly item: NonNullable<AccessSubject['item']> } {
    const { projectId, groupId, confidential, authorId, assigneeIds } = item;
    const owner =
      projectId === null
        ? this.groupSubject(this.world.group(groupId))
        : this.projectSubject(this.world.project(projectId));
    const kind = projectId === null ? 'epic' : 'issue';
    return { ...owner, item: { kind, confidential, authorId, assigneeIds } };
  }

  readsGroup = (group: GroupRow): boolean => canReadOwner(this.groupSubject(group));
  readsProject = (project: ProjectRow): boolean => canReadOwner(this.projectSubject(project));
  reads = (item: ItemRow): boolean => this.may(item.projectId === null ? 'readEpic' : 'readIssue', item);
  may = (ability: Ability, item: ItemRow): boolean => can(ability, this.itemSubject(item));
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
