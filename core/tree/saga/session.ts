import type { ConfirmedTree, TreeSlices, TreeState } from '../state.ts';
import { selectVisible } from '../../mutation/index.ts';

export const selectTree = (state: TreeSlices): TreeState => state.tree;

/** What is shown. */
export const selectShown = (state: TreeSlices): ConfirmedTree => selectVisible(state);
