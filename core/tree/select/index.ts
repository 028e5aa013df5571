export { issueDeleteForm, selectRemovalModel, selectTreeForm } from './forms.ts';
export type { IssueDeleteForm, OptionsModel, RemovalModel, TreeFormModel } from './forms.ts';
export { selectTreeEmpty, selectTreeHeader, selectTreeScrolls, selectTreeStatus } from './header.ts';
export type { AddMenuItem, TreeHeader } from './header.ts';
export { dragSettings, selectCanDrag, selectDropPlace, selectMoveTargets, type MoveTargets } from './moves.ts';
export { selectRowModel, type LabelModel, type RowModel } from './row-model.ts';
export { selectTreeRows } from './rows.ts';
export type { TreeView } from './view.ts';
