import { makeEpic, makeIssue, seedTiny, type TinyData } from '../../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let tokens: Record<'guest' | 'rep', string>;
beforeAll(async () => {
  server = await openTestServer();
  await server.database.reset();
  tiny = await seedTiny(server.db);
  tokens = { guest: await server.token(tiny.users.guest), rep: await server.token(tiny.users.rep) };
  const { groups, projects, users } = tiny;
  await makeEpic(server.db, { groupId: groups.web, title: 'Apples' });
  const issue = await makeIssue(server.db, { projectId: projects.app, title: 'An apple' });
  await makeIssue(server.db, { projectId: projects.api, title: 'Hidden apple', confidential: true });
  await makeIssue(server.db, { projectId: projects.api, title: 'Old apple', state: 'closed' });
  const note = { work_item_id: issue.id, author_id: users.rep, body: 'The apple fell' };
  await server.db
    .insertInto('notes')
    .values([note, { ...note, internal: true }])
    .execute();
  const milestone = { iid: 1, title: 'Apple harvest' };
  await server.db
    .insertInto('milestones')
    .values([
      { ...milestone, group_id: groups.acme },
      { ...milestone, project_id: projects.app },
    ])
    .execute();
});
afterAll(() => server.close());

const find = async (path: string, scope: string, search = 'apple', by: keyof typeof tokens = 'guest') =>
  server.rest('GET', `/api/v4/${path}search?scope=${scope}&search=${search}`, tokens[by]);
const found = async (...asked: Parameters<typeof find>): Promise<string[]> =>
  (await find(...asked)).body.map(({ title, name, body }: Json) => title ?? name ?? body);
const [ACME, APP] = ['groups/acme/', 'projects/acme%2Fweb%2Fapp/-/'];

test('AP-05.170 docs/api/search.md: each scope finds what its list would, for the viewer', async () => {
  expect(await found('', 'issues')).toEqual(['Old apple', 'An apple']);
  expect(await found(ACME, 'issues', 'apple&state=closed')).toEqual(['Old apple']);
  expect(await found(ACME, 'issues', 'apple&sort=asc', 'rep')).toEqual(['An apple', 'Hidden apple', 'Old apple']);
  expect(await found(APP, 'issues')).toEqual(['An apple']);
  expect([await found('', 'projects', 'ap'), await found(ACME, 'projects', 'app')]).toEqual([['API', 'App'], ['App']]);
  expect((await found('', 'milestones')).length).toBe(2);
  expect([await found(ACME, 'milestones'), await found(APP, 'milestones')].map(({ length }) => length)).toEqual([2, 1]);
  expect([await found('', 'users', 'ou'), await found(ACME, 'users', 'ou'), await found(APP, 'users', 'rep')]).toEqual([
    ['out'],
    [],
    ['rep'],
  ]);
  expect(await found(ACME, 'epics')).toEqual(['Apples']);
  expect([await found(APP, 'notes'), (await found(APP, 'notes', 'apple', 'rep')).length]).toEqual([
    ['The apple fell'],
    2,
  ]);
});

test('AP-05.170 it is for who is signed in, and of what may be seen', async () => {
  expect((await server.rest('GET', '/api/v4/search?scope=issues&search=apple')).status).toBe(401);
  expect(await find('groups/hidden/', 'issues')).toMatchObject({
    status: 404,
    body: { message: '404 Group Not Found' },
  });
});

test('AP-05.171 what is missing, and what there is not here, is 400', async () => {
  expect((await server.rest('GET', '/api/v4/search', tokens.rep)).body).toEqual({
    error: 'scope is missing, search is missing',
  });
  expect((await find('', 'blobs')).body).toEqual({ error: 'scope does not have a valid value' });
  expect((await find('', 'notes')).status).toBe(400);
});
