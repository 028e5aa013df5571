/** @jest-environment node */

import { ManualClock, settle } from '@espalier/core/testing';
import { createGraphql, createHttp, type Fetch } from './http.ts';
import { createRest } from './rest.ts';

type Seen = { readonly what: string; readonly headers: Headers; readonly body: unknown };
type Reply =
  | { readonly status: number; readonly data?: unknown; readonly headers?: Record<string, string> }
  | { readonly text: string }
  | 'offline';

const response = (reply: Exclude<Reply, 'offline'>): Response =>
  'text' in reply
    ? new Response(reply.text)
    : new Response(reply.data === undefined ? null : JSON.stringify(reply.data), reply);

/** The REST port over a transport that answers by `reply` and remembers what it saw. */
function rest(reply: (seen: Seen) => Reply) {
  const seen: Seen[] = [];
  const fetcher: Fetch = async (url, { method, headers, body, signal }) => {
    const one = {
      what: `${method} ${url}`,
      headers: new Headers(headers),
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined,
    };
    seen.push(one);
    const answer = reply(one);
    await Promise.resolve();
    signal?.throwIfAborted();
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    return response(answer);
  };
  return { seen, ...createRest(createHttp(new ManualClock(), fetcher)) };
}

const session = (token: string | null) => ({ status: 200, data: { user: null, csrfToken: token } });
const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );

test('a change carries the CSRF token, which is asked for once, and its Idempotency-Key', async () => {
  const { port, seen } = rest(({ what }) =>
    what.includes('session') ? session('secret') : { status: 201, data: { ok: 1 } },
  );
  const answers = await Promise.all([
    port.request({ method: 'POST', path: '/a', body: { x: 1 } }, { idempotencyKey: 'k1' }),
    port.request({ method: 'DELETE', path: '/b' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(seen.filter(({ what }) => what === 'GET /-/session.json')).toHaveLength(1);
  const post = seen.find(({ what }) => what === 'POST /a');
  expect(post?.headers.get('x-csrf-token')).toBe('secret');
  expect(post?.headers.get('idempotency-key')).toBe('k1');
  expect(post?.headers.get('content-type')).toBe('application/json');
  expect(post?.body).toEqual({ x: 1 });
});

test('the token is taken from a session that somebody else asked for, and a read carries none', async () => {
  const { port, seen } = rest(({ what }) => (what.includes('session') ? session('secret') : { status: 200, data: [] }));
  await port.request({ method: 'GET', path: '/-/session.json' });
  await port.request({ method: 'GET', path: '/api/v4/groups' });
  await port.request({ method: 'PUT', path: '/a' });
  expect(seen.map(({ what }) => what)).toEqual(['GET /-/session.json', 'GET /api/v4/groups', 'PUT /a']);
  expect(seen[1]?.headers.get('x-csrf-token')).toBeNull();
  expect(seen[2]?.headers.get('x-csrf-token')).toBe('secret');
});

test('a stale token is read anew and the change sent once more', async () => {
  let token = 'old';
  const { port, seen } = rest(({ what, headers }) => {
    if (what.includes('session')) return session(token);
    if (headers.get('x-csrf-token') === 'new') return { status: 200 };
    token = 'new';
    return { status: 403, data: { message: 'The header X-CSRF-Token is missing or wrong' } };
  });
  expect((await port.request({ method: 'POST', path: '/a' })).status).toBe(200);
  expect(seen.filter(({ what }) => what === 'POST /a')).toHaveLength(2);
});

test('after signing in the viewer is another one and the token is read anew', async () => {
  const { port, seen, viewerChanged } = rest(({ what }) => (what.includes('session') ? session('t') : { status: 204 }));
  await port.request({ method: 'POST', path: '/a' });
  expect(viewerChanged()).toBe(false);
  await port.request({ method: 'POST', path: '/-/sign-in', body: { username: 'u', password: 'p' } });
  expect(viewerChanged()).toBe(true);
  await port.request({ method: 'POST', path: '/a' });
  expect(seen.filter(({ what }) => what.includes('session'))).toHaveLength(2);
});

test('RP-02.31 who has changed their password is who they were, and nobody else sends anything from their page', async () => {
  let id = 7;
  const { port, seen, viewerChanged } = rest(({ what }) =>
    what.includes('session')
      ? { status: 200, data: { user: { id: `gid://gitlab/User/${id}` }, csrfToken: 't' } }
      : { status: 204 },
  );
  await port.request({ method: 'POST', path: '/-/password', body: {} });
  await port.request({ method: 'POST', path: '/a' });
  expect(viewerChanged()).toBe(false);
  await port.request({ method: 'POST', path: '/-/password', body: {} });
  id = 8;
  expect(await failure(port.request({ method: 'POST', path: '/a' }))).toMatchObject({ status: 401 });
  expect(seen.filter(({ what }) => what === 'POST /a')).toHaveLength(1);
});

test.each<[Reply, object]>([
  ['offline', { kind: 'network', messages: [] }],
  [{ text: '<html>' }, { kind: 'malformed', status: 200, messages: [] }],
  [
    { status: 422, data: { errors: ['Too deep'] } },
    { kind: 'http', status: 422, messages: ['Too deep'] },
  ],
  [
    { status: 429, data: null, headers: { 'retry-after': '2' } },
    { kind: 'http', status: 429, messages: [], retryAfter: 2000 },
  ],
])('a REST failure %j is the WireError %j', async (reply, error) => {
  const { port } = rest(() => reply);
  expect(await failure(port.request({ method: 'GET', path: '/a' }))).toEqual({ name: 'WireError', ...error });
});

test('an address has the parameters that are given, escaped, and an empty answer is null', async () => {
  const { port, seen } = rest(() => ({ status: 204 }));
  const query = { search: 'a&b=ü', page: 2, all: false, parent: undefined };
  expect(await port.request({ method: 'GET', path: '/a', query })).toMatchObject({ data: null, status: 204 });
  expect(seen[0]?.what).toBe('GET /a?search=a%26b%3D%C3%BC&page=2&all=false');
  expect(seen[0]?.headers.get('content-type')).toBeNull();
});

test('a REST request that is given up is aborted', async () => {
  const { port } = rest(() => ({ status: 200 }));
  const request = port.request({ method: 'GET', path: '/a' });
  request.cancel?.();
  expect(await failure(request)).toMatchObject({ kind: 'aborted' });
});

const OPERATION = { name: 'things', text: 'query things { things }' };
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'poll-interval': '3000' },
  });

function graphql(fetcher: (init: RequestInit) => Promise<Response>) {
  const clock = new ManualClock();
  const sent: RequestInit[] = [];
  const http = createHttp(clock, (_url, init) => {
    sent.push(init);
    return fetcher(init);
  });
  return { port: createGraphql(http, rest(() => session('secret')).csrf), clock, sent };
}

test('GraphQL sends the text, variables, token and key, and answers with data and lower-cased headers', async () => {
  const { port, sent } = graphql(() => Promise.resolve(json({ data: { things: [1] } })));
  const answer = await port.request(OPERATION, { id: 1 }, { idempotencyKey: 'k' });
  expect(answer).toMatchObject({ data: { things: [1] }, status: 200, headers: { 'poll-interval': '3000' } });
  const headers = new Headers(sent[0]?.headers);
  expect(headers.get('x-csrf-token')).toBe('secret');
  expect(headers.get('idempotency-key')).toBe('k');
  expect(JSON.parse(String(sent[0]?.body))).toMatchObject({ query: OPERATION.text, variables: { id: 1 } });
});

test.each<[() => Promise<Response>, object]>([
  [() => Promise.resolve(json({ data: null, errors: [{ message: 'Nope' }] })), { kind: 'graphql', messages: ['Nope'] }],
  [
    () => Promise.resolve(json({ errors: [{ message: 'Syntax' }] }, 400)),
    { kind: 'http', status: 400, messages: ['Syntax'] },
  ],
  [() => Promise.resolve(json({ message: 'Too large' }, 413)), { kind: 'http', status: 413, messages: ['Too large'] }],
  [() => Promise.reject(new TypeError('Failed to fetch')), { kind: 'network', messages: [] }],
  [
    () => Promise.resolve(new Response('<html>', { headers: { 'content-type': 'application/json' } })),
    { kind: 'malformed' },
  ],
])('a GraphQL failure is a WireError (%#)', async (reply, error) => {
  const { port } = graphql(reply);
  expect(await failure(port.request(OPERATION, {}))).toMatchObject({ name: 'WireError', ...error });
});

/** A server that never answers, until the request is given up. */
const silence = (init: RequestInit) =>
  new Promise<Response>((_resolve, reject) =>
    init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
  );

test('without an answer GraphQL gives up after 30 seconds, or when it is told to', async () => {
  const { port, clock } = graphql(silence);
  const late = failure(port.request(OPERATION, {}));
  await settle();
  await clock.advance(30_000);
  expect(await late).toMatchObject({ kind: 'timeout' });
  const request = port.request(OPERATION, {});
  const cancelled = failure(request);
  await settle();
  request.cancel?.();
  expect(await cancelled).toMatchObject({ kind: 'aborted' });
  expect(clock.waiting).toBe(0);
});
