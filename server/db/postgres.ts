import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { Channels, type Listener } from './channels.ts';
import { CONNECTION_SECONDS, withNamedStatements } from './named-statements.ts';
import { CannotOpenError, Fatal, messageOf, type OpenDatabase } from './open-database.ts';
import { quoted } from './pglite-dialect.ts';
import type { Database, Db } from './types.ts';
import { parserFor } from './values.ts';

export interface PostgresOptions {
  databaseUrl: string;
  /** Connections kept for queries; one more is opened by the first `listen`. */
  poolSize?: number;
  /** A statement that runs longer is cancelled by the server. */
  statementTimeoutMs?: number;
}

/** A connection that is not used is kept for this long, with the statements that it has prepared. */
const IDLE_MS = 60_000;

/** First and longest pause before the listening connection is opened again, in milliseconds. */
const RECONNECT_FIRST = 100;
const RECONNECT_LONGEST = 5_000;

/** A pool on a PostgreSQL server. The parsers belong to these connections only: other users of `pg` in the process keep theirs. */
export async function openPostgres({
  databaseUrl,
  poolSize = 10,
  statementTimeoutMs = 60_000,
}: PostgresOptions): Promise<OpenDatabase> {
  const config: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'espalier',
    connectionTimeoutMillis: 10_000,
    options: '-c TimeZone=UTC -c DateStyle=ISO',
    types: { getTypeParser: parserFor },
  };
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection that breaks while idle is replaced by the pool; without a handler the error would end the process.
  pool.on('error', (error) => {
    console.error('A database connection was lost:', error.message);
  });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new CannotOpenError(`Cannot connect to the database of DATABASE_URL: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const db: Db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withNamedStatements(pool) }) });
  const listening = new ListeningClient(config);
  const fatal = new Fatal();
  return {
    db,
    kind: 'postgres',
    listen: (channel, receive, missed) => listening.listen(channel, { receive, missed }),
    async notify(channel, payload, inside = db) {
      await sql`SELECT pg_notify(${channel}, ${payload})`.execute(inside);
    },
    onFatal(handle) {
      fatal.subscribe(handle);
    },
    async close() {
      await listening.close();
      // Kysely ends the pool only if it has been used.
      await db.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}

/** The one connection that listens. It is opened by the first listener and, when lost, opened again with growing pauses. */
class ListeningClient {
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
    if (this.#client === undefined && this.#retry === undefined) await this.#connect();
    else if (first) await (await this.#client)?.query(`LISTEN ${quoted(channel)}`);
    return async () => {
      if (this.#channels.remove(channel, listener) && !this.#closed) {
        await (await this.#client)?.query(`UNLISTEN ${quoted(channel)}`);
      }
    };
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
    await client.connect();
    for (const channel of this.#channels.names) await client.query(`LISTEN ${quoted(channel)}`);
    client.on('error', onLost);
    client.on('end', onLost);
    return client;
  }

  #reconnect(pause: number): void {
    if (this.#closed) return;
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
