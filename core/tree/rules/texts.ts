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

/** TR-25.21: both are alerts and are reported as errors too (work items §9). */
export const WORK_ITEM_TREE_ERRORS = {
  fetchChildren: 'Something went wrong while fetching children.',
  removeChild: 'Something went wrong while removing a child item.',
} as const;

/** TR-10.23: the specification has no text for this failure; it is made like its neighbours. */
export const GROUPS_ERROR = 'Something went wrong while fetching groups.';
