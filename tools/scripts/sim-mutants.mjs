// `npm run sim:mutants`: plants the bugs of sim/mutants.ts one at a time, each in a build of its own, and lets the simulation look for it, or the tests that
// it names. Prints a table and `M mutants, K found`; fails unless all are found. A name (or part of one) as argument takes only those. The simulation without a bug runs
// over the same seeds first: a seed that fails by itself finds nothing.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { atEnd, cleanUp, handleSignals, ROOT, run, viteBuild } from './lib/process.mjs';

/** Schedules in which a planted bug has to be found, and processes at a time. */
const SCHEDULES = 600;
const AT_ONCE = 2;
const MINUTES = 10;

const SEEDS = ['--schedules', String(SCHEDULES)];
const LIMITED = { env: { NODE_ENV: 'production' }, timeout: MINUTES * 60_000, killSignal: 'SIGKILL' };

const OUT = 'dist/sim-mutants';

/** Exit code of a search that came to its end: nothing found, or a failure found. Every other one says that it ended early and nothing is decided. */
const ENDED = [0, 1];

/** The same of a bug that the tests of some folders have to find. */
async function lookForInTests({ name, tests }) {
  const made = await run(process.execPath, ['dist/sim/main.js', '--plant', name], { collect: true });
  if (made.code !== 0) return { found: false, undecided: true, error: made.output.trim() };
  const file = path.join(ROOT, OUT, `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, made.output);
  const args = ['tools/scripts/jest.mjs', '--selectProjects', 'core', '--maxWorkers=1', '--', ...tests];
  const search = await run(process.execPath, args, { collect: true, env: { PLANTED_FILES: file } });
  const failed = /^ *● (.+)$/m.exec(search.output)?.[1];
  return { found: failed !== undefined, undecided: false, after: 'found by a test', rule: failed };
}

/** `{ found, undecided, after, rule, error }` of one planted bug. */
async function lookFor({ name }, failing) {
  const out = path.join(OUT, name);
  const built = await viteBuild('sim', [], {
    collect: true,
    env: { SIM_MUTANT: name, SIM_OUT: out },
  });
  if (built.code !== 0) return { found: false, undecided: true, error: built.output.trim() };
  const search = await run(
    process.execPath,
    ['--max-semi-space-size=64', path.join(out, 'main.js'), '--first-failure', ...SEEDS, '--skip', failing.join()],
    { collect: true, ...LIMITED },
  );
  rmSync(path.join(ROOT, out), { recursive: true, force: true });
  const rule = /^FAILED .*?: (.+)$/m.exec(search.output)?.[1];
  const schedules = /^(\d+) schedules, .* 1 failures, seed/m.exec(search.output)?.[1];
  if (rule !== undefined && schedules !== undefined) return { found: true, after: `found after ${schedules}`, rule };
  const undecided = !ENDED.includes(search.code);
  return { found: false, undecided, error: search.code === 0 ? undefined : search.output.trim().slice(-500) };
}

const [wanted = '', ...more] = process.argv.slice(2);
if (wanted.startsWith('-') || more.length > 0) {
  const isHelp = wanted === '--help' || wanted === '-h';
  const usage =
    'Usage: npm run sim:mutants -- [part of the name of a planted bug]; without one all are looked for (docs/simulation.md).';
  console[isHelp ? 'log' : 'error'](isHelp ? usage : `Not understood: ${[wanted, ...more].join(' ')}. ${usage}`);
  process.exit(isHelp ? 0 : 2);
}
handleSignals();
atEnd(() => rmSync(path.join(ROOT, OUT), { recursive: true, force: true }));
const code = await ensureBuilt(['sim']);
if (code !== 0) process.exit(code);
const listed = await run(process.execPath, ['dist/sim/main.js', '--list-mutants'], { collect: true });
const mutants = JSON.parse(listed.output).filter(({ name }) => name.includes(wanted));
if (mutants.length === 0) {
  console.error(`No planted bug has "${wanted}" in its name.`);
  process.exit(2);
}
/** The seeds that fail without a planted bug. */
async function failingSeeds() {
  const search = ['dist/sim/main.js', '--failing-seeds', ...SEEDS, '--workers', String(AT_ONCE)];
  const unmutated = await run(process.execPath, search, { collect: true, ...LIMITED });
  if (unmutated.code !== 0) {
    console.error(`The simulation without a planted bug ended early: ${unmutated.output.trim().slice(-500)}`);
    process.exit(1);
  }
  const seeds = JSON.parse(unmutated.output);
  console.log(`${SCHEDULES} schedules without a planted bug, ${seeds.length} failures`);
  if (seeds.length > 0) console.log(`They find nothing: ${seeds.join(', ')}`);
  return seeds;
}
const failing = mutants.some(({ tests }) => tests === undefined) ? await failingSeeds() : [];
const queue = [...mutants];
let found = 0;
async function work() {
  for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
    const result = await (mutant.tests === undefined ? lookFor(mutant, failing) : lookForInTests(mutant));
    if (result.found) found += 1;
    const missed = result.undecided ? 'ENDED EARLY' : 'NOT FOUND';
    const after = result.found ? result.after : missed;
    console.log(`${after.padEnd(16)} ${mutant.name.padEnd(34)} ${result.rule ?? result.error ?? ''}`);
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
console.log(`${mutants.length} mutants, ${found} found`);
await cleanUp();
process.exit(found === mutants.length && failing.length === 0 ? 0 : 1);
