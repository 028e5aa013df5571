import type { Channel, Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { AnyAction } from '../store/action.ts';
import type { QueryName } from './query.ts';
import type { QueryRoot } from './read.ts';
import { buffers, channel, eventChannel } from 'redux-saga';
import { call, cancel, fork, select, take, takeEvery } from 'typed-redux-saga';
import { poll, type PollAnswer } from './poll.ts';
import { keyOf, selectQuery } from './query.ts';
import { throwDefect } from './read.ts';

export type Matches = (action: AnyAction) => boolean;
export type Pattern = string | Matches | readonly (string | Matches)[];
export const NEVER: Matches = () => false;

/** RP-02.314: how several lists that are shown are refreshed: one after the other. */
export interface Rounds<P, R> {
  /** Milliseconds between two rounds where the server names no interval and sends no pushes. */
  readonly interval: number;
  /** What may be refreshed now, in this order; null: nothing may change now. It depends on what the `changes` of the page change. */
  due(state: R): readonly P[] | null;
  /** RP-02.316: the topic of the pushes about a list that was read; null: there are none. */
  topic(params: P, state: R): string | null;
}

/** The result of a refresh; `answer` null: it was cancelled. */
export type Refreshed = { readonly answer: Answer<unknown> | null } | { readonly error: unknown };

/** A list that is shown, for rounds. */
export interface Listed<P> {
  readonly params: P;
  /** It may have changed since its last read began. */
  readonly missed: { now: boolean };
  refresh(): SagaGenerator<Refreshed>;
  /** Ends listening to its pushes. */
  unsubscribe?: () => void;
}

export interface RunningRounds<P> {
  /** A list has changed. */
  markChanged(list: Listed<P>): void;
  /** Other lists may be shown, or due, by now. RP-02.315: what changed while it was not due is refreshed once it is. */
  update(): SagaGenerator<void>;
  /** Ends the rounds until something is shown again. */
  stop(): SagaGenerator<void>;
}

/** RP-02.314: refreshes lists in rounds, for as long as the task that calls it goes on. `changes`: after these others may be due. */
export function* refreshInRounds<P, D, C, R>(
  ports: Ports,
  query: QueryName<P, D, C>,
  { interval, due, topic }: Rounds<P, R>,
  known: ReadonlyMap<string, Listed<P>>,
  changes: Pattern,
): SagaGenerator<RunningRounds<P>> {
  const wake: Channel<object> = channel(buffers.sliding(1));
  /** The next round refreshes only what has changed. */
  let onlyChanged = false;
  let wasDue: ReadonlySet<Listed<P>> = new Set();
  const dueIn = (state: object): readonly Listed<P>[] | null =>
    due(state as R)?.flatMap((params) => known.get(keyOf(query, params)) ?? []) ?? null;
  const isRead = (state: QueryRoot, { params }: Listed<P>): boolean =>
    selectQuery(state, query, params).status === 'ready';
  const miss = (...lists: readonly Listed<P>[]): void => {
    onlyChanged = true;
    for (const { missed } of lists) missed.now = true;
    // mutant: no-reading-after-a-change
    wake.put({});
  };

  function* round(): SagaGenerator<PollAnswer | null> {
    let state = yield* select((root: QueryRoot) => root);
    while (dueIn(state) === null) {
      yield* take(changes as string);
      state = yield* select((root: QueryRoot) => root);
    }
    const lists = dueIn(state) ?? [];
    if (!onlyChanged) for (const list of known.values()) if (isRead(state, list)) list.missed.now = true;
    onlyChanged = false;
    let last: PollAnswer | null = null;
    // mutant: push-of-the-root-only
    for (const list of lists) {
      // It may have been left, or shown anew, meanwhile.
      if (known.get(keyOf(query, list.params)) !== list || !list.missed.now) continue;
      if (!isRead(yield* select((root: QueryRoot) => root), list)) continue;
      const refreshed = yield* call(list.refresh);
      if ('error' in refreshed) {
        list.missed.now = true;
        onlyChanged = true;
        throw refreshed.error;
      }
      last = refreshed.answer ?? last;
    }
    return last;
  }

  yield* fork(watchPushes<P, D, C, R>, ports, query, topic, known, miss);
  const rounds = () =>
    poll(ports, {
      read: round,
      failed: throwDefect,
      fallback: interval,
      first: interval,
      quiet: () => ports.realtime.connected(),
      wake,
    });
  let running: Task | null = null;
  function* stop(): SagaGenerator<void> {
    if (running !== null) yield* cancel(running);
    running = null;
    onlyChanged = false;
    wasDue = new Set();
  }
  return {
    markChanged: miss,
    stop,
    *update() {
      if (known.size === 0) return yield* stop();
      running ??= yield* fork(rounds);
      const state = yield* select((root: QueryRoot) => root);
      const lists = dueIn(state);
      if (lists === null) return;
      const isNew = lists.some((list) => !wasDue.has(list) && list.missed.now && isRead(state, list));
      wasDue = new Set(lists);
      // mutant: collapsed-and-forgotten
      if (isNew) miss();
    },
  };
}

/** RP-02.316: listens to every list that was read, until it is left. */
function* watchPushes<P, D, C, R>(
  { realtime }: Ports,
  query: QueryName<P, D, C>,
  topic: Rounds<P, R>['topic'],
  known: ReadonlyMap<string, Listed<P>>,
  miss: (...lists: readonly Listed<P>[]) => void,
): Generator {
  const connection = eventChannel<object>((emit) => realtime.onConnection(() => emit({})), buffers.sliding(1));
  yield* takeEvery(query.received.match, function* ({ payload }): Generator {
    const list = known.get(keyOf(query, payload.params));
    const name = list === undefined ? null : topic(payload.params, (yield* select((root: object) => root)) as R);
    if (list === undefined || list.unsubscribe !== undefined || name === null) return;
    list.unsubscribe = realtime.subscribe(name, () => miss(list));
    // What changed between the read and the subscription was pushed to nobody.
    // mutant: no-listening-gap
    if (realtime.connected()) miss(list);
  });
  try {
    for (;;) {
      yield* take(connection);
      // Pushes are not replayed: whenever the connection comes or goes, everything shown is refreshed.
      // mutant: reconnection-unnoticed
      miss(...known.values());
    }
  } finally {
    connection.close();
    for (const { unsubscribe } of known.values()) unsubscribe?.();
  }
}
