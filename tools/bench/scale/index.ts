import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { openDatabase, type OpenDatabase } from '../../../server/db/connection.ts';
import { migrateToLatest } from '../../../server/db/migrate.ts';
import { median, milliseconds } from '../measure.ts';
import { end, startPostgres, startProduct } from '../processes.ts';
import { fill, type Person } from '../../../server/graphql/testing-scale/fill.ts';
import { largeChanges } from './large-changes.ts';
import { mixedLoad, sendTo } from './load.ts';
import { OPERATIONS, type ScaleOperation } from '../../../server/graphql/testing-scale/operations.ts';

/** What is asked of every operation with the largest plan: milliseconds, and times what it takes with the smallest. */
const MOST_MS = 150;
const MOST_TIMES = 2;
/** Less than this is noise, and no reason to miss a ratio. */
const NOISE_MS = 5;
const EMBEDDED_MOST = 100_000;
const SMALLEST = 10_000;
const USUAL = 100_000;
const ROUNDS = 7;
/** What took seconds before lists across groups had their ways (ADR 0027), and was left out of the load that today's is compared with. */
const OF_ISSUES = /issues|completion|palette/;
/** Letters of the longest name. */
const WIDTH = 76;

/** One plan on one engine. */
interface Column {
  readonly name: string;
  readonly issues: number;
  /** Milliseconds by operation and person. */
  readonly figures: Map<string, number>;
  /** Of some of them, what they may be at most. */
  readonly most: Map<string, number>;
}

/** All operations of the client on plans of 10,000 issues and of `most` (`npm run bench scale:1000000`), single client. Gives what is missed. */
export async function benchScale(most?: string): Promise<string[]> {
  const largest = most === undefined ? USUAL : Number(most);
  if (!Number.isInteger(largest) || largest < SMALLEST) throw new Error(`scale:${most} is not a number of issues`);
  const columns: Column[] = [];
  const sizes = [...new Set([SMALLEST, largest])];
  for (const issues of sizes) {
    const postgres = await startPostgres();
    if (!postgres) return ['scale: not run, there is no PostgreSQL'];
    try {
      await filled(await openDatabase({ databaseUrl: postgres.url }), issues);
      columns.push(await measured('PostgreSQL', issues, { DATABASE_URL: postgres.url }));
    } finally {
      await postgres.stop();
    }
  }
  for (const issues of sizes.filter((size) => size <= EMBEDDED_MOST)) {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'espalier-scale-'));
    try {
      const worker = pathToFileURL(path.resolve('dist/server/pglite-worker.js'));
      await filled(await openDatabase({ dataDir: directory, worker, queryTimeoutMs: 600_000 }), issues);
      columns.push(await measured('embedded', issues, { DATA_DIR: directory }));
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  return reported(columns);
}

/** Fills an empty database, and closes it. */
export async function filled(database: OpenDatabase, issues: number): Promise<void> {
  console.log(`\nscale: filling a plan with ${issues} issues (${database.kind}) …`);
  try {
    await migrateToLatest(database.db);
    const time = await milliseconds(() => fill(database, issues));
    console.log(`scale: filled in ${(time / 1000).toFixed(0)} s`);
  } finally {
    await database.close();
  }
}

async function measured(engine: string, issues: number, env: Record<string, string>): Promise<Column> {
  const started: ChildProcess[] = [];
  const figures = new Map<string, number>();
  const most = new Map<string, number>();
  try {
    const url = await startProduct(started, env);
    const asked = OPERATIONS.filter(({ last }) => last !== true);
    for (const operation of asked) await measure(figures, url, operation);
    if (env.DATABASE_URL !== undefined) {
      figures.set(FLOOR, await floorOf(env.DATABASE_URL));
      for (const [name, operations] of Object.entries({
        everything: asked,
        'without what lists or finds issues': asked.filter((one) => !OF_ISSUES.test(one.name)),
      })) {
        const { reads, p50, p95, writes95 } = await mixedLoad(url, operations);
        figures.set(`50 readers, 4 writers, ${name}: reads a second`, reads);
        figures.set(`… ${name}: reads, p50`, p50);
        figures.set(`… ${name}: reads, p95`, p95);
        figures.set(`… ${name}: writes, p95`, writes95);
      }
      for (const figure of await largeChanges(url, env.DATABASE_URL, issues)) {
        figures.set(figure.name, figure.value);
        if (figure.most !== undefined) most.set(figure.name, figure.most);
      }
    }
    for (const operation of OPERATIONS) if (operation.last === true) await measure(figures, url, operation);
  } finally {
    await Promise.all(started.map(end));
  }
  return { name: engine, issues, figures, most };
}

const keyOf = ({ name, people }: ScaleOperation, person: Person): string =>
  people.length === 1 ? name : `${name} · ${person}`;

async function measure(figures: Map<string, number>, url: string, operation: ScaleOperation): Promise<void> {
  for (const person of operation.people) {
    const times: number[] = [];
    const rounds = operation.last === true ? 1 : ROUNDS;
    for (let turn = operation.last === true ? 1 : 0; turn <= rounds; turn += 1) {
      const time = await milliseconds(() => sendTo(url, operation.send(turn, person), person));
      // The first one reads from the disk and prepares its statement.
      if (turn > 0) times.push(time);
    }
    figures.set(keyOf(operation, person), median(times));
  }
}

const FLOOR = 'floor: a page of 20 rows by their ids';

/** The least that could answer: twenty rows by their ids, drawn anew at each turn. */
async function floorOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ last: number }>(`SELECT max(id)::int AS last FROM work_items`);
  const ids = (turn: number): number[] =>
    Array.from({ length: 20 }, (_, index) => rows[0]!.last - ((index * 7919 + turn * 104_729) % 9000));
  const times: number[] = [];
  for (let turn = 0; turn <= ROUNDS * 10; turn += 1) {
    const statement = {
      name: 'floor',
      text: 'SELECT id, iid, title, state, created_at FROM work_items WHERE id = ANY($1)',
    };
    const time = await milliseconds(() => client.query({ ...statement, values: [ids(turn)] }));
    if (turn > 0) times.push(time);
  }
  await client.end();
  return median(times);
}

const cell = (value: number | undefined): string =>
  (value === undefined ? '–' : value >= 10 ? value.toFixed(0) : value.toFixed(1)).padStart(14);

/** Prints all columns side by side, and says of each operation whether the demands are met on PostgreSQL. */
function reported(columns: readonly Column[]): string[] {
  const [small, large] = columns.filter(({ name }) => name === 'PostgreSQL');
  const names = [...new Set(columns.flatMap(({ figures }) => [...figures.keys()]))];
  const missed: string[] = [];
  console.log(
    `\n${'scale (ms, medians of a single client)'.padEnd(WIDTH)}${columns.map(({ name }) => name.padStart(14)).join('')}`,
  );
  console.log(`${''.padEnd(WIDTH)}${columns.map(({ issues }) => issues.toLocaleString('en').padStart(14)).join('')}`);
  for (const name of names) {
    const [before, after] = [small?.figures.get(name), large?.figures.get(name)];
    const [latest, most] = [after ?? before, (large ?? small)?.most.get(name)];
    const isCompared = before !== undefined && after !== undefined && large !== small && !UNDEMANDED.test(name);
    const isMissed =
      (isCompared && (after > MOST_MS || after > MOST_TIMES * Math.max(before, NOISE_MS))) ||
      (most !== undefined && latest !== undefined && latest > most);
    console.log(
      `${name.padEnd(WIDTH)}${columns.map(({ figures }) => cell(figures.get(name))).join('')}${isMissed ? '  MISSED' : ''}`,
    );
    if (isMissed)
      missed.push(`scale, ${name}: ${[before, after].map((time) => time?.toFixed(0) ?? '–').join(' ms, then ')} ms`);
  }
  return missed;
}

/** The load and large changes have demands of their own, and a deletion takes as long as what it deletes. */
const UNDEMANDED = /^(50 readers|…|delete|floor|attach|move it|move them|move \d|detach|import)/;
