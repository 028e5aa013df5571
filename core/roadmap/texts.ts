/** The error catalogue (specification, roadmap §8). */
export const ROADMAP_ERRORS = {
  epics: 'Something went wrong while fetching epics',
  /** Of one row, below its title (RM-11.8). */
  children: 'Child epics could not be read',
  milestones: 'Something went wrong while fetching milestones',
} as const;

/** RM-03.8, RL-13.1 */
export const SUGGESTION_ERRORS = {
  author: 'There was a problem fetching users.',
  label: 'There was a problem fetching labels.',
  milestone: 'There was a problem fetching milestones.',
  epic: 'There was a problem fetching epics.',
  reaction: 'There was a problem fetching emojis.',
} as const;

/** RM-18.1 */
export const LIMIT_WARNING = {
  title: 'Some of your epics might not be visible',
  body: (limit: number): string =>
    `Roadmaps can display up to ${String(limit).replace(/\B(?=(\d{3})+$)/g, ',')} epics. These appear in your selected sort order.`,
} as const;

/** RM-15 */
export const EMPTY_TEXTS = {
  filtered: 'Sorry, no epics matched your search',
  unfiltered: 'The roadmap shows the progress of your epics along a timeline',
  filteredHint: (from: string, to: string): string =>
    `To widen your search, change or remove filters; from ${from} to ${to}.`,
  groupHint: (from: string, to: string): string =>
    `To view the roadmap, add a start or due date to one of the epics in this group or its subgroups; from ${from} to ${to}.`,
  childrenHint: 'To view the roadmap, add a start or due date to one of the child epics.',
  /** The words of that hint that are a link, and the anchor in the documentation. */
  childrenLink: 'child epics',
  childrenPlace: '#multi-level-child-epics',
  /** RM-15.6: the button for a longer range. */
  show: (range: string): string => `Show ${range.charAt(0).toLowerCase()}${range.slice(1)}`,
} as const;
