import { CompiledQuery } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { sqlStore } from '../store/sql/index.ts';
import { DEEP_EPICS, fill, tokenOf, type Person } from './testing-scale/fill.ts';
import { OPERATIONS, type ScaleOperation } from './testing-scale/operations.ts';

/** What the plans of the client's operations read where there are many items. */

const ISSUES = 100_000;
/** Tables that grow with the plan, as far as it fills them. */
const LARGE = new Set([
  'work_items',
  'item_descriptions',
  'parent_links',
  'rollups',
  'work_item_labels',
  'work_item_people',
]);
/** Rows of one table that a page of a list may look at: a window along an order is the most. */
const MOST_ROWS = 20_000;

let database: TestDatabase;
let app: FastifyInstance;
let statements: CompiledQuery[] = [];

/** Notes each statement, those of readings and those written with `sql`, which go to the executor. */
function noting<T extends object>(object: T): T {
  return new Proxy(object, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (name === 'getExecutor') return () => noting(method() as object);
      if (name !== 'executeQuery') return method;
      return (query: CompiledQuery, ...rest: unknown[]) => {
        statements.push(query);
        return method(query, ...rest);
      };
    },
  });
}

beforeAll(async () => {
  const opened = await openTestDatabase();
  await opened.reset();
  await fill(opened, ISSUES);
  const { db } = opened;
  database = { ...opened, db: noting(db) };
  app = await createApp({ database, config: readConfig({}), now: () => new Date('2026-11-26T12:00:00Z') });
}, 600_000);
afterAll(async () => {
  await app.close();
  await database.close();
});

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const below of plan.Plans ?? []) yield* nodesOf(below);
}

/** What a statement does too much of, in words; run once more, for the database tells only what it has done. */
async function excesses({ sql, parameters }: CompiledQuery, most = MOST_ROWS): Promise<string[]> {
  if (!/^\s*(SELECT|WITH)/i.test(sql)) return [];
  const explain = CompiledQuery.raw(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`, [...parameters]);
  const { rows } = await database.db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error('there is no plan');
  const looked = new Map<string, number>();
  const found: string[] = [];
  for (const node of nodesOf(plan)) {
    const table = node['Relation Name'];
    const loops = node['Actual Loops'] ?? 0;
    if (table === undefined || !LARGE.has(table) || loops === 0) continue;
    if (node['Node Type'] === 'Seq Scan') found.push(`scans ${table}`);
    const each =
      (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
    looked.set(table, (looked.get(table) ?? 0) + each * loops);
  }
  for (const [table, count] of looked) if (count > most) found.push(`looks at ${Math.round(count)} rows of ${table}`);
  return found;
}

async function plansOf(operation: ScaleOperation, person: Person, most = MOST_ROWS): Promise<string[]> {
  statements = [];
  const { method, path, body } = operation.send(1, person);
  const token = tokenOf(person);
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== null && { 'private-token': token }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  expect([operation.name, person, answer.statusCode]).toEqual([operation.name, person, 200]);
  const asked = statements;
  expect(asked.length).toBeGreaterThan(0);
  const found: string[] = [];
  for (const statement of asked) found.push(...(await excesses(statement, most)));
  return found;
}

const READS = OPERATIONS.filter(({ writes, last }) => writes !== true && last !== true);

test.each(READS.map((operation) => [operation.name, operation] as const))(
  'AP-06.54, AP-06.76 %s: no large table is scanned, whoever asks',
  async (_, operation) => {
    for (const person of operation.people) expect([person, await plansOf(operation, person)]).toEqual([person, []]);
  },
);

test('AP-06.57 a completion that no index helps looks at 1,000 items of the tree in each state, not at 5,000', async () => {
  const short = READS.find(({ name }) => name === 'completion of issues, two letters')!;
  expect(await plansOf(short, 'root', 4000)).toEqual([]);
  expect(await plansOf(short, 'root', 3500)).toEqual([expect.stringMatching(/ rows of work_items$/)]);
});

test('AP-06.54 a scan of a large table would be seen, and so would thousands of rows that an index finds', async () => {
  const asked = (sql: string): CompiledQuery => CompiledQuery.raw(sql);
  expect(await excesses(asked(`SELECT count(*) FROM work_items w WHERE length(w.title) = 3`))).toEqual([
    'scans work_items',
    expect.stringMatching(/^looks at \d{6} rows of work_items$/),
  ]);
  expect(await excesses(asked(`SELECT w.weight FROM work_items w WHERE w.id > 0 ORDER BY w.id LIMIT 30000`))).toEqual([
    'looks at 30000 rows of work_items',
  ]);
});

test('AP-06.55 what a move or a deletion asks of a subtree of a thousand epics looks at none of their thousands of issues', async () => {
  const { rows } = await database.db.executeQuery<{ id: number; issues: number }>(
    CompiledQuery.raw(`SELECT w.id, r.opened_issues + r.closed_issues AS issues FROM work_items w JOIN rollups r ON r.work_item_id = w.id
      WHERE r.child_epics = ${DEEP_EPICS}`),
  );
  const [deep] = rows;
  expect(deep?.issues).toBeGreaterThan(5000);
  const { tree } = sqlStore(database.db);
  statements = [];
  expect(await tree.heights([deep!.id])).toEqual(new Map([[deep!.id, 2]]));
  expect(await tree.epicsBelow(deep!.id)).toHaveLength(DEEP_EPICS);
  expect(statements).toHaveLength(2);
  for (const statement of statements) expect(await excesses(statement, 3 * DEEP_EPICS)).toEqual([]);
});
