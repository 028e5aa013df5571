import type { Owner } from '../../command/item.ts';
import type { Label, LabelsAround, LabelStore, NamedLabels, NewLabel } from '../../command/plan-store.ts';
import { isOwn, storable } from './items.ts';
import type { LabelRow } from './rows.ts';
import type { World } from './world.ts';

const isEverywhere = ({ groupId, projectId }: LabelRow): boolean => groupId === null && projectId === null;

export class MemoryLabels implements LabelStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async around(item: Owner & { readonly id: number }, named: NamedLabels): Promise<LabelsAround> {
    return { held: this.#of(item.id), offered: this.#offered(item, named) };
  }

  #of(itemId: number): readonly Label[] {
    return this.#world
      .item(itemId)
      .labelIds.flatMap((id) => this.#world.labels.get(id) ?? [])
      .sort((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : a.id - b.id));
  }

  #offered(owner: Owner, { ids, titles }: NamedLabels): readonly Label[] {
    const distance = ({ groupId, projectId }: LabelRow): number =>
      projectId !== null ? -1 : groupId === null ? Infinity : owner.traversal_ids.toReversed().indexOf(groupId);
    return [...this.#world.labels.values()]
      .filter((row) => isEverywhere(row) || isOwn(owner, row))
      .filter(({ id, title }) => ids.includes(id) || titles.includes(title))
      .sort((a, b) => distance(a) - distance(b));
  }

  async insert(owner: Owner, { title, color, description }: NewLabel): Promise<number | null> {
    storable(description);
    if (this.#ownOf(owner, storable(title)) !== undefined) return null;
    return this.#world.addLabel(title, color, owner.project_id === null ? owner.group_id : null, owner.project_id);
  }

  async findOrInsert(owner: Owner, label: NewLabel): Promise<Label> {
    const known = this.#ownOf(owner, label.title);
    return known ?? { id: (await this.insert(owner, label)) ?? 0, title: label.title };
  }

  async change(
    itemId: number,
    { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
  ): Promise<void> {
    const { labelIds } = this.#world.item(itemId);
    const kept = labelIds.filter((id) => !remove.includes(id));
    this.#world.keeping(() => this.#world.change(itemId, { labelIds: [...new Set([...kept, ...add])] }));
  }

  #ownOf({ group_id, project_id }: Owner, title: string): LabelRow | undefined {
    const isOwned = (row: LabelRow): boolean =>
      project_id === null ? row.groupId === group_id : row.projectId === project_id;
    return [...this.#world.labels.values()].find((row) => row.title === title && (isOwned(row) || isEverywhere(row)));
  }
}
