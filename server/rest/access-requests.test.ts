import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** GitLab's docs/api/access_requests.md. */

let server: TestServer;
let tiny: TinyData;
let owner: string;
let out: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [owner, out] = [await server.token(tiny.users.plan), await server.token(tiny.users.out)];
});

const ACME = '/api/v4/groups/acme/access_requests';
const APP = '/api/v4/projects/acme%2Fweb%2Fapp/access_requests';
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, body?: unknown) => {
  const { status, body: told } = await server.rest(method, url, token, body);
  return { status, body: told as Json };
};

test('BD-05.63 "Request access", "List", "Approve", "Deny", for groups and projects', async () => {
  const person = {
    id: tiny.users.out,
    username: 'out',
    name: 'out',
    state: 'active',
    avatar_url: null,
    web_url: 'http://localhost:80/out',
  };
  const request = { ...person, created_at: '2026-11-21T12:00:00.000Z', requested_at: '2026-11-21T12:00:00.000Z' };
  for (const list of [ACME, APP]) {
    const one = `${list}/${tiny.users.out}`;
    expect(await send('POST', list, out)).toEqual({ status: 201, body: request });
    expect(await send('POST', list, out)).toEqual({
      status: 400,
      body: { message: { user_id: ['already exists in source'] } },
    });
    expect(await send('GET', list, owner)).toEqual({ status: 200, body: [request] });
    expect(await send('DELETE', one, owner)).toEqual({ status: 204, body: '' });
    expect(await send('GET', list, owner)).toEqual({ status: 200, body: [] });
    await send('POST', list, out);
    expect(await send('DELETE', one, out)).toEqual({ status: 204, body: '' });
    await send('POST', list, out);
    expect(await send('PUT', `${one}/approve?access_level=x`, owner)).toEqual({
      status: 400,
      body: { error: 'access_level is invalid' },
    });
    const approved = await send('PUT', `${one}/approve`, owner, list === ACME ? {} : { access_level: 40 });
    expect(approved).toMatchObject({
      status: 201,
      body: { ...person, access_level: list === ACME ? 30 : 40, expires_at: null, created_by: { username: 'plan' } },
    });
    expect(await send('PUT', `${one}/approve`, owner)).toEqual({ status: 404, body: { message: '404 Not Found' } });
    expect((await send('DELETE', one, owner)).body).toEqual({ message: '404 Not Found' });
    await server.db.deleteFrom('memberships').where('user_id', '=', tiny.users.out).execute();
  }
});

test('BD-05.63 what is hidden is missing; who has a role, or does not manage, is refused', async () => {
  const dev = await server.token(tiny.users.dev);
  for (const token of [dev, owner])
    expect((await send('POST', ACME, token)).body).toEqual({ message: '403 Forbidden' });
  for (const token of [dev, out]) expect((await send('GET', ACME, token)).body).toEqual({ message: '403 Forbidden' });
  expect((await send('GET', ACME)).status).toBe(401);
  const hidden = '/api/v4/groups/hidden/access_requests';
  for (const [method, url] of [
    ['GET', hidden],
    ['POST', hidden],
    ['PUT', `${hidden}/${tiny.users.out}/approve`],
    ['DELETE', `${hidden}/${tiny.users.out}`],
  ] as const)
    expect(await send(method, url, out)).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
});

test('BD-05.62 who is approved sees at once what they saw not', async () => {
  const { db } = server;
  await db.updateTable('projects').set({ visibility: 'private' }).where('id', '=', tiny.projects.app).execute();
  const project = '/api/v4/projects/acme%2Fweb%2Fapp';
  expect((await send('GET', project, out)).status).toBe(404);
  await send('POST', '/api/v4/groups/acme%2Fweb/access_requests', out);
  await send('PUT', `/api/v4/groups/acme%2Fweb/access_requests/${tiny.users.out}/approve`, owner);
  expect((await send('GET', project, out)).status).toBe(200);
});
