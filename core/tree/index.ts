import type { Place } from '../store/place.ts';
import type { Stamped } from '../store/action.ts';
import type { Step } from '../store/domain.ts';
import type { ConfirmedTree, TreeState } from './state.ts';
import { entries } from '../table/index.ts';
import { treeActions } from './actions.ts';
import { announceMove } from './select/moves.ts';
import { reduceTree } from './confirmed.ts';
import { submission } from './forms.ts';
import { move } from './move.ts';
import { listedIn, placeOf, type Trees } from './place.ts';
import { removal, restoral } from './removal.ts';
import { treeAssists } from './saga/assists.ts';
import { treeSaga } from './saga/root.ts';
import { toggled } from './expansion.ts';
import { overTreeReducer, treeReducer } from './slice.ts';

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

function* treeIds({ tree, overTree, confirmed }: Trees & { readonly confirmed: ConfirmedTree }) {
  yield* listedIn(tree);
  yield* listedIn(overTree);
  for (const [parentId, { ids }] of entries(confirmed.orders)) yield* [parentId, ...ids];
  for (const [id] of entries(confirmed.parents)) yield id;
}

/** What depends on more than the tree's own state. */
const afterwards =
  (place: Place) =>
  (tree: TreeState, action: Stamped, step: Step<{ readonly confirmed: ConfirmedTree }, ConfirmedTree>): TreeState =>
    placeOf(action) === place ? announceMove(toggled(tree, action, step), action, step) : tree;

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
  afterReduce: afterwards(undefined),
} as const;

/** WI-14.8: the tree over the page. Its watchers, tables and records are those of the page's tree. */
export const overTreeDomain = {
  name: 'overTree',
  reducer: overTreeReducer,
  afterReduce: afterwards('over'),
} as const;
