import type { RootState } from './planner.ts';
import type { TreeView } from './tree/select/index.ts';
import { selectVisible } from './planner.ts';
import * as tree from './tree/select/index.ts';

/** The domains' selectors over the whole state: each domain's own take what is visible as an argument. */

let last: { readonly state: RootState; readonly view: TreeView } | null = null;

/** The same view for the same state, so that the selectors of one render share it. */
function treeView(state: RootState): TreeView {
  if (last?.state === state) return last.view;
  const visible = selectVisible(state);
  const known = last?.view;
  const view = known?.visible === visible && known.tree === state.tree ? known : { visible, tree: state.tree };
  last = { state, view };
  return view;
}

const over =
  <A extends unknown[], R>(selector: (view: TreeView, ...args: A) => R) =>
  (state: RootState, ...args: A): R =>
    selector(treeView(state), ...args);

export const selectTreeRows = over(tree.selectTreeRows);
export const selectRowModel = over(tree.selectRowModel);
export const selectTreeHeader = over(tree.selectTreeHeader);
export const selectTreeStatus = over(tree.selectTreeStatus);
export const selectTreeEmpty = over(tree.selectTreeEmpty);
export const selectTreeScrolls = over(tree.selectTreeScrolls);
export const selectTreeForm = over(tree.selectTreeForm);
export const selectRemovalModel = over(tree.selectRemovalModel);
export const selectMoveTargets = over(tree.selectMoveTargets);
export const selectCanDrag = over(tree.selectCanDrag);
export const selectDropPlace = over(tree.selectDropPlace);
export const selectTreeRoot = (state: RootState): RootState['tree']['root'] => state.tree.root;
export const selectDrag = (state: RootState): RootState['tree']['drag'] => state.tree.drag;
export const selectAnnouncement = (state: RootState): RootState['tree']['announcement'] => state.tree.announcement;
