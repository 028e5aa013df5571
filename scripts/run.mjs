// The shorter npm scripts: `node scripts/run.mjs <task> [arguments]`. Each installs and builds what it lacks.
import { ensureBench } from './lib/bench.mjs';
import { ensureBuilt, PARTS } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { become, handleSignals, run, runTool } from './lib/process.mjs';

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

const TASKS = {
  build: async () => {
    const code = await ensureBuilt(Object.keys(PARTS), { force: true });
    return code || (await run(process.execPath, ['scripts/bundle-size.mjs'])).code;
  },
  types: () => all(types('core'), types('server'), types('.')),
  lint: () =>
    all(
      () => runTool('eslint/bin/eslint.js', ['.', ...args]),
      () => runTool('prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
    ),
  format: () => all(() => runTool('prettier/bin/prettier.cjs', ['--write', '--log-level', 'warn', '.'])),
  spec: () => all(() => run(process.execPath, ['scripts/spec.mjs', ...args])),
  codegen: () => all(() => run(process.execPath, ['scripts/codegen.mjs', ...args])),
  jest: () => all(() => run(process.execPath, ['scripts/jest.mjs', ...args])),
  bench: async () => {
    const code = await ensureBuilt();
    return code || (await ensureBench(args));
  },
  import: () => tool('import'),
  token: () => tool('token'),
};

/** A command-line tool of the server. It reads the terminal and prints its result itself; builds speak on stderr. */
async function tool(name) {
  const code = await ensureBuilt(['server']);
  if (code !== 0) return code;
  await become(`dist/server/tools/${name}.js`, args);
  return undefined;
}

if (!Object.hasOwn(TASKS, task)) {
  console.error(`No task "${task}". There are: ${Object.keys(TASKS).join(', ')}.`);
  process.exit(2);
}
const becomesServerTool = task === 'import' || task === 'token';
if (!becomesServerTool) handleSignals();
await ensureInstalled();
const code = await TASKS[task]();
if (code !== undefined) process.exit(code);
