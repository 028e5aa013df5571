import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findToken } from '../auth/sessions.ts';
import { takeSignInLink } from '../auth/sign-in-link.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { makeUser } from '../db/testing-data.ts';
import type { PlanningSink } from '../import/spool.ts';
import { feedDocument, smallFile } from '../import/testing-file.ts';
import { everyRow } from '../import/testing-rows.ts';
import { runOnData } from './client.ts';
import { type AdminSocket, openAdminSocket } from './socket.ts';
import { claimSocketPath } from './socket-path.ts';

const URL_HERE = 'https://plan.example.org';
const NOW = '2026-11-21T12:00:00.000Z';
let database: TestDatabase;
let dataDir: string;
const sockets: AdminSocket[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.reset();
  dataDir = mkdtempSync(join(tmpdir(), 'espalier-admin-'));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function open(directory = dataDir): Promise<AdminSocket> {
  const socket = await openAdminSocket({
    database,
    dataDir: directory,
    baseUrl: URL_HERE,
    now: () => NOW,
    onError: () => undefined,
  });
  sockets.push(socket);
  return socket;
}

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const ask = (request: Parameters<typeof runOnData>[0], more: Partial<Parameters<typeof runOnData>[1]> = {}) =>
  runOnData(request, { databaseUrl: undefined, dataDir, baseUrl: 'http://127.0.0.1:1', ...more });
const importing = { command: 'import', visibility: 'internal', dryRun: false } as const;
const feed = (document: object) => (sink: PlanningSink) => feedDocument(document, sink);

/** Says the text to the socket and answers everything that comes back. */
function say(path: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => socket.write(text));
    let heard = '';
    socket.on('data', (data: Buffer) => (heard += data.toString()));
    socket.on('close', () => resolve(heard));
    socket.on('error', reject);
  });
}

test('only the owner may open the socket, and it is gone after the end', async () => {
  const socket = await open();
  expect(socket.path).toBe(join(dataDir, 'admin', 'server.sock'));
  expect([mode(join(dataDir, 'admin')), mode(socket.path ?? '')]).toEqual(['700', '600']);
  await socket.close();
  expect(existsSync(socket.path ?? '')).toBe(false);
});

test('a directory that was open to others is closed to them', async () => {
  mkdirSync(join(dataDir, 'admin'), { mode: 0o755 });
  await open();
  expect(mode(join(dataDir, 'admin'))).toBe('700');
});

test('a token made through the socket signs its user in, and only its hash is kept', async () => {
  const id = await makeUser(database.db, 'Alice');
  await open();
  const answer = await ask({ command: 'token', username: 'alice' });
  const token = answer.command === 'token' ? answer.token : '';
  expect(token).toMatch(/^glpat-[A-Za-z0-9_-]{43}$/);
  expect((await findToken(database.db, token, NOW))?.viewer.userId).toBe(id);
  const rows = await database.db.selectFrom('access_tokens').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token.slice(6));
});

test('RP-02.414 a link made through the socket signs its user in at the address of the server', async () => {
  const id = await makeUser(database.db, 'Alice');
  await open();
  const answer = await ask({ command: 'sign-in-link', username: 'alice' });
  const link = new URL(answer.command === 'sign-in-link' ? answer.link : '');
  expect([link.origin, link.pathname]).toEqual([URL_HERE, '/-/sign-in']);
  expect(await takeSignInLink(database.db, link.searchParams.get('token') ?? '', NOW)).toBe(id);
  await expect(ask({ command: 'sign-in-link', username: 'nobody' })).rejects.toThrow('There is no user "nobody".');
});

test('an unknown or blocked user gets no token', async () => {
  await makeUser(database.db, 'gone');
  await database.db.updateTable('users').set({ state: 'blocked' }).where('username', '=', 'gone').execute();
  await open();
  await expect(ask({ command: 'token', username: 'nobody' })).rejects.toThrow('There is no user "nobody".');
  await expect(ask({ command: 'token', username: 'gone' })).rejects.toThrow('The user "gone" is blocked.');
  expect(await database.db.selectFrom('access_tokens').selectAll().execute()).toEqual([]);
});

test('an import through the socket reports its progress and refuses with every fault', async () => {
  await open();
  const seen: [number, number][] = [];
  const answer = await ask(importing, {
    feed: feed(smallFile()),
    onProgress: (done, total) => seen.push([done, total]),
  });
  expect(answer).toMatchObject({ command: 'import', result: { epics: { total: 2, created: 2, changed: 0 } } });
  const last = seen.at(-1);
  expect(last?.[0]).toBe(last?.[1]);
  expect(await database.db.selectFrom('groups').select('visibility').distinct().execute()).toEqual([
    { visibility: 'internal' },
  ]);
  const wrong = { ...smallFile(), epics: [{}] };
  await expect(ask(importing, { feed: feed(wrong) })).rejects.toThrow('epics[0]: lacks the field "id"');
});

test('RP-02.433 an import that its tool cancels, or that loses its tool, is taken back', async () => {
  const socket = await open();
  const before = await everyRow(database.db);
  const cancelled = new AbortController();
  const words = ask(importing, {
    feed: feed(smallFile()),
    signal: cancelled.signal,
    onProgress: () => cancelled.abort(),
  });
  await expect(words).rejects.toThrow('The import was cancelled.');
  expect(await everyRow(database.db)).toEqual(before);

  const lost = connect(socket.path ?? '');
  const parts: string[] = [JSON.stringify(importing)];
  await feedDocument(smallFile(), {
    set: async (field, value) => void parts.push(JSON.stringify({ type: 'field', field, value })),
    add: async (list, rows) => void parts.push(JSON.stringify({ type: 'rows', list, rows })),
  });
  lost.write(`${parts.join('\n')}\n{"type":"end"}\n`);
  await new Promise((resolve) => lost.once('data', resolve));
  lost.destroy();
  // Waits for what runs.
  await socket.close();
  expect(await everyRow(database.db)).toEqual(before);
});

test('RP-02.435 a dry run through the socket says what would change, and changes nothing', async () => {
  await open();
  const before = await everyRow(database.db);
  const answer = await ask({ ...importing, dryRun: true }, { feed: feed(smallFile()) });
  expect(answer).toMatchObject({ result: { epics: { total: 2, created: 2 }, links: { created: 1 } } });
  expect(await everyRow(database.db)).toEqual(before);
});

test('nonsense on the socket is answered and hurts nobody', async () => {
  const { path = '' } = await open();
  expect(await say(path, 'what?\n')).toContain('The line is not JSON.');
  for (const text of [
    'null',
    '{"command":"stop"}',
    '{"command":"token"}',
    '{"command":"import","dryRun":false,"visibility":"all"}',
  ]) {
    expect(await say(path, `${text}\n`)).toContain('The server does not know this command.');
  }
  for (const text of ['{"type":"rows","list":"secrets","rows":[]}', '{"type":"rows","list":"epics","rows":5}', '5']) {
    expect(await say(path, `${JSON.stringify(importing)}\n${text}\n`)).toContain('does not know this part of a file');
  }
  expect(await ask({ command: 'token', username: 'root' })).toMatchObject({ command: 'token' });
});

test('an error of the server is reported as such', async () => {
  await open();
  await database.db.schema.alterTable('access_tokens').renameTo('hidden_tokens').execute();
  try {
    await expect(ask({ command: 'token', username: 'root' })).rejects.toThrow('access_tokens');
  } finally {
    await database.db.schema.alterTable('hidden_tokens').renameTo('access_tokens').execute();
  }
});

test('a directory whose path is too long for a socket gets one below the temporary directory, and tools find it', async () => {
  dataDir = join(dataDir, 'a'.repeat(120));
  const socket = await open();
  expect(socket.path?.startsWith(tmpdir())).toBe(true);
  expect(readFileSync(join(dataDir, 'admin', 'socket-path'), 'utf8')).toBe(socket.path);
  expect([mode(join(socket.path ?? '', '..')), mode(socket.path ?? '')]).toEqual(['700', '600']);
  expect(await ask({ command: 'token', username: 'root' })).toMatchObject({ command: 'token' });
  await socket.close();
  expect(existsSync(join(socket.path ?? '', '..'))).toBe(false);
  dataDir = join(dataDir, '..');
});

test('the socket of a dead server is replaced, that of a living one is shared', async () => {
  const first = await open();
  const second = await open();
  expect(second.path).toBeUndefined();
  await second.close();
  expect(await ask({ command: 'token', username: 'root' })).toMatchObject({ command: 'token' });
  await first.close();
  // What a killed server leaves behind.
  mkdirSync(join(dataDir, 'admin'), { recursive: true });
  const { createServer } = await import('node:net');
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(join(dataDir, 'admin', 'other.sock'), resolve));
  await new Promise((resolve) => dead.close(resolve));
  const third = await open();
  expect(third.path).toBe(join(dataDir, 'admin', 'server.sock'));
});

/** So many turns of the event loop: what another socket of this process has sent has arrived. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('RP-02.453 a backup that is written more slowly than it comes is whole, though the connection has ended', async () => {
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  const bytes = (text: string): string => line({ type: 'bytes', base64: Buffer.from(text).toString('base64') });
  const written: string[] = [];
  const server = createServer((socket) => {
    socket.write(bytes('some'));
    // The rest comes with the end, while the tool still writes what came first.
    void turns(20).then(() => socket.end(bytes(' and more') + line({ type: 'result', result: { command: 'backup' } })));
  });
  server.listen(claimSocketPath(dataDir));
  const give = async (part: Uint8Array) => {
    await turns(60);
    written.push(Buffer.from(part).toString());
  };
  expect(await ask({ command: 'backup' }, { give })).toEqual({ command: 'backup' });
  expect(written.join('')).toBe('some and more');
  server.close();
});
