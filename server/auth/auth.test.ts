import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type TestDatabase, openTestDatabase } from '../db/testing.ts';
import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { type TestServer, openTestServer } from '../graphql/testing.ts';
import { hashPassword, hashSecret } from './secrets.ts';
import { makeSignInLink } from './sign-in-link.ts';

const clock = Date.now;
let server: TestServer;
let app: FastifyInstance;
let tiny: TinyData;
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  server = await openTestServer(database);
  ({ app } = server);
  await server.database.reset();
  tiny = await seedTiny(server.db);
});
afterEach(() => server.close());
afterEach(() => {
  Date.now = clock;
});

const NOW = '2026-11-21T12:00:00.000Z';
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, payload, headers });
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? '';

async function givePassword(username: string, password: string) {
  await sql`UPDATE users SET password_hash = ${await hashPassword(password)} WHERE username = ${username}`.execute(
    server.db,
  );
}

async function signIn(username = 'dev', password = 'correct horse') {
  await givePassword(username, password);
  const answer = await post('/-/sign-in', { username, password });
  return { cookie: cookieOf(answer), csrf: answer.json<{ csrfToken: string }>().csrfToken, answer };
}

/** The headers of a browser's session of a person who has no password. */
async function session(userId: number) {
  const cookie = cookieOf(await post('/-/sign-in', { token: await makeSignInLink(server.db, userId, NOW) }));
  const { csrfToken } = (await app.inject({ url: '/-/session.json', headers: { cookie } })).json();
  return { cookie, 'x-csrf-token': csrfToken };
}

const MUTATION = {
  query: 'mutation { epicSetSubscription(input: { groupPath: "acme", iid: "1", subscribedState: true }) { errors } }',
};

test('a one-time link signs in once, by its button and not by being opened', async () => {
  const token = await makeSignInLink(server.db, 1, NOW);
  const url = `/-/sign-in?token=${token}`;
  for (const method of ['GET', 'GET'] as const) {
    const page = await app.inject({ method, url });
    expect([page.statusCode, page.headers['cache-control'], page.body.includes(`value="${token}"`)]).toEqual([
      200,
      'no-store',
      true,
    ]);
    expect(page.body).not.toContain('<script');
  }
  const form = {
    method: 'POST',
    url: '/-/sign-in',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `token=${token}`,
  } as const;
  const [first, second] = await Promise.all([app.inject(form), app.inject(form)]);
  expect([first.statusCode, second.statusCode].sort()).toEqual([303, 404]);
  const used = first.statusCode === 303 ? first : second;
  expect(String(used.headers['set-cookie'])).toMatch(
    /^_espalier_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=1209600$/,
  );
  const me = await app.inject({ url: '/api/v4/user', headers: { cookie: cookieOf(used) } });
  expect(me.json()).toMatchObject({ username: 'root', is_admin: true });
  expect((await app.inject({ url })).statusCode).toBe(404);
});

test('a link runs out after a day', async () => {
  const token = await makeSignInLink(server.db, 1, '2026-11-20T11:59:59.000Z');
  expect((await app.inject(`/-/sign-in?token=${token}`)).statusCode).toBe(404);
  expect((await post('/-/sign-in', { token })).statusCode).toBe(404);
});

test('a password signs in, and only hashes are stored', async () => {
  const { cookie, answer } = await signIn();
  expect([answer.statusCode, answer.json().user.username]).toEqual([200, 'dev']);
  const secret = cookie.split('=')[1] ?? '';
  const { rows } = await sql<{ token_hash: string }>`SELECT token_hash FROM sessions`.execute(server.db);
  expect(rows).toEqual([{ token_hash: hashSecret(secret) }]);
});

test('over https the cookie is Secure', async () => {
  await givePassword('dev', 'correct horse');
  const answer = await post(
    '/-/sign-in',
    { username: 'dev', password: 'correct horse' },
    { 'x-forwarded-proto': 'https' },
  );
  expect(String(answer.headers['set-cookie'])).toMatch(/; Secure$/);
});

test('a wrong password, an unknown name and a person without a password are told apart by nobody', async () => {
  await givePassword('dev', 'correct horse');
  const tries = [
    { username: 'dev', password: 'wrong' },
    { username: 'nobody', password: 'wrong' },
    { username: 'root', password: 'wrong' },
  ];
  for (const attempt of tries) {
    const answer = await post('/-/sign-in', attempt);
    expect([answer.statusCode, answer.json(), answer.headers['set-cookie']]).toEqual([
      401,
      { message: 'Invalid login or password.' },
      undefined,
    ]);
  }
});

test('the eleventh try within ten minutes has to wait, even with the right password', async () => {
  Date.now = () => Date.parse(NOW);
  await givePassword('dev', 'correct horse');
  for (let index = 0; index < 10; index += 1) await post('/-/sign-in', { username: 'dev', password: 'wrong' });
  const answer = await post('/-/sign-in', { username: 'DEV', password: 'correct horse' });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '600']);
  const other = await post('/-/sign-in', { username: 'rep', password: 'wrong' });
  expect(other.statusCode).toBe(401);
});

test.each([
  {},
  { username: 'dev' },
  { username: '', password: '' },
  { username: 1, password: [] },
  { username: 'a\u0000', password: 'x' },
  [],
])('bad sign-in input is 422: %j', async (body) => {
  expect((await post('/-/sign-in', body)).statusCode).toBe(422);
});

test('a change by a browser session wants its CSRF token; reading does not', async () => {
  const { cookie, csrf } = await signIn();
  const other = await signIn('rep', 'another one');
  const change = (headers: Record<string, string>) => post('/api/graphql', MUTATION, { cookie, ...headers });
  expect((await change({})).statusCode).toBe(403);
  expect((await change({ 'x-csrf-token': 'wrong' })).statusCode).toBe(403);
  expect((await change({ 'x-csrf-token': other.csrf })).statusCode).toBe(403);
  expect((await change({ 'x-csrf-token': csrf })).statusCode).toBe(200);
  expect((await app.inject({ url: '/api/v4/user', headers: { cookie } })).statusCode).toBe(200);
  expect((await app.inject({ method: 'DELETE', url: '/groups/acme/-/epics/1', headers: { cookie } })).statusCode).toBe(
    403,
  );
});

test('a token needs no CSRF token, as PRIVATE-TOKEN or Bearer; a wrong one is 401 even where everybody may read', async () => {
  const token = await server.token(tiny.users.dev);
  expect((await post('/api/graphql', MUTATION, { 'private-token': token })).statusCode).toBe(200);
  expect((await post('/api/graphql', MUTATION, { authorization: `Bearer ${token}` })).statusCode).toBe(200);
  expect((await app.inject({ url: '/api/v4/groups', headers: { 'private-token': 'wrong' } })).statusCode).toBe(401);
  expect((await app.inject({ url: '/api/v4/groups', headers: { authorization: 'Bearer wrong' } })).statusCode).toBe(
    401,
  );
  await sql`UPDATE access_tokens SET revoked = true`.execute(server.db);
  expect((await app.inject({ url: '/api/v4/user', headers: { 'private-token': token } })).statusCode).toBe(401);
});

test('an expired token, an expired session and a blocked person are not let in', async () => {
  const token = await server.token(tiny.users.dev);
  const { cookie } = await signIn('rep');
  await sql`UPDATE access_tokens SET expires_at = ${NOW}`.execute(server.db);
  expect((await app.inject({ url: '/api/v4/user', headers: { 'private-token': token } })).statusCode).toBe(401);
  await sql`UPDATE users SET state = 'blocked' WHERE username = 'rep'`.execute(server.db);
  expect((await app.inject({ url: '/api/v4/user', headers: { cookie } })).statusCode).toBe(401);
  await sql`UPDATE users SET state = 'active'`.execute(server.db);
  expect((await app.inject({ url: '/api/v4/user', headers: { cookie } })).statusCode).toBe(200);
  await sql`UPDATE sessions SET expires_at = ${NOW}`.execute(server.db);
  expect((await app.inject({ url: '/api/v4/user', headers: { cookie } })).statusCode).toBe(401);
});

test('signing out ends the session', async () => {
  const { cookie, csrf } = await signIn();
  expect((await post('/-/sign-out', {}, { cookie })).statusCode).toBe(403);
  const out = await post('/-/sign-out', {}, { cookie, 'x-csrf-token': csrf });
  expect([out.statusCode, String(out.headers['set-cookie'])]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  expect((await app.inject({ url: '/-/session.json', headers: { cookie } })).json()).toMatchObject({
    user: null,
    csrfToken: null,
  });
});

test('a first password needs no old one, a later one does; other sessions end', async () => {
  const headers = await session(1);
  const { cookie } = headers;
  expect((await post('/-/password', { password: 'short' }, headers)).statusCode).toBe(422);
  expect((await post('/-/password', { password: 'long enough' }, headers)).statusCode).toBe(204);
  expect((await post('/-/password', { password: 'long enough 2' }, headers)).statusCode).toBe(422);
  const elsewhere = await post('/-/sign-in', { username: 'root', password: 'long enough' });
  expect(
    (await post('/-/password', { password: 'long enough 2', currentPassword: 'long enough' }, headers)).statusCode,
  ).toBe(204);
  expect((await app.inject({ url: '/api/v4/user', headers: { cookie: cookieOf(elsewhere) } })).statusCode).toBe(401);
  expect((await app.inject({ url: '/api/v4/user', headers: { cookie } })).statusCode).toBe(200);
  expect((await post('/-/password', { password: 'long enough 3' })).statusCode).toBe(401);
});

test('a new password has 8 to 128 characters, whatever the script', async () => {
  const headers = await session(tiny.users.dev);
  const change = (password: string) => post('/-/password', { password }, headers);
  for (const [password, text] of [
    ['🔑'.repeat(7), 'Password is too short (minimum is 8 characters).'],
    ['🔑'.repeat(129), 'Password is too long (maximum is 128 characters).'],
    ['x'.repeat(100_000), 'Password is too long (maximum is 128 characters).'],
    ['long\u0000enough', 'Password is not valid.'],
  ] as const) {
    const answer = await change(password);
    expect([answer.statusCode, answer.json()]).toEqual([422, { message: text }]);
  }
  expect((await change('🔑'.repeat(128))).statusCode).toBe(204);
  expect((await post('/-/sign-in', { username: 'dev', password: '🔑'.repeat(128) })).statusCode).toBe(200);
});

test('tries at once to change a password with a guess are as many tries', async () => {
  Date.now = () => Date.parse(NOW);
  await givePassword('dev', 'correct horse');
  const headers = await session(tiny.users.dev);
  const change = (currentPassword: string) =>
    post('/-/password', { password: 'long enough', currentPassword }, headers);
  const answers = await Promise.all(Array.from({ length: 12 }, () => change('wrong')));
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status === 422)).toHaveLength(10);
  const late = await change('correct horse');
  expect([late.statusCode, late.headers['retry-after']]).toEqual([429, '600']);
});

test('setting a password ends what signs in without it: links that were not used', async () => {
  const headers = await session(tiny.users.dev);
  const [spare, others] = [
    await makeSignInLink(server.db, tiny.users.dev, NOW),
    await makeSignInLink(server.db, tiny.users.rep, NOW),
  ];
  expect((await post('/-/password', { password: 'long enough' }, headers)).statusCode).toBe(204);
  expect((await post('/-/sign-in', { token: spare })).statusCode).toBe(404);
  expect((await post('/-/sign-in', { token: others })).statusCode).toBe(303);
});

const FIRST = {
  group: { name: 'First', path: 'first' },
  project: { name: 'One', path: 'one' },
  user: { name: 'Ada', username: 'ada', password: 'long enough' },
};

test('the first run makes the first group, project and person, once', async () => {
  expect((await post('/-/first-run', FIRST)).statusCode).toBe(404);
  // Refused before anything is done with what was sent.
  expect((await post('/-/first-run', {})).statusCode).toBe(404);
  await server.database.reset();
  expect((await app.inject('/-/session.json')).json().firstRun).toBe(true);
  const [one, two] = await Promise.all([post('/-/first-run', FIRST), post('/-/first-run', FIRST)]);
  expect([one.statusCode, two.statusCode].sort()).toEqual([201, 404]);
  const made = one.statusCode === 201 ? one : two;
  expect(made.json()).toMatchObject({
    webUrl: '/groups/first',
    firstRun: false,
    user: { username: 'ada', admin: true },
    csrfToken: expect.any(String),
  });
  const query =
    '{ group(fullPath: "first") { visibility userPermissions { createProjects } projects { nodes { fullPath } } } }';
  const answer = await post(
    '/api/graphql',
    { query },
    { cookie: cookieOf(made), 'x-csrf-token': made.json().csrfToken },
  );
  expect(answer.json().data.group).toEqual({
    visibility: 'private',
    userPermissions: { createProjects: true },
    projects: { nodes: [{ fullPath: 'first/one' }] },
  });
});

test('the first run names every fault by its field', async () => {
  await server.database.reset();
  const body = {
    group: { name: ' ', path: '-x' },
    project: { name: 'x'.repeat(256), path: 'p' },
    user: { name: 'Ada', username: 'Root', password: '1234567' },
  };
  const answer = await post('/-/first-run', body);
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([
    422,
    ['group.name', 'group.path', 'project.name', 'user.username', 'user.password'],
  ]);
  const reserved = await post('/-/first-run', { ...FIRST, group: { name: 'Help', path: 'help' } });
  expect([reserved.statusCode, reserved.json().errors]).toEqual([422, { 'group.path': ['is a reserved name'] }]);
  for (const bad of [null, [], 'x', { group: null }]) {
    expect((await post('/-/first-run', bad as object)).statusCode).toBeGreaterThanOrEqual(400);
  }
  expect((await app.inject('/-/session.json')).json().firstRun).toBe(true);
});
