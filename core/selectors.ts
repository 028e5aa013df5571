import type { RootState } from './planner.ts';
import { over } from './over.ts';
import * as tree from './tree/select/index.ts';

/** The domains' selectors over the whole state: each domain's own take what is visible as an argument. */

export const selectTreeColumns = over(tree.selectTreeColumns);
export const selectTreeRows = over(tree.selectTreeRows);
export const selectRowModel = over(tree.selectRowModel);
export const selectTreeHeader = over(tree.selectTreeHeader);
export const selectTreeStatus = over(tree.selectTreeStatus);
export const selectTreeEmpty = over(tree.selectTreeEmpty);
export const selectTreeScrolls = over(tree.selectTreeScrolls);
export const selectTreeForm = over(tree.selectTreeForm);
export const selectRemovalModel = over(tree.selectRemovalModel);
export const selectMoveDialog = over(tree.selectMoveDialog);
export const selectMoveTargets = over(tree.selectMoveTargets);
export const selectCanDrag = over(tree.selectCanDrag);
export const selectShownAt = over(tree.selectShownAt);
export const selectTreeRoot = (state: RootState): RootState['tree']['root'] => state.tree.root;
export const selectDrag = (state: RootState): RootState['tree']['drag'] => state.tree.drag;
export const selectAnnouncement = (state: RootState): RootState['tree']['announcement'] => state.tree.announcement;
