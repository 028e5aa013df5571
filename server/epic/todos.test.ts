import { makeEpic, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let epic: { id: number; iid: number };
let dev: string;
let guest: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  epic = await makeEpic(server.db, { groupId: tiny.groups.acme });
  [dev, guest] = [await server.token(tiny.users.dev), await server.token(tiny.users.guest)];
});

const path = (iid = epic.iid, group = 'acme') => `/groups/${group}/-/epics/${iid}/todos`;
const mark = (token?: string, body: unknown = { issuable_id: epic.id, issuable_type: 'epic' }) =>
  server.rest('POST', path(), token, body);
const meta = async (token?: string) =>
  (await server.rest('GET', `/groups/acme/-/epics/${epic.iid}.json`, token)).body.meta;

async function onWire(token?: string, args = '') {
  const query = `{ group(fullPath: "acme") { epic(iid: "${epic.iid}") { currentUserTodos${args} { nodes { id state createdAt } } } } }`;
  return (await server.graphql(query, {}, token)).data.group.epic.currentUserTodos.nodes;
}

test('EP-06.40 marking an epic makes one to-do, with the count and the address that ends it', async () => {
  const first = await mark(dev);
  expect(first).toMatchObject({ status: 200, body: { count: 1, delete_path: '/dashboard/todos/1' } });
  expect((await mark(dev)).body).toEqual(first.body);
  const other = await makeEpic(server.db, { groupId: tiny.groups.acme });
  expect((await server.rest('POST', path(other.iid), dev)).body.count).toBe(2);
  expect(await server.db.selectFrom('notes').selectAll().execute()).toEqual([]);
});

test('EP-06.40 an id that is not the epic’s, another type and a missing epic are not found; nobody is asked to sign in', async () => {
  const other = await makeEpic(server.db, { groupId: tiny.groups.web });
  const refused = [
    await mark(dev, { issuable_id: other.id, issuable_type: 'epic' }),
    await mark(dev, { issuable_id: epic.id, issuable_type: 'issue' }),
    await server.rest('POST', path(99), dev),
    await server.rest('POST', path(epic.iid, 'hidden'), dev),
  ];
  expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await mark()).status).toBe(401);
  expect(await server.db.selectFrom('todos').selectAll().execute()).toEqual([]);
});

test('EP-06.41 ending a to-do keeps it as done; another person’s is not found', async () => {
  const { delete_path: address } = (await mark(dev)).body;
  expect((await server.rest('DELETE', address, guest)).status).toBe(404);
  expect((await server.rest('DELETE', address)).status).toBe(401);
  expect(await server.rest('DELETE', address, dev)).toMatchObject({ status: 200, body: { count: 0, done_count: 1 } });
  expect((await server.rest('DELETE', address, dev)).body).toEqual({ count: 0, done_count: 1 });
  expect((await server.rest('DELETE', '/dashboard/todos/x', dev)).status).toBe(404);
  expect((await mark(dev)).body).toEqual({ count: 1, delete_path: '/dashboard/todos/2' });
});

test('EP-06.42 an epic tells its viewer’s own to-dos only', async () => {
  expect(await meta(dev)).toMatchObject({ todo_exists: false, todo_path: path() });
  expect(await meta(dev)).not.toHaveProperty('todo_delete_path');
  await server.rest('DELETE', (await mark(dev)).body.delete_path, dev);
  await mark(dev);
  await mark(guest);
  expect(await meta(dev)).toMatchObject({ todo_exists: true, todo_delete_path: '/dashboard/todos/2' });
  expect((await onWire(dev)).map(({ id, state }: Record<string, string>) => [id, state])).toEqual([
    ['gid://gitlab/Todo/2', 'pending'],
    ['gid://gitlab/Todo/1', 'done'],
  ]);
  expect(await onWire(dev, '(state: done)')).toMatchObject([{ id: 'gid://gitlab/Todo/1' }]);
  expect(await onWire(guest, '(state: pending)')).toMatchObject([{ id: 'gid://gitlab/Todo/3', state: 'pending' }]);
  expect(await onWire()).toEqual([]);
  expect(await meta()).toMatchObject({ todo_exists: false });
});

test('EP-06.43 the to-dos of an epic that becomes hidden go out of sight and come back with it', async () => {
  const { delete_path: address } = (await mark(guest)).body;
  const other = await makeEpic(server.db, { groupId: tiny.groups.acme });
  await server.db.updateTable('work_items').set({ confidential: true }).where('id', '=', epic.id).execute();
  expect((await server.rest('DELETE', address, guest)).status).toBe(404);
  expect((await mark(guest)).status).toBe(404);
  expect((await server.rest('POST', path(other.iid), guest)).body.count).toBe(1);
  await server.db.updateTable('work_items').set({ confidential: false }).where('id', '=', epic.id).execute();
  expect((await server.rest('DELETE', address, guest)).body).toEqual({ count: 1, done_count: 1 });
});
