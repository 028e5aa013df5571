import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import type { Tx } from '../db/types.ts';
import { lockHierarchy } from '../store/sql/lock.ts';
import { recountAll } from '../store/sql/rollups.ts';
import { settle } from '../tree/testing.ts';
import type { FileIssue, PlanningFile } from './format.ts';
import { importDocument, type ImportResult } from './import-planning.ts';
import { fileEpic, fileIssue, smallFile } from './testing-file.ts';
import { someoneWaits, until } from './testing-waits.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

const EPICS = [fileEpic(1), ...[2, 3, 4].map((n) => fileEpic(n, { parentId: 'epic:1' }))];

/** So many issues, each below the epic of the number that is given for it. */
const run = (
  count: number,
  epicOf: (n: number) => number | null,
  changes: Partial<PlanningFile> = {},
): Promise<ImportResult> => {
  const issues = Array.from({ length: count }, (_, index): FileIssue => {
    const epic = epicOf(index + 1);
    return fileIssue(index + 1, { epicId: epic === null ? null : `epic:${epic}`, weight: 1 });
  });
  return importDocument(database, smallFile({ epics: EPICS, issues, links: [], ...changes }), {
    now: '2026-11-30T12:00:00.000Z',
    visibility: 'public',
  });
};

interface Child {
  readonly id: number;
  readonly iid: number;
  readonly position: number;
}

/** The children of an epic of the file in their order. */
async function childrenOf(epic: number): Promise<Child[]> {
  const { rows } = await sql<Child>`
    SELECT pl.id, c.iid, pl.relative_position AS position FROM parent_links pl JOIN work_items c ON c.id = pl.child_id JOIN work_items p ON p.id = pl.parent_id
    WHERE p.external_id = ${`small:epic:${epic}`} ORDER BY pl.relative_position, pl.id`.execute(database.db);
  return rows;
}
const numbersIn = async (epic: number): Promise<number[]> => (await childrenOf(epic)).map(({ iid }) => iid);

/** Counting everything anew finds what is kept. */
async function expectCounted(): Promise<void> {
  const kept = async () => (await sql`SELECT * FROM rollups ORDER BY work_item_id`.execute(database.db)).rows;
  const found = await kept();
  await settle(database.db);
  expect(await kept()).toEqual(found);
}

const itemOf = (external: string) =>
  sql<number>`(SELECT id FROM work_items WHERE external_id = ${`small:${external}`})`;
const put = (tx: Tx, issue: number, epic: number, position: number) =>
  sql`UPDATE parent_links SET parent_id = ${itemOf(`epic:${epic}`)}, relative_position = ${position} WHERE child_id = ${itemOf(`issue:${issue}`)}`.execute(
    tx,
  );

test('RP-02.462 an item that gets another parent keeps its link and comes behind the children that stay, in the order of the file', async () => {
  const last = 1100;
  await run(last, (n) => (n <= 10 ? 3 : n === last ? null : 2));
  const links = [...(await childrenOf(2)), ...(await childrenOf(3))];
  await run(last, (n) => (n <= 5 ? 2 : 3));
  expect(await numbersIn(2)).toEqual([1, 2, 3, 4, 5]);
  const moved = await childrenOf(3);
  expect(moved.map(({ iid }) => iid)).toEqual(Array.from({ length: last - 5 }, (_, index) => index + 6));
  expect(new Set(moved.map(({ position }) => position)).size).toBe(last - 5);
  const linkOf = new Map(links.map(({ id, iid }) => [iid, id]));
  for (const { id, iid } of [...moved, ...(await childrenOf(2))])
    expect([iid, linkOf.get(iid) ?? id]).toEqual([iid, id]);
  await expectCounted();
});

// The embedded database has one session: nobody does anything beside an import.
if (process.env['TEST_DATABASE_URL']) {
  /** An import that comes upon somebody who holds the tree, has done `before`, and does `after` when the import waits for them. */
  async function crossing(
    before: (tx: Tx) => Promise<unknown>,
    importing: () => Promise<ImportResult>,
    after: (tx: Tx) => Promise<unknown>,
  ): Promise<void> {
    const { running } = await database.db.transaction().execute(async (tx) => {
      await lockHierarchy(tx);
      await before(tx);
      const started = importing();
      // Told where it is waited for.
      started.catch(() => undefined);
      await until(() => someoneWaits(database.db, 'advisory'));
      await after(tx);
      return { running: started };
    });
    await running;
  }

  /** Whose links nobody holds. */
  async function freeLinks(): Promise<number[]> {
    const { rows } = await sql<{ iid: number }>`
      SELECT c.iid FROM parent_links pl JOIN work_items c ON c.id = pl.child_id WHERE c.type = 'issue' ORDER BY c.iid
      FOR UPDATE OF pl SKIP LOCKED`.execute(database.db);
    return rows.map(({ iid }) => iid);
  }

  test('RP-02.460 items get their parents while somebody else holds the tree, but for those that are held', async () => {
    await run(20, (n) => (n === 9 ? null : 2));
    await crossing(
      (tx) => sql`SELECT FROM parent_links WHERE child_id = ${itemOf('issue:7')} FOR UPDATE`.execute(tx),
      () => run(20, (n) => (n <= 10 ? 3 : 2)),
      async () => {
        expect(await numbersIn(3)).toEqual([]);
        expect(await freeLinks()).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
      },
    );
    expect(await numbersIn(3)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await numbersIn(2)).toEqual([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    await expectCounted();
  });

  test('RP-02.460 a parent that somebody is deleting is not waited for, and its children stay', async () => {
    await run(4, () => 2);
    await crossing(
      (tx) => sql`DELETE FROM work_items WHERE id = ${itemOf('epic:4')}`.execute(tx),
      () => run(4, (n) => (n <= 2 ? 4 : 3)),
      recountAll,
    );
    expect([await numbersIn(2), await numbersIn(3)]).toEqual([
      [1, 2],
      [3, 4],
    ]);
    await expectCounted();
  });

  test('RP-02.461 who puts something into a parent meanwhile finds the items of the file behind it, in their order', async () => {
    await run(8, (n) => (n <= 2 ? 3 : n === 8 ? 4 : 2));
    const [, last] = await childrenOf(3);
    await crossing(
      () => Promise.resolve(),
      () => run(8, (n) => (n === 8 ? 4 : 3)),
      async (tx) => {
        await put(tx, 8, 3, last!.position + 513);
        await recountAll(tx);
      },
    );
    const children = await childrenOf(3);
    expect(children.map(({ iid }) => iid)).toEqual([1, 2, 8, 3, 4, 5, 6, 7]);
    expect(children.map(({ position }) => position)).toEqual(children.map((_, index) => index * 513));
    await expectCounted();
  });

  test('RP-02.463 what somebody has moved since it was compared is moved from where it is', async () => {
    await run(5, () => 2);
    await crossing(
      async (tx) => {
        await put(tx, 2, 4, 0);
        await put(tx, 3, 3, 0);
      },
      () => run(5, () => 3),
      recountAll,
    );
    // The third one stood there already.
    expect([await numbersIn(2), await numbersIn(3), await numbersIn(4)]).toEqual([[], [3, 1, 2, 4, 5], []]);
    await expectCounted();
  });

  test('RP-02.463 with epics that somebody moves meanwhile the parents of the file may go round in a circle, and then nothing changes', async () => {
    const epics = (changes: Record<number, number>) => ({
      epics: EPICS.map((epic) => ({ ...epic, ...(changes[epic.iid] && { parentId: `epic:${changes[epic.iid]}` }) })),
    });
    await run(2, () => 2);
    const refused = crossing(
      () => Promise.resolve(),
      () => run(2, () => 3, epics({ 2: 3 })),
      async (tx) => {
        await sql`UPDATE parent_links SET parent_id = ${itemOf('epic:2')} WHERE child_id = ${itemOf('epic:3')}`.execute(
          tx,
        );
        await recountAll(tx);
      },
    );
    await expect(refused).rejects.toThrow('go round in a circle');
    expect(await numbersIn(2)).toEqual(expect.arrayContaining([1, 2, 3]));
    await expectCounted();
  });
}
