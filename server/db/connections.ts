import type { Socket } from 'node:net';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { CONNECTION_SECONDS, withNamedStatements } from './named-statements.ts';
import type { PoolState } from './open-database.ts';
import type { Database, Db } from './types.ts';
import { parserFor } from './values.ts';

/** What is not cancelled within so many milliseconds ends by its limit. */
const CANCEL_MS = 2000;

/** A connection that is not used is kept for this long, with the statements that it has prepared. */
const IDLE_MS = 60_000;

/**
 * Without JIT: the one large statement of an operation is estimated to be expensive and takes milliseconds; compiling its expressions takes
 * seconds.
 */
const SESSION = '-c TimeZone=UTC -c DateStyle=ISO -c jit=off';

/** What every connection to the PostgreSQL of that address has in common. The parsers belong to these connections only: other users of `pg` in the process keep theirs. */
export const clientConfig = (connectionString: string): pg.ClientConfig => ({
  connectionString,
  application_name: 'espalier',
  connectionTimeoutMillis: 10_000,
  options: SESSION,
  types: { getTypeParser: parserFor },
});

/** Ends a connection without waiting for its other side, whose host may be gone: nothing would ever come from there. */
export function cutOff(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy(new Error('given up'));
}

export const kyselyOver = (pool: PostgresPool): Db => new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });

export interface ConnectionLimits {
  /** Connections at once. */
  readonly size: number;
  /** A statement that runs longer is cancelled; 0: none is. */
  readonly statementTimeoutMs: number;
}

/** The connections for queries to one PostgreSQL, whose statements are prepared when they come often and cancelled when nobody waits for them any more. */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #cancelling: pg.Pool;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #usualMs: number;
  readonly #named: PostgresPool;
  /** The limit that a connection was told last, where it is not the usual one. */
  readonly #limits = new WeakMap<PostgresPoolClient, number>();

  constructor(url: string, { size, statementTimeoutMs }: ConnectionLimits) {
    const config = clientConfig(url);
    this.#usualMs = statementTimeoutMs;
    this.#pool = new pg.Pool({
      ...config,
      max: size,
      statement_timeout: statementTimeoutMs,
      maxLifetimeSeconds: CONNECTION_SECONDS,
      idleTimeoutMillis: IDLE_MS,
    });
    // A connection that breaks while idle is replaced by the pool, and has said so itself; without a handler the error would end the process.
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => void this.#clients.add(client));
    this.#pool.on('remove', (client) => void this.#clients.delete(client));
    // A connection of its own: those of the pool may all be in use when statements are to be cancelled.
    const hurried = { connectionTimeoutMillis: CANCEL_MS, query_timeout: CANCEL_MS };
    this.#cancelling = new pg.Pool({ ...config, ...hurried, application_name: 'espalier cancel', max: 1 });
    this.#cancelling.on('error', () => undefined);
    this.#named = withNamedStatements(this.#pool, async (client) => {
      const { processID } = client as { processID?: number };
      // What can not be cancelled ends by its limit.
      await this.#cancelling.query('SELECT pg_cancel_backend($1)', [processID]).catch(() => undefined);
    });
  }

  get state(): PoolState {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** A connection whose statements end after so many milliseconds; it is told so only where the one that had it before had another limit. */
  async connect(milliseconds = this.#usualMs): Promise<PostgresPoolClient> {
    const client = await this.#named.connect();
    if ((this.#limits.get(client) ?? this.#usualMs) === milliseconds) return client;
    try {
      await client.query(`SET statement_timeout = ${milliseconds}`, []);
    } catch (error) {
      client.release();
      throw error;
    }
    this.#limits.set(client, milliseconds);
    return client;
  }

  /** Ends every connection at once, without a word to the other side, which may have been gone for a while: what they were asked fails. */
  abandon(): void {
    for (const client of this.#clients) cutOff(client);
  }

  async end(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
    if (!this.#cancelling.ended) await this.#cancelling.end();
  }

  /** The same connections for Kysely. */
  db(milliseconds = this.#usualMs): Db {
    return kyselyOver({ connect: () => this.connect(milliseconds), end: () => this.end() });
  }
}
