import type { LinkRow } from './rows.ts';

/** Rows by key. Rows are replaced, never mutated, so a copy of the map is a copy of the table. */
export class Table<Key, Row> extends Map<Key, Row> {
  readonly #changed: () => void;

  constructor(changed: () => void) {
    super();
    this.#changed = changed;
  }

  override set(key: Key, row: Row): this {
    this.#changed();
    return super.set(key, row);
  }

  override delete(key: Key): boolean {
    this.#changed();
    return super.delete(key);
  }

  override clear(): void {
    this.#changed();
    super.clear();
  }
}

const NO_LINKS: readonly LinkRow[] = [];

/** The links of the tree by child. The children of a parent are sorted once and cached until a link changes. */
export class LinkTable extends Table<number, LinkRow> {
  #byParent: Map<number, LinkRow[]> | null = null;

  constructor(changed: () => void) {
    super(() => {
      this.#byParent = null;
      changed();
    });
  }

  /** The links to the children of a parent, in the order that epics and items of projects share. */
  under(parentId: number): readonly LinkRow[] {
    this.#byParent ??= this.#grouped();
    return this.#byParent.get(parentId) ?? NO_LINKS;
  }

  #grouped(): Map<number, LinkRow[]> {
    const groups = new Map<number, LinkRow[]>();
    for (const link of this.values()) {
      const group = groups.get(link.parentId);
      if (group === undefined) groups.set(link.parentId, [link]);
      else group.push(link);
    }
    for (const group of groups.values()) group.sort((a, b) => a.position - b.position || a.id - b.id);
    return groups;
  }
}
