import { schema } from '../graphql/schema.ts';
import { type Json, NOW, openTestServer, type TestServer } from '../graphql/testing.ts';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { routes } from '../routes.ts';
import { createAccessToken } from './access-tokens.ts';
import { INSUFFICIENT_SCOPE } from './scope.ts';
import { makeSignInLink } from './sign-in-link.ts';

let database: TestDatabase;
let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  database = await openTestDatabase();
  server = await openTestServer(database);
});
afterAll(async () => {
  await server.close();
  await database.close();
});
beforeEach(async () => {
  await database.reset();
  tiny = await seedTiny(server.db);
});

const make = async (scope: 'api' | 'read_api', expiresAt: string | null = null, userId = tiny.users.plan) =>
  createAccessToken(server.db, userId, { name: `a ${scope}`, scope, expiresAt }, NOW);

/** A browser's session, with which tokens are made. */
async function session(userId: number): Promise<Record<string, string>> {
  const token = await makeSignInLink(server.db, userId, NOW);
  const answer = await server.app.inject({ method: 'POST', url: '/-/sign-in', payload: { token } });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { csrfToken } = (await server.app.inject({ url: '/-/session.json', headers: { cookie } })).json<{
    csrfToken: string;
  }>();
  return { cookie, 'x-csrf-token': csrfToken };
}

const MADE = '/api/v4/user/personal_access_tokens';
const LIST = '/api/v4/personal_access_tokens';

test('RP-02.117 a token that reads only changes nothing, on any route', async () => {
  const { token } = await make('read_api');
  const mounted = [
    ...routes.api.map((route) => ['/api/v4/', route] as const),
    ...routes.site.map((route) => ['/-/', route] as const),
    ...routes.groupPage.map((route) => ['/groups/acme/-/', route] as const),
    ...routes.projectPage.map((route) => ['/acme/app/-/', route] as const),
    ...routes.dashboard.map((route) => ['/dashboard/', route] as const),
  ].filter(([, { method }]) => method !== 'GET');
  expect(mounted.length).toBeGreaterThan(15);
  const asked = [
    ...mounted.map(([prefix, { method, pattern }]) => [method, prefix + pattern.replace(/:\w+/g, '1')] as const),
    ['POST', '/-/password'],
    ['POST', MADE],
    ['DELETE', `${LIST}/self`],
  ] as const;
  for (const [method, url] of asked) {
    const answer = await server.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{}',
    });
    expect([method, url, answer.statusCode, answer.json()]).toEqual([method, url, 403, INSUFFICIENT_SCOPE]);
  }
});

test('RP-02.117 nor by any mutation, alone or in a batch; what it may read it reads', async () => {
  const { token } = await make('read_api');
  const refused = {
    message: INSUFFICIENT_SCOPE.error_description,
    extensions: { error: 'insufficient_scope', scope: 'api' },
  };
  const ask = (payload: unknown) =>
    server.app.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: { 'private-token': token, 'content-type': 'application/json', accept: 'application/json' },
      payload: JSON.stringify(payload),
    });
  const before = await changes();
  const fields = Object.values(schema.getMutationType()?.getFields() ?? {});
  expect(fields.length).toBeGreaterThan(5);
  for (const { name, args } of fields) {
    const type = String(args[0]?.type);
    // Whether the variables fit does not matter: an operation that is no query is not executed.
    const answer = await ask({ query: `mutation M($i: ${type}) { ${name}(input: $i) { errors } }`.replace('!)', ')') });
    expect([name, answer.statusCode === 403 || answer.statusCode === 400]).toEqual([name, true]);
  }
  const mutation = {
    query: 'mutation { epicSetSubscription(input: { groupPath: "acme", iid: "1", subscribedState: true }) { errors } }',
  };
  const alone = await ask(mutation);
  expect([alone.statusCode, alone.json().errors]).toEqual([403, [expect.objectContaining(refused)]]);
  const query = { query: '{ currentUser { username } group(fullPath: "acme") { id } }' };
  const [first, second] = (await ask([query, mutation])).json<{ data?: unknown; errors?: unknown }[]>();
  expect(first?.data).toMatchObject({ currentUser: { username: 'plan' } });
  expect(second?.errors).toEqual([expect.objectContaining(refused)]);
  expect((await ask(query)).json().data.currentUser).toEqual({ username: 'plan' });
  expect((await server.rest('GET', '/api/v4/groups/acme', token)).status).toBe(200);
  expect(await changes()).toEqual(before);
});

const changes = async () => ({
  events: await server.db.selectFrom('events').selectAll().execute(),
  subscriptions: await server.db.selectFrom('subscriptions').selectAll().execute(),
});

test('RP-02.116 a token works until the beginning of its day and not on it', async () => {
  const user = (token: string) => server.rest('GET', '/api/v4/user', token);
  expect((await user((await make('api', NOW.slice(0, 10))).token)).status).toBe(401);
  expect((await user((await make('api', '2026-11-22')).token)).status).toBe(200);
});

test('RP-02.118 a signed-in person makes, sees and revokes tokens, in GitLab’s shape', async () => {
  const headers = await session(tiny.users.dev);
  const payload = { name: ' CI ', scopes: ['api', 'read_api'], expires_at: '2026-12-24' };
  const made = await server.app.inject({ method: 'POST', url: MADE, headers, payload });
  const { token, ...shown } = made.json<{ token: string; id: number }>();
  expect(made.statusCode).toBe(201);
  expect(shown).toEqual({
    id: expect.any(Number),
    name: 'CI',
    description: null,
    revoked: false,
    active: true,
    created_at: expect.stringMatching(/^2026-11-21T12:00/),
    last_used_at: null,
    expires_at: '2026-12-24',
    scopes: ['api'],
    user_id: tiny.users.dev,
  });
  expect((await server.rest('GET', '/api/v4/user', token)).body.username).toBe('dev');
  const list = await server.rest('GET', `${LIST}?revoked=false`, token);
  expect([list.body, list.headers['x-total']]).toEqual([[{ ...shown, last_used_at: expect.any(String) }], '1']);
  expect(JSON.stringify(list.body)).not.toContain('glpat');
  const beyond = await server.rest('GET', `${LIST}?page=9`, token);
  expect([beyond.body, beyond.headers['x-total']]).toEqual([[], '1']);
  expect((await server.rest('GET', `${LIST}/self`, token)).body.name).toBe('CI');
  const gone = await server.app.inject({ method: 'DELETE', url: `${LIST}/${shown.id}`, headers });
  expect(gone.statusCode).toBe(204);
  expect((await server.rest('GET', '/api/v4/user', token)).status).toBe(401);
  const left = await server.app.inject({ url: `${LIST}?revoked=false`, headers });
  expect(left.json()).toEqual([]);
  expect((await server.app.inject({ url: `${LIST}?state=inactive`, headers })).json()).toHaveLength(1);
});

test('AP-09.50 an administrator lists, finds and revokes everybody’s tokens; others ask for nobody else’s', async () => {
  const root = (await make('api', null, tiny.users.root)).token;
  const [plan, dev] = [await make('api'), await make('read_api', null, tiny.users.dev)];
  const ids = async (query: string, token = root) =>
    ((await server.rest('GET', `${LIST}${query}`, token)).body as { id: number }[]).map(({ id }) => id);
  expect(await ids('')).toEqual(expect.arrayContaining([plan.id, dev.id]));
  expect(await ids(`?user_id=${tiny.users.dev}`)).toEqual([dev.id]);
  expect(await ids('', plan.token)).toEqual([plan.id]);
  expect(await ids(`?user_id=${tiny.users.plan}`, plan.token)).toEqual([plan.id]);
  expect((await server.rest('GET', `${LIST}?user_id=${tiny.users.dev}`, plan.token)).status).toBe(401);
  // The page of one's own tokens shows these.
  const own = await server.app.inject({ url: LIST, headers: await session(tiny.users.root) });
  expect(own.json<{ user_id: number }[]>().every(({ user_id }) => user_id === tiny.users.root)).toBe(true);
  expect((await server.rest('GET', `${LIST}/${dev.id}`, root)).body).toMatchObject({
    id: dev.id,
    user_id: tiny.users.dev,
  });
  expect((await server.rest('DELETE', `${LIST}/${dev.id}`, root)).status).toBe(204);
  expect((await server.rest('GET', '/api/v4/user', dev.token)).status).toBe(401);
});

test('AP-09.50 tokens are narrowed by name, state and times; what has the wrong form is refused', async () => {
  const { token, id } = await make('api');
  const { db } = server;
  const rename = { name: 'Deploy it', created_at: '2026-01-02T00:00:00Z', last_used_at: '2026-11-21T12:00:00Z' };
  await db.updateTable('access_tokens').set(rename).where('id', '=', id).execute();
  const found = async (query: string) => (await server.rest('GET', `${LIST}?${query}`, token)).body as Json[];
  for (const query of [
    'search=DEPLOY',
    'state=active',
    'revoked=false',
    'created_after=2026-01-01',
    'created_before=2026-01-03T00:00:00Z',
    'last_used_after=2026-11-21',
    'last_used_before=2026-11-22',
  ])
    expect([query, await found(query)]).toEqual([query, [expect.objectContaining({ id })]]);
  for (const query of [
    'search=%25',
    'state=inactive',
    'revoked=true',
    'created_after=2026-01-03',
    'created_before=2026-01-01',
    'last_used_after=2026-11-22',
    'last_used_before=2026-11-21',
  ])
    expect([query, await found(query)]).toEqual([query, []]);
  expect(await server.rest('GET', `${LIST}?created_after=soon&revoked=maybe&state=odd`, token)).toMatchObject({
    status: 400,
    body: { error: 'created_after is invalid, revoked is invalid, state does not have a valid value' },
  });
});

test('AP-09.51 an administrator makes a token for somebody else, and by a token none for themselves', async () => {
  const root = (await make('api', null, tiny.users.root)).token;
  const url = (id: number | string) => `/api/v4/users/${id}/personal_access_tokens`;
  const wanted = { name: 'For you', scopes: ['read_api'] };
  const made = await server.rest('POST', url(tiny.users.dev), root, wanted);
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'For you', scopes: ['read_api'], user_id: tiny.users.dev, active: true },
  });
  expect((await server.rest('GET', '/api/v4/user', String(made.body.token))).body.username).toBe('dev');
  expect((await server.rest('POST', url(tiny.users.root), root, wanted)).status).toBe(403);
  expect(await server.rest('POST', url(9999), root, wanted)).toMatchObject({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  expect((await server.rest('POST', url(tiny.users.dev), root, {})).status).toBe(400);
  expect((await server.rest('POST', url(tiny.users.dev), (await make('api')).token, wanted)).status).toBe(403);
  expect((await server.rest('POST', url(tiny.users.dev), undefined, wanted)).status).toBe(401);
});

test('AP-09.52 a token is rotated: another secret for a week, and the old one does not work', async () => {
  const { token, id } = await make('read_api', null, tiny.users.dev);
  const headers = await session(tiny.users.dev);
  const rotate = (which = id) => server.app.inject({ method: 'POST', url: `${LIST}/${which}/rotate`, headers });
  expect((await server.rest('POST', `${LIST}/self/rotate`, (await make('api')).token)).status).toBe(403);
  const answer = await rotate();
  const made = answer.json<{ id: number; token: string }>();
  expect([answer.statusCode, made]).toMatchObject([
    200,
    { scopes: ['read_api'], expires_at: '2026-11-28', revoked: false },
  ]);
  expect(made.id).not.toBe(id);
  expect((await server.rest('GET', '/api/v4/user', token)).status).toBe(401);
  expect((await server.rest('GET', '/api/v4/user', made.token)).body.username).toBe('dev');
  expect((await rotate()).json()).toEqual({ message: '400 Bad request - Token already revoked' });
  expect((await rotate((await make('api')).id)).statusCode).toBe(404);
});

test('RP-02.118 no token sets a password, also where its person has none', async () => {
  const { token } = await make('api');
  const setting = await server.rest('POST', '/-/password', token, { password: 'long enough' });
  expect([setting.status, setting.body.message]).toEqual([403, '403 Forbidden: a token cannot set a password']);
  const { password_hash } = await server.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', tiny.users.plan)
    .executeTakeFirstOrThrow();
  expect(password_hash).toBeNull();
});

test('RP-02.118 no token makes another; nobody but its owner sees or revokes one', async () => {
  const [mine, other] = [await make('api'), await make('api', null, tiny.users.dev)];
  const making = await server.rest('POST', MADE, mine.token, { name: 'x', scopes: ['api'] });
  expect([making.status, making.body.message]).toEqual([403, '403 Forbidden: a token cannot make another one']);
  expect((await server.rest('GET', `${LIST}/${other.id}`, mine.token)).status).toBe(404);
  expect((await server.rest('DELETE', `${LIST}/${other.id}`, mine.token)).status).toBe(404);
  expect((await server.rest('DELETE', `${LIST}/999999`, mine.token)).status).toBe(404);
  expect((await server.rest('GET', `${LIST}/nonsense`, mine.token)).status).toBe(404);
  expect((await server.rest('GET', '/api/v4/user', other.token)).status).toBe(200);
  for (const url of [LIST, `${LIST}/${mine.id}`]) expect((await server.rest('GET', url)).status).toBe(401);
  expect((await server.rest('POST', MADE, undefined, { name: 'x', scopes: ['api'] })).status).toBe(401);
});

test('RP-02.115 what a token may not be is refused with every fault; without a day it has the last one', async () => {
  const headers = await session(tiny.users.dev);
  const make_ = (payload: object) => server.app.inject({ method: 'POST', url: MADE, headers, payload });
  const wrong: readonly (readonly [object, string])[] = [
    [{}, "Name can't be blank, Scopes can only contain available scopes"],
    [{ name: 'x', scopes: ['sudo'] }, 'Scopes can only contain available scopes'],
    [{ name: 'x'.repeat(256), scopes: ['api'] }, 'Name is too long (maximum is 255 characters)'],
    [{ name: 'x', scopes: ['api'], expires_at: '2026-11-21' }, 'Expiration date must be after today'],
    [{ name: 'x', scopes: ['api'], expires_at: '2027-11-22' }, 'Expiration date must be within 365 days'],
    [{ name: 'x', scopes: ['api'], expires_at: '2026-02-30' }, 'Expiration date must be a day'],
    [{ name: 'x', scopes: ['api'], expires_at: 7 }, 'Expiration date must be a day'],
    [{ name: ['x'], scopes: 'api' }, "Name can't be blank, Scopes can only contain available scopes"],
  ];
  for (const [payload, message] of wrong) {
    const answer = await make_(payload);
    expect([answer.statusCode, answer.json()]).toEqual([400, { message }]);
  }
  expect((await make_({ name: 'x', scopes: ['read_api'] })).json()).toMatchObject({
    expires_at: '2027-11-21',
    scopes: ['read_api'],
  });
  const noCsrf = await server.app.inject({
    method: 'POST',
    url: MADE,
    headers: { cookie: headers.cookie },
    payload: { name: 'x', scopes: ['api'] },
  });
  expect(noCsrf.statusCode).toBe(403);
});
