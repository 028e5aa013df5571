import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from './scripts/lib/postgres.mjs';
import { hashSecret } from '../server/auth/secrets.ts';
import { type BuiltModules, buildForTest } from '../server/db/testing-build.ts';
import { endProcesses, startNode } from '../server/db/testing-processes.ts';
import { openPostgres } from '../server/db/postgres.ts';
import { makeGroup } from '../server/db/testing-data.ts';

/** The built server as a process on a PostgreSQL that ends under it again and again. */
const FAULTS = 20;
const WRITERS = 4;
const TOKEN = 'glpat-writers';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let built: BuiltModules;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'espalier-lost-'));
  postgres = await startPostgres();
  built = await buildForTest({ main: 'server/main.ts', 'pglite-worker': 'server/db/pglite-worker.ts' });
}, 120_000);
afterEach(endProcesses);
afterAll(async () => {
  await postgres?.stop();
  built.remove();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);

/** Ends every connection of the server at once, as an administrator does. */
async function terminate(url: string): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'espalier%'`);
  await admin.end();
}

test('AP-06.30 writers go on through 20 restarts and terminations: nothing acknowledged is lost, nothing is there twice', async () => {
  if (!postgres) {
    expect(process.env.CI).not.toBe('true');
    console.warn('NOT RUN: there is no PostgreSQL on this machine.');
    return;
  }
  const { url, restart } = postgres;
  const server = startNode([join(built.directory, 'main.js')], {
    PORT: '0',
    SEED: 'none',
    DATA_DIR: dataDir,
    DATABASE_URL: url,
  });
  const [address] = /http:\S+[^/]/.exec(await server.line('is ready')) as unknown as [string];
  const own = await openPostgres({ databaseUrl: url, poolSize: 1 });
  await makeGroup(own.db, { path: 'acme' });
  await own.db
    .insertInto('access_tokens')
    .values({ user_id: 1, name: 'writers', token_hash: hashSecret(TOKEN), last_used_at: new Date().toISOString() })
    .execute();
  let toldOfGap: () => void = () => undefined;
  let heard: (payload: string) => void = () => undefined;
  await own.listen(
    'espalier_gap',
    (payload) => heard(payload),
    () => toldOfGap(),
  );

  const acknowledged: string[] = [];
  const odd: string[] = [];
  let refused = 0;
  let going = true;
  let onWrite: () => void = () => undefined;
  const write = async (title: string): Promise<boolean> => {
    const answer = await fetch(`${address}/api/v4/groups/acme/epics`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'private-token': TOKEN, 'idempotency-key': title },
      body: JSON.stringify({ title }),
    }).catch((error: unknown) => String(error));
    if (typeof answer === 'string') {
      odd.push(answer);
      return true;
    }
    if (answer.status === 503 && answer.headers.get('retry-after') !== null) {
      refused += 1;
      return false;
    }
    if (answer.status === 201) {
      acknowledged.push(title);
      onWrite();
    } else odd.push(`${answer.status} ${await answer.text()}`);
    return true;
  };
  const writer = async (name: number): Promise<void> => {
    for (let count = 0; going; count += 1) {
      // A refused write is sent again under the same key: had it happened all the same, it does not happen twice.
      while (going && !(await write(`epic ${name}.${count}`)));
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, name) => writer(name));
  const written = (): Promise<void> => new Promise((resolve) => (onWrite = resolve));
  const gone = server.ended().then(({ code, stderr }): never => {
    going = false;
    throw new Error(`The server ended with ${code}: ${stderr}`);
  });

  await Promise.race([written(), gone]);
  for (let fault = 0; fault < FAULTS; fault += 1) {
    const gap = new Promise<void>((resolve) => (toldOfGap = resolve));
    if (fault % 4 === 1) await restart();
    else if (fault % 4 === 3) await restart('SIGKILL');
    else await terminate(url);
    await Promise.race([Promise.all([gap, written()]), gone]);
    // The server may be closing the idle connection that is taken for it: what only reads is then asked again.
    const health = () => fetch(`${address}/-/health`);
    expect((await health().catch(health)).status).toBe(200);
  }
  going = false;
  await Promise.all(writers);

  expect(odd).toEqual([]);
  expect(refused).toBeGreaterThan(0);
  const rows = await own.db.selectFrom('work_items').select('title').execute();
  const kept = rows.map(({ title }) => title);
  expect(new Set(kept).size).toBe(kept.length);
  expect(acknowledged.filter((title) => !kept.includes(title))).toEqual([]);
  const last = new Promise<string>((resolve) => (heard = resolve));
  await own.notify('espalier_gap', 'still there');
  expect(await last).toBe('still there');
  await own.close();
  gone.catch(() => undefined);
  server.child.kill('SIGTERM');
  expect((await server.ended()).code).toBe(0);
}, 300_000);
