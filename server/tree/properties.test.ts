import fc from 'fast-check';
import { sql } from 'kysely';
import { link, makeEpic, makeIssue } from '../db/testing-data.ts';
import { createEpic } from '../epic/create.ts';
import { updateEpic } from '../epic/update.ts';
import { createItem } from '../work-item/create.ts';
import { deleteWorkItem } from '../work-item/delete.ts';
import { updateItem } from '../work-item/update.ts';
import { addChildren, removeChild } from './add-children.ts';
import type { Outcome } from './command.ts';
import { reorderTree } from './reorder.ts';
import {
  epicGid,
  everything,
  expectConsistent,
  linkGid,
  NOW,
  openWorld,
  resetWorld,
  settle,
  type World,
} from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.database.close();
});

const PICK = fc.nat({ max: 1000 });
/** A random operation: which kind, and three free choices that each kind reads in its own way. */
const operation = fc.record({
  kind: fc.constantFrom(
    'move',
    'move',
    'move',
    'reorder',
    'add',
    'remove',
    'create',
    'close',
    'weigh',
    'date',
    'due',
    'milestone',
    'delete',
  ),
  a: PICK,
  b: PICK,
  c: PICK,
});
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

interface Row {
  readonly id: number;
  readonly iid: number;
  readonly type: string;
  readonly group_path: string;
  readonly project_path: string | null;
  readonly link_id: number | null;
  readonly parent_id: number | null;
}

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

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];
const treeId = (row: Row): string => (row.type === 'epic' ? epicGid(row.id) : linkGid(row.link_id));
const reference = (row: Row): string =>
  row.type === 'epic' ? `${row.group_path}&${row.iid}` : `${row.project_path ?? ''}#${row.iid}`;

async function run({ kind, a, b, c }: Operation): Promise<Outcome<unknown> | null> {
  const { db } = world;
  const viewer = world.viewers.plan;
  const all = await rows();
  const epics = all.filter(({ type }) => type === 'epic');
  const issues = all.filter(({ type }) => type === 'issue');
  const epic = at(epics, a);
  const any = at(all, b);
  if (epic === undefined || any === undefined) return null;
  const inEpic = { groupPath: epic.group_path, iid: epic.iid };
  const issue = at(issues, b);
  switch (kind) {
    case 'move':
    case 'reorder': {
      const parent = kind === 'move' ? epic.id : (any.parent_id ?? epic.id);
      const siblings = all.filter(({ parent_id, id }) => parent_id === parent && id !== any.id);
      const adjacent = c % 5 === 0 ? undefined : at(siblings, c);
      const moved = {
        id: treeId(any),
        ...(adjacent
          ? { adjacentReferenceId: treeId(adjacent), relativePosition: c % 2 === 0 ? 'after' : 'before' }
          : {}),
        ...(kind === 'move' ? { newParentId: epicGid(parent) } : {}),
      };
      return reorderTree(db, viewer, { baseEpicId: epicGid(any.parent_id ?? epic.id), moved }, NOW);
    }
    case 'add': {
      const kindOf = any.type === 'epic' ? 'epic' : 'issue';
      const references = [
        reference(any),
        ...all
          .filter((r) => r.type === any.type)
          .slice(c % 4, (c % 4) + 2)
          .map(reference),
      ];
      return addChildren(db, viewer, { ...inEpic, kind: kindOf, references, origin: 'http://here' }, NOW);
    }
    case 'remove': {
      const child = at(
        all.filter(({ parent_id }) => parent_id === epic.id),
        b,
      );
      if (child === undefined) return null;
      const of =
        child.type === 'epic'
          ? ({ kind: 'epic', id: child.id } as const)
          : ({ kind: 'issue', id: child.link_id ?? 0 } as const);
      return removeChild(db, viewer, { ...inEpic, ...of }, NOW);
    }
    case 'create':
      return b % 2 === 0
        ? createEpic(
            db,
            viewer,
            { group: c % 2 === 0 ? 'acme' : 'acme/web', parentId: epic.id, fields: { title: 'new' } },
            NOW,
          )
        : createItem(
            db,
            viewer,
            { project: 'acme/web/app', type: 'issue', parentId: epic.id, fields: { title: 'new', weight: c } },
            NOW,
          );
    case 'close':
      return updateItem(db, viewer, { id: any.id, patch: { stateEvent: c % 2 === 0 ? 'close' : 'reopen' } }, NOW);
    case 'weigh': {
      const healthStatus = ([null, 'onTrack', 'needsAttention', 'atRisk'] as const)[c % 4] ?? null;
      return issue ? updateItem(db, viewer, { id: issue.id, patch: { weight: c % 10, healthStatus } }, NOW) : null;
    }
    case 'date': {
      const startDateFixed = `2026-${String((b % 12) + 1).padStart(2, '0')}-15`;
      return updateEpic(db, viewer, { ...inEpic, patch: { startDateIsFixed: c % 2 === 0, startDateFixed } }, NOW);
    }
    case 'due': {
      // Either half of a date alone, too: the flag switches between two dates that are both kept.
      const dueDateFixed = b % 4 === 0 ? null : `2026-${String((b % 12) + 1).padStart(2, '0')}-25`;
      const patch = [{ dueDateIsFixed: b % 2 === 0 }, { dueDateFixed }, { dueDateIsFixed: true, dueDateFixed }][c % 3];
      return updateEpic(db, viewer, { ...inEpic, patch: patch ?? {} }, NOW);
    }
    case 'milestone':
      return issue
        ? updateItem(db, viewer, { id: issue.id, patch: { milestoneId: [null, 1, 2, 3][c % 4] ?? null } }, NOW)
        : null;
    case 'delete':
      return c % 3 === 0 ? deleteWorkItem(db, viewer, any.id, NOW) : null;
  }
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
        const outcome = await run(each);
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
        const outcome = await run(each);
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
