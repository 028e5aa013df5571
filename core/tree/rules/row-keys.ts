import type { GlobalId } from '../../work-item/types.ts';
import type { TREE_KEYS, TREE_MOVE_KEYS } from './key-names.ts';
import type { ItemRow, TreeRow } from './rows.ts';

/** What a key does in the list of rows; `nothing`: the key is the tree's all the same. */
export type RowStep =
  | { readonly kind: 'go'; readonly index: number }
  /** Into the row, one of its parts further or back; -1: back to the row itself. */
  | { readonly kind: 'part'; readonly index: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'open' }
  /** WI-14.5 */
  | { readonly kind: 'peek' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'menu' }
  /** `parentId`: the new parent, where that is allowed; null for a move among its siblings. */
  | { readonly kind: 'move'; readonly way: RowMove; readonly parentId: GlobalId | null }
  | { readonly kind: 'nothing' };

export type RowMove = 'up' | 'down' | 'out' | 'in';

interface RowKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

const PAGE_ROWS = 10;
const NOTHING: RowStep = { kind: 'nothing' };

/** TR-05.34: what a key does at the row of this index, or at one of its parts (null: at the row itself, -1: at something else in it); null where it has no meaning there. */
export function rowKey(
  rows: readonly TreeRow[],
  index: number,
  part: number | null,
  { key, altKey, shiftKey }: RowKey,
): RowStep | null {
  const row = rows[index];
  if (row === undefined) return null;
  const item = row.kind === 'item' ? row : null;
  const menu = (): RowStep | null => (item === null ? null : { kind: 'menu' });
  if (key === 'F10' && shiftKey) return menu();
  if (altKey && shiftKey) return item === null ? null : moveStep(rows, index, item, key);
  if (altKey || (shiftKey && key !== '+')) return null;

  const go = (to: number): RowStep => ({ kind: 'go', index: Math.min(Math.max(to, 0), rows.length - 1) });
  const toggle = (expanded: boolean): RowStep | null =>
    item !== null && item.expandable && item.expanded === expanded ? { kind: 'toggle' } : null;
  const onRow = part === null;
  const steps: Readonly<Record<keyof typeof TREE_KEYS, () => RowStep | null>> = {
    ArrowDown: () => go(index + 1),
    ArrowUp: () => go(index - 1),
    Home: () => go(0),
    End: () => go(rows.length - 1),
    PageDown: () => go(index + PAGE_ROWS),
    PageUp: () => go(index - PAGE_ROWS),
    ArrowRight: () => (onRow ? toggle(false) : null) ?? { kind: 'part', index: (part ?? -1) + 1 },
    ArrowLeft() {
      if (part !== null) return { kind: 'part', index: Math.max(part, 0) - 1 };
      const parent = indexOfItem(rows, row.parentId);
      return toggle(true) ?? (parent < 0 ? NOTHING : go(parent));
    },
    '+': () => toggle(false),
    '-': () => toggle(true),
    Enter: () => (onRow ? { kind: 'open' } : null),
    p: () => (onRow && item !== null ? { kind: 'peek' } : null),
    Delete: () => (onRow && item !== null ? { kind: 'remove' } : null),
    ContextMenu: menu,
  };
  return Object.hasOwn(steps, key) ? steps[key as keyof typeof steps]() : null;
}

const MOVES: Readonly<Record<keyof typeof TREE_MOVE_KEYS, RowMove>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
};

/** TR-05.35 */
function moveStep(rows: readonly TreeRow[], index: number, { parentId }: ItemRow, key: string): RowStep | null {
  if (!Object.hasOwn(MOVES, key)) return null;
  const way = MOVES[key as keyof typeof MOVES];
  if (way === 'up' || way === 'down') return { kind: 'move', way, parentId: null };
  const to = way === 'out' ? (rows[indexOfItem(rows, parentId)]?.parentId ?? null) : siblingAbove(rows, index);
  return to === null ? NOTHING : { kind: 'move', way, parentId: to };
}

const indexOfItem = (rows: readonly TreeRow[], id: GlobalId): number =>
  rows.findIndex((row) => row.kind === 'item' && row.id === id);

/** The sibling before the row; null where it is the first. */
function siblingAbove(rows: readonly TreeRow[], index: number): GlobalId | null {
  const row = rows[index];
  for (let at = index - 1; row && at >= 0; at -= 1) {
    const other = rows[at];
    if (!other || other.depth < row.depth) return null;
    if (other.kind === 'item' && other.depth === row.depth) return other.id;
  }
  return null;
}
