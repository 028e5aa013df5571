import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltModules, buildForTest } from '../db/testing-build.ts';
import { endProcesses, startNode } from '../db/testing-processes.ts';
import { smallFile } from '../import/testing-file.ts';

/** The tools and the server themselves, as processes. How long they take is the machine's affair. */
const TEN_MINUTES = 600_000;
let built: BuiltModules;
let home: string;
beforeAll(async () => {
  built = await buildForTest({
    main: 'server/main.ts',
    'pglite-worker': 'server/db/pglite-worker.ts',
    'tools/backup': 'tools/backup.ts',
    'tools/import': 'tools/import.ts',
    'tools/restore': 'tools/restore.ts',
    'tools/token': 'tools/token.ts',
  });
  home = mkdtempSync(join(tmpdir(), 'espalier-backup-tools-'));
}, TEN_MINUTES);
afterEach(endProcesses);
afterAll(() => {
  built.remove();
  rmSync(home, { recursive: true, force: true });
});

const settings = (data: string): Record<string, string> => ({
  PORT: '0',
  SEED: 'none',
  DATA_DIR: join(home, data),
  DATABASE_URL: '',
  INIT_CWD: home,
});

/** The tool on the data directory, to its end. */
const run = (tool: string, args: string[], data: string) =>
  startNode([join(built.directory, 'tools', `${tool}.js`), ...args], settings(data)).ended();

async function serve(data: string) {
  const server = startNode([join(built.directory, 'main.js')], settings(data));
  const [address] = /http:\S+[^/]/.exec(await server.line('is ready')) as unknown as [string];
  return {
    async stop(): Promise<void> {
      server.child.kill('SIGTERM');
      await server.ended();
    },
    async epicsOf(token: string): Promise<string[]> {
      const answer = await fetch(`${address}/api/v4/groups/top/epics`, { headers: { 'private-token': token } });
      return ((await answer.json()) as { title: string }[]).map(({ title }) => title);
    },
  };
}

test(
  'RP-02.453 what a running server backs up is restored without one, and the other way round',
  async () => {
    writeFileSync(join(home, 'small.json'), JSON.stringify(smallFile()));
    const first = await serve('first');
    expect(await run('import', ['small.json'], 'first')).toMatchObject({ code: 0 });
    const token = (await run('token', ['root'], 'first')).stdout.trim().split('\n').at(-1) ?? '';
    const titles = await first.epicsOf(token);
    expect(titles).toHaveLength(2);
    expect(await run('backup', ['one.backup'], 'first')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Backed up to .*one\.backup/m) as string,
    });
    await first.stop();

    expect(await run('restore', ['one.backup'], 'second')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored what was backed up on 20/m) as string,
    });
    expect(await run('backup', ['two.backup'], 'second')).toMatchObject({ code: 0 });
    const third = await serve('third');
    expect(await run('restore', ['two.backup'], 'third')).toMatchObject({ code: 0 });
    expect(await third.epicsOf(token)).toEqual(titles);

    const again = await run('restore', ['one.backup'], 'third');
    expect([again.code, again.stderr]).toEqual([
      1,
      expect.stringContaining('With --force the backup takes their place'),
    ]);
    expect(await run('restore', ['one.backup', '--force'], 'third')).toMatchObject({ code: 0 });
    expect(await third.epicsOf(token)).toEqual(titles);
    await third.stop();
  },
  TEN_MINUTES,
);

test(
  'RP-02.454 the file is new, whole, and its owner’s alone; a call that makes no sense is answered with the usage',
  async () => {
    expect(statSync(join(home, 'one.backup')).mode & 0o777).toBe(0o600);
    const { size } = statSync(join(home, 'one.backup'));
    const taken = await run('backup', ['one.backup'], 'second');
    expect([taken.code, taken.stderr]).toEqual([
      1,
      `There is a file ${join(home, 'one.backup')} already.\nNo backup was made.\n`,
    ]);
    expect(statSync(join(home, 'one.backup')).size).toBe(size);
    expect(readdirSync(home).filter((name) => name.endsWith('.partial'))).toEqual([]);
    const nowhere = await run('backup', ['no/such/folder/x.backup'], 'second');
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      expect.stringMatching(/^Cannot write .* \(ENOENT\)\.\nNo backup was made\.\n$/),
    ]);
    const none = await run('backup', ['none.backup'], 'none');
    expect([none.code, none.stderr]).toEqual([1, 'There are no data here yet.\nNo backup was made.\n']);
    expect(readdirSync(home).filter((name) => name.startsWith('none.backup'))).toEqual([]);
    const missing = await run('restore', ['missing.backup'], 'second');
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/^Cannot read .* \(ENOENT\)\.\nNothing was restored\.\n$/),
    ]);
    for (const tool of ['backup', 'restore']) {
      expect((await run(tool, [], 'second')).stderr).toContain(`Usage: npm run ${tool}`);
    }
  },
  TEN_MINUTES,
);
