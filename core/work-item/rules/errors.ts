/** AP-06.1: of a list of errors the first is shown; blank ones and other values than text do not count. */
export function firstError(errors: readonly unknown[] | null | undefined): string | null {
  for (const error of errors ?? []) {
    if (typeof error === 'string' && error.trim() !== '') return error;
  }
  return null;
}

/** AP-06.2: the first error that the server listed has priority over our own text. */
export const errorText = (errors: readonly unknown[] | null | undefined, fallback: string): string =>
  firstError(errors) ?? fallback;

/** AP-06.3: the statuses that callers tell apart. */
export const HTTP = {
  OK: 200,
  CREATED: 201,
  ACCEPTED: 202,
  NO_CONTENT: 204,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNPROCESSABLE: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_ERROR: 500,
  UNAVAILABLE: 503,
} as const;
