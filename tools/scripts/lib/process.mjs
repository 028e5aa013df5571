// Running other programs: output handed through or collected, signals forwarded, nothing left behind.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What to do before leaving, last registered first; each runs once, however the script ends. */
const cleanups = [];
const running = new Set();
let leaving = false;

/** Registers something to undo at the end of the script; the returned function undoes it now. */
export function atEnd(undo) {
  let done = false;
  const once = async () => {
    if (done) return;
    done = true;
    await undo();
  };
  cleanups.unshift(once);
  return once;
}

export async function cleanUp() {
  for (const undo of cleanups.splice(0)) {
    try {
      await undo();
    } catch (error) {
      console.error(`While cleaning up: ${error instanceof Error ? error.message : error}`);
    }
  }
}

/** The exit code by which a shell tells that a signal ended a program. */
const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** On ctrl-C and its like: pass the signal to the running programs, wait for them, undo what is to be undone, leave. */
export function handleSignals() {
  for (const [signal, code] of Object.entries(SIGNAL_CODES)) {
    process.on(signal, async () => {
      if (leaving) return;
      leaving = true;
      const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of running) child.kill(signal);
      await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, 10_000))]);
      for (const child of running) child.kill('SIGKILL');
      await cleanUp();
      process.exit(code);
    });
  }
}

/**
 * Runs a program and gives `{ code, output, outOfTime }` when it has ended; it never throws, a program that cannot be started has code 127.
 * `output` (stdout and stderr) is collected only with `collect`. With `toStderr` what the program prints goes to stderr. `outOfTime`: it was
 * ended because it met its `timeout` (milliseconds).
 */
export function run(command, args, { collect = false, toStderr = false, env, cwd = ROOT, ...rest } = {}) {
  return new Promise((resolve) => {
    const started = Date.now();
    const stdout = collect ? 'pipe' : toStderr ? process.stderr : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: [collect ? 'ignore' : 'inherit', stdout, collect ? 'pipe' : 'inherit'],
      ...rest,
    });
    running.add(child);
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    child.on('error', (error) => {
      running.delete(child);
      resolve({ code: 127, output: `${output}${command}: ${error.message}` });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      const outOfTime = signal !== null && rest.timeout !== undefined && Date.now() - started >= rest.timeout;
      resolve({ code: signal ? (SIGNAL_CODES[signal] ?? 137) : code, output, outOfTime });
    });
  });
}

/** Runs one of the project's own programs, with this Node unless another is named: `runTool('vite/bin/vite.js', ['build'])`. */
export function runTool(file, args, { node = process.execPath, nodeFlags = [], ...options } = {}) {
  return run(node, [...nodeFlags, `node_modules/${file}`, ...args], options);
}

/** A build by vite after one of the configurations in tools/vite: `viteBuild('server', ['--outDir', out])`. */
export function viteBuild(config, args = [], options = {}) {
  const fixed = ['build', '--config', `tools/vite/${config}.ts`, '--logLevel', 'warn'];
  return runTool('vite/bin/vite.js', [...fixed, ...args], options);
}

export const npm = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm');

/** Shell on Windows, where npm is a batch file. */
export const npmOptions = () => (process.platform === 'win32' ? { shell: true } : {});

/**
 * Goes on as another program of the project, in this very process: signals reach it directly, its exit code is ours, and nothing is left
 * over when it is killed.
 */
export async function become(file, args) {
  const target = pathToFileURL(path.join(ROOT, file));
  process.env.NODE_ENV ??= 'production';
  process.argv.splice(1, process.argv.length, fileURLToPath(target), ...args);
  process.setSourceMapsEnabled(true);
  await import(target.href);
}
