import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, readlinkSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { codeOf } from './open-database.ts';

/**
 * One process at a time on a data directory. PGlite itself lets two in, and rows then vanish without an error.
 *
 * The lock is a file that names its owner: process id, when that process started (an id is used again after a crash or a restart of the
 * machine) and host. It is made with `link`, which fails where the file exists, so of two processes one wins. The lock of a dead process
 * is taken over; a second file keeps two processes from taking over at once. A process on another host or in another container
 * (also one of the same host name) can not be asked whether it lives: its owner touches the lock every few seconds, and it counts as dead a
 * minute after it stopped. An owner that was stopped for longer finds the lock of another and gives up.
 */
export interface DirectoryLock {
  release(): void;
}

interface Owner {
  pid: number;
  /** When that process started, in whatever words the system has for it; null where it has none. */
  processStart: string | null;
  host: string;
  /** Where `pid` means something: the boot and its process namespace (a container has its own); null where the system tells neither. */
  place: string | null;
  nonce: string;
  lockedAt: string;
}

export const LOCK_FILE = 'espalier.lock';
const TAKEOVER_FILE = 'espalier.lock.takeover';
const HEARTBEAT = 10_000;
const FOREIGN_DEAD_AFTER = 60_000;

/** Somebody else holds the directory. */
export class DirectoryLockedError extends Error {
  constructor(directory: string, owner: Owner) {
    const where = isHere(owner)
      ? ''
      : ` ${owner.host === hostname() ? 'in another container or boot of' : 'on'} the host ${owner.host}`;
    super(
      `The data directory ${directory} is in use by another process (pid ${String(owner.pid)}${where}, since ${owner.lockedAt}). ` +
        'Stop that process first, or give this one a directory of its own with DATA_DIR.',
    );
    this.name = 'DirectoryLockedError';
  }
}

export interface LockOptions {
  /** Told once if the lock is found to be somebody else's, or gone: this process must stop using the directory. */
  readonly onLost?: (error: Error) => void;
  /** How often the lock is looked at and touched, in milliseconds. */
  readonly heartbeatMs?: number;
}

/** Takes the lock of an existing directory, or throws `DirectoryLockedError`. */
export function lockDirectory(directory: string, options: LockOptions = {}): DirectoryLock {
  const file = join(directory, LOCK_FILE);
  const owner: Owner = {
    pid: process.pid,
    processStart: processStart(process.pid),
    host: hostname(),
    place: placeOf(),
    nonce: randomUUID(),
    lockedAt: new Date().toISOString(),
  };
  if (!create(file, owner)) takeOver(directory, file, owner);
  const heartbeat = setInterval(() => {
    if (isOurs(file, owner)) return touch(file);
    clearInterval(heartbeat);
    options.onLost?.(new Error(`The lock of the data directory ${directory} is no longer this process's.`));
  }, options.heartbeatMs ?? HEARTBEAT);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (read(file)?.nonce === owner.nonce) remove(file);
    },
  };
}

function takeOver(directory: string, file: string, owner: Owner): void {
  refuseIfAlive(directory, file);
  const guard = join(directory, TAKEOVER_FILE);
  if (!create(guard, owner)) {
    const other = read(guard);
    if (other !== undefined && isAlive(other, guard)) throw new DirectoryLockedError(directory, other);
    // Only a dead process's guard is removed: one that is gone by now may already be somebody else's.
    if (other !== undefined) remove(guard);
    if (!create(guard, owner)) throw new DirectoryLockedError(directory, read(guard) ?? owner);
  }
  try {
    // Looked at again: between our first look and the guard another process may have taken over.
    refuseIfAlive(directory, file);
    remove(file);
    if (!create(file, owner)) throw new DirectoryLockedError(directory, read(file) ?? owner);
  } finally {
    remove(guard);
  }
}

function refuseIfAlive(directory: string, file: string): void {
  const holder = read(file);
  if (holder !== undefined && isAlive(holder, file)) throw new DirectoryLockedError(directory, holder);
}

/** False for the lock of another, and where it is gone. A file that can not be read just now (no descriptors left) is not given up. */
function isOurs(file: string, { nonce }: Owner): boolean {
  try {
    readFileSync(file);
  } catch (error) {
    return codeOf(error) !== 'ENOENT';
  }
  return read(file)?.nonce === nonce;
}

/** True where the owner's pid is one of this process's own system. A lock without a place is one that knows only hosts. */
function isHere({ host, place }: Owner): boolean {
  const here = placeOf();
  return host === hostname() && (place === null || here === null || place === here);
}

function placeOf(): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null;
  }
}

function isAlive(owner: Owner, file: string): boolean {
  if (!isHere(owner)) return Date.now() - modified(file) < FOREIGN_DEAD_AFTER;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    if (codeOf(error) !== 'EPERM') return false;
  }
  const start = processStart(owner.pid);
  return start === null || owner.processStart === null || start === owner.processStart;
}

/** Linux tells the start in clock ticks since boot (with the boot's own id, ticks of two boots differ); other systems through `ps`. */
function processStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks ?? ''}`;
  } catch {
    return startFromPs(pid);
  }
}

function startFromPs(pid: number): string | null {
  if (process.platform === 'win32') return null;
  try {
    const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env }).trim() || null;
  } catch {
    return null;
  }
}

/** Makes the file whole or not at all; answers false where it exists. */
function create(file: string, owner: Owner): boolean {
  const draft = `${file}.${owner.nonce}`;
  writeFileSync(draft, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    remove(draft);
  }
}

/** The owner, or undefined where there is no file or none of ours. */
function read(file: string): Owner | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner> | null;
    if (typeof owner?.pid !== 'number' || typeof owner.host !== 'string' || typeof owner.nonce !== 'string')
      return undefined;
    return {
      pid: owner.pid,
      processStart: owner.processStart ?? null,
      host: owner.host,
      place: owner.place ?? null,
      nonce: owner.nonce,
      lockedAt: owner.lockedAt ?? 'an unknown time',
    };
  } catch {
    return undefined;
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The next look at the directory will tell; a heartbeat must not end the server.
  }
}

function modified(file: string): number {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}
