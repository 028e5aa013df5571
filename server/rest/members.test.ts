import { makeGroup, makeMember, makeUser, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type Json, type TestServer } from '../graphql/testing.ts';

/** GitLab's docs/api/members.md. */

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
  [owner, dev] = [await server.token(tiny.users.plan), await server.token(tiny.users.dev)];
});

const ACME = '/api/v4/groups/acme/members';
const WEB = '/api/v4/groups/acme%2Fweb/members';
const APP = '/api/v4/projects/acme%2Fweb%2Fapp/members';
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, body?: unknown) => {
  const { status, body: told } = await server.rest(method, url, token, body);
  return { status, body: told as Json };
};
const names = async (url: string, token = dev) => {
  const { body, headers } = await server.rest('GET', url, token);
  const list = (body as Json[]).map(({ username, access_level }) => `${username} ${access_level}`);
  expect(headers['x-total']).toBe(String(list.length));
  return list;
};

test('AP-05.60 "List all members": of the place itself, and with what is inherited each once with the highest role', async () => {
  await makeMember(server.db, { userId: tiny.users.dev, groupId: tiny.groups.web, accessLevel: 40 });
  await makeMember(server.db, { userId: tiny.users.out, projectId: tiny.projects.app, accessLevel: 10 });
  expect(await names(ACME)).toEqual(['plan 50', 'dev 30', 'rep 20', 'guest 10']);
  expect(await names(WEB)).toEqual(['dev 40']);
  expect(await names(`${WEB}/all`)).toEqual(['plan 50', 'rep 20', 'guest 10', 'dev 40']);
  expect(await names(APP)).toEqual(['out 10']);
  expect(await names(`${APP}/all`)).toEqual(['plan 50', 'rep 20', 'guest 10', 'dev 40', 'out 10']);
  expect(await names(`${ACME}?query=re`)).toEqual(['rep 20']);
  expect(await names(`${ACME}?user_ids=${tiny.users.rep},${tiny.users.dev}&show_seat_info=true`)).toHaveLength(2);
  expect(await names(`${ACME}?user_ids[]=${tiny.users.rep}&user_ids[]=${tiny.users.out}`)).toEqual(['rep 20']);
  expect(await names(`${ACME}/all?skip_users=${tiny.users.rep},${tiny.users.dev}`)).toEqual(['plan 50', 'guest 10']);
  expect(await names(`${ACME}?state=awaiting`)).toEqual([]);
  expect((await server.rest('GET', `${ACME}?per_page=2&page=2`, dev)).body).toMatchObject([{ username: 'rep' }, {}]);
  await server.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', tiny.users.guest).execute();
  expect((await send('GET', `${ACME}?query=guest`, dev)).body).toMatchObject([{ state: 'blocked' }]);
});

test('AP-05.60 "Get a member": a person with role, end, and who added them', async () => {
  const made = await send('POST', ACME, owner, { user_id: tiny.users.out, access_level: 30, expires_at: '2027-01-31' });
  const person = (id: number, username: string) => ({
    id,
    username,
    name: username,
    state: 'active',
    avatar_url: null,
    web_url: `http://localhost:80/${username}`,
  });
  const member = {
    ...person(tiny.users.out, 'out'),
    access_level: 30,
    created_at: '2026-11-21T12:00:00.000Z',
    created_by: person(tiny.users.plan, 'plan'),
    expires_at: '2027-01-31',
    group_saml_identity: null,
    membership_state: 'active',
  };
  expect(made).toEqual({ status: 201, body: member });
  for (const url of [`${ACME}/${tiny.users.out}`, `${ACME}/all/${tiny.users.out}`, `${APP}/all/${tiny.users.out}`])
    expect(await send('GET', url, dev)).toEqual({ status: 200, body: member });
  expect(await send('GET', `${APP}/${tiny.users.out}`, dev)).toMatchObject({ status: 404 });
});

test('AP-05.61 "Add, edit, remove": a form will do; what is absent stays; oneself leaves', async () => {
  const form = await server.app.inject({
    method: 'POST',
    url: APP,
    headers: { 'private-token': owner, 'content-type': 'application/x-www-form-urlencoded' },
    payload: `user_id=${tiny.users.out}&access_level=20&expires_at=2027-01-31&invite_source=x`,
  });
  expect([form.statusCode, form.json<Json>()]).toMatchObject([201, { access_level: 20, expires_at: '2027-01-31' }]);
  const one = `${APP}/${tiny.users.out}`;
  expect(await send('PUT', `${one}?access_level=40`, owner)).toMatchObject({
    status: 200,
    body: { access_level: 40, expires_at: '2027-01-31' },
  });
  expect((await send('PUT', one, owner, { access_level: 30, expires_at: '' })).body).toMatchObject({
    access_level: 30,
    expires_at: null,
  });
  expect(await send('DELETE', one, await server.token(tiny.users.out))).toEqual({ status: 204, body: '' });
  expect((await send('GET', one, owner)).status).toBe(404);
  expect((await send('DELETE', `${ACME}/${tiny.users.dev}?skip_subresources=true`, owner)).status).toBe(204);
});

test('AP-05.61 several people are added at once, and who is not is named', async () => {
  const { out, dev: known } = tiny.users;
  expect(await send('POST', ACME, owner, { user_id: `${out},${known}`, access_level: 40 })).toEqual({
    status: 201,
    body: { status: 'success' },
  });
  expect(await names(ACME)).toEqual(['plan 50', 'dev 40', 'rep 20', 'guest 10', 'out 40']);
  expect(await send('POST', WEB, owner, { user_id: `${out},${known},999`, access_level: 20 })).toEqual({
    status: 201,
    body: {
      status: 'error',
      message:
        'out: Access level should be greater than or equal to Maintainer inherited membership from group Acme, ' +
        'dev: Access level should be greater than or equal to Maintainer inherited membership from group Acme, and 999: User Not Found',
    },
  });
});

test('AP-05.62 what is missing, has no form or cannot be is refused in GitLab’s words', async () => {
  const { out, dev: known } = tiny.users;
  const add = (body: object, url = ACME) => send('POST', url, owner, body);
  expect(await add({})).toEqual({ status: 400, body: { error: 'access_level is missing, user_id is missing' } });
  expect(await add({ user_id: 'x', access_level: 'y', expires_at: 'soon' })).toEqual({
    status: 400,
    body: { error: 'access_level is invalid, user_id is invalid, expires_at is invalid' },
  });
  expect(await add({ user_id: out, access_level: 1234 })).toEqual({
    status: 400,
    body: { error: 'access_level does not have a valid value' },
  });
  expect(await add({ user_id: out, access_level: 5, expires_at: '2020-01-01' })).toEqual({
    status: 400,
    body: {
      message: { access_level: ['is not included in the list'], expires_at: ['cannot be a date in the past'] },
    },
  });
  expect(await add({ user_id: known, access_level: 10 }, WEB)).toEqual({
    status: 400,
    body: {
      message: {
        access_level: ['should be greater than or equal to Developer inherited membership from group Acme'],
      },
    },
  });
  expect(await add({ user_id: known, access_level: 30 })).toEqual({
    status: 409,
    body: { message: 'Member already exists' },
  });
  expect((await send('PUT', `${ACME}/${known}`, owner, {})).body).toEqual({ error: 'access_level is missing' });
  expect((await send('GET', `${ACME}?user_ids=x`, owner)).body).toEqual({ error: 'user_ids is invalid' });
  expect((await send('GET', `${ACME}?state=other`, owner)).body).toEqual({
    error: 'state does not have a valid value',
  });
});

test('AP-05.63 what is hidden is missing; the last Owner and others’ members are forbidden', async () => {
  const { out, dev: known, plan } = tiny.users;
  const role = { access_level: 30 };
  for (const place of ['hidden', 'nowhere']) {
    const list = `/api/v4/groups/${place}/members`;
    const gone = { status: 404, body: { message: '404 Group Not Found' } };
    for (const url of [list, `${list}/all`, `${list}/${known}`, `${list}/all/${known}`])
      expect(await send('GET', url, dev)).toEqual(gone);
    expect(await send('POST', list, dev, { ...role, user_id: out })).toEqual(gone);
    expect(await send('PUT', `${list}/${known}`, dev, role)).toEqual(gone);
    expect(await send('DELETE', `${list}/${known}`, dev)).toEqual(gone);
  }
  expect((await send('GET', '/api/v4/projects/acme%2Fnone/members', dev)).body).toEqual({
    message: '404 Project Not Found',
  });
  expect(await send('POST', ACME, owner, { ...role, user_id: 999 })).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  for (const user of [out, 999, 'x']) {
    expect(await send('GET', `${ACME}/${user}`, dev)).toEqual({ status: 404, body: { message: '404 Not Found' } });
    expect((await send('PUT', `${ACME}/${user}`, owner, role)).body).toEqual({ message: '404 Not Found' });
    expect((await send('DELETE', `${ACME}/${user}`, owner)).body).toEqual({ message: '404 Not Found' });
  }
  for (const answer of [
    await send('POST', ACME, dev, { ...role, user_id: out }),
    await send('PUT', `${ACME}/${known}`, dev, role),
    await send('PUT', `${ACME}/${plan}`, owner, role),
    await send('DELETE', `${ACME}/${plan}`, owner),
  ])
    expect(answer).toEqual({ status: 403, body: { message: '403 Forbidden' } });
  for (const url of [ACME, `${ACME}/all`, `${ACME}/${known}`]) expect((await send('GET', url)).status).toBe(401);
});

test('BD-05.44 at the day on which it ends a membership is none: no role, no place in a list, and it can be given anew', async () => {
  const { db } = server;
  const secret = await makeGroup(db, { path: 'secret', visibility: 'private' });
  const list = `/api/v4/groups/${secret}/members`;
  await makeMember(db, { userId: tiny.users.plan, groupId: secret, accessLevel: 50 });
  await makeMember(db, { userId: tiny.users.dev, groupId: secret, accessLevel: 40 });
  const ends = (day: string) =>
    db
      .updateTable('memberships')
      .set({ expires_at: day })
      .where('group_id', '=', secret)
      .where('access_level', '=', 40)
      .execute();
  await ends('2026-11-22');
  expect(await names(list)).toEqual(['plan 50', 'dev 40']);
  await ends('2026-11-21');
  expect((await send('GET', `/api/v4/groups/${secret}`, dev)).status).toBe(404);
  expect(await names(list, owner)).toEqual(['plan 50']);
  expect((await send('GET', `${list}/all/${tiny.users.dev}`, owner)).status).toBe(404);
  expect((await send('PUT', `${list}/${tiny.users.dev}`, owner, { access_level: 20 })).status).toBe(404);
  const { data } = await server.graphql(
    '{ group(fullPath: "secret") { groupMembers { nodes { user { username } } } } }',
    {},
    owner,
  );
  expect(data.group.groupMembers.nodes).toEqual([{ user: { username: 'plan' } }]);
  expect(await send('POST', list, owner, { user_id: tiny.users.dev, access_level: 20 })).toMatchObject({
    status: 201,
    body: { access_level: 20, expires_at: null, created_at: '2026-11-21T12:00:00.000Z' },
  });
  expect((await send('GET', `/api/v4/groups/${secret}`, dev)).status).toBe(200);
});

test('BD-05.50 a change takes as many statements for many people as for one', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, index) => makeUser(server.db, `p${index}`)));
  const cost = async (ids: readonly number[], method: 'GET' | 'POST', url: string, body?: object) => {
    const { statements, result } = await server.countStatements(() =>
      server.rest(method, url, owner, body && { ...body, user_id: ids.join() }),
    );
    expect(result.status).toBeLessThan(300);
    return statements.length;
  };
  const role = { access_level: 20, expires_at: '2027-01-01' };
  const few = await cost(people.slice(0, 2), 'POST', ACME, role);
  expect(await cost(people, 'POST', ACME, role)).toBe(few);
  expect(await cost([], 'GET', `${APP}/all`)).toBe(2);
});
