import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findToken } from '../auth/sessions.ts';
import { type BuiltModules, buildForTest } from '../db/testing-build.ts';
import { endProcesses, startNode } from '../db/testing-processes.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { fileEpic, smallFile } from '../import/testing-file.ts';
import { importCommand, signInLinkCommand, tokenCommand } from './command-line.ts';
import { type AdminSocket, openAdminSocket } from './socket.ts';

/** The tools themselves, as processes, and their words. */
let built: BuiltModules;
let database: TestDatabase;
let home: string;
let socket: AdminSocket | undefined;
beforeAll(async () => {
  built = await buildForTest({
    'pglite-worker': 'server/db/pglite-worker.ts',
    lock: 'server/db/directory-lock.ts',
    'tools/import': 'tools/import.ts',
    'tools/sign-in-link': 'tools/sign-in-link.ts',
    'tools/token': 'tools/token.ts',
  });
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  built.remove();
});
beforeEach(async () => {
  await database.reset();
  home = mkdtempSync(join(tmpdir(), 'espalier-tools-'));
});
afterEach(endProcesses);
afterEach(async () => {
  await socket?.close();
  socket = undefined;
  rmSync(home, { recursive: true, force: true });
});

const tool = (name: string, args: string[]) =>
  startNode([join(built.directory, 'tools', `${name}.js`), ...args], {
    DATA_DIR: join(home, 'data'),
    DATABASE_URL: '',
    INIT_CWD: home,
  });

const write = (name: string, document: unknown): void => writeFileSync(join(home, name), JSON.stringify(document));

/** Four processes, one after the other, each of which opens a database; the first makes it. How long that takes is the machine's affair. */
const TEN_MINUTES = 600_000;

test(
  'while no server runs the tools open the embedded database themselves',
  async () => {
    write('small.json', smallFile());
    const imported = await tool('import', ['small.json']).ended();
    expect(imported).toMatchObject({ code: 0, stderr: expect.stringContaining('Importing: 100 %') as string });
    expect(imported.stdout).toContain('Imported small:');
    expect(imported.stdout).toMatch(/epics +2 {2}\(2 new, 0 changed, 0 as they were\)/);
    const again = await tool('import', ['small.json']).ended();
    expect(again.stdout).toMatch(/epics +2 {2}\(0 new, 0 changed, 2 as they were\)/);
    const token = await tool('token', ['ann']).ended();
    expect(token.code).toBe(0);
    expect(token.stdout.trimEnd().split('\n').at(-1)).toMatch(/^glpat-[A-Za-z0-9_-]{43}$/);
    const link = await tool('sign-in-link', []).ended();
    expect(link.stdout).toMatch(/^http:\/\/127\.0\.0\.1:3000\/-\/sign-in\?token=[\w-]{43}\n$/);
    const unknown = await tool('token', ['nobody']).ended();
    expect(unknown).toMatchObject({ code: 1, stdout: '', stderr: 'There is no user "nobody".\nNo token was made.\n' });
  },
  TEN_MINUTES,
);

test('while a server runs the tools go through its socket', async () => {
  socket = await openAdminSocket({ database, dataDir: join(home, 'data'), baseUrl: 'http://127.0.0.1:9' });
  write('small.json', smallFile());
  const imported = await tool('import', ['small.json', '--visibility', 'public']).ended();
  expect(imported.code).toBe(0);
  const groups = await database.db.selectFrom('groups').select(['full_path', 'visibility']).orderBy('id').execute();
  expect(groups).toEqual([
    { full_path: 'top', visibility: 'public' },
    { full_path: 'top/sub', visibility: 'public' },
  ]);
  const token = (await tool('token', ['ann']).ended()).stdout.trimEnd().split('\n').at(-1) ?? '';
  expect((await findToken(database.db, token, new Date().toISOString()))?.viewer.username).toBe('ann');
  await tool('token', ['ann', '--scope', 'read_api', '--expires', 'never', '--name', 'Nightly']).ended();
  expect(
    await database.db.selectFrom('access_tokens').select(['name', 'scope', 'expires_at']).orderBy('id').execute(),
  ).toEqual([
    { name: 'Made by npm run token', scope: 'api', expires_at: expect.stringMatching(/T00:00:00/) as string },
    { name: 'Nightly', scope: 'read_api', expires_at: null },
  ]);
  const link = (await tool('sign-in-link', ['ann']).ended()).stdout.trimEnd();
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:9\/-\/sign-in\?token=/);
});

test('a tool waits for a server that is still starting', async () => {
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(home, 'data'));
  const script = `import { lockDirectory } from ${JSON.stringify(join(built.directory, 'lock.js'))};
    lockDirectory(${JSON.stringify(join(home, 'data'))}); console.log('locked'); process.stdin.resume();`;
  const starting = startNode(['--input-type=module', '-e', script]);
  await starting.line('locked');
  const waiting = tool('token', ['root']);
  await new Promise<void>((resolve) => {
    waiting.child.stderr.once('data', () => resolve());
  });
  socket = await openAdminSocket({ database, dataDir: join(home, 'data'), baseUrl: 'http://127.0.0.1:9' });
  const done = await waiting.ended();
  expect(done.stderr).toBe('Waiting for another process that is using the data directory …\n');
  expect(done.stdout).toMatch(/^glpat-/);
});

test('every fault is named, at most twenty of them, and nothing is written', async () => {
  socket = await openAdminSocket({ database, dataDir: join(home, 'data'), baseUrl: 'http://127.0.0.1:9' });
  write(
    'wrong.json',
    smallFile({ epics: Array.from({ length: 25 }, (_, index) => fileEpic(index + 1, { parentId: 'epic:none' })) }),
  );
  const refused = await tool('import', ['wrong.json']).ended();
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  const lines = refused.stderr
    .trimEnd()
    .split('\n')
    .filter((line) => !/^(Reading|Importing): /.test(line));
  expect(lines[0]).toBe('epics[0].parentId: there is no epic "epic:none" in the file');
  expect(lines.slice(-2)).toEqual(['… and 5 more faults.', 'Nothing was imported.']);
  expect(lines).toHaveLength(22);
  expect(await database.db.selectFrom('groups').select('id').execute()).toEqual([]);
});

const inProcess = async (run: typeof importCommand, args: string[], env: Record<string, string> = {}) => {
  const said = { out: '', err: '' };
  const code = await run({
    args,
    env: { DATA_DIR: join(home, 'data'), ...env },
    cwd: home,
    out: (line) => (said.out += `${line}\n`),
    err: { write: (text) => (said.err += text) },
  });
  return { code, ...said };
};

test('what is wrong with the call is said with the usage', async () => {
  expect(await inProcess(importCommand, [])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^Which file\?\n\nUsage: npm run import/) as string,
  });
  expect(await inProcess(importCommand, ['a', 'b'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('One file at a time, not 2.') as string,
  });
  expect(await inProcess(importCommand, ['--fast', 'a'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no option --fast.') as string,
  });
  expect(await inProcess(importCommand, ['a', '--visibility', 'all'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('must be private, internal or public, not "all"') as string,
  });
  expect(await inProcess(importCommand, ['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: npm run import') as string,
    err: '',
  });
  expect(await inProcess(tokenCommand, [])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Whose token?') as string,
  });
  expect(await inProcess(tokenCommand, ['a', 'b'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('One user name, not 2.') as string,
  });
  for (const [args, problem] of [
    [['--scope', 'sudo', 'ann'], '--scope must be read_api or api, not "sudo".'],
    [['ann', '--expires', '2001-01-01'], '--expires must be after today (YYYY-MM-DD, or never).'],
    [['ann', '--expires', 'soon'], '--expires must be a day (YYYY-MM-DD, or never).'],
    [['ann', '--name', ' '], "--name can't be blank."],
    [['ann', '--fast'], "Unknown option '--fast'."],
  ] as const) {
    const said = await inProcess(tokenCommand, [...args]);
    expect([said.code, said.err.split('\n')[0]]).toEqual([2, problem]);
  }
  expect(await inProcess(signInLinkCommand, ['--fast'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is no option --fast.') as string,
  });
  expect(await inProcess(signInLinkCommand, ['a', 'b'])).toMatchObject({ code: 2 });
  expect(await inProcess(tokenCommand, ['--help'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: npm run token') as string,
  });
});

test('what is wrong with the file or the surroundings is said without a stack', async () => {
  expect(await inProcess(importCommand, ['none.json'])).toEqual({
    code: 1,
    out: '',
    err: `There is no file ${join(home, 'none.json')}.\nNothing was imported.\n`,
  });
  expect(await inProcess(tokenCommand, ['root'], { DATABASE_URL: 'nonsense' })).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^DATABASE_URL must be of the form/) as string,
  });
  expect(await inProcess(tokenCommand, ['root'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatchObject(
    {
      code: 1,
      err: 'Cannot connect to the database of DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\nNo token was made.\n',
    },
  );
});
