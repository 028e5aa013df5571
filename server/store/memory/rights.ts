import { type Ability, type AccessSubject, can, canReadOwner } from '@espalier/core/access';
import { subjectOf } from '../../access/subject.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { PlaceId } from '../../command/place-store.ts';
import type { GroupRow, ItemRow, ProjectRow } from './rows.ts';
import type { World } from './world.ts';

type ItemSubject = AccessSubject & { readonly item: NonNullable<AccessSubject['item']> };

/** What was found out of an item while its group and project were these rows. */
interface Known {
  readonly group: GroupRow;
  readonly project: ProjectRow | null;
  readonly subject: ItemSubject;
}

/** What a viewer sees of a world and may do in it, by core/access. Results are cached by rows: a changed row is a new object. */
export class Rights {
  readonly world: World;
  readonly viewer: Viewer;
  readonly #subjects = new Map<ItemRow, Known>();
  readonly #read = new WeakMap<ItemSubject, boolean>();

  constructor(world: World, viewer: Viewer) {
    this.world = world;
    this.viewer = viewer;
  }

  groupSubject({ traversalIds, visibility }: GroupRow): AccessSubject {
    return subjectOf(this.viewer, { traversalIds, visibility });
  }

  projectSubject({ id, groupId, visibility, archived }: ProjectRow): AccessSubject {
    const { traversalIds } = this.world.group(groupId);
    return subjectOf(this.viewer, { traversalIds, projectId: id, visibility, archived });
  }

  itemSubject(item: ItemRow): ItemSubject {
    const { projectId, groupId, confidential, authorId, assigneeIds } = item;
    const group = this.world.group(groupId);
    const project = projectId === null ? null : this.world.project(projectId);
    const known = this.#subjects.get(item);
    if (known?.group === group && known.project === project) return known.subject;
    const owner = project === null ? this.groupSubject(group) : this.projectSubject(project);
    const kind = projectId === null ? 'epic' : 'issue';
    const hidden = projectId !== null && this.world.users.get(authorId)?.state === 'banned';
    const subject: ItemSubject = { ...owner, item: { kind, confidential, authorId, assigneeIds, hidden } };
    this.#subjects.set(item, { group, project, subject });
    return subject;
  }

  readsGroup = (group: GroupRow): boolean => canReadOwner(this.groupSubject(group));
  readsProject = (project: ProjectRow): boolean => canReadOwner(this.projectSubject(project));
  reads = (item: ItemRow): boolean => {
    const subject = this.itemSubject(item);
    let reads = this.#read.get(subject);
    if (reads === undefined) {
      reads = can(item.projectId === null ? 'readEpic' : 'readIssue', subject);
      this.#read.set(subject, reads);
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
