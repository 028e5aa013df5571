import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findToken } from '../auth/sessions.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { makeUser } from '../db/testing-data.ts';
import { smallFile } from '../import/testing-file.ts';
import { runOnData } from './client.ts';
import { type AdminSocket, openAdminSocket } from './socket.ts';

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
  const socket = await openAdminSocket({ database, dataDir: directory, now: () => NOW, onError: () => undefined });
  sockets.push(socket);
  return socket;
}

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const ask = (request: Parameters<typeof runOnData>[0], onProgress?: (done: number, total: number) => void) =>
  runOnData(request, { databaseUrl: undefined, dataDir, onProgress });

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
  const answer = await ask({ command: 'import', document: smallFile(), visibility: 'internal' }, (done, total) =>
    seen.push([done, total]),
  );
  expect(answer).toMatchObject({ command: 'import', result: { epics: { total: 2, created: 2, changed: 0 } } });
  const last = seen.at(-1);
  expect(last?.[0]).toBe(last?.[1]);
  expect(await database.db.selectFrom('groups').select('visibility').distinct().execute()).toEqual([
    { visibility: 'internal' },
  ]);
  const wrong = { ...smallFile(), epics: [{}] };
  await expect(ask({ command: 'import', document: wrong, visibility: 'private' })).rejects.toThrow(
    'epics[0]: lacks the field "id"',
  );
});

test('nonsense on the socket is answered and hurts nobody', async () => {
  const { path = '' } = await open();
  expect(await say(path, 'what?\n')).toContain('The line is not JSON.');
  for (const text of [
    'null',
    '{"command":"stop"}',
    '{"command":"token"}',
    '{"command":"import","document":{},"visibility":"all"}',
  ]) {
    expect(await say(path, `${text}\n`)).toContain('The server does not know this command.');
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
