/** The REST port by axios. */
import axios from 'axios';
import type { AxiosInstance, AxiosResponse } from 'axios';
import type { Answer, Cancellable, Clock, RequestOptions, RestPort, RestRequest } from '@espalier/core/ports';
import { CSRF_HEADER, CsrfToken, SESSION_PATH, isCsrfRefusal } from './csrf.ts';
import { isWireError, messagesOf, retryAfterOf, wireError } from './wire-error.ts';

/** No answer after this long counts as none: the core repeats with the same `Idempotency-Key`. */
export const TIMEOUT_MS = 30_000;

/** What changes who asks, and therefore the token. */
const SESSION_CHANGES = new Set(['/-/sign-in', '/-/sign-out', '/-/first-run']);
/** The same person goes on, in a new session. */
const PASSWORD = '/-/password';

export interface RestConnection {
  readonly port: RestPort;
  readonly csrf: CsrfToken;
  /** True once somebody signed in or out through this connection. */
  readonly viewerChanged: () => boolean;
}

export function createRest(clock: Pick<Clock, 'now'>, http: AxiosInstance = axios.create()): RestConnection {
  let viewerChanged = false;
  const csrf = new CsrfToken(async () => (await send({ method: 'GET', path: SESSION_PATH }, {})).data);

  async function send(
    { method, path, query, body }: RestRequest,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Answer<unknown>> {
    try {
      const response = await http.request<unknown>({
        method,
        url: path,
        params: query,
        data: body,
        signal,
        timeout: TIMEOUT_MS,
        headers: { Accept: 'application/json', ...headers },
      });
      return answerOf(response);
    } catch (error) {
      throw toWireError(error, clock.now());
    }
  }

  async function change(request: RestRequest, headers: Record<string, string>, signal: AbortSignal) {
    const once = async () => {
      const token = await (SESSION_CHANGES.has(request.path) ? csrf.get() : csrf.forChange());
      return send(request, token === null ? headers : { ...headers, [CSRF_HEADER]: token }, signal);
    };
    try {
      return await once();
    } catch (error) {
      if (!isWireError(error) || !isCsrfRefusal(error.status, error.messages)) throw error;
      csrf.forget();
      return once();
    }
  }

  function perform(request: RestRequest, headers: Record<string, string>, signal: AbortSignal) {
    if (request.method !== 'GET') {
      const done = change(request, headers, signal);
      if (request.path === PASSWORD) return done.finally(() => csrf.forget());
      return SESSION_CHANGES.has(request.path) ? done.then(takeNewSession) : done;
    }
    const read = send(request, headers, signal);
    if (request.path === SESSION_PATH) void csrf.follow(read.then(({ data }) => data)).catch(() => undefined);
    return read;
  }

  function takeNewSession(answer: Answer<unknown>): Answer<unknown> {
    // RP-02.119: who signs in again is the same viewer.
    if (csrf.changeOwner(answer.data)) viewerChanged = true;
    return answer;
  }

  const port: RestPort = {
    request<Result>(request: RestRequest, options: RequestOptions = {}) {
      const abort = new AbortController();
      const headers: Record<string, string> =
        options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey };
      const answer = perform(request, headers, abort.signal) as Cancellable<Answer<Result>>;
      answer.cancel = () => abort.abort();
      return answer;
    },
  };
  return { port, csrf, viewerChanged: () => viewerChanged };
}

function answerOf({ data, status, headers }: AxiosResponse<unknown>): Answer<unknown> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) plain[name.toLowerCase()] = String(value);
  return { data, status, headers: plain };
}

function toWireError(error: unknown, now: number) {
  if (axios.isCancel(error)) return wireError('aborted');
  if (!axios.isAxiosError(error)) return wireError('malformed');
  if (error.response) {
    const { status, data, headers } = error.response;
    const wait = headers['retry-after'] as unknown;
    return wireError('http', {
      status,
      messages: messagesOf(data),
      retryAfter: retryAfterOf(typeof wait === 'string' ? wait : null, now),
    });
  }
  return wireError(error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'timeout' : 'network');
}
