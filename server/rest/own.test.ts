import { makeEpic, makeIssue, makeMember, seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type Json, type TestServer } from '../graphql/testing.ts';

/** GitLab's docs/api/users.md. */

let server: TestServer;
let tiny: TinyData;
let dev: string;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
  dev = await server.token(tiny.users.dev);
});

const API = '/api/v4';
const send = async (method: 'GET' | 'PUT', url: string, body?: unknown, token: string | undefined = dev) => {
  const { status, body: told } = await server.rest(method, url, token, body);
  return { status, body: told as Json };
};
const bad = (message: unknown) => ({ status: 400, body: { message } });

test('AP-09.45 one’s own name and profile are told and changed, and nothing else', async () => {
  const { body } = await send('GET', '/-/profile.json');
  expect(body).toEqual((await send('GET', `${API}/user`)).body);
  const changed = { name: ' Devi ', bio: 'B', admin: true, username: 'root2', email: 'x@y' };
  expect(await send('PUT', '/-/profile.json', changed)).toEqual({
    status: 200,
    body: { ...body, name: 'Devi', bio: 'B' },
  });
  expect((await send('PUT', '/-/profile.json', { bio: '' })).body).toEqual({ ...body, name: 'Devi' });
  expect(await send('PUT', '/-/profile.json', { name: '', website_url: 'ftp://x' })).toEqual(
    bad({ name: ["can't be blank"], website_url: ['is not a valid URL'] }),
  );
  expect((await server.rest('PUT', '/-/profile.json', undefined, {})).status).toBe(401);
  expect((await server.rest('GET', '/-/profile.json')).status).toBe(401);
});

test('AP-09.46 "User preferences": told by the call and by the session; what is absent stays', async () => {
  const none = {
    ...{ user_id: tiny.users.dev, time_zone: null, first_day_of_week: null, preferred_language: null, theme: null },
    ...{ keyboard_shortcuts_enabled: true, view_diffs_file_by_file: false, show_whitespace_in_diffs: true },
    pass_user_identities_to_ci_jwt: false,
  };
  const url = `${API}/user/preferences`;
  expect(await send('GET', url)).toEqual({ status: 200, body: none });
  const chosen = {
    time_zone: 'Pacific/Apia',
    first_day_of_week: 1,
    preferred_language: 'de',
    theme: 'dark',
    keyboard_shortcuts_enabled: false,
  };
  expect(await send('PUT', url, { ...chosen, view_diffs_file_by_file: false })).toEqual({
    status: 200,
    body: { ...none, ...chosen },
  });
  const session = async (token?: string) => (await server.rest('GET', '/-/session.json', token)).body as Json;
  expect((await session(dev)).user.preferences).toEqual({
    ...{ timeZone: 'Pacific/Apia', firstDayOfWeek: 1, language: 'de', theme: 'dark', keyboardShortcuts: false },
  });
  expect([(await session(dev)).settings.firstDayOfWeek, (await session()).settings.firstDayOfWeek]).toEqual([1, 0]);
  expect((await session(dev)).settings).toMatchObject({
    timeZone: 'Pacific/Apia',
    theme: 'dark',
    keyboardShortcuts: false,
  });
  expect((await session()).user).toBeNull();
  expect((await send('PUT', url, { theme: '', first_day_of_week: null })).body).toEqual({
    ...none,
    ...chosen,
    theme: null,
    first_day_of_week: null,
  });
  expect(await send('PUT', url, { time_zone: 'Mars/North', first_day_of_week: 7, preferred_language: 'x' })).toEqual(
    bad({
      time_zone: ['is not a time zone'],
      preferred_language: ['is not a language'],
      first_day_of_week: ['is not a day'],
    }),
  );
  expect(await send('PUT', url, { theme: 'pink', view_diffs_file_by_file: true })).toEqual({
    status: 400,
    body: { error: 'view_diffs_file_by_file does not have a valid value, theme does not have a valid value' },
  });
});

test('AP-09.47 "User status": set, told by id and username, gone when its time is over', async () => {
  const none = { emoji: null, message: null, availability: 'not_set', message_html: '', clear_status_at: null };
  const url = `${API}/user/status`;
  expect(await send('GET', url)).toEqual({ status: 200, body: none });
  const said = { message: 'At *lunch*', availability: 'busy', clear_status_after: '30_minutes' };
  const told = {
    ...{ emoji: 'speech_balloon', message: 'At *lunch*', availability: 'busy', message_html: 'At <em>lunch</em>' },
    clear_status_at: '2026-11-21T12:30:00.000Z',
  };
  expect(await send('PUT', url, said)).toEqual({ status: 200, body: told });
  const rep = await server.token(tiny.users.rep);
  for (const which of [tiny.users.dev, 'DEV'])
    expect(await send('GET', `${API}/users/${which}/status`, undefined, rep)).toEqual({ status: 200, body: told });
  expect(await send('GET', `${API}/users/nobody/status`)).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
  await server.db
    .updateTable('users')
    .set({ status_until: '2026-11-21T11:00:00Z' })
    .where('id', '=', tiny.users.dev)
    .execute();
  expect((await send('GET', url)).body).toEqual(none);
  expect((await send('PUT', url, { emoji: 'tada' })).body).toEqual({ ...none, emoji: 'tada' });
  expect((await send('PUT', url, {})).body).toEqual(none);
  expect(await send('PUT', url, { emoji: 'no such', message: 'x'.repeat(101) })).toEqual(
    bad({ emoji: ['is not a valid emoji name'], message: ['is too long (maximum is 100 characters)'] }),
  );
  expect((await send('PUT', url, { clear_status_after: '2_years' })).status).toBe(400);
});

test('AP-09.48 "User counts": of what one may see', async () => {
  const { db } = server;
  const mine = await makeIssue(db, { projectId: tiny.projects.app });
  const closed = await makeIssue(db, { projectId: tiny.projects.app, state: 'closed' });
  const epic = await makeEpic(db, { groupId: tiny.groups.acme });
  for (const { id } of [mine, closed])
    await db
      .insertInto('work_item_people')
      .values({ work_item_id: id, role: 'assignee', user_id: tiny.users.dev })
      .execute();
  await db.insertInto('todos').values({ user_id: tiny.users.dev, work_item_id: epic.id }).execute();
  expect(await send('GET', `${API}/user_counts`)).toEqual({
    status: 200,
    body: {
      merge_requests: 0,
      assigned_issues: 1,
      assigned_merge_requests: 0,
      review_requested_merge_requests: 0,
      todos: 1,
    },
  });
});

test('AP-09.49 "User memberships": for administrators', async () => {
  const root = await server.token(tiny.users.root);
  await makeMember(server.db, { userId: tiny.users.dev, projectId: tiny.projects.app, accessLevel: 40 });
  const url = `${API}/users/${tiny.users.dev}/memberships`;
  const group = { source_id: tiny.groups.acme, source_name: 'Acme', source_type: 'Namespace', access_level: 30 };
  const project = { source_id: tiny.projects.app, source_name: 'App', source_type: 'Project', access_level: 40 };
  // No role by an invited group.
  const shared = { group_id: tiny.groups.hidden, with_group_id: tiny.groups.acme, access_level: 30 as const };
  await server.db.insertInto('group_shares').values(shared).execute();
  expect(await send('GET', url, undefined, root)).toEqual({ status: 200, body: [group, project] });
  expect((await send('GET', `${url}?type=Project`, undefined, root)).body).toEqual([project]);
  expect((await send('GET', `${url}?type=Namespace`, undefined, root)).body).toEqual([group]);
  expect((await send('GET', `${url}?type=User`, undefined, root)).status).toBe(400);
  expect((await send('GET', url)).status).toBe(403);
  expect(await send('GET', `${API}/users/9999/memberships`, undefined, root)).toEqual({
    status: 404,
    body: { message: '404 User Not Found' },
  });
});
