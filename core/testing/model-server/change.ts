import type { Rights } from './rights.ts';
import { refuse } from './refusal.ts';
import type { ItemRow, World } from './world.ts';

/** One change: all of it or nothing. Every item whose own fields were edited has its lock version raised by one at the end. */
export class Change {
  readonly rights: Rights;
  readonly world: World;
  readonly viewerId: number;
  readonly #edited = new Set<number>();

  constructor(rights: Rights, viewerId: number) {
    this.rights = rights;
    this.world = rights.world;
    this.viewerId = viewerId;
  }

  edited(id: number): void {
    this.#edited.add(id);
  }

  /** The item is new: its lock version stays 0. */
  notEdited(id: number): void {
    this.#edited.delete(id);
  }

  finish(): void {
    for (const id of this.#edited) {
      const row: ItemRow | undefined = this.world.items.get(id);
      if (row !== undefined) this.world.change(id, { lockVersion: row.lockVersion + 1, updatedAt: this.world.now() });
    }
  }
}

/** Runs a change; whatever is thrown leaves the world as it was. Nobody who is not signed in changes anything. */
export function changing<T>(rights: Rights, run: (change: Change) => T): T {
  if (rights.viewer === null) refuse(401, '401 Unauthorized');
  const before = rights.world.save();
  try {
    const change = new Change(rights, rights.viewer.id);
    const value = run(change);
    change.finish();
    rights.world.changes += 1;
    return value;
  } catch (error) {
    rights.world.restore(before);
    throw error;
  }
}
