import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ListName, type PlanningSource } from './planning-source.ts';

/** Where the parts of a planning file go as they are read. */
export interface PlanningSink {
  /** A field beside the lists; without a name the file itself, which is no object. */
  set(field: string | null, value: unknown): Promise<void>;
  add(list: ListName, rows: readonly unknown[]): Promise<void>;
}

interface SpooledList {
  file: FileHandle;
  size: number;
  rows: number;
  /** Where each piece begins and how long it is, in bytes. */
  pieces: { at: number; length: number }[];
}

/**
 * A planning file laid down in the system's temporary directory (TMPDIR), each list in a file of its own, so that its rows can be read again and
 * again in the order in which they are written to the database, whatever the order of the file, and never all at once.
 */
export class Spool implements PlanningSource, PlanningSink {
  readonly #directory = mkdtempSync(join(tmpdir(), 'espalier-import-'));
  readonly #lists = new Map<ListName, SpooledList>();
  #head: unknown = {};

  get head(): unknown {
    return this.#head;
  }

  async set(field: string | null, value: unknown): Promise<void> {
    this.#head = field === null ? value : { ...(this.#head as object), [field]: value };
  }

  async add(list: ListName, rows: readonly unknown[]): Promise<void> {
    let spooled = this.#lists.get(list);
    if (spooled === undefined) {
      spooled = { file: await open(join(this.#directory, list), 'wx+', 0o600), size: 0, rows: 0, pieces: [] };
      this.#lists.set(list, spooled);
    }
    if (rows.length === 0) return;
    const bytes = Buffer.from(JSON.stringify(rows));
    await spooled.file.write(bytes, 0, bytes.length, spooled.size);
    spooled.pieces.push({ at: spooled.size, length: bytes.length });
    spooled.size += bytes.length;
    spooled.rows += rows.length;
  }

  length(list: ListName): number | undefined {
    return this.#lists.get(list)?.rows;
  }

  async *pieces(list: ListName): AsyncIterable<readonly unknown[]> {
    const { file, pieces = [] } = this.#lists.get(list) ?? {};
    for (const { at, length } of pieces) {
      const bytes = Buffer.alloc(length);
      await file?.read(bytes, 0, length, at);
      yield JSON.parse(bytes.toString('utf8')) as unknown[];
    }
  }

  async remove(): Promise<void> {
    for (const { file } of this.#lists.values()) await file.close();
    this.#lists.clear();
    rmSync(this.#directory, { recursive: true, force: true });
  }
}
