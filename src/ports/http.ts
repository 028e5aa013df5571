/** One request over the browser's own `fetch` (docs/adr/0019): what the REST and the GraphQL port have in common. */
import type { Answer, Clock } from '@espalier/core/ports';
import { messagesOf, retryAfterOf, wireError } from './wire-error.ts';

/** No answer after this long counts as none: the core repeats with the same `Idempotency-Key`. */
export const TIMEOUT_MS = 30_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** Sends a request until `signal` gives it up. What goes wrong is a `WireError`, a status of 400 or more included. */
export type Http = (request: HttpRequest, signal: AbortSignal) => Promise<Answer<unknown>>;

export function createHttp(
  clock: Pick<Clock, 'now' | 'after'>,
  fetcher: Fetch = (url, init) => fetch(url, init),
): Http {
  return async ({ method, url, headers, body }, signal) => {
    const json = body === undefined ? undefined : JSON.stringify(body);
    const tooLate = new AbortController();
    const stopWaiting = clock.after(TIMEOUT_MS, () => tooLate.abort());
    let response: Response;
    let text: string;
    try {
      response = await fetcher(url, {
        method,
        headers: json === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
        ...(json !== undefined && { body: json }),
        credentials: 'same-origin',
        signal: AbortSignal.any([signal, tooLate.signal]),
      });
      text = await response.text();
    } catch {
      throw wireError(signal.aborted ? 'aborted' : tooLate.signal.aborted ? 'timeout' : 'network');
    } finally {
      stopWaiting();
    }
    return answerOf(response, text, clock.now());
  };
}

/** Throws a `WireError` for a refusal, and for an answer that cannot be read. */
function answerOf(response: Response, text: string, now: number): Answer<unknown> {
  const { status, headers, ok } = response;
  const data = parsed(text);
  if (!ok) {
    const retryAfter = retryAfterOf(headers.get('retry-after'), now);
    throw wireError('http', { status, messages: messagesOf(data), retryAfter });
  }
  if (data === undefined) throw wireError('malformed', { status });
  return { data, status, headers: Object.fromEntries(headers) };
}

/** Nothing is null; undefined: no JSON. */
function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
