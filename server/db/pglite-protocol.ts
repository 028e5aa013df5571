import type { DatabaseErrorFields, PgliteResult } from './pglite-client.ts';

/** What the two threads say to each other. Requests are answered by `id`. */
export interface WorkerSettings {
  directory: string;
}

export type ToWorker =
  { type: 'query'; id: number; sql: string; parameters: readonly (string | null)[] } | { type: 'close'; id: number };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'failed'; error: DatabaseErrorFields }
  | { type: 'result'; id: number; result: PgliteResult }
  | { type: 'error'; id: number; error: DatabaseErrorFields }
  | { type: 'notification'; channel: string; payload: string };
