import type { Cancellable, Clock, WireError, WireErrorKind } from '../ports/index.ts';
import { CANCEL } from 'redux-saga';

/** Settles after `milliseconds` of the clock port; a cancelled saga cancels the timer. For `yield* call(sleep, clock, 500)`. */
export function sleep(clock: Clock, milliseconds: number): Promise<void> {
  let cancel = (): void => {};
  const promise = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve);
  });
  return Object.assign(promise, { [CANCEL]: cancel });
}

/** A request as sagas wait for it: a cancelled saga gives the request up. */
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
  isWireError(error) && (error.kind === 'network' || error.kind === 'timeout');

/**
 * The change may have been made although nothing that can be read came back: no answer, an answer cut short, a request that was broken off, a server or a
 * gateway before it that failed.
 */
export const isUncertain = (error: unknown): boolean =>
  isUnanswered(error) ||
  isAborted(error) ||
  (isWireError(error) && (error.kind === 'malformed' || (error.status ?? 0) >= SERVER_ERROR));

const SERVER_ERROR = 500;

/** Says nothing about an earlier try of the same request, which may have been made: whoever tries again carries its key on. A server that is too busy has not looked at it. */
export const isUndecided = (error: unknown): boolean =>
  isUncertain(error) || (isWireError(error) && error.status === TOO_MANY_REQUESTS);

const TOO_MANY_REQUESTS = 429;
/**
 * Milliseconds between the tries of an edit: they double from `first` up to `slow`; where the server says itself when to ask again, no longer than `most`
 * (RP-02.24): meanwhile what was changed is shown and not saved.
 */
export const RESEND = { first: 1000, slow: 15_000, most: 60_000 } as const;

/** What a server says that is too busy, or is being restarted, and a proxy that cannot reach it. */
const AWAY: ReadonlySet<number | undefined> = new Set([429, 502, 503, 504]);

/**
 * RP-02.28: milliseconds after which an edit whose `tries`-th try in a row was not answered is sent again under its key. Null: it was answered; a server
 * that failed at it (500) has answered.
 */
export function waitBefore(error: unknown, tries: number): number | null {
  const wait = Math.min(RESEND.first * 2 ** (tries - 1), RESEND.slow);
  if (isUnanswered(error) || isAborted(error)) return wait;
  if (!isWireError(error) || !AWAY.has(error.status)) return null;
  return Math.min(error.retryAfter ?? wait, RESEND.most);
}

export const isAborted = (error: unknown): boolean => isWireError(error) && error.kind === 'aborted';

/** The server's own texts; none where the error is not the wire's. */
export const messagesOf = (error: unknown): readonly string[] => (isWireError(error) ? error.messages : []);
