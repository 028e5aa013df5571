import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** The system keeps the path of a socket in 108 bytes (104 on macOS), with a zero at its end. */
const LONGEST = 100;

const folderOf = (dataDir: string): string => join(resolve(dataDir), 'admin');
const recordOf = (dataDir: string): string => join(folderOf(dataDir), 'socket-path');
const ownPath = (dataDir: string): string => join(folderOf(dataDir), 'server.sock');

export const fits = (path: string): boolean => Buffer.byteLength(path) <= LONGEST;

/**
 * Where a server that starts should listen: `<data directory>/admin/server.sock`, in a directory that only its owner may enter. Where that
 * path is too long (or the file system takes no sockets: `elsewhere`), a new directory of the system's temporary one, written down in
 * `<data directory>/admin/socket-path`.
 */
export function claimSocketPath(dataDir: string, { elsewhere = false } = {}): string {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  forgetSocketPath(dataDir);
  const own = ownPath(dataDir);
  if (!elsewhere && fits(own)) return own;
  const path = join(mkdtempSync(join(tmpdir(), 'espalier-')), 'server.sock');
  if (!fits(path))
    throw new Error(
      `The path of the temporary directory ${tmpdir()} is too long for a socket; set TMPDIR to a shorter one.`,
    );
  writeFileSync(recordOf(dataDir), path, { mode: 0o600 });
  return path;
}

/** Where a running server listens, if one does; undefined where none was started. */
export function findSocketPath(dataDir: string): string | undefined {
  try {
    return readFileSync(recordOf(dataDir), 'utf8');
  } catch {
    return existsSync(ownPath(dataDir)) ? ownPath(dataDir) : undefined;
  }
}

/** Removes what `claimSocketPath` and the listening made. */
export function forgetSocketPath(dataDir: string): void {
  const path = findSocketPath(dataDir);
  if (path !== undefined && path !== ownPath(dataDir)) rmSync(dirname(path), { recursive: true, force: true });
  rmSync(ownPath(dataDir), { force: true });
  rmSync(recordOf(dataDir), { force: true });
}
