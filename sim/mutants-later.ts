import type { Mutant } from './mutant.ts';

/** Planted bugs of what stands beside the tree on the page of an epic: the sidebar, the linked items, and taking back. */
export const LATER_MUTANTS: readonly Mutant[] = [
  // The sidebar
  {
    name: 'sidebar-takes-other-fields',
    about: 'of the answer to an edit the other fields are taken in too, which may be older than what is known',
    replace: ['picked(saved, facts)', 'saved'],
  },
  {
    name: 'sidebar-no-line',
    about: 'two edits of one field overtake each other',
    instead: 'scope: (asked) => JSON.stringify(asked)',
  },
  {
    name: 'sidebar-colour-of-the-text',
    about: 'the colour of an answer is taken in as that of its text',
    replace: ['color: node.color,', 'color: node.textColor ?? null,'],
  },
  {
    name: 'sidebar-confidential-for-ever',
    about: 'an epic is confidential, whatever the server answers',
    replace: ['node.confidential === true', 'true'],
  },
  {
    name: 'sidebar-unticked-label-stays',
    about: 'labels that were unticked are not said to be removed',
    drop: true,
  },
  {
    name: 'sidebar-inherited-is-fixed',
    about: 'a date that becomes inherited is sent as a fixed one',
    replace: [': isFixed', ': true'],
  },
  {
    name: 'sidebar-subscription-toggles',
    about: 'a subscription is turned over instead of set: laid over a reading that has it already it is what it was',
    instead: "facts: () => ['subscribed'], change: (epic) => ({ subscribed: !epic.subscribed })",
  },
  {
    name: 'sidebar-todo-not-folded',
    about: 'the answer about a to-do is not taken in where it is gone',
    replace: ['exists,', 'exists: true,'],
  },
  {
    name: 'sidebar-date-loses-the-other',
    about: 'a date that becomes inherited forgets the fixed one',
    replace: ['fixed = date.fixed', 'fixed = null'],
  },
  {
    name: 'sidebar-scoped-label-stays',
    about: 'of one scope several labels are shown',
    instead: 'return [...kept, ...fresh];',
  },
  {
    name: 'sidebar-stale-reading',
    about: 'a reading that began before an edit was answered is taken in',
    instead: 'readsVersionsOf: () => []',
  },
  {
    name: 'sidebar-reads-once',
    about: 'a reading again that fails is forgotten',
    drop: true,
  },
  {
    name: 'sidebar-label-is-made-for-ever',
    about: 'a label that cannot be made is being made for ever',
    instead:
      "if (type !== 'sidebar/newLabelSubmitted') yield* put(refused(record, mutation, failure, yield* select((whole: State) => whole), found));",
  },
  // Taking back
  {
    name: 'undo-forgets-what-was-removed',
    about: 'labels that an edit removed do not come back with it',
    instead:
      'const back = labelsBetween(changedLabels(epic.labels, made), epic.labels); return back && { ...back, add: [] };',
  },
  // Linked items
  {
    name: 'link-other-side',
    about: 'what is blocked is said to block',
    instead: 'return type;',
  },
  {
    name: 'link-turned-around',
    about: 'what is asked to be blocked by another item blocks it',
    replace: ['sourceId: otherId, targetId: subjectId', 'sourceId: subjectId, targetId: otherId'],
  },
  {
    name: 'link-takes-the-first-away',
    about: 'whichever link is removed, the first one leaves the list',
    instead: 'links.slice(1)',
  },
  {
    name: 'link-stale-reading',
    about: 'a list that was read before a change was answered is taken in',
    instead: 'readsVersionsOf: () => []',
  },
  {
    name: 'link-removed-without-a-key',
    about: 'a link is removed without a key',
    replace: [', options', ''],
  },
  {
    name: 'link-form-submits-for-ever',
    about: 'a form that was refused is sent for ever',
    instead:
      "if (type !== 'link/submitted') yield* put(refused(record, mutation, failure, yield* select((whole: State) => whole), found));",
  },
  {
    name: 'link-read-once',
    about: 'the list is not read again',
    replace: ['LINKS_INTERVAL', 'null'],
  },
  {
    name: 'closing-never-asks',
    about: 'whoever closes a blocked item is not asked',
    replace: ["list.length === 0 ? 'free' : 'asking'", "'free'"],
  },
];
