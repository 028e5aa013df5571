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
import type { PgliteClient } from './pglite-client.ts';
import { toParameter } from './values.ts';

export interface PgliteDialectOptions {
  client: PgliteClient;
  /** How long a query may wait for its turn before it is refused, in milliseconds. */
  acquireTimeoutMs: number;
}

/**
 * Kysely over PGlite. There is one session, so one connection is lent at a time, first come, first served: whoever holds it (a query, or a
 * transaction from begin to commit) has the database for itself.
 */
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
  readonly #waiting: (() => void)[] = [];
  #lent = false;

  constructor(options: PgliteDialectOptions) {
    this.#options = options;
    this.#connection = new PgliteConnection(options.client);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#lent) {
      this.#lent = true;
      return this.#connection;
    }
    await this.#turn();
    return this.#connection;
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(
          new Error(
            `The embedded database was busy for ${String(this.#options.acquireTimeoutMs)} ms. ` +
              'Inside a transaction, use the transaction and not the database: a query on the database waits for the transaction to end.',
          ),
        );
      }, this.#options.acquireTimeoutMs);
      this.#waiting.push(go);
    });
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift();
    if (next === undefined) this.#lent = false;
    else next();
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

  async destroy(): Promise<void> {
    await this.#options.client.close();
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #client: PgliteClient;

  constructor(client: PgliteClient) {
    this.#client = client;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#client.query(query.sql, query.parameters.map(toParameter));
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
