import type { Mutant } from './mutant.ts';

/** Planted bugs of the pages beside the tree: the page of an epic, the lists, the roadmap. */
export const PAGE_MUTANTS: readonly Mutant[] = [
  // The page of an epic
  {
    name: 'page-refreshed-in-part',
    about: 'of an epic that was edited the text is taken in, and the rest is not read again',
    drop: true,
  },
  {
    name: 'page-owes-nothing',
    about: 'a reading again that fails is forgotten',
    drop: true,
  },
  {
    name: 'page-of-two-versions',
    about: 'page data and epic of different versions are taken for one',
    replace: ['!isOneVersion(initial, meta, epic)', 'false'],
  },
  {
    name: 'state-sending-for-ever',
    about: 'a mutation that failed is on its way for ever',
    replace: ['resolves: { id, as }', "...(as === 'committed' && { resolves: { id, as } })"],
  },
  {
    name: 'new-epic-under-a-new-key',
    about: 'a creation that is tried again after a lost answer makes a second epic',
    drop: true,
  },
  {
    name: 'new-epic-answer-cut-short',
    about: 'an answer that cannot be read counts as a refusal, and the next try makes a second epic',
    replace: ['isUndecided(failure)', "isUndecided(failure) && failure.kind !== 'malformed'"],
  },
  {
    name: 'change-without-a-key',
    about: 'a GraphQL mutation is sent without a key: one that the network doubles is made twice',
    replace: [', options', ''],
  },
  // Lists
  {
    name: 'list-takes-an-older-answer',
    about: 'a list shows whatever answer comes last',
    drop: true,
    also: { replace: ['&&', '||'] },
  },
  {
    name: 'list-first-page-again',
    about: 'the next page of a list is asked for without its cursor',
    replace: ['query.after', 'null'],
  },
  {
    name: 'list-back-to-the-first-page',
    about: 'the next page lies behind the first row of this one',
    replace: ['after: page.endCursor', 'after: page.startCursor'],
  },
  {
    name: 'list-forgets-its-labels',
    about: 'a list is not narrowed by its labels',
    instead: 'labelName: null',
  },
  {
    name: 'failed-list-keeps-loading',
    about: 'a list that cannot be read is loading for ever',
    replace: ["'failed'", "'loading'"],
  },
  {
    name: 'counts-exchanged',
    about: 'the numbers of open and of closed items of a list are exchanged',
    swap: ['opened?.count', 'closed?.count'],
  },
  // The roadmap
  {
    name: 'roadmap-answer-not-folded',
    about: 'what the server answers to a change of dates is not taken in: the epics above keep theirs',
    drop: true,
  },
  {
    name: 'roadmap-one-end-only',
    about: 'a change of the due date is not shown before it is answered',
    replace: ['settingsOf(change)', '(({ due: _, ...rest }) => rest)(settingsOf(change))'],
  },
  {
    name: 'roadmap-stale-reading',
    about: 'a reading that began before a change of dates was answered is taken in',
    replace: ['[EPICS_KEY]', '[]'],
  },
  {
    name: 'roadmap-key-of-its-own',
    about: 'every mutation goes under another key than its own',
    replace: ['idempotencyKey', 'idempotencyKey: ids.next()'],
    also: { replace: ['rest }', 'rest, ids }'] },
  },
  {
    name: 'roadmap-refusal-is-success',
    about: 'a mutation whose answer names errors counts as made',
    replace: ['> 0', '> 99'],
  },
  {
    name: 'roadmap-no-line',
    about: 'changes of one epic overtake each other',
    instead: 'scope: (change) => `roadmap ${Object.values(change).join()}`',
  },
  {
    name: 'line-ends-after-one',
    about: 'of a line only the first change is sent',
    then: 'break;',
  },
  {
    name: 'roadmap-first-page-again',
    about: 'the next page of the roadmap is the first one again',
    replace: ['cursor)', 'cursor && null)'],
  },
  {
    name: 'roadmap-children-keep-loading',
    about: 'after a failure an epic is being expanded for ever',
    replace: ["'failed' :", "'loading' :"],
  },
  {
    name: 'tray-from-the-front',
    about: 'a further page of the tray replaces the ones before',
    instead: 'const known: readonly string[] = [];',
  },
  {
    name: 'tables-of-others-lost',
    about: 'a reading of the tree drops what the roadmap knows',
    replace: [
      '...withItems(tree, items)',
      '...(({ items: all, labels, users, milestones }) => ({ items: all, labels, users, milestones }))(withItems(tree, items))',
    ],
  },
];
