import type { GroupShareStore } from '../../command/group-share-store.ts';
import type { Owner } from '../../command/item.ts';
import type { Membership } from '../../command/member-store.ts';
import { isIn } from './members.ts';
import { isPresent } from './roles.ts';
import type { World } from './world.ts';

export class MemoryGroupShares implements GroupShareStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async add(owner: Owner, withGroupId: number, membership: Membership, now: string): Promise<number | null> {
    const [known, row] = this.#find(owner, withGroupId) ?? [];
    if (row !== undefined && isPresent(row, now)) return null;
    const id = known ?? this.#world.nextId('groupShares');
    const { group_id, project_id } = owner;
    const place = { groupId: project_id === null ? group_id : null, projectId: project_id };
    this.#world.groupShares.set(id, { ...membership, ...place, withGroupId });
    return id;
  }

  async remove(owner: Owner, withGroupId: number): Promise<number | null> {
    const [id, row] = this.#find(owner, withGroupId) ?? [];
    this.#world.groupShares.delete(id ?? 0);
    return row?.level ?? null;
  }

  #find(owner: Owner, withGroupId: number) {
    return [...this.#world.groupShares].find(([, row]) => row.withGroupId === withGroupId && isIn(owner)(row));
  }
}
