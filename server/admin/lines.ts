import type { Socket } from 'node:net';

/** The longest line that is taken: a planning file in one line. */
export const MAX_LINE_BYTES = 512 * 1024 * 1024;

const NEWLINE = 0x0a;

/** What the server says to a tool, one JSON value per line; the last of them ends the conversation. */
export type AdminAnswer =
  | { type: 'progress'; done: number; total: number }
  | { type: 'result'; result: unknown }
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string };

/** Calls `onLine` with every whole line of JSON that arrives; throws nothing: a line that is too long or no JSON goes to `onFault`. */
export function readLines(socket: Socket, onLine: (value: unknown) => void, onFault: (reason: string) => void): void {
  let parts: Buffer[] = [];
  let size = 0;
  socket.on('data', (data: Buffer) => {
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
      onLine(value);
    }
    const rest = data.subarray(from);
    size += rest.length;
    if (size > MAX_LINE_BYTES) {
      parts = [];
      onFault('The line is too long.');
      return;
    }
    if (rest.length > 0) parts.push(rest);
  });
}

export function writeLine(socket: Socket, value: unknown): void {
  if (socket.writable) socket.write(`${JSON.stringify(value)}\n`);
}
