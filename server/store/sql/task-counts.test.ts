import { sql } from 'kysely';
import type { CountTasks } from '../../command/job.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { seedTiny, type TinyData } from '../../db/testing-data.ts';
import type { Tx } from '../../db/types.ts';
import { openJobs, sendJobs } from '../../jobs/queue.ts';
import { sqlStore } from './index.ts';
import { countPiece } from './task-counts.ts';

let database: TestDatabase;
let tiny: TinyData;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  tiny = await seedTiny(database.db);
});

/** Issues as an earlier version has left them. */
async function plant(count: number, description: string | null): Promise<void> {
  await sql`INSERT INTO work_items (iid, type, group_id, project_id, title, author_id, description)
    SELECT n + coalesce((SELECT max(iid) FROM work_items), 0), 'issue', ${tiny.groups.acme}::bigint, ${tiny.projects.api}::bigint, 'old', 1, ${description}
    FROM generate_series(1, ${count}::int) n`.execute(database.db);
}

/** How many items have these counts. */
async function kept(): Promise<Record<string, number>> {
  const { rows } = await sql<{ kept: string; n: number }>`
    SELECT coalesce(tasks_completed || ' of ' || task_count, 'not counted') AS kept, count(*)::int AS n
    FROM work_items GROUP BY 1`.execute(database.db);
  return Object.fromEntries(rows.map((row) => [row.kept, row.n]));
}

const unfinished = async () => {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM espalier_jobs.job WHERE state <> 'completed'`.execute(database.db);
  return rows[0]?.n ?? -1;
};

test('IE-06.71 what was not counted is counted in pieces, and whose text says nothing of tasks has none', async () => {
  await plant(150, '- [x] a\n- [ ] b\n- [~] c');
  await plant(3, null);
  await plant(120, '[x] no list');
  const pieces: CountTasks[] = [];
  const errors: unknown[] = [];
  await database.db.transaction().execute((tx) => sendJobs(tx, [{ kind: 'countTasks', after: 0 }]));
  const run = async (tx: Tx, job: unknown): Promise<void> => {
    pieces.push(job as CountTasks);
    await countPiece(tx, job as CountTasks);
  };
  const stop = await openJobs(database, run, (error) => errors.push(error), 50);
  for (let tries = 0; tries < 200 && (await unfinished()) > 0; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  await stop();
  expect([await kept(), pieces.length, errors]).toEqual([{ '1 of 2': 150, '0 of 0': 120, 'not counted': 3 }, 2, []]);
});

test('IE-06.71 what was written meanwhile stands', async () => {
  await plant(2, '- [x] a');
  const { id } = await database.db.selectFrom('work_items').select('id').orderBy('id').executeTakeFirstOrThrow();
  await sqlStore(database.db).items.update(id, { description: '- [ ] a\n- [ ] b' });
  await database.db.transaction().execute((tx) => countPiece(tx, { kind: 'countTasks', after: 0 }));
  expect(await kept()).toEqual({ '0 of 2': 1, '1 of 1': 1 });
});
