import { createSelectorCreator, lruMemoize } from 'reselect';
import { shown as relativeTo } from '../../api/wire-parts.ts';
import { selectVisible } from '../../mutation/index.ts';
import { get } from '../../table/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import { inPlace, type Place } from '../../store/place.ts';
import type { ConfirmedTree, TreeState, TreeSlices } from '../state.ts';

/** What is shown of the tree: the tables with the pending mutations applied, the page state, the mutations that are no more than on their way, and what is being read. */
export interface TreeView extends Pick<TreeSlices, 'tree' | 'pending' | 'queries'> {
  readonly visible: ConfirmedTree;
}

const PARTS = ['visible', 'tree', 'pending', 'queries'] as const satisfies readonly (keyof TreeView)[];

const isSame = (a: unknown, b: unknown): boolean =>
  a === b ||
  (typeof a === 'object' &&
    typeof b === 'object' &&
    PARTS.every((part) => (a as TreeView)[part] === (b as TreeView)[part]));

/** The two trees take turns. */
export const TREES = { maxSize: 2 };

/** A selector that remembers its last result for either tree, for the same parts of the view and the same other arguments. */
export const remembered = <A extends readonly unknown[], R>(selector: (view: TreeView, ...others: A) => R) =>
  lruMemoize(selector, { equalityCheck: isSame, ...TREES });

export const viewOf = (state: TreeSlices): TreeView => ({
  visible: selectVisible(state),
  tree: state.tree,
  pending: state.pending,
  queries: state.queries,
});

export const viewIn =
  (place: Place) =>
  (state: TreeSlices): TreeView =>
    viewOf(inPlace(state, place));

/** Of the root also before its record was read. */
export const titleOf = ({ visible, tree: { root } }: Pick<TreeView, 'visible' | 'tree'>, id: GlobalId): string =>
  get(visible.items, id)?.title ?? (id === root?.id ? root.title : '');

/** TR-07.3: the reference of an item as this tree shows it: short where the place of the tree owns the item. */
export const referenceIn = ({ root }: TreeState, { reference }: { readonly reference: string }): string =>
  relativeTo(reference, root?.fullPath ?? '');

/** `&12 “Title”`, as messages and the history of edits name an item. */
export const namedIn = (tree: TreeState, item: { readonly reference: string; readonly title: string }): string =>
  `${referenceIn(tree, item)} “${item.title}”`;

/** Selectors remember their last result for either tree only: a weak map of every state that ever was costs the collector more than it saves. */
export const createSelector = createSelectorCreator({
  memoize: lruMemoize,
  memoizeOptions: TREES,
  argsMemoize: lruMemoize,
  argsMemoizeOptions: TREES,
});

export const selectTree = (state: TreeSlices): TreeState => state.tree;
