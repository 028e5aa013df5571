import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { createApp } from '../app.ts';
import { createAccessToken } from '../auth/access-tokens.ts';
import { readConfig } from '../config.ts';
import { statusOf } from '../http-errors.ts';
import { type DatabaseOptions, type OpenDatabase, openDatabase, PGDATA } from './connection.ts';
import { migrateToLatest } from './migrate.ts';
import { type BuiltModules, buildForTest } from './testing-build.ts';
import { makeGroup } from './testing-data.ts';
import type { Db } from './types.ts';

/** The embedded database as the product opens it: in a directory, its engine in a thread of its own. */
const TEN_MINUTES = 600_000;
const MB = 1024 * 1024;
let built: BuiltModules;
let home: string;
let free: number;
const opened: OpenDatabase[] = [];
beforeAll(async () => {
  built = await buildForTest({ 'pglite-worker': 'server/db/pglite-worker.ts' });
}, TEN_MINUTES);
afterAll(() => built.remove());
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-lost-engine-'));
  free = 1000 * MB;
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  rmSync(home, { recursive: true, force: true });
}, TEN_MINUTES);

async function open(options: DatabaseOptions = {}): Promise<OpenDatabase> {
  const worker = pathToFileURL(join(built.directory, 'pglite-worker.js'));
  let now = 0;
  const database = await openDatabase({
    dataDir: home,
    worker,
    queryTimeoutMs: TEN_MINUTES,
    // The disk is asked every time.
    room: { free: () => free, clock: () => (now += 1000) },
    ...options,
  });
  opened.push(database);
  return database;
}

const endless = sql<{ count: number }>`SELECT count(*) FROM generate_series(1, 100000000000)`;
const note = (db: Db, key: string) => db.insertInto('settings').values({ key, value: '1' }).execute();
const notes = async (db: Db) =>
  (await db.selectFrom('settings').select('key').where('key', 'like', 'note %').orderBy('key').execute()).map(
    ({ key }) => key,
  );

test(
  'AP-06.33 without room changes are answered with 507 by REST and GraphQL, and readings as always, until there is room',
  async () => {
    const database = await open();
    await migrateToLatest(database.db);
    const groupId = await makeGroup(database.db, { path: 'acme' });
    const wanted = { name: 'of root', scope: 'api', expiresAt: null } as const;
    const { token: secret } = await createAccessToken(database.db, 1, wanted, new Date().toISOString());
    const errors: unknown[] = [];
    const app = await createApp({ database, config: readConfig({}), onError: (error) => errors.push(error) });
    const headers = { 'private-token': secret };
    const ask = async (method: 'GET' | 'POST', url: string, payload?: object) => {
      const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
      return [answer.statusCode, answer.json()];
    };
    const create = () => ask('POST', '/api/v4/groups/acme/epics', { title: 'A plan' });
    const mutation = `mutation { createEpic(input: { groupPath: "acme", title: "Another" }) { epic { title } errors } }`;

    free = 10 * MB;
    expect(await ask('GET', '/api/v4/groups/acme/epics')).toEqual([200, []]);
    const message = expect.stringMatching(/^507 The disk of the database is full: .* has freed space/);
    expect(await create()).toEqual([507, { message }]);
    const [status, { errors: told }] = await ask('POST', '/api/graphql', { query: mutation });
    expect([status, told]).toEqual([
      507,
      [expect.objectContaining({ message: expect.stringMatching(/^The disk of/) })],
    ]);
    expect(errors.map(String)).toEqual([
      expect.stringContaining(`The disk of the data directory ${home} has 10 MB left`),
      expect.stringContaining(home),
    ]);
    free = 1000 * MB;
    expect(await create()).toEqual([201, expect.objectContaining({ group_id: groupId, title: 'A plan' })]);
    await app.close();
  },
  TEN_MINUTES,
);

test(
  'AP-06.34 a start without room ends with a sentence, and leaves the directory free; so does a copy',
  async () => {
    free = 100 * MB;
    await expect(open()).rejects.toThrow(
      `The disk of the data directory ${home} has 100 MB left, and the database needs 128 MB.`,
    );
    expect(readdirSync(home)).toEqual([]);
    free = 128 * MB;
    await open();
    await opened.pop()?.close();
    free = 64 * MB;
    const { copies } = await open();
    await expect(copies?.image()).rejects.toThrow('and a copy of the database needs 1');
    await opened.pop()?.close();
    free = 63 * MB;
    await expect(open()).rejects.toThrow(`The disk of the data directory ${home} has 63 MB left`);
  },
  TEN_MINUTES,
);

test(
  'AP-06.31 AP-06.35 a statement that takes too long is answered with 503 and its transaction is gone; others are served',
  async () => {
    const database = await open({ statementTimeoutMs: 300 });
    const { db } = database;
    await migrateToLatest(database.unhurried);
    await note(db, 'note 1');
    const heard: string[] = [];
    let arrived = (): void => undefined;
    const missed = new Promise<void>((resolve) => {
      void database.listen(
        'news',
        (payload) => {
          heard.push(payload);
          arrived();
        },
        resolve,
      );
    });
    const error: unknown = await db
      .transaction()
      .execute(async (tx) => {
        await note(tx, 'note 2');
        await endless.execute(tx).catch(() => undefined);
        await note(tx, 'note 3');
      })
      .catch((caught: unknown) => caught);
    expect(statusOf(error)).toEqual({ status: 503, message: '503 The database took too long to answer' });
    const [, waited] = await Promise.all([endless.execute(db).catch(() => undefined), notes(db)]);
    expect(waited).toEqual(['note 1']);
    await missed;
    const news = new Promise<void>((resolve) => (arrived = resolve));
    await database.notify('news', 'again');
    await news;
    expect(heard).toEqual(['again']);
    await note(db, 'note 4');
    expect(await notes(db)).toEqual(['note 1', 'note 4']);
  },
  TEN_MINUTES,
);

test(
  'AP-06.35 an engine that is lost while there is no room is replaced once there is',
  async () => {
    const { db } = await open({ statementTimeoutMs: 300 });
    await expect(endless.execute(db)).rejects.toMatchObject({ code: '57014' });
    free = 0;
    await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(`The disk of the data directory ${home} has 0 MB left`);
    free = 1000 * MB;
    expect((await sql`SELECT 1 AS n`.execute(db)).rows).toEqual([{ n: 1 }]);
  },
  TEN_MINUTES,
);

test(
  'AP-06.35 an engine that cannot be replaced ends the server',
  async () => {
    const database = await open({ statementTimeoutMs: 300 });
    const told = new Promise<Error>((resolve) => database.onFatal(resolve));
    await expect(endless.execute(database.db)).rejects.toMatchObject({ code: '57014' });
    writeFileSync(join(home, PGDATA, 'PG_VERSION'), 'nonsense');
    await expect(sql`SELECT 1`.execute(database.db)).rejects.toThrow(
      `Cannot open the database in ${join(home, PGDATA)}`,
    );
    expect((await told).message).toContain('Cannot open the database');
    await expect(sql`SELECT 1`.execute(database.db)).rejects.toThrow('Cannot open the database');
  },
  TEN_MINUTES,
);
