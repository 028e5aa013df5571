import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { openDatabase } from '../../../server/db/connection.ts';
import { OPERATIONS } from '../../../server/graphql/testing-scale/operations.ts';
import { median } from '../measure.ts';
import { end, startPostgres, startProduct } from '../processes.ts';
import { filled } from './index.ts';
import { mixedLoad } from './load.ts';

const ISSUES = 10_000;
const TURNS = 3;
/** Of a second: what Linux counts the time of processes in. */
const TICKS = 100;

/** What of the load a replica takes from the primary: the mixed load without one and with one, by turns. The machine is the same, so rates tell nothing. */
export async function benchReplicas(): Promise<string[]> {
  const postgres = await startPostgres();
  if (!postgres) return ['replicas: not run, there is no PostgreSQL'];
  const standby = await postgres.standby();
  try {
    await filled(await openDatabase({ databaseUrl: postgres.url }), ISSUES);
    const [primary, replica] = [await postmasterOf(postgres.url), await postmasterOf(standby.url)];
    const figures = { alone: [] as Figures[], replicated: [] as Figures[] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      figures.alone.push(await loaded({ DATABASE_URL: postgres.url }, primary, replica));
      const env = { DATABASE_URL: postgres.url, DATABASE_READ_URL: standby.url };
      figures.replicated.push(await loaded(env, primary, replica));
    }
    console.log(`\n${'replicas (10,000 issues, mixed load)'.padEnd(44)}${'none'.padStart(10)}${'one'.padStart(10)}`);
    for (const name of NAMES) {
      const [alone, replicated] = [figures.alone, figures.replicated].map((runs) =>
        median(runs.map((run) => run[name]))
          .toFixed(1)
          .padStart(10),
      );
      console.log(`${name.padEnd(44)}${alone}${replicated}`);
    }
    return [];
  } finally {
    await standby.stop();
    await postgres.stop();
  }
}

const NAMES = [
  'server, ms of a processor a read',
  'primary, ms of a processor a read',
  'replica, ms of a processor a read',
  'reads a second',
] as const;
type Figures = Record<(typeof NAMES)[number], number>;

async function loaded(env: Record<string, string>, primary: number, replica: number): Promise<Figures> {
  const started: ChildProcess[] = [];
  try {
    const url = await startProduct(started, env);
    const asked = OPERATIONS.filter(({ last }) => last !== true);
    const those = [started[0]!.pid!, primary, replica];
    const before = those.map(timeOf);
    const began = performance.now();
    const { reads } = await mixedLoad(url, asked);
    const count = (reads * (performance.now() - began)) / 1000;
    const times = those.map((pid, at) => ((timeOf(pid) - before[at]!) * 1000) / TICKS / count);
    return Object.fromEntries([...times, reads].map((figure, at) => [NAMES[at], figure])) as Figures;
  } finally {
    await Promise.all(started.map(end));
  }
}

/** The process above all those of a PostgreSQL. */
async function postmasterOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const parent = statOf(rows[0]!.pid)[1]!;
  await client.end();
  return parent;
}

/** State, parent and so on of a process, from its state on. */
const statOf = (pid: number): number[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
};

/** Ticks that a process and those below it have taken, those that have ended included. */
function timeOf(top: number): number {
  const sum = (pid: number): number => {
    const stat = statOf(pid);
    return [11, 12, 13, 14].reduce((total, at) => total + stat[at]!, 0);
  };
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids.reduce((total, pid) => {
    try {
      return statOf(pid)[1] === top ? total + sum(pid) : total;
    } catch {
      return total; // It has ended meanwhile.
    }
  }, sum(top));
}
