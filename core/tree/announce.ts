import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import type { ConfirmedTree, TreeState } from './state.ts';
import { treeActions } from './actions.ts';
import { moveText } from './select/moves.ts';
import { said } from './slice.ts';

/**
 * TR-16.26: a move is said in the step that shows it, from what is shown after it. A move to a parent that the tree does not show is said by a message that
 * everybody sees (TR-16.34). Every other action leaves the very same state.
 */
export const announceMove = (tree: TreeState, action: Stamped, step: Step<object, ConfirmedTree>): TreeState =>
  treeActions.childMoved.match(action) && action.payload.outside === undefined
    ? said(tree, moveText({ visible: step.visible(step.after), tree }, action.payload))
    : tree;
