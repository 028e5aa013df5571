import type { GlobalId } from '../../work-item/types.ts';
import type { ItemRow } from '../rules.ts';
import type { ChildOrder } from '../state.ts';
import type { TreeView } from './view.ts';
import { get } from '../../table/index.ts';
import { opensIn } from '../children.ts';
import { changedPart } from '../order.ts';

/** Rows of one parent's children: made anew, or from the last ones where only the order changed. */

/**
 * Only the order changed: rows that kept their place stay, the others are the old ones at another index. `added` receives the indexes of
 * rows that were not near their place before.
 */
export function reordered(
  last: { readonly order: ChildOrder; readonly rows: readonly ItemRow[] },
  ids: readonly GlobalId[],
  rowAt: (id: GlobalId, index: number) => ItemRow,
  added: number[],
): readonly ItemRow[] {
  const before = last.order.ids;
  const old = last.rows;
  const count = ids.length;
  const rows: ItemRow[] = old.slice(0, count);
  const [start, end] = count === before.length ? changedPart(ids, before) : [0, count];
  // A move shifts everything between its ends by one: the offset that fitted is tried first.
  let offset = 0;
  for (let index = start; index < end; index += 1) {
    const id = ids[index] as GlobalId;
    let from = index + offset;
    if (from >= before.length || before[from] !== id) {
      offset = offsetOf(id, index, before);
      from = index + offset;
      if (before[from] !== id) {
        rows[index] = rowAt(id, index);
        added.push(index);
        continue;
      }
    }
    const row = old[from] as ItemRow;
    rows[index] = row.index === index && row.siblingCount === count ? row : shifted(row, index, count);
  }
  return rows;
}

/** Where the id stood beside this index, or 0. */
function offsetOf(id: GlobalId, index: number, before: readonly GlobalId[]): number {
  if (before[index] === id) return 0;
  if (index > 0 && before[index - 1] === id) return -1;
  return index + 1 < before.length && before[index + 1] === id ? 1 : 0;
}

/** Written out: spreading costs several times as much, and a move shifts hundreds of rows. */
const shifted = (row: ItemRow, index: number, siblingCount: number): ItemRow => ({
  kind: 'item',
  key: row.key,
  id: row.id,
  parentId: row.parentId,
  depth: row.depth,
  index,
  siblingCount,
  expandable: row.expandable,
  expanded: row.expanded,
  loading: row.loading,
  removing: row.removing,
});

/** The row of a child: `before` itself where that says the same. */
export function rowOf(
  { visible, tree }: Pick<TreeView, 'visible' | 'tree'>,
  leaving: readonly GlobalId[],
  parentId: GlobalId,
  id: GlobalId,
  depth: number,
  index: number,
  siblingCount: number,
  before: ItemRow | undefined,
): ItemRow {
  const expansion = get(tree.expansion, id);
  const expandable = opensIn(tree, get(visible.items, id));
  const expanded = expandable && expansion === 'expanded';
  const loading = expansion === 'opening';
  const removing = leaving.includes(id);
  if (
    before !== undefined &&
    before.id === id &&
    before.parentId === parentId &&
    before.index === index &&
    before.siblingCount === siblingCount &&
    before.depth === depth &&
    before.expandable === expandable &&
    before.expanded === expanded &&
    before.loading === loading &&
    before.removing === removing
  ) {
    return before;
  }
  return { kind: 'item', key: id, id, parentId, depth, index, siblingCount, expandable, expanded, loading, removing };
}
