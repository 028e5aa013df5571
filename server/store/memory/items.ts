import type { WorkItemType } from '@espalier/core/work-item/rules';
import type { Viewer } from '../../access/viewer.ts';
import type { Item, ItemFields, KeptTasks, Named, NewItem, Owner } from '../../command/item.ts';
import { refuse } from '../../command/outcome.ts';
import type { ItemStore, Iteration, Person, WantedReference } from '../../command/item-store.ts';
import type { Rights } from './rights.ts';
import type { GroupRow, ItemRow, ProjectRow, UserRow } from './rows.ts';
import type { World } from './world.ts';

/** What is kept of a text's tasks. */
export type TasksOf = (text: string | null) => KeptTasks;

export class MemoryItems implements ItemStore {
  readonly #world: World;
  readonly #rightsOf: (viewer: Viewer) => Rights;
  readonly #tasksOf: TasksOf;

  constructor(world: World, rightsOf: (viewer: Viewer) => Rights, tasksOf: TasksOf) {
    this.#world = world;
    this.#rightsOf = rightsOf;
    this.#tasksOf = tasksOf;
  }

  async byId(viewer: Viewer, ids: readonly number[]): Promise<ReadonlyMap<number, Item>> {
    const rights = this.#rightsOf(viewer);
    const rows = [...new Set(ids)].sort((a, b) => a - b).flatMap((id) => rights.see(id) ?? []);
    return new Map(rows.map((row) => [row.id, this.#itemOf(row)]));
  }

  async byReference(viewer: Viewer, wanted: readonly WantedReference[]): Promise<ReadonlyMap<number, Item>> {
    const rights = this.#rightsOf(viewer);
    return new Map(
      wanted.flatMap(({ kind, path, iid }, index): [number, Item][] => {
        const row = kind === 'epic' ? rights.seeEpic(path, iid) : rights.seeProjectItem(path, iid);
        return row === null ? [] : [[index, this.#itemOf(row)]];
      }),
    );
  }

  async byLink(viewer: Viewer, linkIds: readonly number[]): Promise<ReadonlyMap<number, Item>> {
    const rights = this.#rightsOf(viewer);
    const found = [...this.#world.links.values()].filter(({ id }) => linkIds.includes(id));
    return new Map(
      found.flatMap(({ id, childId }): [number, Item][] => {
        const row = rights.see(childId);
        return row === null ? [] : [[id, this.#itemOf(row)]];
      }),
    );
  }

  async epic(viewer: Viewer, groupPath: string, iid: number): Promise<Item | undefined> {
    const row = this.#rightsOf(viewer).seeEpic(groupPath, iid);
    return row === null ? undefined : this.#itemOf(row);
  }

  async ofProject(viewer: Viewer, projectPath: string, iid: number): Promise<Item | undefined> {
    const row = this.#rightsOf(viewer).seeProjectItem(projectPath, iid);
    return row === null ? undefined : this.#itemOf(row);
  }

  async named(ids: readonly number[]): Promise<ReadonlyMap<number, Named>> {
    return new Map(
      ids.flatMap((id) => this.#world.items.get(id) ?? []).map((row) => [row.id, nameOf(this.#world, row)]),
    );
  }

  async nextIid({ group_id, project_id }: Pick<Owner, 'group_id' | 'project_id'>): Promise<number> {
    return this.#world.nextIid(group_id, project_id);
  }

  async insert(item: NewItem): Promise<number> {
    const { iid, type, group_id, project_id, author_id, created_at: createdAt, ...fields } = item;
    const change = { ...rowOf(type, fields), type, iid, authorId: author_id, createdAt, updatedAt: createdAt };
    let id = 0;
    this.#world.keeping(() => {
      const row = project_id === null ? this.#world.addEpic(group_id, change) : this.#world.addItem(project_id, change);
      id = row.id;
    });
    return id;
  }

  async update(id: number, fields: ItemFields): Promise<void> {
    const { type } = this.#world.item(id);
    this.#world.keeping(() => this.#world.change(id, rowOf(type, fields)));
  }

  raiseVersions(ids: readonly number[], now: string): void {
    this.#world.keeping(() => {
      for (const id of ids) {
        const row = this.#world.items.get(id);
        if (row !== undefined)
          this.#world.change(id, { lockVersion: row.lockVersion + 1, updatedAt: later(row.updatedAt, now) });
      }
    });
  }

  async delete(ids: readonly number[]): Promise<void> {
    const { items, links, relations, todos, awards, comments, timelogs, versions, subscriptions } = this.#world;
    this.#world.keeping(() => {
      for (const id of ids) {
        for (const { childId } of this.#world.linksUnder(id)) links.delete(childId);
        links.delete(id);
        for (const relation of this.#world.relationsOf(id)) relations.delete(relation.id);
        for (const { id: todo, itemId } of todos.values()) if (itemId === id) todos.delete(todo);
        for (const { id: award, itemId } of awards.values()) if (itemId === id) awards.delete(award);
        for (const { id: note, itemId } of comments.values()) if (itemId === id) this.#world.deleteComment(note);
        for (const { id: version, itemId } of versions.values()) if (itemId === id) versions.delete(version);
        for (const { id: log, itemId } of timelogs.values()) if (itemId === id) timelogs.delete(log);
        for (const key of subscriptions.keys()) if (key.startsWith(`${id} `)) subscriptions.delete(key);
        items.delete(id);
      }
      for (const { id, movedToId } of items.values())
        if (movedToId !== null && ids.includes(movedToId)) this.#world.change(id, { movedToId: null });
    });
    this.#world.notes = this.#world.notes.filter(({ itemId }) => !ids.includes(itemId));
  }

  async people(ids: readonly number[]): Promise<readonly Person[]> {
    return ids.flatMap((id) => this.#world.users.get(id) ?? []).map(personOf);
  }

  async peopleNamed(usernames: readonly string[]): Promise<readonly Person[]> {
    const names = usernames.map((name) => name.toLowerCase());
    return [...this.#world.users.values()]
      .filter(({ username }) => names.includes(username.toLowerCase()))
      .map(personOf);
  }

  async childTypes(id: number): Promise<readonly WorkItemType[]> {
    return [...new Set(this.#world.childrenOf(id).map(({ type }) => type))].sort();
  }

  async assign(id: number, userIds: readonly number[]): Promise<void> {
    this.#world.keeping(() => this.#world.change(id, { assigneeIds: [...userIds] }));
  }

  async milestone(owner: Owner, id: number): Promise<{ readonly title: string } | undefined> {
    const row = this.#world.milestones.get(id);
    return row !== undefined && isOwn(owner, row) ? row : undefined;
  }

  async iteration({ traversal_ids }: Owner, id: number): Promise<Iteration | undefined> {
    const row = this.#world.iterations.get(id);
    if (row === undefined || !traversal_ids.includes(row.groupId)) return undefined;
    return { title: row.title, start_date: row.startDate, due_date: row.dueDate };
  }

  async milestoneTitled(owner: Owner, title: string): Promise<number | undefined> {
    const distance = ({ groupId }: { readonly groupId: number | null }): number =>
      groupId === null ? -1 : owner.traversal_ids.toReversed().indexOf(groupId);
    return [...this.#world.milestones.values()]
      .filter((row) => row.title === title && isOwn(owner, row))
      .sort((a, b) => distance(a) - distance(b) || a.id - b.id)[0]?.id;
  }

  async iterationTitled({ traversal_ids }: Owner, title: string): Promise<number | undefined> {
    return [...this.#world.iterations.values()]
      .filter((row) => row.title === title && traversal_ids.includes(row.groupId))
      .sort((a, b) => (a.startDate === b.startDate ? b.id - a.id : a.startDate < b.startDate ? 1 : -1))[0]?.id;
  }

  #itemOf(row: ItemRow): Item {
    const link = this.#world.links.get(row.id);
    const { start, due } = this.#world.datesOf(row);
    const isEpic = row.type === 'epic';
    const group = this.#world.group(row.groupId);
    const project = row.projectId === null ? null : this.#world.project(row.projectId);
    return {
      group_id: group.id,
      group_path: group.fullPath,
      group_visibility: group.visibility,
      traversal_ids: group.traversalIds,
      project_id: row.projectId,
      project_path: project?.fullPath ?? null,
      project_visibility: project?.visibility ?? null,
      archived: project?.archived ?? false,
      id: row.id,
      iid: row.iid,
      type: row.type,
      title: row.title,
      description: row.description,
      ...this.#tasksOf(row.description),
      state: row.state,
      confidential: row.confidential,
      color: row.color,
      author_id: row.authorId,
      weight: row.weight,
      progress: row.progress,
      health_status: row.healthStatus,
      time_estimate: row.timeEstimate,
      discussion_locked: row.isLocked,
      zoom_link: row.zoomLink,
      moved_to_id: row.movedToId,
      milestone_id: row.milestoneId,
      iteration_id: row.iterationId,
      start_date: start,
      start_date_fixed: isEpic ? row.startDate : null,
      start_date_is_fixed: row.startIsFixed,
      due_date: due,
      due_date_fixed: isEpic ? row.dueDate : null,
      due_date_is_fixed: row.dueIsFixed,
      lock_version: row.lockVersion,
      created_at: row.createdAt,
      updated_at: row.updatedAt,
      closed_at: row.closedAt,
      assignee_ids: row.assigneeIds,
      link_id: link?.id ?? null,
      parent_id: link?.parentId ?? null,
      parent_type: link === undefined ? null : this.#world.item(link.parentId).type,
      relative_position: link?.position ?? null,
    };
  }
}

export const ownerOf = (group: GroupRow, project: ProjectRow | null): Owner => ({
  group_id: group.id,
  group_path: group.fullPath,
  group_visibility: group.visibility,
  traversal_ids: group.traversalIds,
  project_id: project?.id ?? null,
  project_path: project?.fullPath ?? null,
  project_visibility: project?.visibility ?? null,
  archived: project?.archived ?? false,
});

const later = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b);

export const nameOf = (world: World, { id, type, iid, groupId, projectId }: ItemRow): Named => ({
  id,
  type,
  iid,
  group_path: world.group(groupId).fullPath,
  project_path: projectId === null ? null : world.project(projectId).fullPath,
});

/** Does a row belong to the owner's project, its group or a group above? */
export const isOwn = (
  { traversal_ids, project_id }: Owner,
  row: { readonly groupId: number | null; readonly projectId: number | null },
): boolean =>
  row.groupId === null ? row.projectId !== null && row.projectId === project_id : traversal_ids.includes(row.groupId);

/** Refuses what a database could not store either. */
export function storable<Text extends string | null | undefined>(text: Text): Text {
  if (text?.includes('\0') === true) refuse(422, 'Text must not contain null characters');
  return text;
}

/** Column names to those of rows in memory, where an epic's dates are the fixed ones. */
function rowOf(type: ItemRow['type'], fields: ItemFields): Partial<ItemRow> {
  const isEpic = type === 'epic';
  const row: { readonly [Key in keyof ItemRow]?: ItemRow[Key] | undefined } = {
    title: storable(fields.title),
    description: storable(fields.description),
    state: fields.state,
    confidential: fields.confidential,
    color: fields.color,
    weight: fields.weight,
    progress: fields.progress,
    healthStatus: fields.health_status,
    timeEstimate: fields.time_estimate,
    isLocked: fields.discussion_locked,
    zoomLink: fields.zoom_link,
    movedToId: fields.moved_to_id,
    type: fields.type,
    milestoneId: fields.milestone_id,
    iterationId: fields.iteration_id,
    startDate: isEpic ? fields.start_date_fixed : fields.start_date,
    startIsFixed: fields.start_date_is_fixed,
    dueDate: isEpic ? fields.due_date_fixed : fields.due_date,
    dueIsFixed: fields.due_date_is_fixed,
    closedAt: fields.closed_at,
    updatedAt: fields.updated_at,
    editedAt: fields.last_edited_at,
    editedBy: fields.last_edited_by,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<ItemRow>;
}

const personOf = ({ id, username, state }: UserRow): Person => ({ id, username, active: state === 'active' });
