import { makeGroup, makeMember, makeProject, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from './testing.ts';

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

const userIds = (...people: (keyof TinyData['users'])[]) =>
  people.map((name) => `gid://gitlab/User/${tiny.users[name]}`);
const update = async (kind: 'group' | 'project', id: number, input: object, token = owner) => {
  const [name, type] = kind === 'group' ? ['group', 'Group'] : ['project', 'Project'];
  const query = `mutation ($input: ${type}MemberBulkUpdateInput!) { ${name}MemberBulkUpdate(input: $input) {
    errors ${name}Members { accessLevel { integerValue stringValue } expiresAt user { username } } } }`;
  const given = { [`${name}Id`]: `gid://gitlab/${type}/${id}`, ...input };
  const { data } = await server.graphql(query, { input: given }, token);
  const { errors, [`${name}Members`]: members } = data[`${name}MemberBulkUpdate`] as Json;
  return members === null
    ? errors
    : (members as Json[]).map((each) => [each.user.username, each.accessLevel.stringValue, each.expiresAt]);
};

test('BD-05.51 roles and ends of members of the place itself change together, or none', async () => {
  const { acme, web } = tiny.groups;
  expect(
    await update('group', acme, { accessLevel: 'MAINTAINER', userIds: userIds('dev', 'rep'), expiresAt: '2027-01-31' }),
  ).toEqual([
    ['dev', 'MAINTAINER', '2027-01-31'],
    ['rep', 'MAINTAINER', '2027-01-31'],
  ]);
  expect(await update('group', acme, { accessLevel: 'GUEST', userIds: userIds('dev') })).toEqual([
    ['dev', 'GUEST', '2027-01-31'],
  ]);
  expect(await update('group', acme, { accessLevel: 'GUEST', userIds: userIds('dev'), expiresAt: null })).toEqual([
    ['dev', 'GUEST', null],
  ]);
  const refused = (people: readonly string[], rest = {}, id = acme, token = owner) =>
    update('group', id, { accessLevel: 'REPORTER', userIds: people, ...rest }, token);
  expect(await refused(userIds('rep', 'out'))).toEqual(['Only access level of direct members can be updated.']);
  expect(await refused(userIds('rep', 'plan'))).toEqual(['Unable to update members, please check user permissions.']);
  expect(await refused(userIds('rep'), { accessLevel: 'MINIMAL_ACCESS' })).toEqual([
    'Access level is not included in the list',
  ]);
  expect(await refused(Array.from({ length: 51 }, () => userIds('rep')[0] ?? ''))).toEqual([
    'Count of members to be updated should be less than 50.',
  ]);
  const hidden = [expect.stringMatching(/^The resource that you are attempting to access does not exist/)];
  expect(await refused(userIds('rep'), {}, acme, dev)).toEqual(hidden);
  expect(await refused(userIds('rep'), {}, tiny.groups.hidden)).toEqual(hidden);
  await makeMember(server.db, { userId: tiny.users.rep, groupId: web, accessLevel: 40 });
  expect(await refused(userIds('rep'), {}, web)).toEqual([
    'Access level should be greater than or equal to Maintainer inherited membership from group Acme',
  ]);
  const { app } = tiny.projects;
  await makeMember(server.db, { userId: tiny.users.out, projectId: app, accessLevel: 10 });
  expect(await update('project', app, { accessLevel: 'OWNER', userIds: userIds('out') })).toEqual([
    ['out', 'OWNER', null],
  ]);
});

const MEMBER = 'accessLevel { integerValue } createdAt updatedAt expiresAt createdBy { username } user { username }';

test('BD-05.52 a member tells role, end, when and by whom, and the place that it is from; lists are narrowed and ordered', async () => {
  const added = { user_id: tiny.users.out, access_level: 30, expires_at: '2027-01-31' };
  await server.rest('POST', '/api/v4/groups/acme%2Fweb/members', owner, added);
  const read = async (args: string, fields: string) => {
    const text = `{ group(fullPath: "acme/web") { groupMembers${args} { nodes { ${fields} } } } }`;
    return (await server.graphql(text, {}, dev)).data.group.groupMembers.nodes as Json[];
  };
  expect(await read('(relations: [DIRECT])', `${MEMBER} group { fullPath }`)).toEqual([
    {
      accessLevel: { integerValue: 30 },
      createdAt: '2026-11-21T12:00:00Z',
      updatedAt: '2026-11-21T12:00:00Z',
      expiresAt: '2027-01-31',
      createdBy: { username: 'plan' },
      group: { fullPath: 'acme/web' },
      user: { username: 'out' },
    },
  ]);
  const names = async (args: string) => (await read(args, 'user { username }')).map(({ user }) => user.username);
  expect(await names('(accessLevels: [DEVELOPER, OWNER])')).toEqual(['plan', 'dev', 'out']);
  expect(await names('(sort: ACCESS_LEVEL_ASC)')).toEqual(['guest', 'rep', 'dev', 'out', 'plan']);
  expect(await names('(sort: USER_FULL_NAME_DESC, first: 2)')).toEqual(['rep', 'plan']);
  expect(await names('(sort: CREATED_DESC, last: 1)')).toHaveLength(1);
  const hidden = await makeProject(server.db, { groupId: tiny.groups.hidden, path: 'app', visibility: 'private' });
  await makeMember(server.db, { userId: tiny.users.dev, projectId: hidden, accessLevel: 10 });
  await makeMember(server.db, { userId: tiny.users.rep, groupId: tiny.groups.hidden, accessLevel: 10 });
  const { data } = await server.graphql(
    `{ project(fullPath: "hidden/app") { projectMembers { nodes { user { username } ... on GroupMember { group { name } } ... on ProjectMember { project { name } } } } } }`,
    {},
    dev,
  );
  expect(data.project.projectMembers.nodes).toEqual([
    { user: { username: 'dev' }, project: { name: 'app' } },
    { user: { username: 'rep' }, group: null },
  ]);
});

test('BD-05.53 the memberships of a person are told as far as the places may be seen', async () => {
  const { db } = server;
  const secret = await makeGroup(db, { path: 'secret', visibility: 'private' });
  await makeMember(db, { userId: tiny.users.dev, groupId: secret, accessLevel: 20 });
  await makeMember(db, { userId: tiny.users.dev, projectId: tiny.projects.app, accessLevel: 40 });
  const told = async (token?: string) => {
    const text = `{ project(fullPath: "acme/web/app") { name } users(usernames: ["dev"]) { nodes {
      groupMemberships { nodes { accessLevel { integerValue } group { fullPath } } }
      projectMemberships { nodes { accessLevel { integerValue } project { name } } } } } }`;
    return (await server.graphql(text, {}, token)).data.users.nodes as Json[];
  };
  const acme = { accessLevel: { integerValue: 30 }, group: { fullPath: 'acme' } };
  const app = { accessLevel: { integerValue: 40 }, project: { name: 'App' } };
  expect(await told(owner)).toEqual([{ groupMemberships: { nodes: [acme] }, projectMemberships: { nodes: [app] } }]);
  expect((await told(dev))[0].groupMemberships.nodes).toEqual([
    acme,
    { accessLevel: { integerValue: 20 }, group: { fullPath: 'secret' } },
  ]);
  expect(await told()).toEqual([]);
});

test('BD-05.68 who comes by an invited group is told as the member of that group that they are', async () => {
  const { db } = server;
  const { acme, hidden } = tiny.groups;
  const { app } = tiny.projects;
  const team = await makeGroup(db, { path: 'team' });
  const core = await makeGroup(db, { path: 'core', parentId: team });
  await makeMember(db, { userId: tiny.users.out, groupId: team, accessLevel: 40 });
  await makeMember(db, { userId: tiny.users.rep, groupId: core, accessLevel: 30 });
  await makeMember(db, { userId: tiny.users.guest, groupId: hidden, accessLevel: 30 });
  await db
    .insertInto('group_shares')
    .values([
      { group_id: acme, with_group_id: team, access_level: 10 },
      { group_id: acme, with_group_id: hidden, access_level: 10 },
      { project_id: app, with_group_id: core, access_level: 20 },
      { project_id: app, with_group_id: hidden, access_level: 20, expires_at: '2026-11-21' },
    ])
    .execute();
  const told = async (field: string, token: string) => {
    const { data } = await server.graphql(
      `{ ${field} { nodes { user { username } accessLevel { integerValue } ... on GroupMember { group { fullPath } } } } } }`,
      {},
      token,
    );
    const [place] = Object.values(data as Record<string, Json>);
    const [{ nodes }] = Object.values(place as Record<string, Json>) as [Json];
    return (nodes as Json[]).map(
      (each) => `${each.user.username} ${each.accessLevel.integerValue} ${each.group.fullPath}`,
    );
  };
  const shared = 'group(fullPath: "acme/web") { groupMembers(relations: SHARED_FROM_GROUPS)';
  expect(await told(shared, dev)).toEqual(['out 40 team']);
  expect(await told(shared, await server.token(1))).toEqual(['out 40 team', 'guest 30 hidden']);
  const of = (relation: string) => `project(fullPath: "acme/web/app") { projectMembers(relations: ${relation})`;
  expect(await told(of('INVITED_GROUPS'), dev)).toEqual(['out 40 team', 'rep 30 team/core']);
  expect(await told(of('SHARED_INTO_ANCESTORS'), dev)).toEqual(['out 40 team']);
});
