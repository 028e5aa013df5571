// `node tools/bench/import/run.mjs [issues]`, after `npm run build`: how long do a health check, a read of an epic and an edit of its title take while a
// large file is imported into a running server, on the embedded database and, where there is one, on a PostgreSQL? 100,000 issues unless said.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../../scripts/lib/postgres.mjs';
import { writeLargeFile } from './large-file.mjs';

const issues = Number(process.argv[2] ?? 100_000);
const only = process.argv[3];
const home = mkdtempSync(path.join(os.tmpdir(), 'espalier-bench-'));
const file = path.join(home, 'large.json');

function start(script, args, env) {
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env } });
  let out = '';
  child.stdout.on('data', (data) => (out += data));
  child.stderr.on('data', (data) => (out += data));
  const ended = new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
  const said = async (pattern) => {
    for (;;) {
      const found = pattern.exec(out);
      if (found) return found;
      if (child.exitCode !== null) throw new Error(out);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  return { child, ended, said };
}

/** The most memory that the process ever had, in MB; null where the system does not say. */
function peak({ pid }) {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024);
  } catch {
    return null;
  }
}

async function ask(address, options) {
  const begun = performance.now();
  const answer = await fetch(address, options);
  await answer.text();
  return { status: answer.status, ms: performance.now() - begun };
}

/** Asks again and again until it is told to stop; gives what it took. */
async function probe(name, run, going) {
  const times = [];
  const wrong = [];
  while (going()) {
    const { status, ms } = await run().catch((error) => ({ status: String(error.cause ?? error), ms: 0 }));
    if (status !== 200) wrong.push(status);
    times.push(ms);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  times.sort((a, b) => a - b);
  const at = (share) => `${times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(0)} ms`;
  const faults = wrong.length === 0 ? '' : `, ${wrong.length} not answered: ${[...new Set(wrong)].join(', ')}`;
  console.log(
    `  ${name.padEnd(12)} ${times.length} times, median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}${faults}`,
  );
  return wrong.length === 0 && times.at(-1) < 1000;
}

async function measure(name, env) {
  const directory = mkdtempSync(path.join(home, 'data-'));
  const base = { PORT: '0', HOST: '127.0.0.1', SEED: 'demo', DATA_DIR: directory, DATABASE_URL: '', ...env };
  const server = start('dist/server/main.js', [], base);
  try {
    const address = (await server.said(/ready: (http:\S+)\//))[1];
    const token = await start('dist/server/tools/token.js', ['root'], base).ended;
    const headers = { 'PRIVATE-TOKEN': token.out.trim().split('\n').at(-1), 'content-type': 'application/json' };
    const [first] = await (await fetch(`${address}/api/v4/groups/kubernetes/epics?per_page=1`, { headers })).json();
    const epic = `${address}/api/v4/groups/${first.group_id}/epics/${first.iid}`;
    const before = peak(server.child);
    let done = false;
    const going = () => !done;
    let edits = 0;
    const importing = (label, more = []) => {
      done = false;
      const begun = performance.now();
      console.log(`\n${name}: ${label}`);
      const tool = start('dist/server/tools/import.js', [file, '--visibility', 'public', ...more], base);
      let toolPeak = 0;
      const watch = setInterval(() => (toolPeak = Math.max(toolPeak, peak(tool.child) ?? 0)), 100);
      const ended = tool.ended.then(({ code, out }) => {
        done = true;
        clearInterval(watch);
        if (code !== 0) console.log(out);
        const seconds = ((performance.now() - begun) / 1000).toFixed(1);
        console.log(
          `  ${seconds} s; most memory: tool ${toolPeak} MB, server ${peak(server.child)} MB (${before} MB before)`,
        );
        return code === 0;
      });
      return Promise.all([
        ended,
        probe('health', () => ask(`${address}/-/health`), going),
        probe('epic', () => ask(epic), going),
        probe(
          'edit',
          () =>
            ask(epic, {
              method: 'PUT',
              headers,
              body: JSON.stringify({ title: `Edited ${(edits += 1)}` }),
            }),
          going,
        ),
      ]);
    };
    await writeLargeFile(file, issues);
    const size = Math.round(statSync(file).size / 1024 / 1024);
    const met = await importing(`${issues} issues, ${size} MB, all of them new`);
    const same = process.env.FIRST === undefined ? await importing('the same file again') : [];
    await writeLargeFile(file, issues, { title: 'of a newer file' });
    const newer = process.env.NEWER === undefined ? [] : await importing('a file in which every title is another');
    return [...met, ...same, ...newer].every(Boolean);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
  }
}

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, load ${os.loadavg()[0].toFixed(1)}`,
);
try {
  const met = [];
  if (only !== 'postgres') met.push(await measure('embedded database', {}));
  const postgres = only === 'embedded' ? undefined : await startPostgres();
  if (postgres) {
    met.push(await measure('PostgreSQL', { DATABASE_URL: postgres.url }));
    await postgres.stop();
  }
  console.log(met.every(Boolean) ? '\nmet: everything was answered in under a second.' : '\nMISSED');
  process.exitCode = met.every(Boolean) ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
