import type { Mutant } from './mutant.ts';

/** Planted bugs of an item or an epic over a page, of the change of an item's type, and of changes of several rows. */
export const OVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'over-action-of-the-page',
    about: 'what is done in the tree over a page is done in the tree of the page',
    drop: true,
  },
  {
    name: 'over-form-counts-like-the-page',
    about: 'the answer to a form over a page is taken for that of a form on the page',
    replace: [': -1', ': 1'],
  },
  {
    name: 'over-closes-both-trees',
    about: 'closing the item over a page closes the tree of the page',
    replace: ['placeOf(action) === place', "action.type === 'tree/closed' || placeOf(action) === place"],
  },
  {
    name: 'over-takes-all-lists-along',
    about: 'with the item over a page the children of the page are forgotten',
    instead: 'return onlyListsOf(tree, new Set());',
  },
  {
    name: 'over-leaves-its-lists',
    about: 'the children of an item stay behind that is not over a page any more',
    replace: ['return', "return placeOf(action) === 'over' ? tree :"],
  },
  {
    name: 'over-item-not-held',
    about: 'the item over a page is forgotten when something else is left',
    replace: ['OPENINGS', "(['page', 'ahead'] as const)"],
  },
  {
    name: 'over-links-of-the-page',
    about: 'the linked items of the item over a page are shown on the page',
    replace: ['placeOf(meta)', "'page' as ReturnType<typeof placeOf>"],
  },
  {
    name: 'over-epic-state-of-the-page',
    about: 'whoever closes the epic over a page closes the epic of the page',
    replace: ['place)', 'undefined)'],
  },
  {
    name: 'over-epic-stays-with-an-item',
    about: 'an item that is opened instead of the epic over a page stands there beside it',
    replace: ['state.page.iid !== null', 'false'],
  },
  {
    name: 'over-epic-stays-when-deleted',
    about: 'an epic that was deleted over a page goes on being shown there',
    replace: ['state.page.deleted === true', 'false'],
  },
  {
    name: 'over-epic-not-followed',
    about: 'the epic over a page is not looked at again',
    replace: ['epicsOf(state)', '[state.epic]'],
  },
  {
    name: 'over-sidebar-like-the-page',
    about: 'what is done in the sidebar of the page is done in that of the epic over it, and the other way round',
    replace: ['placeOf(action) === place', "action.type.startsWith('sidebar/')"],
  },
  {
    name: 'bulk-leaves-the-first',
    about: 'of several rows that are changed at once the first one stays as it is',
    replace: ['itemsOf(root)', 'itemsOf(root).slice(1)'],
  },
  {
    name: 'bulk-refusals-count-as-changed',
    about: 'what was refused of several edits is told as changed',
    replace: ["resolves.as === 'committed'", 'resolves.as'],
  },
  {
    name: 'item-types-no-line',
    about: 'two changes of the type of an item overtake each other',
    drop: true,
  },
  {
    name: 'item-type-without-its-parts',
    about: 'an item of another type goes on showing the parts that it had',
    replace: [', widgets: widgetsOfType(to)', ''],
  },
  {
    name: 'item-type-brings-nothing',
    about: 'what the type before did not show is not taken from the answer',
    drop: true,
  },
  {
    name: 'item-refused-type-stays',
    about: 'a type that was refused goes on being shown',
    instead:
      "if (as === 'refused') { const kept = new Draft(state.confirmed); if (mutation.type === 'workItem/typeChanged') record.apply?.(kept as never, asked); return { ...state, confirmed: commit(kept, state.confirmed), pending }; }",
  },
];
