import type { ConfirmedTree, TreeState } from '../state.ts';

/** What is shown of the tree: the tables with the pending intents applied, and the page state. */
export interface TreeView {
  readonly visible: ConfirmedTree;
  readonly tree: TreeState;
}
