import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import pg from 'pg';
import { migrations, migrateToLatest } from './migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import { pgliteDatabase } from './pglite.ts';
import { openEngine } from './pglite-engine.ts';
import { quoted } from './pglite-dialect.ts';
import { openPostgres } from './postgres.ts';

/**
 * The database of one test file: an embedded one in memory, or, with TEST_DATABASE_URL, one of its own on that PostgreSQL server
 * (the user of the URL must be allowed to create databases). Open it once per file (`beforeAll`), `reset()` before each test, `close()` at the end.
 */
export interface TestDatabase extends OpenDatabase {
  /** Empties every table, restarts the ids and puts the administrator `root` (id 1) back. */
  reset(): Promise<void>;
}

const here = dirname(fileURLToPath(import.meta.url));

export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  const database = url === undefined || url === '' ? await openMemory() : await openServer(url);
  return { ...database, reset: () => reset(database) };
}

/** A database without any table, for tests of the migrations themselves. */
export async function openEmptyTestDatabase(): Promise<OpenDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return openServer(url, { migrate: false });
  return pgliteDatabase({ client: await openEngine({}) });
}

async function openMemory(): Promise<OpenDatabase> {
  const file = join(here, '..', '..', '.cache', `test-database-${migrationsHash()}.tar`);
  const image = readIfThere(file) ?? (await buildImage(file));
  return pgliteDatabase({ client: await openEngine({ image: new Blob([new Uint8Array(image)]) }) });
}

/** Making a database takes seconds, starting from the image of a migrated one under one. The image is kept per state of the migrations. */
async function buildImage(file: string): Promise<Uint8Array> {
  const engine = await openEngine({});
  const database = pgliteDatabase({ client: engine });
  await migrateToLatest(database.db);
  const image = new Uint8Array(await (await engine.pglite.dumpDataDir('none')).arrayBuffer());
  await database.close();
  mkdirSync(dirname(file), { recursive: true });
  // Renamed into place whole: test workers that start together each make one, and none reads half a file.
  const written = `${file}.${String(process.pid)}`;
  writeFileSync(written, image);
  renameSync(written, file);
  return image;
}

function readIfThere(file: string): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(migrations)) hash.update(readFileSync(join(here, 'migrations', `${name}.ts`)));
  const manifest = readFileSync(join(here, '..', 'package.json'), 'utf8');
  return hash.update(manifest).digest('hex').slice(0, 12);
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
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, 1, false) FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL;
  INSERT INTO users (username, name, admin) VALUES ('root', 'Administrator', true);
END $$`;
