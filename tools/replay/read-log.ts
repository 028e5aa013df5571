import type { ActionLog } from '@espalier/core/replay';
import { readFile, stat } from 'node:fs/promises';
import { ActionLogError, parseLog } from '@espalier/core/replay';
import { said } from './arguments.ts';

/** Larger files are no logs of a browser, which keeps a few megabytes. */
export const LARGEST = 256 * 1024 * 1024;

/** A file that is no log, or none that can be replayed. The message names the file and, where there is one, the line. */
export class NotReadable extends Error {
  override readonly name = 'NotReadable';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EACCES: 'this file may not be read.',
  EISDIR: 'this is a directory, not a log.',
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;

/** Reads a log. `name` is what the person called the file. Throws NotReadable. */
export async function readLog(path: string, name: string): Promise<ActionLog> {
  return parse(await readText(path, name), name);
}

async function readText(path: string, name: string): Promise<string> {
  try {
    const { size, isDirectory } = await stat(path).then((it) => ({ size: it.size, isDirectory: it.isDirectory() }));
    if (isDirectory) throw new NotReadable(`${name}: ${REASONS['EISDIR']}`);
    if (size > LARGEST) {
      throw new NotReadable(`${name}: the file has ${megabytes(size)}; logs of up to ${megabytes(LARGEST)} are read.`);
    }
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof NotReadable) throw error;
    const { code = '' } = error as { readonly code?: string };
    throw new NotReadable(`${name}: ${REASONS[code] ?? said(error)}`);
  }
}

function parse(text: string, name: string): ActionLog {
  try {
    return parseLog(text);
  } catch (error) {
    throw readable(error, name);
  }
}

/** What went wrong with a log, as `file:line: reason`, the form in which editors open it. */
export function readable(error: unknown, name: string): NotReadable {
  if (error instanceof NotReadable) return error;
  if (error instanceof ActionLogError) {
    return new NotReadable(`${name}:${error.line}: ${error.message.replace(/^Line \d+: /, '')}`);
  }
  return new NotReadable(`${name}: the log cannot be replayed: ${said(error)}`);
}
