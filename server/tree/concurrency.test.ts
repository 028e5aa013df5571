import { childrenOf, link, makeEpic, makeIssue } from '../db/testing-data.ts';
import { createEpic } from '../epic/create.ts';
import { updateItem } from '../work-item/update.ts';
import { reorderTree } from './reorder.ts';
import { epicGid, expectConsistent, NOW, openWorld, parentOf, resetWorld, settle, type World } from './testing.ts';

/** With TEST_DATABASE_URL these run on several connections at once; the embedded database has one, where they queue. */
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

const move = (id: number, base: number, to: number) =>
  reorderTree(
    world.store,
    world.viewers.rep,
    { baseEpicId: epicGid(base), moved: { id: epicGid(id), newParentId: epicGid(to) } },
    NOW,
  );

test('of two people moving A under B and B under A at once exactly one wins, and the other is told why', async () => {
  const { db, groups } = world;
  for (let round = 0; round < 8; round += 1) {
    const [root, a, b] = [
      await makeEpic(db, { groupId: groups.acme }),
      await makeEpic(db, { groupId: groups.acme }),
      await makeEpic(db, { groupId: groups.web }),
    ];
    for (const child of [a, b]) await link(db, root.id, child.id);
    await settle(db);
    const outcomes = await Promise.all([move(a.id, root.id, b.id), move(b.id, root.id, a.id)]);
    const losers = outcomes.filter(({ ok }) => !ok);
    expect(losers).toEqual([
      { ok: false, status: 422, errors: ['This epic cannot be added. It is already an ancestor of the parent epic.'] },
    ]);
    expect([await parentOf(db, a.id), await parentOf(db, b.id)].sort()).toEqual(
      (outcomes[0].ok ? [b.id, root.id] : [root.id, a.id]).sort(),
    );
  }
  await expectConsistent(db);
});

test('many people at once lose no child, give no number twice and keep every count', async () => {
  const { db, groups, projects } = world;
  const [left, right] = [await makeEpic(db, { groupId: groups.acme }), await makeEpic(db, { groupId: groups.web })];
  const children: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    const child = await makeEpic(db, { groupId: groups.acme });
    await link(db, left.id, child.id);
    children.push(child.id);
  }
  const issue = await makeIssue(db, { projectId: projects.app });
  await link(db, children[0]!, issue.id);
  await settle(db);
  const outcomes = await Promise.all([
    ...children.map((id) => move(id, left.id, right.id)),
    ...children.map((id, index) =>
      reorderTree(
        world.store,
        world.viewers.dev,
        {
          baseEpicId: epicGid(left.id),
          moved: {
            id: epicGid(id),
            adjacentReferenceId: epicGid(children[(index + 1) % 8]!),
            relativePosition: 'after',
          },
        },
        NOW,
      ),
    ),
    ...children.map((id) =>
      createEpic(world.store, world.viewers.plan, { group: 'acme', parentId: id, fields: { title: 'new' } }, NOW),
    ),
    ...children.map((id) => updateItem(world.store, world.viewers.plan, { id, patch: { stateEvent: 'close' } }, NOW)),
    ...[1, 2, 3].map((weight) => updateItem(world.store, world.viewers.plan, { id: issue.id, patch: { weight } }, NOW)),
  ]);
  const moves = outcomes.slice(0, 8);
  expect(moves.every(({ ok }) => ok)).toBe(true);
  expect((await childrenOf(db, right.id)).sort()).toEqual([...children].sort());
  expect(await childrenOf(db, left.id)).toEqual([]);
  await expectConsistent(db);
});

test('of two edits of the same version one is refused', async () => {
  const { db, groups } = world;
  const epic = await makeEpic(db, { groupId: groups.acme });
  const edit = (title: string) =>
    updateItem(world.store, world.viewers.plan, { id: epic.id, patch: { title, lockVersion: 0 } }, NOW);
  const outcomes = await Promise.all([edit('one'), edit('two'), edit('three')]);
  expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
  expect(outcomes.filter((outcome) => !outcome.ok && outcome.status === 409)).toHaveLength(2);
});
