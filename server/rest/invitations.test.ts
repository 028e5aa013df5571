import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** GitLab's docs/api/invitations.md. */

let server: TestServer;
let tiny: TinyData;
let owner: string;
let dev: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  await server.db.updateTable('users').set({ email: 'Out@x.org' }).where('id', '=', tiny.users.out).execute();
  [owner, dev] = [await server.token(tiny.users.plan), await server.token(tiny.users.dev)];
});

const ACME = '/api/v4/groups/acme/invitations';
const APP = '/api/v4/projects/acme%2Fweb%2Fapp/invitations';
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, body?: unknown) => {
  const { status, body: told } = await server.rest(method, url, token, body);
  return { status, body: told as Json };
};
const link = expect.stringMatching(/^http:\/\/localhost:80\/-\/invites\/[\w-]{43}$/) as string;

test('BD-05.74 "Add a member": by address and by id, several at once, each named that could not be', async () => {
  expect(
    await send('POST', ACME, owner, { email: 'out@x.org', user_id: `${tiny.users.root}`, access_level: 30 }),
  ).toEqual({ status: 201, body: { status: 'success' } });
  const many = { email: 'new@x.org,two@x.org, out@x.org', user_id: `${tiny.users.dev}`, access_level: '20' };
  expect(await send('POST', ACME, owner, many)).toEqual({
    status: 201,
    body: {
      status: 'error',
      message: { 'out@x.org': 'User already exists in source', dev: 'User already exists in source' },
      invite_links: { 'new@x.org': link, 'two@x.org': link },
    },
  });
  expect((await send('POST', ACME, owner, { email: ['new@x.org'], access_level: 20 })).body).toEqual({
    status: 'error',
    message: { 'new@x.org': 'Invite email has already been taken' },
  });
  const form = await server.app.inject({
    method: 'POST',
    url: APP,
    headers: { 'private-token': owner, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=new%40x.org&access_level=40&expires_at=2027-01-31&invite_source=x',
  });
  expect([form.statusCode, form.json<Json>()]).toMatchObject([201, { status: 'success' }]);
});

test('BD-05.74 "List", "Update", "Delete": what waits in the place itself', async () => {
  await send('POST', APP, owner, { email: 'new@x.org,two@x.org', access_level: 30 });
  const list = (await send('GET', APP, owner)).body;
  const told = {
    id: 1,
    invite_email: 'new@x.org',
    created_at: '2026-11-21T12:00:00.000Z',
    access_level: 30,
    expires_at: null,
    user_name: null,
    created_by_name: 'plan',
    invite_link: link,
  };
  expect(list).toEqual([told, { ...told, id: 2, invite_email: 'two@x.org' }]);
  expect((await send('GET', `${APP}?query=NEW@x.org`, owner)).body).toEqual([list[0]]);
  expect((await send('GET', `${APP}?query=new`, owner)).body).toEqual([]);
  expect((await send('GET', ACME, owner)).body).toEqual([]);
  const one = `${APP}/${encodeURIComponent('New@x.org')}`;
  expect(await send('PUT', `${one}?access_level=40&expires_at=2027-01-31`, owner)).toEqual({
    status: 200,
    body: { ...list[0], access_level: 40, expires_at: '2027-01-31' },
  });
  expect(await send('PUT', one, owner, {})).toEqual({ status: 400, body: { message: '400 Bad request' } });
  expect((await send('PUT', one, owner, { expires_at: '2020-01-01' })).body).toEqual({
    message: { expires_at: ['cannot be a date in the past'] },
  });
  expect(await send('DELETE', one, owner)).toEqual({ status: 204, body: '' });
  expect(await send('DELETE', one, owner)).toEqual({ status: 404, body: { message: '404 Not Found' } });
  expect(await send('PUT', one, owner, { access_level: 10 })).toEqual({
    status: 404,
    body: { message: '404 Not Found' },
  });
  await server.db.updateTable('invitations').set({ lapses_on: '2026-11-21' }).execute();
  expect((await send('GET', APP, owner)).body).toEqual([]);
});

test('BD-05.91 an invitation of who could not invite so any more is listed as one that lets nobody in, until somebody changes it', async () => {
  const { dev: id } = tiny.users;
  await server.db.updateTable('memberships').set({ access_level: 50 }).where('user_id', '=', id).execute();
  await send('POST', ACME, dev, { email: 'new@x.org', access_level: 30 });
  await send('POST', ACME, owner, { email: 'two@x.org', access_level: 30 });
  const listed = async () => (await send('GET', ACME, owner)).body as unknown as Json[];
  const [valid] = await listed();
  expect(valid).toMatchObject({ invite_email: 'new@x.org', invite_link: link });
  await server.db.updateTable('memberships').set({ access_level: 40 }).where('user_id', '=', id).execute();
  const { invite_link: _, ...facts } = valid as Json & { invite_link: string };
  expect(await listed()).toEqual([{ ...facts, valid: false }, expect.objectContaining({ invite_link: link })]);
  const one = `${ACME}/${encodeURIComponent('new@x.org')}`;
  expect((await send('PUT', one, owner, { access_level: 30 })).body).toMatchObject({ invite_link: link });
  expect(await listed()).toEqual([{ ...facts, created_by_name: 'plan', invite_link: link }, expect.anything()]);
});

test('BD-05.71 what waits goes with its place, and with the account of who sent it', async () => {
  const other = await server.token(1);
  await send('POST', APP, owner, { email: 'new@x.org', access_level: 30 });
  await send('POST', ACME, owner, { email: 'new@x.org', access_level: 30 });
  await send('POST', ACME, other, { email: 'two@x.org', access_level: 30 });
  const left = async () =>
    (await server.db.selectFrom('invitations').select('email').orderBy('id').execute()).map(({ email }) => email);
  await server.db.deleteFrom('projects').where('id', '=', tiny.projects.app).execute();
  expect(await left()).toEqual(['new@x.org', 'two@x.org']);
  await server.db.deleteFrom('users').where('id', '=', tiny.users.plan).execute();
  expect(await left()).toEqual(['two@x.org']);
});

test('BD-05.74 what is missing, has no form or is not allowed', async () => {
  const invite = (body: object, url = ACME, token = owner) => send('POST', url, token, body);
  expect((await invite({})).body).toEqual({
    error: 'email, user_id are missing, at least one parameter must be provided, access_level is missing',
  });
  expect((await invite({ email: 'new@x.org', access_level: 7, expires_at: 'soon' })).body).toEqual({
    error: 'access_level does not have a valid value, expires_at is invalid',
  });
  for (const email of ['new', 'a b@x.org', 'a@x.org\r\nBcc: b@x.org', `${'a'.repeat(260)}@x.org`])
    expect(await invite({ email: ['b@x.org', email], access_level: 30 })).toEqual({
      status: 400,
      body: { error: 'email contains an invalid email address' },
    });
  const many = Array.from({ length: 101 }, (_, index) => `p${index}@x.org`);
  expect(await invite({ email: many, access_level: 30 })).toEqual({
    status: 201,
    body: { status: 'error', message: 'Too many users specified (limit is 100)' },
  });
  const body = { email: 'new@x.org', access_level: 30 };
  expect(await invite(body, ACME, dev)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
  expect(await send('GET', ACME, dev)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
  expect((await send('GET', ACME)).status).toBe(401);
  const gone = { status: 404, body: { message: '404 Group Not Found' } };
  expect(await invite(body, '/api/v4/groups/hidden/invitations', dev)).toEqual(gone);
  expect(await send('GET', '/api/v4/groups/hidden/invitations', dev)).toEqual(gone);
  expect(await send('DELETE', '/api/v4/groups/hidden/invitations/new%40x.org', dev)).toEqual(gone);
});

test('BD-05.70 many are invited by as many statements as two', async () => {
  const cost = async (from: number, count: number) => {
    const email = Array.from({ length: count }, (_, index) => `p${from + index}@x.org`);
    const { statements } = await server.countStatements(() => send('POST', ACME, owner, { email, access_level: 30 }));
    return statements.length;
  };
  const few = await cost(0, 2);
  expect(await cost(2, 40)).toBe(few);
});
