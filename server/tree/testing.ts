import { expect } from '@jest/globals';
import { sql } from 'kysely';
import { inheritedDates } from '@espalier/core/epic/rules';
import { EMPTY_ROLLUP, recount } from '@espalier/core/tree/rules';
import { loadViewer } from '../access/load-viewer.ts';
import type { Viewer } from '../access/viewer.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { Db, WorkItemRow } from '../db/types.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { inheritAllDates } from '../store/sql/dates.ts';
import { sqlStore } from '../store/sql/index.ts';
import { recountAll } from '../store/sql/rollups.ts';

/** The instant of every change in these tests: after whatever the test data was written at. */
export const NOW = '2099-11-21T12:00:00.000Z';

/** What the tests of this folder and its neighbours start from: the tiny data set and its people as viewers. */
export interface World extends TinyData {
  readonly database: TestDatabase;
  readonly db: Db;
  readonly store: PlanStore;
  readonly viewers: Record<keyof TinyData['users'] | 'nobody', Viewer>;
}

export async function openWorld(): Promise<World> {
  const database = await openTestDatabase();
  return resetWorld(database);
}

/** Empties the database and seeds it anew. */
export async function resetWorld(database: TestDatabase): Promise<World> {
  await database.reset();
  const { db } = database;
  const tiny = await seedTiny(db);
  const viewers = { nobody: await loadViewer(db, null) } as World['viewers'];
  for (const [name, id] of Object.entries(tiny.users))
    viewers[name as keyof TinyData['users']] = await loadViewer(db, id);
  return { ...tiny, database, db, store: sqlStore(db), viewers };
}

/** Counts and dates from the links, as after an import: the helpers of `testing-data` only write rows. */
export async function settle(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await recountAll(tx);
    await inheritAllDates(tx);
  });
}

/** How many statements something sends, counted by a plugin that every query passes. */
export async function statementsOf(world: World, run: (counted: World) => Promise<unknown>): Promise<number> {
  let count = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  await run({ ...world, db, store: sqlStore(db) });
  return count;
}

export const epicGid = (id: number): string => `gid://gitlab/Epic/${id}`;
export const linkGid = (id: number | null): string => `gid://gitlab/EpicIssue/${id}`;
export const itemGid = (id: number): string => `gid://gitlab/WorkItem/${id}`;

export async function itemRow(db: Db, id: number): Promise<WorkItemRow> {
  return db.selectFrom('work_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

export async function parentOf(db: Db, child: number): Promise<number | null> {
  const row = await db.selectFrom('parent_links').select('parent_id').where('child_id', '=', child).executeTakeFirst();
  return row?.parent_id ?? null;
}

export async function linkOf(db: Db, child: number): Promise<number> {
  const row = await db.selectFrom('parent_links').select('id').where('child_id', '=', child).executeTakeFirstOrThrow();
  return row.id;
}

export async function notesOn(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('notes').select('body').where('work_item_id', '=', id).orderBy('id').execute();
  return rows.map(({ body }) => body);
}

export async function eventsOf(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('events').select('kind').where('work_item_id', '=', id).orderBy('id').execute();
  return rows.map(({ kind }) => kind);
}

/** Everything a refused change must leave as it was. */
export async function everything(db: Db): Promise<unknown> {
  const { rows } = await sql`
    SELECT (SELECT jsonb_agg(to_jsonb(w) ORDER BY id) FROM work_items w) AS items,
      (SELECT jsonb_agg(to_jsonb(l) ORDER BY id) FROM parent_links l) AS links,
      (SELECT jsonb_agg(to_jsonb(r) ORDER BY work_item_id) FROM rollups r) AS rollups,
      (SELECT jsonb_agg(to_jsonb(n) ORDER BY id) FROM notes n) AS notes,
      (SELECT jsonb_agg(to_jsonb(e) ORDER BY id) FROM events e) AS events,
      (SELECT jsonb_agg(to_jsonb(l) ORDER BY work_item_id, label_id) FROM work_item_labels l) AS labels,
      (SELECT jsonb_agg(to_jsonb(p) ORDER BY work_item_id, user_id) FROM work_item_people p) AS people
  `.execute(db);
  return rows[0];
}

interface Plan {
  readonly items: Map<number, WorkItemRow>;
  readonly children: Map<number, number[]>;
  readonly positions: Map<number, number[]>;
  readonly milestones: Map<number, { id: number; startDate: string | null; dueDate: string | null }>;
}

async function loadPlan(db: Db): Promise<Plan> {
  const items = new Map((await db.selectFrom('work_items').selectAll().execute()).map((row) => [row.id, row]));
  const children = new Map<number, number[]>();
  const positions = new Map<number, number[]>();
  const links = await db.selectFrom('parent_links').selectAll().orderBy('relative_position').orderBy('id').execute();
  for (const { parent_id, child_id, relative_position } of links) {
    children.set(parent_id, [...(children.get(parent_id) ?? []), child_id]);
    positions.set(parent_id, [...(positions.get(parent_id) ?? []), relative_position]);
  }
  const milestones = await db.selectFrom('milestones').selectAll().execute();
  return {
    items,
    children,
    positions,
    milestones: new Map(milestones.map((m) => [m.id, { id: m.id, startDate: m.start_date, dueDate: m.due_date }])),
  };
}

/** Holds the whole database against core's own counting and dating, and the order of children against strictness. */
export async function expectConsistent(db: Db): Promise<void> {
  const plan = await loadPlan(db);
  for (const [id, positions] of plan.positions) {
    expect({ id, strictlyRising: positions.every((p, i) => i === 0 || (positions[i - 1] ?? p) < p) }).toEqual({
      id,
      strictlyRising: true,
    });
  }
  for (const id of plan.items.keys()) expect(isAcyclic(plan, id)).toBe(true);
  const rollups = new Map((await db.selectFrom('rollups').selectAll().execute()).map((row) => [row.work_item_id, row]));
  for (const epic of [...plan.items.values()].filter(({ type }) => type === 'epic')) {
    expect(storedRollup(rollups.get(epic.id))).toEqual(countedRollup(plan, epic.id));
    expect(storedDates(epic)).toEqual(datesFromScratch(plan, epic));
  }
}

function isAcyclic(plan: Plan, start: number): boolean {
  const seen = new Set<number>();
  const visit = (id: number): boolean => {
    if (seen.has(id)) return false;
    seen.add(id);
    return (plan.children.get(id) ?? []).every(visit);
  };
  return visit(start);
}

function storedRollup(row: Record<string, number> | undefined) {
  if (row === undefined) return undefined;
  return {
    counts: {
      openedEpics: row['opened_epics'],
      closedEpics: row['closed_epics'],
      openedIssues: row['opened_issues'],
      closedIssues: row['closed_issues'],
    },
    weights: { openedIssues: row['opened_weight'], closedIssues: row['closed_weight'] },
    health: {
      issuesOnTrack: row['on_track'],
      issuesNeedingAttention: row['needs_attention'],
      issuesAtRisk: row['at_risk'],
    },
    childEpics: row['child_epics'],
    childIssues: row['child_issues'],
  };
}

function countedRollup(plan: Plan, id: number) {
  const item = (each: number) => {
    const row = plan.items.get(each);
    if (row === undefined) throw new Error(`no item ${each}`);
    return { type: row.type, state: row.state, weight: row.weight, healthStatus: row.health_status };
  };
  const childrenOf = (each: number): readonly number[] => plan.children.get(each) ?? [];
  const total = childrenOf(id).length === 0 ? EMPTY_ROLLUP : recount(id, childrenOf, item);
  const types = childrenOf(id).map((child) => item(child).type);
  return {
    ...total,
    childEpics: types.filter((type) => type === 'epic').length,
    childIssues: types.filter((type) => type !== 'epic').length,
  };
}

function storedDates(epic: WorkItemRow) {
  const source = (milestone: number | null, from: number | null) =>
    milestone !== null ? { kind: 'milestone', id: milestone } : from !== null ? { kind: 'epic', id: from } : null;
  return {
    id: epic.id,
    start: epic.start_date,
    due: epic.due_date,
    startSource: source(epic.start_date_milestone_id, epic.start_date_epic_id),
    dueSource: source(epic.due_date_milestone_id, epic.due_date_epic_id),
  };
}

/** Recomputes the epic's dates from its issues' milestones and its child epics' dates, themselves recomputed. */
function datesFromScratch(plan: Plan, epic: WorkItemRow): ReturnType<typeof storedDates> {
  const children = (plan.children.get(epic.id) ?? []).flatMap((id) => plan.items.get(id) ?? []);
  const { start, due } = inheritedDates<number>({
    milestones: children.flatMap((c) =>
      c.type === 'epic' || c.milestone_id === null ? [] : (plan.milestones.get(c.milestone_id) ?? []),
    ),
    childEpics: children
      .filter(({ type }) => type === 'epic')
      .map((child) => datesFromScratch(plan, child))
      .map((dates) => ({ id: dates.id, startDate: dates.start, dueDate: dates.due })),
  });
  return {
    id: epic.id,
    start: epic.start_date_is_fixed ? epic.start_date_fixed : start.date,
    due: epic.due_date_is_fixed ? epic.due_date_fixed : due.date,
    startSource: start.source,
    dueSource: due.source,
  };
}
