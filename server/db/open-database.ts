import type { Db } from './types.ts';

/** A database that is open, whatever it is underneath. */
export interface OpenDatabase {
  readonly db: Db;
  readonly kind: 'pglite' | 'postgres';
  /**
   * Hears what any process sends to the channel with `notify` or `pg_notify`, after that transaction's commit. `missed` is called when the
   * connection was lost and is back: what was sent in between is gone. Answers a function that stops listening.
   */
  listen(channel: string, receive: (payload: string) => void, missed?: () => void): Promise<() => Promise<void>>;
  /** Sends to the channel; given a transaction, at its commit. A payload has at most 7,999 bytes. */
  notify(channel: string, payload: string, inside?: Db): Promise<void>;
  /** Called at most once, when the database can not be used any more (worker gone, a query that never returns: a full disk). */
  onFatal(handle: (error: Error) => void): void;
  close(): Promise<void>;
}

/** Remembers the one fatal error and who wants to know it, in whichever order they come. */
export class Fatal {
  #error: Error | undefined;
  readonly #handlers: ((error: Error) => void)[] = [];

  get error(): Error | undefined {
    return this.#error;
  }

  raise(error: Error): void {
    if (this.#error !== undefined) return;
    this.#error = error;
    for (const handle of this.#handlers) handle(error);
  }

  subscribe(handle: (error: Error) => void): void {
    if (this.#error === undefined) this.#handlers.push(handle);
    else handle(this.#error);
  }
}

/** The database cannot be opened, for a reason that whoever starts the program can put right; the message says which. */
export class CannotOpenError extends Error {
  override name = 'CannotOpenError';
}

/**
 * What an error says. Looked at by shape: errors of Node's own modules are no instances of this realm's Error inside jest. A refused
 * connection to a name with several addresses comes as one error that holds the others and says nothing itself.
 */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.map(messageOf).join('; ');
  return 'message' in error ? String(error.message) : JSON.stringify(error);
}
