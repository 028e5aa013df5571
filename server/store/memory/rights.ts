import { type Ability, type AccessSubject, can, canReadOwner } from '@espalier/core/access';
import { subjectOf } from '../../access/subject.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { PlaceId } from '../../command/place-store.ts';
import type { GroupRow, ItemRow, ProjectRow } from './rows.ts';
import type { World } from './world.ts';

type ItemSubject = AccessSubject & { readonly item: NonNullable<AccessSubject['item']> };

/** What a viewer sees of a world and may do in it, by core/access. Results are cached by row: a changed row is a new object. */
export class Rights {
  readonly world: World;
  readonly viewer: Viewer;
  readonly #subjects = new Map<ItemRow, ItemSubject>();
  readonly #read = new Map<ItemRow, boolean>();

  constructor(world: World, viewer: Viewer) {
    this.world = world;
    this.viewer = viewer;
  }

  groupSubject({ traversalIds, visibility }: GroupRow): AccessSubject {
    return subjectOf(this.viewer, { traversalIds, visibility });
  }

  projectSubject({ id, groupId, visibility }: ProjectRow): AccessSubject {
    const { traversalIds } = this.world.group(groupId);
    return subjectOf(this.viewer, { traversalIds, projectId: id, visibility });
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
    const hidden = projectId !== null && this.world.users.get(authorId)?.state === 'banned';
    const subject: ItemSubject = { ...owner, item: { kind, confidential, authorId, assigneeIds, hidden } };
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
  mayInProject = (ability: Ability, project: ProjectRow): boolean => can(ability, this.projectSubject(project));

  /** The item, if it exists and the viewer may see it. */
  see(id: number | null | undefined): ItemRow | null {
    const item = id === null || id === undefined ? undefined : this.world.items.get(id);
    return item !== undefined && this.reads(item) ? item : null;
  }

  seeGroup(pathOrId: string | number): GroupRow | null {
    const group = this.#named('group', this.world.groups, pathOrId);
    return group !== undefined && this.readsGroup(group) ? group : null;
  }

  seeProject(pathOrId: string | number): ProjectRow | null {
    const project = this.#named('project', this.world.projects, pathOrId);
    return project !== undefined && this.readsProject(project) ? project : null;
  }

  seeEpic(groupPath: string, iid: number): ItemRow | null {
    const group = this.#named('group', this.world.groups, groupPath);
    return this.#seeFirst((row) => row.type === 'epic' && row.groupId === group?.id && row.iid === iid);
  }

  seeProjectItem(projectPath: string, iid: number): ItemRow | null {
    const project = this.#named('project', this.world.projects, projectPath);
    return this.#seeFirst((row) => row.projectId !== null && row.projectId === project?.id && row.iid === iid);
  }

  #seeFirst(isWanted: (row: ItemRow) => boolean): ItemRow | null {
    for (const row of this.world.items.values()) if (isWanted(row)) return this.reads(row) ? row : null;
    return null;
  }

  /** By a database id, or by the path (in any case) that it has or, until somebody takes it, had. */
  #named<Row extends { readonly fullPath: string }>(
    kind: PlaceId['kind'],
    table: ReadonlyMap<number, Row>,
    pathOrId: string | number,
  ): Row | undefined {
    if (typeof pathOrId === 'number') return table.get(pathOrId);
    const wanted = pathOrId.toLowerCase();
    for (const row of table.values()) if (row.fullPath.toLowerCase() === wanted) return row;
    const known = this.world.redirects.get(wanted);
    return known?.kind === kind ? table.get(known.id) : undefined;
  }
}
