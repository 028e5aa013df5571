// `node tools/bench/price.mjs`, after `npm run build`: how long do a health check and a read of an epic take while eight costly queries are under way, on the
// embedded database and, where there is one, on a PostgreSQL? Once with one that is refused, once with the largest that is not.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '../scripts/lib/postgres.mjs';

const AT_ONCE = 8;
const ROUNDS = 10;

/** Lists of children in one another, so many side by side on each level. */
function nested(group, sideBySide) {
  const levels = sideBySide.length;
  const fragments = [`fragment f0 on Epic { id }`];
  sideBySide.forEach((count, below) => {
    const list = (at) => `a${at}: children(first: 1, search: "x${at}") { nodes { ...f${below} } }`;
    fragments.push(
      `fragment f${below + 1} on Epic { ${Array.from({ length: count }, (_, at) => list(at)).join(' ')} }`,
    );
  });
  return `{ group(fullPath: "${group}") { epics(first: 1) { nodes { ...f${levels} } } } } ${fragments.join(' ')}`;
}

async function ask(address, options) {
  const begun = performance.now();
  const answer = await fetch(address, options);
  const text = await answer.text();
  return { status: answer.status, ms: performance.now() - begun, text };
}

const of = (times, share) => times.sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))];

async function beside(name, url, read, query) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
  let going = true;
  const probe = async (address) => {
    const times = [];
    while (going) {
      const { status, ms } = await ask(address);
      times.push(status === 200 ? ms : Infinity);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return times;
  };
  const probes = [probe(`${url}/-/health`), probe(read)];
  const answers = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    answers.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => ask(`${url}/api/graphql`, post)))));
  }
  going = false;
  const [health, epic] = await Promise.all(probes);
  const statuses = [...new Set(answers.map(({ status }) => status))].join(', ');
  const told = /"message":"([^"]*)/.exec(answers[0].text)?.[1] ?? '';
  console.log(`  ${name}: ${statuses} ${told}`);
  const rows = { query: answers.map(({ ms }) => ms), health, epic };
  for (const [what, times] of Object.entries(rows)) {
    console.log(
      `    ${what.padEnd(7)} ${times.length} times, median ${of(times, 0.5).toFixed(0)} ms, longest ${of(times, 1).toFixed(0)} ms`,
    );
  }
  return of(health, 1) < 1000 && of(epic, 1) < 1000;
}

async function measure(name, env) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'espalier-bench-'));
  const base = { ...process.env, PORT: '0', HOST: '127.0.0.1', SEED: 'demo', DATA_DIR: home, DATABASE_URL: '', ...env };
  const server = spawn(process.execPath, ['dist/server/main.js'], { env: base });
  try {
    const url = await new Promise((resolve, reject) => {
      let out = '';
      server.stdout.on('data', (data) => {
        const [, found] = /ready: (http:\S+)\//.exec((out += data)) ?? [];
        if (found) resolve(found);
      });
      server.on('close', () => reject(new Error(out)));
    });
    const { text } = await ask(`${url}/api/v4/groups/kubernetes/epics?per_page=1`);
    const [epic] = JSON.parse(text);
    const read = `${url}/api/v4/groups/${epic.group_id}/epics/${epic.iid}`;
    console.log(`\n${name}`);
    const met = [
      await beside('refused', url, read, nested('nope', [4, 4, 4, 4, 4])),
      // 84 lists: just below the limit of tables.
      await beside('the largest', url, read, nested('kubernetes', [4, 4, 4])),
    ];
    return met.every(Boolean);
  } finally {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.on('close', resolve));
    rmSync(home, { recursive: true, force: true });
  }
}

console.log(
  `Node ${process.version}, ${os.cpus().length} × ${os.cpus()[0]?.model}, load ${os.loadavg()[0].toFixed(1)}`,
);
const met = [await measure('embedded database', {})];
const postgres = await startPostgres();
if (postgres) {
  met.push(await measure('PostgreSQL', { DATABASE_URL: postgres.url }));
  await postgres.stop();
}
console.log(met.every(Boolean) ? '\nmet: everything was answered in under a second.' : '\nMISSED');
process.exitCode = met.every(Boolean) ? 0 : 1;
