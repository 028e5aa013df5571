import {
  link,
  makeEpic,
  makeIssue,
  makeLabel,
  relate,
  seedTiny,
  type MadeItem,
  type TinyData,
} from '../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../graphql/testing.ts';
import { settle } from '../tree/testing.ts';

/** GitLab 16.2: docs/api/epics.md, docs/api/epic_links.md, docs/api/epic_issues.md, docs/api/linked_epics.md. */

let server: TestServer;
let tiny: TinyData;
let tokens: Record<'rep' | 'plan' | 'guest', string>;
let parent: MadeItem;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  const { rep, plan, guest } = tiny.users;
  tokens = { rep: await server.token(rep), plan: await server.token(plan), guest: await server.token(guest) };
  parent = await epic({ title: 'Parent' });
  await settle(server.db);
});

const epic = (fields: object = {}) => makeEpic(server.db, { groupId: tiny.groups.acme, ...fields });
async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  by: keyof typeof tokens = 'rep',
) {
  const { status, body: told } = await server.rest(method, `/api/v4/groups/acme${path}`, tokens[by], body);
  return { status, body: told };
}
const titles = ({ body }: { body: Json }): string[] => body.map(({ title }: Json) => title);
const children = () => `/epics/${parent.iid}/epics`;

test('AP-05.140 docs/api/epic_links.md: a child is made, put there and taken away', async () => {
  const made = await ask('POST', children(), { title: 'Child', labels: 'a' });
  expect(made).toMatchObject({ status: 201, body: { title: 'Child', parent_iid: parent.iid, labels: ['a'] } });
  expect(made.body).toEqual((await ask('GET', `/epics/${made.body.iid}`)).body);
  const other = await epic({ title: 'Other' });
  expect(await ask('POST', `${children()}/${other.id}`)).toMatchObject({
    status: 201,
    body: { id: other.id, parent_id: parent.id },
  });
  expect(titles(await ask('GET', children()))).toEqual(['Other', 'Child']);
  expect(await ask('DELETE', `${children()}/${other.id}`)).toMatchObject({
    status: 200,
    body: { id: other.id, parent_id: null },
  });
  expect((await ask('DELETE', `${children()}/${other.id}`)).status).toBe(404);
  expect((await ask('POST', `${children()}/4711`)).status).toBe(404);
  expect(await ask('POST', children(), {})).toEqual({ status: 400, body: { error: 'title is missing' } });
});

test('AP-05.142 docs/api/epic_links.md, Re-order a child epic, and docs/api/epic_issues.md, Update epic - issue association', async () => {
  const made: MadeItem[] = [];
  for (const title of ['One', 'Two', 'Three']) made.push(await epic({ title }));
  for (const { id } of made) await link(server.db, parent.id, id);
  const [one, , three] = made;
  const to = { move_before_id: three?.id };
  expect(titles(await ask('PUT', `${children()}/${one?.id}`, to))).toEqual(['Two', 'Three', 'One']);
  expect(titles(await ask('PUT', `${children()}/${one?.id}`, { move_after_id: three?.id }))).toEqual([
    'Two',
    'One',
    'Three',
  ]);
  expect((await ask('PUT', `${children()}/${one?.id}`, to, 'guest')).status).toBe(403);
  expect((await ask('PUT', `${children()}/${parent.id}`, to)).status).toBe(404);
  expect((await ask('PUT', `${children()}/${one?.id}`, {})).status).toBe(400);
  const [a, b] = [
    await makeIssue(server.db, { projectId: tiny.projects.api, title: 'A' }),
    await makeIssue(server.db, { projectId: tiny.projects.api, title: 'B' }),
  ];
  const links = [await link(server.db, parent.id, a.id), await link(server.db, parent.id, b.id)];
  const issues = await ask('PUT', `/epics/${parent.iid}/issues/${links[0]}`, { move_before_id: links[1] });
  expect([issues.status, titles(issues)]).toEqual([200, ['B', 'A']]);
});

test('AP-05.141 docs/api/epics.md, New epic and Update epic: a title, something to change, and when', async () => {
  expect(await ask('POST', '/epics', {})).toEqual({ status: 400, body: { error: 'title is missing' } });
  expect(await ask('POST', '/epics', { title: 'x', color: 'red' })).toMatchObject({
    status: 400,
    body: { message: { color: ['must be a valid color code'] } },
  });
  const old = { title: 'Old', created_at: '2016-03-11T03:45:40Z' };
  const made = await ask('POST', '/epics', old, 'plan');
  expect(made.body).toMatchObject({ created_at: '2016-03-11T03:45:40.000Z' });
  expect((await ask('POST', '/epics', old)).body.created_at).toBe('2026-11-21T12:00:00.000Z');
  const url = `/epics/${made.body.iid}`;
  expect((await ask('PUT', url, {})).status).toBe(400);
  expect((await ask('PUT', url, { title: 'New', updated_at: '2017-01-01' }, 'plan')).body).toMatchObject({
    title: 'New',
    updated_at: '2017-01-01T00:00:00.000Z',
  });
  const notes = `/epics/${made.body.id}/notes`;
  expect((await ask('POST', notes, { body: 'Then', created_at: old.created_at }, 'plan')).body.created_at).toBe(
    '2016-03-11T03:45:40.000Z',
  );
  expect(await ask('POST', notes, {})).toEqual({ status: 400, body: { error: 'body is missing' } });
});

test('AP-05.143 docs/api/epics.md, List epics for a group: every filter, and none that is not understood', async () => {
  const label = await makeLabel(server.db, tiny.groups.acme, 'a');
  const labelled = await epic({ title: 'Labelled', author_id: tiny.users.rep });
  await server.db.insertInto('work_item_labels').values({ work_item_id: labelled.id, label_id: label }).execute();
  const found = async (query: string) => titles(await ask('GET', `/epics?${query}`));
  expect(await found('labels=a')).toEqual(['Labelled']);
  expect(await found('not[labels]=a')).toEqual(['Parent']);
  expect(await found('not[author_username]=rep')).toEqual(['Parent']);
  expect(await found(`author_id=${tiny.users.rep}`)).toEqual(['Labelled']);
  expect(await found(`iids[]=${parent.iid}`)).toEqual(['Parent']);
  expect(await ask('GET', '/epics?state=open&author_id=me&updated_after=now')).toEqual({
    status: 400,
    body: { error: 'state does not have a valid value, author_id is invalid, updated_after is invalid' },
  });
});

test('AP-05.144 docs/api/linked_epics.md, List related epic links from a group: where both may be seen', async () => {
  const [other, secret] = [await epic(), await epic({ confidential: true })];
  const id = await relate(server.db, parent.id, 'blocks', other.id);
  await relate(server.db, parent.id, 'relates_to', secret.id);
  const links = await ask('GET', '/related_epic_links', undefined, 'guest');
  expect(links.body).toMatchObject([
    { link_type: 'blocks', source_epic: { id: parent.id }, target_epic: { id: other.id } },
  ]);
  expect([id, (await ask('GET', '/related_epic_links')).body.length]).toEqual([id, 2]);
});
