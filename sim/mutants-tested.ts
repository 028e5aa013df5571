import type { Mutant } from './mutant.ts';

/** Bugs that the simulation does not see: it does not look at what they change, or that is right again before it looks. */
export const TESTED_MUTANTS: readonly Mutant[] = [
  {
    name: 'poll-never-forgets-failures',
    about: 'after a success the next failure waits as if all earlier ones had been in a row',
    drop: true,
    tests: ['core/query'],
  },
  {
    name: 'item-overtaken',
    about: 'what is read of an item and began before its page heard of a change takes the change back',
    drop: true,
    tests: ['core/work-item/over'],
  },
  {
    name: 'removal-settled-by-another-list',
    about: 'the key of a removal without an answer is forgotten when the children of any parent are read',
    replace: [' && action.payload.data.parentId === parentId', ''],
    tests: ['core/tree/removal'],
  },
  {
    name: 'late-doubt-wins',
    about: 'the answer to a doubted session counts although somebody has signed in or out meanwhile',
    replace: [' || now !== before', ''],
    tests: ['core/access', 'core/gate'],
  },
  {
    name: 'changed-query-ignored',
    about: 'an address of which only the query has changed is taken for the former one',
    replace: [' && query === state.query', ''],
    tests: ['core/frame'],
  },
  {
    name: 'roadmap-round-during-a-change',
    about: 'a round that began while dates were on their way is taken in',
    replace: [' || isChanging(state)', ''],
    tests: ['core/roadmap/live'],
  },
  {
    name: 'confidentiality-leaves-the-row',
    about: 'the row of the tree is not read again after the confidentiality of its epic has changed',
    drop: true,
    tests: ['core/sidebar/answers'],
  },
  {
    name: 'roadmap-order-ignored',
    about: 'another order reads nothing anew',
    drop: true,
    // The next round asks in the new order anyway.
    tests: ['core/roadmap/view'],
  },
  {
    name: 'link-older-answer',
    about: 'the answer to an addition brings back a link that was removed meanwhile',
    replace: ['since', '[]'],
    // Only until the read that follows the removal.
    tests: ['core/mutation', 'core/link'],
  },
  {
    name: 'item-refused-title-lost',
    about: 'a title that was refused is to be typed again',
    drop: true,
    // Titles that are refused while nothing else is typed are few.
    tests: ['core/work-item/fields.flow'],
  },
  {
    name: 'note-told-once',
    about: 'what a reading was told is forgotten, though it failed or was dropped',
    tests: ['core/note'],
    replace: ['both(this.#reading.get(id)?.told, this.#told.get(id))', 'this.#told.get(id)'],
  },
  {
    name: 'note-gap-not-minded',
    about: 'after pushes were lost only the comments that others named are read',
    tests: ['core/note'],
    drop: true,
  },
];
