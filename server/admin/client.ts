import { connect, type Socket } from 'node:net';
import { openDatabase } from '../db/connection.ts';
import { DirectoryLockedError } from '../db/directory-lock.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { takeBackCutOff } from '../import/pieces.ts';
import { type PlanningSink, Spool } from '../import/spool.ts';
import { AdminRefused, type AdminRequest, type AdminResult, runAdminCommand } from './commands.ts';
import { type AdminAnswer, type AdminPart, readLines, writeBytes, writeLine } from './lines.ts';
import { findSocketPath } from './socket-path.ts';

export interface AdminTarget {
  databaseUrl: string | undefined;
  dataDir: string;
  /** How people address the server that will run on these data; one that runs knows its own address. */
  baseUrl: string;
  /** How long to wait for a server that is just starting or another tool, in milliseconds. */
  patienceMs?: number;
  /** Gives the file of an import to where it is to go. */
  feed?: (sink: PlanningSink) => Promise<void>;
  /** The file of a restore. */
  backup?: Uint8Array;
  /** Takes the file of a backup, all at once or part by part. */
  give?: (bytes: Uint8Array) => Promise<void>;
  onProgress?: (done: number, total: number) => void;
  /** The person wants it no more: an import is taken back before this ends. */
  signal?: AbortSignal;
  /** Called once when it has to wait. */
  onWait?: () => void;
}

const PAUSE_MS = 200;

/**
 * Runs a command where the data is: on the PostgreSQL of DATABASE_URL; else through the socket of the server that runs on the data
 * directory; else, where none runs, on the embedded database itself, behind the same lock as the server.
 */
export async function runOnData(request: AdminRequest, target: AdminTarget): Promise<AdminResult> {
  if (target.databaseUrl !== undefined) return runHere(request, target);
  const { patienceMs = 120_000 } = target;
  for (let waited = 0; ; waited += PAUSE_MS) {
    const answer = await askServer(request, target);
    if (answer !== undefined) return answer;
    try {
      return await runHere(request, target);
    } catch (error) {
      // Locked, and nobody listens: a server that is still starting, or another tool.
      if (!(error instanceof DirectoryLockedError) || waited >= patienceMs) throw error;
    }
    if (waited === 0) target.onWait?.();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

async function runHere(request: AdminRequest, target: AdminTarget): Promise<AdminResult> {
  const { databaseUrl, dataDir, baseUrl, feed, onProgress, signal } = target;
  const database = await openDatabase({ databaseUrl, dataDir });
  const spool = feed && new Spool();
  try {
    // A backup is of what is there: the version that it is taken before must still be able to read it.
    if (request.command !== 'backup') {
      await migrateToLatest(database.db);
      await takeBackCutOff(database);
    }
    if (spool !== undefined) await feed?.(spool);
    return await runAdminCommand(request, {
      database,
      now: new Date().toISOString(),
      baseUrl,
      source: spool,
      backup: target.backup,
      give: target.give,
      onProgress,
      signal,
    });
  } finally {
    await spool?.remove();
    await database.close();
  }
}

/** undefined where no server answers on that directory. */
function askServer(request: AdminRequest, target: AdminTarget): Promise<AdminResult | undefined> {
  const { dataDir, onProgress, signal } = target;
  const path = findSocketPath(dataDir);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let connected = false;
    const cancel = (): void => void writeLine(socket, { type: 'cancel' });
    socket.on('connect', () => {
      connected = true;
      signal?.addEventListener('abort', cancel);
      send(socket, request, target).catch((error: unknown) => {
        reject(error instanceof Error ? error : new Error(String(error)));
        socket.destroy();
      });
    });
    socket.on('error', (error: Error & { code?: string }) => {
      if (connected) reject(new Error(`The connection to the server was lost: ${error.message}`));
      else if (error.code === 'EACCES' || error.code === 'EPERM') {
        reject(new AdminRefused(`The server on ${dataDir} belongs to another user, and only that user may do this.`));
      } else resolve(undefined);
    });
    const hear = async (value: unknown): Promise<void> => {
      const answer = value as AdminAnswer;
      if (answer.type === 'progress') onProgress?.(answer.done, answer.total);
      else if (answer.type === 'bytes') await target.give?.(Buffer.from(answer.base64, 'base64'));
      else if (answer.type === 'result') resolve(answer.result as AdminResult);
      else if (answer.type === 'refused') reject(new AdminRefused(answer.message));
      else reject(new Error(answer.message));
    };
    const heard = readLines(socket, hear, (reason) => {
      reject(new Error(`The server's answer makes no sense. ${reason}`));
    });
    socket.on('close', () => {
      signal?.removeEventListener('abort', cancel);
      // The answer may stand in what has arrived and is still being taken.
      void heard().then(() => {
        reject(new Error('The server ended before it had answered. Nothing can be said about what it did; try again.'));
      });
    });
  });
}

/** Says the request, and after it the parts of its file. */
async function send(socket: Socket, request: AdminRequest, { feed, backup }: AdminTarget): Promise<void> {
  const say = (part: AdminPart): Promise<void> => writeLine(socket, part);
  await writeLine(socket, request);
  if (backup !== undefined) {
    await writeBytes(socket, backup);
    await say({ type: 'end' });
  }
  await feed?.({
    set: (field, value) => say({ type: 'field', field, value }),
    add: (list, rows) => say({ type: 'rows', list, rows }),
  });
  if (feed !== undefined) await say({ type: 'end' });
}
