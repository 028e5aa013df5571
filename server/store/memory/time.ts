import type { Timelog, TimeStore } from '../../command/time-store.ts';
import { storable } from './items.ts';
import type { World } from './world.ts';

/** Seconds. */
export const spentOn = ({ timelogs }: World, itemId: number): number =>
  [...timelogs.values()].reduce((sum, log) => (log.itemId === itemId ? sum + log.seconds : sum), 0);

export class MemoryTime implements TimeStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async total(itemId: number): Promise<number> {
    return spentOn(this.#world, itemId);
  }

  async add(log: Timelog): Promise<number> {
    const id = this.#world.nextId('timelogs');
    this.#world.timelogs.set(id, { ...log, summary: storable(log.summary), id });
    return id;
  }
}
