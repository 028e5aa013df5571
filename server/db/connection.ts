import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Copies, COPY, copyDatabase, INCOMING, PREVIOUS, settleExchange, sizeOf } from './copies.ts';
import { lockDirectory } from './directory-lock.ts';
import { ExchangeableClient } from './exchangeable-client.ts';
import { CannotOpenError, Fatal, messageOf, type OpenDatabase } from './open-database.ts';
import { pgliteDatabase } from './pglite.ts';
import { type Bridge, openBridge } from './pglite-bridge.ts';
import { openPostgres } from './postgres.ts';
import { DiskFullError, Room, type RoomOptions } from './room.ts';
import type { Db } from './types.ts';

export type { OpenDatabase } from './open-database.ts';

export interface DatabaseOptions {
  /** A PostgreSQL server; without it the database is embedded, in `dataDir`. */
  databaseUrl?: string;
  /** Its streaming replicas. */
  readUrls?: readonly string[];
  /** Directory of the embedded database, made when missing. */
  dataDir?: string;
  /** The built pglite-worker; found beside the server's own files when not given. */
  worker?: URL;
  /** An embedded query that takes longer will not come back, whoever asked it. Default 60,000. */
  queryTimeoutMs?: number;
  /** A statement that runs longer is ended, but those of `unhurried`. Default: none. */
  statementTimeoutMs?: number;
  /** The room on the disk of the embedded database, and when it is looked at. */
  room?: RoomOptions;
  /** Connections to PostgreSQL. Default 10. */
  poolSize?: number;
}

/** Copies are made and opened while nobody waits for them. Milliseconds. */
const COPY_TIMEOUT_MS = 30 * 60_000;

/** Where the embedded database keeps its files, below the data directory. */
export const PGDATA = 'pgdata';
/** Stands while PGlite makes its files; a start that finds it makes them anew. */
const UNFINISHED = 'pgdata.unfinished';

/** Opens the database, without migrating it. The embedded one is behind the lock of its directory until `close`. */
export async function openDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  if (options.databaseUrl !== undefined && options.databaseUrl !== '') {
    const { databaseUrl, readUrls, poolSize, statementTimeoutMs } = options;
    return openPostgres({ databaseUrl, readUrls, poolSize, statementTimeoutMs });
  }
  return openEmbedded(options);
}

async function openEmbedded(options: DatabaseOptions): Promise<OpenDatabase> {
  const { dataDir, worker, queryTimeoutMs = 60_000, statementTimeoutMs } = options;
  if (dataDir === undefined || dataDir === '') throw new CannotOpenError('Set DATA_DIR or DATABASE_URL.');
  const root = resolve(dataDir);
  try {
    mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new CannotOpenError(`Cannot make the data directory ${root}: ${messageOf(error)}`, { cause: error });
  }
  const directory = join(root, PGDATA);
  const unfinished = join(root, UNFINISHED);
  const room = new Room(root, options.room);
  const enough = (): void => {
    const lacks = room.lacksForStart(!existsSync(directory) || existsSync(unfinished));
    if (lacks !== undefined) throw lacks;
  };
  enough();
  const fatal = new Fatal();
  const lock = lockDirectory(root, {
    onLost: (error) => {
      fatal.raise(error);
    },
  });
  try {
    settleExchange(root, directory);
    // A first start that was ended half-way leaves files that can not be opened, and nothing of value: begin again.
    if (existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
    if (!existsSync(directory)) writeFileSync(unfinished, '');
    const open: Open = async (place, { image, patient = false } = {}) => {
      try {
        return await openBridge({
          worker: worker ?? workerBeside(import.meta.url),
          directory: place,
          image,
          queryTimeoutMs: patient ? COPY_TIMEOUT_MS : queryTimeoutMs,
          openTimeoutMs: Math.max(queryTimeoutMs, 120_000),
        });
      } catch (error) {
        // The engine itself does not say why it failed.
        enough();
        throw error;
      }
    };
    const reopen = async (): Promise<Bridge> => {
      enough();
      const bridge = await open(directory);
      // What an import that is under way hides stays hidden; without one there is no such schema, and it is passed over.
      await bridge.query('SET search_path TO settled, public', []);
      return bridge;
    };
    const mayPass = (error: unknown): boolean => error instanceof DiskFullError;
    const client = new ExchangeableClient(await open(directory), { reopen, fatal, mayPass });
    rmSync(unfinished, { force: true });
    // Only now it is certain that what took its place can be opened.
    rmSync(join(root, PREVIOUS), { recursive: true, force: true });
    const database = pgliteDatabase({ client, fatal, statementTimeoutMs, room });
    return {
      ...database,
      copies: embeddedCopies({ root, directory, db: database.unhurried, client, room, open }),
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

/** `patient`: for what nobody waits for. */
type Open = (directory: string, how?: { image?: Uint8Array; patient?: boolean }) => Promise<Bridge>;

interface Embedded {
  root: string;
  directory: string;
  db: Db;
  client: ExchangeableClient<Bridge>;
  room: Room;
  open: Open;
}

function embeddedCopies({ root, directory, db, client, room, open }: Embedded): Copies {
  /** Only one at a time: they share their places. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done.catch(() => undefined);
    return done;
  };
  const clean = (name: string): void => rmSync(join(root, name), { recursive: true, force: true });
  return {
    image: () =>
      inTurn(async () => {
        const copy = join(root, COPY);
        room.checkCopy(await sizeOf(directory));
        try {
          await copyDatabase(db, directory, copy);
          // An engine of its own opens the copy: what it gives out has been opened once.
          const bridge = await open(copy, { patient: true });
          return await bridge.image().finally(() => bridge.close());
        } finally {
          clean(COPY);
        }
      }),
    exchange: (image, accept) =>
      inTurn(async () => {
        const [incoming, previous] = [join(root, INCOMING), join(root, PREVIOUS)];
        try {
          clean(INCOMING);
          const next = pgliteDatabase({ client: await open(incoming, { image, patient: true }) });
          await accept(next.db).finally(() => next.close());
          clean(PREVIOUS);
          const put = (): void => {
            renameSync(directory, previous);
            renameSync(incoming, directory);
          };
          const takeBack = (): void => {
            if (!existsSync(previous)) return;
            clean(PGDATA);
            renameSync(previous, directory);
          };
          await db.connection().execute(() => client.exchange(() => open(directory), put, takeBack));
          clean(PREVIOUS);
        } finally {
          clean(INCOMING);
        }
      }),
  };
}

/** The bundler may put this file into a chunk, in the entries' directory or one below it. */
function workerBeside(url: string): URL {
  const here = dirname(fileURLToPath(url));
  const candidates = [join(here, 'pglite-worker.js'), join(here, '..', 'pglite-worker.js')];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found === undefined) throw new Error(`pglite-worker.js is missing beside ${here}: build the server first.`);
  return pathToFileURL(found);
}
