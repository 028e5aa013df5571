import type { SagaGenerator } from 'typed-redux-saga';
import type { Answer, Cancellable, Clock, Connection, Ports, WireError, WireErrorKind } from '../ports/index.ts';
import { CANCEL } from 'redux-saga';
import { call, put, spawn } from 'typed-redux-saga';
import type { Action } from './action.ts';

/** Resolves after `milliseconds` of the clock port; a cancelled saga cancels the timer. For `yield* call(sleep, clock, 500)`. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
  let cancel = (): void => {};
  const promise = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve);
  });
  return Object.assign(promise, { [CANCEL]: cancel });
}

/** A request as sagas wait for it: a cancelled saga cancels the request. */
export function abortable<T>(promise: Cancellable<T>): Promise<T> {
  if (promise.cancel === undefined) return promise;
  return Object.assign(promise, { [CANCEL]: () => promise.cancel?.() });
}

const KINDS: readonly WireErrorKind[] = ['network', 'timeout', 'aborted', 'http', 'graphql', 'malformed'];

export function isWireError(error: unknown): error is WireError {
  if (typeof error !== 'object' || error === null) return false;
  const { name, kind } = error as Partial<WireError>;
  return name === 'WireError' && kind !== undefined && KINDS.includes(kind);
}

/** A rejection of our own making, in the shape of the wire's. */
export const wireFault = (kind: WireErrorKind, rest: Partial<WireError> = {}): WireError => ({
  name: 'WireError',
  kind,
  messages: [],
  ...rest,
});

/** No answer arrived: the change may or may not have been made. */
export const isUnanswered = (error: unknown): boolean =>
  // mutant: timeout-is-a-refusal
  isWireError(error) && (error.kind === 'network' || error.kind === 'timeout');

/** The change may have been made: no answer, one that was cut short, an aborted request, or a server or gateway that failed. */
export const isUncertain = (error: unknown): boolean =>
  isUnanswered(error) ||
  isAborted(error) ||
  (isWireError(error) && (error.kind === 'malformed' || (error.status ?? 0) >= SERVER_ERROR));

const SERVER_ERROR = 500;

/** Says nothing about an earlier attempt at the same request, which may have been carried out: a retry keeps its key. A server that is too busy has not looked at it. */
export const isUndecided = (error: unknown): boolean =>
  isUncertain(error) || (isWireError(error) && error.status === TOO_MANY_REQUESTS);

const TOO_MANY_REQUESTS = 429;
/**
 * Milliseconds between the attempts at an edit: they double from `first` up to `slow`; where the server says when to retry, at most `most` (RP-02.24), because
 * the change is shown and not saved meanwhile.
 */
export const RESEND = { first: 1000, slow: 15_000, most: 60_000 } as const;

/** The statuses of a server that is too busy or restarting, and of a proxy that cannot reach it. */
const AWAY: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/** RP-02.28: milliseconds until an edit is sent again after `tries` attempts without an answer. Null: it was answered; a failure (500) is an answer. */
export function waitBefore(error: unknown, tries: number): number | null {
  const wait = Math.min(RESEND.first * 2 ** (tries - 1), RESEND.slow);
  if (isUnanswered(error) || isAborted(error)) return wait;
  if (!isWireError(error) || !AWAY.has(error.status)) return null;
  return Math.min(error.retryAfter ?? wait, RESEND.most);
}

export const isAborted = (error: unknown): boolean => isWireError(error) && error.kind === 'aborted';

/** The server's own texts; none where the error is not the wire's. */
export const messagesOf = (error: unknown): readonly string[] => (isWireError(error) ? error.messages : []);

/** The result of a request: an answer, or the ports' one shape of failure. */
export type Result<T> =
  | { readonly ok: true; readonly data: T; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly error: WireError };

/** Makes a request and waits for its result. What is no `WireError` is a defect of the port and goes to the supervisor. */
export function* request<T>(send: () => Cancellable<Answer<T>>): SagaGenerator<Result<T>> {
  try {
    const { data, headers } = yield* call(() => abortable(send()));
    return { ok: true, data, headers };
  } catch (error) {
    if (!isWireError(error)) throw error;
    return { ok: false, error };
  }
}

/** Resolves when the machine is back online; a cancelled saga stops waiting. */
export function backOnline(connection: Connection | undefined): Promise<void> {
  let stop: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    stop = connection?.onChange((online) => (online ? resolve() : undefined)) ?? stop;
  });
  return Object.assign(
    promise.finally(() => stop()),
    { [CANCEL]: () => stop() },
  );
}

type Store = Pick<Ports, 'storage' | 'log'>;

/** What the browser keeps under a key. A storage may be full, absent or forbidden: then the log says so, and nothing is kept beyond the session. */
export function stored({ storage, log }: Store, key: string): string | null {
  try {
    return storage.get(key);
  } catch (error) {
    log.error(`Cannot read "${key}" from the storage`, error);
    return null;
  }
}

/** A list that was stored as JSON; empty where it cannot be read. */
export function storedList(ports: Store, key: string): readonly unknown[] {
  const text = stored(ports, key) ?? '[]';
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch (error) {
    ports.log.error(`Cannot read "${key}" from the storage`, error);
    return [];
  }
}

/** Null: nothing is kept any more. */
export function store({ storage, log }: Store, key: string, value: string | null): void {
  try {
    if (value === null) storage.remove(key);
    else storage.set(key, value);
  } catch (error) {
    log.error(`Cannot write "${key}" to the storage`, error);
  }
}

/** Runs a task beside its watcher: what it throws is reported and never stops the watcher. */
export function* spawnTask<A extends unknown[]>(
  plan: { readonly ports: Ports; readonly alert: () => Action },
  task: (...args: A) => Generator,
  ...args: A
) {
  return yield* spawn(function* guarded(): Generator {
    try {
      yield* task(...args);
    } catch (error) {
      plan.ports.log.error('A task failed in a way that it does not know', error);
      yield* put(plan.alert());
    }
  });
}
