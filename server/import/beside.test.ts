import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { transact } from '../db/transact.ts';
import { lockHierarchy, lockHierarchyIfWaitedFor, lockHierarchyLate } from '../store/sql/lock.ts';
import type { FileIssue } from './format.ts';
import { importDocument, type ImportResult } from './import-planning.ts';
import { inPieces } from './pieces.ts';
import { fileIssue, smallFile } from './testing-file.ts';
import { someoneWaits, until } from './testing-waits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

const run = (changes: (n: number) => Partial<FileIssue>): Promise<ImportResult> => {
  const issues = Array.from({ length: 20 }, (_, index) =>
    fileIssue(index + 1, { epicId: 'epic:2', ...changes(index + 1) }),
  );
  return importDocument(database, smallFile({ issues, links: [] }), {
    now: '2026-11-29T12:00:00.000Z',
    visibility: 'public',
  });
};

const numbersOf = async (which = sql`TRUE`): Promise<number[]> => {
  const { rows } = await sql<{ iid: number }>`
    SELECT iid FROM work_items WHERE type = 'issue' AND ${which} ORDER BY iid FOR UPDATE SKIP LOCKED`.execute(
    database.db,
  );
  return rows.map(({ iid }) => iid);
};

test('RP-02.439 RP-02.455 what items are by themselves, their numbers and their parents change in one import', async () => {
  await run(() => ({}));
  const result = await run((n) => ({
    ...(n <= 5 && { title: 'Newer', state: 'closed', weight: n, labelIds: ['label:a'] }),
    ...(n === 1 && { iid: 2, epicId: 'epic:1' }),
    ...(n === 2 && { iid: 1 }),
  }));
  expect(result.issues.changed).toBe(5);
  expect(await numbersOf(sql`title = 'Newer' AND state = 'closed'`)).toEqual([1, 2, 3, 4, 5]);
  const { rows } = await sql<object>`
    SELECT w.iid AS epic, r.closed_weight, r.child_issues, (SELECT sum(items)::int FROM item_counts WHERE state = 'closed') AS closed
    FROM rollups r JOIN work_items w ON w.id = r.work_item_id WHERE w.type = 'epic' ORDER BY w.iid`.execute(
    database.db,
  );
  expect(rows).toEqual([
    { epic: 1, closed_weight: 15, child_issues: 1, closed: 5 },
    { epic: 2, closed_weight: 14, child_issues: 19, closed: 5 },
  ]);
});

// The embedded database has one session: nobody holds anything beside an import.
if (process.env['TEST_DATABASE_URL']) {
  test('RP-02.455 who changes the tree is waited for only where the tree changes', async () => {
    await run(() => ({}));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let hold = (): void => undefined;
    const held = new Promise<void>((resolve) => (hold = resolve));
    const other = database.db.transaction().execute(async (tx) => {
      await lockHierarchy(tx);
      await sql`SELECT FROM work_items WHERE type = 'issue' AND iid = 7 FOR UPDATE`.execute(tx);
      hold();
      await released;
    });
    await held;
    const importing = run((n) => (n <= 10 ? { title: 'Newer', state: 'closed' } : {}));
    await until(() => someoneWaits(database.db, 'advisory'));
    // Nine are written, the one that is held by somebody is left to the end.
    expect(await numbersOf()).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(await numbersOf(sql`title = 'Newer'`)).toEqual([]);
    release();
    await other;
    expect((await importing).issues.changed).toBe(10);
    expect(await numbersOf(sql`title = 'Newer' AND state = 'closed'`)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const { rows } = await sql`SELECT items FROM item_counts WHERE state = 'closed' AND items <> 0`.execute(
      database.db,
    );
    expect(rows).toEqual([{ items: 10 }]);
  });

  /** Somebody who holds the lock of the tree and wants what an import has written. */
  const crossing = (deadlockTimeout?: string) =>
    transact(database.db, async (tx) => {
      if (deadlockTimeout !== undefined)
        await sql`SELECT set_config('deadlock_timeout', ${deadlockTimeout}, true)`.execute(tx);
      await lockHierarchy(tx);
      await sql`UPDATE work_items SET title = title || ' and moved' WHERE type = 'issue'`.execute(tx);
    });
  const retitle = (tx: typeof database.db) =>
    sql`UPDATE work_items SET title = 'Newer' WHERE type = 'issue'`.execute(tx);
  const titles = async () => {
    const { rows } = await sql<{ title: string }>`SELECT DISTINCT title FROM work_items WHERE type = 'issue'`.execute(
      database.db,
    );
    return rows.map(({ title }) => title);
  };

  test('RP-02.456 who holds the tree and waits for an import begins anew after it', async () => {
    await run(() => ({}));
    let waiting: Promise<void> | undefined;
    await inPieces(database, {}, (pieces) =>
      pieces.finish(
        async (tx) => {
          await lockHierarchyIfWaitedFor(tx);
          await retitle(tx);
          waiting = crossing();
          await until(() => someoneWaits(database.db, 'transactionid'));
          await lockHierarchyIfWaitedFor(tx);
        },
        () => Promise.resolve(),
      ),
    );
    await waiting;
    expect(await titles()).toEqual(['Newer and moved']);
  });

  test('RP-02.456 the import stays also where PostgreSQL would end it', async () => {
    await run(() => ({}));
    let refused: Promise<unknown> | undefined;
    await inPieces(database, {}, (pieces) =>
      pieces.finish(
        async (tx) => {
          await retitle(tx);
          refused = crossing('1min').catch((error: unknown) => error);
          await until(() => someoneWaits(database.db, 'transactionid'));
          await lockHierarchyLate(tx);
        },
        () => Promise.resolve(),
      ),
    );
    expect(await refused).toMatchObject({ code: '57014' });
    expect(await titles()).toEqual(['Newer']);
  });
}
