import { AsyncLocalStorage } from 'node:async_hooks';

/** Who waits for the statements that are sent meanwhile: aborted when they have left. Kysely hands nothing of its caller to a driver. */
const waiting = new AsyncLocalStorage<AbortSignal>();

/** Nobody waits for the answer any more: what has not begun does not begin, what runs is cancelled where the database can. */
export class AskerLeftError extends Error {
  override name = 'AskerLeftError';
}

/** Runs statements that nobody needs once `left` is aborted. For reading only: a change that was asked for is made. */
export function whileAsked<T>(left: AbortSignal | undefined, run: () => Promise<T>): Promise<T> {
  if (left === undefined) return run();
  if (left.aborted) return Promise.reject(new AskerLeftError('The client has left.'));
  return waiting.run(left, run);
}

/** The signal of whoever waits for the statement that is about to be sent. Throws if they have left. */
export function asker(): AbortSignal | undefined {
  const left = waiting.getStore();
  if (left?.aborted === true) throw new AskerLeftError('The client has left.');
  return left;
}
