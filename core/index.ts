export {
  createPlanner,
  reducePlanner,
  selectVisible,
  type Confirmed,
  type Planner,
  type PlannerOptions,
  type RootState,
} from './planner.ts';
export * from './drag-selectors.ts';
export * from './link-subjects.ts';
export * from './openings.ts';
export { overPage } from './store/place.ts';
export {
  selectAnnouncement,
  selectCanDrag,
  selectMoveDialog,
  selectMoveTargets,
  selectRemovalModel,
  selectRowModel,
  selectShownAt,
  selectTreeColumns,
  selectTreeEmpty,
  selectTreeForm,
  selectTreeHeader,
  selectTreeRoot,
  selectTreeRows,
  selectTreeScrolls,
  selectTreeStatus,
} from './selectors.ts';
export * from './access/index.ts';
export * from './epic/index.ts';
export * from './group/index.ts';
export * from './notice/index.ts';
export * from './tree/index.ts';
export type { Pending, PendingStatus } from './mutation/index.ts';
export type { Action, Meta, Origin, Stamped } from './store/index.ts';
export { entries, get, has, size, type Table } from './table/index.ts';
