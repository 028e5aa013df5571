import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type {
  Holder,
  Label,
  LabelsAround,
  LabelStore,
  NamedLabels,
  NewLabel,
  Replacement,
  StoredLabel,
  WantedLabel,
} from '../../command/label-store.ts';
import { isOwn, storable } from './items.ts';
import type { Rights } from './rights.ts';
import type { ItemRow, LabelRow } from './rows.ts';
import type { World } from './world.ts';

const isEverywhere = ({ groupId, projectId }: LabelRow): boolean => groupId === null && projectId === null;
const isOwnedBy =
  ({ group_id, project_id }: Owner) =>
  (row: LabelRow): boolean =>
    project_id === null ? row.groupId === group_id : row.projectId === project_id;
const byDistance =
  ({ traversal_ids }: Owner) =>
  (a: LabelRow, b: LabelRow): number =>
    distance(traversal_ids, a) - distance(traversal_ids, b);
const distance = (ids: readonly number[], { groupId, projectId }: LabelRow): number =>
  projectId !== null ? -1 : groupId === null ? Infinity : ids.toReversed().indexOf(groupId);

export class MemoryLabels implements LabelStore {
  readonly #world: World;
  readonly #rightsOf: (viewer: Viewer) => Rights;

  constructor(world: World, rightsOf: (viewer: Viewer) => Rights) {
    this.#world = world;
    this.#rightsOf = rightsOf;
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
    return this.#rows
      .filter((row) => isEverywhere(row) || isOwn(owner, row))
      .filter(({ id, title }) => ids.includes(id) || titles.includes(title))
      .sort(byDistance(owner));
  }

  async insert(owner: Owner, { title, color, description }: NewLabel): Promise<number | null> {
    if (this.#ownOf(owner, storable(title)) !== undefined) return null;
    const id = this.#world.addLabel(title, color, owner.project_id === null ? owner.group_id : null, owner.project_id);
    await this.update(id, { description });
    return id;
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
    const come = add.filter((id) => this.#world.labels.has(id));
    this.#write(itemId, [...kept, ...come]);
  }

  async find(
    viewer: Viewer,
    owner: Owner,
    { id, title }: WantedLabel,
    above: boolean,
  ): Promise<StoredLabel | undefined> {
    const rights = this.#rightsOf(viewer);
    const isInherited = ({ groupId }: LabelRow): boolean =>
      groupId !== null && owner.traversal_ids.includes(groupId) && rights.readsGroup(this.#world.group(groupId));
    const known = this.#rows
      .filter((row) => isOwnedBy(owner)(row) || (above && isInherited(row)))
      .sort(byDistance(owner));
    const row = known.find((each) => each.id === id) ?? known.find((each) => each.title === title);
    return row && { ...row, groupName: row.groupId === null ? null : this.#world.group(row.groupId).name };
  }

  async namesakes({ id, title }: Label, groupId: number): Promise<readonly number[]> {
    const isOfGroup = (row: LabelRow): boolean => {
      if (row.projectId === null) return row.groupId === groupId;
      const project = this.#world.project(row.projectId);
      return project.groupId === groupId && !project.archived;
    };
    return this.#rows.filter((row) => row.title === title && row.id !== id && isOfGroup(row)).map((row) => row.id);
  }

  async update(id: number, changed: Partial<NewLabel>): Promise<boolean> {
    storable(changed.title ?? null);
    storable(changed.description ?? null);
    return this.#set(id, changed);
  }

  async give(id: number, groupId: number): Promise<boolean> {
    return this.#set(id, { groupId, projectId: null });
  }

  async replace({ gone, into, lines }: Replacement, most: number, now: string): Promise<readonly Holder[] | null> {
    if (into !== null && !this.#world.labels.has(into)) return null;
    const items = this.#holders((id) => gone.includes(id));
    const told = this.#some(items, most);
    for (const { id: itemId, labelIds } of items) {
      const hasOther = into === null || labelIds.includes(into);
      this.#write(itemId, [...labelIds.filter((id) => !gone.includes(id)), ...(into === null ? [] : [into])]);
      if (lines === null) continue;
      const line = { itemId, action: 'label', body: hasOther ? lines.lost : lines.changed, authorId: lines.authorId };
      this.#world.notes = [...this.#world.notes, { ...line, createdAt: now }];
    }
    for (const key of [...this.#world.labelFollowers.keys()]) {
      const [labelId, ...rest] = key.split(' ');
      if (!gone.includes(Number(labelId))) continue;
      this.#world.labelFollowers.delete(key);
      if (into !== null) this.#world.labelFollowers.set([into, ...rest].join(' '), true);
    }
    for (const id of gone) this.#world.labels.delete(id);
    return told;
  }

  async holders(id: number, most: number): Promise<readonly Holder[]> {
    return this.#some(
      this.#holders((each) => each === id),
      most,
    );
  }

  async subscribe(id: number, userId: number, projectId: number | null, subscribed: boolean): Promise<boolean> {
    const key = `${id} ${userId} ${projectId ?? ''}`;
    const { labelFollowers } = this.#world;
    if (labelFollowers.has(key) === subscribed) return false;
    if (subscribed) labelFollowers.set(key, true);
    else labelFollowers.delete(key);
    return true;
  }

  get #rows(): LabelRow[] {
    return [...this.#world.labels.values()];
  }

  #holders(isIt: (labelId: number) => boolean): ItemRow[] {
    return [...this.#world.items.values()].filter(({ labelIds }) => labelIds.some(isIt));
  }

  #set(id: number, changed: Partial<LabelRow>): boolean {
    const row = this.#world.labels.get(id);
    if (row === undefined) return true;
    const next = { ...row, ...changed };
    const isTaken = this.#rows.some(
      (other) =>
        other.id !== id &&
        other.title === next.title &&
        other.groupId === next.groupId &&
        other.projectId === next.projectId,
    );
    if (!isTaken) this.#world.labels.set(id, next);
    return !isTaken;
  }

  #some(items: readonly ItemRow[], most: number): Holder[] {
    return firstOfEach(items, most).map((id) => ({ id, parentId: this.#world.links.get(id)?.parentId ?? null }));
  }

  #write(itemId: number, labelIds: readonly number[]): void {
    this.#world.keeping(() => this.#world.change(itemId, { labelIds: [...new Set(labelIds)] }));
  }

  #ownOf(owner: Owner, title: string): LabelRow | undefined {
    return this.#rows.find((row) => row.title === title && (isOwnedBy(owner)(row) || isEverywhere(row)));
  }
}

function firstOfEach(items: readonly ItemRow[], most: number): number[] {
  const latest = (a: ItemRow, b: ItemRow): number =>
    Number(a.confidential) - Number(b.confidential) ||
    (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1);
  const places = new Map<string, number>();
  return [...items]
    .sort(latest)
    .map(({ id, groupId, projectId }) => {
      const place = (places.get(`${groupId} ${projectId}`) ?? 0) + 1;
      places.set(`${groupId} ${projectId}`, place);
      return { id, place };
    })
    .sort((a, b) => a.place - b.place || a.id - b.id)
    .slice(0, most)
    .map(({ id }) => id);
}
