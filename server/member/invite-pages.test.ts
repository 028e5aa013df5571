import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { makeSignInLink } from '../auth/sign-in-link.ts';
import { type Json, NOW, openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let token: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  await server.db.updateTable('groups').set({ name: 'Web & <b>' }).where('id', '=', tiny.groups.web).execute();
  const owner = await server.token(tiny.users.plan);
  const body = { email: 'new@x.org', access_level: 30 };
  const { body: made } = await server.rest('POST', '/api/v4/groups/acme%2Fweb/invitations', owner, body);
  token =
    String((made as Json).invite_links['new@x.org'])
      .split('/')
      .at(-1) ?? '';
});

const send = (
  method: 'GET' | 'POST',
  path: string,
  options: { payload?: object; headers?: Record<string, string> } = {},
) => server.app.inject({ method, url: `/-/invites/${path}`, ...options });
const page = { accept: 'text/html' };
const form = { ...page, 'content-type': 'application/x-www-form-urlencoded' };
const roles = () => server.db.selectFrom('memberships').selectAll().where('group_id', '=', tiny.groups.web).execute();

/** The headers of a browser's session. */
async function session(userId: number) {
  const secret = await makeSignInLink(server.db, userId, NOW);
  const answer = await server.app.inject({ method: 'POST', url: '/-/sign-in', payload: { token: secret } });
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  const { csrfToken } = (await server.app.inject({ url: '/-/session.json', headers: { cookie } })).json<Json>();
  return { cookie, 'x-csrf-token': String(csrfToken) };
}

test('BD-05.73 the link says who invites where, as a page and as JSON, and opening it changes nothing', async () => {
  expect((await send('GET', token)).json<Json>()).toEqual({
    email: 'new@x.org',
    access_level: 30,
    expires_at: null,
    place: { kind: 'group', name: 'Web & <b>', full_path: 'acme/web' },
    inviter: { name: 'plan', username: 'plan' },
    has_account: false,
  });
  const { body, headers, statusCode } = await send('GET', token, { headers: page });
  expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store']);
  expect(body).toContain('plan (@plan) invites you to the group Web &#38; &#60;b&#62; as Developer.');
  expect(body).toContain('Set up account and join');
  for (const wrong of ['none', `${token}x`]) {
    expect((await send('GET', wrong)).statusCode).toBe(404);
    expect(await send('GET', wrong, { headers: page })).toMatchObject({
      statusCode: 404,
      body: expect.stringContaining('This invitation cannot be used'),
    });
  }
  await server.db.updateTable('invitations').set({ lapses_on: '2026-11-21' }).execute();
  expect((await send('GET', token)).statusCode).toBe(404);
});

test('BD-05.76 a link of who is shut out says nothing and lets nobody in', async () => {
  await server.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', tiny.users.plan).execute();
  expect((await send('GET', token)).statusCode).toBe(404);
  const payload = { name: 'New', username: 'new', password: 'correct horse' };
  expect((await send('POST', `${token}/account`, { payload })).statusCode).toBe(404);
  const headers = await session(tiny.users.out);
  expect((await send('POST', `${token}/accept`, { headers })).statusCode).toBe(404);
  expect(await roles()).toEqual([]);
});

test('BD-05.73 who has signed in joins, by JSON and by the form', async () => {
  expect((await send('POST', `${token}/accept`)).statusCode).toBe(401);
  const headers = await session(tiny.users.out);
  expect((await send('POST', `${token}/accept`, { headers: { cookie: headers.cookie } })).statusCode).toBe(403);
  const { body } = await send('GET', token, { headers: { ...page, cookie: headers.cookie } });
  expect(body).toContain('You are signed in as @out.');
  const csrf = /name="authenticity_token" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const joined = await server.app.inject({
    method: 'POST',
    url: `/-/invites/${token}/accept`,
    headers: { ...form, cookie: headers.cookie },
    payload: `authenticity_token=${csrf}`,
  });
  expect([joined.statusCode, joined.headers.location]).toEqual([303, '/groups/acme/web']);
  expect(await roles()).toMatchObject([{ user_id: tiny.users.out, access_level: 30, created_by: tiny.users.plan }]);
  expect((await send('POST', `${token}/accept`, { headers })).statusCode).toBe(404);
});

test('BD-05.73 who has no account sets one up, and is signed in and a member', async () => {
  const faulty = await send('POST', `${token}/account`, {
    payload: { name: ' ', username: 'root', password: 'short' },
  });
  expect([faulty.statusCode, faulty.json<Json>()]).toEqual([
    422,
    {
      errors: {
        name: ["can't be blank"],
        username: ['has already been taken'],
        password: ['is too short (minimum is 8 characters)'],
      },
    },
  ]);
  const person = { name: 'New <One>', username: 'PLAN', password: 'correct horse' };
  expect((await send('POST', `${token}/account`, { payload: person })).json<Json>()).toEqual({
    errors: { username: ['has already been taken'] },
  });
  const again = await server.app.inject({
    method: 'POST',
    url: `/-/invites/${token}/account`,
    headers: form,
    payload: new URLSearchParams(person).toString(),
  });
  expect([again.statusCode, again.body]).toEqual([422, expect.stringContaining('Username has already been taken')]);
  expect(again.body).toContain('value="New &#60;One&#62;"');
  expect(again.body).not.toContain('correct horse');
  const made = await send('POST', `${token}/account`, { payload: { ...person, username: 'new' } });
  expect([made.statusCode, made.json<Json>()]).toEqual([201, { webUrl: '/groups/acme/web' }]);
  const cookie = String(made.headers['set-cookie']).split(';')[0] ?? '';
  const { user } = (await server.app.inject({ url: '/-/session.json', headers: { cookie } })).json<Json>();
  expect(user).toMatchObject({ username: 'new', admin: false });
  const row = await server.db.selectFrom('users').selectAll().where('username', '=', 'new').executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: 'New <One>', email: null, state: 'active' });
  expect(await roles()).toMatchObject([{ user_id: row.id, access_level: 30 }]);
  expect((await send('POST', `${token}/account`, { payload: { ...person, username: 'two' } })).statusCode).toBe(404);
  expect(await server.db.selectFrom('users').selectAll().where('username', '=', 'two').execute()).toEqual([]);
  const signedIn = await session(tiny.users.out);
  expect((await send('POST', `${token}/account`, { payload: person, headers: signedIn })).statusCode).toBe(403);
});

test('BD-05.73 an account has the address only where the link was mailed to it', async () => {
  const setUp = (username: string) =>
    send('POST', `${token}/account`, { payload: { name: 'New', username, password: 'correct horse' } });
  const opened = async () => (await send('GET', token, { headers: page })).body;
  expect(await opened()).toContain('Set up an account, or ');
  await server.db.updateTable('invitations').set({ mailed_at: NOW }).execute();
  expect(await opened()).toContain('Set up an account for new@x.org, or ');
  // Nor is a link that was mailed told by a server that mails no more.
  const owner = await server.token(tiny.users.plan);
  const { body } = await server.rest('GET', '/api/v4/groups/acme%2Fweb/invitations', owner);
  expect((body as Json)[0]).not.toHaveProperty('invite_link');
  expect((await setUp('new')).statusCode).toBe(201);
  const row = await server.db.selectFrom('users').selectAll().where('username', '=', 'new').executeTakeFirstOrThrow();
  expect(row.email).toBe('new@x.org');
});

test('BD-05.73 no second account is set up for an address', async () => {
  await server.db.updateTable('users').set({ email: 'New@x.org' }).where('id', '=', tiny.users.out).execute();
  expect((await send('GET', token)).json<Json>()).toMatchObject({ has_account: true });
  const { body } = await send('GET', token, { headers: page });
  expect(body).toContain('There is an account for new@x.org');
  expect(body).not.toContain('Set up account');
  const payload = { name: 'New', username: 'new', password: 'correct horse' };
  const { statusCode, json } = await send('POST', `${token}/account`, { payload });
  expect([statusCode, json()]).toEqual([422, { errors: { email: ['has already been taken'] } }]);
});

test('BD-05.77 a page from elsewhere signs nobody in to an account, joins and declines nothing', async () => {
  const payload = { name: 'New', username: 'new', password: 'correct horse' };
  const elsewhere: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ];
  const signedIn = await session(tiny.users.out);
  for (const headers of elsewhere) {
    const made = await send('POST', `${token}/account`, { payload, headers });
    expect([made.statusCode, made.headers['set-cookie']]).toEqual([403, undefined]);
    expect((await send('POST', `${token}/accept`, { headers: { ...signedIn, ...headers } })).statusCode).toBe(403);
    expect((await send('POST', `${token}/decline`, { headers })).statusCode).toBe(403);
  }
  const headers = { origin: 'http://localhost:80', 'sec-fetch-site': 'same-origin' };
  expect((await send('POST', `${token}/account`, { payload, headers })).statusCode).toBe(201);
});

test('BD-05.78 of several who set up an account for one address at once one gets it', async () => {
  const owner = await server.token(tiny.users.plan);
  const tokens = [token];
  for (const path of ['groups/acme', 'projects/acme%2Fapi', 'projects/acme%2Fweb%2Fapp']) {
    const body = { email: 'new@x.org', access_level: 30 };
    const { body: made } = await server.rest('POST', `/api/v4/${path}/invitations`, owner, body);
    tokens.push(
      String((made as Json).invite_links['new@x.org'])
        .split('/')
        .at(-1) ?? '',
    );
  }
  await server.db.updateTable('invitations').set({ mailed_at: NOW }).execute();
  const person = { name: 'New', password: 'correct horse' };
  const answers = await Promise.all(
    tokens.map((each, index) => send('POST', `${each}/account`, { payload: { ...person, username: `new${index}` } })),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422]);
  expect(await server.db.selectFrom('users').select('email').where('email', '=', 'new@x.org').execute()).toHaveLength(
    1,
  );
});

test('BD-05.73 who does not want to declines, without an account', async () => {
  const declined = await server.app.inject({
    method: 'POST',
    url: `/-/invites/${token}/decline`,
    headers: form,
    payload: '',
  });
  expect([declined.statusCode, declined.body]).toEqual([200, expect.stringContaining('declined')]);
  expect((await send('POST', `${token}/decline`)).statusCode).toBe(404);
  expect(await roles()).toEqual([]);
});
