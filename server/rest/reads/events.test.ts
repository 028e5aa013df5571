import { makeEpic, makeIssue, seedTiny, type TinyData } from '../../db/testing-data.ts';
import { type Json, openTestServer, type TestServer } from '../../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
let tokens: Record<'guest' | 'rep' | 'plan', string>;
beforeAll(async () => {
  server = await openTestServer();
  await server.database.reset();
  tiny = await seedTiny(server.db);
  const { guest, rep, plan } = tiny.users;
  tokens = { guest: await server.token(guest), rep: await server.token(rep), plan: await server.token(plan) };
  const at = (day: number) => ({ created_at: `2026-01-0${day}T12:00:00Z` });
  const issue = { projectId: tiny.projects.api, author_id: rep, title: 'One' };
  const one = await makeIssue(server.db, { ...issue, ...at(1) });
  await makeIssue(server.db, { ...issue, title: 'Secret', confidential: true, ...at(2) });
  await makeEpic(server.db, { groupId: tiny.groups.acme, author_id: rep, title: 'Epic', ...at(3) });
  const note = { work_item_id: one.id, author_id: rep, body: 'Well' };
  await server.db
    .insertInto('notes')
    .values([
      { ...note, ...at(4) },
      { ...note, ...at(5), internal: true, body: 'Among us' },
      { ...note, ...at(6), system: true, action: 'closed', body: 'closed' },
      { ...note, ...at(7), system: true, action: 'title', body: 'changed' },
    ])
    .execute();
});
afterAll(() => server.close());

const get = (path: string, by?: keyof typeof tokens) => server.rest('GET', `/api/v4/${path}`, by && tokens[by]);
const told = async (path: string, by: keyof typeof tokens = 'rep'): Promise<string[]> =>
  (await get(path, by)).body.map(
    ({ action_name: action, note, target_title: title }: Json) => `${action} ${note?.body ?? title}`,
  );
const ALL = ['closed One', 'commented on Among us', 'commented on Well', 'opened Epic', 'opened Secret', 'opened One'];

test('AP-05.173 docs/api/events.md: one\u2019s own, somebody\u2019s, a project\u2019s, as far as they may be seen', async () => {
  expect(await told('events')).toEqual(ALL);
  expect([await told('events', 'guest'), await told('events?scope=all', 'plan')]).toEqual([[], ALL]);
  const seen = ['closed One', 'commented on Well', 'opened Epic', 'opened One'];
  expect([await told('users/rep/events', 'guest'), await told(`users/${tiny.users.rep}/events`, 'guest')]).toEqual([
    seen,
    seen,
  ]);
  expect(await told('projects/acme%2Fapi/events', 'guest')).toEqual(seen.filter((text) => text !== 'opened Epic'));
  expect([(await get('events')).status, (await get('users/rep/events')).status]).toEqual([401, 401]);
  expect([(await get('users/nobody/events', 'rep')).status, (await get('projects/4711/events')).status]).toEqual([
    404, 404,
  ]);
});

test('AP-05.173 docs/api/events.md: narrowed, in an order, with its target', async () => {
  expect(await told('events?action=created&target_type=issue&sort=asc')).toEqual(['opened One', 'opened Secret']);
  expect(await told('events?after=2026-01-02&before=2026-01-05')).toEqual(['commented on Well', 'opened Epic']);
  expect(await told('events?action=pushed')).toEqual([]);
  expect((await get('events?action=wished&after=soon', 'rep')).body).toEqual({
    error: 'action does not have a valid value, after is invalid',
  });
  const [closed] = (await get('events?per_page=1', 'rep')).body;
  expect(closed).toMatchObject({
    project_id: tiny.projects.api,
    target_iid: 1,
    target_type: 'Issue',
    author: { username: 'rep' },
    author_username: 'rep',
    created_at: '2026-01-06T12:00:00.000Z',
  });
  expect((await get('events?target_type=note', 'rep')).body[1]).toMatchObject({
    target_type: 'Note',
    note: { noteable_iid: 1 },
  });
});
