import type { Viewer } from '../access/viewer.ts';
import { NOW, openWorld, resetWorld, type World } from '../tree/testing.ts';
import { mutationResolvers } from './mutations.ts';

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

const context = (viewer: Viewer, idempotencyKey?: string) => ({
  db: world.db,
  viewer,
  now: NOW,
  baseUrl: 'http://here',
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

test('a mutation answers with the name that its sender gave it', async () => {
  const input = { groupPath: 'acme', title: 'New', clientMutationId: 'c1' };
  expect(await mutationResolvers.createEpic(input, context(world.viewers.plan))).toEqual({
    clientMutationId: 'c1',
    epic: { id: 1 },
    errors: [],
  });
});

test('the same key answers the same once; another request under it is refused', async () => {
  const input = { groupPath: 'acme', title: 'Once' };
  const first = await mutationResolvers.createEpic(input, context(world.viewers.plan, 'k1'));
  const again = await mutationResolvers.createEpic(input, context(world.viewers.plan, 'k1'));
  expect(again).toEqual(first);
  const other = await mutationResolvers.createEpic({ ...input, title: 'Twice' }, context(world.viewers.plan, 'k1'));
  expect(other).toMatchObject({ errors: ['Idempotency-Key has already been used for another request'] });
  expect(await world.db.selectFrom('work_items').select('title').execute()).toEqual([{ title: 'Once' }]);
});
