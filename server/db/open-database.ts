import type { Copies } from './copies.ts';
import type { Db } from './types.ts';

/** Connections for queries, at this moment. The embedded database has one. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  /** Who wants one and has none yet. */
  readonly waiting: number;
}

/** A place in the log of a PostgreSQL: bytes since its beginning. A replica that has replayed it holds everything that was committed before. */
export type Position = number;

/** Who reads. */
export interface Reader {
  /** Whoever has the same one is sent to the same replica. */
  readonly key: string;
  /** What they have written, or have read elsewhere than from their replica; null: nothing. */
  readonly position: Position | null;
  /** What the primary had when the request came; null where it was not asked. */
  readonly flushed: Position | null;
}

/** The statements of one request that only reads. */
export interface Reading {
  readonly db: Db;
  /** Was anything read that its person's own replica may not have yet? */
  readonly elsewhere: boolean;
  /** The replica that has answered everything so far; null: the primary. */
  readonly replica: string | null;
}

/** Streaming replicas of a PostgreSQL. */
export interface ReadReplicas {
  reading(reader: Reader): Promise<Reading>;
  /** `behind`: bytes of the log that it had not replayed at the last look. */
  readonly states: readonly { readonly name: string; readonly usable: boolean; readonly behind: number }[];
}

/** A database that is open, whatever it is underneath. */
export interface OpenDatabase {
  readonly db: Db;
  /** The same without the limit of a statement's time: for migrations, imports and what else is not asked for by a request, and gives way to requests. */
  readonly unhurried: Db;
  readonly kind: 'pglite' | 'postgres';
  pool(): PoolState;
  /**
   * Hears what any process sends to the channel with `notify` or `pg_notify`, after that transaction's commit. `missed` is called when the
   * connection was lost and is back: what was sent in between is gone. Answers a function that stops listening.
   */
  listen(channel: string, receive: (payload: string) => void, missed?: () => void): Promise<() => Promise<void>>;
  /** Sends to the channel; given a transaction, at its commit. A payload has at most 7,999 bytes. */
  notify(channel: string, payload: string, inside?: Db): Promise<void>;
  /** Called at most once, when the database can not be used any more and does not come back by itself. */
  onFatal(handle: (error: Error) => void): void;
  close(): Promise<void>;
  /** Only of the embedded database. */
  readonly copies?: Copies;
  /** Only of a PostgreSQL that has some. */
  readonly replicas?: ReadReplicas;
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

/**
 * The connection ended under a statement, or none could be had. What was asked may have happened or not; asked again it may be answered.
 * `code`: PostgreSQL's for a connection failure, which says the same.
 */
export class DatabaseLostError extends Error {
  override name = 'DatabaseLostError';
  readonly code = '08006';
}

/** PostgreSQL's code for a statement that was cancelled, as it is after STATEMENT_TIMEOUT. Of the embedded database it is ours. */
export const CANCELLED = '57014';

/** The database cannot be opened, for a reason that whoever starts the program can put right; the message says which. */
export class CannotOpenError extends Error {
  override name = 'CannotOpenError';
}

/**
 * The code that an error of Node or of a database bears; empty where it has none. Looked at by shape: an error of Node's own modules is no instance of
 * this realm's Error inside jest.
 */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/**
 * What an error says, also looked at by shape. A refused connection to a name with several addresses comes as one error that holds the others and says nothing itself.
 */
export function messageOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error);
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.map(messageOf).join('; ');
  return 'message' in error ? String(error.message) : JSON.stringify(error);
}
