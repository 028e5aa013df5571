import { sql } from 'kysely';
import { link, makeEpic, makeIssue, makeLabel, makeMember, seedTiny, type TinyData } from '../../db/testing-data.ts';
import { type Json, type TestServer, openTestServer } from '../../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});

const get = async (url: string, token?: string): Promise<Json> => {
  const { status, body } = await server.rest('GET', url, token);
  expect([url, status]).toEqual([url, 200]);
  return body;
};
const names = (rows: Json, key = 'full_path') => rows.map((row: Json) => row[key]);

test('groups and projects by number and by path', async () => {
  const byPath = await get('/api/v4/groups/acme%2Fweb');
  expect(byPath).toMatchObject({
    id: tiny.groups.web,
    full_path: 'acme/web',
    full_name: 'Acme / Web',
    parent_id: tiny.groups.acme,
    web_url: 'http://localhost:80/groups/acme/web',
  });
  expect(await get(`/api/v4/groups/${tiny.groups.web}`)).toEqual(byPath);
  const project = await get('/api/v4/projects/acme%2Fapi');
  expect(project).toMatchObject({
    id: tiny.projects.api,
    path_with_namespace: 'acme/api',
    name_with_namespace: 'Acme / API',
    namespace: { full_path: 'acme' },
  });
  expect(await get(`/api/v4/projects/${tiny.projects.api}`)).toEqual(project);
  for (const url of [
    '/api/v4/groups/none',
    '/api/v4/groups/999999999999999',
    '/api/v4/projects/a%00b',
    '/api/v4/groups/acme/nothing',
    '/api/v4/nothing',
  ]) {
    expect([url, (await server.rest('GET', url)).status]).toEqual([url, 404]);
  }
  expect((await server.rest('GET', '/api/v4/projects/%E0%A4%A')).status).toBe(400);
  expect((await server.rest('DELETE', '/api/v4/groups')).status).toBe(405);
});

test('AP-05.42 JSON has no charset, as GitLab’s has none', async () => {
  for (const url of ['/api/v4/groups', '/api/v4/groups/nothing', '/api/v4/issues?state=merged'])
    expect((await server.rest('GET', url)).headers['content-type']).toBe('application/json');
});

test('AP-05.21, AP-06.51 the number of a long filtered list is not told, and its pages go on', async () => {
  await sql`INSERT INTO work_items (iid, type, group_id, project_id, title, author_id)
    SELECT n, 'issue', ${tiny.groups.acme}::bigint, ${tiny.projects.api}::bigint, 'wanted', 1 FROM generate_series(1, 5100) n`.execute(
    server.db,
  );
  const headers = async (query: string) =>
    (await server.rest('GET', `/api/v4/groups/acme/issues?per_page=100&${query}`)).headers;
  expect(await headers('')).toMatchObject({ 'x-total': '5100', 'x-total-pages': '51', 'x-next-page': '2' });
  const found = await headers('search=wanted&page=11');
  expect([found['x-total'], found['x-total-pages'], found['x-next-page']]).toEqual([undefined, undefined, '12']);
  expect(found['link']).not.toContain('rel="last"');
  expect((await headers('search=wanted&page=51'))['x-next-page']).toBe('52');
  expect((await headers('search=wanted&page=52'))['x-next-page']).toBe('');
  const counts = `{ group(fullPath: "acme") { all: issues(includeSubgroups: true) { count } some: issues(includeSubgroups: true, search: "wanted") { count } } }`;
  expect((await server.graphql(counts)).data.group).toEqual({ all: { count: 5100 }, some: { count: 1001 } });
});

test('AP-05.20 descendant groups, their search and the projects of a tree', async () => {
  expect(names(await get('/api/v4/groups'))).toEqual(['acme', 'acme/web']);
  expect(names(await get('/api/v4/groups?top_level_only=true&with_counts=true'))).toEqual(['acme']);
  expect((await get('/api/v4/groups?top_level_only=true&with_counts=true'))[0]).toMatchObject({
    subgroups_count: 1,
    projects_count: 2,
  });
  expect(names(await get('/api/v4/groups/acme/descendant_groups'))).toEqual(['acme/web']);
  expect(names(await get('/api/v4/groups/acme/descendant_groups?search=nothing'))).toEqual([]);
  expect(names(await get('/api/v4/groups/acme/projects'), 'path')).toEqual(['api']);
  const tree =
    '/api/v4/groups/acme/projects?include_subgroups=true&order_by=last_activity_at&with_issues_enabled=true&with_shared=false&search_namespaces=true';
  await server.db
    .updateTable('projects')
    .set({ last_activity_at: '2026-11-01T00:00:00Z' })
    .where('id', '=', tiny.projects.app)
    .execute();
  await server.db
    .updateTable('projects')
    .set({ last_activity_at: '2026-11-02T00:00:00Z' })
    .where('id', '=', tiny.projects.api)
    .execute();
  expect(names(await get(tree), 'path')).toEqual(['api', 'app']);
  expect(names(await get(`${tree}&search=web`), 'path')).toEqual(['app']);
  await server.db.updateTable('projects').set({ issues_enabled: false }).where('id', '=', tiny.projects.app).execute();
  expect(names(await get(tree), 'path')).toEqual(['api']);
});

test('AP-05.21 pages of epics carry their headers, in one statement', async () => {
  for (let index = 0; index < 5; index += 1)
    await makeEpic(server.db, { groupId: tiny.groups.acme, title: `e${index}` });
  const { result, statements } = await server.countStatements(() =>
    server.rest('GET', '/api/v4/groups/acme/epics?per_page=2&page=2&order_by=title&sort=asc&search=e'),
  );
  expect(statements).toHaveLength(1);
  expect(names(result.body, 'title')).toEqual(['e2', 'e3']);
  expect(result.headers).toMatchObject({
    'x-total': '5',
    'x-total-pages': '3',
    'x-page': '2',
    'x-per-page': '2',
    'x-next-page': '3',
    'x-prev-page': '1',
  });
  expect(result.headers.link).toContain(
    '<http://localhost:80/api/v4/groups/acme/epics?per_page=2&page=3&order_by=title&sort=asc&search=e>; rel="next"',
  );
  expect(await get('/api/v4/groups/acme/epics?page=99999999999&per_page=-1')).toHaveLength(5);
});

test('AP-05.22 an epic, its children and its issues', async () => {
  const { db } = server;
  const parent = await makeEpic(db, { groupId: tiny.groups.acme, title: 'Parent', start_date: '2026-01-02' });
  const child = await makeEpic(db, { groupId: tiny.groups.web });
  const issue = await makeIssue(db, { projectId: tiny.projects.api, title: 'Issue' });
  await link(db, parent.id, child.id);
  const linkId = await link(db, parent.id, issue.id);
  const label = await makeLabel(db, tiny.groups.acme, 'bug', '#fff');
  await db.insertInto('work_item_labels').values({ work_item_id: parent.id, label_id: label }).execute();
  const epic = await get(`/api/v4/groups/acme/epics/${parent.iid}`, await server.token(tiny.users.dev));
  expect(epic).toMatchObject({
    id: parent.id,
    parent_id: null,
    title: 'Parent',
    state: 'opened',
    reference: '&1',
    references: { short: '&1', relative: '&1', full: 'acme&1' },
    start_date: '2026-01-02',
    labels: ['bug'],
    subscribed: false,
    web_url: 'http://localhost:80/groups/acme/-/epics/1',
    _links: { self: `http://localhost:80/api/v4/groups/${tiny.groups.acme}/epics/1` },
  });
  const [row] = await get(`/api/v4/groups/acme/epics?with_labels_details=true&labels=bug`);
  expect(row.labels).toEqual([{ id: label, name: 'bug', color: '#fff', description: null, text_color: '#333333' }]);
  expect(await get('/api/v4/groups/acme/epics?not[labels]=bug')).toHaveLength(1);
  const [childRow] = await get(`/api/v4/groups/acme/epics/${parent.iid}/epics`);
  expect(childRow).toMatchObject({
    id: child.id,
    parent_id: parent.id,
    parent_iid: parent.iid,
    references: { relative: 'acme/web&1' },
  });
  const [issueRow] = await get(`/api/v4/groups/acme/epics/${parent.iid}/issues`);
  expect(issueRow).toMatchObject({
    id: issue.id,
    epic_issue_id: linkId,
    epic_iid: parent.iid,
    epic: { id: parent.id },
    references: { full: 'acme/api#1' },
  });
  expect(await get('/api/v4/projects/acme%2Fapi/issues/1')).toMatchObject({
    id: issue.id,
    issue_type: 'issue',
    assignees: [],
  });
  expect(await get('/api/v4/groups/acme/issues?milestone=None&search=iss')).toHaveLength(1);
  for (const iid of ['0', '99999999999999', 'x', '-1'])
    expect((await server.rest('GET', `/api/v4/groups/acme/epics/${iid}`)).status).toBe(404);
});

test('AP-14.20 labels and milestones of groups and projects', async () => {
  const { db } = server;
  await makeLabel(db, tiny.groups.acme, 'above', '#010203');
  await makeLabel(db, tiny.groups.web, 'own', '#ffffff');
  const inProject = await db
    .insertInto('labels')
    .values({ project_id: tiny.projects.app, title: 'project', color: '#6699cc' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('milestones')
    .values([
      { iid: 1, group_id: tiny.groups.acme, title: 'old', due_date: '2026-11-20', state: 'active' as const },
      { iid: 1, project_id: tiny.projects.app, title: 'new', due_date: '2026-11-21', state: 'closed' as const },
    ])
    .execute();
  expect(names(await get('/api/v4/groups/acme%2Fweb/labels'), 'name')).toEqual(['above', 'own']);
  expect(
    names(await get('/api/v4/groups/acme%2Fweb/labels?include_ancestor_groups=false&only_group_labels=false'), 'name'),
  ).toEqual(['own', 'project']);
  const compact = await get('/groups/acme/web/-/labels.json?only_group_labels=false');
  expect(compact).toContainEqual({
    id: inProject.id,
    title: 'project',
    color: '#6699cc',
    text_color: '#FFFFFF',
    description: null,
    project_id: tiny.projects.app,
    group_id: null,
    type: 'ProjectLabel',
  });
  expect(compact.map(({ text_color }: Json) => text_color)).toEqual(['#FFFFFF', '#333333', '#FFFFFF']);
  expect(await get('/api/v4/groups/acme/milestones')).toMatchObject([
    { title: 'old', expired: true, web_url: 'http://localhost:80/groups/acme/-/milestones/1' },
  ]);
  expect(names(await get('/api/v4/projects/acme%2Fweb%2Fapp/milestones?include_ancestors=true'), 'title')).toEqual([
    'old',
    'new',
  ]);
  expect(await get('/api/v4/projects/acme%2Fweb%2Fapp/milestones?state=active')).toEqual([]);
});

test('EP-01.30 the page data of an epic: endpoints, rights, dates, in one statement beside who asks', async () => {
  const { db } = server;
  const milestone = await db
    .insertInto('milestones')
    .values({ iid: 1, group_id: tiny.groups.acme, title: 'M1', start_date: '2026-02-03' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const epic = await makeEpic(db, {
    groupId: tiny.groups.web,
    title: '<b>Epic</b>',
    description: '- [x] done\n- [ ] open',
    author_id: tiny.users.dev,
    start_date: '2026-02-03',
    start_date_milestone_id: milestone.id,
  });
  const token = await server.token(tiny.users.rep);
  const { result, statements } = await server.countStatements(() =>
    server.rest('GET', `/groups/acme/web/-/epics/${epic.iid}.json`, token),
  );
  expect([result.status, statements.length]).toEqual([200, 2]);
  expect(result.body.initial).toMatchObject({
    endpoint: '/groups/acme/web/-/epics/1',
    updateEndpoint: '/groups/acme/web/-/epics/1.json',
    epicLinksEndpoint: '/groups/acme/web/-/epics/1/links',
    issueLinksEndpoint: '/groups/acme/web/-/epics/1/issues',
    projectsEndpoint: `/api/v4/groups/${tiny.groups.web}/projects`,
    canUpdate: true,
    canAdmin: true,
    canAdminRelation: true,
    canCreate: true,
    canDestroy: false,
    issuableRef: '&1',
    fullPath: 'acme/web',
    lockVersion: 0,
    state: 'opened',
    initialTitleHtml: '&#60;b&#62;Epic&#60;/b&#62;',
    initialTitleText: '<b>Epic</b>',
    initialDescriptionText: '- [x] done\n- [ ] open',
    initialTaskStatus: '1 of 2 checklist items completed',
  });
  expect(result.body.meta).toMatchObject({
    epic_id: epic.id,
    epic_iid: 1,
    author: { username: '@dev', url: 'http://localhost:80/dev' },
    start_date: '2026-02-03',
    start_date_is_fixed: false,
    start_date_from_milestones: '2026-02-03',
    start_date_sourcing_milestone_title: 'M1',
    due_date: null,
    todo_exists: false,
    ancestors: [],
  });
  const anonymous = await get(`/groups/acme/web/-/epics/${epic.iid}.json`);
  expect(anonymous.initial).toMatchObject({
    canUpdate: false,
    canAdmin: false,
    canAdminRelation: false,
    canCreate: false,
    canDestroy: false,
  });
});

test.each(['epic', 'incident'] as const)(
  'IE-04.20 realtime changes of an %s: the interval, and 304 while nothing changed',
  async (type) => {
    const text = { title: 'T', description: '*d*\n\n- [x] a\n- [ ] b' };
    const item =
      type === 'epic'
        ? await makeEpic(server.db, { groupId: tiny.groups.acme, ...text })
        : await makeIssue(server.db, { projectId: tiny.projects.api, type, ...text });
    const url = `${type === 'epic' ? '/groups/acme/-/epics' : '/acme/api/-/issues'}/${item.iid}/realtime_changes`;
    const first = await server.rest('GET', url);
    expect(first.headers['poll-interval']).toBe('3000');
    expect(first.body).toMatchObject({
      title: 'T',
      title_text: 'T',
      description: expect.stringContaining('<p><em>d</em></p>') as string,
      description_text: text.description,
      task_status: '1 of 2 checklist items completed',
      task_completion_status: { count: 2, completed_count: 1 },
      lock_version: 0,
    });
    expect(first.body).not.toHaveProperty('updated_at');
    const tag = String(first.headers.etag);
    const again = () => server.app.inject({ url, headers: { 'if-none-match': tag } });
    expect((await again()).statusCode).toBe(304);
    await server.db
      .updateTable('work_items')
      .set({ title: 'New', lock_version: 1, last_edited_at: '2026-11-21T10:00:00Z', last_edited_by: tiny.users.dev })
      .where('id', '=', item.id)
      .execute();
    const changed = await again();
    expect([changed.statusCode, changed.json()]).toEqual([
      200,
      expect.objectContaining({
        title: 'New',
        lock_version: 1,
        updated_by_name: 'dev',
        updated_by_path: '/dev',
        updated_at: '2026-11-21T10:00:00.000Z',
      }),
    ]);
    expect((await server.rest('GET', url.replace(/\d+/, '99'))).status).toBe(404);
    expect((await server.rest('GET', url.replace('acme', 'hidden'))).status).toBe(404);
  },
);

test('IE-09.20 completion gives five results, by number or by words', async () => {
  for (let index = 0; index < 12; index += 1)
    await makeEpic(server.db, { groupId: tiny.groups.acme, title: `Epic number ${index}` });
  await makeEpic(server.db, { groupId: tiny.groups.web, title: 'Deeper' });
  await makeIssue(server.db, { projectId: tiny.projects.app, title: 'An issue' });
  const epics = (search: string) =>
    get(`/groups/acme/-/autocomplete_sources/epics?search=${encodeURIComponent(search)}`);
  expect(await epics('')).toHaveLength(5);
  expect((await epics('&1'))[0]).toMatchObject({ iid: 1, reference: '&1', title: 'Epic number 0' });
  expect(names(await epics('deeper'), 'reference')).toEqual(['acme/web&1']);
  expect(names(await get('/groups/acme/-/autocomplete_sources/issues?search=issue'), 'reference')).toEqual([
    'acme/web/app#1',
  ]);
  // No number begins with a nought.
  expect(await get('/groups/acme/-/autocomplete_sources/issues?search=01')).toEqual([]);
  expect((await server.rest('GET', '/groups/hidden/-/autocomplete_sources/issues')).status).toBe(404);
});

test('IE-09.21 completion can be narrowed to what may be added to an epic', async () => {
  const { db } = server;
  const epics = [];
  for (const title of ['A top', 'A child', 'A stranger'])
    epics.push(await makeEpic(db, { groupId: tiny.groups.acme, title }));
  const [top, child] = epics;
  const items = [];
  for (const type of ['issue', 'task', 'incident', 'issue'] as const)
    items.push(await makeIssue(db, { projectId: tiny.projects.app, title: `A ${type} ${items.length}`, type }));
  await link(db, top?.id ?? 0, child?.id ?? 0);
  await link(db, top?.id ?? 0, items[0]?.id ?? 0);
  const titles = async (kind: 'epics' | 'issues', more: string, token?: string) =>
    names(await get(`/groups/acme/-/autocomplete_sources/${kind}?search=A${more}`, token), 'title').sort();
  expect(await titles('epics', '')).toEqual(['A child', 'A stranger', 'A top']);
  expect(await titles('epics', '&addable_to=1')).toEqual(['A stranger']);
  expect(await titles('issues', '&addable_to=1')).toEqual(['A issue 3']);
  expect(await titles('issues', '&addable_to=3')).toEqual(['A issue 0', 'A issue 3']);
  expect(await titles('issues', '&addable_to=nonsense')).toHaveLength(4);
  await db
    .updateTable('work_items')
    .set({ confidential: true })
    .where('id', '=', top?.id ?? 0)
    .execute();
  expect(await titles('issues', '&addable_to=1')).toEqual(['A issue 0', 'A issue 3']);
  expect(await titles('issues', '&addable_to=1', await server.token(tiny.users.rep))).toEqual(['A issue 3']);
});

test('AP-05.23 a role in a group is told with what is inherited, of several the highest, to those who are signed in', async () => {
  const { db } = server;
  const token = await server.token(tiny.users.rep);
  const path = (group: string, user: number | string) =>
    `/api/v4/groups/${encodeURIComponent(group)}/members/all/${user}`;
  const status = async (url: string, as?: string) => (await server.rest('GET', url, as)).status;
  expect(await get(path('acme/web', tiny.users.dev), token)).toEqual({
    id: tiny.users.dev,
    username: 'dev',
    name: expect.any(String) as string,
    state: 'active',
    avatar_url: null,
    web_url: 'http://localhost:80/dev',
    access_level: 30,
    created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    expires_at: null,
    group_saml_identity: null,
    membership_state: 'active',
  });
  await makeMember(db, { userId: tiny.users.rep, groupId: tiny.groups.web, accessLevel: 40 });
  expect([
    await get(path('acme', tiny.users.rep), token),
    await get(path(String(tiny.groups.web), tiny.users.rep), token),
  ]).toMatchObject([{ access_level: 20 }, { access_level: 40 }]);
  expect(await status(path('acme', tiny.users.dev))).toBe(401);
  for (const url of [
    path('acme', tiny.users.out),
    path('acme', 999_999),
    path('acme', 'dev'),
    path('hidden', tiny.users.rep),
    path('none', tiny.users.rep),
  ]) {
    expect([url, await status(url, token)]).toEqual([url, 404]);
  }
});

test('users and the version want a person', async () => {
  const token = await server.token(tiny.users.dev);
  expect(await get('/api/v4/users?search=DE', token)).toMatchObject([{ username: 'dev' }]);
  expect(await get('/api/v4/user', token)).toMatchObject({ username: 'dev', is_admin: false });
  expect(await get('/api/v4/version', token)).toMatchObject({ version: '16.2.0-ee' });
  expect((await server.rest('GET', '/api/v4/user')).status).toBe(401);
});
