import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import { quoted } from './pglite-dialect.ts';
import type { Database, Db } from './types.ts';
import { toParameter } from './values.ts';

/** What may stand in PREPARE. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b/i;
/** Prepared plans of one connection: a large one takes some hundred kB. */
const AT_MOST = 400;

/**
 * The same database through one connection of its own that prepares whatever comes a second time and plans it once, for whatever parameters: for
 * tests that ask the same few hundred large statements thousands of times. Of such a statement planning takes ten times as long as running. Until
 * `release` the connection is held, so on the embedded database, which has only one, nothing else can be asked. What others have prepared on it stays.
 */
export async function preparing(db: Db): Promise<{ readonly db: Db; release(): Promise<void> }> {
  const { connection, release } = await held(db);
  await connection.executeQuery(CompiledQuery.raw('SET plan_cache_mode = force_generic_plan'));
  const prepared = new Preparing(connection);
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneConnection(prepared),
    createIntrospector: (of: Kysely<unknown>) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  return {
    db: new Kysely<Database>({ dialect }),
    async release() {
      await prepared.forget();
      await connection.executeQuery(CompiledQuery.raw('RESET plan_cache_mode'));
      release();
    },
  };
}

/** A connection of the database, ours until it is released. */
function held(db: Db): Promise<{ connection: DatabaseConnection; release(): void }> {
  return new Promise((resolve, reject) => {
    db.getExecutor()
      .provideConnection(
        (connection) => new Promise<void>((release) => resolve({ connection, release: () => release() })),
      )
      .catch(reject);
  });
}

class Preparing implements DatabaseConnection {
  readonly #inner: DatabaseConnection;
  /** Names of prepared texts; of a text that came once the empty name. */
  readonly #names = new Map<string, string>();
  #made = 0;

  constructor(inner: DatabaseConnection) {
    this.#inner = inner;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const name = await this.#nameOf(query);
    if (name === '') return this.#inner.executeQuery<R>(query);
    const values = query.parameters.map((value) => asLiteral(toParameter(value)));
    return this.#inner.executeQuery<R>(
      CompiledQuery.raw(`EXECUTE ${name}${values.length > 0 ? `(${values.join()})` : ''}`),
    );
  }

  async #nameOf({ sql }: CompiledQuery): Promise<string> {
    const known = this.#names.get(sql);
    if (known === undefined) this.#names.set(sql, '');
    if (known !== '' || !PREPARABLE.test(sql)) return known ?? '';
    if (this.#names.size > AT_MOST) await this.forget();
    this.#made += 1;
    const name = `kept_${this.#made}`;
    await this.#inner.executeQuery(CompiledQuery.raw(`PREPARE ${name} AS ${sql}`));
    this.#names.set(sql, name);
    return name;
  }

  async forget(): Promise<void> {
    const names = [...this.#names.values()].filter((name) => name !== '');
    this.#names.clear();
    for (const name of names) await this.#inner.executeQuery(CompiledQuery.raw(`DEALLOCATE ${name}`));
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query);
  }
}

/** Text that PostgreSQL converts to the type of the parameter. */
const asLiteral = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);

class OneConnection implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(): Promise<void> {
    await this.#say('BEGIN');
  }

  async commitTransaction(): Promise<void> {
    await this.#say('COMMIT');
  }

  async rollbackTransaction(): Promise<void> {
    await this.#say('ROLLBACK');
  }

  async savepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    await this.#say(`SAVEPOINT ${quoted(name)}`);
  }

  async rollbackToSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    await this.#say(`ROLLBACK TO SAVEPOINT ${quoted(name)}`);
  }

  async releaseSavepoint(_connection: DatabaseConnection, name: string): Promise<void> {
    await this.#say(`RELEASE SAVEPOINT ${quoted(name)}`);
  }

  async destroy(): Promise<void> {}

  async #say(sql: string): Promise<void> {
    await this.#connection.executeQuery(CompiledQuery.raw(sql));
  }
}
