/** The tree as one flat list of visible rows (TR-05.1 to TR-05.4). */
import type { GlobalId } from '../../work-item/types.ts';

/** An item in the one flat list. */
export interface ItemRow {
  readonly kind: 'item';
  /** The same as `id`. */
  readonly key: string;
  readonly id: GlobalId;
  readonly parentId: GlobalId;
  /** 0 for the children of the root. */
  readonly depth: number;
  /** Place among the shown children of the parent, from 0. */
  readonly index: number;
  readonly siblingCount: number;
  readonly expandable: boolean;
  readonly expanded: boolean;
  /** Its children are on their way. */
  readonly loading: boolean;
  readonly removing: boolean;
}

/** `more`: "Show more" below a parent's children. `loading`: the first page is on its way. */
export interface MarkerRow {
  readonly kind: 'more' | 'loading';
  readonly key: string;
  readonly parentId: GlobalId;
  readonly depth: number;
  readonly loading: boolean;
}

export type TreeRow = ItemRow | MarkerRow;

/** The row that the Tab key comes to. */
export interface ActiveRow {
  readonly key: string;
  readonly index: number;
  /** The item that had the focus before it was folded away in this row. */
  readonly folded: string | null;
}

/** TR-16.31: which row has the keyboard now; `shownAt`: the row in which the one that had it is folded away. */
export function activeRow(rows: readonly TreeRow[], active: ActiveRow, shownAt: string | null): ActiveRow {
  const indexOf = (key: string) => rows.findIndex((row) => row.key === key);
  const own = rows[active.index]?.key === active.key ? active.index : indexOf(active.key);
  const back = active.folded === null ? -1 : indexOf(active.folded);
  // A row that is only unfolded keeps the focus.
  if (back >= 0 && !standsIn(rows, back, own)) return { key: rows[back]?.key ?? '', index: back, folded: null };
  if (own >= 0) return { ...active, index: own };
  const around = shownAt === null ? -1 : indexOf(shownAt);
  if (around >= 0) return { key: shownAt ?? '', index: around, folded: active.folded ?? active.key };
  const index = Math.min(active.index, rows.length - 1);
  return { key: rows[index]?.key ?? '', index, folded: null };
}

/** The row at `index` stands below the one at `above`, which is open. */
function standsIn(rows: readonly TreeRow[], index: number, above: number): boolean {
  const depth = rows[above]?.depth ?? Infinity;
  return above >= 0 && above < index && rows.slice(above + 1, index + 1).every((row) => row.depth > depth);
}
