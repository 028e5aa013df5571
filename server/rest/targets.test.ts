import { sql } from 'kysely';
import { makeGroup, makeMember, makeProject, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** Lists of groups and projects that GitLab 16.2 has beside `groups` and `projects`: docs/api/groups.md and docs/api/projects.md. */

let server: TestServer;
let tiny: TinyData;
let plan: string;
let dev: string;
let out: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [plan, dev, out] = [
    await server.token(tiny.users.plan),
    await server.token(tiny.users.dev),
    await server.token(tiny.users.out),
  ];
});

async function ask(method: 'GET' | 'POST' | 'DELETE', path: string, token?: string) {
  const { status, body, headers } = await server.rest(method, `/api/v4/${path}`, token);
  return { status, body: body as Json, headers };
}
const told = async (path: string, field: string, token: string | undefined = plan) => {
  const { body, headers } = await ask('GET', path, token);
  expect(headers['x-total']).toBe(String((body as unknown as Json[]).length));
  return (body as unknown as Json[]).map((row) => row[field]);
};
const share = (of: { group_id?: number; project_id?: number }, withGroup: number, ends: string | null = null) =>
  server.db
    .insertInto('group_shares')
    .values({ ...of, with_group_id: withGroup, access_level: 30, expires_at: ends })
    .execute();

test('AP-05.200 docs/api/groups.md, "List a group’s shared projects": those that the group is invited to itself', async () => {
  const team = await makeGroup(server.db, { path: 'team' });
  const secret = await makeProject(server.db, { groupId: tiny.groups.hidden, path: 'x', visibility: 'private' });
  await share({ project_id: tiny.projects.app }, team);
  await share({ project_id: tiny.projects.api }, team, '2026-11-21');
  await share({ project_id: secret }, team);
  await share({ group_id: tiny.groups.acme }, team);
  expect(await told('groups/team/projects/shared', 'path_with_namespace')).toEqual(['acme/web/app']);
  expect(await told('groups/team/projects/shared?search=zz', 'id')).toEqual([]);
  expect(await ask('GET', 'groups/hidden/projects/shared', plan)).toMatchObject({
    status: 404,
    body: { message: '404 Group Not Found' },
  });
});

test('AP-05.201 docs/api/groups.md, "Transfer project to group": by administrators, answered with the group', async () => {
  const root = await server.token(tiny.users.root);
  const move = (project: string, token: string) => ask('POST', `groups/acme/projects/${project}`, token);
  expect((await move('acme%2Fweb%2Fapp', plan)).status).toBe(403);
  expect(await move('acme%2Fweb%2Fapp', root)).toMatchObject({
    status: 201,
    body: { id: tiny.groups.acme, full_path: 'acme' },
  });
  expect((await ask('GET', `projects/${tiny.projects.app}`)).body.path_with_namespace).toBe('acme/app');
  expect(await move('nowhere', root)).toMatchObject({ status: 404, body: { message: '404 Project Not Found' } });
  expect(await move('acme%2Fapp', root)).toMatchObject({
    status: 400,
    body: { message: 'Failed to transfer project {:new_namespace=>["Project is already in this namespace."]}' },
  });
  expect(await ask('POST', 'groups/none/projects/1', root)).toMatchObject({
    status: 404,
    body: { message: '404 Group Not Found' },
  });
});

test('AP-05.202 "Get groups to which a user can transfer": where they may make one, not where it is, nor below it', async () => {
  const [mine, theirs] = [await makeGroup(server.db, { path: 'mine' }), await makeGroup(server.db, { path: 'theirs' })];
  const goes = await makeGroup(server.db, { path: 'goes', parentId: mine });
  await makeGroup(server.db, { path: 'below', parentId: tiny.groups.web });
  await makeMember(server.db, { userId: tiny.users.plan, groupId: mine, accessLevel: 40 });
  await makeMember(server.db, { userId: tiny.users.plan, groupId: theirs, accessLevel: 30 });
  await sql`UPDATE groups SET doomed = TRUE, marked_on = '2026-11-01' WHERE id = ${goes}`.execute(server.db);
  expect(await told('groups/acme%2Fweb/transfer_locations', 'full_path')).toEqual(['mine']);
  expect(await told('projects/acme%2Fapi/transfer_locations', 'full_path')).toEqual([
    'acme/web',
    'acme/web/below',
    'mine',
    'theirs',
  ]);
  const picture = `/uploads/-/system/group/avatar/${mine}/mine.png`;
  await sql`UPDATE groups SET avatar_url = ${picture} WHERE id = ${mine}`.execute(server.db);
  expect((await ask('GET', 'projects/acme%2Fapi/transfer_locations?search=min', plan)).body).toEqual([
    {
      id: mine,
      web_url: 'http://localhost:80/groups/mine',
      name: 'mine',
      avatar_url: `http://localhost:80${picture}`,
      full_name: 'mine',
      full_path: 'mine',
    },
  ]);
  const root = await server.token(tiny.users.root);
  for (const path of await told('projects/acme%2Fapi/transfer_locations', 'id')) {
    const moved = await server.rest('PUT', '/api/v4/projects/acme%2Fapi/transfer', plan, { namespace: path });
    expect(moved.status).toBe(200);
    await server.rest('PUT', `/api/v4/projects/${tiny.projects.api}/transfer`, root, { namespace: 'acme' });
  }
  expect((await ask('GET', 'groups/acme/transfer_locations', dev)).status).toBe(403);
  expect((await ask('GET', 'groups/acme/transfer_locations')).status).toBe(401);
  expect((await ask('GET', 'groups/hidden/transfer_locations', plan)).status).toBe(404);
});

test('AP-05.203 docs/api/projects.md, "List user projects": those of which a person is an Owner, there or above', async () => {
  await makeProject(server.db, { groupId: tiny.groups.web, path: 'den', visibility: 'private' });
  await makeMember(server.db, { userId: tiny.users.out, projectId: tiny.projects.app, accessLevel: 40 });
  const all = ['acme/web/den', 'acme/api', 'acme/web/app'];
  expect(await told('users/plan/projects', 'path_with_namespace')).toEqual(expect.arrayContaining(all));
  expect(await told(`users/${tiny.users.plan}/projects?order_by=id&sort=asc`, 'path', undefined)).toHaveLength(3);
  expect((await ask('GET', 'users/plan/projects?order_by=id&sort=asc')).body).toMatchObject([
    { path: 'app' },
    { path: 'api' },
  ]);
  expect(await told('users/out/projects', 'id')).toEqual([]);
  expect(await ask('GET', 'users/nobody/projects', plan)).toMatchObject({
    status: 404,
    body: { message: '404 User Not Found' },
  });
});

test('AP-05.204 docs/api/projects.md, "Get project users": active people with a role there, each once', async () => {
  await makeMember(server.db, { userId: tiny.users.dev, projectId: tiny.projects.app, accessLevel: 40 });
  await server.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', tiny.users.guest).execute();
  const users = 'projects/acme%2Fweb%2Fapp/users';
  expect(await told(users, 'username', out)).toEqual(['plan', 'dev', 'rep']);
  expect(await told(`${users}?skip_users[]=${tiny.users.rep}&search=e`, 'username')).toEqual(['dev']);
  expect((await ask('GET', `${users}?search=rep`, plan)).body).toEqual([
    {
      id: tiny.users.rep,
      username: 'rep',
      name: 'rep',
      state: 'active',
      avatar_url: null,
      web_url: 'http://localhost:80/rep',
    },
  ]);
  expect((await ask('GET', users)).status).toBe(401);
  expect((await ask('GET', `${users}?skip_users=x`, plan)).body).toEqual({ error: 'skip_users is invalid' });
});

test('AP-05.205 docs/api/projects.md, "List a project’s groups": those above it, and those that are invited if asked for', async () => {
  const team = await makeGroup(server.db, { path: 'team' });
  await share({ group_id: tiny.groups.acme }, team);
  await share({ project_id: tiny.projects.app }, tiny.groups.hidden);
  const groups = 'projects/acme%2Fweb%2Fapp/groups';
  expect(await told(groups, 'full_path', out)).toEqual(['acme', 'acme/web']);
  expect(await told(`${groups}?with_shared=true`, 'full_path')).toEqual(['acme', 'acme/web', 'team']);
  expect(await told(`${groups}?with_shared=true&shared_min_access_level=40`, 'full_path')).toEqual([
    'acme',
    'acme/web',
  ]);
  expect(await told(`${groups}?skip_groups=${tiny.groups.acme}&search=web`, 'full_path')).toEqual(['acme/web']);
});

test('AP-05.207 docs/api/users.md, "List emails", and docs/api/metadata.md', async () => {
  expect(await ask('GET', 'user/emails', plan)).toMatchObject({ status: 200, body: [] });
  const { body } = await ask('GET', 'metadata', plan);
  expect(body).toEqual({
    ...(await ask('GET', 'version', plan)).body,
    kas: { enabled: false, externalUrl: null, version: null },
    enterprise: true,
  });
  expect((await ask('GET', 'metadata')).status).toBe(401);
});
