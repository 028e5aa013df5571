import { sql } from 'kysely';
import { migrateDown, migrateToLatest } from './migrate.ts';
import type { OpenDatabase } from './open-database.ts';
import { openEmptyTestDatabase } from './testing.ts';
import type { Db } from './types.ts';

let database: OpenDatabase;
beforeEach(async () => {
  database = await openEmptyTestDatabase();
});
afterEach(() => database.close());

/** Every table, column, index and constraint of the product and of its queue of jobs, as text. */
async function shape(db: Db): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') AS line
    FROM information_schema.columns WHERE table_schema IN (current_schema(), 'espalier_jobs') AND table_name NOT LIKE 'kysely\\_%'
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname IN (current_schema(), 'espalier_jobs') AND tablename NOT LIKE 'kysely\\_%'
    UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace IN (current_schema()::regnamespace, to_regnamespace('espalier_jobs')) AND conrelid::regclass::text NOT LIKE 'kysely\\_%'
    ORDER BY 1`.execute(db);
  return rows.map(({ line }) => line);
}

const ALL = [
  '001-planning',
  '002-sign-in',
  '003-events-by-age',
  '004-todos',
  '005-merge-requests',
  '006-attempts-and-scopes',
  '007-lists-across-groups',
  '008-releases',
  '009-positions',
  '010-jobs',
  '011-own-confidential-items',
  '012-counts-by-statement',
  '013-award-emoji',
  '014-time-tracking',
  '015-locked-discussions',
  '016-discussions',
  '017-description-versions',
  '018-templates',
  '019-note-awards',
  '020-task-counts',
  '021-mentions',
  '022-zoom-links',
  '023-label-subscriptions',
  '024-ends-of-memberships',
  '025-milestone-days',
  '026-places',
  '027-access-requests',
  '027-group-shares',
  '027-invitations',
  '027-member-limits',
  '028-users',
  '029-moved-items',
  '030-iteration-cadences',
  '031-trials',
  '032-avatars',
  '033-identities',
  '034-path-leavings',
  '035-description-words',
  '036-iteration-days',
  '037-cadence-retries',
  '038-more-orders',
  '039-blocking-items',
];

test('migrations go up, down and up again', async () => {
  const { db } = database;
  expect(await migrateToLatest(db)).toEqual(ALL);
  const first = await shape(db);
  expect(first.length).toBeGreaterThan(150);
  expect(await migrateToLatest(db)).toEqual([]);

  expect(await migrateDown(db, { steps: 1 })).toEqual(ALL.slice(-1));
  expect(await migrateDown(db)).toEqual(ALL.slice(0, -1).reverse());
  expect(await shape(db)).toEqual([]);

  expect(await migrateToLatest(db)).toEqual(ALL);
  expect(await shape(db)).toEqual(first);
});

test('the administrator root exists from the first migration on, and the next user gets the next id', async () => {
  const { db } = database;
  await migrateToLatest(db);
  const root = await db.selectFrom('users').select(['id', 'username', 'admin', 'password_hash']).executeTakeFirst();
  expect(root).toEqual({ id: 1, username: 'root', admin: true, password_hash: null });
  const next = await db.insertInto('users').values({ username: 'n', name: 'N' }).returning('id').executeTakeFirst();
  expect(next).toEqual({ id: 2 });
});

test('several servers may start at once', async () => {
  const { db } = database;
  const runs = await Promise.all([migrateToLatest(db), migrateToLatest(db), migrateToLatest(db)]);
  expect(runs.flat()).toEqual(ALL);
});

test('a failing migration is named', async () => {
  const { db } = database;
  await sql`CREATE TABLE labels (oops int)`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow('Migration 001-planning failed: relation "labels" already exists');
});

test('AP-06.73 what was still to be done when jobs came into being is done as one', async () => {
  const { db } = database;
  await migrateToLatest(db);
  for (const name of ALL.slice(ALL.indexOf('010-jobs')).reverse())
    expect(await migrateDown(db, { steps: 1 })).toEqual([name]);
  await sql`INSERT INTO releases (parent, child_ids, user_id, created_at)
    VALUES ('{"id": 7}', '{1, 2}', 1, '2026-11-26T12:00:00Z')`.execute(db);
  await migrateToLatest(db);
  const { rows } = await sql<{ data: unknown; state: string; policy: string }>`
    SELECT data, state, policy FROM espalier_jobs.job`.execute(db);
  expect(rows).toEqual([
    {
      data: {
        kind: 'tellReleased',
        parent: { id: 7 },
        childIds: [1, 2],
        userId: 1,
        at: expect.stringMatching(/^2026-11-26T12:00:00/),
      },
      state: 'created',
      policy: 'standard',
    },
  ]);
});

test('IE-06.71 items that were there before their tasks were counted are counted by a job, none where there are none', async () => {
  const { db } = database;
  const jobs = async () => (await sql<{ data: unknown }>`SELECT data FROM espalier_jobs.job`.execute(db)).rows;
  await migrateToLatest(db);
  expect(await jobs()).toEqual([]);
  for (const name of ALL.slice(ALL.indexOf('020-task-counts')).reverse())
    expect(await migrateDown(db, { steps: 1 })).toEqual([name]);
  await sql`INSERT INTO groups (path, name, full_path, full_name, traversal_ids) VALUES ('a', 'A', 'a', 'A', '{1}')`.execute(
    db,
  );
  await sql`INSERT INTO work_items (iid, type, group_id, title, author_id) SELECT 1, 'epic', id, 'One', 1 FROM groups`.execute(
    db,
  );
  await migrateToLatest(db);
  expect(await jobs()).toEqual([{ data: { kind: 'countTasks', after: 0 } }]);
});
