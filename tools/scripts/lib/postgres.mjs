// A PostgreSQL of our own for a test run: in a temporary directory, on a free port of the loopback address, gone at the end.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { canUseApt, inPath, isProgram, isRoot } from './find.mjs';
import { atEnd, run } from './process.mjs';

/** Debian keeps the server's programs out of PATH: /usr/lib/postgresql/15/bin. The newest version is taken; of links in PATH, where they lead. */
function findPrograms() {
  const initdb = inPath(['initdb']);
  const bin = initdb && path.dirname(realpathSync(initdb));
  if (bin && isProgram(path.join(bin, 'postgres'))) return bin;
  const debian = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(debian).sort((a, b) => Number(b) - Number(a));
    return versions
      .map((version) => path.join(debian, version, 'bin'))
      .find((bin) => isProgram(path.join(bin, 'initdb')));
  } catch {
    return undefined;
  }
}

/** The folder of initdb and postgres; in continuous integration they are installed where they are missing. */
async function ensurePrograms() {
  const found = findPrograms();
  if (found || process.env.CI !== 'true' || !canUseApt()) return found;
  console.error("Installing Debian's postgresql …");
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { toStderr: true, env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], { toStderr: true, env });
  return findPrograms();
}

/** PostgreSQL refuses to run as root: then its own user, or nobody. Empty for everyone else. */
function lesserUser() {
  if (!isRoot()) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag) =>
        Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      continue;
    }
  }
  return {};
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Milliseconds. */
const STARTS_IN = 60_000;

/** Resolves when the server says that it takes connections; rejects with its log when it ends or takes too long. */
function ready(server) {
  return new Promise((resolve, reject) => {
    let log = '';
    const fail = (what) => reject(new Error(`${what}\n${log}`));
    const late = setTimeout(() => fail('PostgreSQL did not start in a minute.'), STARTS_IN);
    server.once('error', (error) => fail(error.message));
    // After it was ready this changes nothing any more: a promise is settled once.
    server.once('exit', (code) => fail(`PostgreSQL ended with code ${code}.`));
    server.stderr.on('data', (data) => {
      log = (log + data).slice(-4000);
      if (!/ready to accept (?:read-only )?connections/.test(log)) return;
      clearTimeout(late);
      resolve();
    });
  });
}

/** Everything that the programs of one PostgreSQL share: where they are, whose processes they become, where its files lie. */
async function preparePlace() {
  const bin = await ensurePrograms();
  if (!bin) return undefined;
  const user = lesserUser();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'espalier-pg-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = { ...user, cwd: folder, env: { HOME: folder, TZ: 'UTC', LC_ALL: 'C.UTF-8' } };
  const program = async (name, args) => {
    const { code, output } = await run(path.join(bin, name), args, { ...options, collect: true });
    if (code !== 0) throw new Error(`${name} failed:\n${output}`);
  };
  return { bin, user, folder, data: path.join(folder, 'data'), options, program };
}

/** Starts the server on the files that were made in the place. It is stopped and its directory deleted by `stop`, or at the end of the script. */
async function serve({ bin, folder, data, options }, remove, more = {}) {
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    full_page_writes: 'off',
    ...more,
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // In a process group of its own: ctrl-C must reach the tests first, the database is stopped after them.
  const launch = () =>
    spawn(path.join(bin, 'postgres'), ['-D', data, '-p', String(port), ...args], {
      ...options,
      env: { ...process.env, ...options.env },
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = launch();
  const end = async (signal = 'SIGINT') => {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal); // SIGINT is its "fast" shutdown: sessions are ended, nothing is waited for
    await ended;
  };
  const stop = atEnd(async () => {
    await end();
    await remove();
  });
  await ready(server);
  const begin = async () => {
    // After SIGKILL its processes live on for a moment and keep the next one out.
    for (const until = Date.now() + STARTS_IN; ;) {
      server = launch();
      try {
        return await ready(server);
      } catch (error) {
        if (Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  };
  /** Ends it with the signal and starts it again on the same port and directory. */
  const restart = async (signal) => {
    await end(signal);
    await begin();
  };
  return { port, end, begin, restart, stop };
}

/**
 * Starts a PostgreSQL and gives `{ url, version, end, begin, restart, standby, stop }`; undefined where there are no programs to start. It is stopped
 * and its directory deleted by `stop`, or at the end of the script. `standby` starts a streaming replica of it, with these settings, of the same shape.
 */
export async function startPostgres() {
  const place = await preparePlace();
  if (!place) return undefined;
  const { user, folder, data, program } = place;
  const remove = atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const password = randomBytes(12).toString('hex');
  const passwordFile = path.join(folder, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user.uid !== undefined) chownSync(passwordFile, user.uid, user.gid);
  const access = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  await program('initdb', ['-D', data, '-U', 'espalier', ...access, '-E', 'UTF8', '--locale=C', '--no-sync']);
  const server = await serve(place, remove);
  const urlOf = (port) => `postgres://espalier:${password}@127.0.0.1:${port}/postgres`;
  const url = urlOf(server.port);
  const standby = async (settings) => {
    const copy = await preparePlace();
    const removeCopy = atEnd(() => rmSync(copy.folder, { recursive: true, force: true }));
    await copy.program('pg_basebackup', ['-D', copy.data, '-d', url, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
    const { port, ...replica } = await serve(copy, removeCopy, settings);
    return { url: urlOf(port), ...replica };
  };
  const version = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  const { end, begin, restart, stop } = server;
  return { url, version, end, begin, restart, standby, stop };
}
