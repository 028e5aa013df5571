import type { WorkItemType } from '../../work-item/types.ts';
import { HTTP } from '../../work-item/rules.ts';

/** Texts of the tree that the specification's error catalogue fixes (TR-06.1, TR-09.10, TR-14.18). */
export const TREE_ERRORS = {
  fetch: 'Something went wrong while fetching child epics.',
  createEpic: 'Something went wrong while creating child epics.',
  createIssue: 'Something went wrong while creating issue.',
  reorder: 'Something went wrong while ordering item.',
  move: 'Something went wrong while moving item.',
  fetchProjects: 'Something went wrong while fetching projects.',
  fetchProjectDetails: 'Something went wrong while fetching details',
  roadmap: 'Failed to load Roadmap',
  addChild: 'Something went wrong when trying to add a child. Please try again.',
  createChild: 'Something went wrong when trying to create a child. Please try again.',
} as const;

/** TR-08.1: the container scrolls with more direct children than this. */
export const OVERFLOW_AFTER = 5;

export const scrolls = (directChildren: number): boolean => directChildren > OVERFLOW_AFTER;

/** TR-16.9: milliseconds over a collapsed epic in a drag before it opens. */
export const EXPAND_DELAY = 1000;

/** TR-19.5: milliseconds between the last key and the search. */
export const SEARCH_DEBOUNCE = 500;

/** TR-01.1: children per page, for epics and for issues separately. */
export const CHILDREN_PAGE_SIZE = 100;

/** TR-25.21: alerts, which are reported as errors too (work items §8 and §9). */
export const WORK_ITEM_TREE_ERRORS = {
  fetchChildren: 'Something went wrong while fetching children.',
  /** WI-09.21: of the item whose tree it is, and of one below it. */
  removeOwnChild: 'Something went wrong while removing child.',
  removeChild: 'Something went wrong while removing a child item.',
  /** WI-09.22 */
  undoRemoval: 'Something went wrong while undoing child removal.',
} as const;

/** WI-09.20: the toast, which offers to take it back. */
export const CHILD_REMOVED = 'Child removed';

/** TR-10.23: the specification has no text for this failure; it is made like its neighbours. */
export const GROUPS_ERROR = 'Something went wrong while fetching groups.';

/** Taking a child out of its parent (TR-13). */

/** TR-13.1: the question, by what is removed: an epic, an epic with children, anything else. */
export function removalConfirmation(
  child: { readonly type: WorkItemType; readonly title: string; readonly hasChildren: boolean },
  parentTitle: string,
): string {
  return child.type === 'epic' && child.hasChildren
    ? `This will also remove any descendents of ${child.title} from ${parentTitle}. Are you sure?`
    : `Are you sure you want to remove ${child.title} from ${parentTitle}?`;
}

/** TR-13.2: the alert after a failed removal: the path is gone (404), or anything else. */
export function removalFailure(type: WorkItemType, status: number | undefined): string {
  const what = type === 'epic' ? 'epic' : 'issue';
  return status === HTTP.NOT_FOUND
    ? `We could not determine the path to remove the ${what}`
    : `An error occurred while removing ${what}s.`;
}

/** TR-13.3: removing an epic needs the right to relate on the parent, removing an issue the right to administer it. */
export const canRemove = (
  type: WorkItemType,
  parent: { readonly canAdmin: boolean; readonly canAdminRelation: boolean },
): boolean => (type === 'epic' ? parent.canAdminRelation : parent.canAdmin);

/** TR-24.1: the question before an issue is deleted for good. */
export const issueDeletionQuestion = (name: string): string => `${name} will be removed! Are you sure?`;
