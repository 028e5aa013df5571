import type { Socket } from 'node:net';
import type { ListName } from '../import/planning-source.ts';

/** The longest line that is taken: a piece of a planning file in which every text is as long as it may be would be longer, and is cut. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/** What a tool says to the server after its request: the parts of a file, their end, or that it wants no more. */
export type AdminPart =
  | { type: 'field'; field: string | null; value: unknown }
  | { type: 'rows'; list: ListName; rows: readonly unknown[] }
  | { type: 'bytes'; base64: string }
  | { type: 'end' }
  | { type: 'cancel' };

/** What the server says to a tool, one JSON value per line; the last of them ends the conversation. */
export type AdminAnswer =
  | { type: 'progress'; done: number; total: number }
  | { type: 'bytes'; base64: string }
  | { type: 'result'; result: unknown }
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string };

/**
 * Calls `onLine` with every whole line of JSON that arrives, the next one when it is done with the last: what comes faster waits in the other
 * process. Throws nothing: a line that is too long or no JSON goes to `onFault`. Gives what answers once the lines that have arrived are done with: a socket
 * may close before.
 */
export function readLines(
  socket: Socket,
  onLine: (value: unknown) => void | Promise<void>,
  onFault: (reason: string) => void,
): () => Promise<void> {
  let parts: Buffer[] = [];
  let size = 0;
  const take = async (data: Buffer): Promise<void> => {
    let from = 0;
    for (let at = data.indexOf(NEWLINE); at !== -1; at = data.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...parts, data.subarray(from, at)]).toString('utf8');
      parts = [];
      size = 0;
      from = at + 1;
      let value: unknown;
      try {
        value = JSON.parse(line);
      } catch {
        onFault('The line is not JSON.');
        return;
      }
      await onLine(value);
    }
    const rest = data.subarray(from);
    size += rest.length;
    if (size > MAX_LINE_BYTES) {
      parts = [];
      onFault('The line is too long.');
    } else if (rest.length > 0) parts.push(rest);
  };
  let taken = Promise.resolve();
  socket.on('data', (data: Buffer) => {
    socket.pause();
    taken = take(data).then(
      () => void socket.resume(),
      (error: unknown) => onFault(error instanceof Error ? error.message : String(error)),
    );
  });
  return () => taken;
}

/** Answers when the other side has room for more. */
export async function writeLine(socket: Socket, value: unknown): Promise<void> {
  if (!socket.writable || socket.write(`${JSON.stringify(value)}\n`)) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      socket.off('drain', go);
      socket.off('close', go);
      resolve();
    };
    socket.on('drain', go);
    socket.on('close', go);
  });
}

/** Bytes of a line that carries some of a file. */
const BYTES = 768 * 1024;

/** A file of bytes, line by line. */
export async function writeBytes(socket: Socket, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += BYTES) {
    const base64 = Buffer.from(bytes.subarray(at, at + BYTES)).toString('base64');
    await writeLine(socket, { type: 'bytes', base64 });
  }
}
