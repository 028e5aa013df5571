import { Worker } from 'node:worker_threads';
import { CANCELLED, CannotOpenError, DatabaseLostError } from './open-database.ts';
import { type PgliteClient, PgliteError, type PgliteResult } from './pglite-client.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './pglite-protocol.ts';
import { DISK_FULL, DiskFullError } from './room.ts';

export interface BridgeOptions {
  /** The built pglite-worker. */
  worker: URL;
  directory: string;
  /** An archive of a database's files to begin with. */
  image?: Uint8Array | undefined;
  /** A query that takes longer than this and has no limit of its own will not come back: the engine is lost. Milliseconds. */
  queryTimeoutMs: number;
  /** The same for opening the directory. */
  openTimeoutMs: number;
}

interface Pending {
  resolve: (result: PgliteResult & { image?: Uint8Array }) => void;
  reject: (error: Error) => void;
  watchdog: NodeJS.Timeout;
}

/** An answer that has come while this thread was busy is heard within so many milliseconds. */
const HEARD = 50;

/** Starts the worker and answers when its database is open. */
export async function openBridge(options: BridgeOptions): Promise<Bridge> {
  const { directory, image } = options;
  const settings: WorkerSettings = { directory, ...(image && { image }) };
  const worker = new Worker(options.worker, { workerData: settings, name: 'pglite' });
  await opened(worker, options);
  return new Bridge(worker, options);
}

function opened(worker: Worker, { directory, openTimeoutMs }: BridgeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('error', settle);
      worker.off('exit', onExit);
      if (error === undefined) resolve();
      else
        void worker
          .terminate()
          .then(() => reject(new CannotOpenError(`Cannot open the database in ${directory}: ${error.message}`)));
    };
    const onMessage = (message: FromWorker): void => {
      if (message.type === 'ready') settle();
      else if (message.type === 'failed') settle(new PgliteError(message.error));
    };
    const onExit = (code: number): void => {
      settle(new Error(`its thread ended with code ${String(code)}`));
    };
    const timer = setTimeout(() => {
      settle(new Error(`no answer within ${String(openTimeoutMs / 1000)} seconds (is the disk full?)`));
    }, openTimeoutMs);
    worker.on('message', onMessage);
    worker.on('error', settle);
    worker.on('exit', onExit);
  });
}

/** An engine in a thread of its own. Once lost it answers nothing more, and another one can be opened on its files. */
export class Bridge implements PgliteClient {
  readonly #worker: Worker;
  readonly #options: BridgeOptions;
  readonly #pending = new Map<number, Pending>();
  #receive: (channel: string, payload: string) => void = () => undefined;
  #nextId = 1;
  #closed = false;
  #lost: Error | undefined;

  constructor(worker: Worker, options: BridgeOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (message: FromWorker) => {
      this.#hear(message);
    });
    worker.on('error', (error) => {
      this.#lose(new DatabaseLostError(`The embedded database failed: ${error.message}`, { cause: error }));
    });
    worker.on('exit', (code) => {
      this.#lose(new DatabaseLostError(`The thread of the embedded database ended with code ${String(code)}.`));
    });
  }

  /** Why this engine answers no more. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  query(sql: string, parameters: readonly (string | null)[], limitMs?: number): Promise<PgliteResult> {
    return this.#ask({ type: 'query', id: this.#nextId++, sql, parameters }, limitMs);
  }

  /** The files of the database in a compressed archive. */
  async image(): Promise<Uint8Array> {
    const { image } = await this.#ask({ type: 'image', id: this.#nextId++ });
    if (image === undefined) throw new Error('The embedded database gave no image of itself.');
    return image;
  }

  onNotification(receive: (channel: string, payload: string) => void): void {
    this.#receive = receive;
  }

  /** With its end the thread is gone, and nothing of it touches the files any more. */
  async close(): Promise<void> {
    if (!this.#closed && this.#lost === undefined) {
      // What cannot be closed in order any more is ended all the same.
      await this.#ask({ type: 'close', id: this.#nextId++ }).catch(() => undefined);
    }
    this.#closed = true;
    await this.#worker.terminate();
  }

  #ask(message: ToWorker, limitMs = this.#options.queryTimeoutMs): Promise<PgliteResult & { image?: Uint8Array }> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    return new Promise((resolve, reject) => {
      const overdue = (): void => {
        pending.watchdog = setTimeout(() => {
          const told = `The embedded database did not answer within ${String(limitMs / 1000)} seconds.`;
          this.#lose(new PgliteError({ message: told, code: CANCELLED }));
        }, HEARD);
      };
      const pending: Pending = { resolve, reject, watchdog: setTimeout(overdue, limitMs) };
      this.#pending.set(message.id, pending);
      this.#worker.postMessage(message);
    });
  }

  #hear(message: FromWorker): void {
    if (message.type === 'notification') {
      this.#receive(message.channel, message.payload);
      return;
    }
    if (message.type !== 'result' && message.type !== 'image' && message.type !== 'error') return;
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    clearTimeout(pending.watchdog);
    if (message.type === 'result') pending.resolve(message.result);
    else if (message.type === 'image') pending.resolve({ rows: [], affectedRows: 0, image: message.image });
    else {
      const error = new PgliteError(message.error);
      pending.reject(error);
      // An engine that could not go on with its journal says so, and never answers again.
      if (error.code === DISK_FULL && error.message.includes('pg_wal')) this.#lose(new DiskFullError(error.message));
    }
  }

  /** Nothing that was asked will be answered any more. */
  #lose(error: Error): void {
    if (this.#closed || this.#lost !== undefined) return;
    this.#lost = error;
    for (const { reject, watchdog } of this.#pending.values()) {
      clearTimeout(watchdog);
      reject(error);
    }
    this.#pending.clear();
    void this.#worker.terminate();
  }
}
