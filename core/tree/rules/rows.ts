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
