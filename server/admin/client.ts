import { connect } from 'node:net';
import { openDatabase } from '../db/connection.ts';
import { DirectoryLockedError } from '../db/directory-lock.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { AdminRefused, type AdminRequest, type AdminResult, runAdminCommand } from './commands.ts';
import { type AdminAnswer, readLines, writeLine } from './lines.ts';
import { findSocketPath } from './socket-path.ts';

export interface AdminTarget {
  databaseUrl: string | undefined;
  dataDir: string;
  /** How long to wait for a server that is just starting or another tool, in milliseconds. */
  patienceMs?: number;
  onProgress?: (done: number, total: number) => void;
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

async function runHere(request: AdminRequest, { databaseUrl, dataDir, onProgress }: AdminTarget): Promise<AdminResult> {
  const database = await openDatabase({ databaseUrl, dataDir });
  try {
    await migrateToLatest(database.db);
    return await runAdminCommand(database.db, request, new Date().toISOString(), onProgress);
  } finally {
    await database.close();
  }
}

/** undefined where no server answers on that directory. */
function askServer(request: AdminRequest, { dataDir, onProgress }: AdminTarget): Promise<AdminResult | undefined> {
  const path = findSocketPath(dataDir);
  if (path === undefined) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let connected = false;
    socket.on('connect', () => {
      connected = true;
      writeLine(socket, request);
    });
    socket.on('error', (error: Error & { code?: string }) => {
      if (connected) reject(new Error(`The connection to the server was lost: ${error.message}`));
      else if (error.code === 'EACCES' || error.code === 'EPERM') {
        reject(new AdminRefused(`The server on ${dataDir} belongs to another user, and only that user may do this.`));
      } else resolve(undefined);
    });
    socket.on('close', () => {
      reject(new Error('The server ended before it had answered. Nothing can be said about what it did; try again.'));
    });
    const hear = (value: unknown): void => {
      const answer = value as AdminAnswer;
      if (answer.type === 'progress') onProgress?.(answer.done, answer.total);
      else if (answer.type === 'result') resolve(answer.result as AdminResult);
      else if (answer.type === 'refused') reject(new AdminRefused(answer.message));
      else reject(new Error(answer.message));
    };
    readLines(socket, hear, (reason) => {
      reject(new Error(`The server's answer makes no sense. ${reason}`));
    });
  });
}
