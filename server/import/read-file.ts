import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Assembler from 'stream-json/assembler.js';
import parser from 'stream-json/parser.js';
import { ImportRefused } from './faults.ts';
import { findJsonFault } from './json.ts';
import { isList, type ListName, PIECE_ROWS } from './planning-source.ts';
import type { PlanningSink } from './spool.ts';

/** A larger file is still read, but where it stops being JSON is not looked for: that takes the whole text in memory. */
const MAX_SEARCHED_BYTES = 256 * 1024 * 1024;
/** A piece is ended before it has all its rows when they have about so many characters. */
const PIECE_CHARACTERS = 512 * 1024;

export interface ReadOptions {
  /** Called with the bytes that have been read and the size of the file. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal | undefined;
}

/**
 * Reads a planning file as a stream and gives its parts to the sink, at most one piece of rows in memory. Whatever is wrong with the file itself is
 * an `ImportRefused` that says so.
 */
export async function readPlanningFile(file: string, sink: PlanningSink, options: ReadOptions = {}): Promise<void> {
  const size = await sizeOf(file);
  const reader = new PlanningReader(sink);
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  let read = 0;
  source.on('data', (chunk) => {
    read += chunk.length;
    options.onProgress?.(read, size);
  });
  try {
    await pipeline(
      source,
      decoded,
      parser.asStream({ packValues: true, streamValues: false }),
      async (tokens: AsyncIterable<parser.Token>) => {
        for await (const token of tokens) {
          const due = reader.take(token);
          if (due !== undefined) await due;
        }
      },
      { signal: options.signal },
    );
  } catch (error) {
    if (error instanceof NotUtf8) throw refused(`${file} is not a text in UTF-8.`);
    if (!(error instanceof Error) || !error.message.startsWith('Parser ')) throw readFault(file, error);
    throw await notJson(file, size);
  }
  // An empty file has no token that the parser could find wrong.
  if (!reader.done) throw await notJson(file, size);
}

/** The demo data: a file of JSON, whole. */
export async function readJsonFile(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8')) as unknown;
}

/** Puts tokens together to the file's fields and rows. */
class PlanningReader {
  readonly #sink: PlanningSink;
  readonly #assembler = new Assembler();
  readonly #seen = new Set<string>();
  /** How many containers are open. */
  #depth = 0;
  /** The field of the file whose value is being read. */
  #field: string | null = null;
  /** The list whose rows are being read. */
  #list: ListName | undefined;
  #rows: unknown[] = [];
  #characters = 0;
  done = false;

  constructor(sink: PlanningSink) {
    this.#sink = sink;
  }

  take(token: parser.Token): Promise<void> | undefined {
    const { name } = token;
    if (name === 'endObject' || name === 'endArray') this.#depth -= 1;
    const outside = this.#depth === 0;
    const atList = this.#list !== undefined && this.#depth === 1;
    if (name === 'startObject' || name === 'startArray') this.#depth += 1;

    if (outside && name === 'startObject') return undefined;
    if (outside && name === 'endObject') {
      this.done = true;
      return undefined;
    }
    if (this.#depth === 1 && name === 'keyValue') return this.#begin(token.value);
    if (this.#list === undefined && this.#depth === 2 && name === 'startArray' && this.#field !== null) {
      if (isList(this.#field)) {
        this.#list = this.#field;
        return this.#sink.add(this.#list, []);
      }
    }
    if (atList && name === 'endArray') return this.#end();
    return this.#value(token, outside);
  }

  #begin(field: string): undefined {
    if (this.#seen.has(field)) throw refused(`The file has the field "${field}" twice.`);
    this.#seen.add(field);
    this.#field = field;
    return undefined;
  }

  #end(): Promise<void> {
    const rest = this.#flush();
    this.#list = undefined;
    this.#field = null;
    return rest;
  }

  #value(token: parser.Token, outside: boolean): Promise<void> | undefined {
    this.#characters += 'value' in token && typeof token.value === 'string' ? token.value.length : 1;
    this.#assembler.consume(token);
    if (!this.#assembler.done) return undefined;
    const value: unknown = this.#assembler.current;
    if (outside) {
      this.done = true;
      return this.#sink.set(null, value);
    }
    if (this.#list === undefined) return this.#sink.set(this.#field, value);
    this.#rows.push(value);
    return this.#rows.length >= PIECE_ROWS || this.#characters > PIECE_CHARACTERS ? this.#flush() : undefined;
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#characters = 0;
    if (this.#list !== undefined) await this.#sink.add(this.#list, rows);
  }
}

class NotUtf8 extends Error {}

/** Also drops a byte order mark. */
async function* decoded(bytes: AsyncIterable<Buffer>): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (chunk?: Buffer): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new NotUtf8();
    }
  };
  for await (const chunk of bytes) yield decode(chunk);
  yield decode();
}

/** The size of a file that can be read; what is wrong with it otherwise is an `ImportRefused`. */
export async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw readFault(file, error);
  }
  throw refused(`${file} is not a file.`);
}

function readFault(file: string, error: unknown): unknown {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (error instanceof ImportRefused || name === 'AbortError') return error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return refused(`There is no file ${file}.`);
  if (code === 'EACCES' || code === 'EPERM') return refused(`The file ${file} may not be read by this user.`);
  if (code === 'EIO' || code === 'EISDIR') return refused(`The file ${file} cannot be read (${code}).`);
  return error;
}

/** The parser names no place. */
async function notJson(file: string, size: number): Promise<ImportRefused> {
  const text = size > MAX_SEARCHED_BYTES ? null : (await readFile(file, 'utf8')).replace(/^\uFEFF/, '');
  const found = text === null ? null : findJsonFault(text);
  const where = found === null ? '' : ` Line ${String(found.line)}, column ${String(found.column)}: ${found.message}.`;
  return refused(`${file} is not JSON.${where}`);
}

const refused = (message: string): ImportRefused => new ImportRefused([{ path: '', message }]);
