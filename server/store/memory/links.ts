import type { LinkStore, StoredLink } from '../../command/link-store.ts';
import type { World } from './world.ts';

export class MemoryLinks implements LinkStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async counts(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    return new Map(ids.map((id) => [id, this.#world.relationsOf(id).length]));
  }

  async between(
    id: number,
    others: readonly number[],
  ): Promise<ReadonlyMap<number, StoredLink & { readonly id: number }>> {
    const found = this.#world.relationsOf(id).map((row) => [this.#otherOf(row, id), row] as const);
    // The oldest, if there are several.
    return new Map(found.filter(([other]) => others.includes(other)).toReversed());
  }

  async find(linkId: number, itemId: number): Promise<StoredLink | undefined> {
    return this.#world.relationsOf(itemId).find(({ id }) => id === linkId);
  }

  async insert(links: readonly StoredLink[]): Promise<readonly (StoredLink & { readonly id: number })[]> {
    return links.map(({ type, sourceId, targetId }) => this.#world.relate(type, sourceId, targetId));
  }

  async delete(linkId: number): Promise<void> {
    this.#world.relations.delete(linkId);
  }

  async neighbours(ids: readonly number[]): Promise<readonly number[]> {
    return ids
      .flatMap((id) => this.#world.relationsOf(id).map((row) => this.#otherOf(row, id)))
      .flatMap((other) => [other, ...(this.#world.links.get(other) === undefined ? [] : [this.#parentOf(other)])]);
  }

  #otherOf({ sourceId, targetId }: StoredLink, id: number): number {
    return sourceId === id ? targetId : sourceId;
  }

  #parentOf(id: number): number {
    return this.#world.links.get(id)?.parentId ?? 0;
  }
}
