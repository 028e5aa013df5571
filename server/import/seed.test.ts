import { sql } from 'kysely';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { childrenOf, makeGroup } from '../db/testing-data.ts';
import { makeKitchenSink } from './kitchen-sink.ts';
import * as content from './kitchen-sink-content.ts';
import { seedDemo } from './seed.ts';

const NOW = '2026-11-21T12:00:00.000Z';
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.reset());

const item = (key: string) =>
  database.db
    .selectFrom('work_items')
    .selectAll()
    .where('external_id', '=', `kitchen-sink:item:${key}`)
    .executeTakeFirstOrThrow();

async function checksum(): Promise<unknown> {
  const tables = ['users', 'groups', 'projects', 'memberships', 'labels', 'milestones', 'iterations', 'work_items'];
  const more = ['parent_links', 'rollups', 'work_item_labels', 'work_item_people', 'work_item_links', 'settings'];
  const sums: unknown[] = [];
  for (const table of [...tables, ...more]) {
    const { rows } =
      await sql`SELECT ${table} AS table, count(*) AS rows, md5(string_agg(to_jsonb(t)::text, '' ORDER BY to_jsonb(t)::text)) AS sum
      FROM ${sql.table(table)} t`.execute(database.db);
    sums.push(rows[0]);
  }
  return sums;
}

test('the kitchen sink holds an item of every type, seven levels, and 140 children of one epic', async () => {
  const { db } = database;
  await makeKitchenSink(db, NOW);
  const types = await db.selectFrom('work_items').select('type').distinct().orderBy('type').execute();
  expect(types.map(({ type }) => type)).toEqual([
    'epic',
    'incident',
    'issue',
    'key_result',
    'objective',
    'requirement',
    'task',
    'test_case',
  ]);
  const depth = await sql<{ depth: number }>`WITH RECURSIVE up (id, depth) AS (
      SELECT ${(await item('level-7')).id}::bigint, 1 UNION ALL SELECT pl.parent_id, up.depth + 1 FROM up JOIN parent_links pl ON pl.child_id = up.id
    ) SELECT max(depth) AS depth FROM up`.execute(db);
  expect(depth.rows).toEqual([{ depth: 7 }]);
  const many = await item('many');
  expect(many.title).toBe('A hundred and forty children');
  const children = await childrenOf(db, many.id);
  expect(children).toHaveLength(140);
  const kinds = await db
    .selectFrom('work_items')
    .select(['id', 'type'])
    .where('id', 'in', children.slice(0, 6))
    .orderBy('id')
    .execute();
  expect(kinds.map(({ type }) => type)).toEqual(['issue', 'issue', 'epic', 'issue', 'issue', 'epic']);
  expect([...(await item('longest')).title]).toHaveLength(255);
  expect(await childrenOf(db, (await item('empty')).id)).toEqual([]);
});

test('roll-ups, inherited dates and milestones around today are right', async () => {
  const { db } = database;
  await makeKitchenSink(db, NOW);
  const health = await item('health');
  const rollup = await db
    .selectFrom('rollups')
    .selectAll()
    .where('work_item_id', '=', health.id)
    .executeTakeFirstOrThrow();
  expect(rollup).toMatchObject({
    opened_issues: 7,
    closed_issues: 1,
    opened_weight: 17,
    closed_weight: 2,
    on_track: 1,
    needs_attention: 1,
    at_risk: 1,
  });
  // The earliest start is that of the closed issue's milestone, the latest due date that of the upcoming one.
  expect(health).toMatchObject({ start_date: '2026-07-24', due_date: '2027-01-20', start_date_is_fixed: false });
  const milestones = await db
    .selectFrom('milestones')
    .select(['title', 'start_date', 'due_date'])
    .orderBy('iid')
    .limit(2)
    .execute();
  expect(milestones).toEqual([
    { title: 'Started', start_date: '2026-11-11', due_date: '2026-12-11' },
    { title: 'Past due', start_date: '2026-10-12', due_date: '2026-11-16' },
  ]);
  expect((await item('weight-zero')).weight).toBe(0);
});

test('the demo user plans in the public group and cannot see the private one in between', async () => {
  const { db } = database;
  const kubernetes = await makeGroup(db, { path: 'kubernetes' });
  await makeKitchenSink(db, NOW);
  const memberships = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'user_id')
    .innerJoin('groups', 'groups.id', 'group_id')
    .select(['full_path', 'access_level'])
    .where('username', '=', 'demo')
    .orderBy('full_path')
    .execute();
  expect(memberships).toEqual([
    { full_path: 'kitchen-sink', access_level: 40 },
    { full_path: 'kubernetes', access_level: 40 },
  ]);
  expect(kubernetes).toBeGreaterThan(0);
  const hidden = await item('hidden');
  const group = await db.selectFrom('groups').selectAll().where('id', '=', hidden.group_id).executeTakeFirstOrThrow();
  expect(group).toMatchObject({ full_path: 'back-room', visibility: 'private' });
  expect(await childrenOf(db, (await item('above-hidden')).id)).toEqual([hidden.id]);
  expect(await childrenOf(db, hidden.id)).toContain((await item('below-hidden')).id);
});

test('nothing public lies below something confidential', async () => {
  await makeKitchenSink(database.db, NOW);
  const { rows } =
    await sql`SELECT c.title FROM parent_links pl JOIN work_items p ON p.id = pl.parent_id JOIN work_items c ON c.id = pl.child_id
    WHERE p.confidential AND NOT c.confidential`.execute(database.db);
  expect(rows).toEqual([]);
  expect(content.items.filter(({ confidential }) => confidential).length).toBeGreaterThan(3);
});

test('making the kitchen sink twice changes nothing, and what people changed stays', async () => {
  const { db } = database;
  await makeKitchenSink(db, NOW);
  await db
    .updateTable('work_items')
    .set({ title: 'Changed' })
    .where('external_id', '=', 'kitchen-sink:item:empty')
    .execute();
  await db
    .deleteFrom('parent_links')
    .where('child_id', '=', (await item('many-1')).id)
    .execute();
  const before = await checksum();
  await makeKitchenSink(db, '2027-05-05T00:00:00.000Z');
  const after = await checksum();
  // The counts are made anew from the links, which is right and was not done by the raw delete above.
  const withoutRollups = (sums: unknown) => (sums as { table: string }[]).filter(({ table }) => table !== 'rollups');
  expect(withoutRollups(after)).toEqual(withoutRollups(before));
});

test('RP-02.437 the first start fills an empty database, and no later one does', async () => {
  const { db } = database;
  const seen: number[] = [];
  expect(await seedDemo(database, { now: NOW, onProgress: (done) => seen.push(done) })).toBe(true);
  expect(seen.length).toBeGreaterThan(5);
  const { rows } =
    await sql`SELECT (SELECT count(*) FROM work_items WHERE external_id LIKE 'kubernetes-enhancements:epic:%') AS epics,
    (SELECT count(*) FROM groups WHERE parent_id IS NULL) AS roots`.execute(db);
  expect(rows).toEqual([{ epics: 686, roots: 3 }]);
  // The snapshot of 2026-07-24 has become one of today: v1.37 was due 33 days after it.
  const release = await db
    .selectFrom('milestones')
    .select(['start_date', 'due_date'])
    .where('title', '=', 'v1.37')
    .executeTakeFirstOrThrow();
  expect(release).toEqual({ start_date: '2026-09-15', due_date: '2026-12-24' });
  const before = await checksum();
  expect(await seedDemo(database, { now: '2027-01-01T00:00:00.000Z' })).toBe(false);
  expect(await checksum()).toEqual(before);
});

test('RP-02.437 servers that start at once on one database fill it once', async () => {
  await Promise.all([1, 2, 3].map(() => seedDemo(database, { now: NOW })));
  const { rows } =
    await sql`SELECT (SELECT count(*) FROM work_items WHERE type = 'epic' AND external_id LIKE 'kubernetes%') AS epics,
    (SELECT count(*) FROM parent_links) - (SELECT count(DISTINCT child_id) FROM parent_links) AS doubled`.execute(
      database.db,
    );
  expect(rows).toEqual([{ epics: 686, doubled: 0 }]);
});

test('RP-02.437 a seeding that was ended half-way goes on', async () => {
  const { db } = database;
  await makeKitchenSink(db, NOW);
  await db
    .insertInto('settings')
    .values({ key: 'seed', value: JSON.stringify('started') })
    .execute();
  expect(await seedDemo(database, { now: NOW })).toBe(true);
  expect(await seedDemo(database, { now: NOW })).toBe(false);
});

test('RP-02.437 a database that people use is left alone', async () => {
  const { db } = database;
  await makeGroup(db, { path: 'ours' });
  expect(await seedDemo(database, { now: NOW })).toBe(false);
  expect(await db.selectFrom('work_items').select('id').execute()).toEqual([]);
});
