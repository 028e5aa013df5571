import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryLockedError, LOCK_FILE, lockDirectory } from './directory-lock.ts';
import { type BuiltModules, buildForTest } from './testing-build.ts';
import { endProcesses, startNode } from './testing-processes.ts';

let built: BuiltModules;
let directory: string;
beforeAll(async () => {
  built = await buildForTest({ lock: 'server/db/directory-lock.ts' });
});
afterAll(() => built.remove());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'espalier-lock-'));
});
afterEach(endProcesses);
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const lockFile = (): string => join(directory, LOCK_FILE);
const written = (): { pid: number; nonce: string } => JSON.parse(readFileSync(lockFile(), 'utf8')) as never;

/** A process that takes the lock, says so and keeps it until its stdin closes. */
function holder() {
  const script = `import { lockDirectory } from ${JSON.stringify(join(built.directory, 'lock.js'))};
    try { lockDirectory(${JSON.stringify(directory)}); console.log('locked'); process.stdin.resume(); }
    catch (error) { console.log(error.message); process.exitCode = 3; }`;
  return startNode(['--input-type=module', '-e', script]);
}

function forge(owner: Record<string, unknown>): void {
  const whole = { processStart: null, host: hostname(), nonce: 'n', lockedAt: '2026-01-01T00:00:00.000Z', ...owner };
  writeFileSync(lockFile(), JSON.stringify(whole));
}

test('a second process is refused and told the directory and the pid', async () => {
  const first = holder();
  await first.line('locked');
  const second = await holder().ended();
  expect(second.code).toBe(3);
  expect(second.stdout).toContain(directory);
  expect(second.stdout).toContain(`pid ${String(first.child.pid)}`);
  expect(() => lockDirectory(directory)).toThrow(DirectoryLockedError);
  first.child.kill('SIGKILL');
  await first.ended();
});

test('the lock of a killed process is taken over', async () => {
  const first = holder();
  await first.line('locked');
  first.child.kill('SIGKILL');
  await first.ended();
  expect(written().pid).toBe(first.child.pid);
  const lock = lockDirectory(directory);
  expect(written().pid).toBe(process.pid);
  lock.release();
  expect(existsSync(lockFile())).toBe(false);
});

test('of many processes that find a stale lock at once exactly one gets it', async () => {
  const dead = holder();
  await dead.line('locked');
  dead.child.kill('SIGKILL');
  await dead.ended();
  const rivals = Array.from({ length: 6 }, () => holder());
  const outcomes = await Promise.all(
    rivals.map((rival) =>
      Promise.race([rival.line('locked').catch(() => 'refused'), rival.ended().then(() => 'refused')]),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(1);
  for (const rival of rivals) rival.child.kill('SIGKILL');
  await Promise.all(rivals.map((rival) => rival.ended()));
});

test('a process cannot take the lock twice, and can take it again after a release', () => {
  const lock = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(`pid ${String(process.pid)}`);
  lock.release();
  lockDirectory(directory).release();
});

test('a pid that was given to another process since is no owner', () => {
  forge({ pid: process.pid, processStart: 'some other boot 1' });
  lockDirectory(directory).release();
});

test('an owner on another host counts as alive for a minute after its last sign', () => {
  forge({ pid: 1, host: 'another-container' });
  expect(() => lockDirectory(directory)).toThrow('on the host another-container');
  const longAgo = new Date(Date.now() - 61_000);
  utimesSync(lockFile(), longAgo, longAgo);
  lockDirectory(directory).release();
});

test('an owner of the same host name in another container or boot is judged by its last sign, not by its pid', () => {
  forge({ pid: 2 ** 30, place: 'another-boot pid:[1]' });
  expect(() => lockDirectory(directory)).toThrow('in another container or boot of the host');
  const longAgo = new Date(Date.now() - 61_000);
  forge({ pid: process.pid, place: 'another-boot pid:[1]' });
  utimesSync(lockFile(), longAgo, longAgo);
  lockDirectory(directory).release();
});

test.each([
  ['another owner', () => forge({ pid: 1, nonce: 'somebody else' })],
  ['no file', () => rmSync(lockFile())],
])('a heartbeat that finds %s tells so, once, and leaves the file alone', async (_what, change) => {
  const longAgo = new Date(1_000_000_000_000);
  const lost: Error[] = [];
  await new Promise<void>((resolve) => {
    lockDirectory(directory, {
      heartbeatMs: 5,
      onLost: (error) => {
        lost.push(error);
        setTimeout(resolve, 50);
      },
    });
    change();
    if (existsSync(lockFile())) utimesSync(lockFile(), longAgo, longAgo);
  });
  expect(lost.map(({ message }) => message)).toEqual([expect.stringContaining(directory)]);
  if (existsSync(lockFile())) expect(statSync(lockFile()).mtimeMs).toBe(longAgo.getTime());
});

test('a heartbeat touches a lock that is ours', async () => {
  const longAgo = new Date(1_000_000_000_000);
  const lock = lockDirectory(directory, { heartbeatMs: 5 });
  utimesSync(lockFile(), longAgo, longAgo);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(statSync(lockFile()).mtimeMs).toBeGreaterThan(longAgo.getTime());
  lock.release();
});

test('a lock file that is not ours to read is no owner, and a release leaves the lock of another', () => {
  writeFileSync(lockFile(), 'garbage');
  const lock = lockDirectory(directory);
  forge({ pid: process.pid, nonce: 'somebody else' });
  lock.release();
  expect(written().nonce).toBe('somebody else');
});
