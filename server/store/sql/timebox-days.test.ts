import fc from 'fast-check';
import { sql } from 'kysely';
import { makeIssue } from '../../db/testing-data.ts';
import { promoteMilestone } from '../../milestone/change.ts';
import { NOW, openWorld, resetWorld, type World } from '../../tree/testing.ts';
import { createItem } from '../../work-item/create.ts';
import { deleteWorkItem } from '../../work-item/delete.ts';
import { updateItem } from '../../work-item/update.ts';
import { countNew, grow, growthOf, uncounted } from './item-counts.ts';
import type { Timebox } from './timebox-days.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(() => world.database.close());

/** `timebox`: the id of the milestone or iteration. */
interface Totals {
  readonly timebox: number;
  readonly project_id: number;
  readonly confidential: boolean;
  readonly totals: readonly number[];
}

const notNone = ({ totals }: Totals): boolean => totals.some((total) => total !== 0);

/** What the items say now. */
async function truth(of: Timebox): Promise<readonly Totals[]> {
  const { rows } = await sql<Totals>`
    SELECT ${sql.ref(`${of}_id`)} AS timebox, project_id, confidential, json_build_array(count(*), coalesce(sum(weight), 0),
      count(*) FILTER (WHERE state = 'closed'), coalesce(sum(weight) FILTER (WHERE state = 'closed'), 0)) AS totals
    FROM work_items WHERE ${sql.ref(`${of}_id`)} IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(world.db);
  return rows.filter(notNone);
}

/** What is kept as of the end of the day so many days ago. */
async function kept(of: Timebox, daysAgo: number): Promise<readonly Totals[]> {
  const { rows } = await sql<Totals>`
    SELECT ${sql.ref(`${of}_id`)} AS timebox, project_id, confidential,
      json_build_array(sum(scope_count), sum(scope_weight), sum(completed_count), sum(completed_weight)) AS totals
    FROM ${sql.table(`${of}_days`)} WHERE day <= (now() AT TIME ZONE 'UTC')::date - ${daysAgo}::int GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  `.execute(world.db);
  return rows.filter(notNone);
}

/** A day passes. In two steps, in none of which a day meets another. */
async function nextDay(): Promise<void> {
  for (const table of ['milestone_days', 'iteration_days'])
    for (const days of [1000, -999])
      await sql`UPDATE ${sql.table(table)} SET day = day - ${days}::int`.execute(world.db);
}

async function makeMilestone(owner: { group_id: number } | { project_id: number }, iid: number, title: string) {
  const dates = { start_date: '2000-01-01', due_date: '2999-01-01' };
  const row = { iid, title, ...dates, ...owner };
  return (await world.db.insertInto('milestones').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

async function makeIteration(group_id: number, iid: number) {
  const row = { iid, group_id, start_date: `2000-0${iid}-01`, due_date: `2000-0${iid}-20` };
  return (await world.db.insertInto('iterations').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const PICK = fc.nat({ max: 100 });
const operation = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'milestone',
    'iteration',
    'state',
    'weight',
    'confidential',
    'delete',
    'move',
    'all',
  ),
  a: PICK,
  b: PICK,
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** Commands, and what only statements do so far: an item goes to another project, many items change at once. */
interface Timeboxes {
  readonly milestones: readonly number[];
  readonly iterations: readonly number[];
}

async function operate({ kind, a, b }: Operation, { milestones, iterations }: Timeboxes): Promise<void> {
  const { db, store, viewers, projects } = world;
  const items = await db.selectFrom('work_items').selectAll().orderBy('id').execute();
  const item = items[a % Math.max(1, items.length)];
  const milestoneId = [null, ...milestones][b % (milestones.length + 1)] ?? null;
  const iterationId = [null, ...iterations][a % (iterations.length + 1)] ?? null;
  if (kind === 'create') {
    const fields = {
      title: 'new',
      weight: b % 5 === 0 ? null : b,
      milestoneId,
      iterationId,
      confidential: a % 3 === 0,
    };
    const input = { project: a % 2 === 0 ? projects.app : projects.api, type: 'issue', fields } as const;
    await createItem(store, viewers.plan, input, NOW);
  } else if (item === undefined) return;
  else if (kind === 'delete') await deleteWorkItem(store, viewers.plan, item.id, NOW);
  else if (kind === 'move') {
    const there = item.project_id === projects.app ? projects.api : projects.app;
    await sql`UPDATE work_items SET project_id = ${there}, iid = 100000 + id WHERE id = ${item.id}`.execute(db);
  } else if (kind === 'all') {
    await sql`UPDATE work_items SET weight = coalesce(weight, 0) + ${b}::int, state = CASE WHEN id % 2 = 0 THEN 'closed' ELSE state END`.execute(
      db,
    );
  } else {
    const patch = {
      milestone: { milestoneId },
      iteration: { iterationId },
      state: { stateEvent: b % 2 === 0 ? 'close' : 'reopen' },
      weight: { weight: b % 4 === 0 ? null : b },
      confidential: { confidential: b % 2 === 0 },
    } as const;
    await updateItem(store, viewers.plan, { id: item.id, patch: patch[kind] }, NOW);
  }
}

test('AP-05.86 AP-14.103 whatever happens to items, what is kept of each day is what they were at its end', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(operation, { minLength: 4, maxLength: 9 }), { minLength: 2, maxLength: 5 }),
      async (days) => {
        world = await resetWorld(world.database);
        const milestones = [
          await makeMilestone({ group_id: world.groups.acme }, 1, 'one'),
          await makeMilestone({ group_id: world.groups.acme }, 2, 'two'),
        ];
        const iterations = [await makeIteration(world.groups.acme, 1), await makeIteration(world.groups.acme, 2)];
        for (const [at, milestone_id] of [...milestones, ...milestones].entries())
          await makeIssue(world.db, {
            projectId: at < 2 ? world.projects.app : world.projects.api,
            milestone_id,
            iteration_id: iterations[at % 3] ?? null,
            weight: at,
          });
        const truths: (readonly Totals[])[][] = [];
        for (const operations of days) {
          await nextDay();
          for (const each of operations) await operate(each, { milestones, iterations });
          truths.unshift([await truth('milestone'), await truth('iteration')]);
        }
        for (const [daysAgo, known] of truths.entries())
          expect([await kept('milestone', daysAgo), await kept('iteration', daysAgo)]).toEqual(known);
        seen += truths.flat(2).length;
      },
    ),
    { numRuns: 8, seed: 20261129 },
  );
  expect(seen).toBeGreaterThan(20);
});

test('AP-05.83 a promoted milestone has the days of those whose place it takes', async () => {
  const { db, store, viewers, projects } = world;
  const one = await makeMilestone({ project_id: projects.app }, 1, 'one');
  const { id } = await makeIssue(db, { projectId: projects.app, milestone_id: one, weight: 3 });
  await nextDay();
  await updateItem(store, viewers.plan, { id, patch: { stateEvent: 'close' } }, NOW);
  const outcome = await promoteMilestone(store, viewers.rep, { project: projects.app, id: one }, NOW);
  const milestone_id = outcome.ok ? outcome.value : 0;
  const place = { timebox: milestone_id, project_id: projects.app, confidential: false };
  expect(await kept('milestone', 1)).toEqual([{ ...place, totals: [1, 3, 0, 0] }]);
  expect(await kept('milestone', 0)).toEqual([{ ...place, totals: [1, 3, 1, 3] }]);
});

test('AP-05.86 AP-06.51 what an import changes uncounted counts by how much it differs from what it was', async () => {
  const { db, groups, projects } = world;
  const of = (iid: number) => makeMilestone({ group_id: groups.acme }, iid, `m${iid}`);
  const [one, two] = [await of(1), await of(2)];
  const iteration_id = await makeIteration(groups.acme, 1);
  const before = { state: 'opened', weight: 2, milestone: one };
  const items: { id: number }[] = [];
  for (const milestone_id of [one, one, null])
    items.push(await makeIssue(db, { projectId: projects.app, milestone_id, iteration_id, weight: 2 }));
  await nextDay();
  const yesterday = [await kept('milestone', 1), await kept('iteration', 1)];
  await db.transaction().execute(async (tx) => {
    await uncounted(tx);
    const [a, b, c] = items.map(({ id }) => id) as [number, number, number];
    await tx.updateTable('work_items').set({ state: 'closed', weight: 5 }).where('id', '=', a).execute();
    await tx.updateTable('work_items').set({ milestone_id: two, weight: null }).where('id', '=', b).execute();
    await tx.updateTable('work_items').set({ milestone_id: two, state: 'closed' }).where('id', '=', c).execute();
    const growth = await growthOf(tx, [
      { id: a, ...before },
      { id: b, ...before },
      { id: c, ...before, milestone: null },
    ]);
    await countNew(tx, []);
    await grow(tx, growth);
  });
  for (const timebox of ['milestone', 'iteration'] as const)
    expect(await kept(timebox, 0)).toEqual(await truth(timebox));
  expect([await kept('milestone', 1), await kept('iteration', 1)]).toEqual(yesterday);
  const { rows } =
    await sql`SELECT state, items FROM item_counts WHERE project_id = ${projects.app} ORDER BY state`.execute(db);
  expect(rows).toEqual([
    { state: 'closed', items: 2 },
    { state: 'opened', items: 1 },
  ]);
});

test('AP-05.86 AP-14.103 what an import brings counts from its creation on; what goes with a milestone, a project or a group leaves nothing', async () => {
  const { db, groups, projects } = world;
  const of = (group_id: number, iid: number) => makeMilestone({ group_id }, iid, `m${iid}`);
  const [one, two] = [await of(groups.acme, 1), await of(groups.web, 1)];
  const iteration = await makeIteration(groups.acme, 1);
  await db.transaction().execute(async (tx) => {
    await uncounted(tx);
    const old = { milestone_id: one, iteration_id: iteration, weight: 2, created_at: '2026-03-01T23:59:59Z' };
    const closed = { ...old, state: 'closed', closed_at: '2026-03-03T00:00:00Z' } as const;
    const ids = [
      await makeIssue(tx, { projectId: projects.app, ...old }),
      await makeIssue(tx, { projectId: projects.app, ...closed }),
    ];
    expect(await tx.selectFrom('milestone_days').selectAll().execute()).toEqual([]);
    await countNew(
      tx,
      ids.map(({ id }) => id),
    );
  });
  const days = () => db.selectFrom('milestone_days').selectAll().orderBy('day').execute();
  const place = { milestone_id: one, project_id: projects.app, confidential: false };
  const grown = [
    { day: '2026-03-01', scope_count: 2, scope_weight: 4, completed_count: 0, completed_weight: 0 },
    { day: '2026-03-03', scope_count: 0, scope_weight: 0, completed_count: 1, completed_weight: 2 },
  ];
  expect(await days()).toEqual(grown.map((day) => ({ ...place, ...day })));
  const iterationDays = () => db.selectFrom('iteration_days').selectAll().orderBy('day').execute();
  expect(await iterationDays()).toEqual(
    grown.map((day) => ({ iteration_id: iteration, project_id: projects.app, confidential: false, ...day })),
  );
  await db.deleteFrom('iterations').where('id', '=', iteration).execute();
  expect(await iterationDays()).toEqual([]);
  await makeIssue(db, { projectId: projects.app, milestone_id: two });
  await db.deleteFrom('milestones').where('id', '=', one).execute();
  expect((await days()).map(({ milestone_id }) => milestone_id)).toEqual([two]);
  await makeIssue(db, { projectId: projects.api, milestone_id: await of(groups.acme, 2) });
  await db.deleteFrom('projects').where('id', '=', projects.app).execute();
  expect((await days()).map(({ project_id }) => project_id)).toEqual([projects.api]);
  await db.deleteFrom('groups').where('id', '=', groups.acme).execute();
  expect(await days()).toEqual([]);
});
