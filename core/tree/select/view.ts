import { createSelectorCreator, lruMemoize } from 'reselect';
import { shown as relativeTo } from '../../api/wire-parts.ts';
import type { Queries } from '../../query/index.ts';
import type { ConfirmedTree, TreeState, TreeSlices } from '../state.ts';
import { selectVisible, type Pending } from '../../mutation/index.ts';

/** What is shown of the tree: the tables with the pending mutations applied, the page state, the mutations that are no more than on their way, and what is being read. */
export interface TreeView {
  readonly visible: ConfirmedTree;
  readonly tree: TreeState;
  readonly pending: readonly Pending[];
  readonly queries: Queries;
}

/** TR-07.3: the reference of an item as this tree shows it: short where the place of the tree owns the item. */
export const referenceIn = ({ root }: TreeState, { reference }: { readonly reference: string }): string =>
  relativeTo(reference, root?.fullPath ?? '');

/** `&12 “Title”`, as messages and the history of edits name an item. */
export const namedIn = (tree: TreeState, item: { readonly reference: string; readonly title: string }): string =>
  `${referenceIn(tree, item)} “${item.title}”`;

/** Selectors remember their last result only: a weak map of every state that ever was costs the collector more than it saves. */
export const createSelector = createSelectorCreator({ memoize: lruMemoize, argsMemoize: lruMemoize });

export const selectTree = (state: TreeSlices): TreeState => state.tree;

/** What is shown. */
export const selectShown = (state: TreeSlices): ConfirmedTree => selectVisible(state);
