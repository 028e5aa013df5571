import type { Award, AwardStore } from '../../command/plan-store.ts';
import type { AwardRow } from './rows.ts';
import type { World } from './world.ts';

export class MemoryAwards implements AwardStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async add(award: Omit<Award, 'id'>): Promise<number | null> {
    if (this.#given(award) !== undefined) return null;
    const id = this.#world.nextId('awards');
    this.#world.awards.set(id, { ...award, id });
    return id;
  }

  async remove(award: Omit<Award, 'id'>): Promise<boolean> {
    const given = this.#given(award);
    return given !== undefined && this.#world.awards.delete(given.id);
  }

  async find(itemId: number, id: number): Promise<Award | undefined> {
    const award = this.#world.awards.get(id);
    return award?.itemId === itemId ? award : undefined;
  }

  #given({ itemId, userId, name }: Omit<Award, 'id'>): AwardRow | undefined {
    for (const row of this.#world.awards.values()) {
      if (row.itemId === itemId && row.userId === userId && row.name === name) return row;
    }
    return undefined;
  }
}
