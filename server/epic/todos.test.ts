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

const path = () => `/groups/acme/-/epics/${epic.iid}/todos`;
const mark = (token?: string, body: unknown = { issuable_id: epic.id, issuable_type: 'epic' }) =>
  server.rest('POST', path(), token, body);
const meta = async (token?: string) =>
  (await server.rest('GET', `/groups/acme/-/epics/${epic.iid}.json`, token)).body.meta;

async function onWire(token?: string, args = '') {
  const query = `{ group(fullPath: "acme") { epic(iid: "${epic.iid}") { currentUserTodos${args} { nodes { id state createdAt } } } } }`;
  return (await server.graphql(query, {}, token)).data.group.epic.currentUserTodos.nodes;
}

test('EP-06.40 EP-06.41 the answers name the count and the address that ends it; nobody is asked to sign in', async () => {
  expect(await mark(dev)).toMatchObject({ status: 200, body: { count: 1, delete_path: '/dashboard/todos/1' } });
  const wrong = [
    mark(dev, { issuable_id: epic.id + 1, issuable_type: 'epic' }),
    mark(dev, { issuable_id: epic.id, issuable_type: 'issue' }),
    server.rest('DELETE', '/dashboard/todos/1', guest),
    server.rest('DELETE', '/dashboard/todos/x', dev),
  ];
  expect((await Promise.all(wrong)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect((await mark()).status).toBe(401);
  expect((await server.rest('DELETE', '/dashboard/todos/1')).status).toBe(401);
  const done = await server.rest('DELETE', '/dashboard/todos/1', dev);
  expect(done).toMatchObject({ status: 200, body: { count: 0, done_count: 1 } });
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
