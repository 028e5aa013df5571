import { link, makeEpic, makeIssue, makeMember, makeProject, seedTiny, type TinyData } from '../db/testing-data.ts';
import { settle } from '../tree/testing.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';

/** docs/api/milestones.md and docs/api/group_milestones.md of GitLab 16.2. */

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

const APP = '/api/v4/projects/acme%2Fweb%2Fapp/milestones';
const ACME = '/api/v4/groups/acme/milestones';
const WEB = '/api/v4/groups/acme%2Fweb/milestones';
const PLACES = [
  ['a group', ACME, 'groups/acme'],
  ['a project', APP, 'acme/web/app'],
] as const;
const TAKEN = 'already being used for another group or project milestone.';

const send = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = rep) => {
  const answer = await server.rest(method, url, token, body);
  return { status: answer.status, body: answer.body };
};
const post = async (url: string, title: string, more: object = {}): Promise<Json> =>
  (await send('POST', url, { title, ...more })).body;
const titles = async (url: string): Promise<string[]> =>
  (await send('GET', url)).body.map(({ title }: Json) => title as string);

test.each(PLACES)(
  'AP-05.80 of %s a milestone is made, read, listed and changed in one shape (Create new milestone, Edit milestone)',
  async (_, url, page) => {
    const dates = { start_date: '2026-11-01', due_date: '2026-11-20' };
    const { status, body: made } = await send('POST', url, { title: '1.0', description: 'The *first*', ...dates });
    expect(status).toBe(201);
    const isGroup = url === ACME;
    expect(made).toEqual({
      id: expect.any(Number),
      iid: 1,
      group_id: isGroup ? tiny.groups.acme : null,
      project_id: isGroup ? null : tiny.projects.app,
      title: '1.0',
      description: 'The *first*',
      state: 'active',
      created_at: '2026-11-21T12:00:00.000Z',
      updated_at: '2026-11-21T12:00:00.000Z',
      ...dates,
      expired: true,
      web_url: `http://localhost:80/${page}/-/milestones/1`,
    });
    expect(await send('GET', `${url}/${made.id}`)).toEqual({ status: 200, body: made });
    expect(await send('GET', url)).toEqual({ status: 200, body: [made] });
    const changed = { ...made, title: '1.1', due_date: null, description: '', state: 'closed', expired: false };
    const fields = { title: '1.1', due_date: '', description: '', state_event: 'close' };
    expect(await send('PUT', `${url}/${made.id}`, fields)).toEqual({ status: 200, body: changed });
    const active = await send('PUT', `${url}/${made.id}?state_event=activate`);
    expect(active).toEqual({ status: 200, body: { ...changed, state: 'active' } });
    expect(await send('DELETE', `${url}/${made.id}`)).toEqual({ status: 204, body: '' });
    expect((await send('GET', `${url}/${made.id}`)).body).toEqual({ message: '404 Not Found' });
    expect(await post(url, '2.0')).toMatchObject({ iid: 2 });
  },
);

test('AP-05.80 a milestone is written with a form as well', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: APP,
    headers: { 'private-token': rep, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'title=1.0&due_date=2026-12-01',
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([201, { title: '1.0', due_date: '2026-12-01' }]);
});

test.each(PLACES)('AP-05.80 milestones of %s are filtered as GitLab documents (List milestones)', async (_, url) => {
  const [old, next, last] = [
    await post(url, 'Old 1', { due_date: '2026-01-01', description: 'alpha' }),
    await post(url, 'Next 1', { due_date: '2027-01-01' }),
    await post(url, 'Last', { description: 'Next alpha' }),
  ];
  await send('PUT', `${url}/${old.id}`, { state_event: 'close' });
  await server.db
    .updateTable('milestones')
    .set({ updated_at: '2026-01-01T00:00:00Z' })
    .where('id', '=', last.id)
    .execute();
  const listed = (query: string) => titles(`${url}?${query}`);
  expect(await listed('')).toEqual(['Old 1', 'Next 1', 'Last']);
  expect(await listed('state=closed')).toEqual(['Old 1']);
  expect(await listed('state=active')).toEqual(['Next 1', 'Last']);
  expect(await listed('state=all')).toHaveLength(3);
  expect(await listed(`iids[]=${next.iid}&iids[]=${last.iid}`)).toEqual(['Next 1', 'Last']);
  expect(await listed('title=Last')).toEqual(['Last']);
  expect(await listed('search=next')).toEqual(['Next 1', 'Last']);
  expect(await listed('search_title=next')).toEqual(['Next 1']);
  expect(await listed('updated_before=2026-02-01T00:00:00Z')).toEqual(['Last']);
  expect(await listed('updated_after=2026-02-01')).toEqual(['Old 1', 'Next 1']);
  expect(await listed('per_page=1&page=2')).toEqual(['Next 1']);
  const wrong = await send('GET', `${url}?state=open&iids=x&updated_after=soon&include_ancestors=perhaps`);
  expect(wrong).toEqual({
    status: 400,
    body: {
      error:
        'include_ancestors is invalid, state does not have a valid value, iids is invalid, updated_after is invalid',
    },
  });
});

test('AP-05.80 those of the groups above come when asked for, where these may be seen; a milestone is its own place’s only', async () => {
  const [above, , own] = [await post(ACME, 'acme'), await post(WEB, 'web'), await post(APP, 'app')];
  expect(await titles(APP)).toEqual(['app']);
  for (const name of ['include_ancestors', 'include_parent_milestones']) {
    expect(await titles(`${APP}?${name}=true`)).toEqual(['acme', 'web', 'app']);
    expect(await titles(`${WEB}?${name}=true&iids=99`)).toEqual(['acme', 'web']);
  }
  await server.db.updateTable('groups').set({ visibility: 'private' }).where('id', '=', tiny.groups.acme).execute();
  const out = await server.token(tiny.users.out);
  const seen = await send('GET', `${APP}?include_ancestors=true`, undefined, out);
  expect(seen.body.map(({ title }: Json) => title)).toEqual(['web', 'app']);
  for (const url of [`${APP}/${above.id}`, `${WEB}/${own.id}`, `${ACME}/${own.id}`])
    expect((await send('GET', url)).status).toBe(404);
  const hidden = { status: 404, body: { message: '404 Group Not Found' } };
  for (const url of ['/api/v4/groups/hidden/milestones', '/api/v4/groups/none/milestones']) {
    expect(await send('GET', url)).toEqual(hidden);
    expect(await send('POST', url, { title: 'x' })).toEqual(hidden);
    expect(await send('DELETE', `${url}/1`)).toEqual(hidden);
  }
  expect((await send('GET', '/api/v4/projects/none/milestones/1')).body).toEqual({ message: '404 Project Not Found' });
});

test.each(PLACES)('AP-05.82 what is wrong with a milestone of %s is said with GitLab’s words', async (_, url) => {
  const { id } = await post(url, 'Here');
  await post(url, 'Taken', { start_date: '2026-01-01' });
  const faults = async (method: 'POST' | 'PUT', at: string, body: object) => {
    const { status, body: told } = await send(method, at, body);
    return [status, told.error ?? told.message];
  };
  const reversed = { start_date: '2026-02-01', due_date: '2026-01-01' };
  expect(await faults('POST', url, {})).toEqual([400, 'title is missing']);
  expect(await faults('POST', url, { title: '', ...reversed })).toEqual([
    400,
    `Failed to create milestone {:title=>["can't be blank"], :due_date=>["must be greater than start date"]}`,
  ]);
  expect(await faults('POST', url, { title: 'Taken' })).toEqual([
    400,
    `Failed to create milestone {:title=>["${TAKEN}"]}`,
  ]);
  expect(await faults('PUT', `${url}/${id}`, { title: 'Taken' })).toEqual([
    400,
    `Failed to update milestone {:title=>["${TAKEN}"]}`,
  ]);
  expect(await faults('PUT', `${url}/${id}`, {})).toEqual([
    400,
    'title, description, start_date, due_date, state_event are missing, at least one parameter must be provided',
  ]);
  expect(await faults('PUT', `${url}/${id}`, { state_event: 'open' })).toEqual([
    400,
    'state_event does not have a valid value',
  ]);
  expect(await faults('PUT', `${url}/${id}`, { start_date: '2026-02-30', due_date: 'soon' })).toEqual([
    400,
    'start_date is invalid, due_date is invalid',
  ]);
  expect(await faults('PUT', `${url}/x`, { title: 'x' })).toEqual([400, 'milestone_id is invalid']);
  expect((await send('PUT', `${url}/${id}`, { title: 'x' }, guest)).body).toEqual({ message: '403 Forbidden' });
  expect((await server.rest('POST', url, undefined, { title: 'x' })).status).toBe(401);
  expect(await titles(url)).toEqual(['Here', 'Taken']);
});

test('AP-05.89 the items of a milestone come in pages, as far as the reader may see them; merge requests do not (Get all issues assigned to a single milestone)', async () => {
  const { db } = server;
  const [ofApp, ofWeb] = [await post(APP, 'app'), await post(WEB, 'web')];
  const issue = (milestone_id: number, title: string, more: object = {}) =>
    makeIssue(db, { projectId: tiny.projects.app, milestone_id, title, ...more });
  for (const title of ['a', 'b', 'c'])
    await issue(ofApp.id, title, { created_at: `2026-01-0${title.charCodeAt(0) - 96}` });
  await issue(ofApp.id, 'secret', { confidential: true });
  await issue(ofWeb.id, 'web');
  const get = async (url: string, token = rep) => {
    const { status, body, headers } = await server.rest('GET', url, token);
    return [status, body.map(({ title }: Json) => title), headers['x-total']];
  };
  expect(await get(`${APP}/${ofApp.id}/issues`)).toEqual([200, ['secret', 'c', 'b', 'a'], '4']);
  expect(await get(`${APP}/${ofApp.id}/issues?per_page=2&page=2`, guest)).toEqual([200, ['a'], '3']);
  expect(await get(`${WEB}/${ofWeb.id}/issues`)).toEqual([200, ['web'], '1']);
  expect(await get(`${APP}/${ofApp.id}/merge_requests`)).toEqual([200, [], '0']);
  const one = (await send('GET', `${APP}/${ofApp.id}/issues?per_page=1`)).body[0];
  expect(one).toEqual((await send('GET', `/api/v4/issues?scope=all&search=secret`)).body[0]);
  expect(one.milestone).toEqual(ofApp);
  for (const what of ['issues', 'merge_requests', 'burndown_events']) {
    expect((await send('GET', `${APP}/${ofWeb.id}/${what}`)).status).toBe(404);
    expect((await send('GET', `${ACME}/${ofWeb.id}/${what}`)).status).toBe(404);
  }
  const count = async () =>
    (await server.countStatements(() => server.rest('GET', `${APP}/${ofApp.id}/issues`, rep))).statements.length;
  const few = await count();
  for (const title of ['d', 'e', 'f']) await issue(ofApp.id, title);
  expect(await count()).toBe(few);
});

test('AP-05.89 of a group’s milestone those of subgroups are left out, as GitLab says', async () => {
  const { id } = await post(ACME, 'acme');
  await makeIssue(server.db, { projectId: tiny.projects.api, milestone_id: id, title: 'here' });
  await makeIssue(server.db, { projectId: tiny.projects.app, milestone_id: id, title: 'below' });
  expect(await titles(`${ACME}/${id}/issues`)).toEqual(['here']);
});

test('AP-05.90 burndown events tell when readable items were made, closed and opened again (Get all burndown chart events for a single milestone)', async () => {
  const { db } = server;
  const dated = { start_date: '2026-11-01', due_date: '2026-11-21' };
  const { id } = await post(ACME, 'dated', dated);
  const at = (day: string) => `2026-11-${day}T10:00:00.000Z`;
  const made = (more: object) =>
    makeIssue(db, { projectId: tiny.projects.app, milestone_id: id, created_at: at('02'), ...more });
  const issue = await made({ weight: 3 });
  await made({ state: 'closed', closed_at: at('03') });
  await made({ confidential: true, created_at: at('04') });
  await made({ created_at: at('22') });
  for (const state_event of ['close', 'reopen'])
    await server.rest('PUT', `/acme/web/app/-/issues/${issue.iid}.json`, rep, { issue: { state_event } });
  const events = async (token: string) => (await send('GET', `${ACME}/${id}/burndown_events`, undefined, token)).body;
  const now = '2026-11-21T12:00:00.000Z';
  const open = [
    { created_at: at('02'), weight: 3, action: 'created' },
    { created_at: at('02'), weight: null, action: 'created' },
    { created_at: at('03'), weight: null, action: 'closed' },
  ];
  const today = ['closed', 'reopened'].map((action) => ({ created_at: now, weight: 3, action }));
  expect(await events(guest)).toEqual([...open, ...today]);
  expect(await events(rep)).toEqual([...open, { created_at: at('04'), weight: null, action: 'created' }, ...today]);
  const undated = await post(ACME, 'undated');
  expect((await send('GET', `${ACME}/${undated.id}/burndown_events`)).body).toEqual([]);
});

test('AP-05.83 a project’s milestone becomes its group’s (Promote project milestone to a group milestone)', async () => {
  const { id } = await post(APP, 'One', { description: 'x' });
  expect((await send('POST', `${APP}/${id}/promote`, undefined, guest)).status).toBe(403);
  const { status, body } = await send('POST', `${APP}/${id}/promote`);
  expect([status, body]).toMatchObject([200, { title: 'One', group_id: tiny.groups.web, description: 'x', iid: 1 }]);
  expect([await titles(APP), await titles(WEB)]).toEqual([[], ['One']]);
  const other = await makeProject(server.db, { groupId: tiny.groups.web, path: 'other' });
  const again = await server.db
    .insertInto('milestones')
    .values({ iid: 1, project_id: other, title: 'One' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const taken = await send('POST', `/api/v4/projects/${other}/milestones/${again.id}/promote`);
  expect([taken.status, taken.body.message]).toEqual([400, `Promotion failed - Title ${TAKEN}`]);
  const alone = await server.token(tiny.users.out);
  await makeMember(server.db, { userId: tiny.users.out, projectId: other, accessLevel: 50 });
  expect(
    (await send('POST', `/api/v4/projects/${other}/milestones/${again.id}/promote`, undefined, alone)).status,
  ).toBe(403);
});

test('AP-05.84 however many items have a milestone, changing its dates and deleting it take the same number of statements', async () => {
  const { db } = server;
  const cost = async (items: number): Promise<number[]> => {
    const { id } = await post(ACME, `M${items}`, { start_date: '2026-01-01' });
    const epic = await makeEpic(db, { groupId: tiny.groups.acme });
    for (let made = 0; made < items; made += 1)
      await link(db, epic.id, (await makeIssue(db, { projectId: tiny.projects.app, milestone_id: id })).id);
    await settle(db);
    const counted = async (method: 'PUT' | 'DELETE', body?: object) =>
      (await server.countStatements(() => server.rest(method, `${ACME}/${id}`, rep, body))).statements.length;
    return [await counted('PUT', { start_date: '2026-02-01' }), await counted('DELETE')];
  };
  expect(await cost(1)).toEqual(await cost(12));
  const rows = await db.selectFrom('work_items').select('start_date').where('type', '=', 'epic').execute();
  expect(rows).toEqual([{ start_date: null }, { start_date: null }]);
});
