import { makeEpic, makeGroup, makeIssue, makeLabel, makeProject, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** GitLab 16.2: docs/api/projects.md, Archive a project and Unarchive a project; docs/api/issues.md. */

let server: TestServer;
let tiny: TinyData;
let plan: string;
let root: string;
let issue: { id: number; iid: number };
let other: { id: number; iid: number };
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [plan, root] = [await server.token(tiny.users.plan), await server.token(tiny.users.root)];
  issue = await makeIssue(server.db, { projectId: tiny.projects.app, author_id: tiny.users.plan });
  other = await makeIssue(server.db, { projectId: tiny.projects.api, author_id: tiny.users.plan });
});

const APP = '/api/v4/projects/acme%2Fweb%2Fapp';
const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = plan) => {
  const { status, body: told } = await server.rest(method, path, token, body);
  return { status, body: told as Json };
};
const graphql = async (text: string) => (await server.graphql(text, {}, plan)).data as Json;
const archive = async () => expect((await send('POST', `${APP}/archive`)).status).toBe(201);

test('AP-05.110 docs/api/projects.md, Archive a project: Owners archive it and take it back; twice is once', async () => {
  const archived = await send('POST', `${APP}/archive`);
  expect(archived).toMatchObject({ status: 201, body: { id: tiny.projects.app, archived: true } });
  expect(await send('POST', `${APP}/archive`)).toEqual(archived);
  expect((await send('GET', APP)).body).toEqual(archived.body);
  expect(
    await graphql('{ project(fullPath: "acme/web/app") { archived userPermissions { readProject createIssue } } }'),
  ).toEqual({
    project: { archived: true, userPermissions: { readProject: true, createIssue: false } },
  });
  expect(await send('POST', `${APP}/unarchive`)).toMatchObject({ status: 201, body: { archived: false } });
  const dev = await server.token(tiny.users.dev);
  expect(await send('POST', `${APP}/archive`, undefined, dev)).toEqual({
    status: 403,
    body: { message: '403 Forbidden' },
  });
});

test('EP-18.14 nothing in an archived project changes, for administrators neither; one marks it for oneself', async () => {
  const label = await makeLabel(server.db, tiny.groups.acme, 'bug');
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  await archive();
  const url = `${APP}/issues/${issue.iid}`;
  const page = `/acme/web/app/-/issues/${issue.iid}`;
  const refused: [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] = [
    ['POST', `${APP}/issues`, { title: 'New' }],
    ['PUT', `${page}.json`, { issue: { title: 'New' } }],
    ['DELETE', `${page}.json`, { destroy_confirm: true }],
    ['POST', `${url}/notes`, { body: 'New' }],
    ['POST', `${url}/award_emoji`, { name: 'tada' }],
    ['POST', `${url}/add_spent_time`, { duration: '1h' }],
    ['POST', `${url}/links`, { target_project_id: tiny.projects.api, target_issue_iid: other.iid }],
    ['POST', `${APP}/labels`, { name: 'New', color: '#123456' }],
    ['POST', `${APP}/milestones`, { title: 'New' }],
    ['POST', `${APP}/templates/issues`, { name: 'New', content: 'New' }],
  ];
  for (const token of [plan, root])
    for (const [method, path, body] of refused)
      expect([method, path, (await send(method, path, body, token)).status]).toEqual([method, path, 403]);
  expect(
    (await send('POST', `/api/v4/groups/acme/epics/${epic.iid}/issues/${issue.id}`)).status,
  ).toBeGreaterThanOrEqual(403);
  const mutate = (name: string, input: string) => graphql(`mutation { ${name}(input: { ${input} }) { errors } }`);
  const gid = `gid://gitlab/WorkItem/${issue.id}`;
  for (const widget of [
    `title: "New"`,
    `labelsWidget: { addLabelIds: ["gid://gitlab/GroupLabel/${label}"] }`,
    'stateEvent: CLOSE',
  ])
    expect((await mutate('workItemUpdate', `id: "${gid}", ${widget}`)).workItemUpdate.errors).toHaveLength(1);
  expect(
    (await mutate('workItemUpdate', `id: "${gid}", currentUserTodosWidget: { action: ADD }`)).workItemUpdate.errors,
  ).toEqual([]);
  expect(
    (
      await graphql(
        `{ workItem(id: "${gid}") { title userPermissions { readWorkItem updateWorkItem adminWorkItem } } }`,
      )
    ).workItem,
  ).toEqual({
    title: 'issue 1',
    userPermissions: { readWorkItem: true, updateWorkItem: false, adminWorkItem: false },
  });
});

test('AP-05.110 docs/api/issues.md: lists of groups and of all leave the items out unless they are asked for, the project’s own does not', async () => {
  await archive();
  const ids = async (path: string) => (await send('GET', `/api/v4/${path}`)).body.map(({ id }: Json) => id).sort();
  const both = [issue.id, other.id].sort();
  expect([await ids('groups/acme/issues'), await ids('issues'), await ids('projects/acme%2Fweb%2Fapp/issues')]).toEqual(
    [[other.id], [other.id], [issue.id]],
  );
  for (const path of ['groups/acme/issues', 'issues']) expect(await ids(`${path}?non_archived=false`)).toEqual(both);
  const lists = await graphql(
    '{ group(fullPath: "acme") { issues(includeSubgroups: true) { count nodes { iid } } all: issues(includeSubgroups: true, includeArchived: true) { count nodes { iid } } } }',
  );
  expect([lists.group.issues.count, lists.group.all.count, lists.group.all.nodes.length]).toEqual([1, 2, 2]);
  const { groups, projects } = (
    await send('GET', `/-/place_counts.json?groups=${tiny.groups.acme}&projects=${tiny.projects.app}`)
  ).body;
  expect([groups[0].opened_issues, projects[0].opened_issues]).toEqual([1, 1]);
});

test('AP-05.110 no new issue goes to an archived project by itself, and none of it is offered for an epic', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.web });
  const first = '{ group(fullPath: "acme/web") { epic(iid: "1") { defaultProjectForIssueCreation { fullPath } } } }';
  expect((await graphql(first)).group.epic.defaultProjectForIssueCreation.fullPath).toBe('acme/web/app');
  const offered = async () => {
    const { body } = await send(
      'GET',
      `/groups/acme/web/-/autocomplete_sources/issues?search=issue&addable_to=${epic.iid}`,
    );
    return body.length;
  };
  expect(await offered()).toBe(1);
  await archive();
  expect([(await graphql(first)).group.epic.defaultProjectForIssueCreation, await offered()]).toEqual([null, 0]);
});

test('AP-05.122 docs/api/projects.md, List all projects: narrowed', async () => {
  await archive();
  const secret = await makeProject(server.db, { groupId: tiny.groups.acme, path: 'secret', visibility: 'private' });
  const lone = await makeGroup(server.db, { path: 'lone' });
  await makeProject(server.db, { groupId: lone, path: 'x' });
  const paths = async (query: string, token = plan) =>
    (await send('GET', `/api/v4/projects?order_by=id&sort=asc&${query}`, undefined, token)).body.map(
      ({ path }: Json) => path,
    );
  expect(await paths('archived=true')).toEqual(['app']);
  expect(await paths('archived=false')).toEqual(['api', 'secret', 'x']);
  expect(await paths('visibility=private')).toEqual(['secret']);
  expect(await paths('membership=true')).toEqual(['app', 'api', 'secret']);
  expect([
    await paths('owned=true', root),
    await paths('min_access_level=50'),
    await paths(`id_after=${secret}`),
  ]).toEqual([[], ['app', 'api', 'secret'], ['x']]);
  expect(await send('GET', '/api/v4/projects?archived=maybe')).toEqual({
    status: 400,
    body: { error: 'archived is invalid' },
  });
});
