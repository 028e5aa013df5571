import { makeEpic, makeIssue, makeLabel, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type RestResult, type TestServer } from '../graphql/testing.ts';

/** GitLab 16.2: docs/api/labels.md and docs/api/group_labels.md. */

let server: TestServer;
let tiny: TinyData;
let rep: string;
let guest: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  [rep, guest] = [await server.token(tiny.users.rep), await server.token(tiny.users.guest)];
});

const ACME = '/api/v4/groups/acme/labels';
const WEB = '/api/v4/groups/acme%2Fweb/labels';
const APP = '/api/v4/projects/acme%2Fweb%2Fapp/labels';

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = rep) {
  const { status, body: told }: RestResult = await server.rest(method, path, token, body);
  return { status, body: told };
}
const post = (path: string, name: string, more: object = {}) => ask('POST', path, { name, color: '#FF0000', ...more });
const names = (body: Json): string[] => body.map(({ name }: Json) => name);

async function give(itemId: number, ...labels: number[]): Promise<void> {
  const rows = labels.map((label_id) => ({ work_item_id: itemId, label_id }));
  await server.db.insertInto('work_item_labels').values(rows).execute();
}
const heldBy = async (itemId: number) => {
  const labels = server.db.selectFrom('work_item_labels as w').innerJoin('labels as l', 'l.id', 'w.label_id');
  const rows = await labels.select('title').where('w.work_item_id', '=', itemId).orderBy('title').execute();
  return rows.map(({ title }) => title);
};
const linesOf = async (itemId: number) => {
  const rows = await server.db.selectFrom('notes').select('body').where('work_item_id', '=', itemId).execute();
  return rows.map(({ body }) => body);
};

test('AP-14.40 docs/api/labels.md, Create a new label: POST, PUT and GET answer one JSON', async () => {
  const made = await post(APP, ' feature ', { color: 'Tomato', description: 'New **things**', priority: 1 });
  expect(made).toEqual({
    status: 201,
    body: {
      id: expect.any(Number),
      name: 'feature',
      color: '#ff6347',
      text_color: '#FFFFFF',
      description: 'New **things**',
      description_html: 'New <strong>things</strong>',
      subscribed: false,
      priority: null,
      is_project_label: true,
    },
  });
  const { id } = made.body;
  for (const which of [id, 'feature'])
    expect(await ask('GET', `${APP}/${which}`)).toEqual({ status: 200, body: made.body });
  const changed = await ask('PUT', `${APP}/feature`, { new_name: 'a/b', color: '#0aF', description: '' });
  expect(changed).toMatchObject({ status: 200, body: { id, name: 'a/b', color: '#00aaff', description_html: null } });
  expect((await ask('GET', APP)).body).toEqual([changed.body]);
  expect(await ask('PUT', `${APP}/a%2Fb`, { priority: 2 })).toEqual(changed);
  const { priority: _none, ...group } = (await post(ACME, 'feature', { color: '#FF6347' })).body;
  expect(Object.keys(group)).not.toContain('priority');
  expect((await ask('GET', `${APP}/feature`)).body).toEqual({ ...group, priority: null });
  expect((await ask('GET', `${APP}/feature?include_ancestor_groups=false`)).status).toBe(404);
});

test('AP-14.40 docs/api/labels.md, Delete a label: by the path, and by the older forms', async () => {
  for (const name of ['a', 'b', 'c', 'd']) await post(APP, name);
  const { body } = await ask('GET', `${APP}/d`);
  const gone = { status: 204, body: '' };
  expect(await ask('DELETE', `${APP}/a`)).toEqual(gone);
  expect(await ask('DELETE', `${APP}?name=b`)).toEqual(gone);
  expect(await ask('DELETE', APP, { name: 'c' })).toEqual(gone);
  expect(await ask('PUT', APP, { label_id: body.id, new_name: 'e' })).toMatchObject({
    status: 200,
    body: { name: 'e' },
  });
  expect(await ask('PUT', APP, { name: 'e', color: 'red' })).toMatchObject({ body: { name: 'e', color: '#ff0000' } });
  expect(await ask('DELETE', APP, { label_id: body.id })).toEqual(gone);
  expect((await ask('GET', APP)).body).toEqual([]);
  await post(ACME, 'top');
  expect(await ask('DELETE', ACME, { name: 'top' })).toEqual(gone);
});

test('AP-14.40 lists count the items that the viewer may see, and find words', async () => {
  const bug = await makeLabel(server.db, tiny.groups.acme, 'bug');
  await makeLabel(server.db, tiny.groups.web, 'web');
  const item = { projectId: tiny.projects.app, title: 'x' };
  const issues = [
    await makeIssue(server.db, item),
    await makeIssue(server.db, { ...item, state: 'closed' }),
    await makeIssue(server.db, { ...item, confidential: true }),
    await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'x' }),
  ];
  for (const { id } of issues) await give(id, bug);
  const counted = async (path: string, token: string) => {
    const { body } = await ask('GET', `${path}?with_counts=true&search=bug`, undefined, token);
    return body.map((each: Json) => [each.open_issues_count, each.closed_issues_count, each.open_merge_requests_count]);
  };
  expect(await counted(ACME, rep)).toEqual([[2, 1, 0]]);
  expect(await counted(APP, guest)).toEqual([[1, 1, 0]]);
  expect(names((await ask('GET', WEB)).body)).toEqual(['bug', 'web']);
  expect(names((await ask('GET', `${WEB}?include_ancestor_groups=false`)).body)).toEqual(['web']);
  expect(names((await ask('GET', `${ACME}?include_descendant_groups=true&search=we`)).body)).toEqual(['web']);
  expect((await ask('GET', ACME)).body[0]).not.toHaveProperty('open_issues_count');
});

test('AP-14.41 what is wrong is said as GitLab says it', async () => {
  const said = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await ask(...asked);
    return [status, body.error ?? body.message];
  };
  expect(await said('POST', APP, {})).toEqual([400, 'name is missing, color is missing']);
  expect(await said('POST', APP, { name: 'a', color: '#fff', priority: 'x' })).toEqual([400, 'priority is invalid']);
  expect(await said('POST', ACME, { name: ['a'], color: '#fff' })).toEqual([400, 'name is invalid']);
  expect(await said('POST', APP, { name: '', color: 'rot' })).toEqual([
    400,
    { title: ["can't be blank"], color: ['must be a valid color code'] },
  ]);
  expect(await said('POST', APP, { name: 'a,b', color: '#ffff' })).toEqual([
    400,
    { title: ['is invalid'], color: ['must be a valid color code'] },
  ]);
  expect(await said('PUT', `${APP}/x`, {})).toEqual([
    400,
    'new_name, color, description, priority are missing, at least one parameter must be provided',
  ]);
  expect(await said('PUT', APP, { color: 'red' })).toEqual([
    400,
    'label_id, name are missing, exactly one parameter must be provided',
  ]);
  expect(await said('DELETE', `${APP}?name=a&label_id=1`)).toEqual([400, 'label_id, name are mutually exclusive']);
  expect(await said('DELETE', ACME)).toEqual([400, 'name is missing']);
  expect(await said('GET', `${ACME}?with_counts=x`)).toEqual([400, 'with_counts is invalid']);
  for (const path of [`${APP}/x`, `${ACME}/x`]) {
    expect(await said('GET', path)).toEqual([404, '404 Label Not Found']);
    expect(await said('PUT', path, { color: 'red' })).toEqual([404, '404 Label Not Found']);
    expect(await said('DELETE', path)).toEqual([404, '404 Label Not Found']);
    expect(await said('POST', `${path}/subscribe`)).toEqual([404, '404 Label Not Found']);
  }
  for (const [path, text] of [
    ['/api/v4/groups/hidden/labels', '404 Group Not Found'],
    ['/api/v4/projects/none/labels', '404 Project Not Found'],
  ] as const) {
    for (const each of [path, `${path}/x`]) expect(await said('GET', each)).toEqual([404, text]);
    expect(await said('POST', path, { name: 'a', color: 'red' })).toEqual([404, text]);
    expect(await said('DELETE', `${path}/x`)).toEqual([404, text]);
  }
});

test('AP-14.30 a title stands once in an owner, and in a project not where its group has it', async () => {
  await post(ACME, 'top');
  await post(WEB, 'web');
  await post(APP, 'own');
  await post(APP, 'other');
  const exists = { status: 409, body: { message: 'Label already exists' } };
  for (const [path, name] of [
    [WEB, 'top'],
    [APP, 'top'],
    [APP, 'web'],
    [APP, 'own'],
  ] as const)
    expect(await post(path, name)).toMatchObject(exists);
  const rename = async (name: string) => {
    const { status, body } = await ask('PUT', `${APP}/own`, { new_name: name });
    return [status, body.message];
  };
  expect(await rename('other')).toEqual([400, { title: ['has already been taken'] }]);
  expect(await rename('web')).toEqual([
    400,
    { title: ['already exists at group level for Web. Please choose another one.'] },
  ]);
  expect(await ask('PUT', `${APP}/own`, { new_name: 'own' })).toMatchObject({ status: 200 });
  expect(await ask('PUT', `${APP}/own`, { new_name: 'top' })).toMatchObject({ status: 200, body: { name: 'top' } });
  expect(await ask('POST', APP, { name: 'a', color: 'red' }, guest)).toMatchObject({ status: 403 });
  expect((await server.rest('POST', APP, undefined, { name: 'a', color: 'red' })).status).toBe(401);
});

test('AP-14.31 AP-14.32 a label is changed and deleted where it belongs, and its items say so', async () => {
  const { id } = (await post(ACME, 'bug')).body;
  const issue = await makeIssue(server.db, { projectId: tiny.projects.app, title: 'x' });
  await give(issue.id, id);
  for (const path of [WEB, APP]) {
    expect(await ask('PUT', `${path}/bug`, { color: 'red' })).toMatchObject({ status: 404 });
    expect(await ask('DELETE', `${path}/bug`)).toMatchObject({ status: 404 });
  }
  await ask('PUT', `${ACME}/bug`, { new_name: 'Bug' });
  const { body } = await ask('GET', '/api/v4/projects/acme%2Fweb%2Fapp/issues/1');
  expect(body.labels).toEqual(['Bug']);
  await ask('DELETE', `${ACME}/${id}`);
  expect([await heldBy(issue.id), await linesOf(issue.id)]).toEqual([[], ['removed ~"Bug" label']]);
  const events = await server.db.selectFrom('events').select('kind').where('work_item_id', '=', issue.id).execute();
  expect(events.map(({ kind }) => kind)).toEqual(['labels', 'labels']);
});

test('AP-14.33 a label is merged into another: items keep one of both', async () => {
  const [into, own] = [(await post(ACME, 'bug')).body.id, (await post(APP, 'defect')).body.id];
  const item = () => makeIssue(server.db, { projectId: tiny.projects.app, title: 'x' });
  const [one, both] = [await item(), await item()];
  await give(one.id, own);
  await give(both.id, own, into);
  await ask('POST', `${APP}/defect/subscribe`);
  const merge = async (from: string, body: object, path = APP) => ask('POST', `${path}/${from}/merge`, body);
  expect(await merge('defect', {})).toMatchObject({ status: 400, body: { error: 'into is missing' } });
  expect(await merge('defect', { into: own })).toMatchObject({
    status: 400,
    body: { message: { label: ['cannot be merged into itself'] } },
  });
  expect(await merge('defect', { into: 'none' })).toMatchObject({ status: 404 });
  expect(await merge('bug', { into: own }, ACME)).toMatchObject({ status: 404 });
  expect(await merge('defect', { into })).toMatchObject({
    status: 200,
    body: { id: into, name: 'bug', subscribed: true },
  });
  expect([await heldBy(one.id), await heldBy(both.id)]).toEqual([['bug'], ['bug']]);
  expect([await linesOf(one.id), await linesOf(both.id)]).toEqual([
    ['added ~"bug" label and removed ~"defect" label'],
    ['removed ~"defect" label'],
  ]);
  expect((await ask('GET', `${APP}/defect`)).status).toBe(404);
});

test('AP-14.34 a label of many items goes with as many statements as one of few, and 500 are announced', async () => {
  const label = await makeLabel(server.db, tiny.groups.acme, 'many');
  const few = await makeLabel(server.db, tiny.groups.acme, 'few');
  const deleted = async (title: string) =>
    (await server.countStatements(() => ask('DELETE', `${ACME}/${title}`))).statements.length;
  const issue = await makeIssue(server.db, { projectId: tiny.projects.app, title: 'x' });
  await give(issue.id, few);
  const statements = await deleted('few');
  const rows = Array.from({ length: 600 }, (_, index) => ({
    iid: 100 + index,
    type: 'issue' as const,
    group_id: tiny.groups.web,
    project_id: tiny.projects.app,
    title: 'x',
    author_id: tiny.users.rep,
  }));
  const made = await server.db.insertInto('work_items').values(rows).returning('id').execute();
  const apart = await makeEpic(server.db, { groupId: tiny.groups.acme, title: 'x', confidential: true });
  const held = [...made, apart].map(({ id }) => ({ work_item_id: id, label_id: label }));
  await server.db.insertInto('work_item_labels').values(held).execute();
  await server.db.deleteFrom('events').execute();
  expect(await deleted('many')).toBe(statements);
  const events = await server.db
    .selectFrom('events')
    .select('work_item_id as id')
    .where('kind', '=', 'labels')
    .execute();
  expect(events).toHaveLength(500);
  expect(events.map(({ id }) => id)).toContain(apart.id);
  expect(await linesOf(made[0]?.id ?? 0)).toEqual(['removed ~"many" label']);
});

test('AP-14.35 docs/api/labels.md, Promote a project label to a group label', async () => {
  const [own, api] = [(await post(APP, 'bug')).body.id, (await post(APP, 'story')).body.id];
  const issue = await makeIssue(server.db, { projectId: tiny.projects.app, title: 'x' });
  await give(issue.id, own);
  const above = await makeLabel(server.db, tiny.groups.web, 'bug');
  const epic = await makeEpic(server.db, { groupId: tiny.groups.web, title: 'x' });
  await give(epic.id, above);
  expect(await ask('PUT', `${APP}/bug/promote`, {}, guest)).toMatchObject({ status: 403 });
  const promoted = await ask('PUT', `${APP}/bug/promote`);
  expect(promoted).toMatchObject({ status: 200, body: { id: own, name: 'bug', is_project_label: false } });
  expect(promoted.body).toEqual((await ask('GET', `${WEB}/bug`)).body);
  expect([await heldBy(issue.id), await heldBy(epic.id), await linesOf(epic.id)]).toEqual([['bug'], ['bug'], []]);
  expect(await ask('PUT', `${APP}/promote`, { name: 'story' })).toMatchObject({ status: 200, body: { id: api } });
  expect(await ask('PUT', `${APP}/story/promote`)).toMatchObject({ status: 404 });
});

test('AP-14.36 docs/api/group_labels.md, Subscribe to a group label', async () => {
  await post(ACME, 'bug');
  const follow = async (path: string, verb = 'subscribe') => {
    const { status, body } = await ask('POST', `${path}/bug/${verb}`, undefined, guest);
    return body === '' ? status : [status, body.subscribed];
  };
  expect([await follow(ACME), await follow(ACME)]).toEqual([[201, true], 304]);
  expect((await ask('GET', `${APP}/bug`, undefined, guest)).body.subscribed).toBe(false);
  expect([await follow(APP), await follow(ACME, 'unsubscribe'), await follow(ACME, 'unsubscribe')]).toEqual([
    [201, true],
    [201, false],
    304,
  ]);
  expect((await ask('GET', `${APP}/bug`, undefined, guest)).body.subscribed).toBe(true);
  expect((await ask('GET', `${APP}/bug`)).body.subscribed).toBe(false);
});

test('AP-14.42 GraphQL finds a label by its title, the nearest that the viewer may see', async () => {
  const [above, web] = [
    await makeLabel(server.db, tiny.groups.acme, 'bug'),
    await makeLabel(server.db, tiny.groups.web, 'bug'),
  ];
  const text = `query ($title: String!) {
    group(fullPath: "acme") { label(title: $title) { id } }
    project(fullPath: "acme/web/app") { label(title: $title) { id title } }
  }`;
  const label = async (title: string) => {
    const { group, project } = (await server.graphql(text, { title }, guest)).data;
    return [group.label?.id, project.label?.id];
  };
  const gid = (id: number) => `gid://gitlab/GroupLabel/${id}`;
  expect(await label('bug')).toEqual([gid(above), gid(web)]);
  expect(await label('no')).toEqual([undefined, undefined]);
  const create = `mutation { labelCreate(input: { projectPath: "acme/web/app", title: "bug", color: "Red" }) { errors label { color } } }`;
  expect((await server.graphql(create, {}, rep)).data.labelCreate).toEqual({
    errors: ['Title already exists at group level for Web. Please choose another one.'],
    label: null,
  });
});
