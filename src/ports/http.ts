/** One request over the browser's own `fetch` (docs/adr/0019): what the REST and the GraphQL port have in common, and the GraphQL port. */

import type { Answer, Clock, Cancellable, GraphqlPort, Operation, RequestOptions } from '@espalier/core/ports';
import { messagesOf, retryAfterOf, wireError, isRecord } from './wire-error.ts';
import type { CsrfToken } from './csrf.ts';

/** No answer after this long counts as none: the core repeats with the same `Idempotency-Key`. */
const TIMEOUT_MS = 30_000;

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface HttpRequest {
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

const ENDPOINT = '/api/graphql';
const ACCEPT = 'application/graphql-response+json, application/json';

export function createGraphql(http: Http, csrf: CsrfToken): GraphqlPort {
  return {
    request<Result, Given extends Record<string, unknown>>(
      { text }: Operation<Result, Given>,
      variables: Given,
      { idempotencyKey }: RequestOptions = {},
    ) {
      const abort = new AbortController();
      const key: Record<string, string> = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
      const body = { query: text, variables };
      const answer = csrf
        .carry(/^\s*mutation\b/.test(text) ? 'owner' : 'anyone', (token) =>
          http({ method: 'POST', url: ENDPOINT, headers: { Accept: ACCEPT, ...key, ...token }, body }, abort.signal),
        )
        .then(withoutErrors) as Cancellable<Answer<Result>>;
      answer.cancel = () => abort.abort();
      return answer;
    },
  };
}

/** The data of a GraphQL answer; throws a `WireError` if it reports errors, even if there is data beside them. */
function withoutErrors(answer: Answer<unknown>): Answer<unknown> {
  const { status, data: payload } = answer;
  if (!isRecord(payload)) throw wireError('malformed', { status });
  const { data, errors } = payload;
  if (errors !== undefined) throw wireError('graphql', { status, messages: messagesOf({ errors }) });
  return { ...answer, data };
}
