import { AskerLeftError, asker } from './asker.ts';
import { DatabaseLostError, type PoolState } from './open-database.ts';
import type { PgliteClient } from './pglite-client.ts';

/**
 * AP-06.36: work that nobody waits for, such as the pieces of an import, begins when nobody in a hurry has had the session for this long: an edit takes
 * it several times, and would otherwise wait for a piece each time. Milliseconds.
 */
const QUIET = 20;
/** It gives way for so long at most. */
const MOST = 250;

/**
 * The one session of PGlite, lent to one at a time, first come, first served: whoever holds it (a query, or a transaction from begin to commit) has
 * the database for itself.
 */
export class PgliteSession {
  readonly client: PgliteClient;
  readonly #acquireTimeoutMs: number;
  readonly #waiting: (() => void)[] = [];
  #lent: 'no' | 'in a hurry' | 'patient' = 'no';
  #lastHurry = -QUIET;

  /** `acquireTimeoutMs`: how long a query may wait for its turn before it is refused. */
  constructor(client: PgliteClient, acquireTimeoutMs: number) {
    this.client = client;
    this.#acquireTimeoutMs = acquireTimeoutMs;
  }

  get pool(): PoolState {
    const used = this.#lent === 'no' ? 0 : 1;
    return { used, idle: 1 - used, waiting: this.#waiting.length };
  }

  async acquire(patient = false): Promise<void> {
    if (patient) await this.#quiet();
    if (this.#lent !== 'no') await this.#turn();
    this.#lent = patient ? 'patient' : 'in a hurry';
    try {
      await this.client.ready?.();
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    if (this.#lent === 'in a hurry') this.#lastHurry = performance.now();
    const next = this.#waiting.shift();
    if (next === undefined) this.#lent = 'no';
    else next();
  }

  async #quiet(): Promise<void> {
    const latest = performance.now() + MOST;
    for (;;) {
      const now = performance.now();
      const hurried = this.#lent === 'in a hurry' || this.#waiting.length > 0;
      const wait = Math.min(hurried ? QUIET : this.#lastHurry + QUIET - now, latest - now);
      if (wait <= 0) return;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }

  #turn(): Promise<void> {
    const left = asker();
    return new Promise((resolve, reject) => {
      const go = (): void => {
        stopWaiting();
        resolve();
      };
      const giveUp = (error: Error): void => {
        stopWaiting();
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(error);
      };
      const onLeft = (): void => giveUp(new AskerLeftError('The client has left.'));
      const timer = setTimeout(() => {
        giveUp(
          new DatabaseLostError(
            `The embedded database was busy for ${String(this.#acquireTimeoutMs)} ms. ` +
              'Inside a transaction, use the transaction and not the database: a query on the database waits for the transaction to end.',
          ),
        );
      }, this.#acquireTimeoutMs);
      const stopWaiting = (): void => {
        clearTimeout(timer);
        left?.removeEventListener('abort', onLeft);
      };
      left?.addEventListener('abort', onLeft, { once: true });
      this.#waiting.push(go);
    });
  }
}
