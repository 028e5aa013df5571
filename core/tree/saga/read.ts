import type { PollAnswer } from '../../query/index.ts';
import type { GlobalId, WorkItem } from '../../work-item/types.ts';
import type { ChildrenAnswer } from '../actions.ts';
import type { TreeSlices, TreeState } from '../state.ts';
import type { Page, Wanted } from './fetch.ts';
import { holdersOf } from '../children.ts';
import { selectClock, type Session, touch } from './session.ts';
import { isAborted, messagesOf, withMeta, withNotice } from '../../store/index.ts';
import { isStale, versionsOf } from '../../mutation/index.ts';
import { entries, get } from '../../table/index.ts';
import { firstError } from '../../work-item/rules.ts';
import { call, fork, join, put, select, type SagaGenerator } from 'typed-redux-saga';
import { treeAlert, treeAnswers } from '../actions.ts';
import { isRoot } from '../slice.ts';
import { TREE_ERRORS, WORK_ITEM_TREE_ERRORS } from '../rules.ts';
import { FIRST_PAGE, fetchPage, flagsFor, loadedCounts, nextPage, placeOf } from './fetch.ts';

/** The key of the root until its id is known. */
const UNKNOWN_ROOT = '';

/** TR-06.22: never two readings of one parent at a time: a second one waits for the first. */
export function* oneAtATime(
  session: Session,
  parentId: GlobalId | null,
  reading: () => Generator,
): SagaGenerator<void> {
  const key = parentId ?? UNKNOWN_ROOT;
  for (let running = session.readings.get(key); running !== undefined; running = session.readings.get(key)) {
    yield* join(running);
  }
  const task = yield* fork(reading);
  session.readings.set(key, task);
  try {
    yield* join(task);
  } finally {
    if (session.readings.get(key) === task) session.readings.delete(key);
  }
}

const versionsFor =
  (id: GlobalId | null) =>
  ({ versions }: TreeSlices) =>
    id === null ? [] : versionsOf(versions, [id]);

/** TR-14.27: a reading that began before a write to its parent was answered is dropped and repeated, never folded in. */
function* fresh(parentId: GlobalId | null, fetch: () => SagaGenerator<Page | null>): SagaGenerator<Page | null> {
  for (;;) {
    const before = yield* select(versionsFor(parentId));
    const page = yield* fetch();
    // mutant: stale-reading-folded-in
    if (!isStale(before, yield* select(versionsFor(parentId)))) return page;
  }
}

/** The first page of a parent's children, or of the root while its id is unknown. */
export function* readFirst(session: Session, parentId: GlobalId | null): Generator {
  yield* oneAtATime(session, parentId, () => readOne(session, parentId, 'first'));
}

/** The next page. Nothing happens where there is none, or where it is on its way. */
export function* readNext(session: Session, parentId: GlobalId): Generator {
  const before = yield* select(flagsFor(parentId));
  if (before.loadingMore || !hasMore(before)) return;
  yield* put(treeAnswers.childrenAsked({ parentId, read: 'next' }));
  yield* oneAtATime(session, parentId, () => readOne(session, parentId, 'next'));
}

/** TR-16.30: every page that a parent has left. False where one of them could not be read; that was told. */
export function* readToEnd(session: Session, parentId: GlobalId): SagaGenerator<boolean> {
  for (;;) {
    const { epics, issues, loadingMore } = yield* select(flagsFor(parentId));
    if (!hasMore({ epics, issues })) return true;
    // One that is on its way is waited for.
    if (loadingMore) yield* oneAtATime(session, parentId, function* () {});
    else yield* call(readNext, session, parentId);
    const after = yield* select(flagsFor(parentId));
    if (after.epics.endCursor === epics.endCursor && after.issues.endCursor === issues.endCursor) return false;
  }
}

const hasMore = ({ epics, issues }: Pick<ChildrenAnswer, 'epics' | 'issues'>): boolean =>
  epics.hasMore || issues.hasMore;

function* readOne(session: Session, parentId: GlobalId | null, read: 'first' | 'next'): Generator {
  if (read === 'first') yield* put(treeAnswers.childrenAsked({ parentId, read }));
  const since = yield* select(selectClock);
  try {
    const page = yield* fresh(parentId, () => fetchOne(session, parentId, read));
    if (page === null || page.answer === null) yield* call(refuse, session, parentId, read, null);
    else yield* fold(session, { ...page.answer, read }, since);
  } catch (error) {
    // TR-06.25: our own cancellation never comes here; the browser gave the request up.
    // mutant: reading-keeps-its-flag
    if (isAborted(error)) yield* put(treeAnswers.childrenRefused({ parentId, read, missing: false }));
    else yield* call(refuse, session, parentId, read, error);
  }
}

/** TR-06.26: what changed while the root was missing was not read. */
const comesBack = (tree: TreeState, parentId: GlobalId): boolean =>
  tree.rootStatus !== 'ready' && isRoot(tree, parentId) && [...entries(tree.flags)].some(([, { loaded }]) => loaded);

/** TR-05.30: the lists out of which a reading takes children are read again: this reading may be older than theirs. */
function* fold(session: Session, answer: ChildrenAnswer, since: number): Generator {
  const { parentId, items } = answer;
  const { left, back } = yield* select(({ confirmed, tree }: TreeSlices) => ({
    left: holdersOf(confirmed, parentId, items),
    back: comesBack(tree, parentId),
  }));
  yield* put(withMeta(treeAnswers.childrenRead(answer), { since }));
  if (back) touch(session, 'all');
  else if (left.length > 0) touch(session, ...left);
}

function* fetchOne(session: Session, parentId: GlobalId | null, read: 'first' | 'next'): SagaGenerator<Page | null> {
  const place = yield* placeOf(parentId);
  if (place === null) return null;
  if (read === 'first' || parentId === null) return yield* fetchPage(session, place, FIRST_PAGE);
  const flags = yield* select(flagsFor(parentId));
  const count = yield* select(({ confirmed }: TreeSlices) => get(confirmed.orders, parentId)?.ids.length ?? 0);
  return yield* fetchPage(session, place, nextPage(flags), flags, count);
}

/**
 * TR-06.23: the alert of the epic tree; TR-25.21: of a work item's, which is also reported. A root that is missing, or could not be read the first time, is a state of
 * the page, which says so where the tree would stand: no alert.
 */
function* refuse(session: Session, parentId: GlobalId | null, read: 'first' | 'next', error: unknown): Generator {
  const root = yield* select(({ tree }: TreeSlices) => tree.root);
  const missing = error === null;
  const answer = treeAnswers.childrenRefused({ parentId, read, missing });
  const isOfRoot = parentId === null || parentId === root?.id;
  const inWorkItem = root?.kind === 'workItem';
  const text = inWorkItem ? WORK_ITEM_TREE_ERRORS.fetchChildren : TREE_ERRORS.fetch;
  if (inWorkItem && !(isOfRoot && missing)) session.ports.log.error(text, error);
  if (isOfRoot && (missing || read === 'first')) return yield* put(answer);
  yield* put(withNotice(answer, treeAlert(text, firstError(messagesOf(error)))));
}

/**
 * TR-05.23: reads again all that a parent shows, page by page, and takes it in as one answer. Gives what the last answer said about polling;
 * null where there was nothing to read. Throws the port's rejection.
 */
export function* refresh(session: Session, parentId: GlobalId): SagaGenerator<PollAnswer | null> {
  let poll: PollAnswer | null = null;
  let failure: { readonly error: unknown } | null = null;
  yield* oneAtATime(session, parentId, function* () {
    const since = yield* select(selectClock);
    try {
      const page = yield* fresh(parentId, () => fetchAll(session, parentId));
      poll = page?.poll ?? null;
      if (page !== null) yield* takeIn(session, page, parentId, since);
    } catch (error) {
      failure = { error };
    }
  });
  if (failure !== null) throw (failure as { readonly error: unknown }).error;
  return poll;
}

/** TR-06.24: the root may disappear for the viewer while its tree is open; a parent further down disappears with its own parent's list. */
function* takeIn(session: Session, { answer }: Page, parentId: GlobalId, since: number): Generator {
  if (answer !== null) {
    yield* fold(session, { ...answer, read: 'refresh' }, since);
    return;
  }
  const root = yield* select(({ tree }: TreeSlices) => tree.root);
  // mutant: missing-root-is-ignored
  if (root?.id === parentId) yield* put(treeAnswers.childrenRefused({ parentId, read: 'first', missing: true }));
}

/** As many pages of each kind as are wanted, else as are shown, and never fewer than the first. */
export function* fetchAll(
  session: Session,
  parentId: GlobalId,
  wantedCounts?: ReturnType<typeof loadedCounts>,
): SagaGenerator<Page | null> {
  const place = yield* placeOf(parentId);
  if (place === null) return null;
  const shown = wantedCounts ?? (yield* select((state: TreeSlices) => loadedCounts(state, parentId)));
  let items: readonly WorkItem[] = [];
  const seen = new Set<GlobalId>();
  let wanted: Wanted = FIRST_PAGE;
  for (let marks: { epics: ChildrenAnswer['epics']; issues: ChildrenAnswer['issues'] } | undefined; ;) {
    const page: Page = yield* fetchPage(session, place, wanted, marks, items.length);
    if (page.answer === null) return page;
    const { answer } = page;
    items = withNewer(items, answer.items, seen);
    const epics = items.filter(({ type }) => type === 'epic').length;
    marks = answer;
    const next: Wanted = nextPage(answer);
    wanted = {
      // mutant: refresh-of-the-first-page-only
      epics: epics < shown.epics ? next.epics : null,
      issues: items.length - epics < shown.issues ? next.issues : null,
    };
    if (wanted.epics === null && wanted.issues === null) return { poll: page.poll, answer: { ...answer, items } };
  }
}

/** TR-05.29: a child that moved between two pages of one reading stands on both; the later one is right. */
function withNewer(items: readonly WorkItem[], page: readonly WorkItem[], seen: Set<GlobalId>): readonly WorkItem[] {
  const again = new Set(page.flatMap(({ id }) => (seen.has(id) ? [id] : [])));
  for (const { id } of page) seen.add(id);
  return [...(again.size === 0 ? items : items.filter(({ id }) => !again.has(id))), ...page];
}
