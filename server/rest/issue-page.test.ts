import { makeIssue } from '../db/testing-data.ts';
import { everything, itemRow, notesOn, openWorld, resetWorld, type World } from '../tree/testing.ts';
import { call, type Call } from './writes/testing.ts';
import type { RestMethod } from './types.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
beforeEach(async () => {
  world = await resetWorld(world.database);
});
afterAll(async () => {
  await world.database.close();
});

const issues = '/acme/api/-/issues';
const ask = (method: RestMethod, path: string, options?: Call) => call(world, method, `${issues}/${path}`, options);
const anItem = (given: Partial<Parameters<typeof makeIssue>[1]> = {}) =>
  makeIssue(world.db, { projectId: world.projects.api, title: 'Old', ...given });

test.each(['PUT', 'PATCH'] as const)(
  'IE-03.20 %s of an item changes what it names and tells what is so now',
  async (method) => {
    const item = await anItem({ type: 'task' });
    const body = {
      issue: { title: 'New', description: '- [ ] *a*', lock_version: 0, weight: 2, assignee_ids: [world.users.dev] },
    };
    expect(await ask(method, `${item.iid}.json`, { body })).toEqual({
      status: 200,
      body: expect.objectContaining({
        id: item.id,
        iid: item.iid,
        issue_type: 'task',
        title: 'New',
        description: '- [ ] *a*',
        state: 'opened',
        lock_version: 1,
        weight: 2,
        assignees: [expect.objectContaining({ username: 'dev' })],
        web_url: `http://here/acme/api/-/work_items/${item.id}`,
        current_user: {
          can_create_note: true,
          can_create_confidential_note: true,
          can_update: true,
          can_set_issue_metadata: true,
          can_award_emoji: true,
        },
      }) as object,
    });
    expect(await notesOn(world.db, item.id)).toEqual([
      'changed title from **Old** to **New**',
      'changed the description',
      'changed weight to **2**',
      'assigned to @dev',
    ]);
  },
);

test('IE-03.20 a form may say the same, and closing and locking are said by the same address', async () => {
  const { iid, id } = await anItem();
  const query = { 'issue[state_event]': 'close', 'issue[discussion_locked]': 'true' };
  expect(await ask('PUT', `${iid}`, { query })).toMatchObject({
    status: 200,
    body: { state: 'closed', discussion_locked: true },
  });
  expect(await itemRow(world.db, id)).toMatchObject({ state: 'closed', lock_version: 1 });
});

test.each([
  ['issue', 'incident', (iid: number) => `/acme/api/-/issues/incident/${iid}`],
  ['incident', 'issue', (iid: number) => `/acme/api/-/issues/${iid}`],
] as const)('IE-03.20 %s becomes %s: the answer names the address of its new page', async (from, to, path) => {
  const { iid } = await anItem({ type: from });
  const body = { issue: { title: 'New', issue_type: to, lock_version: 0 } };
  expect(await ask('PUT', `${iid}.json`, { body })).toMatchObject({
    status: 200,
    body: { title: 'New', issue_type: to, lock_version: 1, web_url: `http://here${path(iid)}` },
  });
});

test('IE-03.21 a stale version, and what breaks a rule, are refused in words and change nothing', async () => {
  const { iid } = await anItem({ lock_version: 3 });
  const before = await everything(world.db);
  const put = async (issue: object) => {
    const { status, body } = await ask('PUT', `${iid}.json`, { body: { issue } });
    return [status, (body as { readonly errors: unknown }).errors];
  };
  expect(await put({ description: 'Mine', lock_version: 2 })).toEqual([
    409,
    [
      'Someone edited this issue at the same time you did. Please refresh your browser and make sure your changes will not unintentionally remove theirs.',
    ],
  ]);
  expect(await put({ title: ' ' })).toEqual([422, ["Title can't be blank"]]);
  expect(await put({ description: 'New', issue_type: 'wish' })).toEqual([422, ['issue_type is invalid']]);
  expect((await put({ description: 'New', issue_type: 'epic' }))[0]).toBe(422);
  expect(await everything(world.db)).toEqual(before);
});

test('IE-03.20 numbers that are none, and hidden items, are not found; who may not edit is told so', async () => {
  const [{ iid }, secret] = [await anItem(), await anItem({ confidential: true })];
  const { guest } = world.viewers;
  const status = async (number: string | number) =>
    (await ask('PUT', `${number}.json`, { body: { issue: { title: 'x' } }, viewer: guest })).status;
  for (const number of ['999', '0', 'x', secret.iid]) expect(await status(number)).toBe(404);
  expect(await status(iid)).toBe(403);
});
