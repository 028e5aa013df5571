/** The REST port. */
import type { Answer, Cancellable, RequestOptions, RestPort, RestRequest } from '@espalier/core/ports';
import { CsrfToken, SESSION_PATH } from './csrf.ts';
import type { Http } from './http.ts';
import { followRegion } from './region.ts';

/** Requests that change who is signed in, and therefore the token. */
const SESSION_CHANGES = new Set(['/-/sign-in', '/-/sign-out', '/-/first-run']);
const SESSION: RestRequest = { method: 'GET', path: SESSION_PATH };
/** The same person goes on, in a new session. */
const PASSWORD = '/-/password';

interface RestConnection {
  readonly port: RestPort;
  readonly csrf: CsrfToken;
  /** True once somebody signed in or out through this connection. */
  readonly viewerChanged: () => boolean;
}

export function createRest(http: Http): RestConnection {
  let viewerChanged = false;
  const csrf = new CsrfToken(async () => (await send(SESSION, {}, new AbortController().signal)).data);

  function send({ method, path, query, body }: RestRequest, headers: Record<string, string>, signal: AbortSignal) {
    const url = path + queryText(query);
    return http({ method, url, headers: { Accept: 'application/json', ...headers }, body }, signal);
  }

  const change = (request: RestRequest, headers: Record<string, string>, signal: AbortSignal) =>
    csrf.carry(SESSION_CHANGES.has(request.path) ? 'anyone' : 'owner', (token) =>
      send(request, { ...headers, ...token }, signal),
    );

  function perform(request: RestRequest, headers: Record<string, string>, signal: AbortSignal) {
    if (request.method !== 'GET') {
      const done = change(request, headers, signal);
      if (request.path === PASSWORD) return done.finally(() => csrf.forget());
      return SESSION_CHANGES.has(request.path) ? done.then(takeNewSession) : done;
    }
    const read = send(request, headers, signal);
    if (request.path === SESSION_PATH)
      void csrf.follow(read.then(({ data }) => (followRegion(data as object), data))).catch(() => undefined);
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

function queryText(query: RestRequest['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}
