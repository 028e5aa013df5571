import type { Queries } from '../../query/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import type { ItemRow, MarkerRow, TreeRow } from '../rules.ts';
import type { ChildOrder, ConfirmedTree, Expansion, Removal, TreeState } from '../state.ts';
import type { TreeView } from './view.ts';
import { type Table, get } from '../../table/index.ts';
import { treeActions } from '../actions.ts';
import { selectList } from '../reads.ts';
import { reordered, rowOf } from './item-rows.ts';

/** The rows of one parent's children, with what they were made of. */
interface Segment {
  readonly order: ChildOrder;
  readonly depth: number;
  readonly items: Table<WorkItem>;
  readonly expansion: Table<Expansion>;
  readonly leaving: readonly GlobalId[];
  readonly rows: readonly ItemRow[];
  /** Indexes of rows under which something is shown. */
  readonly open: readonly number[];
}

/** What one opened tree remembers of its rows. */
interface Memory {
  visible: ConfirmedTree | null;
  expansion: Table<Expansion> | null;
  queries: Queries | null;
  /** Items that are being removed. */
  leaving: readonly GlobalId[];
  dragId: GlobalId | null;
  rows: readonly TreeRow[];
  /** By parent: the last two, so that a rollback finds the rows of the confirmed order again. */
  readonly segments: Map<GlobalId, readonly Segment[]>;
  /** By key. */
  readonly markers: Map<string, MarkerRow>;
}

const NO_ROWS: readonly TreeRow[] = [];
const NONE: readonly GlobalId[] = [];

// Keyed by the tree's config, an object that lives as long as a tree is open: several planners do not disturb one another.
const memories = new WeakMap<object, Memory>();

function memoryOf(tree: TreeState): Memory {
  let memory = memories.get(tree.config);
  if (memory === undefined) {
    memory = {
      visible: null,
      expansion: null,
      queries: null,
      leaving: NONE,
      dragId: null,
      rows: NO_ROWS,
      segments: new Map(),
      markers: new Map(),
    };
    memories.set(tree.config, memory);
  }
  return memory;
}

/**
 * TR-05.24: the visible rows, in order. Rows that say the same are the same objects, and the list is the same while no row changes. While an item is
 * dragged, what stands below it is hidden (TR-16.1).
 */
export function selectTreeRows(view: TreeView): readonly TreeRow[] {
  const { visible, tree, queries } = view;
  const rootId = tree.root?.id ?? null;
  if (rootId === null) return NO_ROWS;
  const memory = memoryOf(tree);
  const dragId = tree.drag?.id ?? null;
  const leaving = leavingIn(view, memory.leaving);
  const isKnown = memory.visible === visible && memory.expansion === tree.expansion && memory.queries === queries;
  if (isKnown && memory.leaving === leaving && memory.dragId === dragId) return memory.rows;
  memory.leaving = leaving;
  const rows = assemble(memory, view, rootId, dragId);
  memory.visible = visible;
  memory.expansion = tree.expansion;
  memory.queries = queries;
  memory.dragId = dragId;
  if (!sameRows(rows, memory.rows)) memory.rows = rows;
  return memory.rows;
}

/** The items that are being removed; `before` where they are the same. */
function leavingIn({ pending }: TreeView, before: readonly GlobalId[]): readonly GlobalId[] {
  const isRemoval = treeActions.removeConfirmed.match;
  const ids = pending.some(isRemoval) ? pending.filter(isRemoval).map(({ payload }) => (payload as Removal).id) : NONE;
  return ids.length === before.length && ids.every((id, index) => id === before[index]) ? before : ids;
}

function sameRows(a: readonly TreeRow[], b: readonly TreeRow[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index += 1) if (a[index] !== b[index]) return false;
  return true;
}

function assemble(memory: Memory, view: TreeView, rootId: GlobalId, dragId: GlobalId | null): readonly TreeRow[] {
  const { orders } = view.visible;
  const order = get(orders, rootId);
  if (order === undefined) return NO_ROWS;
  const root = segmentOf(memory, view, rootId, order, 0);
  if (root.open.length === 0 && !hasMore(view, rootId)) return root.rows;
  const out: TreeRow[] = [];
  const above = new Set([rootId]);
  function push(parentId: GlobalId, segment: Segment): void {
    let from = 0;
    for (const index of segment.open) {
      for (; from <= index; from += 1) out.push(segment.rows[from] as ItemRow);
      const row = segment.rows[index] as ItemRow;
      // An item that turned up below itself is not opened again.
      if (row.id === dragId || above.has(row.id)) continue;
      const below = get(orders, row.id);
      if (row.expanded && below !== undefined) {
        above.add(row.id);
        push(row.id, segmentOf(memory, view, row.id, below, row.depth + 1));
        above.delete(row.id);
      } else if (row.loading) out.push(marker(memory, 'loading', row.id, row.depth + 1, true));
    }
    for (; from < segment.rows.length; from += 1) out.push(segment.rows[from] as ItemRow);
    const { next, loadingMore } = selectList(view, parentId);
    if (next !== null) out.push(marker(memory, 'more', parentId, segment.depth, loadingMore));
  }
  push(rootId, root);
  return out;
}

const hasMore = (view: TreeView, id: GlobalId): boolean => selectList(view, id).next !== null;

function marker(
  { markers }: Memory,
  kind: MarkerRow['kind'],
  parentId: GlobalId,
  depth: number,
  loading: boolean,
): MarkerRow {
  const key = `${parentId}/${kind}`;
  const known = markers.get(key);
  if (known?.depth === depth && known.loading === loading) return known;
  const made = { kind, key, parentId, depth, loading };
  markers.set(key, made);
  return made;
}

function segmentOf(memory: Memory, view: TreeView, parentId: GlobalId, order: ChildOrder, depth: number): Segment {
  const { items } = view.visible;
  const { expansion } = view.tree;
  const { leaving } = memory;
  const known = memory.segments.get(parentId) ?? [];
  const isAlike = (it: Segment): boolean =>
    it.depth === depth && it.items === items && it.expansion === expansion && it.leaving === leaving;
  const same = known.find((it) => it.order === order && isAlike(it));
  const last = known[0];
  if (same !== undefined) {
    // The one used last comes first: the next change is most alike it.
    if (same !== last) memory.segments.set(parentId, [same, ...known.filter((it) => it !== same)]);
    return same;
  }
  const onlyOrder = last !== undefined && isAlike(last);
  const added: number[] = [];
  const { ids } = order;
  const rowAt = (id: GlobalId, index: number, before?: ItemRow): ItemRow =>
    rowOf(view, leaving, parentId, id, depth, index, ids.length, before);
  const rows = onlyOrder ? reordered(last, ids, rowAt, added) : allRows(ids, rowAt, last?.rows ?? []);
  // Where nothing was open, only what came in can be.
  const open = onlyOrder && last.open.length === 0 ? added.filter((index) => opens(rows[index])) : openAmong(rows);
  const segment = { order, depth, items, expansion, leaving, rows, open };
  memory.segments.set(parentId, last === undefined ? [segment] : [segment, last]);
  return segment;
}

const opens = (row: ItemRow | undefined): boolean => row !== undefined && (row.expanded || row.loading);

/** Plain loops, here and below: over ten thousand rows they take half the time of `map` and `filter`. */
function openAmong(rows: readonly ItemRow[]): readonly number[] {
  const open: number[] = [];
  for (let index = 0; index < rows.length; index += 1) if (opens(rows[index])) open.push(index);
  return open;
}

function allRows(
  ids: readonly GlobalId[],
  rowAt: (id: GlobalId, index: number, before?: ItemRow) => ItemRow,
  before: readonly ItemRow[],
): readonly ItemRow[] {
  const rows: ItemRow[] = [];
  for (let index = 0; index < ids.length; index += 1) rows.push(rowAt(ids[index] as GlobalId, index, before[index]));
  return rows;
}
