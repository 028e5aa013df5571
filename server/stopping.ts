/** How a server that was started is ended, apart from the process it runs in. */
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** What a shell expects of a program that a signal ended. */
const CODES: Partial<Record<NodeJS.Signals, number>> = { SIGINT: 130, SIGTERM: 143 };

/** The handler of signals: the first one stops in order, the second does not wait for anybody. */
export function stopOnSignal(
  stop: () => Promise<void>,
  exit: (code: number) => void,
  warn: (line: string) => void,
): (signal: NodeJS.Signals) => void {
  let asked = false;
  return (signal) => {
    if (asked) return exit(CODES[signal] ?? 1);
    asked = true;
    stop().then(
      () => exit(0),
      (error: unknown) => {
        warn(failureText(error));
        exit(1);
      },
    );
  };
}

/**
 * AP-06.37: browsers open connections ahead of need and keep those that have served them. Node closes the idle ones as the server ends, but waits half a
 * minute and more for one that has sent nothing yet, and for one that is answered after that.
 */
export function endConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  let ending = false;
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }: { socket: Socket }) => unused.delete(socket));
  // A websocket is told before it is closed (live/cable.ts).
  app.server.on('upgrade', (_request, socket: Socket) => unused.delete(socket));
  app.addHook('onSend', async (_request, reply) => {
    if (ending) reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    ending = true;
    for (const socket of unused) socket.destroy();
  });
}

/** Mistakes of the program: only these are told with their stack. */
const OURS = [TypeError, ReferenceError, RangeError, SyntaxError];

/** What is said at the terminal of an error that ended the server: what a person can put right in one line, our own faults with their stack. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return OURS.some((kind) => error instanceof kind) ? (error.stack ?? error.message) : error.message;
}
