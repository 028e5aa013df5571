import type { RootState } from './planner.ts';
import type { TreeView } from './tree/select/index.ts';
import { selectVisible } from './planner.ts';
import * as tree from './tree/select/index.ts';

let last: { readonly state: RootState; readonly view: TreeView } | null = null;

/** The same view for the same state, so that the selectors of one render share it. */
function treeView(state: RootState): TreeView {
  if (last?.state === state) return last.view;
  const visible = selectVisible(state);
  const known = last?.view;
  const { tree, pending, queries } = state;
  const isKnown =
    known?.visible === visible && known.tree === tree && known.pending === pending && known.queries === queries;
  const view = isKnown ? known : { visible, tree, pending, queries };
  last = { state, view };
  return view;
}

/** A selector of the tree, over the whole state. */
export const over =
  <A extends unknown[], R>(selector: (view: TreeView, ...args: A) => R) =>
  (state: RootState, ...args: A): R =>
    selector(treeView(state), ...args);

/** The tree's selectors over the whole state; its own take what is visible as an argument. */

export const selectTreeColumns = over(tree.selectTreeColumns);
export const selectTreeRows = over(tree.selectTreeRows);
export const selectRowModel = over(tree.selectRowModel);
export const selectTreeHeader = over(tree.selectTreeHeader);
export const selectTreeStatus = over(tree.selectRootStatus);
export const selectTreeEmpty = over(tree.selectTreeEmpty);
export const selectTreeScrolls = over(tree.selectTreeScrolls);
export const selectTreeForm = over(tree.selectTreeForm);
export const selectRemovalModel = over(tree.selectRemovalModel);
export const selectMoveDialog = over(tree.selectMoveDialog);
export const selectMoveTargets = over(tree.selectMoveTargets);
export const selectCanDrag = over(tree.selectCanDrag);
export const selectShownAt = over(tree.selectShownAt);
export const selectTreeRoot = (state: RootState): RootState['tree']['root'] => state.tree.root;
export const selectAnnouncement = (state: RootState): RootState['tree']['announcement'] => state.tree.announcement;
