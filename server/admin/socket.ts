import { chmodSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Conversation, type ConversationOptions } from './conversation.ts';
import { readLines } from './lines.ts';
import { claimSocketPath, findSocketPath, forgetSocketPath } from './socket-path.ts';

export interface AdminSocketOptions extends ConversationOptions {
  dataDir: string;
}

export interface AdminSocket {
  /** undefined where another server on the same directory listens already. */
  readonly path: string | undefined;
  /** Takes imports back, lets other commands finish, then stops listening. */
  close(): Promise<void>;
}

/**
 * The door of the command-line tools into a running server: a socket in the data directory that only its owner may open (the directory is
 * 0700, the socket 0600); nothing of it is reachable over HTTP. One JSON request per connection, with the parts of its file on lines of their own, answered by lines of JSON.
 * Servers that share a directory (with DATABASE_URL) share the first one's socket.
 */
export async function openAdminSocket(options: AdminSocketOptions): Promise<AdminSocket> {
  // Windows has no such sockets, and its pipes are open to others: there the tools work while the server is stopped.
  if (process.platform === 'win32') return { path: undefined, close: async () => undefined };
  const existing = findSocketPath(options.dataDir);
  if (existing !== undefined && (await answers(existing))) return { path: undefined, close: async () => undefined };
  const running = new Map<Conversation, Promise<void>>();
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
      for (const talk of running.keys()) talk.cancel();
      await Promise.allSettled(running.values());
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

function serve(socket: Socket, options: AdminSocketOptions, running: Map<Conversation, Promise<void>>): void {
  const talk = new Conversation(socket, options, (work) => {
    running.set(
      talk,
      work.finally(() => running.delete(talk)),
    );
  });
  socket.on('error', () => undefined);
  // A tool that is ended takes its import with it.
  socket.on('close', () => talk.cancel());
  readLines(
    socket,
    (value) => talk.hear(value),
    (reason) => talk.refuse(reason),
  );
}
