import { link, makeEpic, makeIssue, relate, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** GitLab 16.2: docs/api/issues.md, docs/api/issues_statistics.md, docs/api/issue_links.md. */

let server: TestServer;
let tiny: TinyData;
let tokens: Record<keyof TinyData['users'], string>;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  tokens = {} as typeof tokens;
  for (const [name, id] of Object.entries(tiny.users)) tokens[name as keyof typeof tokens] = await server.token(id);
});

const API = '/api/v4/projects/acme%2Fapi/issues';
async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  by: keyof typeof tokens = 'rep',
) {
  const { status, body: told } = await server.rest(
    method,
    path.startsWith('/') ? path : `${API}${path && `/${path}`}`,
    tokens[by],
    body,
  );
  return { status, body: told };
}
const issue = (fields: object = {}) => makeIssue(server.db, { projectId: tiny.projects.api, ...fields });

test('AP-05.132 docs/api/issues.md, Single project issue: every documented field is there, whoever asks how', async () => {
  const { body: made } = await ask('POST', '', { title: 'One', weight: 2, labels: 'a' });
  const { subscribed, ...listed } = made;
  expect([subscribed, (await ask('GET', '')).body]).toEqual([true, [listed]]);
  expect((await ask('GET', '1')).body).toEqual(made);
  expect((await ask('GET', `/api/v4/issues/${made.id}`, undefined, 'root')).body).toEqual({
    ...made,
    subscribed: false,
  });
  expect((await ask('GET', `/api/v4/issues/${made.id}`)).status).toBe(403);
  expect(Object.keys(made)).toEqual(expect.arrayContaining(DOCUMENTED));
  const closed = (await ask('PUT', '1', { state_event: 'close' })).body;
  expect(closed).toMatchObject({ state: 'closed', closed_by: { username: 'rep' } });
  expect((await ask('PUT', '1', { state_event: 'reopen' })).body).toMatchObject({ closed_at: null, closed_by: null });
});

const DOCUMENTED = [
  ...[
    'id',
    'iid',
    'project_id',
    'title',
    'description',
    'state',
    'created_at',
    'updated_at',
    'closed_at',
    'closed_by',
    'labels',
  ],
  ...[
    'milestone',
    'assignees',
    'author',
    'type',
    'assignee',
    'user_notes_count',
    'merge_requests_count',
    'upvotes',
    'downvotes',
  ],
  ...[
    'due_date',
    'confidential',
    'discussion_locked',
    'issue_type',
    'web_url',
    'time_stats',
    'task_completion_status',
    'weight',
  ],
  ...[
    'blocking_issues_count',
    'has_tasks',
    '_links',
    'references',
    'severity',
    'moved_to_id',
    'service_desk_reply_to',
    'epic_iid',
  ],
  ...['epic', 'iteration', 'health_status', 'subscribed'],
];

test('AP-05.131 docs/api/issues.md, Edit an issue: what is named changes, 0 is none', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  await issue();
  const full = {
    title: 'New',
    description: 'Text',
    add_labels: 'a,b',
    assignee_ids: [tiny.users.dev],
    due_date: '2026-12-24',
    weight: 5,
    confidential: true,
    discussion_locked: true,
    epic_iid: epic.iid,
  };
  const { status, body } = await ask('PUT', '1', full);
  const { add_labels: _a, assignee_ids: _b, ...same } = full;
  expect([status, body]).toMatchObject([
    200,
    { ...same, labels: ['a', 'b'], assignee: { username: 'dev' }, epic: { id: epic.id } },
  ]);
  expect((await ask('PUT', '1', { issue_type: 'wish' })).body).toEqual({ error: 'issue_type is invalid' });
  const none = { remove_labels: ['a'], assignee_id: 0, epic_id: 0, milestone_id: 0, due_date: '' };
  expect((await ask('PUT', '1', none)).body).toMatchObject({
    labels: ['b'],
    assignees: [],
    epic: null,
    due_date: null,
  });
  expect(await ask('PUT', '1', {})).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^assignee_id, .* at least one parameter must be provided$/) },
  });
  expect(await ask('PUT', '1', { weight: 'heavy' })).toEqual({ status: 400, body: { error: 'weight is invalid' } });
  const blank = { message: { title: ["can't be blank"] }, errors: ["Title can't be blank"] };
  expect(await ask('PUT', '1', { title: ' ' })).toEqual({ status: 400, body: blank });
  expect(await ask('POST', '', {})).toEqual({ status: 400, body: { error: 'title is missing' } });
  expect((await ask('DELETE', '1', undefined, 'dev')).status).toBe(403);
  expect(await ask('DELETE', '1', undefined, 'plan')).toEqual({ status: 204, body: '' });
  expect(await ask('GET', '1')).toEqual({ status: 404, body: { message: '404 Not Found' } });
});

test('AP-05.130 a place that is not there, or may not be seen, is told by its kind', async () => {
  const missing = { status: 404, body: { message: '404 Project Not Found' } };
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/1/todo'],
    ['PUT', '/1'],
  ] as const)
    expect(
      await ask(method, `/api/v4/projects/nowhere/issues${path}`, method === 'GET' ? undefined : { title: 'x' }),
    ).toEqual(missing);
  expect((await ask('GET', '/api/v4/groups/hidden/epics')).body).toEqual({ message: '404 Group Not Found' });
});

test('AP-05.133 owners say when, and which number; of others it is passed over', async () => {
  const old = { title: 'Old', created_at: '2016-03-11T03:45:40Z', iid: 42 };
  expect((await ask('POST', '', old)).body).toMatchObject({ iid: 1, created_at: '2026-11-21T12:00:00.000Z' });
  expect((await ask('POST', '', old, 'plan')).body).toMatchObject({ iid: 42, created_at: '2016-03-11T03:45:40.000Z' });
  expect(await ask('POST', '', old, 'plan')).toMatchObject({ status: 409, body: { message: 'Duplicated issue' } });
  for (const iid of [1_000_000_001, 2_147_483_647])
    expect(await ask('POST', '', { ...old, iid }, 'plan')).toMatchObject({
      status: 422,
      body: { message: 'Iid must be less than or equal to 1000000000' },
    });
  const changed = { title: 'Then', updated_at: '2017-01-01T00:00:00Z' };
  expect((await ask('PUT', '42', changed, 'plan')).body).toMatchObject({
    title: 'Then',
    updated_at: '2017-01-01T00:00:00.000Z',
  });
  expect((await ask('PUT', '42', { ...changed, title: 'x' })).body.updated_at).toBe('2026-11-21T12:00:00.000Z');
  expect(await ask('POST', '', { ...old, created_at: 'then' }, 'plan')).toEqual({
    status: 400,
    body: { error: 'created_at is invalid' },
  });
});

test('AP-05.134 docs/api/issues.md, Reorder an issue: among the children of its epic', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const [one, two, three] = [await issue(), await issue(), await issue()];
  for (const { id } of [one, two, three]) await link(server.db, epic.id, id);
  const order = async () =>
    (await ask('GET', `/api/v4/groups/acme/epics/${epic.iid}/issues`)).body.map(({ iid }: Json) => iid);
  expect((await ask('PUT', '1/reorder', { move_after_id: three.id })).body).toMatchObject({ iid: 1 });
  expect(await order()).toEqual([2, 3, 1]);
  await ask('PUT', '1/reorder', { move_before_id: three.id });
  expect(await order()).toEqual([2, 1, 3]);
  const alone = await issue();
  expect(await ask('PUT', '1/reorder', { move_after_id: alone.id })).toEqual({
    status: 400,
    body: { error: 'move_after_id is not a child of the same epic' },
  });
  expect((await ask('PUT', '1/reorder', {})).status).toBe(400);
  expect((await ask('PUT', '1/reorder', { move_after_id: 4711 })).status).toBe(404);
});

test('AP-05.135 docs/api/issues.md, Subscribe and Create a to-do item: once', async () => {
  const { id } = await issue({ author_id: tiny.users.dev });
  expect(await ask('POST', '1/subscribe')).toMatchObject({ status: 201, body: { id, subscribed: true } });
  expect((await ask('POST', '1/subscribe')).status).toBe(304);
  expect(await ask('POST', '1/unsubscribe')).toMatchObject({ status: 201, body: { subscribed: false } });
  expect((await ask('POST', '1/unsubscribe')).status).toBe(304);
  const todo = await ask('POST', '1/todo');
  expect(todo).toMatchObject({
    status: 201,
    body: {
      action_name: 'marked',
      target_type: 'Issue',
      target: { id },
      project: { path_with_namespace: 'acme/api' },
      state: 'pending',
    },
  });
  expect((await ask('POST', '1/todo')).status).toBe(304);
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  const marked = await ask('POST', `/api/v4/groups/acme/epics/${epic.iid}/todo`);
  expect(marked).toMatchObject({
    status: 201,
    body: { target_type: 'Epic', target: { id: epic.id }, group: { full_path: 'acme' } },
  });
});

test('AP-05.136 docs/api/issues.md, List participants, List merge requests that close an issue', async () => {
  await issue({ author_id: tiny.users.dev });
  await ask('POST', '1/notes', { body: 'Well' });
  expect((await ask('GET', '1/participants')).body.map(({ username }: Json) => username)).toEqual(['dev', 'rep']);
  expect(await ask('GET', '1/closed_by')).toEqual({ status: 200, body: [] });
});

test('AP-05.137 docs/api/issues_statistics.md: as the lists with the same filters', async () => {
  await issue({ weight: 1 });
  await issue({ weight: 1, state: 'closed' });
  await makeIssue(server.db, { projectId: tiny.projects.app, confidential: true });
  const counts = async (path: string, by: keyof typeof tokens = 'rep') =>
    (await ask('GET', `/api/v4/${path}`, undefined, by)).body.statistics.counts;
  expect(await counts('projects/acme%2Fapi/issues_statistics?state=closed')).toEqual({ all: 2, closed: 1, opened: 1 });
  expect(await counts('groups/acme/issues_statistics')).toEqual({ all: 3, closed: 1, opened: 2 });
  expect(await counts('groups/acme/issues_statistics', 'guest')).toEqual({ all: 2, closed: 1, opened: 1 });
  expect(await counts('issues_statistics?scope=all&weight=1')).toEqual({ all: 2, closed: 1, opened: 1 });
  expect(await counts('issues_statistics')).toEqual({ all: 0, closed: 0, opened: 0 });
  expect((await ask('GET', '/api/v4/issues_statistics?weight=x')).status).toBe(400);
});

test('AP-05.138 docs/api/issue_links.md, Get an issue link: from its source to its target', async () => {
  const [one, two] = [await issue(), await issue({ confidential: true })];
  await relate(server.db, one.id, 'blocks', two.id);
  const [{ issue_link_id: id }] = (await ask('GET', '2/links')).body;
  const told = { status: 200, body: { id, source_issue: { iid: 1 }, target_issue: { iid: 2 }, link_type: 'blocks' } };
  expect([await ask('GET', `1/links/${id}`), await ask('GET', `2/links/${id}`)]).toMatchObject([told, told]);
  expect((await ask('GET', `1/links/${id}`, undefined, 'guest')).status).toBe(404);
});

test('AP-05.139 docs/api/issues.md, Move an issue and Clone an issue: answered as the new one', async () => {
  await issue({ title: 'One' });
  const { app } = tiny.projects;
  const clone = await ask('POST', '1/clone', { to_project_id: app });
  expect(clone).toMatchObject({
    status: 201,
    body: { project_id: app, iid: 1, title: 'One', author: { username: 'rep' } },
  });
  const moved = await ask('POST', '1/move', { to_project_id: app });
  expect(moved).toMatchObject({ status: 201, body: { project_id: app, iid: 2, moved_to_id: null } });
  expect((await ask('GET', '1')).body).toMatchObject({ state: 'closed', moved_to_id: moved.body.id });
  expect(await ask('POST', '1/move', {})).toEqual({ status: 400, body: { error: 'to_project_id is missing' } });
  expect(await ask('POST', '1/clone', { to_project_id: 4711 })).toMatchObject({ status: 404 });
});

test('AP-05.150 docs/api/todos.md: one\u2019s own, by what they are about, and done', async () => {
  const epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  await issue();
  await ask('POST', '1/todo');
  const { body: marked } = await ask('POST', `/api/v4/groups/acme/epics/${epic.iid}/todo`);
  const todos = async (query = '', by: keyof typeof tokens = 'rep') => {
    const { body } = await ask('GET', `/api/v4/todos${query}`, undefined, by);
    return body.map(({ target_type: type, state }: Json) => `${type} ${state}`);
  };
  expect(await todos()).toEqual(['Epic pending', 'Issue pending']);
  expect([await todos('?type=Issue'), await todos(`?project_id=${tiny.projects.api}`)]).toEqual([
    ['Issue pending'],
    ['Issue pending'],
  ]);
  expect([await todos(`?group_id=${tiny.groups.acme}`), await todos('', 'guest')]).toEqual([
    ['Epic pending', 'Issue pending'],
    [],
  ]);
  expect(await ask('POST', `/api/v4/todos/${marked.id}/mark_as_done`)).toMatchObject({
    status: 201,
    body: { id: marked.id, state: 'done' },
  });
  expect((await ask('POST', `/api/v4/todos/${marked.id}/mark_as_done`, undefined, 'guest')).status).toBe(404);
  expect([await todos('?state=done'), await todos()]).toEqual([['Epic done'], ['Issue pending']]);
  expect(await ask('POST', '/api/v4/todos/mark_as_done')).toEqual({ status: 204, body: '' });
  expect(await todos()).toEqual([]);
  expect((await ask('GET', '/api/v4/todos?type=Wish')).body).toEqual({ error: 'type does not have a valid value' });
});
