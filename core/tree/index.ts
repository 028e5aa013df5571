import { announceMove } from './announce.ts';
import { foldTree } from './confirmed.ts';
import { treeIntents } from './intents.ts';
import { treeSaga } from './saga/root.ts';
import { treeReducer } from './slice.ts';

export { treeActions, treeAnswers, type ChildrenAnswer, type TreeOpening } from './actions.ts';
export { emptyTree } from './confirmed.ts';
export {
  COUNTS_NOTICE,
  dragStep,
  TITLE_HINT,
  TREE_ERRORS,
  type Completion,
  type DragKey,
  type DropPlace,
  type ItemRow,
  type KeyboardDrag,
  type MarkerRow,
  type MoveIntent,
  type TreeRow,
} from './rules.ts';
export { WORK_ITEM_TREE_ERRORS } from './texts.ts';
export {
  dragSettings,
  issueDeleteForm,
  type AddMenuItem,
  type IssueDeleteForm,
  type LabelModel,
  type MoveDialogModel,
  type MoveOption,
  type MoveTargets,
  type OptionsModel,
  type RemovalModel,
  type RowModel,
  type TreeFormModel,
  type TreeHeader,
  type TreeView,
} from './select/index.ts';
export type * from './state.ts';

/** What the planner wires. */
export const treeDomain = {
  name: 'tree',
  reducer: treeReducer,
  saga: treeSaga,
  intents: treeIntents,
  foldConfirmed: foldTree,
  afterReduce: announceMove,
} as const;
