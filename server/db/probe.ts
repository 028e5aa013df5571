import pg from 'pg';
import { clientConfig, cutOff } from './connections.ts';

/** Longest wait for a connection and for an answer. Milliseconds. */
const LIMIT_MS = 2000;

/**
 * A connection that asks one statement again and again, beside those of requests, which may all be in use. It is opened by the first question, and after
 * a failure by the next one.
 */
export class Probe<T> {
  readonly #config: pg.ClientConfig;
  readonly #statement: string;
  readonly #onLost: (error: unknown) => void;
  #client: Promise<pg.Client> | undefined;
  #asking: Promise<T> | undefined;

  /** `onLost` is told of a connection that ends between two questions. */
  constructor(url: string, statement: string, onLost: (error: unknown) => void = () => undefined) {
    const limits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS };
    this.#config = { ...clientConfig(url), ...limits, application_name: 'espalier probe', keepAlive: true };
    this.#statement = statement;
    this.#onLost = onLost;
  }

  /** The row of the statement. Whoever asks while an answer is on its way gets a newer one: what is on its way may have been looked up before. */
  async ask(): Promise<T> {
    await this.#asking?.catch(() => undefined);
    this.#asking ??= this.#row().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.then(cutOff).catch(() => undefined);
  }

  async #row(): Promise<T> {
    try {
      this.#client ??= this.#open();
      const { rows } = await (await this.#client).query<[T]>(this.#statement);
      return (rows as unknown as [T])[0];
    } catch (error) {
      void this.close();
      throw error;
    }
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', (error) => {
      void this.close();
      this.#onLost(error);
    });
    await client.connect();
    return client;
  }
}
