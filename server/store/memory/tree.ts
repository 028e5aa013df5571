import type { Positioned } from '@espalier/core/tree/rules';
import type { Delta, RollupRow } from '../../command/contribution.ts';
import type { Named, Owner } from '../../command/item.ts';
import type { Ancestor, Around, MovedDates, TreeStore } from '../../command/tree-store.ts';
import { nameOf, ownerOf } from './items.ts';
import type { ItemRow, LinkRow } from './rows.ts';
import type { World } from './world.ts';

export class MemoryTree implements TreeStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** Nothing to do: changes run one after another anyway. */
  async lock(): Promise<void> {}

  async ancestors(id: number): Promise<readonly Ancestor[]> {
    const above: Ancestor[] = [];
    for (let at = this.#world.parentOf(id); at !== null; at = this.#world.parentOf(at.id)) above.push(at);
    return above;
  }

  async heights(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return new Map(ids.flatMap((id) => this.#world.items.get(id) ?? []).map((row) => [row.id, this.#heightOf(row)]));
  }

  #heightOf({ id, type }: ItemRow): number {
    const below = this.#world.childrenOf(id).filter((child) => child.type === type);
    return 1 + Math.max(0, ...below.map((child) => this.#heightOf(child)));
  }

  async around(id: number): Promise<Around> {
    const parent = this.#world.parentOf(id);
    const open = this.#world.childrenOf(id).filter(({ confidential }) => !confidential);
    return {
      parentType: parent?.type ?? null,
      parentConfidential: parent?.confidential ?? false,
      hasPublicEpics: open.some(({ type }) => type === 'epic'),
      hasPublicIssues: open.some(({ type }) => type !== 'epic'),
    };
  }

  async epicsBelow(id: number): Promise<readonly (Owner & { readonly id: number })[]> {
    const below = (parentId: number): ItemRow[] =>
      this.#world
        .childrenOf(parentId)
        .filter(({ type }) => type === 'epic')
        .flatMap((child) => [child, ...below(child.id)]);
    return below(id).map((row) => ({ ...ownerOf(this.#world.group(row.groupId), null), id: row.id }));
  }

  async childrenOutside(
    ids: readonly number[],
    most: number,
  ): Promise<readonly { readonly parent: Named; readonly child: Named }[]> {
    const name = (id: number): Named => nameOf(this.#world, this.#world.item(id));
    return this.#linksOutside(ids)
      .slice(0, most)
      .map(({ parentId, childId }) => ({ parent: name(parentId), child: name(childId) }));
  }

  #linksOutside(ids: readonly number[]): readonly LinkRow[] {
    return ids
      .flatMap((id) => this.#world.linksUnder(id))
      .filter(({ childId }) => !ids.includes(childId))
      .sort((a, b) => a.id - b.id);
  }

  async idsOutside(
    ids: readonly number[],
  ): Promise<readonly { readonly parent: Named; readonly childIds: readonly number[] }[]> {
    const links = this.#linksOutside(ids);
    return [...new Set(links.map(({ parentId }) => parentId))].map((parentId) => ({
      parent: nameOf(this.#world, this.#world.item(parentId)),
      childIds: links.filter((link) => link.parentId === parentId).map(({ childId }) => childId),
    }));
  }

  async siblings(parentId: number): Promise<readonly Positioned<number>[]> {
    return this.#world.linksUnder(parentId).map(({ childId, position }) => ({ id: childId, position }));
  }

  async attach(parentId: number, children: readonly Positioned<number>[], now: string): Promise<void> {
    const { links } = this.#world;
    this.#world.keeping(() => {
      for (const { id: childId, position } of children) {
        const id = links.get(childId)?.id ?? this.#world.nextId('links');
        links.set(childId, { id, parentId, childId, position, createdAt: now });
      }
    });
  }

  async reposition(children: readonly Positioned<number>[]): Promise<void> {
    const { links } = this.#world;
    this.#world.keeping(() => {
      for (const { id, position } of children) {
        const link = links.get(id);
        if (link !== undefined) links.set(id, { ...link, position });
      }
    });
  }

  async release(childId: number): Promise<void> {
    this.#world.keeping(() => this.#world.links.delete(childId));
  }

  async rollups(ids: readonly number[]): Promise<ReadonlyMap<number, RollupRow>> {
    return new Map(ids.map((id) => [id, this.#world.rollupOf(id)]));
  }

  async addToRollups(deltas: readonly Delta[]): Promise<readonly number[]> {
    return this.#world.derived.add(deltas);
  }

  async inheritDates(epicIds: readonly number[]): Promise<MovedDates> {
    return this.#world.derived.inherit(epicIds);
  }

  async maxChildren(): Promise<number> {
    return this.#world.maxChildren;
  }
}
