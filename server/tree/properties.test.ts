import fc from 'fast-check';
import { sql } from 'kysely';
import { link, makeEpic, makeIssue } from '../db/testing-data.ts';
import { everything, expectConsistent, openWorld, resetWorld, settle, type World } from './testing.ts';
import { operate, operation, type Row } from './testing-operations.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.database.close();
});

async function rows(): Promise<Row[]> {
  return world.db
    .selectFrom('work_items as w')
    .innerJoin('groups as g', 'g.id', 'w.group_id')
    .leftJoin('projects as p', 'p.id', 'w.project_id')
    .leftJoin('parent_links as pl', 'pl.child_id', 'w.id')
    .select([
      'w.id',
      'w.iid',
      'w.type',
      'g.full_path as group_path',
      'p.full_path as project_path',
      'pl.id as link_id',
      'pl.parent_id',
    ])
    .orderBy('w.id')
    .execute();
}

async function plant(): Promise<void> {
  world = await resetWorld(world.database);
  const { db, groups, projects } = world;
  for (let month = 1; month <= 3; month += 1) {
    const day = (d: number) => `2026-0${month * 2}-${String(d).padStart(2, '0')}`;
    await db
      .insertInto('milestones')
      .values({
        iid: month,
        group_id: groups.acme,
        title: `m${month}`,
        start_date: month === 2 ? null : day(1),
        due_date: day(20),
      })
      .execute();
  }
  for (let i = 0; i < 5; i += 1) await makeEpic(db, { groupId: i % 2 === 0 ? groups.acme : groups.web });
  for (let i = 0; i < 4; i += 1) {
    const issue = await makeIssue(db, { projectId: projects.app, weight: i, milestone_id: i === 0 ? null : i });
    if (i > 1) continue;
    // Tasks of an issue count for the issue, and never for the epic that it goes to.
    const task = await makeIssue(db, { projectId: projects.app, type: 'task', weight: 7 });
    await link(db, issue.id, task.id);
  }
  await settle(db);
}

test('whatever people do, counts and dates are what a recount says, orders are strict, nothing cycles or gets lost', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 30 }), async (operations) => {
      await plant();
      for (const each of operations) {
        const before = await everything(world.db);
        const outcome = await operate(world.store, world.viewers.plan, await rows(), each);
        if (outcome?.ok) done += 1;
        else expect(await everything(world.db)).toEqual(before);
      }
      await expectConsistent(world.db);
      // A recount from scratch writes the very same rows.
      const counted = () =>
        world.db
          .selectFrom('rollups')
          .selectAll()
          .where((eb) => eb('child_epics', '>', 0).or('child_issues', '>', 0))
          .orderBy('work_item_id')
          .execute();
      const rollups = await counted();
      await settle(world.db);
      const recounted = await counted();
      expect(rollups).toEqual(recounted);
    }),
    { numRuns: 12, seed: 20261121 },
  );
  expect(done).toBeGreaterThan(50);
});

/** The transactions that wrote what the plan's tables hold now. */
async function writers(): Promise<Set<string>> {
  const tables = ['work_items', 'parent_links', 'rollups', 'notes', 'events'].map(
    (table) => sql`SELECT xmin::text AS id FROM ${sql.table(table)}`,
  );
  const { rows: found } = await sql<{ id: string }>`${sql.join(tables, sql` UNION `)}`.execute(world.db);
  return new Set(found.map(({ id }) => id));
}

test('EP-07.42 after every single change the dates and roll-ups of all ancestors are a recount, written in its own transaction', async () => {
  let done = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 20 }), async (operations) => {
      await plant();
      for (const each of operations) {
        const before = await writers();
        const outcome = await operate(world.store, world.viewers.plan, await rows(), each);
        if (!outcome?.ok) continue;
        done += 1;
        expect([...(await writers())].filter((id) => !before.has(id)).length).toBeLessThanOrEqual(1);
        await expectConsistent(world.db);
      }
    }),
    { numRuns: 8, seed: 20261122 },
  );
  expect(done).toBeGreaterThan(25);
});
