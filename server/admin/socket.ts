import { chmodSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { OpenDatabase } from '../db/open-database.ts';
import { AdminRefused, readAdminRequest, runAdminCommand } from './commands.ts';
import { readLines, writeLine } from './lines.ts';
import { claimSocketPath, findSocketPath, forgetSocketPath } from './socket-path.ts';

export interface AdminSocketOptions {
  database: Pick<OpenDatabase, 'db'>;
  dataDir: string;
  /** An ISO instant; the clock unless a test gives its own. */
  now?: () => string;
  /** What went wrong in a command through no fault of the person. */
  onError?: (error: unknown) => void;
}

export interface AdminSocket {
  /** undefined where another server on the same directory listens already. */
  readonly path: string | undefined;
  /** Lets running commands finish, then stops listening. */
  close(): Promise<void>;
}

/**
 * The door of the command-line tools into a running server: a socket in the data directory that only its owner may open (the directory is
 * 0700, the socket 0600); nothing of it is reachable over HTTP. One JSON request per connection, answered by lines of JSON.
 * Servers that share a directory (with DATABASE_URL) share the first one's socket.
 */
export async function openAdminSocket(options: AdminSocketOptions): Promise<AdminSocket> {
  // Windows has no such sockets, and its pipes are open to others: there the tools work while the server is stopped.
  if (process.platform === 'win32') return { path: undefined, close: async () => undefined };
  const existing = findSocketPath(options.dataDir);
  if (existing !== undefined && (await answers(existing))) return { path: undefined, close: async () => undefined };
  const running = new Set<Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, options, running);
  });
  const path = await listenSomewhere(server, options.dataDir);
  return {
    path,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.allSettled(running);
      for (const socket of sockets) socket.destroy();
      await closed;
      forgetSocketPath(options.dataDir);
    },
  };
}

async function listenSomewhere(server: Server, dataDir: string): Promise<string> {
  const own = claimSocketPath(dataDir);
  try {
    await listen(server, own);
    return own;
  } catch {
    // Some file systems of shared directories take no sockets.
    const other = claimSocketPath(dataDir, { elsewhere: true });
    await listen(server, other);
    return other;
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      chmodSync(path, 0o600);
      resolve();
    });
  });
}

/** Does a living server stand behind that path? The file of a dead one stays. */
function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });
}

function serve(socket: Socket, options: AdminSocketOptions, running: Set<Promise<void>>): void {
  // A tool that was ended in between: what it asked for is finished all the same.
  socket.on('error', () => undefined);
  let asked = false;
  const refuse = (message: string): void => {
    writeLine(socket, { type: 'refused', message });
    socket.end();
  };
  readLines(
    socket,
    (value) => {
      if (asked) return;
      asked = true;
      const work = answer(socket, value, options).finally(() => {
        running.delete(work);
        socket.end();
      });
      running.add(work);
    },
    refuse,
  );
}

async function answer(socket: Socket, value: unknown, options: AdminSocketOptions): Promise<void> {
  const { database, now = () => new Date().toISOString(), onError = console.error } = options;
  const request = readAdminRequest(value);
  if (request === undefined) {
    writeLine(socket, { type: 'refused', message: 'The server does not know this command. Is it of another version?' });
    return;
  }
  try {
    const onProgress = (done: number, total: number): void => writeLine(socket, { type: 'progress', done, total });
    const result = await runAdminCommand(database.db, request, now(), onProgress);
    writeLine(socket, { type: 'result', result });
  } catch (error) {
    if (error instanceof AdminRefused) writeLine(socket, { type: 'refused', message: error.message });
    else {
      onError(error);
      writeLine(socket, { type: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  }
}
