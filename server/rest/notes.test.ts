import { makeEpic, makeIssue, type MadeItem, seedTiny, type TinyData } from '../db/testing-data.ts';
import { type Json, openTestServer, type RestResult, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: MadeItem;
let issue: MadeItem;
let ofEpic: string;
let ofIssue: string;
let tokens: Record<'guest' | 'rep' | 'plan', string>;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  await makeIssue(server.db, { projectId: tiny.projects.api });
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  issue = await makeIssue(server.db, { projectId: tiny.projects.api });
  ofEpic = `/api/v4/groups/acme/epics/${epic.id}`;
  ofIssue = `/api/v4/projects/acme%2Fapi/issues/${issue.iid}`;
  const { guest, rep, plan } = tiny.users;
  tokens = { guest: await server.token(guest), rep: await server.token(rep), plan: await server.token(plan) };
});

type Person = keyof typeof tokens;
const send = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  by?: Person,
  body?: object,
): Promise<RestResult> => server.rest(method, url, by && tokens[by], body);
const bodies = async (url: string, by?: Person): Promise<string[]> =>
  (await send('GET', url, by)).body.map(({ body }: Json) => body);

test('WI-10.52 WI-10.53 notes of an issue: written, listed in an order, narrowed, read one by one', async () => {
  const made = await send('POST', `${ofIssue}/notes`, 'guest', { body: 'one' });
  expect(made).toMatchObject({
    status: 201,
    body: {
      type: 'DiscussionNote',
      body: 'one',
      author: { username: 'guest' },
      created_at: '2026-11-21T12:00:00.000Z',
      system: false,
      noteable_id: issue.id,
      noteable_type: 'Issue',
      noteable_iid: issue.iid,
      project_id: tiny.projects.api,
      resolvable: true,
      resolved: false,
      resolved_by: null,
      internal: false,
      confidential: false,
    },
  });
  await send('POST', `${ofIssue}/notes`, 'rep', { body: 'secret', internal: true });
  const said = { work_item_id: issue.id, author_id: tiny.users.rep, system: true, action: 'title', body: 'changed' };
  await server.db
    .insertInto('notes')
    .values({ ...said, created_at: '2026-11-22T12:00:00Z' })
    .execute();
  expect(await bodies(`${ofIssue}/notes`)).toEqual(['changed', 'one']);
  expect(await bodies(`${ofIssue}/notes?sort=asc&order_by=updated_at`, 'rep')).toEqual(['one', 'secret', 'changed']);
  expect(await bodies(`${ofIssue}/notes?activity_filter=only_comments`, 'guest')).toEqual(['one']);
  expect(await bodies(`${ofIssue}/notes?activity_filter=only_activity`, 'guest')).toEqual(['changed']);
  // Names that every object has are no filter and no order.
  expect(await bodies(`${ofIssue}/notes?activity_filter=constructor&order_by=constructor`)).toEqual(['changed', 'one']);
  expect((await send('GET', `${ofIssue}/notes?per_page=1`)).headers['x-total']).toBe('2');
  const { id } = made.body;
  expect((await send('GET', `${ofIssue}/notes/${id}`)).body).toEqual(made.body);
  expect((await send('GET', `${ofIssue}/notes/${id + 1}`, 'guest')).status).toBe(404);
  expect((await send('GET', `${ofIssue}/notes/x`)).status).toBe(404);
  expect(await send('PUT', `${ofIssue}/notes/${id}`, 'guest', { body: 'new' })).toMatchObject({
    status: 200,
    body: { id, body: 'new' },
  });
  expect((await send('PUT', `${ofIssue}/notes/${id}`, 'rep', { body: 'no' })).status).toBe(403);
  expect(await send('PUT', `${ofIssue}/notes/${id}`, 'guest', { body: '' })).toMatchObject({
    status: 422,
    body: { errors: ["Note can't be blank"] },
  });
  expect((await send('POST', `${ofIssue}/notes`, undefined, { body: 'no' })).status).toBe(401);
  expect((await send('POST', `${ofIssue}/notes`, 'guest', { body: 'no', internal: true })).status).toBe(403);
  expect((await send('DELETE', `${ofIssue}/notes/${id}`, 'guest')).status).toBe(204);
  expect((await send('GET', `${ofIssue}/notes/${id}`)).status).toBe(404);
});

test('WI-10.52 WI-10.53 discussions of an epic: begun, answered, listed with their notes, deleted', async () => {
  const begun = await send('POST', `${ofEpic}/discussions`, 'guest', { body: 'one' });
  expect(begun).toMatchObject({ status: 201, body: { individual_note: false, notes: [{ body: 'one' }] } });
  expect(begun.body.notes[0]).not.toHaveProperty('project_id');
  const { id } = begun.body;
  const reply = await send('POST', `${ofEpic}/discussions/${id}/notes`, 'rep', { body: 'two' });
  expect(reply).toMatchObject({ status: 201, body: { body: 'two', noteable_type: 'Epic', noteable_iid: epic.iid } });
  const secret = await send('POST', `${ofEpic}/discussions`, 'rep', { body: 'secret', internal: true });
  const listed = async (by?: Person) =>
    (await send('GET', `${ofEpic}/discussions`, by)).body.map(({ notes }: Json) => notes.map(({ body }: Json) => body));
  expect(await listed()).toEqual([['one', 'two']]);
  expect(await listed('rep')).toEqual([['one', 'two'], ['secret']]);
  const one = `${ofEpic}/discussions/${id}`;
  expect((await send('GET', one)).body).toEqual({ ...begun.body, notes: [begun.body.notes[0], reply.body] });
  expect((await send('GET', `${ofEpic}/discussions/${secret.body.id}`, 'guest')).status).toBe(404);
  expect((await send('PUT', `${one}/notes/${reply.body.id}`, 'rep', { body: 'new' })).body.body).toBe('new');
  expect((await send('DELETE', `${one}/notes/${id}`, 'guest')).status).toBe(204);
  expect((await send('GET', one)).body).toMatchObject({ id, notes: [{ body: 'new' }] });
});

test('WI-10.53 what a path names must belong together', async () => {
  const made = (await send('POST', `${ofIssue}/notes`, 'plan', { body: 'one' })).body.id;
  const other = (await send('POST', `${ofIssue}/notes`, 'plan', { body: 'two' })).body.id;
  const elsewhere = [
    `${ofEpic}/notes/${made}`,
    `${ofIssue}/discussions/${other}/notes/${made}`,
    `/api/v4/groups/acme%2Fweb/epics/${epic.id}/notes/${made}`,
    `/api/v4/groups/acme/epics/${issue.id}/notes/${made}`,
  ];
  for (const url of elsewhere) {
    expect([url, (await send('PUT', url, 'plan', { body: 'no' })).status]).toEqual([url, 404]);
    expect([url, (await send('DELETE', url, 'plan')).status]).toEqual([url, 404]);
  }
  expect((await send('GET', `${ofEpic}/notes/${made}`)).status).toBe(404);
  expect(await send('POST', `${ofEpic}/discussions/${made}/notes`, 'plan', { body: 'no' })).toMatchObject({
    status: 422,
    body: { errors: ['Discussion to reply to cannot be found'] },
  });
  expect((await send('POST', `/api/v4/groups/acme%2Fweb/epics/${epic.id}/notes`, 'plan', { body: 'no' })).status).toBe(
    404,
  );
  expect(await bodies(`${ofIssue}/notes?sort=asc`)).toEqual(['one', 'two']);
});

test('WI-10.55 reactions to notes of issues and epics: given, listed, read and taken back', async () => {
  for (const [notes, item] of [
    [ofIssue, ofIssue],
    [ofEpic, `/api/v4/groups/acme/epics/${epic.iid}`],
  ] as const) {
    const { id } = (await send('POST', `${notes}/notes`, 'guest', { body: 'one' })).body;
    const url = `${item}/notes/${id}/award_emoji`;
    expect((await send('POST', url, undefined, { name: 'tada' })).status).toBe(401);
    expect((await send('POST', url, 'guest', { name: 'no emoji' })).status).toBe(422);
    const given = await send('POST', url, 'guest', { name: 'tada' });
    const told = { name: 'tada', user: { username: 'guest' }, awardable_id: id, awardable_type: 'Note' };
    expect(given).toMatchObject({ status: 201, body: told });
    expect(await send('GET', url)).toMatchObject({ status: 200, body: [told] });
    expect((await send('GET', `${item}/award_emoji`)).body).toEqual([]);
    const one = `${url}/${given.body.id}`;
    expect(await send('GET', one, 'rep')).toMatchObject({ status: 200, body: given.body as object });
    expect((await send('GET', one.replace(`notes/${id}`, `notes/${id + 1}`))).status).toBe(404);
    expect((await send('DELETE', one, 'rep')).status).toBe(403);
    expect((await send('DELETE', one, 'guest')).status).toBe(204);
    expect((await send('GET', one)).status).toBe(404);
    const secret = (await send('POST', `${notes}/notes`, 'rep', { body: 'two', internal: true })).body.id;
    const hidden = `${item}/notes/${secret}/award_emoji`;
    expect((await send('GET', hidden, 'rep')).status).toBe(200);
    expect((await send('GET', hidden, 'guest')).status).toBe(404);
    expect((await send('POST', hidden, 'guest', { name: 'tada' })).status).toBe(404);
  }
});
