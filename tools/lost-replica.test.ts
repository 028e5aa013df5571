import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from './scripts/lib/postgres.mjs';
import { hashSecret } from '../server/auth/secrets.ts';
import { type BuiltModules, buildForTest } from '../server/db/testing-build.ts';
import { endProcesses, startNode } from '../server/db/testing-processes.ts';
import { makeEpic, makeGroup } from '../server/db/testing-data.ts';
import type { OpenDatabase } from '../server/db/open-database.ts';
import { openPostgres } from '../server/db/postgres.ts';

/** Two servers on a PostgreSQL with two streaming replicas, all of which end under writers and readers again and again. */
const WRITERS = 3;
const READERS = 6;
const ROUNDS = 2;

let primary: Awaited<ReturnType<typeof startPostgres>>;
let standbys: Awaited<ReturnType<NonNullable<typeof primary>['standby']>>[] = [];
let own: OpenDatabase | undefined;
let built: BuiltModules;
let dataDirs: string[];
beforeAll(async () => {
  dataDirs = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'espalier-replica-')));
  primary = await startPostgres();
  built = await buildForTest({ main: 'server/main.ts', 'pglite-worker': 'server/db/pglite-worker.ts' });
}, 120_000);
afterEach(endProcesses);
afterAll(async () => {
  await own?.close();
  for (const standby of standbys) await standby.stop();
  await primary?.stop();
  built.remove();
  for (const directory of dataDirs) rmSync(directory, { recursive: true, force: true });
}, 120_000);

/** Runs a statement on a server as its administrator. */
async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

const END_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'espalier%'`;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

test('AP-06.62 replicas and their primary end under writers: nothing acknowledged is lost, nothing is read backwards', async () => {
  if (!primary) {
    expect(process.env.CI).not.toBe('true');
    console.warn('NOT RUN: there is no PostgreSQL on this machine.');
    return;
  }
  const { url } = primary;
  // Behind by more than a request takes: what is shown too early is seen. One is reached in time for who has written, the other is not.
  standbys = [];
  for (const delay of ['40ms', '250ms']) standbys.push(await primary.standby({ recovery_min_apply_delay: delay }));
  const readUrls = standbys.map((standby) => standby.url);
  const servers = dataDirs.map((directory, at) =>
    startNode([join(built.directory, 'main.js')], {
      PORT: '0',
      SEED: 'none',
      DATA_DIR: directory,
      DATABASE_URL: url,
      // Whichever order they are named in.
      DATABASE_READ_URL: (at === 0 ? readUrls : [...readUrls].reverse()).join(','),
    }),
  );
  const addresses: string[] = [];
  for (const server of servers) addresses.push(/http:\S+[^/]/.exec(await server.line('is ready'))![0]);
  let going = true;
  const gone = Promise.race(
    servers.map((server) =>
      server.ended().then(({ code, stderr }): never => {
        going = false;
        throw new Error(`A server ended with ${code}: ${stderr}`);
      }),
    ),
  );
  gone.catch(() => undefined);

  const { db } = (own = await openPostgres({ databaseUrl: url, poolSize: 1 }));
  const groupId = await makeGroup(db, { path: 'acme' });
  const epics: Awaited<ReturnType<typeof makeEpic>>[] = [];
  for (let at = 0; at < WRITERS; at += 1) epics.push(await makeEpic(db, { groupId, title: '0' }));
  const people = [...Array(WRITERS).keys()].map((at) => `writer ${at}`);
  people.push(...[...Array(READERS).keys()].map((at) => `reader ${at}`));
  for (const name of people) {
    const values = { user_id: 1, name, token_hash: hashSecret(name), last_used_at: new Date().toISOString() };
    await db.insertInto('access_tokens').values(values).execute();
  }

  const odd: string[] = [];
  let turn = 0;
  /** The answer of one server or the other; asked again until it is one, as long as the test goes on. */
  const ask = async (path: string, token: string, init: RequestInit = {}): Promise<Response | null> => {
    while (going) {
      turn += 1;
      const headers = { 'content-type': 'application/json', 'private-token': token };
      const answer = await fetch(`${addresses[turn % 2]}${path}`, { ...init, headers }).catch((error: unknown) =>
        String(error),
      );
      if (typeof answer !== 'string') {
        if (answer.ok) return answer;
        await answer.body?.cancel();
        if (answer.status === 503) {
          await pause(20);
          continue;
        }
      }
      odd.push(`${path}: ${typeof answer === 'string' ? answer : answer.status}`);
    }
    return null;
  };
  const pathOf = (epic: number): string => `/api/v4/groups/acme/epics/${epics[epic]!.iid}`;
  const read = async (epic: number, token: string): Promise<number | null> => {
    const answer = await ask(pathOf(epic), token);
    return answer && Number(((await answer.json()) as { title: string }).title);
  };

  const acknowledged = epics.map(() => 0);
  const steps = { written: 0, read: 0 };
  const writer = async (epic: number): Promise<void> => {
    for (let count = 1; going; count += 1) {
      const body = JSON.stringify({ title: String(count) });
      if (!(await ask(pathOf(epic), `writer ${epic}`, { method: 'PUT', body }))) return;
      acknowledged[epic] = count;
      steps.written += 1;
      const seen = await read(epic, `writer ${epic}`);
      if (seen !== null && seen < count) odd.push(`writer ${epic} has written ${count} and read ${seen}`);
    }
  };
  const reader = async (name: string): Promise<void> => {
    const seen = epics.map(() => 0);
    for (let count = 0; going; count += 1) {
      const epic = count % epics.length;
      const now = await read(epic, name);
      if (now === null) return;
      if (now < seen[epic]!) odd.push(`${name} has read ${seen[epic]} and then ${now}`);
      seen[epic] = now;
      steps.read += 1;
    }
  };
  const everybody = people.map((name, at) => (at < WRITERS ? writer(at) : reader(name)));
  /** Goes on until so much more was written and read. */
  const goOn = async (): Promise<void> => {
    const { written, read: readings } = steps;
    while (steps.written < written + 20 || steps.read < readings + 60) await Promise.race([pause(20), gone]);
  };

  await goOn();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const standby of standbys) {
      await standby.restart('SIGKILL');
      await goOn();
      await run(standby.url, 'SELECT pg_wal_replay_pause()');
      await goOn();
      await run(standby.url, 'SELECT pg_wal_replay_resume()');
      await run(standby.url, END_CONNECTIONS);
      await goOn();
    }
    await standbys[0]!.restart();
    await primary.restart(round % 2 === 0 ? 'SIGKILL' : 'SIGINT');
    await goOn();
  }
  // One for good: the others do without it.
  await standbys[1]!.end();
  await goOn();
  await standbys[1]!.begin();
  const answered = async (): Promise<string> => {
    const texts = await Promise.all(addresses.map(async (address) => (await fetch(`${address}/-/metrics`)).text()));
    return texts.join('\n');
  };
  for (const end = Date.now() + 20_000; /espalier_replica_in_use\{\S+ 0/.test(await answered());) {
    if (Date.now() > end) throw new Error(`A replica has not come back: ${await answered()}`);
    await Promise.race([pause(100), gone]);
  }
  /** How many readings the replicas have answered. */
  const byReplicas = async (): Promise<number> =>
    [...(await answered()).matchAll(/espalier_readings_total\{database="(?!primary)\S+"\} (\d+)/g)]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0);
  const before = await byReplicas();
  expect(before).toBeGreaterThan(0);
  for (const end = Date.now() + 20_000; (await byReplicas()) < before + 20;) {
    if (Date.now() > end) throw new Error(`The replicas answer no more: ${await answered()}`);
    await Promise.race([pause(100), gone]);
  }

  // The primary is lost for good, as docs/operating.md has it: each change had waited for the replicas, and one of them takes its place.
  await run(url, `ALTER SYSTEM SET synchronous_standby_names = 'FIRST 2 (*)'`);
  await run(url, 'SELECT pg_reload_conf()');
  await goOn();
  await primary.end('SIGKILL');
  going = false;
  await Promise.all(everybody);
  for (const server of servers) {
    server.child.kill('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  }
  expect(odd).toEqual([]);
  await run(standbys[0]!.url, 'SELECT pg_promote()');
  const next = startNode([join(built.directory, 'main.js')], {
    PORT: '0',
    SEED: 'none',
    DATA_DIR: dataDirs[0]!,
    DATABASE_URL: standbys[0]!.url,
  });
  addresses.fill(/http:\S+[^/]/.exec(await next.line('is ready'))![0]);
  going = true;
  const kept = await Promise.all(epics.map((_, at) => read(at, 'reader 0')));
  expect(kept.filter((title, at) => title! < acknowledged[at]!)).toEqual([]);
  expect(
    (await ask(pathOf(0), 'writer 0', { method: 'PUT', body: JSON.stringify({ title: '1000000' }) }))?.status,
  ).toBe(200);
  expect(await read(0, 'writer 0')).toBe(1_000_000);
}, 300_000);
