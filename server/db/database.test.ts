import { jest } from '@jest/globals';
import { sql } from 'kysely';
import { statusOf } from '../http-errors.ts';
import { whileAsked } from './asker.ts';
import { pgliteDatabase } from './pglite.ts';
import { openEngine } from './pglite-engine.ts';
import { PgliteSession } from './pglite-session.ts';
import { openTestDatabase, type TestDatabase } from './testing.ts';
import type { Db } from './types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

/** Collects payloads; `next()` waits for the next one. */
function mailbox() {
  const arrived: string[] = [];
  const waiting: ((payload: string) => void)[] = [];
  return {
    receive(payload: string): void {
      const first = waiting.shift();
      if (first === undefined) arrived.push(payload);
      else first(payload);
    },
    next: (): Promise<string> => {
      const first = arrived.shift();
      return first === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(first);
    },
    arrived,
  };
}

test('a notification of a transaction is heard after its commit, that of a rolled back one never', async () => {
  const { db } = database;
  const box = mailbox();
  const stop = await database.listen('espalier_test', box.receive);
  await db.transaction().execute((tx) => database.notify('espalier_test', 'committed', tx));
  await db
    .transaction()
    .execute(async (tx) => {
      await database.notify('espalier_test', 'rolled back', tx);
      throw new Error('no');
    })
    .catch(() => undefined);
  await database.notify('espalier_test', 'last');
  expect(await box.next()).toBe('committed');
  expect(await box.next()).toBe('last');
  await stop();
});

test('every listener of a channel hears, a failing one does not silence the others, a stopped one hears nothing', async () => {
  const complaints: unknown[][] = [];
  const { error } = console;
  console.error = (...words: unknown[]) => complaints.push(words);
  const first = mailbox();
  const second = mailbox();
  const stopBroken = await database.listen('Odd "channel"', () => {
    throw new Error('broken listener');
  });
  const stopFirst = await database.listen('Odd "channel"', first.receive);
  const stopSecond = await database.listen('Odd "channel"', second.receive);
  await database.notify('Odd "channel"', 'one');
  expect([await first.next(), await second.next()]).toEqual(['one', 'one']);
  console.error = error;
  expect(complaints).toHaveLength(1);
  await stopFirst();
  await stopBroken();
  await database.notify('Odd "channel"', 'two');
  expect(await second.next()).toBe('two');
  expect(first.arrived).toEqual([]);
  await stopSecond();
});

test('transactions run one after another or beside each other, never inside each other', async () => {
  const { db } = database;
  const add = (value: number) =>
    db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM settings`.execute(tx);
      await tx
        .insertInto('settings')
        .values({ key: `k${String(value)}`, value: JSON.stringify(rows[0]?.n) })
        .execute();
      if (value % 2 === 0) throw new Error('undone');
    });
  await Promise.allSettled([1, 2, 3, 4, 5].map(add));
  const kept = await db.selectFrom('settings').select('key').orderBy('key').execute();
  expect(kept.map((row) => row.key)).toEqual(['k1', 'k3', 'k5']);
});

test('a savepoint takes back its part of a transaction only', async () => {
  const { db } = database;
  const tx = await db.startTransaction().execute();
  await tx.insertInto('settings').values({ key: 'before', value: '1' }).execute();
  const inner = await tx.savepoint('inner').execute();
  await inner.insertInto('settings').values({ key: 'inside', value: '1' }).execute();
  await inner.rollbackToSavepoint('inner').execute();
  await inner.releaseSavepoint('inner').execute();
  await tx.commit().execute();
  expect(await db.selectFrom('settings').select('key').execute()).toEqual([{ key: 'before' }]);
});

test('isolation levels are honoured, counts of changed rows are answered', async () => {
  const { db } = database;
  const level = await db
    .transaction()
    .setIsolationLevel('serializable')
    .execute((tx) => sql<{ transaction_isolation: string }>`SHOW transaction_isolation`.execute(tx));
  expect(level.rows[0]?.transaction_isolation).toBe('serializable');
  const result = await db.updateTable('users').set({ name: 'R' }).where('id', '=', 1).executeTakeFirstOrThrow();
  expect(Number(result.numUpdatedRows)).toBe(1);
});

test('on the embedded database a query on it inside its own transaction is refused, not waited for in silence', async () => {
  const embedded = pgliteDatabase({ client: await openEngine({}), acquireTimeoutMs: 50 });
  const wrong = embedded.db.transaction().execute(() => sql`SELECT 1`.execute(embedded.db));
  await expect(wrong).rejects.toThrow('Inside a transaction, use the transaction');
  // AP-06.30: who waited too long may ask again.
  expect(statusOf(await wrong.catch((error: unknown) => error)).status).toBe(503);
  expect((await sql<{ n: number }>`SELECT 1 AS n`.execute(embedded.db)).rows).toEqual([{ n: 1 }]);
  await embedded.close();
});

test('AP-06.32 who leaves after waiting too long takes nobody else out of the queue', async () => {
  const session = new PgliteSession(await openEngine({}), 50);
  jest.useFakeTimers();
  try {
    await session.acquire();
    const left = new AbortController();
    const first = whileAsked(left.signal, () => session.acquire());
    jest.advanceTimersByTime(50);
    await expect(first).rejects.toThrow('was busy for 50 ms');
    const second = session.acquire();
    left.abort();
    expect(session.pool.waiting).toBe(1);
    session.release();
    await second;
  } finally {
    jest.useRealTimers();
    await session.client.close();
  }
});

test('AP-06.36 work that nobody waits for comes after requests that were made later', async () => {
  const embedded = pgliteDatabase({ client: await openEngine({}) });
  const { db, unhurried } = embedded;
  const order: string[] = [];
  const ask = (name: string, over: Db) => sql`SELECT 1`.execute(over).then(() => order.push(name));
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const held = db.transaction().execute(() => {
    begin();
    return ended;
  });
  await begun;
  const patient = ask('patient', unhurried);
  const hurried = [ask('first', db), ask('second', db)];
  end();
  await Promise.all([held, patient, ...hurried]);
  expect(order).toEqual(['first', 'second', 'patient']);
  await embedded.close();
});

// Only a connection to a server can be lost and come back.
if (process.env['TEST_DATABASE_URL']) {
  test('a lost listening connection comes back, says that it may have missed something, and hears again', async () => {
    const box = mailbox();
    let onMissed = (): void => undefined;
    const missed = new Promise<void>((resolve) => {
      onMissed = resolve;
    });
    await database.listen('espalier_lost', box.receive, () => onMissed());
    await database.notify('espalier_lost', 'before');
    expect(await box.next()).toBe('before');
    const killed = await sql<{ pid: number }>`
      SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'espalier listen' AND datname = current_database()`.execute(database.db);
    expect(killed.rows).toHaveLength(1);
    await missed;
    await database.notify('espalier_lost', 'after');
    expect(await box.next()).toBe('after');
  });
}
