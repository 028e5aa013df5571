import type { DatabaseErrorFields, PgliteResult } from './pglite-client.ts';

/** What the two threads say to each other. Requests are answered by `id`. */
export interface WorkerSettings {
  directory: string;
  /** An archive of a database's files to begin with; the directory must not exist. */
  image?: Uint8Array;
}

export type ToWorker =
  | { type: 'query'; id: number; sql: string; parameters: readonly (string | null)[] }
  | { type: 'image'; id: number }
  | { type: 'close'; id: number };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; error: DatabaseErrorFields }
  | { type: 'result'; id: number; result: PgliteResult }
  | { type: 'image'; id: number; image: Uint8Array }
  | { type: 'error'; id: number; error: DatabaseErrorFields }
  | { type: 'notification'; channel: string; payload: string };
