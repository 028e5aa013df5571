import { makeGroup, makeMember, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** GitLab's docs/api/groups.md, "Share groups with groups", and docs/api/projects.md, "Share project with group". */

let server: TestServer;
let tiny: TinyData;
let team: number;
let owner: string;
let out: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  team = await makeGroup(server.db, { path: 'team', name: 'Team' });
  await makeMember(server.db, { userId: tiny.users.out, groupId: team, accessLevel: 40 });
  [owner, out] = [await server.token(tiny.users.plan), await server.token(tiny.users.out)];
});

const ACME = '/api/v4/groups/acme';
const APP = '/api/v4/projects/acme%2Fweb%2Fapp';
const send = async (method: 'GET' | 'POST' | 'DELETE', url: string, token?: string, body?: unknown) => {
  const { status, body: told } = await server.rest(method, url, token, body);
  return { status, body: told as Json };
};
const link = { group_name: 'Team', group_full_path: 'team', expires_at: null };

test('BD-05.67 a group is shared with a group, which is told, and unshared', async () => {
  const made = await send('POST', `${ACME}/share`, owner, { group_id: team, group_access: 30 });
  const told = [{ group_id: team, ...link, group_access_level: 30 }];
  expect(made).toMatchObject({ status: 201, body: { full_path: 'acme', shared_with_groups: told } });
  expect(await send('GET', ACME, owner)).toEqual({ ...made, status: 200 });
  await server.db.updateTable('groups').set({ visibility: 'private' }).where('id', '=', team).execute();
  expect((await send('GET', ACME, owner)).body.shared_with_groups).toEqual([]);
  expect((await send('GET', ACME, out)).body.shared_with_groups).toEqual(told);
  expect(await send('DELETE', `${ACME}/share/${team}`, owner)).toEqual({ status: 204, body: '' });
  expect(await send('DELETE', `${ACME}/share/${team}`, owner)).toEqual({
    status: 404,
    body: { message: '404 Group Link Not Found' },
  });
});

test('BD-05.67 a project is shared with a group', async () => {
  const form = { group_id: String(team), group_access: '20', expires_at: '2027-01-31' };
  expect(await send('POST', `${APP}/share`, owner, form)).toEqual({
    status: 201,
    body: {
      id: 1,
      project_id: tiny.projects.app,
      group_id: team,
      group_access: 20,
      expires_at: '2027-01-31',
    },
  });
  expect(await send('POST', `${APP}/share`, owner, form)).toEqual({
    status: 409,
    body: { message: 'Group already shared with this group' },
  });
  expect((await send('GET', APP, owner)).body.shared_with_groups).toEqual([
    { group_id: team, ...link, group_access_level: 20, expires_at: '2027-01-31' },
  ]);
  expect((await send('DELETE', `${APP}/share/${team}`, owner)).status).toBe(204);
});

test('BD-05.67 what is missing, has no form or is hidden', async () => {
  const share = (url: string, body: object, token = owner) => send('POST', `${url}/share`, token, body);
  expect((await share(ACME, {})).body).toEqual({ error: 'group_id is missing, group_access is missing' });
  expect((await share(APP, { group_id: 'x', group_access: 35, expires_at: 'soon' })).body).toEqual({
    error: 'group_id is invalid, group_access does not have a valid value, expires_at is invalid',
  });
  const body = { group_id: tiny.groups.hidden, group_access: 30 };
  expect(await share(APP, body)).toEqual({ status: 404, body: { message: '404 Group Not Found' } });
  expect(await share('/api/v4/projects/none', body)).toEqual({
    status: 404,
    body: { message: '404 Project Not Found' },
  });
  expect(await share(ACME, body, out)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
  expect((await share(ACME, { ...body, group_id: team, expires_at: '2020-01-01' })).body).toEqual({
    message: { expires_at: ['cannot be a date in the past'] },
  });
});

test('BD-05.66 who is in an invited group reads what is private; lists of members tell them where they should', async () => {
  const { db } = server;
  const secret = await makeGroup(db, { path: 'secret', visibility: 'private' });
  await makeMember(db, { userId: tiny.users.plan, groupId: secret, accessLevel: 50 });
  const list = `/api/v4/groups/${secret}/members`;
  expect((await send('GET', `/api/v4/groups/secret`, out)).status).toBe(404);
  await send('POST', '/api/v4/groups/secret/share', owner, { group_id: team, group_access: 30 });
  expect((await send('GET', `/api/v4/groups/secret`, out)).status).toBe(200);
  const names = async (url: string) =>
    (await send('GET', url, owner)).body.map((each: Json) => `${each.username} ${each.access_level}`);
  expect(await names(list)).toEqual(['plan 50']);
  expect(await names(`${list}/all`)).toEqual(['out 30', 'plan 50']);
  expect((await send('GET', `${list}/${tiny.users.out}`, owner)).status).toBe(404);
  expect((await send('GET', `${list}/all/${tiny.users.out}`, owner)).body).toMatchObject({ access_level: 30 });
  expect((await send('DELETE', `${list}/${tiny.users.out}`, owner)).status).toBe(404);
  const { data } = await server.graphql(
    '{ group(fullPath: "secret") { groupMembers { nodes { user { username } } } } }',
    {},
    owner,
  );
  expect(data.group.groupMembers.nodes).toEqual([{ user: { username: 'plan' } }]);
  await makeMember(db, { userId: tiny.users.out, groupId: secret, accessLevel: 10 });
  expect(await names(`${list}/all`)).toEqual(['out 30', 'plan 50']);
  expect(await names(list)).toEqual(['plan 50', 'out 10']);
});
