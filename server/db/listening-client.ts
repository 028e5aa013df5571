import pg from 'pg';
import { Channels, type Listener } from './channels.ts';
import { messageOf } from './open-database.ts';
import { quoted } from './pglite-dialect.ts';

/** First and longest pause before the listening connection is opened again, in milliseconds. */
const RECONNECT_FIRST = 100;
const RECONNECT_LONGEST = 5_000;

/** The one connection that listens. It is opened by the first listener and, when lost, opened again with growing pauses. */
export class ListeningClient {
  readonly #config: pg.ClientConfig;
  readonly #channels = new Channels((error) => {
    console.error('A listener of database notifications failed:', error);
  });
  #client: Promise<pg.Client> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, application_name: 'espalier listen', keepAlive: true };
  }

  async listen(channel: string, listener: Listener): Promise<() => Promise<void>> {
    const first = this.#channels.add(channel, listener);
    // A new connection listens to every channel that is known by then, this one included.
    if (this.#client === undefined && this.#retry === undefined) {
      await this.#connect().catch((error: unknown) => {
        this.#channels.remove(channel, listener);
        throw error;
      });
    } else if (first) await this.#say(`LISTEN ${quoted(channel)}`);
    return async () => {
      if (this.#channels.remove(channel, listener) && !this.#closed) await this.#say(`UNLISTEN ${quoted(channel)}`);
    };
  }

  /** A connection that is lost meanwhile needs not be told: the next one asks what to listen to. */
  async #say(statement: string): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    await client?.query(statement).catch((error: unknown) => {
      if (this.#client !== undefined) console.error('Listening to the database failed:', messageOf(error));
    });
  }

  #connect(): Promise<pg.Client> {
    this.#client = this.#open();
    this.#client.catch(() => {
      this.#client = undefined;
    });
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    let lost = false;
    const onLost = (): void => {
      if (lost) return;
      lost = true;
      this.#client = undefined;
      void client.end().catch(() => undefined);
      this.#reconnect(RECONNECT_FIRST);
    };
    client.on('notification', ({ channel, payload }) => {
      this.#channels.deliver(channel, payload ?? '');
    });
    // Until the connection stands, a failure is the answer to whoever asked for it.
    client.on('error', () => undefined);
    try {
      await client.connect();
      for (const channel of this.#channels.names) await client.query(`LISTEN ${quoted(channel)}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    client.on('error', onLost);
    client.on('end', onLost);
    return client;
  }

  #reconnect(pause: number): void {
    if (this.#closed || this.#retry !== undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      if (this.#closed) return;
      this.#connect().then(
        () => {
          this.#channels.missed();
        },
        () => {
          this.#reconnect(Math.min(pause * 2, RECONNECT_LONGEST));
        },
      );
    }, pause);
    this.#retry.unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    await (await this.#client?.catch(() => undefined))?.end();
  }
}
