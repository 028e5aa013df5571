import { sql } from 'kysely';
import { loadViewer } from '../access/load-viewer.ts';
import type { TellReleased } from '../command/job.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { link, makeEpic, makeIssue, seedTiny } from '../db/testing-data.ts';
import { openJobs } from '../jobs/queue.ts';
import { sqlStore } from '../store/sql/index.ts';
import { deleteEpic } from '../work-item/delete.ts';
import { RELEASED_AT_ONCE, tellPiece } from './releases.ts';

const NOW = '2026-11-26T12:00:00Z';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

/** An epic with so many issues; gives its number. */
async function epicWith(children: number): Promise<number> {
  const { db } = database;
  const { groups, projects } = await seedTiny(db);
  const { id, iid } = await makeEpic(db, { groupId: groups.acme });
  await link(db, id, (await makeIssue(db, { projectId: projects.api })).id);
  await sql`INSERT INTO work_items (iid, type, group_id, project_id, title, author_id)
    SELECT 1 + n, 'issue', ${groups.acme}::bigint, ${projects.api}::bigint, 'child', 1 FROM generate_series(1, ${children - 1}::int) n`.execute(
    db,
  );
  await sql`INSERT INTO parent_links (parent_id, child_id, relative_position)
    SELECT ${id}::bigint, w.id, w.iid * 10 FROM work_items w WHERE w.title = 'child'`.execute(db);
  return iid;
}

async function remove(iid: number): Promise<void> {
  const root = await loadViewer(database.db, 1);
  expect(await deleteEpic(sqlStore(database.db), root, 'acme', iid, NOW)).toMatchObject({ ok: true });
}

/** Issues that have been told, and what waits. */
async function told() {
  const { rows } = await sql<{ notes: number; versions: number; events: number; links: number; waiting: number }>`
    SELECT (SELECT count(*) FROM notes WHERE action = 'removed_from_epic' OR body LIKE 'removed from epic%')::int AS notes,
      (SELECT count(*) FROM work_items WHERE lock_version = 1)::int AS versions,
      (SELECT count(*) FROM events WHERE kind = 'parent')::int AS events,
      (SELECT count(*) FROM parent_links)::int AS links, (SELECT count(*) FROM espalier_jobs.job WHERE state <> 'completed')::int AS waiting`.execute(
    database.db,
  );
  return rows[0];
}

const until = async (isThere: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 200 && !(await isThere()); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
};

test('EP-06.44 up to 500 children are told in the deletion itself', async () => {
  await remove(await epicWith(RELEASED_AT_ONCE));
  const all = RELEASED_AT_ONCE;
  expect(await told()).toEqual({ notes: all, versions: all, events: all, links: 0, waiting: 0 });
});

test('EP-06.44 more are told afterwards in pieces, also those that an earlier process has left; who is gone says nothing', async () => {
  const all = RELEASED_AT_ONCE + 1;
  const errors: unknown[] = [];
  await remove(await epicWith(all));
  expect(await told()).toEqual({ notes: 0, versions: 0, events: 0, links: 0, waiting: 3 });
  await sql`DELETE FROM work_items WHERE title = 'child' AND iid = 17`.execute(database.db);
  const stop = await openJobs(
    database,
    (tx, job) => tellPiece(sqlStore(tx), job as TellReleased),
    (error) => errors.push(error),
  );
  await until(async () => (await told())?.waiting === 0);
  const rest = all - 1;
  expect(await told()).toEqual({ notes: rest, versions: rest, events: rest, links: 0, waiting: 0 });
  // One that is deleted while somebody looks.
  await database.reset();
  await remove(await epicWith(all));
  await until(async () => (await told())?.waiting === 0);
  expect([await told(), errors]).toEqual([{ notes: all, versions: all, events: all, links: 0, waiting: 0 }, []]);
  await stop();
});
