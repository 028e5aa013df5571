import type { Fatal } from './open-database.ts';
import type { PgliteClient, PgliteResult } from './pglite-client.ts';

/** A client that can be lost, and then answers no more. */
export interface Losable extends PgliteClient {
  readonly lost: Error | undefined;
}

export interface ExchangeableOptions<C> {
  /** Opens another one in the place of one that was lost. */
  reopen: () => Promise<C>;
  /** Told when that is not possible, unless the reason may pass (`mayPass`). Once raised, nothing is asked any more. */
  fatal: Fatal;
  mayPass: (error: unknown) => boolean;
}

/** A client whose database can be exchanged while nobody asks it anything. What the session listened to, the next one listens to. */
export class ExchangeableClient<C extends Losable> implements PgliteClient {
  #current: C;
  readonly #options: ExchangeableOptions<C>;
  readonly #listening = new Set<string>();
  #receive: (channel: string, payload: string) => void = () => undefined;
  #onReplaced: () => void = () => undefined;

  constructor(first: C, options: ExchangeableOptions<C>) {
    this.#current = first;
    this.#options = options;
  }

  get current(): C {
    return this.#current;
  }

  async query(sql: string, parameters: readonly (string | null)[], limitMs?: number): Promise<PgliteResult> {
    const { fatal } = this.#options;
    if (fatal.error !== undefined) throw fatal.error;
    const result = await this.#current.query(sql, parameters, limitMs);
    const [, word, channel] = /^(UN)?LISTEN (.+)$/.exec(sql) ?? [];
    if (channel !== undefined) {
      if (word === undefined) this.#listening.add(channel);
      else this.#listening.delete(channel);
    }
    return result;
  }

  /** AP-06.35. Whoever held the session of the lost engine gets its errors to the end: nothing of their transaction goes to another one. */
  async ready(): Promise<void> {
    const { reopen, fatal, mayPass } = this.#options;
    if (this.#current.lost === undefined || fatal.error !== undefined) return;
    // Two engines on the same files would destroy them.
    await this.#current.close();
    try {
      await this.use(await reopen());
    } catch (error) {
      if (!mayPass(error)) fatal.raise(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    this.#onReplaced();
  }

  onNotification(receive: (channel: string, payload: string) => void): void {
    this.#receive = receive;
    this.#current.onNotification(receive);
  }

  onReplaced(handle: () => void): void {
    this.#onReplaced = handle;
  }

  /** Opens what `put` puts in the place of the current database. Where that fails the current one is taken back and opened again, or all is lost. */
  async exchange(open: () => Promise<C>, put: () => void, takeBack: () => void): Promise<void> {
    await this.#current.close();
    try {
      put();
      await this.use(await open());
    } catch (error) {
      try {
        takeBack();
        await this.use(await open());
      } catch (again) {
        this.#options.fatal.raise(again instanceof Error ? again : new Error(String(again)));
      }
      throw error;
    }
  }

  async use(next: C): Promise<void> {
    next.onNotification(this.#receive);
    try {
      for (const channel of this.#listening) await next.query(`LISTEN ${channel}`, []);
    } catch (error) {
      await next.close();
      throw error;
    }
    this.#current = next;
  }

  close(): Promise<void> {
    return this.#current.close();
  }
}
