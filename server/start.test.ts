import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from './config.ts';
import { openPostgres } from './db/postgres.ts';
import { Fatal, type OpenDatabase } from './db/open-database.ts';
import { openEmptyTestDatabase } from './db/testing.ts';
import { type Running, start } from './start.ts';

let database: OpenDatabase;
let dataDir: string;
let fatal: Fatal;
const lines: string[] = [];
const warnings: string[] = [];
const exits: number[] = [];
const running: Running[] = [];
let onExit: () => void = () => undefined;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'espalier-start-'));
  database = await openEmptyTestDatabase();
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  fatal = new Fatal();
  for (const said of [lines, warnings, exits]) said.length = 0;
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
});

/** Starts a server on the test's database, which stays open after it. */
async function startHere(env: Record<string, string> = {}, print?: (line: string) => void): Promise<Running> {
  const started = await start({
    config: readConfig({ PORT: '0', DATA_DIR: dataDir, SEED: 'none', ...env }),
    say: print ?? ((line) => lines.push(line)),
    ...(print && { log: { level: 'info', stream: { write: print } } }),
    warn: (line) => warnings.push(line),
    exit: (code) => {
      exits.push(code);
      onExit();
    },
    open: async () => ({
      ...database,
      onFatal: (handle: (error: Error) => void) => fatal.subscribe(handle),
      close: async () => undefined,
    }),
  });
  running.push(started);
  return started;
}

/** Comes back when it is so; the log's line follows the answer. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test('servers that start together on an empty database fill it once', async () => {
  // An embedded database has one process: there the second one comes after the first.
  const first = startHere({ SEED: 'demo' });
  if (database.kind === 'pglite') await first;
  await Promise.all([first, startHere({ SEED: 'demo' })]);
  const { db } = database;
  const items = await db.selectFrom('work_items').select(['external_id', 'title']).execute();
  expect(items.length).toBeGreaterThan(1900);
  expect(new Set(items.map(({ external_id }) => external_id)).size).toBe(items.length);
  expect(lines.filter((line) => line.startsWith('Filling'))).toHaveLength(1);
  expect(warnings).toEqual([]);
  for (const { address } of running) expect((await fetch(`${address}/-/health`)).status).toBe(200);
}, 120_000);

test('RP-02.414 the first start offers a link, later ones say how to get one, until an administrator has a password', async () => {
  await database.db.deleteFrom('sign_in_links').execute();
  lines.length = 0;
  const offered = () => lines.filter((line) => line.includes('/-/sign-in?token=')).length;
  const hinted = () => lines.filter((line) => line.includes('npm run sign-in-link')).length;
  await Promise.all([startHere(), ...(database.kind === 'pglite' ? [] : [startHere()])]);
  expect(offered()).toBe(1);
  lines.length = 0;
  await startHere();
  expect([offered(), hinted()]).toEqual([0, 1]);
  await database.db.updateTable('users').set({ password_hash: 'set' }).where('id', '=', 1).execute();
  await startHere();
  expect([offered(), hinted()]).toEqual([0, 1]);
  await database.db.updateTable('users').set({ password_hash: null }).where('id', '=', 1).execute();
});

test('RP-02.401 with PUBLIC_URL the address and the link are those that people use', async () => {
  await database.db.deleteFrom('sign_in_links').execute();
  const { address } = await startHere({ PUBLIC_URL: 'https://plan.example.org' });
  expect(lines[0]).toBe(`Espalier is ready: https://plan.example.org/ (listening on ${address}/)`);
  expect(lines[1]).toMatch(/^Sign in as root, once, within a day: https:\/\/plan\.example\.org\/-\/sign-in\?token=/);
});

test('RP-02.415 the lines for people come before the log, and the link is not in it', async () => {
  await database.db.deleteFrom('sign_in_links').execute();
  const printed: string[] = [];
  const { address } = await startHere({}, (line) => printed.push(line));
  expect(printed).toEqual([expect.stringMatching(/^Espalier is ready/), expect.stringMatching(/^Sign in as root/)]);
  const link = /http\S+/.exec(printed[1] ?? '')?.[0] ?? '';
  await fetch(link);
  await fetch(`${address}/-/health`);
  await until(() => printed.length === 4);
  expect(printed.slice(2).map((line) => (JSON.parse(line) as { route: string }).route)).toEqual([
    '/-/sign-in',
    '/-/health',
  ]);
  expect(printed.slice(2).join()).not.toContain(new URL(link).searchParams.get('token'));
});

test('a server that listens everywhere is reached by the address it prints', async () => {
  const { address } = await startHere({ HOST: '0.0.0.0' });
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(lines).toContain(`Espalier is ready: ${address}/`);
  expect((await fetch(`${address}/-/health`)).status).toBe(200);
});

test('a port in use is said in one line', async () => {
  const { address } = await startHere();
  const { port } = new URL(address);
  await expect(startHere({ PORT: port })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another port with PORT.`,
  );
});

test('an address that this machine does not have is said in one line', async () => {
  await expect(startHere({ HOST: '203.0.113.7' })).rejects.toThrow(
    'This machine has no address 203.0.113.7. Choose another one with HOST.',
  );
});

test('after a fatal error of the database it is said, requests get a last answer, and the process ends with 1', async () => {
  const { address } = await startHere();
  const ended = new Promise<void>((resolve) => (onExit = resolve));
  fatal.raise(new Error('the disk is full'));
  expect(warnings).toEqual(['The database cannot be used any more: the disk is full']);
  expect(exits).toEqual([]);
  expect((await fetch(`${address}/-/health`)).status).toBe(200);
  await ended;
  expect(exits).toEqual([1]);
});

test('with DATABASE_URL of a server that is not there the start fails and says so', async () => {
  await expect(
    start({
      config: readConfig({ PORT: '0', DATA_DIR: dataDir, DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' }),
      say: () => undefined,
      warn: () => undefined,
    }),
  ).rejects.toThrow(/^Cannot connect to the database of DATABASE_URL: .*ECONNREFUSED 127\.0\.0\.1:1$/);
});

/** A server that refuses every connection as PostgreSQL does: an error message of the protocol with code and text. */
function refusing(code: string, message: string): Promise<{ url: string; server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
      const head = Buffer.alloc(5);
      head.write('E');
      head.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([head, fields]));
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve({ url: `postgres://me:secret@127.0.0.1:${port}/plan`, server });
    });
  });
}

test.each([
  ['28P01', 'password authentication failed for user "me"'],
  ['3D000', 'database "plan" does not exist'],
  ['53300', 'sorry, too many clients already'],
])('a PostgreSQL that refuses with %s is quoted, without the password', async (code, message) => {
  const { url, server } = await refusing(code, message);
  const failed = openPostgres({ databaseUrl: url }).then(
    () => 'connected',
    (error: Error) => error.message,
  );
  expect(await failed).toBe(`Cannot connect to the database of DATABASE_URL: ${message}`);
  await new Promise((resolve) => server.close(resolve));
});
