import type { Channel, Task } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { AnyAction } from '../store/action.ts';
import type { QueryName } from './query.ts';
import type { QueryRoot } from './read.ts';
import { buffers, channel, eventChannel } from 'redux-saga';
import { call, cancel, fork, select, take, takeEvery } from 'typed-redux-saga';
import { poll, type PollAnswer } from './poll.ts';
import { keyOf } from './query.ts';
import { throwDefect } from './read.ts';
import { get } from '../table/index.ts';

export type Matches = (action: AnyAction) => boolean;
export type Pattern = string | Matches | readonly (string | Matches)[];
export const NEVER: Matches = () => false;

/** RP-02.314: how several lists that are shown, of one query or of several, are refreshed: one after the other. */
export interface RoundsPlan<R> {
  /** Milliseconds between two rounds where the server names no interval and sends no pushes. */
  readonly interval: number;
  /** RP-02.312: reads of a round. Absent: as many as it takes. */
  readonly limit?: number;
  /** The keys of what was read and may be refreshed now, in this order; null: nothing may change now. */
  due(state: R): readonly string[] | null;
  /** After these, something may change again. */
  readonly changes?: Pattern;
}

/** The result of a refresh; `answer` null: it was cancelled. RP-02.312: `more`: it takes further reads. */
export type Refreshed =
  { readonly answer: Answer<unknown> | null; readonly more?: boolean } | { readonly error: unknown };

/** A topic that is listened to; empty: none is. */
interface Heard {
  topic?: string;
  /** Ends listening to its pushes. */
  unsubscribe?: () => void;
}

/** A list that is shown, for rounds. */
export interface Listed extends Heard {
  /** It may have changed since its last read began. */
  readonly missed: { now: boolean };
  refresh(): SagaGenerator<Refreshed>;
  /** It was read, and has not failed since. */
  isRead?: boolean;
  /** RP-02.320: what is listened to beside it. */
  readonly beside: Heard;
}

/** Ends listening to it, and to what stands beside it. */
export function unsubscribe(list: Listed): void {
  for (const heard of [list, list.beside]) silence(heard);
}

function silence(heard: Heard): void {
  heard.unsubscribe?.();
  delete heard.unsubscribe;
  delete heard.topic;
}

/** RP-02.316: whether a push tells of every change to it. */
export const isPushed = ({ realtime }: Pick<Ports, 'realtime'>, list: Listed | undefined): boolean =>
  list?.unsubscribe !== undefined && realtime.connected();

export interface Rounds {
  /** What is shown, by its key. */
  readonly lists: Map<string, Listed>;
  /** These lists have changed. */
  miss(...lists: readonly Listed[]): void;
  /** Other lists may be shown, or due, by now. RP-02.315: what changed while it was not due is refreshed once it is. */
  update(): SagaGenerator<void>;
  /** Ends the rounds until something is shown again. */
  stop(): SagaGenerator<void>;
}

/** RP-02.314: rounds over the lists of those that observe with them. */
export function roundsOf<R>(ports: Ports, { interval, limit = Infinity, due, changes = NEVER }: RoundsPlan<R>): Rounds {
  const lists = new Map<string, Listed>();
  const wake: Channel<object> = channel(buffers.sliding(1));
  /** The next round refreshes only what has changed. */
  let onlyChanged = false;
  let wasDue: ReadonlySet<Listed> = new Set();
  /** What the last round has left: first in the next one, or those at the end would never be read where something always changes. */
  let behind: ReadonlySet<Listed> = new Set();
  const dueIn = (state: object): readonly Listed[] | null =>
    due(state as R)?.flatMap((key) => lists.get(key) ?? []) ?? null;
  const miss = (...changed: readonly Listed[]): void => {
    onlyChanged = true;
    for (const { missed } of changed) missed.now = true;
    // mutant: no-reading-after-a-change
    wake.put({});
  };

  function* selectDue(): SagaGenerator<readonly Listed[]> {
    for (;;) {
      const found = dueIn(yield* select((root: object) => root));
      if (found !== null) return found;
      yield* take(changes as string);
    }
  }

  function* round(): SagaGenerator<PollAnswer | null> {
    // mutant: push-of-the-root-only
    const left = [...(yield* selectDue())];
    wasDue = new Set(left);
    left.sort((a, b) => Number(behind.has(b)) - Number(behind.has(a)));
    const { queries } = yield* select((root: QueryRoot) => root);
    const ofChanges = onlyChanged;
    if (!ofChanges)
      for (const [key, { missed }] of lists) {
        // Undefined: its first reading is about to begin.
        const status = get(queries, key)?.status;
        if (status !== undefined && status !== 'loading') missed.now = true;
      }
    onlyChanged = false;
    let last: PollAnswer | null = null;
    for (let reads = 0; reads < limit; reads += 1) {
      // It may have been left, or shown anew, meanwhile.
      const now = yield* selectDue();
      while (left[0] !== undefined && !(left[0].missed.now && now.includes(left[0]))) left.shift();
      const [list] = left;
      if (list === undefined) break;
      const refreshed = yield* call(list.refresh);
      if ('error' in refreshed) {
        list.missed.now = true;
        // A round that was due by its time is one again: what is folded away has waited as long.
        onlyChanged = ofChanges;
        throw refreshed.error;
      }
      last = refreshed.answer ?? last;
      if (refreshed.more !== true) left.shift();
    }
    behind = new Set(left.filter(({ missed }) => missed.now));
    onlyChanged ||= behind.size > 0;
    return last;
  }

  const rounds = () =>
    poll(ports, {
      read: round,
      failed: throwDefect,
      fallback: interval,
      first: interval,
      // RP-02.312: what a limited round has left is read in the next one.
      quiet: () => !onlyChanged && [...lists.values()].every((list) => isPushed(ports, list)),
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
    lists,
    miss,
    stop,
    *update() {
      if (lists.size === 0) return yield* stop();
      running ??= yield* fork(rounds);
      const now = dueIn(yield* select((root: object) => root));
      if (now === null) return;
      const isNew = now.some((list) => !wasDue.has(list) && list.missed.now);
      wasDue = new Set(now);
      // mutant: collapsed-and-forgotten
      if (isNew) miss();
    },
  };
}

/** What a query listens to. */
export interface PushesPlan<P, R> {
  /** Null: there are no pushes about it. */
  topic(state: R, params: P): string | null;
  /** RP-02.318: whether a kind of change concerns it. */
  follows(kind: string): boolean;
  /** Called before it is read again for a push; `kinds` absent: anything may have changed. */
  heard?(params: P, kinds?: readonly string[]): void;
  /** RP-02.320: what the last answer names beside it, and which kinds of change of that concern it. */
  readonly beside?: Pick<PushesPlan<P, R>, 'topic' | 'follows'>;
}

/**
 * Listens to a list from now on, and to what is named beside it, as far as there are pushes about them. RP-02.321: what was heard already when its reading begins
 * tells nothing by being listened to; where it was read before, or is not heard yet, something may have changed meanwhile.
 */
export function listenTo<P, R, L extends Listed>(
  { realtime }: Pick<Ports, 'realtime'>,
  plan: PushesPlan<P, R>,
  list: L,
  { params, state, isRead }: { readonly params: P; readonly state: R; readonly isRead: boolean },
  miss: (...lists: readonly L[]) => void,
): void {
  function listen(heard: Heard, { topic, follows }: Pick<PushesPlan<P, R>, 'topic' | 'follows'>): void {
    const name = topic(state, params);
    if (name === (heard.topic ?? null)) return;
    silence(heard);
    if (name === null) return;
    heard.topic = name;
    let isHeard = isRead;
    heard.unsubscribe = realtime.subscribe(name, (kinds) => {
      if (!isHeard || kinds?.some(follows) === false) return;
      plan.heard?.(params, kinds);
      miss(list);
    });
    isHeard = true;
  }
  listen(list, plan);
  if (plan.beside !== undefined) listen(list.beside, plan.beside);
}

/** RP-02.316: listens to every list that was read, until it is left. */
export function* watchPushes<P, D, C, R, L extends Listed>(
  ports: Ports,
  query: QueryName<P, D, C>,
  plan: PushesPlan<P, R>,
  known: ReadonlyMap<string, L>,
  miss: (...lists: readonly L[]) => void,
): Generator {
  const { realtime } = ports;
  const connection = eventChannel<object>((emit) => realtime.onConnection(() => emit({})), buffers.sliding(1));
  yield* takeEvery(query.received.match, function* ({ payload }): Generator {
    const list = known.get(keyOf(query, payload.params));
    if (list === undefined) return;
    const state = (yield* select((root: object) => root)) as R;
    listenTo(ports, plan, list, { params: payload.params, state, isRead: true }, miss);
    // A round passes over what is not read yet.
    const isFirst = list.isRead !== true;
    list.isRead = true;
    if (isFirst && list.missed.now) miss(list);
  });
  yield* takeEvery(query.failed.match, ({ payload }) => {
    const list = known.get(keyOf(query, payload.params));
    if (list !== undefined) list.isRead = false;
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
    for (const list of known.values()) unsubscribe(list);
  }
}
