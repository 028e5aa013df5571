import type { SagaGenerator } from 'typed-redux-saga';
import { CANCEL } from 'redux-saga';
import { call } from 'typed-redux-saga';
import type { Answer, Cancellable, Connection, WireError } from '../ports/index.ts';
import { abortable, isWireError } from '../store/effects.ts';

/** What came of a request: an answer, or the ports' one shape of failure. */
export type Reply<T> =
  | { readonly ok: true; readonly data: T; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly error: WireError };

/**
 * Makes a request and waits for what comes of it. A cancelled task gives the request up. Anything else than a `WireError` is a defect of
 * the port and is thrown on, to the supervisor.
 */
export function* ask<T>(send: () => Cancellable<Answer<T>>): SagaGenerator<Reply<T>> {
  try {
    const { data, headers } = yield* call(() => abortable(send()));
    return { ok: true, data, headers };
  } catch (error) {
    if (!isWireError(error)) throw error;
    return { ok: false, error };
  }
}

/** Settles when the machine is online again; a cancelled saga waits no longer. */
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
