import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from './types.ts';

/** What only the embedded database can: to be copied, and to be exchanged for another, while it is open. */
export interface Copies {
  /** The database as it is at one moment, whoever writes meanwhile: every file of it, in a compressed archive. */
  image(): Promise<Uint8Array>;
  /**
   * Puts the database of such an archive in the place of this one, once `accept` has brought it up to date and found it good. Until then, and where
   * anything goes wrong, this one stays.
   */
  exchange(image: Uint8Array, accept: (db: Db) => Promise<void>): Promise<void>;
}

/** Below the data directory: the copy that an image is made from, a database that is to come, and the one that was. */
export const COPY = 'pgdata.copy';
export const INCOMING = 'pgdata.incoming';
export const PREVIOUS = 'pgdata.previous';

/** A file that was changed less than so long before it was copied is copied again: clocks of file systems are coarse. Milliseconds. */
const COARSE = 2000;

/** Before the database is opened: an exchange that was cut off is finished or taken back, and its leavings go, but for the database that was. */
export function settleExchange(root: string, directory: string): void {
  const previous = join(root, PREVIOUS);
  if (!existsSync(directory) && existsSync(previous)) renameSync(previous, directory);
  for (const name of [COPY, INCOMING]) rmSync(join(root, name), { recursive: true, force: true });
}

/**
 * Copies the files of an open database. Most of them are copied while it is used; then, while nobody else has the session, those that have changed since.
 * Others wait for these only.
 */
export async function copyDatabase(db: Db, from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  const copied = new Map<string, string>();
  await copyChanged(from, to, copied);
  await db.connection().execute(async (connection) => {
    // What the engine still has in memory; its files rest as long as it is asked nothing.
    await sql`CHECKPOINT`.execute(connection);
    await copyChanged(from, to, copied);
  });
}

/** Bytes of all files below a directory, some of which may go meanwhile. */
export async function sizeOf(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}

async function copyChanged(from: string, to: string, copied: Map<string, string>): Promise<void> {
  const there = new Set<string>();
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    const name = file.slice(from.length + 1);
    try {
      if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true, mode: 0o700 });
      else if (entry.isFile()) {
        there.add(name);
        const { mtimeMs, size } = await stat(file);
        const state = `${String(mtimeMs)} ${String(size)}`;
        if (copied.get(name) === state) continue;
        const settled = Date.now() - mtimeMs > COARSE;
        await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 });
        await copyFile(file, join(to, name));
        if (settled) copied.set(name, state);
        else copied.delete(name);
      }
    } catch (error) {
      // Gone since it was listed: the second look does not find it either.
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error;
    }
  }
  for (const entry of await readdir(to, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !there.has(file.slice(to.length + 1))) await rm(file, { force: true });
  }
}
