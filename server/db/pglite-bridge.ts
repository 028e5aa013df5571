import { Worker } from 'node:worker_threads';
import { CannotOpenError, type Fatal } from './open-database.ts';
import { type PgliteClient, PgliteError, type PgliteResult } from './pglite-client.ts';
import type { FromWorker, ToWorker, WorkerSettings } from './pglite-protocol.ts';

export interface BridgeOptions {
  /** The built pglite-worker. */
  worker: URL;
  directory: string;
  fatal: Fatal;
  /** A query that takes longer than this will not come back (a full disk hangs PGlite): fatal. Milliseconds. */
  queryTimeoutMs: number;
  /** The same for opening the directory. */
  openTimeoutMs: number;
}

interface Pending {
  resolve: (result: PgliteResult) => void;
  reject: (error: Error) => void;
  watchdog: NodeJS.Timeout;
}

/** Starts the worker and answers when its database is open. */
export async function openBridge(options: BridgeOptions): Promise<PgliteClient> {
  const settings: WorkerSettings = { directory: options.directory };
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

class Bridge implements PgliteClient {
  readonly #worker: Worker;
  readonly #options: BridgeOptions;
  readonly #pending = new Map<number, Pending>();
  #receive: (channel: string, payload: string) => void = () => undefined;
  #nextId = 1;
  #closed = false;

  constructor(worker: Worker, options: BridgeOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.on('message', (message: FromWorker) => {
      this.#hear(message);
    });
    worker.on('error', (error) => {
      this.#fail(new Error(`The embedded database failed: ${error.message}`, { cause: error }));
    });
    worker.on('exit', (code) => {
      if (!this.#closed) this.#fail(new Error(`The thread of the embedded database ended with code ${String(code)}.`));
    });
  }

  query(sql: string, parameters: readonly (string | null)[]): Promise<PgliteResult> {
    return this.#ask({ type: 'query', id: this.#nextId++, sql, parameters });
  }

  onNotification(receive: (channel: string, payload: string) => void): void {
    this.#receive = receive;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    if (this.#options.fatal.error === undefined) await this.#ask({ type: 'close', id: this.#nextId++ });
    this.#closed = true;
    await this.#worker.terminate();
  }

  #ask(message: ToWorker): Promise<PgliteResult> {
    const { fatal, queryTimeoutMs } = this.#options;
    if (fatal.error !== undefined) return Promise.reject(fatal.error);
    if (this.#closed) return Promise.reject(new Error('The database is closed.'));
    return new Promise((resolve, reject) => {
      const watchdog = setTimeout(() => {
        const seconds = String(queryTimeoutMs / 1000);
        this.#fail(new Error(`The embedded database did not answer within ${seconds} seconds (is the disk full?).`));
      }, queryTimeoutMs);
      this.#pending.set(message.id, { resolve, reject, watchdog });
      this.#worker.postMessage(message);
    });
  }

  #hear(message: FromWorker): void {
    if (message.type === 'notification') {
      this.#receive(message.channel, message.payload);
      return;
    }
    if (message.type !== 'result' && message.type !== 'error') return;
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    this.#pending.delete(message.id);
    clearTimeout(pending.watchdog);
    if (message.type === 'result') pending.resolve(message.result);
    else pending.reject(new PgliteError(message.error));
  }

  /** Nothing that was asked will be answered any more. */
  #fail(error: Error): void {
    for (const { reject, watchdog } of this.#pending.values()) {
      clearTimeout(watchdog);
      reject(error);
    }
    this.#pending.clear();
    this.#options.fatal.raise(error);
    void this.#worker.terminate();
  }
}
