import type { Award, Awardable, AwardStore, GivenAward } from '../../command/award-store.ts';
import type { AwardRow } from './rows.ts';
import type { World } from './world.ts';

const isOn = ({ itemId, noteId }: Awardable, row: AwardRow): boolean => row.itemId === itemId && row.noteId === noteId;

export class MemoryAwards implements AwardStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async add(on: Awardable, award: GivenAward): Promise<number | null> {
    if (this.#given(on, award) !== undefined) return null;
    const id = this.#world.nextId('awards');
    this.#world.awards.set(id, { ...on, ...award, id });
    return id;
  }

  async copy(fromItem: number, toItem: number): Promise<void> {
    for (const { itemId, userId, name } of [...this.#world.awards.values()])
      if (itemId === fromItem) await this.add({ itemId: toItem, noteId: null }, { userId, name });
  }

  async remove(on: Awardable, award: GivenAward): Promise<boolean> {
    const given = this.#given(on, award);
    return given !== undefined && this.#world.awards.delete(given.id);
  }

  async find(on: Awardable, id: number): Promise<Award | undefined> {
    const row = this.#world.awards.get(id);
    return row && isOn(on, row) ? { id, userId: row.userId, name: row.name } : undefined;
  }

  #given(on: Awardable, { userId, name }: GivenAward): AwardRow | undefined {
    for (const row of this.#world.awards.values()) {
      if (isOn(on, row) && row.userId === userId && row.name === name) return row;
    }
    return undefined;
  }
}
