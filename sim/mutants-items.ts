import type { Mutant } from './mutant.ts';

/** Planted bugs of the page of an item, the edits of its fields and its comments. */
export const ITEM_MUTANTS: readonly Mutant[] = [
  {
    name: 'item-push-ignored',
    about: 'what others change is not read, though a push tells of it',
    replace: ['isOfItself', '() => false'],
  },
  {
    name: 'item-doubt-stays',
    about: 'an edit whose answer leaves open what is so is not followed by a reading',
    drop: true,
  },
  {
    name: 'item-refreshed-without-labels',
    about: 'a page that is read again keeps the labels that it had',
    replace: [
      'action.payload.data',
      '((data) => { const { labels: _, ...item } = data.item; return get(confirmed.items, item.id)?.labels === undefined ? data : { ...data, item: item as never }; })(action.payload.data)',
    ],
  },
  {
    name: 'item-dates-no-line',
    about: 'two changes of the dates of an item overtake each other',
    instead: 'scope: (asked) => JSON.stringify(asked)',
  },
  {
    name: 'item-assignees-from-nothing',
    about: 'the list of assignees is made of those who were ticked alone',
    instead: 'const before: readonly string[] = [];',
  },
  {
    name: 'item-refused-value-stays',
    about: 'what was refused of a field goes on being shown',
    instead:
      "if (as === 'refused') { const kept = new Draft(state.confirmed); if (mutation.type.startsWith('workItem/')) record.apply?.(kept as never, asked); return { ...state, confirmed: commit(kept, state.confirmed), pending }; }",
  },
  // Comments
  {
    name: 'note-named-not-read',
    about: 'of the comments that a push names none is read',
    drop: true,
  },
  {
    name: 'undo-whatever-has-changed',
    about: 'an edit of a field is taken back although the field was changed since',
    replace: ['sameData({ ...thing, ...change(thing, made) }, thing)', 'true'],
  },
];
