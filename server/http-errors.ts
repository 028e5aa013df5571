/** A refusal with a status of its own, thrown where there is no answer object to return. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** PostgreSQL's codes for values that no column can take: bad input of the client, whatever we thought we had checked. */
const BAD_VALUE = new Set(['22P05', '22021', '22003', '22P02', '22007', '22008', '22001', '22026', '22023']);

/** What to answer for an error: bad input is the client's 4xx, a lost database is 503, everything else is our fault. */
export function statusOf(error: unknown): { status: number; message: string } {
  const { statusCode, code, message } = partsOf(error);
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 600) return { status: statusCode, message };
  if (code !== undefined && BAD_VALUE.has(code))
    return { status: 400, message: '400 Bad request: a value is out of range' };
  if (databaseIsLost(error)) return { status: 503, message: '503 The database does not answer' };
  return { status: 500, message: '500 Internal Server Error' };
}

/** The connection to the database is gone or was never there. */
export function databaseIsLost(error: unknown): boolean {
  const { code, name } = partsOf(error);
  if (name === 'DatabaseFatalError') return true;
  return code !== undefined && /^(ECONN|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|57P0|08|53)/.test(code);
}

function partsOf(error: unknown): { statusCode?: number; code?: string; message: string; name?: string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { statusCode, code, message, name } = error as Record<string, unknown>;
  return {
    message: typeof message === 'string' ? message : 'Error',
    ...(typeof statusCode === 'number' && { statusCode }),
    ...(typeof code === 'string' && { code }),
    ...(typeof name === 'string' && { name }),
  };
}
