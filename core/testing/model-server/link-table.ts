import type { LinkRow } from './world.ts';

const NO_LINKS: readonly LinkRow[] = [];

/** The links of the tree by child. What stands under a parent is put in order once and kept until a link changes. */
export class LinkTable extends Map<number, LinkRow> {
  #byParent: Map<number, LinkRow[]> | null = null;

  override set(childId: number, link: LinkRow): this {
    this.#byParent = null;
    return super.set(childId, link);
  }

  override delete(childId: number): boolean {
    this.#byParent = null;
    return super.delete(childId);
  }

  override clear(): void {
    this.#byParent = null;
    super.clear();
  }

  /** The links to the children of a parent, in the one order that epics and the rest share. */
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
