import type { Channel } from 'redux-saga';
import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Ports } from '../ports/index.ts';
import type { Query } from './query.ts';
import type { QueryRoot } from './read.ts';
import type { Listed, Refreshed } from './refresh.ts';
import type { QueryState } from './state.ts';
import { buffers, channel } from 'redux-saga';
import { put, select } from 'typed-redux-saga';
import { backoff, poll } from './poll.ts';
import { hidden, selectQuery } from './query.ts';
import { isHidden, readQuery, throwDefect } from './read.ts';

/** The cursor of a requested page, given that of the next page by now; null: there is no such page any more. */
export type PageOf<C> = (next: C | null) => C | null;

/** What has been asked for and is not read yet. */
export interface Wanted<P, C> {
  /** The next read is shown as loading, because somebody asked for it. */
  shownAsLoading: boolean;
  /** What is there is to be refreshed. */
  stale: boolean;
  /** Requested further pages. */
  readonly pages: PageOf<C>[];
  /** The page that was read last, if it was a further one. */
  lastPage: C | undefined;
  readonly wake: Channel<object>;
  /** RP-02.307: it is missing, or could not be read: only a person has it read again. */
  isOver: boolean;
  /** The parameters of the last answer, under the same key. */
  answered: P | null;
  /** Who waits for the result of the next refresh. */
  readonly waiting: Channel<Refreshed>[];
}

export const wantedFirst = <P, C>(answered: P | null): Wanted<P, C> => {
  const wake = channel<object>(buffers.sliding(1));
  return {
    shownAsLoading: true,
    stale: false,
    pages: [],
    lastPage: undefined,
    wake,
    answered,
    waiting: [],
    isOver: false,
  };
};

interface FollowPlan<P, C> {
  readonly wanted: Wanted<P, C>;
  readonly missed: Listed['missed'];
  /** RP-02.316: pushes tell when it is to be read. */
  readonly quiet: () => boolean;
}

/** Reads one query, one read at a time, while it is shown. */
export function* follow<P, A, D, C, V>(
  ports: Ports,
  query: Query<P, A, D, C, V>,
  params: P,
  { wanted, missed, quiet }: FollowPlan<P, C>,
): Generator {
  const { poll: polling } = query;
  const stateOf = (state: QueryRoot): QueryState => selectQuery(state, query, params);
  let wait = query.delay?.(params, wanted.answered) ?? 0;
  /** What is pushed has to be read once. */
  let isBegun = false;
  let isMissing = false;
  let isFailed = false;
  /** RP-02.312: what a refresh that is under way carries to its next read. */
  let rest: unknown = null;
  if (polling?.first !== undefined) wanted.shownAsLoading = false;

  /** Continues with what was asked for during a read. */
  function goOn(): void {
    if (wanted.pages.length > 0 || wanted.shownAsLoading || wanted.stale) wanted.wake.put({});
  }

  /** RP-02.312 */
  function* refreshStep(refresh: NonNullable<typeof query.refresh>): SagaGenerator<Answer<A>> {
    const before = rest;
    rest = null;
    try {
      const { answer, rest: after } = yield* refresh(ports, params, before);
      rest = after;
      if (rest !== null) missed.now = true;
      return answer;
    } catch (error) {
      if (isHidden(query, error)) yield* put(hidden(query, params));
      throw error;
    }
  }

  function* read(): SagaGenerator<Answer<A> | null> {
    isBegun = true;
    const { status, next } = yield* select(stateOf);
    const page = status === 'ready' ? wanted.pages.shift() : undefined;
    const cursor = page?.(next as C | null) ?? undefined;
    const isPage = page !== undefined;
    // A refresh may have found that there is no further page.
    if (isPage && cursor === undefined) {
      goOn();
      return null;
    }
    const shownAsLoading = wanted.shownAsLoading && !isPage;
    const refresh = isPage || shownAsLoading || status !== 'ready' ? undefined : query.refresh;
    const delay = wait;
    const waiting = isPage ? [] : wanted.waiting.splice(0);
    if (!isPage) {
      Object.assign(wanted, { shownAsLoading: false, stale: false });
      missed.now = false;
      if (refresh === undefined) rest = null;
    }
    wait = 0;
    wanted.lastPage = cursor;
    let refreshed: Refreshed = { answer: null };
    try {
      const answer = yield* refresh === undefined
        ? readQuery(ports, query, params, { cursor, shownAsLoading, delay })
        : refreshStep(refresh);
      refreshed = { answer, more: rest !== null };
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
      wanted.isOver = isMissing || isFailed;
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
    quiet: () => isMissing || (isBegun && quiet()),
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
