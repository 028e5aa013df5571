import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { lockDirectory } from './directory-lock.ts';
import { CannotOpenError, Fatal, messageOf, type OpenDatabase } from './open-database.ts';
import { pgliteDatabase } from './pglite.ts';
import { openBridge } from './pglite-bridge.ts';
import { openPostgres } from './postgres.ts';

export type { OpenDatabase } from './open-database.ts';

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the database is embedded, in `dataDir`. */
  databaseUrl?: string;
  /** Directory of the embedded database, made when missing. */
  dataDir?: string;
  /** The built pglite-worker; found beside the server's own files when not given. */
  worker?: URL;
  /** An embedded query that takes longer is fatal. Default 60,000. */
  queryTimeoutMs?: number;
  /** Connections to PostgreSQL. Default 10. */
  poolSize?: number;
}

/** Where the embedded database keeps its files, below the data directory. */
export const PGDATA = 'pgdata';
/** Stands while PGlite makes its files; a start that finds it makes them anew. */
const UNFINISHED = 'pgdata.unfinished';

/** Opens the database, without migrating it. The embedded one is behind the lock of its directory until `close`. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.databaseUrl !== undefined && options.databaseUrl !== '') {
    return openPostgres({ databaseUrl: options.databaseUrl, poolSize: options.poolSize });
  }
  return openEmbedded(options);
}

async function openEmbedded({ dataDir, worker, queryTimeoutMs = 60_000 }: DatabaseOptions): Promise<OpenDatabase> {
  if (dataDir === undefined || dataDir === '') throw new CannotOpenError('Set DATA_DIR or DATABASE_URL.');
  const root = resolve(dataDir);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CannotOpenError(`Cannot make the data directory ${root}: ${messageOf(error)}`, { cause: error });
  }
  const fatal = new Fatal();
  const lock = lockDirectory(root, {
    onLost: (error) => {
      fatal.raise(error);
    },
  });
  try {
    const directory = join(root, PGDATA);
    const unfinished = join(root, UNFINISHED);
    // A first start that was ended half-way leaves files that can not be opened, and nothing of value: begin again.
    if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
    if (!existsSync(directory)) writeFileSync(unfinished, '');
    const client = await openBridge({
      worker: worker ?? workerBeside(import.meta.url),
      directory,
      fatal,
      queryTimeoutMs,
      openTimeoutMs: Math.max(queryTimeoutMs, 120_000),
    });
    rmSync(unfinished, { force: true });
    const database = pgliteDatabase({ client, fatal });
    return {
      ...database,
      async close() {
        try {
          await database.close();
        } finally {
          lock.release();
        }
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The bundler may put this file into a chunk, in the entries' directory or one below it. */
function workerBeside(url: string): URL {
  const here = dirname(fileURLToPath(url));
  const candidates = [join(here, 'pglite-worker.js'), join(here, '..', 'pglite-worker.js')];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error(`pglite-worker.js is missing beside ${here}: build the server first.`);
  return pathToFileURL(found);
}
