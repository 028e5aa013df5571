// The shorter npm scripts: `node tools/scripts/run.mjs <task> [arguments]`. Each installs and builds what it lacks.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureBench } from './lib/bench.mjs';
import { ensureBuilt, PARTS } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { become, handleSignals, ROOT, run, runTool } from './lib/process.mjs';

const [task = '', ...args] = process.argv.slice(2);

/** Runs one after the other; gives the first exit code that is not 0, after all have run. */
async function all(...steps) {
  let failed = 0;
  for (const step of steps) {
    const { code } = await step();
    failed ||= code;
  }
  return failed;
}

const types = (project) => () => runTool('@typescript/native/bin/tsc', ['-p', project]);
/** The benchmarks need the types of their peers, which are installed with the first `npm run bench`. */
const benchTypes = existsSync(path.join(ROOT, 'tools/bench/node_modules')) ? [types('tools/bench')] : [];

const TASKS = {
  build: async () => {
    const parts = args.length > 0 ? args : Object.keys(PARTS);
    const code = await ensureBuilt(parts, { force: true });
    if (code !== 0 || !parts.includes('client')) return code;
    return (await run(process.execPath, ['tools/scripts/bundle-size.mjs'])).code;
  },
  types: () => all(types('core'), types('server'), types('.'), ...benchTypes),
  lint: () =>
    all(
      () => runTool('eslint/bin/eslint.js', ['.', ...args]),
      () => runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
    ),
  format: () => all(() => runTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.'])),
  spec: () => all(() => run(process.execPath, ['tools/scripts/spec.mjs', ...args])),
  codegen: () => all(() => run(process.execPath, ['tools/scripts/codegen.mjs', ...args])),
  jest: () => all(() => run(process.execPath, ['tools/scripts/jest.mjs', ...args])),
  bench: async () => {
    const code = await ensureBuilt();
    return code || (await ensureBench(args));
  },
  sim: () => simulation(),
  'sim:ci': () => simulation('--schedules', '3000', '--real', '10'),
  'sim:mutants': () => all(() => run(process.execPath, ['tools/scripts/sim-mutants.mjs', ...args])),
  // Other schedules every time; the last line says which.
  'sim:soak': () =>
    simulation('--schedules', '12000', '--real', '300', '--seed', String(Math.floor(Date.now() / 1000))),
  backup: () => tool('backup'),
  import: () => tool('import'),
  replay: async () => {
    const code = await ensureBuilt(['core', 'replay']);
    if (code !== 0) return code;
    await become('dist/replay/main.js', args);
    return undefined;
  },
  restore: () => tool('restore'),
  'sign-in-link': () => tool('sign-in-link'),
  token: () => tool('token'),
};

/** A command-line tool of the server, built with it. It reads the terminal and prints its result itself; builds speak on stderr. */
async function tool(name) {
  const code = await ensureBuilt(['server']);
  if (code !== 0) return code;
  await become(`dist/server/tools/${name}.js`, args);
  return undefined;
}

/** The simulation (docs/simulation.md), with these options before those that were given, which win. */
async function simulation(...options) {
  const code = await ensureBuilt(['sim']);
  if (code !== 0) return code;
  return (await run(process.execPath, ['--enable-source-maps', 'dist/sim/main.js', ...options, ...args])).code;
}

if (!Object.hasOwn(TASKS, task)) {
  console.error(`No task "${task}". There are: ${Object.keys(TASKS).join(', ')}.`);
  process.exit(2);
}
const becomesTool = ['backup', 'import', 'replay', 'restore', 'sign-in-link', 'token'].includes(task);
if (!becomesTool) handleSignals();
await ensureInstalled();
const code = await TASKS[task]();
if (code !== undefined) process.exit(code);
