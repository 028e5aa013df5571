import type { AccessRequestStore } from '../../command/access-request-store.ts';
import type { Owner } from '../../command/item.ts';
import type { World } from './world.ts';

export class MemoryAccessRequests implements AccessRequestStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async add(owner: Owner, userId: number): Promise<boolean> {
    const key = requestKey(owner, userId);
    if (this.#world.accessRequests.has(key)) return false;
    this.#world.accessRequests.set(key, true);
    return true;
  }

  async remove(owner: Owner, userId: number): Promise<boolean> {
    return this.#world.accessRequests.delete(requestKey(owner, userId));
  }
}

export const requestKey = ({ group_id, project_id }: Owner, userId: number): string =>
  `${project_id === null ? `g${group_id}` : `p${project_id}`} ${userId}`;
