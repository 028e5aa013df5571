import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { startPostgres } from './scripts/lib/postgres.mjs';
import { queryRows } from '../server/access/testing/query-rows.ts';
import { send } from '../server/access/testing/asking.ts';
import { restRows } from '../server/access/testing/rest-rows.ts';
import { targetOf } from '../server/access/testing/rows.ts';
import { type MatrixWorld, openMatrix } from '../server/access/testing/world.ts';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import type { OpenDatabase } from '../server/db/open-database.ts';
import { openPostgres } from '../server/db/postgres.ts';
import { NOW } from '../server/graphql/testing.ts';

/** A server on a PostgreSQL and a streaming replica of it, as Debian has them. */

type Postgres = NonNullable<Awaited<ReturnType<typeof startPostgres>>>;
type Standby = Awaited<ReturnType<Postgres['standby']>>;

let primary: Postgres | undefined;
let standby: Standby;
let world: MatrixWorld;
let database: OpenDatabase;
let app: FastifyInstance;
let replica: string;
/** As administrator of the standby. */
let onStandby: pg.Client;
let connectToStandby: () => Promise<void>;

const given = process.env['TEST_DATABASE_URL'];
const warn = console.warn;
let warnings: string[] = [];

beforeAll(async () => {
  primary = await startPostgres();
  if (primary === undefined) return;
  standby = await primary.standby();
  process.env['TEST_DATABASE_URL'] = primary.url;
  console.warn = (line: string) => warnings.push(line);
  world = await openMatrix();
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(world.server.db);
  const [databaseUrl, readUrl] = [primary.url, standby.url].map((url) =>
    url.replace(/\/postgres$/, `/${rows[0]?.name}`),
  );
  database = await openPostgres({ databaseUrl: databaseUrl!, readUrls: [readUrl!] });
  // The other server holds its transaction open: a note of the first use of a token would wait for it.
  await database.db.updateTable('access_tokens').set({ last_used_at: NOW }).execute();
  replica = new URL(standby.url).host;
  app = await createApp({ database, config: readConfig({}), now: () => new Date(NOW) });
  connectToStandby = async () => {
    onStandby = new pg.Client(readUrl);
    onStandby.on('error', () => undefined);
    await onStandby.connect();
  };
  await connectToStandby();
}, 120_000);
afterAll(async () => {
  if (primary !== undefined) {
    await onStandby.end();
    await app.close();
    await database.close();
    await world.close();
    await standby.stop();
    await primary.stop();
  }
  console.warn = warn;
  if (given === undefined) delete process.env['TEST_DATABASE_URL'];
  else process.env['TEST_DATABASE_URL'] = given;
}, 120_000);
beforeEach(() => {
  warnings = [];
});

/** Where there is no PostgreSQL, which in continuous integration there is, a test says so and ends. */
function isRun(): boolean {
  if (primary !== undefined) return true;
  expect(process.env.CI).not.toBe('true');
  warn('NOT RUN: there is no PostgreSQL on this machine.');
  return false;
}

/** How many readings the replica and the primary have answered. */
async function readings(): Promise<{ replica: number; primary: number }> {
  const { body } = await app.inject({ url: '/-/metrics', headers: { host: 'localhost' } });
  const of = (name: string) =>
    Number(body.split(`espalier_readings_total{database="${name}"} `)[1]?.split('\n')[0] ?? 0);
  return { replica: of(replica), primary: of('primary') };
}

/** Who has answered what the function asks. */
async function answeredBy(run: () => Promise<unknown>): Promise<'replica' | 'primary' | 'both' | 'nobody'> {
  const before = await readings();
  await run();
  const after = await readings();
  const [one, other] = [after.replica > before.replica, after.primary > before.primary];
  return one && other ? 'both' : one ? 'replica' : other ? 'primary' : 'nobody';
}

const titleOf = async (token: string): Promise<string> => {
  const { group, epics } = world.grounds.open;
  const url = `/api/v4/groups/${encodeURIComponent(group)}/epics/${epics.plain.iid}`;
  const answer = await app.inject({ url, headers: { 'private-token': token } });
  return answer.json<{ title: string }>().title;
};
const rename = async (token: string, title: string): Promise<number> => {
  const { group, epics } = world.grounds.open;
  const url = `/api/v4/groups/${encodeURIComponent(group)}/epics/${epics.plain.iid}`;
  const answer = await app.inject({ method: 'PUT', url, headers: { 'private-token': token }, payload: { title } });
  return answer.statusCode;
};
const until = async (isSo: () => boolean | Promise<boolean>, within = 15_000): Promise<void> => {
  for (const end = Date.now() + within; !(await isSo()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() > end) throw new Error(`not so within ${within} ms: ${isSo.toString()}`);
};
const isUsable = () => database.replicas?.states[0]?.usable === true;
const [owner, maintainer] = ['test-owner', 'test-maintainer'];

test('AP-06.60 everything that only reads is answered by the replica, and as the primary answers it', async () => {
  if (!isRun()) return;
  const rows = [...queryRows, ...restRows.filter(({ op }) => op.startsWith('GET '))];
  expect(rows.length).toBeGreaterThan(60);
  const odd: string[] = [];
  for (const row of rows) {
    for (const who of ['anonymous', 'guest', 'admin'] as const) {
      const target = targetOf(world.grounds.open, row.on === 'issue' ? 'mine' : 'plain');
      const ask = row.ask(target, world, who);
      const [here, there] = await Promise.all(
        [world.server, { ...world.server, app }].map((server) => send(server, ask, world.tokens[who])),
      );
      if (here?.text !== there?.text || there?.verdict === 'fault')
        odd.push(`${row.op} as ${who}: ${there?.text.slice(0, 200)}`);
    }
  }
  expect(odd).toEqual([]);
  const { replica: byReplica, primary: byPrimary } = await readings();
  expect([byReplica > rows.length * 2, byPrimary]).toEqual([true, 0]);
}, 120_000);

test('AP-06.61 who has written reads it, while others may still read what was there before', async () => {
  if (!isRun()) return;
  const before = await titleOf(maintainer!);
  await onStandby.query('SELECT pg_wal_replay_pause()');
  try {
    expect(await rename(owner!, 'Mine')).toBe(200);
    expect(await answeredBy(async () => expect(await titleOf(owner!)).toBe('Mine'))).toBe('primary');
    expect(await answeredBy(async () => expect(await titleOf(maintainer!)).toBe(before))).toBe('replica');
    // A mutation of GraphQL is a change as well, also under a session or token that has written nothing else.
    const query = `mutation { updateEpic(input: { groupPath: "${world.grounds.open.group}", iid: "${world.grounds.open.epics.plain.iid}", title: "Theirs" }) { errors } }`;
    const headers = { 'private-token': maintainer! };
    const answer = await app.inject({ method: 'POST', url: '/api/graphql', headers, payload: { query } });
    expect(answer.json()).toEqual({ data: { updateEpic: { errors: [] } } });
    expect(await titleOf(maintainer!)).toBe('Theirs');
    expect(await titleOf('test-reporter')).toBe(before);
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
  }
  for (const token of [owner!, maintainer!, 'test-reporter'])
    await until(
      async () => (await titleOf(token)) === 'Theirs' && (await answeredBy(() => titleOf(token))) === 'replica',
    );
  // A change that is replayed in time is waited for.
  const asked: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    await rename(owner!, `Mine ${count}`);
    asked.push(await answeredBy(async () => expect(await titleOf(owner!)).toBe(`Mine ${count}`)));
  }
  expect(asked.filter((by) => by === 'replica').length).toBeGreaterThan(10);
}, 60_000);

test('AP-06.62 what was read from the primary is not read older from the replica afterwards', async () => {
  if (!isRun()) return;
  const token = 'test-developer';
  const position = async () => {
    const { rows } = await sql<{
      position: number;
    }>`SELECT (position - '0/0'::pg_lsn)::bigint AS position FROM access_tokens
      WHERE user_id = ${world.users.developer}`.execute(database.db);
    return rows[0]!.position;
  };
  await until(async () => (await answeredBy(() => titleOf(token))) === 'replica');
  await onStandby.query('SELECT pg_wal_replay_pause()');
  try {
    await rename(owner!, 'Newer');
    const before = await position();
    // Where its connections end, the primary is read until it has been looked at again, which may be at once.
    let title = '';
    await until(async () => {
      await onStandby.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'espalier%'`,
      );
      return (await answeredBy(async () => (title = await titleOf(token)))) === 'primary';
    });
    expect(title).toBe('Newer');
    expect(await position()).toBeGreaterThan(before);
    expect(await titleOf(token)).toBe('Newer');
    // Where that cannot be written down, it is read all the same.
    const primaryAsks = (value: string) =>
      database.db.connection().execute(async (connection) => {
        await sql`SET default_transaction_read_only = off`.execute(connection);
        await sql.raw(`ALTER SYSTEM SET default_transaction_read_only = ${value}`).execute(connection);
        await sql`SELECT pg_reload_conf()`.execute(connection);
        await sql`RESET default_transaction_read_only`.execute(connection);
      });
    try {
      await primaryAsks('on');
      // Its servers hear of the setting one after the other.
      await until(async () => (await rename(owner!, 'Newer')) >= 400);
      expect(await rename(owner!, 'Refused')).toBeGreaterThanOrEqual(400);
      expect(await titleOf(token)).toBe('Newer');
    } finally {
      await primaryAsks('off');
    }
    await until(async () => (await rename(owner!, 'Newer')) === 200);
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
  }
  await until(isUsable);
  expect(await titleOf(token)).toBe('Newer');
}, 60_000);

test('AP-06.63 a record that the primary has written to its disk only in part makes no replica late', async () => {
  if (!isRun()) return;
  await until(isUsable);
  const flushed = async () => {
    const text = sql<{ at: string }>`SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text AS at`;
    return Number((await text.execute(database.db)).rows[0]?.at);
  };
  // Nothing is committed meanwhile, so that whole pages of the log are written and no more.
  await database.db.transaction().execute(async (change) => {
    await sql`CREATE TABLE half_written AS SELECT repeat('x', 900) AS words FROM generate_series(1, 500)`.execute(
      change,
    );
    await until(async () => (await flushed()) % 8192 === 0);
    const seen = new Set<boolean>();
    for (const end = Date.now() + 8000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100)))
      seen.add(isUsable());
    expect([...seen]).toEqual([true]);
  });
  await sql`DROP TABLE half_written`.execute(database.db);
}, 60_000);

test('AP-06.63 a replica that lags is left out and read from again, and the log says so once', async () => {
  if (!isRun()) return;
  await until(isUsable);
  warnings = [];
  await onStandby.query('SELECT pg_wal_replay_pause()');
  try {
    await rename(owner!, 'While it lags');
    // Who has not written anything goes on reading from it for five seconds.
    expect(await answeredBy(() => titleOf('test-stranger'))).toBe('replica');
    await until(() => !isUsable());
    expect(await answeredBy(async () => expect(await titleOf('test-stranger')).toBe('While it lags'))).toBe('primary');
    expect((await app.inject('/-/readiness')).statusCode).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1500));
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
  }
  await until(isUsable);
  expect(await answeredBy(() => titleOf('test-stranger'))).toBe('replica');
  expect(warnings).toEqual([
    expect.stringMatching(`^The replica ${replica} is not read from: It is \\d+ bytes behind what it should have\\.$`),
    `The replica ${replica} is read from again.`,
  ]);
}, 60_000);

test('AP-06.63 a server that is no standby, or is not there, is not read from; the start does not wait for it', async () => {
  if (!isRun()) return;
  const free = new URL(primary!.url);
  free.port = '1';
  const opened = await openPostgres({ databaseUrl: primary!.url, readUrls: [primary!.url, free.href] });
  expect(opened.replicas?.states.map(({ usable }) => usable)).toEqual([false, false]);
  const reading = await opened.replicas?.reading({ key: 'somebody', position: null, flushed: null });
  expect([reading?.replica, reading?.elsewhere]).toEqual([null, true]);
  expect(await sql`SELECT 1 AS one`.execute(reading!.db)).toMatchObject({ rows: [{ one: 1 }] });
  await opened.close();
  expect(warnings.sort()).toEqual(
    [
      expect.stringMatching(/^The replica 127\.0\.0\.1:1 is not read from: .*ECONNREFUSED/),
      `The replica ${new URL(primary!.url).host} is not read from: It is no standby.`,
    ].sort(),
  );
}, 60_000);

test('AP-06.63 a replica that has crashed begins at an older place, and is not read from until it has what it had shown', async () => {
  if (!isRun()) return;
  const token = 'test-stranger';
  await until(isUsable);
  await rename(owner!, 'Shown');
  await until(async () => (await titleOf(token)) === 'Shown');
  expect(await answeredBy(() => titleOf(token))).toBe('replica');
  // From its restart on it replays nothing that is younger than an hour.
  await onStandby.query(`ALTER SYSTEM SET recovery_min_apply_delay = '1h'`);
  await onStandby.end();
  await standby.restart('SIGKILL');
  await connectToStandby();
  const { rows } = await onStandby.query<{ title: string }>(`SELECT title FROM work_items WHERE title = 'Shown'`);
  expect(rows).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 3500));
  expect(isUsable()).toBe(false);
  expect(await answeredBy(async () => expect(await titleOf(token)).toBe('Shown'))).toBe('primary');
  await onStandby.query(`ALTER SYSTEM RESET recovery_min_apply_delay`);
  await onStandby.query('SELECT pg_reload_conf()');
  await until(isUsable);
  expect(await answeredBy(async () => expect(await titleOf(token)).toBe('Shown'))).toBe('replica');
}, 60_000);

test('AP-06.64 a statement whose replica ends it is answered by the primary', async () => {
  if (!isRun()) return;
  await until(isUsable);
  const ask = async () => {
    const reading = await database.replicas!.reading({ key: 'somebody', position: null, flushed: null });
    const answer = sql<{ standby: boolean }>`SELECT pg_is_in_recovery() AS standby FROM pg_sleep(1)`.execute(
      reading.db,
    );
    return { reading, answer };
  };
  const sleeping = () =>
    until(
      async () =>
        (
          await onStandby.query(
            `SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1)%' AND pid <> pg_backend_pid()`,
          )
        ).rowCount === 1,
    );
  const whole = await ask();
  expect((await whole.answer).rows).toEqual([{ standby: true }]);
  expect([whole.reading.replica, whole.reading.elsewhere]).toEqual([replica, false]);

  const ended = await ask();
  await sleeping();
  await onStandby.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(1)%' AND pid <> pg_backend_pid()`,
  );
  expect((await ended.answer).rows).toEqual([{ standby: false }]);
  expect([ended.reading.replica, ended.reading.elsewhere]).toEqual([null, true]);
  // One such end is no reason to leave the replica out.
  expect(isUsable()).toBe(true);
  // Of one that is there and says nothing any more, as a machine without current, the answer is not waited for either.
  await until(isUsable);
  const silent = await ask();
  await sleeping();
  const { rows: pids } = await onStandby.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'espalier%'`,
  );
  for (const { pid } of pids) process.kill(pid, 'SIGSTOP');
  try {
    const began = performance.now();
    const reader = { key: 'somebody', position: Number.MAX_SAFE_INTEGER, flushed: null };
    expect((await database.replicas!.reading(reader)).replica).toBe(null);
    expect(performance.now() - began).toBeLessThan(1000);
    expect((await silent.answer).rows).toEqual([{ standby: false }]);
    expect(performance.now() - began).toBeLessThan(10_000);
  } finally {
    for (const { pid } of pids) process.kill(pid, 'SIGCONT');
  }
  await until(isUsable);
  await onStandby.query('SELECT pg_wal_replay_pause()');
  try {
    await sql`CREATE TABLE of_a_migration AS SELECT 1 AS one`.execute(database.db);
    const migrated = await database.replicas!.reading({ key: 'somebody', position: null, flushed: null });
    expect((await sql`SELECT one FROM of_a_migration`.execute(migrated.db)).rows).toEqual([{ one: 1 }]);
    expect([migrated.replica, migrated.elsewhere]).toEqual([null, true]);
  } finally {
    await onStandby.query('SELECT pg_wal_replay_resume()');
  }
  // An error of the statement itself stays one.
  const wrong = await database.replicas!.reading({ key: 'somebody', position: null, flushed: null });
  await expect(sql`SELECT 1 / 0`.execute(wrong.db)).rejects.toMatchObject({ code: '22012' });
  expect(wrong.replica).toBe(replica);
}, 60_000);
