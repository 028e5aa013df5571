import { makeEpic } from '../db/testing-data.ts';
import { everything, openWorld, resetWorld, type World } from '../tree/testing.ts';
import { hashOf, reused, withIdempotency } from './idempotency.ts';
import { call } from '../rest/writes/testing.ts';

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

const create = (key: string, title: string, viewer = world.viewers.plan) =>
  call(world, 'POST', '/api/v4/groups/acme/epics', { viewer, body: { title }, headers: { 'idempotency-key': key } });
const titles = async () =>
  (await world.db.selectFrom('work_items').select('title').orderBy('id').execute()).map(({ title }) => title);

test('requests with one key that arrive together make one change and get one answer', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('k', 'Once')));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  expect(await titles()).toEqual(['Once']);
});

test('the same key with another request is refused and changes nothing', async () => {
  await create('k', 'Once');
  const before = await everything(world.db);
  expect(await create('k', 'Other')).toEqual({ status: 422, body: { message: reused, errors: [reused] } });
  expect(await everything(world.db)).toEqual(before);
});

test('a key belongs to its user, and another key to another change', async () => {
  await create('k', 'A');
  await create('k', 'B', world.viewers.rep);
  await create('l', 'A');
  expect(await titles()).toEqual(['A', 'B', 'A']);
});

test('a refusal is the answer too, with whatever text it quotes', async () => {
  const refused = await create('k', '');
  expect(refused).toMatchObject({ status: 400, body: { errors: ["Title can't be blank"] } });
  expect(await create('k', '')).toEqual(refused);
  const odd = () =>
    withIdempotency(world.db, world.viewers.plan, 'odd', hashOf(1), async () => ({
      status: 422,
      body: { message: 'a\0b \ud800 \\u0000 \\\\ud800 \\\0 😀' },
    }));
  expect((await odd()).status).toBe(422);
  // What was typed out comes back as it was; only what the database cannot keep is another character.
  expect(await odd()).toEqual({
    status: 422,
    body: { message: 'a\ufffdb \ufffd \\u0000 \\\\ud800 \\\ufffd 😀' },
  });
});

test('a change that fails unexpectedly keeps no answer, so that it can be tried again', async () => {
  const run = (fail: boolean) =>
    withIdempotency(world.db, world.viewers.plan, 'k', hashOf('x'), async (db) => {
      await makeEpic(db, { groupId: world.groups.acme, title: 'half' });
      if (fail) throw new Error('lost');
      return { status: 200, body: 'done' };
    });
  await expect(run(true)).rejects.toThrow('lost');
  expect(await titles()).toEqual([]);
  expect(await run(false)).toEqual({ status: 200, body: 'done' });
  expect(await titles()).toEqual(['half']);
});

test.each([' ', 'x'.repeat(256), 'a\0'])('the key %j is no key', async (key) => {
  expect(await create(key, 'A')).toMatchObject({ status: 400 });
  expect(await titles()).toEqual([]);
});
