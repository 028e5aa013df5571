import { CANCELLED } from './db/open-database.ts';
import { DISK_FULL } from './db/room.ts';

/** A refusal with a status of its own, thrown where there is no answer object to return. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** Seconds, in the header of every 503: the database comes back by itself. */
export const RETRY_AFTER = '2';

/** PostgreSQL's codes for values that no column can take: bad input of the client, whatever we thought we had checked. */
const BAD_VALUE = new Set(['22P05', '22021', '22003', '22P02', '22007', '22008', '22001', '22026', '22023']);

/** AP-06.33. Where the directory is and what is left is for whoever runs the server: the log says it. */
const NO_ROOM =
  '507 The disk of the database is full: nothing can be saved until whoever runs this server has freed space in its data directory. This change was not made';

/** What to answer for an error: bad input is the client's 4xx, a full disk is 507, a lost database is 503, everything else is our fault. */
export function statusOf(error: unknown): { status: number; message: string } {
  const { statusCode, code, message } = partsOf(error);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 600) return { status: statusCode, message };
  if (code !== undefined && BAD_VALUE.has(code))
    return { status: 400, message: '400 Bad request: a value is out of range' };
  if (code === CANCELLED) return { status: 503, message: '503 The database took too long to answer' };
  if (code === DISK_FULL) return { status: 507, message: NO_ROOM };
  if (databaseIsLost(error)) return { status: 503, message: '503 The database does not answer' };
  return { status: 500, message: '500 Internal Server Error' };
}

/** The connection to the database is gone or was never there. */
export function databaseIsLost(error: unknown): boolean {
  const { code } = partsOf(error);
  return code !== undefined && /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|57P0|08|53)/.test(code);
}

function partsOf(error: unknown): { statusCode?: number; code?: string; message: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { statusCode, code, message } = error as Record<string, unknown>;
  return {
    message: typeof message === 'string' ? message : 'Error',
    ...(typeof statusCode === 'number' && { statusCode }),
    ...(typeof code === 'string' && { code }),
  };
}
