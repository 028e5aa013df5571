import type { Channel, Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { Query } from './query.ts';
import type { QueryRoot } from './read.ts';
import type { QueryState } from './state.ts';
import { buffers, channel } from 'redux-saga';
import { call, cancel, fork, put, race, select, take, takeEvery } from 'typed-redux-saga';
import { sameData } from '../entities/index.ts';
import { withMeta, type AnyAction } from '../store/action.ts';
import { backoff, poll } from './poll.ts';
import { keyOf, left, selectQuery } from './query.ts';
import { readQuery, throwDefect } from './read.ts';

type Matches = (action: AnyAction) => boolean;
type Pattern = string | Matches | readonly (string | Matches)[];

/** How a page uses a query that it shows. `R`: the part of the state that it looks at. */
export interface Shown<P, C, R> {
  /** What is shown now, or everything of its kind, each under a key of its own; null: nothing. */
  params(state: R): P | readonly P[] | null;
  /** Where several are shown: whether an action is about this one. Default: about all of them. */
  concerns?(params: P, action: AnyAction): boolean;
  /** These show it: it is read, also where the same was shown before. */
  readonly opened?: Pattern;
  /** After these, `params` may have changed; if not, nothing is read. */
  readonly changes?: Pattern;
  /** A person retries what failed; what is there is refreshed silently. */
  readonly again?: Pattern;
  /** Something has changed: what is there is refreshed silently. As a function it may look at the parameters. */
  readonly stale?: Pattern | ((action: AnyAction, params: P) => boolean);
  /** These ask for the next page. */
  readonly more?: Pattern;
  /** Which part of where the next page begins an action asks for; null: nothing. Default: all of it. */
  moreOf?(next: C, action: AnyAction): C | null;
}

/** What the next read has to bring. */
interface Wanted<P, C> {
  /** The state says that it is being read. */
  told: boolean;
  /** What is there is to be read again. */
  stale: boolean;
  /** Further pages that were asked for. */
  readonly pages: C[];
  /** The page that was read last, if it was a further one. */
  lastPage: C | undefined;
  readonly wake: Channel<object>;
  /** The parameters of the last answer, under the same key. */
  answered: P | null;
}

interface Known<P, C> {
  readonly params: P;
  readonly task: Task;
  readonly wanted: Wanted<P, C>;
}

const NEVER: Matches = () => false;

/**
 * Reads queries for as long as they are shown: of each key what is asked for last wins, nothing is asked twice at once, and it is read again when it is told
 * so or by polling. What is not shown any more is given up and forgotten.
 */
export function* observe<P, A, D, C, V, R = QueryRoot>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  shown: Shown<P, C, R>,
): SagaGenerator<void> {
  const { opened = NEVER, changes = NEVER, concerns = () => true } = shown;
  const known = new Map<string, Known<P, C>>();
  yield* hear(query, shown, known);
  /** The action that shows something; null: nothing is read because of it. */
  let opening: AnyAction | null = null;
  for (;;) {
    const params = (yield* select(shown.params as (state: unknown) => unknown)) as P | readonly P[] | null;
    const now = new Map(listOf(params).map((each) => [keyOf(query, each), each]));
    let isOther = false;
    for (const [key, { task }] of known) {
      if (now.has(key)) continue;
      isOther = true;
      known.delete(key);
      yield* cancel(task);
      yield* put(withMeta(left({}), { reads: { queryKey: key, step: 'left' } }));
    }
    for (const [key, each] of now) {
      const before = known.get(key);
      if (before === undefined || !sameData(before.params, each)) {
        isOther = true;
        // mutant: list-takes-an-older-answer
        if (before !== undefined) yield* cancel(before.task);
        const answered = before?.wanted.answered ?? null;
        const wake = channel<object>(buffers.sliding(1));
        const wanted: Wanted<P, C> = { told: true, stale: false, pages: [], lastPage: undefined, wake, answered };
        const task = yield* fork(follow<P, A, D, C, V>, ports, query, each, wanted);
        known.set(key, { params: each, wanted, task });
      } else if (opening !== null && concerns(each, opening)) {
        const { status } = yield* select((state: QueryRoot) => selectQuery(state, query, each));
        if (status !== 'loading') askAgain(before.wanted);
      }
    }
    opening = null;
    // Meanwhile something else may have come to be shown.
    if (isOther) continue;
    const next = yield* race({ opened: take(opened as string), changed: take(changes as string) });
    opening = next.opened ?? null;
  }
}

const listOf = <P>(params: P | readonly P[] | null): readonly P[] =>
  params === null ? [] : Array.isArray(params) ? (params as readonly P[]) : [params as P];

function askAgain<P, C>(wanted: Wanted<P, C>): void {
  wanted.told = true;
  wanted.wake.put({});
}

/** What is told of the queries that are shown. */
function* hear<P, A, D, C, V, R>(
  query: Query<P, A, D, C, V>,
  { again, stale, more, moreOf, concerns = () => true }: Shown<P, C, R>,
  known: ReadonlyMap<string, Known<P, C>>,
): SagaGenerator<void> {
  type Handle = (one: Known<P, C>, state: QueryState, action: AnyAction) => unknown;
  type Tells = (action: AnyAction, params: P) => boolean;
  function* on(pattern: Pattern | Tells | undefined, handle: Handle): SagaGenerator<void> {
    if (pattern === undefined) return;
    const tells = typeof pattern === 'function' ? (pattern as Tells) : () => true;
    const isOfAny = (action: AnyAction): boolean => [...known.values()].some(({ params }) => tells(action, params));
    yield* takeEvery((typeof pattern === 'function' ? isOfAny : pattern) as string, function* (action: AnyAction) {
      for (const one of [...known.values()]) {
        if (!concerns(one.params, action) || !tells(action, one.params)) continue;
        const state = yield* select((root: QueryRoot) => selectQuery(root, query, one.params));
        yield* call(handle, one, state, action);
      }
    });
  }
  function* askFor({ params, wanted }: Known<P, C>, page: C): SagaGenerator<void> {
    wanted.pages.push(page);
    const asked = { queryKey: keyOf(query, params), step: 'asked', more: true } as const;
    yield* put(withMeta(query.asked({ params }), { reads: asked }));
  }
  yield* on(again, function* (one, { status, error }) {
    const { wanted } = one;
    wanted.told = status !== 'ready';
    // What failed while the rest is shown is a further page: that one is tried again.
    if (!wanted.told && error !== null && wanted.lastPage !== undefined) yield* askFor(one, wanted.lastPage);
    else wanted.stale = true;
    wanted.wake.put({});
  });
  yield* on(stale, ({ wanted }, { status }) => {
    if (status !== 'ready' && status !== 'loading') return;
    wanted.stale = true;
    wanted.wake.put({});
  });
  yield* on(more, function* (one, { status, loadingMore, next }, action) {
    if (status !== 'ready' || loadingMore || next === null) return;
    const cursor = moreOf === undefined ? (next as C) : moreOf(next as C, action);
    if (cursor === null) return;
    yield* askFor(one, cursor);
    one.wanted.wake.put({});
  });
}

/** One query with its parameters, while it is shown: its readings come one after the other. */
function* follow<P, A, D, C, V>(ports: Ports, query: Query<P, A, D, C, V>, params: P, wanted: Wanted<P, C>): Generator {
  const { poll: polling } = query;
  const stateOf = (state: QueryRoot): QueryState => selectQuery(state, query, params);
  let wait = query.delay?.(params, wanted.answered) ?? 0;
  let isMissing = false;
  let isFailed = false;
  if (polling?.first !== undefined) wanted.told = false;

  function* read(): SagaGenerator<Answer<A> | null> {
    const { status } = yield* select(stateOf);
    const cursor = status === 'ready' ? wanted.pages.shift() : undefined;
    const options = { cursor, told: wanted.told && cursor === undefined, delay: wait };
    if (cursor === undefined) Object.assign(wanted, { told: false, stale: false });
    wait = 0;
    wanted.lastPage = cursor;
    try {
      const answer = yield* readQuery(ports, query, params, options);
      // An interval that the server names is for a record that polls.
      return polling === undefined ? null : answer;
    } finally {
      const after = yield* select(stateOf);
      isMissing = after.status === 'missing';
      isFailed = after.status === 'failed';
      if (after.status === 'ready') wanted.answered = params;
      else wanted.pages.length = 0;
      if (wanted.pages.length > 0 || wanted.told || wanted.stale) wanted.wake.put({});
    }
  }

  yield* poll<Answer<A>>(ports, {
    read,
    failed: throwDefect,
    fallback: polling?.fallback ?? null,
    first: polling?.first ?? 0,
    evenHidden: () => wanted.told || wanted.pages.length > 0,
    quiet: () => isMissing,
    retry: (failures, interval) =>
      isMissing || (isFailed && polling === undefined) ? null : waitAfter(query, failures, interval),
    wake: wanted.wake,
  });
}

/** Milliseconds before a failed read is retried; null: not before somebody asks. */
function waitAfter(
  { poll: polling, retry }: Pick<Query<never>, 'poll' | 'retry'>,
  failures: number,
  interval: number,
): number | null {
  if (polling !== undefined) return backoff(interval, failures);
  return retry === undefined ? null : Math.min(retry.first * 2 ** Math.max(failures - 1, 0), retry.longest);
}
