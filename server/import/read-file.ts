import { readFile, stat } from 'node:fs/promises';
import { ImportRefused } from './faults.ts';
import { findJsonFault } from './json.ts';

/** Larger files are refused before they are read: a text has to fit into memory several times over. */
export const MAX_FILE_BYTES = 256 * 1024 * 1024;

/** Reads a file of JSON. Whatever is wrong with the file itself is an `ImportRefused` that says so. */
export async function readJsonFile(file: string, maxBytes = MAX_FILE_BYTES): Promise<unknown> {
  return parseJson(file, await readBytes(file, maxBytes));
}

async function readBytes(file: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw refused(`${file} is not a file.`);
    if (found.size > maxBytes) {
      throw refused(
        `${file} is too large: ${megabytes(found.size)}, and at most ${megabytes(maxBytes)} can be imported.`,
      );
    }
    return await readFile(file);
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    const { code } = error as { code?: unknown };
    if (code === 'ENOENT' || code === 'ENOTDIR') throw refused(`There is no file ${file}.`);
    if (code === 'EACCES' || code === 'EPERM') throw refused(`The file ${file} may not be read by this user.`);
    throw refused(`The file ${file} cannot be read (${String(code ?? error)}).`);
  }
}

function parseJson(file: string, bytes: Uint8Array): unknown {
  let text: string;
  try {
    // Also drops a byte order mark.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(`${file} is not a text in UTF-8.`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const found = findJsonFault(text);
    const where =
      found === null ? '' : ` Line ${String(found.line)}, column ${String(found.column)}: ${found.message}.`;
    throw refused(`${file} is not JSON.${where}`);
  }
}

const refused = (message: string): ImportRefused => new ImportRefused([{ path: '', message }]);
const megabytes = (bytes: number): string => `${String(Math.ceil(bytes / (1024 * 1024)))} MB`;
