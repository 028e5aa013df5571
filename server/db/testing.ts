import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { migrations, migrateToLatest } from './migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import { pgliteDatabase } from './pglite.ts';
import type { PgliteClient } from './pglite-client.ts';
import { openEngine } from './pglite-engine.ts';
import { quoted } from './pglite-dialect.ts';
import { openPostgres } from './postgres.ts';
import { sharedEngine } from './testing-shared-engine.ts';
import type { Db } from './types.ts';

/**
 * The database of one test file: an embedded one in memory, or, with TEST_DATABASE_URL, one of its own on that PostgreSQL server
 * (the user of the URL must be allowed to create databases). Open it once per file (`beforeAll`), `reset()` before each test, `close()` at the end.
 */
export interface TestDatabase extends OpenDatabase {
  /** Empties every table and the queue of jobs, restarts the ids and puts the administrator `root` (id 1) back. */
  reset(): Promise<void>;
}

const here = dirname(fileURLToPath(import.meta.url));

/** With `own` the embedded database is not the one that the files of a test worker share, but opened as the product opens it. */
export async function openTestDatabase({ own = false } = {}): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  const database = url === undefined || url === '' ? await openMemory(own) : await openServer(url);
  return { ...database, reset: () => reset(database) };
}

/** A database without any table, for tests of the migrations themselves. */
export async function openEmptyTestDatabase(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return openServer(url, { migrate: false });
  const image = await imageFile(`empty-database-${hashOf([manifest()])}`);
  return pgliteDatabase({ client: await openImage(image) });
}

async function openMemory(own: boolean): Promise<OpenDatabase> {
  const image = await imageFile(`test-database-${migrationsHash()}`, migrateToLatest);
  const shared = own ? undefined : await sharedEngine(image);
  return pgliteDatabase({ client: shared ?? (await openImage(image)) });
}

const openImage = (file: string): Promise<PgliteClient> =>
  openEngine({ image: new Blob([new Uint8Array(readFileSync(file))]) });

/** Making a database takes seconds, starting from an image of one under one. The file is kept as long as its name says what is in it. */
async function imageFile(name: string, fill?: (db: Db) => Promise<unknown>): Promise<string> {
  const file = join(here, '..', '..', '.cache', `${name}.tar`);
  if (existsSync(file)) return file;
  const engine = await openEngine({});
  const database = pgliteDatabase({ client: engine });
  await fill?.(database.db);
  const image = new Uint8Array(await (await engine.pglite.dumpDataDir('none')).arrayBuffer());
  await database.close();
  mkdirSync(dirname(file), { recursive: true });
  // Renamed into place whole: test workers that start together each make one, and none reads half a file.
  const written = `${file}.${String(process.pid)}`;
  writeFileSync(written, image);
  renameSync(written, file);
  return file;
}

const manifest = (): string => readFileSync(join(here, '..', 'package.json'), 'utf8');

function migrationsHash(): string {
  const texts = Object.keys(migrations).map((name) => readFileSync(join(here, 'migrations', `${name}.ts`), 'utf8'));
  return hashOf([...texts, manifest()]);
}

function hashOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex').slice(0, 12);
}

async function openServer(url: string, { migrate = true } = {}): Promise<OpenDatabase> {
  const name = `espalier_test_${process.env['JEST_WORKER_ID'] ?? '1'}_${randomBytes(4).toString('hex')}`;
  await runOnServer(url, `CREATE DATABASE ${quoted(name)}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const database = await openPostgres({ databaseUrl: own.href, poolSize: 5 });
  if (migrate) await migrateToLatest(database.db);
  return {
    ...database,
    async close() {
      await database.close();
      await runOnServer(url, `DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    },
  };
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Deletes rows where there are any, the youngest tables first (they refer to the older ones): with the few rows of a test that takes a
 * fraction of a TRUNCATE of every table. Many rows are truncated.
 */
async function reset({ db }: OpenDatabase): Promise<void> {
  await sql.raw(RESET).execute(db);
}

const RESET = `DO $$
DECLARE name text; filled int;
BEGIN
  FOR name IN SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname NOT LIKE 'kysely\\_%' ORDER BY c.oid DESC
  LOOP
    EXECUTE format('SELECT count(*) FROM (SELECT FROM %I LIMIT 500) AS found', name) INTO filled;
    IF filled = 500 THEN EXECUTE format('TRUNCATE %I CASCADE', name);
    ELSIF filled > 0 THEN EXECUTE format('DELETE FROM %I', name);
    END IF;
  END LOOP;
  -- Groups and projects that go leave their paths.
  DELETE FROM path_leavings;
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL;
  DELETE FROM espalier_jobs.job;
  INSERT INTO users (username, name, admin) VALUES ('root', 'Administrator', true);
END $$`;
