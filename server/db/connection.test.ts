import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { type OpenDatabase, openDatabase } from './connection.ts';
import { migrateToLatest } from './migrate.ts';
import { type BuiltModules, buildForTest } from './testing-build.ts';
import { endProcesses, startNode } from './testing-processes.ts';

let built: BuiltModules;
let home: string;
/** A migrated data directory: making one takes seconds, copying it does not. */
let template: string;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  built = await buildForTest({
    'pglite-worker': 'server/db/pglite-worker.ts',
    connection: 'server/db/connection.ts',
  });
  template = mkdtempSync(join(tmpdir(), 'espalier-template-'));
  const database = await openDatabase({ dataDir: template, worker: worker() });
  await migrateToLatest(database.db);
  await database.close();
});
afterAll(() => {
  built.remove();
  rmSync(template, { recursive: true, force: true });
});
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-data-'));
});
afterEach(endProcesses);
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(home, { recursive: true, force: true });
});

const worker = (): URL => pathToFileURL(join(built.directory, 'pglite-worker.js'));

/** Puts a made database into a data directory that is not there yet. */
function prepare(below = 'data'): void {
  mkdirSync(join(home, below), { recursive: true });
  cpSync(join(template, 'pgdata'), join(home, below, 'pgdata'), { recursive: true });
}

async function open({ below = 'data' } = {}): Promise<OpenDatabase> {
  const database = await openDatabase({ dataDir: join(home, below), worker: worker() });
  opened.push(database);
  return database;
}

async function close(database: OpenDatabase): Promise<void> {
  opened.splice(opened.indexOf(database), 1);
  await database.close();
}

test('the embedded database makes its directory, keeps rows and lets only one in', async () => {
  const first = await open({ below: 'deep/er/data' });
  await migrateToLatest(first.db);
  await first.db.insertInto('users').values({ username: 'kept', name: 'Kept' }).execute();
  await expect(open({ below: 'deep/er/data' })).rejects.toThrow(`pid ${String(process.pid)}`);
  const script = `import { openDatabase } from ${JSON.stringify(join(built.directory, 'connection.js'))};
    await openDatabase({ dataDir: ${JSON.stringify(join(home, 'deep/er/data'))} }).catch((error) => { console.log(error.message); process.exit(4); });`;
  const second = await startNode(['--input-type=module', '-e', script]).ended();
  expect(second.code).toBe(4);
  expect(second.stdout).toContain(
    `${join(home, 'deep/er/data')} is in use by another process (pid ${String(process.pid)}`,
  );
  await close(first);
  const again = await open({ below: 'deep/er/data' });
  const kept = await again.db
    .selectFrom('users')
    .select(['id', 'name', 'admin'])
    .where('username', '=', 'kept')
    .execute();
  expect(kept).toEqual([{ id: 2, name: 'Kept', admin: false }]);
});

test('errors of the worker carry their SQLSTATE and constraint', async () => {
  prepare();
  const { db } = await open();
  await db.insertInto('users').values({ username: 'Same', name: 'A' }).execute();
  await expect(db.insertInto('users').values({ username: 'same', name: 'B' }).execute()).rejects.toMatchObject({
    code: '23505',
    constraint: 'users_username',
  });
});

test('queries do not stop this thread, transactions have the session for themselves, notifications arrive', async () => {
  prepare();
  const database = await open();
  const { db } = database;
  await sql`CREATE TABLE steps (n int)`.execute(db);
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, 5);
  await sql`SELECT count(*) FROM generate_series(1, 3000000)`.execute(db);
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);

  const rolledBack = db.transaction().execute(async (tx) => {
    await sql`INSERT INTO steps VALUES (1)`.execute(tx);
    throw new Error('no');
  });
  const beside = sql`INSERT INTO steps VALUES (2)`.execute(db);
  await expect(rolledBack).rejects.toThrow('no');
  await beside;
  expect((await sql<{ n: number }>`SELECT n FROM steps`.execute(db)).rows).toEqual([{ n: 2 }]);

  const heard = new Promise<string>(
    (resolve) => void database.listen('channel_a', resolve).then(() => database.notify('channel_a', 'hello')),
  );
  expect(await heard).toBe('hello');
});

test('a first start that was ended half-way begins again', async () => {
  prepare();
  rmSync(join(home, 'data', 'pgdata', 'PG_VERSION'));
  writeFileSync(join(home, 'data', 'pgdata.unfinished'), '');
  const { db } = await open();
  expect((await sql<{ n: number }>`SELECT 1 AS n`.execute(db)).rows).toEqual([{ n: 1 }]);
  expect(existsSync(join(home, 'data', 'pgdata.unfinished'))).toBe(false);
});

test('what cannot be opened is said plainly, and leaves the directory free', async () => {
  await expect(openDatabase({})).rejects.toThrow('Set DATA_DIR or DATABASE_URL.');
  writeFileSync(join(home, 'file'), '');
  await expect(open({ below: 'file/data' })).rejects.toThrow(
    `Cannot make the data directory ${join(home, 'file/data')}`,
  );
  prepare();
  writeFileSync(join(home, 'data', 'pgdata', 'PG_VERSION'), 'nonsense');
  await expect(open()).rejects.toThrow(`Cannot open the database in ${join(home, 'data', 'pgdata')}`);
  expect(existsSync(join(home, 'data', 'espalier.lock'))).toBe(false);
});

test('a PostgreSQL server that is not there is said plainly', async () => {
  await expect(openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    'Cannot connect to the database of DATABASE_URL',
  );
});
