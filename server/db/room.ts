import { statfsSync } from 'node:fs';
import { CannotOpenError } from './open-database.ts';

const MB = 1024 * 1024;

/**
 * What is kept free. PostgreSQL makes its journal in files of 16 MB, in the midst of a change; where the disk has no room for one, the whole engine
 * is lost. This is room for two of them and for the rows of one more statement.
 */
const RESERVE = 64 * MB;
/** What the files of a new database take, filled with the demo data. */
const NEW_DATABASE = 64 * MB;
/** The disk is asked at most so often, in milliseconds. */
const FRESH = 1000;

/** PostgreSQL's code for a full disk. */
export const DISK_FULL = '53100';

/** There is no room for a change. The message is for whoever runs the server: it names the directory. */
export class DiskFullError extends CannotOpenError {
  override name = 'DiskFullError';
  readonly code = DISK_FULL;
}

export interface RoomOptions {
  /** Bytes that are free for this user on the disk of the directory. */
  free?: (directory: string) => number;
  /** Milliseconds of a clock that only goes forward. */
  clock?: () => number;
}

/** The room on the disk of the embedded database's directory (AP-06.33, AP-06.34). */
export class Room {
  readonly #directory: string;
  readonly #free: (directory: string) => number;
  readonly #clock: () => number;
  #last: { free: number; at: number } | undefined;

  constructor(directory: string, { free = freeOn, clock = () => performance.now() }: RoomOptions = {}) {
    this.#directory = directory;
    this.#free = free;
    this.#clock = clock;
  }

  /** Why the database cannot be opened; undefined where it can. */
  lacksForStart(isNew: boolean): DiskFullError | undefined {
    return this.#lacks(this.#free(this.#directory), RESERVE + (isNew ? NEW_DATABASE : 0), 'the database needs');
  }

  /** Throws where a copy of so many bytes would leave less than changes need. */
  checkCopy(bytes: number): void {
    const lacks = this.#lacks(this.#free(this.#directory), RESERVE + bytes, 'a copy of the database needs');
    if (lacks !== undefined) throw lacks;
  }

  /** Throws where the statement changes something and there is no room for it. Reading goes on. */
  check(sql: string): void {
    const now = this.#clock();
    if (this.#last === undefined || now - this.#last.at >= FRESH) {
      this.#last = { free: this.#free(this.#directory), at: now };
    }
    const lacks = this.#lacks(this.#last.free, RESERVE, 'changes need');
    if (lacks !== undefined && changes(sql)) throw lacks;
  }

  #lacks(free: number, needed: number, what: string): DiskFullError | undefined {
    if (free >= needed) return undefined;
    return new DiskFullError(
      `The disk of the data directory ${this.#directory} has ${inMb(free)} left, and ${what} ${inMb(needed)}. ` +
        'Free space on it, or stop the server, move the directory to a larger disk and name it with DATA_DIR.',
    );
  }
}

const inMb = (bytes: number): string => `${String(Math.floor(bytes / MB))} MB`;

/** A disk that does not tell is taken to have room. */
function freeOn(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

const QUOTED = /"[^"]*"|'[^']*'/g;
const CHANGES = /\b(insert|update|delete|merge|truncate|create|alter|copy|reindex|vacuum|analyze)\b/i;

/** Would the statement write rows or files? Ends of transactions are let through: what they end was let through before. */
export function changes(sql: string): boolean {
  return CHANGES.test(sql.replace(QUOTED, ''));
}
