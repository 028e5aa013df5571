import { LATER_MUTANTS } from './mutants-later.ts';
import { PAGE_MUTANTS } from './mutants-pages.ts';

/**
 * Planted bugs. Each is a few words of the core put wrong, in the way in which such words go wrong; the simulation has to find every one of them. They
 * are applied while the simulation is built, never to the files: `find` must stand in the file exactly once, or the build fails.
 */
export interface Mutant {
  readonly name: string;
  /** From the root of the repository. */
  readonly file: string;
  readonly about: string;
  readonly find: string;
  readonly put: string;
  /** A second place, where the bug needs one. */
  readonly also?: { readonly find: string; readonly put: string };
  /** A place in another file, where only both together are a bug. */
  readonly elsewhere?: { readonly file: string; readonly find: string; readonly put: string };
}

export const MUTANTS: readonly Mutant[] = [
  ...PAGE_MUTANTS,
  ...LATER_MUTANTS,
  // Confirmed and pending
  {
    name: 'rollback-restores-a-snapshot',
    file: 'core/sync/state.ts',
    about: 'a refusal restores the confirmed state of when the intent was made, and loses what arrived since',
    find: "if (as === 'refused') return { ...state, pending, stamps };",
    put: "if (as === 'refused') return { ...state, confirmed: (intent as { before?: C }).before ?? state.confirmed, pending, stamps };",
    also: { find: 'at: meta.at, status };', put: 'at: meta.at, status, before: state.confirmed } as Intent;' },
  },
  {
    name: 'refusal-folds',
    file: 'core/sync/state.ts',
    about: 'a refused intent is folded in like a confirmed one',
    find: "if (as === 'refused') return { ...state, pending, stamps };",
    put: '',
  },
  {
    name: 'refusal-keeps-the-intent',
    file: 'core/sync/state.ts',
    about: 'a refused intent stays pending',
    find: "if (as === 'refused') return { ...state, pending, stamps };",
    put: "if (as === 'refused') return { ...state, stamps };",
  },
  {
    name: 'settling-drops-the-oldest',
    file: 'core/sync/state.ts',
    about: 'whatever is answered, the oldest intent is dropped',
    find: 'const pending = state.pending.filter(({ id }) => id !== intentId);',
    put: 'const pending = state.pending.slice(1);',
  },
  {
    name: 'confirmed-without-folding',
    file: 'core/sync/state.ts',
    about: 'success drops the intent without folding it in',
    find: 'return { ...state, confirmed: commit(draft, state.confirmed), pending, stamps };',
    put: 'return { ...state, pending, stamps };',
  },
  {
    name: 'memo-of-another-version',
    file: 'core/sync/intents.ts',
    about: 'what is shown is remembered although what it was made of has changed',
    find: 'if (memo !== undefined && sameReads(memo.draft, confirmed)) {',
    put: 'if (memo !== undefined) {',
  },
  {
    name: 'draft-forgets-removals',
    file: 'core/sync/draft.ts',
    about: 'an entry that a change takes away stays',
    find: 'const to = value === undefined ? remove(from, key) : set(from, key, value);',
    put: 'const to = value === undefined ? from : set(from, key, value);',
  },
  // Moves
  {
    name: 'move-off-by-one',
    file: 'core/tree/order.ts',
    about: 'a child that is moved down lands one place too far',
    find: 'return from >= 0 && from < below ? below - 1 : below;',
    put: 'return below;',
  },
  {
    name: 'behind-instead-of-before',
    file: 'core/tree/order.ts',
    about: 'a child that goes behind another lands before it',
    find: 'return from >= 0 && from < above ? above : above + 1;',
    put: 'return from >= 0 && from < above ? above - 1 : above;',
  },
  {
    name: 'across-the-line-of-states',
    file: 'core/tree/order.ts',
    about: 'an open child can be put among the closed ones',
    find: 'const most = open ? openOthers : others;',
    put: 'const most = others;',
  },
  {
    name: 'child-stays-where-it-was',
    file: 'core/tree/intents.ts',
    about: 'a move to another parent leaves the child in its old list too',
    find: 'takeOut(draft, holder, childId);',
    put: '',
  },
  {
    name: 'counts-of-common-ancestors',
    file: 'core/tree/intents.ts',
    about: 'a move within a subtree counts twice above both of its ends',
    find: 'shiftRollups(draft, parentId, item, 1, common);',
    put: 'shiftRollups(draft, parentId, item, 1);',
  },
  {
    name: 'old-parent-keeps-its-counts',
    file: 'core/tree/intents.ts',
    about: 'what leaves a parent stays in its counts',
    find: 'shiftRollups(draft, holder, item, -1, common);',
    put: '',
  },
  {
    name: 'move-below-itself',
    file: 'core/tree/intents.ts',
    about: 'a move that has become a cycle is shown',
    find: 'if (above.has(childId)) return;',
    put: '',
  },
  {
    name: 'adjacent-on-the-wrong-side',
    file: 'core/tree/rules/reorder.ts',
    about: 'the request says that the neighbour below ends up above',
    find: "return { adjacent: before, relativePosition: 'after' };",
    put: "return { adjacent: before, relativePosition: 'before' };",
  },
  {
    name: 'new-key-for-every-try',
    file: 'core/tree/saga/moves.ts',
    about: 'a move that is sent again carries another key',
    find: 'const options = { idempotencyKey: intentId };',
    put: 'const options = { idempotencyKey: ports.ids.next() };',
  },
  {
    name: 'other-words-under-one-key',
    file: 'core/tree/saga/moves.ts',
    about: 'a move that is sent again is worded anew under its old key',
    find: 'const asked: MoveRequest = said ?? requestOf(state.confirmed, intent);',
    put: 'const asked: MoveRequest = requestOf(state.confirmed, intent);',
  },
  {
    name: 'lost-answer-is-success',
    file: 'core/tree/saga/moves.ts',
    about: 'a move without an answer is confirmed',
    find: 'yield* put(refusedBy(intent, firstError(messagesOf(error)), isUncertain(error)));',
    put: 'yield* put(confirmedBy(intent, []));',
  },
  {
    name: 'refusal-in-the-payload-is-success',
    file: 'core/tree/saga/moves.ts',
    about: 'the errors of an answer are not looked at',
    find: 'yield* put(error === null ? confirmedBy(intent, yield* takenFrom(intent)) : refusedBy(intent, error));',
    put: 'yield* put(confirmedBy(intent, yield* takenFrom(intent)));',
  },
  {
    name: 'given-up-without-a-word',
    file: 'core/tree/saga/moves.ts',
    about: 'a move that is given up stays pending for ever',
    find: 'yield* put(refusedBy(intent, firstError(messagesOf(error)), isUncertain(error)));',
    put: '',
  },
  {
    name: 'line-ends-with-a-failure',
    file: 'core/tree/saga/moves.ts',
    about: 'after one move nothing more is sent of that tree',
    find: '      ids.delete(intentId);\n    }\n  }',
    put: '      ids.delete(intentId);\n    }\n    return;\n  }',
  },
  // What was read
  {
    name: 'stale-reading-folded-in',
    file: 'core/tree/saga/read.ts',
    about: 'a reading that began before a write was answered is taken in',
    find: 'if (!isStale(before, yield* select(stampsFor(parentId)))) return page;',
    put: 'return page;',
  },
  {
    name: 'reading-keeps-its-flag',
    file: 'core/tree/saga/read.ts',
    about: 'a reading that was broken off is waited for',
    find: 'if (isAborted(error)) yield* put(treeAnswers.childrenRefused({ parentId, read, missing: false }));\n    else yield*',
    put: 'if (!isAborted(error)) yield*',
  },
  {
    name: 'missing-root-is-ignored',
    file: 'core/tree/saga/read.ts',
    about: 'a root that may not be seen any more stays on the screen',
    find: "if (root?.id === parentId) yield* put(treeAnswers.childrenRefused({ parentId, read: 'first', missing: true }));",
    put: '',
  },
  {
    name: 'refresh-of-the-first-page-only',
    file: 'core/tree/saga/read.ts',
    about: 'a refresh reads one page, however many are shown',
    find: 'epics: epics < shown.epics ? next.epics : null,',
    put: 'epics: null,',
  },
  {
    name: 'first-page-again',
    file: 'core/tree/saga/fetch.ts',
    about: 'the next page of issues is asked for without its cursor',
    find: 'issueEndCursor: wanted.issues?.after ?? null,',
    put: 'issueEndCursor: null,',
  },
  {
    name: 'marks-of-the-other-kind',
    file: 'core/tree/saga/fetch.ts',
    about: 'whether there are more issues is taken from the epics',
    find: 'issues: mark(epic.issues, marks.issues),',
    put: 'issues: mark(epic.children, marks.issues),',
  },
  {
    name: 'failed-page-keeps-loading',
    file: 'core/tree/slice.ts',
    about: 'a further page that failed is loading for ever',
    find: 'isFirst ? { loading: false, expanded: false } : { loadingMore: false });',
    put: 'isFirst ? { loading: false, expanded: false } : {});',
  },
  {
    name: 'item-in-two-lists',
    file: 'core/tree/confirmed.ts',
    about: 'an item that was read under another parent stays in its old list',
    find: 'const tree = leaveOthers(before, parentId, items);\n  const old',
    put: 'const tree = before;\n  const old',
  },
  {
    name: 'added-at-the-end',
    file: 'core/tree/order.ts',
    about: 'what is added comes to the end of its list',
    find: `    ...items.filter((item) => isOpen(item) === open).map(({ id }) => id),
    ...kept.filter((child) => child.open === open).map(({ id }) => id),`,
    put: `    ...kept.filter((child) => child.open === open).map(({ id }) => id),
    ...items.filter((item) => isOpen(item) === open).map(({ id }) => id),`,
  },
  {
    name: 'added-and-counted-elsewhere',
    file: 'core/tree/confirmed.ts',
    about: 'what is added to a parent stays in the counts of the one in which it stood',
    find: 'shiftRollups(draft, holder, known ?? answered, -1);',
    put: '',
  },
  {
    name: 'added-loses-its-sums',
    file: 'core/tree/confirmed.ts',
    about: 'an epic that comes from another parent loses its counts',
    find: 'descendantCounts: answered.descendantCounts ?? known.descendantCounts,',
    put: 'descendantCounts: answered.descendantCounts,',
  },
  {
    name: 'removal-keeps-the-row',
    file: 'core/tree/confirmed.ts',
    about: 'a removed child stays in the list until it is read again',
    find: 'const rest = withoutChild(order, id);\n    draft.set',
    put: 'const rest = order;\n    draft.set',
  },
  {
    name: 'weights-of-closed-issues-lost',
    file: 'core/tree/rules/counts.ts',
    about: 'the weight of a closed issue counts as open',
    find: 'weights: { ...EMPTY_ROLLUP.weights, [key]: item.weight ?? 0 },',
    put: 'weights: { ...EMPTY_ROLLUP.weights, openedIssues: item.weight ?? 0 },',
  },
  {
    name: 'no-reading-after-a-change',
    file: 'core/tree/saga/session.ts',
    about: 'what a change touched is noted and not read',
    find: 'wake.put({});',
    put: 'void wake;',
  },
  {
    name: 'no-listening-gap',
    file: 'core/tree/saga/live.ts',
    about: 'what changed between the reading and the listening is missed',
    find: 'if (realtime.connected()) touch(session, id);',
    put: '',
  },
  {
    name: 'collapsed-and-forgotten',
    file: 'core/tree/saga/live.ts',
    about: 'what changed while it was collapsed is shown as it was, for ever',
    find: 'if (everything || named.has(id)) session.unread.add(id);',
    put: 'void id;',
  },
  {
    name: 'reconnection-unnoticed',
    file: 'core/tree/saga/live.ts',
    about: 'after the connection came back nothing is read again',
    find: "touch(session, 'all');",
    put: '',
  },
  {
    name: 'push-of-the-root-only',
    file: 'core/tree/saga/live.ts',
    about: 'a push about a parent further down reads nothing',
    find: 'shown.filter((id) => named.has(id));',
    put: 'shown.slice(0, 1).filter((id) => named.has(id));',
  },
  // Forms and removals
  {
    name: 'form-with-a-new-key',
    file: 'core/tree/saga/form-keys.ts',
    about: 'a form that is sent again after a lost answer makes its thing a second time',
    find: 'if (known?.serial === serial && known.asked === asked) return known.key;',
    put: '',
  },
  {
    name: 'removal-without-end',
    file: 'core/tree/slice.ts',
    about: 'a removal that was refused goes on for ever',
    find: 'if (treeAnswers.removalRefused.match(action)) return removalOver(state, action.payload.id);',
    put: '',
  },
  {
    name: 'form-without-end',
    file: 'core/tree/form-slice.ts',
    about: 'a form whose request failed is submitting for ever',
    find: 'form: done ? null : { ...form, submitting: false, error } };',
    put: 'form: done ? null : { ...form, error } };',
  },
  // Polling
  {
    name: 'poll-ends-with-a-failure',
    file: 'core/polling/poll.ts',
    about: 'after a failure polling ends',
    find: 'wait = backoff(interval ?? DEFAULT_INTERVAL, failures);',
    put: 'return;',
  },
  {
    name: 'quiet-after-a-failure',
    file: 'core/polling/poll.ts',
    about: 'with pushes a reading that failed is never tried again',
    find: '!missed && plan.quiet?.() === true',
    put: 'plan.quiet?.() === true',
  },
  {
    name: 'hidden-for-ever',
    file: 'core/polling/poll.ts',
    about: 'a tab that is shown again is not read at once',
    find: 'shown: take(shown),',
    put: '',
  },
  {
    name: 'wild-interval',
    file: 'core/polling/poll.ts',
    about: 'an interval of the server is taken as it is',
    find: 'Math.min(Math.max(interval, INTERVAL.least), INTERVAL.most);',
    put: 'interval;',
  },
  // Store, adapter, table
  {
    name: 'timeout-is-a-refusal',
    file: 'core/store/effects.ts',
    about: 'a request that timed out counts as refused',
    find: "(error.kind === 'network' || error.kind === 'timeout');",
    put: "error.kind === 'network';",
  },
  {
    name: 'closed-epics-are-open',
    file: 'core/api/adapter.ts',
    about: 'closed epics are read as open ones',
    find: `      type: 'epic' as const,
      state: node.state === 'closed' ? ('closed' as const) : ('opened' as const),`,
    put: `      type: 'epic' as const,
      state: 'opened' as const,`,
  },
  {
    name: 'weights-exchanged',
    file: 'core/api/wire-parts.ts',
    about: 'the weights of open and of closed issues are exchanged',
    find: 'openedIssues: count(descendantWeightSum?.openedIssues),\n    closedIssues: count(descendantWeightSum?.closedIssues),',
    put: 'openedIssues: count(descendantWeightSum?.closedIssues),\n    closedIssues: count(descendantWeightSum?.openedIssues),',
  },
  {
    name: 'rights-for-everybody',
    file: 'core/api/wire-parts.ts',
    about: 'everybody may administer every epic',
    find: 'canAdmin: may.adminEpic,',
    put: 'canAdmin: true,',
  },
  {
    name: 'table-loses-a-neighbour',
    file: 'core/table/table.ts',
    about: 'taking an entry out of a bucket takes its values out of step',
    find: 'values: node.values.toSpliced(at, 1),',
    put: 'values: node.values.slice(0, -1),',
  },
  {
    name: 'table-in-place',
    file: 'core/table/table.ts',
    about: 'setting an entry changes the older versions of its table',
    find: 'values ??= bucket.values.slice();',
    put: 'values ??= bucket.values as T[];',
  },
];
