import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import { Channels, type Listener } from './channels.ts';
import { CONNECTION_SECONDS, withNamedStatements } from './named-statements.ts';
import { CannotOpenError, Fatal, messageOf, type OpenDatabase } from './open-database.ts';
import { quoted } from './pglite-dialect.ts';
import type { Database, Db } from './types.ts';
import { parserFor } from './values.ts';

export interface PostgresOptions {
  databaseUrl: string;
  /** Connections kept for queries; one more is opened by the first `listen`, and one by the first statement that is cancelled. */
  poolSize?: number;
  /** A statement that runs longer is cancelled by the server. 0, the default: none. */
  statementTimeoutMs?: number;
}

/** A connection that is not used is kept for this long, with the statements that it has prepared. */
const IDLE_MS = 60_000;

/** First and longest pause before the listening connection is opened again, in milliseconds. */
const RECONNECT_FIRST = 100;
const RECONNECT_LONGEST = 5_000;

/**
 * Without JIT: the one large statement of an operation is estimated to be expensive and takes milliseconds; compiling its expressions takes
 * seconds.
 */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c jit=off';

/** A pool on a PostgreSQL server. The parsers belong to these connections only: other users of `pg` in the process keep theirs. */
export async function openPostgres({
  databaseUrl,
  poolSize = 10,
  statementTimeoutMs = 0,
}: PostgresOptions): Promise<OpenDatabase> {
  const config: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'espalier',
    connectionTimeoutMillis: 10_000,
    options: SESSION,
    types: { getTypeParser: parserFor },
  };
  const pool = new pg.Pool({
    ...config,
    max: poolSize,
    statement_timeout: statementTimeoutMs,
    maxLifetimeSeconds: CONNECTION_SECONDS,
    idleTimeoutMillis: IDLE_MS,
  });
  // A connection that breaks while idle is replaced by the pool, and has said so itself; without a handler the error would end the process.
  pool.on('error', () => undefined);
  // A connection of its own: those of the pool may all be in use when statements are to be cancelled.
  const cancelling = new pg.Pool({ ...config, application_name: 'espalier cancel', max: 1 });
  cancelling.on('error', () => undefined);
  const connections = withNamedStatements(pool, async (client) => {
    const { processID } = client as { processID?: number };
    // What can not be cancelled ends by its limit.
    await cancelling.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
  });
  try {
    (await connections.connect()).release();
  } catch (error) {
    await pool.end();
    throw new CannotOpenError(`Cannot connect to the database of DATABASE_URL: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const within = limited(connections, statementTimeoutMs);
  const kyselyOver = (connected: PostgresPool): Db =>
    new Kysely<Database>({ dialect: new PostgresDialect({ pool: connected }) });
  const db = kyselyOver(within(statementTimeoutMs));
  const listening = new ListeningClient(config);
  const fatal = new Fatal();
  return {
    db,
    unhurried: kyselyOver(within(0)),
    kind: 'postgres',
    pool: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
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
      await cancelling.end();
    },
  };
}

/** The same connections, each told of another limit only when the one that had it before had another. */
function limited(connections: PostgresPool, usual: number): (milliseconds: number) => PostgresPool {
  const limits = new WeakMap<PostgresPoolClient, number>();
  return (milliseconds) => ({
    async connect() {
      const client = await connections.connect();
      if ((limits.get(client) ?? usual) === milliseconds) return client;
      try {
        await client.query(`SET statement_timeout = ${milliseconds}`, []);
      } catch (error) {
        client.release();
        throw error;
      }
      limits.set(client, milliseconds);
      return client;
    },
    end: () => connections.end(),
  });
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
