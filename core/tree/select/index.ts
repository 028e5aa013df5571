export {
  issueDeleteForm,
  selectRemovalModel,
  selectTreeForm,
  type IssueDeleteForm,
  type TreeFormModel,
} from './forms.ts';
export { selectTreeColumns, selectTreeEmpty, selectTreeHeader, selectTreeScrolls, type TreeHeader } from './header.ts';
export { dragSettings, selectDropPlace } from './drop.ts';
export { selectCanDrag, selectMoveTargets, selectShownAt } from './moves.ts';
export { selectMoveDialog, type MoveOption } from './move-dialog.ts';
export { selectRowModel, type RowModel } from './row-model.ts';
export { selectTreeRows } from './rows.ts';
export { selectRootStatus } from '../reads.ts';
export type { TreeView } from './view.ts';
