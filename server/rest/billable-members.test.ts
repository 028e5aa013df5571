import { sql } from 'kysely';
import { makeGroup, makeMember, makeUser, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** GitLab 16.2: docs/api/members.md, "List all billable members of a group" and what follows it. */

let server: TestServer;
let tiny: TinyData;
let plan: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  plan = await server.token(tiny.users.plan);
});

async function ask(method: 'GET' | 'DELETE', path: string, token = plan) {
  const { status, body } = await server.rest(method, `/api/v4/groups/${path}`, token);
  return { status, body: body as Json };
}
const names = async (path: string) =>
  ((await ask('GET', path)).body as unknown as Json[]).map(({ username }) => username as string);

test('AP-05.206 everybody active with a role anywhere in the tree, and how they came by it', async () => {
  const team = await makeGroup(server.db, { path: 'team' });
  const guestOfApp = await makeUser(server.db, 'some');
  await makeMember(server.db, { userId: guestOfApp, groupId: team, accessLevel: 30 });
  await server.db
    .insertInto('group_shares')
    .values({ project_id: tiny.projects.app, with_group_id: team, access_level: 20 })
    .execute();
  await makeMember(server.db, { userId: tiny.users.out, projectId: tiny.projects.app, accessLevel: 40 });
  await server.db.updateTable('users').set({ state: 'blocked' }).where('id', '=', tiny.users.guest).execute();
  const { status, body } = await ask('GET', 'acme/billable_members');
  expect(status).toBe(200);
  expect((body as unknown as Json[]).map((row) => [row.username, row.membership_type, row.removable])).toEqual([
    ['plan', 'group_member', true],
    ['dev', 'group_member', true],
    ['rep', 'group_member', true],
    ['out', 'project_member', true],
    ['some', 'project_invite', false],
  ]);
  expect((body as unknown as Json[])[3]).toEqual({
    id: tiny.users.out,
    username: 'out',
    name: 'out',
    state: 'active',
    avatar_url: null,
    web_url: 'http://localhost:80/out',
    last_activity_on: null,
    membership_type: 'project_member',
    created_at: expect.stringMatching(/Z$/),
    last_login_at: null,
    removable: true,
  });
  expect(await names('acme/billable_members?sort=access_level_desc')).toEqual(['plan', 'out', 'dev', 'rep', 'some']);
  expect(await names('acme/billable_members?sort=name_asc&search=e')).toEqual(['dev', 'rep', 'some']);
  for (const sort of ['last_joined', 'oldest_joined', 'oldest_sign_in', 'recent_sign_in', 'last_activity_on_desc'])
    expect(await names(`acme/billable_members?sort=${sort}`)).toHaveLength(5);
  expect((await ask('GET', 'acme/billable_members?sort=x')).body).toEqual({
    error: 'sort does not have a valid value',
  });
});

test('AP-05.206 an address that somebody does not show finds nobody, not even by a part of it', async () => {
  const profile = JSON.stringify({ public_email: 'shown@example.org' });
  await sql`UPDATE users SET email = 'kept@example.net', profile = ${profile}::jsonb WHERE id = ${tiny.users.dev}`.execute(
    server.db,
  );
  expect(await names('acme/billable_members?search=kept')).toEqual([]);
  expect(await names('acme/billable_members?search=example.net')).toEqual([]);
  expect(await names('acme/billable_members?search=shown@')).toEqual(['dev']);
});

test('AP-05.206 of a top-level group, for who manages its members', async () => {
  const dev = await server.token(tiny.users.dev);
  expect(await ask('GET', 'acme%2Fweb/billable_members')).toEqual({
    status: 400,
    body: { message: '400 Bad request' },
  });
  expect((await ask('GET', 'acme/billable_members', dev)).status).toBe(403);
  expect((await ask('GET', `acme/billable_members/${tiny.users.dev}/memberships`, dev)).status).toBe(403);
  expect((await ask('DELETE', `acme/billable_members/${tiny.users.dev}`, dev)).status).toBe(403);
  expect(await ask('GET', 'hidden/billable_members')).toEqual({
    status: 404,
    body: { message: '404 Group Not Found' },
  });
});

test('AP-05.206 the roles of one of them, and the end of all of these', async () => {
  await makeMember(server.db, { userId: tiny.users.out, projectId: tiny.projects.app, accessLevel: 40 });
  await makeMember(server.db, { userId: tiny.users.out, groupId: tiny.groups.web, accessLevel: 30 });
  await makeMember(server.db, { userId: tiny.users.out, groupId: tiny.groups.hidden, accessLevel: 50 });
  const one = `acme/billable_members/${tiny.users.out}`;
  const told = (await ask('GET', `${one}/memberships`)).body as unknown as Json[];
  expect(told).toEqual([
    {
      id: expect.any(Number),
      source_id: tiny.projects.app,
      source_full_name: 'Acme / Web / App',
      source_members_url: 'http://localhost:80/acme/web/app/-/project_members',
      created_at: expect.stringMatching(/Z$/),
      expires_at: null,
      access_level: { string_value: 'Maintainer', integer_value: 40 },
    },
    expect.objectContaining({
      source_full_name: 'Acme / Web',
      source_members_url: 'http://localhost:80/groups/acme/web/-/group_members',
    }),
  ]);
  expect(await ask('DELETE', one)).toMatchObject({ status: 204 });
  expect((await ask('GET', `${one}/memberships`)).body).toEqual([]);
  const left = await server.db.selectFrom('memberships').selectAll().where('user_id', '=', tiny.users.out).execute();
  expect(left.map(({ group_id }) => group_id)).toEqual([tiny.groups.hidden]);
  expect((await ask('DELETE', one)).status).toBe(404);
  expect(await ask('GET', 'acme/billable_members/99999/memberships')).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  expect((await ask('DELETE', `acme/billable_members/${tiny.users.plan}`)).status).toBe(403);
});
