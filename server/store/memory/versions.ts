import type { TextPair, VersionStore } from '../../command/version-store.ts';
import type { VersionRow } from './rows.ts';
import type { World } from './world.ts';

export class MemoryVersions implements VersionStore {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** A description that was changed: its new text, and the one before where none is known. */
  add(itemId: number, before: string | null, after: string | null): void {
    const texts = this.#of(itemId).length === 0 ? [before, after] : [after];
    for (const description of texts) {
      const id = this.#world.nextId('versions');
      this.#world.versions.set(id, { id, itemId, description: description ?? '', isDeleted: false });
    }
  }

  async pair(itemId: number, id: number, startId: number | null): Promise<TextPair | undefined> {
    const left = this.#of(itemId).filter(({ isDeleted }) => !isDeleted);
    const version = left.find((row) => row.id === id);
    const before = left.findLast((row) => row.id < Math.min(id, startId ?? id));
    return version && { before: before?.description ?? '', after: version.description };
  }

  async delete(itemId: number, id: number, startId: number | null): Promise<boolean> {
    const gone = this.#of(itemId).filter((row) => row.id >= Math.min(id, startId ?? id) && row.id <= id);
    for (const row of gone) this.#world.versions.set(row.id, { ...row, isDeleted: true });
    return gone.some((row) => row.id === id);
  }

  /** Ids rise, and rows that are replaced keep their places. */
  #of(itemId: number): VersionRow[] {
    return [...this.#world.versions.values()].filter((row) => row.itemId === itemId);
  }
}
