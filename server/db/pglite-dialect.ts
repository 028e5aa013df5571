import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { asker } from './asker.ts';
import type { PgliteSession } from './pglite-session.ts';
import type { Room } from './room.ts';
import { toParameter } from './values.ts';

export interface PgliteDialectOptions {
  session: PgliteSession;
  /** A statement that runs longer is ended, and the engine with it; absent: the client's own limit. Milliseconds. */
  limitMs?: number | undefined;
  room?: Room | undefined;
  /** Nobody waits for what is asked: others come first. */
  patient?: boolean | undefined;
}

/** Kysely over the session of PGlite. */
export class PgliteDialect implements Dialect {
  readonly #options: PgliteDialectOptions;

  constructor(options: PgliteDialectOptions) {
    this.#options = options;
  }

  createDriver(): Driver {
    return new PgliteDriver(this.#options);
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

class PgliteDriver implements Driver {
  readonly #options: PgliteDialectOptions;
  readonly #connection: PgliteConnection;

  constructor(options: PgliteDialectOptions) {
    this.#options = options;
    this.#connection = new PgliteConnection(options);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    await this.#options.session.acquire(this.#options.patient ?? false);
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#options.session.release();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const level = settings.isolationLevel ? ` ISOLATION LEVEL ${settings.isolationLevel.toUpperCase()}` : '';
    const mode = settings.accessMode ? ` ${settings.accessMode.toUpperCase()}` : '';
    await connection.executeQuery(CompiledQuery.raw(`BEGIN${level}${mode}`));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('COMMIT'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('ROLLBACK'));
  }

  async savepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`SAVEPOINT ${quoted(name)}`));
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`ROLLBACK TO SAVEPOINT ${quoted(name)}`));
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`RELEASE SAVEPOINT ${quoted(name)}`));
  }

  /** The session has several drivers, and is closed by whoever opened it. */
  async destroy(): Promise<void> {}
}

class PgliteConnection implements DatabaseConnection {
  readonly #options: PgliteDialectOptions;

  constructor(options: PgliteDialectOptions) {
    this.#options = options;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    asker();
    const { session, limitMs, room } = this.#options;
    room?.check(query.sql);
    const result = await session.client.query(query.sql, query.parameters.map(toParameter), limitMs);
    // The rows were parsed by the type of their columns; what they are called in TypeScript is the query's word.
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.affectedRows) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** A quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replace(/"/g, '""')}"`;
}
