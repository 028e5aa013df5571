import type { RootState } from './planner.ts';
import type { TreeView } from './tree/select/index.ts';
import { selectVisible } from './planner.ts';
import * as tree from './tree/select/index.ts';

interface Last {
  readonly state: RootState;
  readonly view: TreeView;
}

/** Of the tree of the page, and of the one over it. */
const last: { page: Last | null; over: Last | null } = { page: null, over: null };

/** The same view for the same state, so that the selectors of one render share it. */
function treeView(state: RootState): TreeView {
  const { tree, pending, queries } = state;
  const place = tree.root?.place ?? 'page';
  const known = last[place];
  if (known?.state === state) return known.view;
  const visible = selectVisible(state);
  const before = known?.view;
  const isKnown =
    before?.visible === visible && before.tree === tree && before.pending === pending && before.queries === queries;
  const view = isKnown ? before : { visible, tree, pending, queries };
  last[place] = { state, view };
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
