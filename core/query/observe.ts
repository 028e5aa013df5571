import type { Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Ports } from '../ports/index.ts';
import type { Query } from './query.ts';
import type { QueryRoot } from './read.ts';
import type { QueryState } from './state.ts';
import { buffers, channel } from 'redux-saga';
import { call, cancel, fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { sameData } from '../entities/index.ts';
import { withMeta, type AnyAction } from '../store/action.ts';
import { follow, wantedFirst, type PageOf, type Wanted } from './follow.ts';
import { keyOf, left, selectQuery } from './query.ts';
import {
  isPushed,
  listenTo,
  NEVER,
  unsubscribe,
  watchPushes,
  type Listed,
  type Pattern,
  type PushesPlan,
  type Refreshed,
  type Rounds,
} from './refresh.ts';

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
  /** RP-02.314: what is shown is refreshed in these rounds. */
  readonly rounds?: Rounds;
  /** RP-02.316: the pushes about what was read. */
  readonly pushes?: PushesPlan<P, R>;
}

interface Known<P, C> extends Listed {
  readonly params: P;
  task: Task | null;
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
  const { opened = NEVER, anew = NEVER, changes = NEVER, concerns = () => true, rounds, pushes } = shown;
  const known = new Map<string, Known<P, C>>();
  const miss = rounds?.miss ?? refreshAll;
  if (pushes !== undefined) yield* fork(watchPushes, ports, query, pushes, known, miss);
  yield* handleActions(query, shown, known);
  function* leave(key: string, one: Known<P, C>): SagaGenerator<void> {
    known.delete(key);
    rounds?.lists.delete(key);
    yield* giveUp(one);
    yield* put(withMeta(left({}), { reads: { queryKey: key, step: 'left' } }));
  }
  /** The action that opened something, which is then read again; null: none. */
  let opening: AnyAction | null = null;
  for (;;) {
    const params = (yield* select(shown.params as (state: unknown) => unknown)) as P | readonly P[] | null;
    const now = new Map(listOf(params).map((each) => [keyOf(query, each), each]));
    let isOther = false;
    for (const [key, one] of known) {
      if (now.has(key)) continue;
      isOther = true;
      yield* leave(key, one);
    }
    for (const [key, each] of now) {
      const before = known.get(key);
      if (before === undefined || !sameData(before.params, each)) {
        isOther = true;
        // mutant: list-takes-an-older-answer
        if (before !== undefined) yield* giveUp(before);
        const wanted = wantedFirst<P, C>(before?.wanted.answered ?? null);
        const missed = { now: false };
        const quiet = () => isPushed(ports, known.get(key));
        const refresh = () => refreshOne(wanted);
        const one: Known<P, C> = { params: each, wanted, task: null, missed, refresh, beside: {} };
        known.set(key, one);
        rounds?.lists.set(key, one);
        if (pushes !== undefined) {
          const state = (yield* select((root: object) => root)) as R;
          listenTo(ports, pushes, one, { params: each, state, isRead: false }, miss);
        }
        one.task = yield* fork(follow<P, A, D, C, V>, ports, query, each, { wanted, missed, quiet });
      } else if (opening !== null) {
        const state = yield* select((root: QueryRoot) => root);
        if (!concerns(each, opening, state as R)) continue;
        if (selectQuery(state, query, each).status !== 'loading') askAgain(before.wanted);
      }
    }
    opening = null;
    if (rounds !== undefined) yield* rounds.update();
    // Something else may be shown by now.
    if (isOther) continue;
    const action = yield* take([opened, anew, changes].flat() as string[]);
    opening = matches(opened, action) ? action : null;
    if (opening !== null || !matches(anew, action)) continue;
    if (rounds !== undefined) yield* rounds.stop();
    for (const [key, one] of known) yield* leave(key, one);
  }
}

const matches = (pattern: Pattern, action: AnyAction): boolean =>
  [pattern].flat().some((each) => (typeof each === 'function' ? each(action) : each === action.type));

const listOf = <P>(params: P | readonly P[] | null): readonly P[] =>
  params === null ? [] : Array.isArray(params) ? (params as readonly P[]) : [params as P];

function* giveUp<P, C>(one: Known<P, C>): SagaGenerator<void> {
  const { task, wanted } = one;
  if (task !== null) yield* cancel(task);
  unsubscribe(one);
  for (const done of wanted.waiting.splice(0)) done.put({ answer: null });
}

function* refreshOne<P, C>(wanted: Wanted<P, C>): SagaGenerator<Refreshed> {
  const done = channel<Refreshed>(buffers.sliding(1));
  wanted.waiting.push(done);
  refreshSoon(wanted);
  return yield* take(done);
}

/** RP-02.316: what is not refreshed in rounds is refreshed by itself. */
function refreshAll<P, C>(...lists: readonly Known<P, C>[]): void {
  for (const { wanted } of lists) {
    if (!wanted.isOver) refreshSoon(wanted);
    // RP-02.307: it is not tried again for this; but where a retry is under way, it is read once more after that.
    else wanted.stale = true;
  }
}

function refreshSoon<P, C>(wanted: Wanted<P, C>): void {
  wanted.stale = true;
  wanted.wake.put({});
}

function askAgain<P, C>(wanted: Wanted<P, C>): void {
  wanted.shownAsLoading = true;
  wanted.wake.put({});
}

/** Handles the actions that ask for reads of the queries that are shown, or make them stale. */
function* handleActions<P, A, D, C, V, R>(
  query: Query<P, A, D, C, V>,
  { again, stale, more, moreOf, concerns = () => true, rounds }: Shown<P, C, R>,
  known: ReadonlyMap<string, Known<P, C>>,
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
      if (rounds !== undefined) {
        rounds.miss(one);
        continue;
      }
      refreshSoon(one.wanted);
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
