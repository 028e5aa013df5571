import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { openDatabase } from '../../../server/db/connection.ts';
import { at } from '../measure.ts';
import { end, start, startPostgres, startProduct } from '../processes.ts';
import { EPICS, fillPlan, PEOPLE } from './plan.ts';
import { byRest, hear, type Heard, ITEM, type Load, type Rename, TITLE, WHOLE_GROUP } from './sockets.ts';

/** What is asked of the median, in milliseconds. */
const MEDIAN_MOST = 300;

const LOADS: readonly Load[] = [
  { name: `itemChanged, ${EPICS} epics, 50 a second`, epics: EPICS, perSecond: 50, queries: [ITEM] },
  {
    name: `itemChanged and groupChanged, ${EPICS} epics, 50 a second`,
    epics: EPICS,
    perSecond: 50,
    queries: [ITEM, WHOLE_GROUP],
  },
  { name: `itemChanged, all on one epic, 5 a second`, epics: 1, perSecond: 5, queries: [ITEM] },
  { name: `issuableTitleUpdated, ${EPICS} epics, 20 a second`, epics: EPICS, perSecond: 20, queries: [TITLE] },
];

/** The embedded database answers one statement at a time, changes of the hierarchy included: there it is done as a client does it, and less often. */
const EMBEDDED_PER_SECOND = 5;

/** A thousand people, each with a page open, while others change what they look at: is anything lost, and how late is it. */
export async function benchLive(): Promise<string[]> {
  const postgres = await startPostgres();
  if (!postgres) {
    console.log('\nlive: NOT RUN, there is no PostgreSQL on this machine.');
    return ['live: not run, there is no PostgreSQL'];
  }
  const directory = mkdtempSync(path.join(os.tmpdir(), 'espalier-bench-'));
  const started: ChildProcess[] = [];
  const missed: string[] = [];
  try {
    await fillPlan(await openDatabase({ databaseUrl: postgres.url }));
    const worker = pathToFileURL(path.resolve('dist/server/pglite-worker.js'));
    await fillPlan(await openDatabase({ dataDir: directory, worker, queryTimeoutMs: 600_000 }));
    const env = { DATABASE_URL: postgres.url, DATA_DIR: path.join(directory, 'unused') };
    const product = await startProduct(started, env);
    const floor = await start(started, ['tools/bench/dist/run.js'], {
      BENCH_SERVE: 'live-floor',
      BENCH_DATABASE: postgres.url,
    });
    console.log(`\nlive: ${PEOPLE} sockets of ${PEOPLE} people (milliseconds from the change to the message)`);
    console.log(`${''.padEnd(62)}messages   lost doubled  median     p95     max   kB each`);
    const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
    pool.on('error', () => undefined);
    const rename = inDatabase(pool);
    show(
      'floor: LISTEN and ws, nobody is asked',
      LOADS[0]!,
      await hear({ product, floor, pid: started[1]!.pid!, rename }, LOADS[0]!),
    );
    const own = { product, floor: null, pid: started[0]!.pid!, rename };
    for (const load of LOADS) missed.push(...judged('PostgreSQL', load, await hear(own, load)));
    await pool.end();
    await Promise.all(started.splice(0).map(end));
    const embedded = await startProduct(started, { DATA_DIR: directory });
    const ofEmbedded = { product: embedded, floor: null, pid: started[0]!.pid!, rename: byRest(embedded) };
    for (const each of LOADS) {
      const load = {
        ...each,
        perSecond: EMBEDDED_PER_SECOND,
        name: `${each.name.replace(/, \d+ a second$/, '')}, ${EMBEDDED_PER_SECOND} a second`,
      };
      missed.push(...judged('embedded', load, await hear(ofEmbedded, load)));
    }
    return missed;
  } finally {
    await Promise.all(started.map(end));
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What a change comes down to, without the command that makes it: that is measured elsewhere. */
const inDatabase =
  (pool: pg.Pool): Rename =>
  ({ id }, title) =>
    pool.query(
      `WITH changed AS (UPDATE work_items SET title = $2 WHERE id = $1 RETURNING id)
        SELECT pg_notify('espalier_events', json_build_object('workItemIds', json_build_array(id), 'kind', 'title')::text) FROM changed`,
      [id, title],
    );

function judged(engine: string, load: Load, heard: Heard): string[] {
  show(`${engine}: ${load.name}`, load, heard);
  const faults = [
    ...(heard.messages === 0 ? ['nothing came'] : []),
    ...(heard.lost + heard.doubled > 0 ? [`${heard.lost} lost, ${heard.doubled} doubled`] : []),
    ...(at(heard.latencies, 0.5) > MEDIAN_MOST ? [`a median of ${at(heard.latencies, 0.5).toFixed(0)} ms`] : []),
  ];
  return faults.map((fault) => `live, ${engine}, ${load.name}: ${fault}`);
}

function show(name: string, { queries }: Load, { messages, lost, doubled, group, latencies, kilobytes }: Heard): void {
  const figures = [0.5, 0.95, 1].map((share) => at(latencies, share).toFixed(0).padStart(8));
  const counts = [messages, lost, doubled].map((count, index) => String(count).padStart(index === 0 ? 8 : 7));
  const beside = queries.includes(WHOLE_GROUP) ? `   and ${group} of the group` : '';
  console.log(`${name.padEnd(62)}${counts.join('')}${figures.join('')}${kilobytes.toFixed(1).padStart(10)}${beside}`);
}
