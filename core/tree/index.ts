import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import type { ConfirmedTree, TreeState } from './state.ts';
import { entries } from '../table/index.ts';
import { treeActions } from './actions.ts';
import { announceMove } from './select/moves.ts';
import { reduceTree } from './confirmed.ts';
import { submission } from './forms.ts';
import { move } from './move.ts';
import { removal, restoral } from './removal.ts';
import { treeAssists } from './saga/assists.ts';
import { treeSaga } from './saga/root.ts';
import { toggled } from './expansion.ts';
import { treeReducer } from './slice.ts';

export { treeActions, treeAnswers, type TreeOpening } from './actions.ts';
export { selectList, treeReads, type ChildrenAnswer, type ChildrenOf, type NextPage } from './reads.ts';
export { emptyTree, inOrder } from './confirmed.ts';
export {
  activeRow,
  CHILD_REMOVED,
  dragStep,
  hoveredRow,
  TREE_ERRORS,
  type DropPlace,
  type ItemRow,
  type MarkerRow,
  type MoveIntent,
  rowKey,
  scrollStep,
  type ActiveRow,
  type RowStep,
  TREE_KEYS,
  TREE_MENU_KEY,
  TREE_MOVE_KEYS,
  type UnderPointer,
  WORK_ITEM_TREE_ERRORS,
  type TreeRow,
} from './rules.ts';
export {
  dragSettings,
  issueDeleteForm,
  type IssueDeleteForm,
  type MoveOption,
  type RowModel,
  type TreeFormModel,
  type TreeHeader,
  type TreeView,
} from './select/index.ts';
export type { FieldActions } from './references.ts';
export type * from './state.ts';

function* treeIds({ tree, confirmed }: { readonly tree: TreeState; readonly confirmed: ConfirmedTree }) {
  if (tree.root?.id != null) yield tree.root.id;
  for (const [parentId, { ids }] of entries(confirmed.orders)) yield* [parentId, ...ids];
  for (const [id] of entries(confirmed.parents)) yield id;
  for (const [id] of entries(tree.expansion)) yield id;
}

/** What the planner wires. */
export const treeDomain = {
  name: 'tree',
  reducer: treeReducer,
  saga: treeSaga,
  mutations: [move, removal, restoral, submission],
  assists: treeAssists,
  reduceConfirmed: reduceTree,
  holds: treeIds,
  leaves: [treeActions.opened.type, treeActions.closed.type],
  afterReduce: (tree: TreeState, action: Stamped, step: Step<{ readonly confirmed: ConfirmedTree }, ConfirmedTree>) =>
    announceMove(toggled(tree, action, step), action, step),
} as const;
