// `npm test`: everything there is to check, each part counted, `N passed, N failed` at the end, and how many parts ran out of time. `--quick`: what needs neither a database
// nor a browser; `--all`: also every test of the server on both databases, and every test but those in a browser on both lines of Node. A part that breaks
// counts as failed and the rest still runs.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { JEST_FLAGS } from './lib/jest.mjs';
import { ensureNewerNode } from './lib/newer-node.mjs';
import { countsOf, countsOfBoth, failures, filesToRepeat, Tally } from './lib/tally.mjs';
import { startPostgres } from './lib/postgres.mjs';
import { atEnd, cleanUp, handleSignals, ROOT, run, runTool } from './lib/process.mjs';

const MINUTE = 60_000;
const quick = process.argv.includes('--quick');
const everything = process.argv.includes('--all');
const tally = new Tally();

/** A check that passes or fails as a whole. `make` gives `{ code, output }`; what was collected of the output is printed with the result. */
async function check(name, make) {
  await tally.part(name, async () => {
    const { code, output } = await make();
    if (output) console.log(output.trimEnd());
    return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  });
}

const results = mkdtempSync(path.join(os.tmpdir(), 'espalier-test-'));
atEnd(() => rmSync(results, { recursive: true, force: true }));

let runs = 0;

/**
 * Runs jest projects. `only`: what follows the options, to take not all of their tests; `node`: another Node. `minutes` is for a run that
 * hangs: it loses the whole part, so a slow machine must not meet it. Gives jest's report, null where it made none, and the minutes where they ran out.
 */
async function runJest(projects, { env = {}, workers = 2, minutes = 30, only = [], node } = {}) {
  runs += 1;
  const outputFile = path.join(results, `${runs}.json`);
  const { code, outOfTime } = await runTool(
    'jest/bin/jest.js',
    ['--selectProjects', ...projects, `--maxWorkers=${workers}`, '--json', `--outputFile=${outputFile}`, ...only],
    { node, nodeFlags: JEST_FLAGS, env, timeout: minutes * MINUTE, killSignal: 'SIGKILL' },
  );
  return { code, report: readReport(outputFile), ...(outOfTime && { minutes }) };
}

/** Null where it was not written, or not to its end. */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Jest itself counts. */
async function countJest(projects, options) {
  const run = await runJest(projects, options);
  return { ...countsOf(run), broken: failures(run.report) };
}

/** The same, and files that failed, if they are few, are run once more, alone. */
async function countUpToTwice(projects, options) {
  const first = await runJest(projects, options);
  const files = filesToRepeat(first);
  if (files.length === 0) return { ...countsOf(first), broken: failures(first.report) };
  console.log(`\n  Once more, alone: ${files.map((file) => path.relative(ROOT, file)).join(', ')}`);
  const again = await runJest(projects, { ...options, workers: 1, only: ['--runTestsByPath', ...files] });
  return { ...countsOfBoth(first, again), broken: failures(again.report) };
}

const jest = (name, projects, options) => tally.part(name, () => countJest(projects, options));

const script = (name, args = [], options = {}) =>
  run(process.execPath, [`tools/scripts/${name}.mjs`, ...args], options);

/** What a machine for tests must have, and others may lack. Gives what `make` finds. */
async function required(name, make) {
  let found;
  await tally.part(name, async () => {
    found = await make();
    if (found) return { passed: 0, failed: 0 };
    if (process.env.CI === 'true')
      return { passed: 0, failed: 1, why: `There is no ${name}, and here there must be one.` };
    console.log(`NOT RUN: there is no ${name} on this machine. CI has one.`);
    return { passed: 0, failed: 0 };
  });
  return found;
}

const collected = (tool, args) => runTool(tool, args, { collect: true });

/** Together they take one processor about as long as lint takes another. */
async function checksOfTypesAndTexts() {
  const types = (what, project) =>
    check(`types of ${what}`, () => collected('@typescript/native/bin/tsc', ['-p', project]));
  await check('lockfile', () => script('lockfile', [], { collect: true }));
  await types('core', 'core');
  await types('server', 'server');
  await types('view and tests', '.');
  if (existsSync(path.join(ROOT, 'tools/bench/node_modules'))) await types('the benchmarks', 'tools/bench');
  await check('format', () => collected('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']));
  await check('rules and their tests', () => script('spec', [], { collect: true }));
  await check('generated code', () => script('codegen', ['--check'], { collect: true }));
}

/**
 * What the engine of the database or the line of Node may change: transactions, locks, files, processes, connections. The rest asks both databases, which are
 * PostgreSQL, in the same SQL.
 */
const OF_THE_ENGINE = [
  'server/(admin|backup|db|import|jobs|live|operation|store|tree)/',
  'server/(app|config|probes|start|stopping)',
  'server/graphql/plan',
  '/tools/',
];
/** What other data of calendars and languages than this Node's may change. */
const OF_NODE = ['core/calendar/', 'core/replay/', 'core/roadmap/', '/sim/'];

const matching = (patterns) => (everything ? [] : ['--testPathPatterns', ...patterns]);

/** The one of TEST_DATABASE_URL, or one of this run; undefined where there is none. */
async function postgresOfRun() {
  const own = process.env.TEST_DATABASE_URL;
  const database = await required('PostgreSQL', () =>
    own ? { url: own, version: 'of TEST_DATABASE_URL' } : startPostgres(),
  );
  if (database) console.log(`PostgreSQL ${database.version} is running.`);
  return database;
}

/**
 * All on PostgreSQL with this Node, and what may differ on the embedded database: in CI with the newest line of Node, so that no pair of them is
 * tested twice.
 */
async function serverTests(database) {
  const embedded = { TEST_DATABASE_URL: '' };
  if (!database) return jest('server tests, embedded database', ['server'], { env: embedded });
  await jest('server tests, PostgreSQL', ['server'], { env: { TEST_DATABASE_URL: database.url } });
  const newest = process.env.CI === 'true' ? await required('newer Node', ensureNewerNode) : undefined;
  const newer = newest?.program === process.execPath ? undefined : newest;
  if (everything && newer) await jest('server tests, embedded database', ['server'], { env: embedded });
  const [node, name] = [newer?.program, `Node ${newer?.version ?? process.versions.node}`];
  const only = matching(OF_THE_ENGINE);
  await jest(`server tests, embedded database, ${name}`, ['server'], { node, env: embedded, only });
  if (newer) await jest(`quick tests, ${name}`, ['lint', 'core', 'view', 'sim'], { node, only: matching(OF_NODE) });
}

/** On PostgreSQL, but for what is about the embedded database or about the product as it comes. Browsers wait a lot: two files at a time leave a quarter of two processors idle. */
async function endToEnd(database) {
  let built = false;
  await check('build of server, client and tools', async () => {
    const code = await ensureBuilt(['server', 'client', 'replay']);
    built = code === 0;
    return { code };
  });
  if (!built) return tally.part('end-to-end', async () => ({ passed: 0, failed: 1, why: 'There is no build to run.' }));
  await check('bundle size', () => script('bundle-size'));
  const chromium = await ensureChromium();
  if (!chromium)
    return tally.part('end-to-end', async () => ({ passed: 0, failed: 1, why: 'There is no Chromium (see above).' }));
  const firefox = await required('Firefox', ensureFirefox);
  const env = {
    TEST_DATABASE_URL: database?.url ?? '',
    CHROMIUM_PATH: chromium.tests,
    PICTURES_CHROMIUM_PATH: chromium.pictures,
    ...(firefox && { FIREFOX_PATH: firefox }),
  };
  return tally.part('end-to-end', () => countUpToTwice(['e2e'], { env, workers: 3, minutes: 60 }));
}

handleSignals();
await ensureInstalled();
await Promise.all([checksOfTypesAndTexts(), check('lint', () => collected('eslint/bin/eslint.js', ['.']))]);
await jest('lint rules', ['lint']);
await jest('core', ['core']);
await jest('view', ['view']);
await jest('simulation, its parts', ['sim']);
if (!quick) {
  await check('simulation', () => script('run', ['sim:ci']));
  const database = await postgresOfRun();
  await serverTests(database);
  await endToEnd(database);
}
tally.print();
await cleanUp();
process.exit(tally.failed > 0 || tally.unfinished > 0 ? 1 : 0);
