import type { Channel, Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { Query } from './query.ts';
import type { QueryRoot } from './read.ts';
import type { QueryState } from './state.ts';
import { buffers, channel } from 'redux-saga';
import { call, cancel, fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { sameData } from '../entities/index.ts';
import { withMeta, type AnyAction } from '../store/action.ts';
import { backoff, poll } from './poll.ts';
import { keyOf, left, selectQuery } from './query.ts';
import { readQuery, throwDefect } from './read.ts';
import { NEVER, refreshInRounds, type Listed, type Pattern, type Refreshed, type Rounds } from './refresh.ts';

/** How a page uses a query that it shows. `R`: the part of the state that it looks at. */
export interface Shown<P, C, R> {
  /** What is shown now: one query, or several under keys of their own; null: nothing. */
  params(state: R): P | readonly P[] | null;
  /** Where several are shown: whether an action is about this one. Default: about all of them. */
  concerns?(params: P, action: AnyAction, state: R): boolean;
  /** These show it: it is read, also where the same was shown before. */
  readonly opened?: Pattern;
  /** RP-02.317: these show it as if it had never been read: a read in flight is cancelled. */
  readonly anew?: Pattern;
  /** After these, `params` may have changed; if not, nothing is read. */
  readonly changes?: Pattern;
  /** A person retries: a failed read is shown as loading, loaded data is refreshed silently. */
  readonly again?: Pattern;
  /** After these, loaded data is refreshed silently. A function also gets the parameters. */
  readonly stale?: Pattern | ((action: AnyAction, params: P) => boolean);
  readonly more?: Pattern;
  /** The cursor that an action asks for, given that of the next page; null: none. Default: the next page's, as it is when the page is read. */
  moreOf?(next: C, action: AnyAction): C | null;
  /** RP-02.314: what is shown is refreshed in rounds. */
  readonly rounds?: Rounds<P, R>;
}

/** The cursor of a requested page, given that of the next page by now; null: there is no such page any more. */
type PageOf<C> = (next: C | null) => C | null;

/** What has been asked for and is not read yet. */
interface Wanted<P, C> {
  /** The next read is shown as loading, because somebody asked for it. */
  shownAsLoading: boolean;
  /** What is there is to be refreshed. */
  stale: boolean;
  /** Requested further pages. */
  readonly pages: PageOf<C>[];
  /** The page that was read last, if it was a further one. */
  lastPage: C | undefined;
  readonly wake: Channel<object>;
  /** The parameters of the last answer, under the same key. */
  answered: P | null;
  /** Who waits for the result of the next refresh. */
  readonly waiting: Channel<Refreshed>[];
}

interface Known<P, C> extends Listed<P> {
  readonly task: Task;
  readonly wanted: Wanted<P, C>;
}

/**
 * Reads queries for as long as they are shown: per key the latest request wins, nothing is requested twice at once, and it is read again when an action says so
 * or by polling. The read of what is no longer shown is cancelled, and its state forgotten.
 */
export function* observe<P, A, D, C, V, R = QueryRoot>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  shown: Shown<P, C, R>,
): SagaGenerator<void> {
  const { opened = NEVER, anew = NEVER, changes = NEVER, concerns = () => true } = shown;
  const known = new Map<string, Known<P, C>>();
  const rounds = shown.rounds === undefined ? null : yield* refreshInRounds(ports, query, shown.rounds, known, changes);
  yield* handleActions(query, shown, known, rounds?.markChanged);
  /** The action that opened something, which is then read again; null: none. */
  let opening: AnyAction | null = null;
  for (;;) {
    const params = (yield* select(shown.params as (state: unknown) => unknown)) as P | readonly P[] | null;
    const now = new Map(listOf(params).map((each) => [keyOf(query, each), each]));
    let isOther = false;
    for (const [key, one] of known) {
      if (now.has(key)) continue;
      isOther = true;
      yield* leave(known, key, one);
    }
    for (const [key, each] of now) {
      const before = known.get(key);
      if (before === undefined || !sameData(before.params, each)) {
        isOther = true;
        // mutant: list-takes-an-older-answer
        if (before !== undefined) yield* giveUp(before);
        const wanted = wantedFirst<P, C>(before?.wanted.answered ?? null);
        const missed = { now: false };
        const task = yield* fork(follow<P, A, D, C, V>, ports, query, each, wanted, missed);
        const refresh = () => refreshOne(wanted);
        known.set(key, { params: each, wanted, task, missed, refresh });
      } else if (opening !== null) {
        const state = yield* select((root: QueryRoot) => root);
        if (!concerns(each, opening, state as R)) continue;
        if (selectQuery(state, query, each).status !== 'loading') askAgain(before.wanted);
      }
    }
    opening = null;
    if (rounds !== null) yield* rounds.update();
    // Something else may be shown by now.
    if (isOther) continue;
    const action = yield* take([opened, anew, changes].flat() as string[]);
    opening = matches(opened, action) ? action : null;
    if (opening !== null || !matches(anew, action)) continue;
    if (rounds !== null) yield* rounds.stop();
    for (const [key, one] of known) yield* leave(known, key, one);
  }
}

const matches = (pattern: Pattern, action: AnyAction): boolean =>
  [pattern].flat().some((each) => (typeof each === 'function' ? each(action) : each === action.type));

const listOf = <P>(params: P | readonly P[] | null): readonly P[] =>
  params === null ? [] : Array.isArray(params) ? (params as readonly P[]) : [params as P];

const wantedFirst = <P, C>(answered: P | null): Wanted<P, C> => {
  const wake = channel<object>(buffers.sliding(1));
  return { shownAsLoading: true, stale: false, pages: [], lastPage: undefined, wake, answered, waiting: [] };
};

function* leave<P, C>(known: Map<string, Known<P, C>>, key: string, one: Known<P, C>): SagaGenerator<void> {
  known.delete(key);
  yield* giveUp(one);
  yield* put(withMeta(left({}), { reads: { queryKey: key, step: 'left' } }));
}

function* giveUp<P, C>({ task, wanted, unsubscribe }: Known<P, C>): SagaGenerator<void> {
  yield* cancel(task);
  unsubscribe?.();
  for (const done of wanted.waiting.splice(0)) done.put({ answer: null });
}

function* refreshOne<P, C>(wanted: Wanted<P, C>): SagaGenerator<Refreshed> {
  const done = channel<Refreshed>(buffers.sliding(1));
  wanted.waiting.push(done);
  wanted.stale = true;
  wanted.wake.put({});
  return yield* take(done);
}

function askAgain<P, C>(wanted: Wanted<P, C>): void {
  wanted.shownAsLoading = true;
  wanted.wake.put({});
}

/** Handles the actions that ask for reads of the queries that are shown, or make them stale. */
function* handleActions<P, A, D, C, V, R>(
  query: Query<P, A, D, C, V>,
  { again, stale, more, moreOf, concerns = () => true }: Shown<P, C, R>,
  known: ReadonlyMap<string, Known<P, C>>,
  markChanged?: (one: Listed<P>) => void,
): SagaGenerator<void> {
  type Handle = (one: Known<P, C>, state: QueryState, action: AnyAction) => unknown;
  type Tells = (action: AnyAction, params: P) => boolean;
  function* on(pattern: Pattern | undefined, handle: Handle): SagaGenerator<void> {
    if (pattern === undefined) return;
    yield* takeEvery(pattern as string, function* (action: AnyAction) {
      const root = yield* select((state: QueryRoot) => state);
      for (const one of [...known.values()]) {
        if (!concerns(one.params, action, root as R)) continue;
        const state = yield* select((now: QueryRoot) => selectQuery(now, query, one.params));
        yield* call(handle, one, state, action);
      }
    });
  }
  function outdate(action: AnyAction, root: QueryRoot): void {
    for (const one of [...known.values()]) {
      if (typeof stale === 'function' && !(stale as Tells)(action, one.params)) continue;
      if (!concerns(one.params, action, root as R)) continue;
      const { status } = selectQuery(root, query, one.params);
      if (status !== 'ready' && status !== 'loading') continue;
      if (markChanged !== undefined) {
        markChanged(one);
        continue;
      }
      one.wanted.stale = true;
      one.wanted.wake.put({});
    }
  }
  function outdates(action: AnyAction): boolean {
    for (const { params } of known.values()) if ((stale as Tells)(action, params)) return true;
    return false;
  }
  /** One loop instead of a task for each action. Nothing in it waits, so none is missed. */
  function* watchStale(pattern: Pattern): Generator {
    for (;;) {
      const action = yield* take(pattern as string);
      outdate(action, yield* select((state: QueryRoot) => state));
    }
  }
  function* askFor({ params, wanted }: Known<P, C>, page: PageOf<C>): SagaGenerator<void> {
    wanted.pages.push(page);
    const asked = { queryKey: keyOf(query, params), step: 'asked', more: true } as const;
    yield* put(withMeta(query.asked({ params }), { reads: asked }));
  }
  yield* on(again, function* (one, { status, error }) {
    const { wanted } = one;
    wanted.shownAsLoading = status !== 'ready';
    // What failed while the rest is shown is a further page: that one is tried again.
    const { lastPage } = wanted;
    if (!wanted.shownAsLoading && error !== null && lastPage !== undefined) yield* askFor(one, () => lastPage);
    else wanted.stale = true;
    wanted.wake.put({});
  });
  if (stale !== undefined) yield* fork(watchStale, typeof stale === 'function' ? outdates : stale);
  yield* on(more, function* (one, { status, loadingMore, next }, action) {
    if (status !== 'ready' || loadingMore || next === null) return;
    const page = moreOf?.(next as C, action);
    if (page === null) return;
    yield* askFor(one, page === undefined ? (now) => now : () => page);
    one.wanted.wake.put({});
  });
}

/** Reads one query, one read at a time, while it is shown. */
function* follow<P, A, D, C, V>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  params: P,
  wanted: Wanted<P, C>,
  missed: Listed<P>['missed'],
): Generator {
  const { poll: polling } = query;
  const stateOf = (state: QueryRoot): QueryState => selectQuery(state, query, params);
  let wait = query.delay?.(params, wanted.answered) ?? 0;
  let isMissing = false;
  let isFailed = false;
  if (polling?.first !== undefined) wanted.shownAsLoading = false;

  /** Continues with what was asked for during a read. */
  function goOn(): void {
    if (wanted.pages.length > 0 || wanted.shownAsLoading || wanted.stale) wanted.wake.put({});
  }

  function* read(): SagaGenerator<Answer<A> | null> {
    const { status, next } = yield* select(stateOf);
    const page = status === 'ready' ? wanted.pages.shift() : undefined;
    const cursor = page?.(next as C | null) ?? undefined;
    const isPage = page !== undefined;
    // A refresh may have found that there is no further page.
    if (isPage && cursor === undefined) {
      goOn();
      return null;
    }
    const options = { cursor, shownAsLoading: wanted.shownAsLoading && !isPage, delay: wait };
    const waiting = isPage ? [] : wanted.waiting.splice(0);
    if (!isPage) {
      Object.assign(wanted, { shownAsLoading: false, stale: false });
      missed.now = false;
    }
    wait = 0;
    wanted.lastPage = cursor;
    let refreshed: Refreshed = { answer: null };
    try {
      const answer = yield* readQuery(ports, query, params, options);
      refreshed = { answer };
      // Only a record that polls follows the server's interval.
      return polling === undefined ? null : answer;
    } catch (error) {
      refreshed = { error };
      throw error;
    } finally {
      for (const done of waiting) done.put(refreshed);
      const after = yield* select(stateOf);
      isMissing = after.status === 'missing';
      isFailed = after.status === 'failed';
      if (after.status === 'ready') wanted.answered = params;
      else wanted.pages.length = 0;
      goOn();
    }
  }

  yield* poll<Answer<A>>(ports, {
    read,
    failed: throwDefect,
    fallback: polling?.fallback ?? null,
    first: polling?.first ?? 0,
    evenHidden: () => wanted.shownAsLoading || wanted.pages.length > 0,
    quiet: () => isMissing,
    retry: (interval, failures) =>
      isMissing || (isFailed && polling === undefined) ? null : waitAfter(query, interval, failures),
    wake: wanted.wake,
  });
}

/** Milliseconds before a failed read is retried; null: not before somebody asks. */
function waitAfter(
  { poll: polling, retry }: Pick<Query<never>, 'poll' | 'retry'>,
  interval: number,
  failures: number,
): number | null {
  if (polling !== undefined) return backoff(interval, failures);
  return retry === undefined ? null : Math.min(retry.first * 2 ** Math.max(failures - 1, 0), retry.longest);
}
