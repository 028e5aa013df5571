import type { Owner } from '../../command/item.ts';
import type { MilestoneFields, MilestoneStore, MilestoneUse, StoredMilestone } from '../../command/milestone-store.ts';
import { storable } from './items.ts';
import type { MilestoneRow } from './rows.ts';
import type { World } from './world.ts';

/** What was on which day is kept by the database alone. */
export class MemoryMilestones implements MilestoneStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async find(owner: Owner, id: number): Promise<StoredMilestone | undefined> {
    const row = this.#world.milestones.get(id);
    if (row === undefined || !isOwn(owner)(row)) return undefined;
    const { title, description, state, startDate, dueDate } = row;
    return { id, title, description, state, startDate, dueDate };
  }

  async isTaken(owner: Owner, title: string, but: readonly number[]): Promise<boolean> {
    const { group_id, project_id } = owner;
    const isNear = ({ groupId, projectId }: MilestoneRow): boolean =>
      project_id === null
        ? projectId !== null && this.#world.project(projectId).groupId === group_id
        : groupId === group_id;
    return [...this.#world.milestones.values()].some(
      (row) => row.title === title && (isOwn(owner)(row) || isNear(row)) && !but.includes(row.id),
    );
  }

  async insert(owner: Owner, fields: MilestoneFields): Promise<number> {
    checked(fields);
    const { group_id, project_id } = owner;
    const iids = [...this.#world.milestones.values()].filter(isOwn(owner)).map(({ iid }) => iid);
    const iid = Math.max(0, this.#world.lastIids.get(keyOf(owner)) ?? 0, ...iids) + 1;
    const id = this.#world.nextId('milestones');
    const place = { groupId: project_id === null ? group_id : null, projectId: project_id };
    this.#write({ ...fields, id, iid, ...place });
    return id;
  }

  async update(id: number, changed: Partial<MilestoneFields>): Promise<boolean> {
    checked(changed);
    const row = this.#world.milestones.get(id);
    if (row !== undefined) this.#write({ ...row, ...changed });
    return false;
  }

  async dateItems(): Promise<boolean> {
    return false;
  }

  async used(ids: readonly number[]): Promise<MilestoneUse> {
    const itemIds = this.#having(ids);
    const { links } = this.#world;
    return { itemIds, parentIds: [...new Set(itemIds.flatMap((id) => links.get(id)?.parentId ?? []))] };
  }

  async delete(ids: readonly number[]): Promise<void> {
    const { milestones, lastIids } = this.#world;
    this.#world.keeping(() => {
      for (const id of this.#having(ids)) this.#world.change(id, { milestoneId: null });
      for (const id of ids) {
        const row = milestones.get(id);
        if (row === undefined) continue;
        const key = keyOf({ group_id: row.groupId ?? 0, project_id: row.projectId });
        lastIids.set(key, Math.max(lastIids.get(key) ?? 0, row.iid));
        milestones.delete(id);
      }
    });
  }

  async ofProjectsBelow(groupId: number, title: string): Promise<readonly number[]> {
    return [...this.#world.milestones.values()]
      .filter((row) => row.title === title && row.projectId !== null)
      .filter(({ projectId }) => {
        const project = this.#world.project(projectId ?? 0);
        return project.groupId === groupId && !project.archived;
      })
      .map(({ id }) => id);
  }

  async replace(ids: readonly number[], to: number): Promise<void> {
    this.#world.keeping(() => {
      for (const id of this.#having(ids)) this.#world.change(id, { milestoneId: to });
    });
  }

  #having(ids: readonly number[]): readonly number[] {
    const items = [...this.#world.items.values()];
    return items.filter(({ milestoneId }) => milestoneId !== null && ids.includes(milestoneId)).map(({ id }) => id);
  }

  #write(row: MilestoneRow): void {
    this.#world.keeping(() => this.#world.milestones.set(row.id, row));
  }
}

const isOwn =
  ({ group_id, project_id }: Pick<Owner, 'group_id' | 'project_id'>) =>
  ({ groupId, projectId }: MilestoneRow): boolean =>
    project_id === null ? groupId === group_id : projectId === project_id;

const keyOf = ({ group_id, project_id }: Pick<Owner, 'group_id' | 'project_id'>): string =>
  project_id === null ? `mg${group_id}` : `mp${project_id}`;

function checked({ title, description }: Partial<MilestoneFields>): void {
  storable(title);
  storable(description);
}
