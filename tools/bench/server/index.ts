import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase, type OpenDatabase } from '../../../server/db/connection.ts';
import { migrateToLatest } from '../../../server/db/migrate.ts';
import { contest, report, type Contestant } from '../measure.ts';
import { ask, end, start, startPostgres, startProduct } from '../processes.ts';
import { EPICS, fill, ISSUES_EACH, ROADMAP_EPICS } from './data.ts';
import { QUERY, ROADMAP_QUERY, roadmapVariables, variables } from './query.ts';

const ROUND_MS = 2000;
const ROUNDS = 5;
const CONNECTIONS = 8;

/** 100 children of an epic out of 100,000 issues over HTTP, on PostgreSQL and on the embedded database. */
export async function benchServer(): Promise<string[]> {
  const postgres = await startPostgres();
  if (!postgres) {
    console.log('\nserver: NOT RUN, there is no PostgreSQL on this machine.');
    return ['server: not run, there is no PostgreSQL'];
  }
  const directory = mkdtempSync(path.join(os.tmpdir(), 'espalier-bench-'));
  const started: ChildProcess[] = [];
  try {
    console.log(`\nserver: filling two databases with ${EPICS * ISSUES_EACH} issues …`);
    await filled(await openDatabase({ databaseUrl: postgres.url }));
    const worker = pathToFileURL(path.resolve('dist/server/pglite-worker.js'));
    await filled(await openDatabase({ dataDir: directory, worker, queryTimeoutMs: 600_000 }));

    const peer = (name: string): Promise<string> =>
      start(started, ['tools/bench/dist/run.js'], { BENCH_SERVE: name, BENCH_DATABASE: postgres.url });
    const product = (env: Record<string, string>): Promise<string> => startProduct(started, env);
    const floor = await peer('floor');
    const espalier = `${await product({ DATABASE_URL: postgres.url, DATA_DIR: path.join(directory, 'unused') })}/api/graphql`;
    const embedded = `${await product({ DATA_DIR: directory })}/api/graphql`;
    const dataloader = `${await peer('yoga-dataloader')}/graphql`;
    const naive = `${await peer('yoga-naive')}/graphql`;

    await checkSame([floor, espalier, embedded, dataloader, naive], children);
    await checkSame([floor, espalier, embedded], roadmap);
    const name = {
      floor: 'one json_agg statement over node:http',
      espalier: 'Espalier, PostgreSQL',
      embedded: 'Espalier, embedded database',
    };
    const contestants: Contestant[] = [
      { name: name.floor, round: () => load(floor, children) },
      { name: name.espalier, round: () => load(espalier, children) },
      { name: name.embedded, round: () => load(embedded, children) },
      { name: 'Yoga and DataLoader, PostgreSQL', round: () => load(dataloader, children) },
      { name: 'Yoga, a statement per field, PostgreSQL', round: () => load(naive, children) },
    ];
    const demands = [{ left: name.espalier, right: name.floor, atLeast: 0.5 }];
    const unit = 'requests a second';
    return [
      ...report(
        `100 children of an epic out of ${EPICS * ISSUES_EACH} issues`,
        unit,
        await contest(contestants, ROUNDS),
        demands,
      ),
      ...report(
        `Roadmap: a page of 50 out of ${ROADMAP_EPICS} epics`,
        unit,
        await contest(
          [
            { name: name.floor, round: () => load(floor, roadmap) },
            { name: name.espalier, round: () => load(espalier, roadmap) },
            { name: name.embedded, round: () => load(embedded, roadmap) },
          ],
          ROUNDS,
        ),
        demands,
      ),
    ];
  } finally {
    await Promise.all(started.map(end));
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function filled(database: OpenDatabase): Promise<void> {
  try {
    await migrateToLatest(database.db);
    await fill(database);
  } finally {
    await database.close();
  }
}

/** The body of a request, another one at each turn. */
type Body = (turn: number) => string;

const children: Body = (turn) => JSON.stringify({ query: QUERY, variables: variables((turn % EPICS) + 1) });
const roadmap: Body = (turn) => JSON.stringify({ query: ROADMAP_QUERY, variables: roadmapVariables(turn) });

/** The contestants give the same answer, but for the order of keys. */
async function checkSame(urls: readonly string[], body: Body): Promise<void> {
  const answers = await Promise.all(urls.map((url) => ask(url, { body: body(6) })));
  const expected = JSON.stringify(canonical(JSON.parse(answers[0]!)));
  for (const answer of answers) {
    if (JSON.stringify(canonical(JSON.parse(answer))) !== expected)
      throw new Error(`The answers differ:\n${expected.slice(0, 600)}\n${answer.slice(0, 600)}`);
  }
}

/** Requests a second with a few connections, another request at each turn. */
async function load(url: string, body: Body): Promise<number> {
  const start = performance.now();
  let answered = 0;
  let turn = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() - start < ROUND_MS) {
        turn += 1;
        await ask(url, { body: body(turn) });
        answered += 1;
      }
    }),
  );
  return (answered * 1000) / (performance.now() - start);
}

/** Keys in one order, so that equal answers compare equal. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}
