// `npm test`: everything there is to check, each part counted, `N passed, N failed` at the end. `--quick`: what needs neither a database
// nor a browser. A part that breaks counts as failed and the rest still runs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { JEST_FLAGS } from './lib/jest.mjs';
import { countsOf, Tally } from './lib/tally.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { atEnd, cleanUp, handleSignals, ROOT, run, runTool } from './lib/process.mjs';

const MINUTE = 60_000;
const quick = process.argv.includes('--quick');
const tally = new Tally();

/** A check that passes or fails as a whole. `make` gives `{ code }`. */
async function check(name, make) {
  await tally.part(name, async () => ((await make()).code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }));
}

const results = mkdtempSync(path.join(os.tmpdir(), 'espalier-test-'));
atEnd(() => rmSync(results, { recursive: true, force: true }));

/** Jest projects, counted by jest itself. */
async function jest(name, projects, { env = {}, workers = 2, minutes = 12 } = {}) {
  await tally.part(name, async () => {
    const outputFile = path.join(results, `${name.replace(/\W+/g, '-')}.json`);
    const { code } = await runTool(
      'jest/bin/jest.js',
      ['--selectProjects', ...projects, `--maxWorkers=${workers}`, '--json', `--outputFile=${outputFile}`],
      { nodeFlags: JEST_FLAGS, env, timeout: minutes * MINUTE, killSignal: 'SIGKILL' },
    );
    return countsOf(code, () => JSON.parse(readFileSync(outputFile, 'utf8')));
  });
}

const script = (name, ...args) => run(process.execPath, [`scripts/${name}.mjs`, ...args]);

async function serverTests() {
  await jest('server tests, embedded database', ['server'], { env: { TEST_DATABASE_URL: '' } });
  const own = process.env.TEST_DATABASE_URL;
  let database;
  await tally.part('PostgreSQL for the server tests', async () => {
    database = own ? { url: own, version: 'of TEST_DATABASE_URL', stop: async () => {} } : await startPostgres();
    if (database) console.log(`PostgreSQL ${database.version} is running.`);
    else if (process.env.CI === 'true')
      return { passed: 0, failed: 1, why: 'There is no PostgreSQL, and here there must be one.' };
    else
      console.log(
        'NOT RUN: there is no PostgreSQL on this machine (no initdb in PATH or /usr/lib/postgresql). CI runs these tests.',
      );
    return { passed: 0, failed: 0 };
  });
  if (!database) return;
  await jest('server tests, PostgreSQL', ['server'], { env: { TEST_DATABASE_URL: database.url } });
  await database.stop();
}

async function endToEnd() {
  await check('build of core', async () => ({ code: await ensureBuilt(['core']) }));
  let built = false;
  await check('build of server and client', async () => {
    const code = await ensureBuilt(['server', 'client']);
    built = code === 0;
    return { code };
  });
  if (!built) return tally.part('end-to-end', async () => ({ passed: 0, failed: 1, why: 'There is no build to run.' }));
  await check('bundle size', () => script('bundle-size'));
  const chromium = await ensureChromium();
  if (!chromium)
    return tally.part('end-to-end', async () => ({ passed: 0, failed: 1, why: 'There is no Chromium (see above).' }));
  const env = { CHROMIUM_PATH: chromium.tests, PICTURES_CHROMIUM_PATH: chromium.pictures };
  return jest('end-to-end', ['e2e'], { env, minutes: 20 });
}

handleSignals();
await ensureInstalled();
await check('lockfile', () => script('lockfile'));
await check('types of core', () => runTool('@typescript/native/bin/tsc', ['-p', 'core']));
await check('types of server', () => runTool('@typescript/native/bin/tsc', ['-p', 'server']));
await check('types of view and tests', () => runTool('@typescript/native/bin/tsc', ['-p', '.']));
if (existsSync(path.join(ROOT, 'bench/node_modules')))
  await check('types of the benchmarks', () => runTool('@typescript/native/bin/tsc', ['-p', 'bench']));
await check('lint', () => runTool('eslint/bin/eslint.js', ['.']));
await check('format', () => runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']));
await check('rules and their tests', () => script('spec'));
await check('generated code', () => script('codegen', '--check'));
await jest('house', ['lint']);
await jest('core', ['core']);
await jest('view', ['view']);
await jest('simulation, its parts', ['sim']);
if (!quick) {
  await check('simulation', () => script('run', 'sim:ci'));
  await serverTests();
  await endToEnd();
}
tally.print();
await cleanUp();
process.exit(tally.failed > 0 ? 1 : 0);
