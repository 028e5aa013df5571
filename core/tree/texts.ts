/** Texts of the tree's flows that `rules.ts` does not hold. */
export { TREE_ERRORS } from './rules.ts';

/** TR-25.21: both are alerts and are reported as errors too (work items §9). */
export const WORK_ITEM_TREE_ERRORS = {
  fetchChildren: 'Something went wrong while fetching children.',
  removeChild: 'Something went wrong while removing a child item.',
} as const;

/** TR-10.23: the specification has no text for this failure; it is made like its neighbours. */
export const GROUPS_ERROR = 'Something went wrong while fetching groups.';
