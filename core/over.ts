import type { RootState } from './planner.ts';
import type { TreeView } from './tree/select/index.ts';
import { selectVisible } from './planner.ts';

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

/** A selector of the tree's own, over the whole state. */
export const over =
  <A extends unknown[], R>(selector: (view: TreeView, ...args: A) => R) =>
  (state: RootState, ...args: A): R =>
    selector(treeView(state), ...args);
