import type { Mutant } from './mutant.ts';
import { ITEM_MUTANTS } from './mutants-items.ts';
import { LATER_MUTANTS } from './mutants-later.ts';
import { OVER_MUTANTS } from './mutants-over.ts';
import { PAGE_MUTANTS } from './mutants-pages.ts';
import { TESTED_MUTANTS } from './mutants-tested.ts';
import { TEXT_MUTANTS } from './mutants-texts.ts';

/** All planted bugs. */
export const MUTANTS: readonly Mutant[] = [
  ...PAGE_MUTANTS,
  ...LATER_MUTANTS,
  ...ITEM_MUTANTS,
  ...OVER_MUTANTS,
  ...TEXT_MUTANTS,
  ...TESTED_MUTANTS,
  // Confirmed and pending
  {
    name: 'rollback-restores-a-snapshot',
    about: 'a refusal restores the confirmed state of when the mutation was made, and loses what arrived since',
    replace: ['...state,', '...state, confirmed: (mutation as { before?: C }).before ?? state.confirmed,'],
    also: { replace: ['at: meta.at,', 'at: meta.at, ...({ before: state.confirmed } as object),'] },
  },
  {
    name: 'refusal-folds',
    about: 'a refused mutation is folded in like a confirmed one',
    drop: true,
  },
  {
    name: 'refusal-keeps-the-mutation',
    about: 'a refused mutation stays pending',
    replace: [', pending', ''],
  },
  {
    name: 'settling-drops-the-oldest',
    about: 'whatever is answered, the oldest mutation is dropped',
    instead: 'const pending = state.pending.slice(1);',
  },
  {
    name: 'confirmed-without-folding',
    about: 'success drops the mutation without folding it in',
    instead: 'return { ...state, pending };',
  },
  {
    name: 'memo-of-another-version',
    about: 'what is shown is remembered although what it was made of has changed',
    replace: [' && sameReads(memo.draft, confirmed)', ''],
  },
  {
    name: 'draft-forgets-removals',
    about: 'an entry that a change takes away stays',
    replace: ['remove(from, key)', 'from'],
  },
  // Moves
  {
    name: 'move-off-by-one',
    about: 'a child that is moved down lands one place too far',
    replace: ['below - 1', 'below'],
  },
  {
    name: 'behind-instead-of-before',
    about: 'a child that goes behind another lands before it',
    replace: ['above : above + 1', 'above - 1 : above'],
  },
  {
    name: 'across-the-line-of-states',
    about: 'an open child can be put among the closed ones',
    instead: 'const most = others;',
  },
  {
    name: 'child-stays-where-it-was',
    about: 'a move to another parent leaves the child in its old list too',
    drop: true,
  },
  {
    name: 'counts-of-common-ancestors',
    about: 'a move within a subtree counts twice above both of its ends',
    replace: [', common', ''],
  },
  {
    name: 'old-parent-keeps-its-counts',
    about: 'what leaves a parent stays in its counts',
    drop: true,
  },
  {
    name: 'move-below-itself',
    about: 'a move that has become a cycle is shown',
    drop: true,
  },
  {
    name: 'adjacent-on-the-wrong-side',
    about: 'the request says that the neighbour below ends up above',
    replace: ["'after'", "'before'"],
  },
  {
    name: 'new-key-for-every-try',
    about: 'a move that is sent again carries another key',
    replace: ['key', "type === 'tree/childMoved' ? ports.ids.next() : key"],
  },
  {
    name: 'sent-again-without-its-key',
    about: 'a change whose answer was lost is sent again as another one',
    replace: ['...asked', 'asked[0]'],
  },
  {
    name: 'lost-answer-is-success',
    about: 'a move without a readable answer is confirmed',
    then: "if (type === 'tree/childMoved' && made !== null && isUndecided(failure)) return void (yield* put(committed(record, mutation, null, made, state)));",
  },
  {
    name: 'refusal-in-the-payload-is-success',
    about: 'the errors of an answer are not looked at',
    replace: ['> 0', "> 0 && operation.name !== 'epicTreeReorder'"],
  },
  {
    name: 'given-up-without-a-word',
    about: 'a move that is given up stays pending for ever',
    instead:
      "if (type !== 'tree/childMoved') yield* put(refused(queue, record, mutation, failure, yield* select((whole: State) => whole), found));",
  },
  {
    name: 'line-ends-with-a-failure',
    about: 'after one move nothing more is sent of that tree',
    then: "if (scope.startsWith('tree moves')) return;",
  },
  // What was read
  {
    name: 'stale-reading-folded-in',
    about: 'a reading that began before a write was answered is taken in',
    drop: true,
  },
  {
    name: 'reading-keeps-its-flag',
    about: 'a reading that was broken off is waited for',
    replace: ['isFirst || missing', 'missing'],
  },
  {
    name: 'missing-root-is-ignored',
    about: 'a root that may not be seen any more stays on the screen',
    instead: 'return known;',
  },
  {
    name: 'refresh-of-the-first-page-only',
    about: 'a refresh reads one page, however many are shown',
    instead: 'epics: null',
  },
  {
    name: 'first-page-again',
    about: 'the next page of issues is asked for without its cursor',
    instead: 'issueEndCursor: null',
  },
  {
    name: 'marks-of-the-other-kind',
    about: 'whether there are more issues is taken from the epics',
    replace: ['epic.issues', 'epic.children'],
  },
  {
    name: 'failed-page-keeps-loading',
    about: 'a further page that failed is loading for ever',
    replace: ['loadingMore: false, ', ''],
  },
  {
    name: 'item-in-two-lists',
    about: 'an item that was read under another parent stays in its old list',
    instead: 'const tree = before;',
  },
  {
    name: 'added-at-the-end',
    about: 'what is added comes to the end of its list',
    swap: ['items.filter((item) => isOpen(item)', 'kept.filter((child) => child.open'],
  },
  {
    name: 'added-and-counted-elsewhere',
    about: 'what is added to a parent stays in the counts of the one in which it stood',
    drop: true,
  },
  {
    name: 'added-loses-its-sums',
    about: 'an epic that comes from another parent loses its counts',
    instead: 'const item = answered;',
  },
  {
    name: 'removal-keeps-the-row',
    about: 'a removed child stays in the list until it is read again',
    instead: 'const rest = order;',
  },
  {
    name: 'weights-of-closed-issues-lost',
    about: 'the weight of a closed issue counts as open',
    replace: ['[key]', 'openedIssues'],
  },
  {
    name: 'no-reading-after-a-change',
    about: 'what a change touched is noted and not read',
    instead: 'void wake;',
  },
  {
    name: 'collapsed-and-forgotten',
    about: 'what changed while it was collapsed is shown as it was, for ever',
    drop: true,
  },
  {
    name: 'reconnection-unnoticed',
    about: 'after the connection came back nothing is read again',
    drop: true,
  },
  {
    name: 'push-of-the-root-only',
    about: 'a push about a parent further down reads nothing',
    replace: ['selectDue())]', 'selectDue()).slice(0, 1)]'],
  },
  // Forms and removals
  {
    name: 'form-with-a-new-key',
    about: 'a form that is sent again after a lost answer makes its thing a second time',
    replace: ['last?.type === type', "last?.type === type && type !== 'tree/formSubmitted'"],
  },
  {
    name: 'removal-without-end',
    about: 'a removal that was refused goes on for ever',
    instead:
      "if (type !== 'tree/removeConfirmed') yield* put(refused(queue, record, mutation, failure, yield* select((whole: State) => whole), found));",
  },
  {
    name: 'form-without-end',
    about: 'a form whose request failed is submitting for ever',
    instead:
      "if (type !== 'tree/formSubmitted') yield* put(refused(queue, record, mutation, failure, yield* select((whole: State) => whole), found));",
  },
  // Polling
  {
    name: 'poll-ends-with-a-failure',
    about: 'after a failure polling ends',
    instead: 'return;',
  },
  {
    name: 'quiet-after-a-failure',
    about: 'with pushes a reading that failed is never tried again',
    replace: ['!missed && ', ''],
  },
  {
    name: 'hidden-for-ever',
    about: 'a tab that is shown again is not read at once',
    drop: true,
  },
  {
    name: 'wild-interval',
    about: 'an interval of the server is taken as it is',
    instead: 'const clamp = (interval: number): number => interval;',
  },
  // Store, adapter, table
  {
    name: 'timeout-is-a-refusal',
    about: 'a request that timed out counts as refused',
    replace: [" || error.kind === 'timeout'", ''],
  },
  {
    name: 'closed-epics-are-open',
    about: 'closed epics are read as open ones',
    instead: "state: 'opened'",
  },
  {
    name: 'weights-exchanged',
    about: 'the weights of open and of closed issues are exchanged',
    swap: ['descendantWeightSum?.openedIssues', 'descendantWeightSum?.closedIssues'],
  },
  {
    name: 'rights-for-everybody',
    about: 'everybody may administer every epic',
    instead: 'canAdmin: true',
  },
  {
    name: 'table-loses-a-neighbour',
    about: 'taking an entry out of a bucket takes its values out of step',
    replace: ['toSpliced(at, 1)', 'slice(0, -1)'],
  },
  {
    name: 'table-in-place',
    about: 'setting an entry changes the older versions of its table',
    replace: ['.slice()', ' as T[]'],
  },
];
