/** The tree as one flat list of visible rows (TR-05.1 to TR-05.4). */

export interface TreeView {
  /** Children as shown; undefined: never loaded. */
  childrenOf(id: string): readonly string[] | undefined;
  /** The item has children, loaded or not. */
  isExpandable(id: string): boolean;
  isExpanded(id: string): boolean;
  /** Children, first page or next, are on their way. */
  isFetching(id: string): boolean;
  /** Another page of children exists. */
  hasMore(id: string): boolean;
}

export interface ItemRow {
  readonly kind: 'item';
  readonly key: string;
  readonly id: string;
  readonly parentId: string;
  /** 0 for the children of the root. */
  readonly depth: number;
  /** Place among the shown children of the parent, from 0. */
  readonly index: number;
  readonly siblingCount: number;
  readonly expandable: boolean;
  readonly expanded: boolean;
}

/** `more`: the next page can be asked for. `loading`: the first page is on its way. */
export interface MarkerRow {
  readonly kind: 'more' | 'loading';
  readonly key: string;
  readonly parentId: string;
  readonly depth: number;
}

export type TreeRow = ItemRow | MarkerRow;

/** All visible rows below `rootId`, which itself has no row. An item that turned up below itself is not opened again. */
export function flattenTree(rootId: string, view: TreeView): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const open = new Set<string>();

  const visit = (parentId: string, depth: number): void => {
    const children = view.childrenOf(parentId);
    if (children === undefined) {
      if (view.isFetching(parentId)) rows.push(marker('loading', parentId, depth));
      return;
    }
    open.add(parentId);
    const siblingCount = children.length;
    for (let index = 0; index < siblingCount; index += 1) {
      const id = children[index] ?? '';
      const expandable = view.isExpandable(id);
      const expanded = expandable && view.isExpanded(id) && !open.has(id);
      rows.push({ kind: 'item', key: id, id, parentId, depth, index, siblingCount, expandable, expanded });
      if (expanded) visit(id, depth + 1);
    }
    if (view.hasMore(parentId)) rows.push(marker('more', parentId, depth));
    open.delete(parentId);
  };

  visit(rootId, 0);
  return rows;
}

const marker = (kind: MarkerRow['kind'], parentId: string, depth: number): MarkerRow => ({
  kind,
  key: `${parentId}/${kind}`,
  parentId,
  depth,
});
