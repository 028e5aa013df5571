import { sql } from 'kysely';
import type { Job, TellReleased } from '../command/job.ts';
import { type OpenDatabase, openDatabase } from '../db/connection.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import type { Tx } from '../db/types.ts';
import { openJobs, QUEUE, queueOf, sendJobs } from './queue.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const errors: unknown[] = [];
const stops: (() => Promise<void>)[] = [];
beforeEach(() => database.reset());
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  errors.length = 0;
});

const job = (...childIds: number[]): TellReleased => ({
  kind: 'tellReleased',
  parent: { id: 1, type: 'epic', iid: 1, group_path: 'acme', project_path: null },
  childIds,
  userId: 1,
  at: '2026-11-26T12:00:00Z',
});

/** A server that does jobs. */
async function serve(run: (tx: Tx, job: Job) => Promise<void>, on: Served = database, lookMs = 50): Promise<void> {
  stops.push(await openJobs(on, run, (error) => errors.push(error), lookMs));
}
type Served = Pick<OpenDatabase, 'unhurried' | 'listen'>;

/** Another server's connections to the same database. The embedded one has a single session, which gives way to nobody here, so that both get it. */
async function another(): Promise<Served> {
  if (database.kind === 'pglite') return { ...database, unhurried: database.db };
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(database.db);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${rows[0]?.name ?? ''}`;
  const opened = await openDatabase({ databaseUrl: url.href, poolSize: 3 });
  stops.push(() => opened.close());
  return opened;
}

/** What a job does here: it writes, in its transaction, for whom it was done and by which server. */
const mark =
  (by: string) =>
  async (tx: Tx, one: Job): Promise<void> => {
    const { childIds } = one as TellReleased;
    await sql`INSERT INTO events (work_item_id, kind) SELECT unnest(${[...childIds]}::bigint[]), ${by}`.execute(tx);
  };

async function marks(): Promise<string[]> {
  const { rows } = await sql<{ mark: string }>`
    SELECT work_item_id || ' by ' || kind AS mark FROM events ORDER BY work_item_id, id`.execute(database.db);
  return rows.map((row) => row.mark);
}

async function states(): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    SELECT state, count(*)::int AS count FROM espalier_jobs.job GROUP BY state`.execute(database.db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** Until so many jobs are in that state, for ten seconds at most. */
async function until(state: string, count: number): Promise<void> {
  for (let tries = 0; tries < 200 && (await states())[state] !== count; tries += 1) await sleep(50);
}

const send = (...jobs: Job[]): Promise<void> => database.db.transaction().execute((tx) => sendJobs(tx, jobs));
/** What waits for its next try need not wait for it. */
const hasten = () => sql`UPDATE espalier_jobs.job SET start_after = now() WHERE state = 'retry'`.execute(database.db);

test('AP-06.70 what is committed is done at once, what is rolled back never', async () => {
  // In the time of this test nobody looks without having been told.
  await serve(mark('a'), database, 600_000);
  await send(job(1));
  await until('completed', 1);
  const undone = database.db.transaction().execute(async (tx) => {
    await sendJobs(tx, [job(2)]);
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await send(job(3), job(4, 5));
  await until('completed', 3);
  expect(await marks()).toEqual(['1 by a', '3 by a', '4 by a', '5 by a']);
  expect([await states(), errors]).toEqual([{ completed: 3 }, []]);
});

test('AP-06.71 two servers share the jobs, and each is done once', async () => {
  await serve(mark('a'), await another());
  await serve(mark('b'), await another());
  const all = Array.from({ length: 60 }, (_, index) => index + 1);
  await send(...all.map((id) => job(id)));
  await until('completed', all.length);
  const done = await marks();
  expect(done.map((one) => Number.parseInt(one, 10))).toEqual(all);
  expect(new Set(done.map((one) => one.at(-1)))).toEqual(new Set(['a', 'b']));
  expect([await states(), errors]).toEqual([{ completed: all.length }, []]);
});

test('AP-06.72 what fails is tried again later, and nothing of the try that failed stays', async () => {
  let broken = true;
  await serve(async (tx, one) => {
    await mark('a')(tx, one);
    if (broken && (one as TellReleased).childIds[0] === 1) throw new Error('no room');
  });
  await send(job(1), job(2));
  await until('completed', 1);
  await until('retry', 1);
  expect([await marks(), errors]).toEqual([['2 by a'], [new Error('no room')]]);
  const { rows } = await sql<{ wait: number; output: unknown }>`
    SELECT extract(epoch FROM start_after - now())::float AS wait, output FROM espalier_jobs.job WHERE state = 'retry'`.execute(
    database.db,
  );
  expect(rows[0]?.output).toEqual({ message: 'Error: no room' });
  expect(rows[0]?.wait).toBeGreaterThan(2);
  expect(rows[0]?.wait).toBeLessThanOrEqual(10);
  broken = false;
  await hasten();
  await until('completed', 2);
  expect(await marks()).toEqual(['1 by a', '2 by a']);
});

test('AP-06.72 what fails the fifteenth time is given up', async () => {
  await send(job(1));
  await serve(() => Promise.reject(new Error('no')));
  await until('retry', 1);
  await sql`UPDATE espalier_jobs.job SET retry_count = 12, start_after = now()`.execute(database.db);
  for (let tries = 0; tries < 100 && errors.length < 2; tries += 1) await sleep(50);
  await until('retry', 1);
  expect(await states()).toEqual({ retry: 1 });
  await hasten();
  await until('failed', 1);
  expect([await states(), errors.length]).toEqual([{ failed: 1 }, 3]);
});

test('AP-06.73 a job of a process that is gone is done by another, a minute after it was begun', async () => {
  await send(job(1));
  expect(await queueOf(database.db).fetch(QUEUE)).toMatchObject([{ data: job(1) }]);
  await serve(mark('a'));
  await sleep(500);
  expect([await states(), await marks()]).toEqual([{ active: 1 }, []]);
  await sql`UPDATE espalier_jobs.job SET started_on = now() - interval '61 seconds'`.execute(database.db);
  await until('retry', 1);
  await hasten();
  await until('completed', 1);
  expect([await states(), await marks(), errors]).toEqual([{ completed: 1 }, ['1 by a'], []]);
});

test('AP-06.73 who was slow to begin does nothing, where another has done the job meanwhile', async () => {
  const gate = new Gate();
  const { db } = database;
  const slow = new Proxy(database.unhurried, {
    get: (target, key) => {
      if (key === 'transaction')
        return () => ({
          execute: async (run: (tx: Tx) => Promise<void>) => {
            await gate.opened;
            await target.transaction().execute(run);
            gate.passed();
          },
        });
      const value = Reflect.get(target, key, target) as unknown;
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  await serve(mark('slow'), { ...database, unhurried: slow });
  await send(job(1));
  await until('active', 1);
  await sql`UPDATE espalier_jobs.job SET started_on = now() - interval '61 seconds'`.execute(db);
  await serve(mark('b'), await another());
  await until('retry', 1);
  await hasten();
  await until('completed', 1);
  gate.open();
  await gate.through;
  expect([await states(), await marks(), errors]).toEqual([{ completed: 1 }, ['1 by b'], []]);
});

test('AP-06.73 nobody takes a job from who is about it, however long that takes', async () => {
  await send(job(1));
  await sql`UPDATE espalier_jobs.job SET expire_in = interval '1 second'`.execute(database.db);
  let tries = 0;
  const slowly = async (tx: Tx, one: Job): Promise<void> => {
    tries += 1;
    await sleep(2000);
    await mark('a')(tx, one);
  };
  await serve(slowly);
  await serve(slowly, await another());
  await until('completed', 1);
  expect([await states(), await marks(), tries, errors]).toEqual([{ completed: 1 }, ['1 by a'], 1, []]);
});

test('a server that is stopped ends the job that it is about, and begins no other; the next server does', async () => {
  const gate = new Gate();
  await serve(async (tx, one) => {
    gate.passed();
    await sleep(200);
    await mark('a')(tx, one);
  });
  await send(job(1), job(2));
  await gate.through;
  await stops.pop()?.();
  expect([await states(), (await marks()).length]).toEqual([{ completed: 1, created: 1 }, 1]);
  await serve(mark('b'));
  await until('completed', 2);
  expect((await marks()).sort().map((one) => one.at(-1))).toEqual(expect.arrayContaining(['a', 'b']));
});

/** What one waits for, and the sign that somebody has come through. */
class Gate {
  open!: () => void;
  passed!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
  readonly through = new Promise<void>((resolve) => (this.passed = resolve));
}

test('BD-05.45 a job for a day waits for it; one whose day has come is done', async () => {
  const done: Job[] = [];
  await database.db.transaction().execute((tx) =>
    sendJobs(tx, [
      { kind: 'endMemberships', day: '2199-01-01' },
      { kind: 'endMemberships', day: '2026-01-01' },
    ]),
  );
  await serve(async (_tx, one) => void done.push(one));
  await until('completed', 1);
  expect(done).toEqual([{ kind: 'endMemberships', day: '2026-01-01' }]);
  expect(await states()).toEqual({ completed: 1, created: 1 });
  const { rows } = await sql<{ kept: boolean }>`
    SELECT keep_until > start_after AS kept FROM espalier_jobs.job WHERE state = 'created'`.execute(database.db);
  expect(rows).toEqual([{ kept: true }]);
});
