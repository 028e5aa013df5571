import { sql } from 'kysely';
import { link, makeEpic, makeIssue, makeLabel } from '../db/testing-data.ts';
import { addChildren } from './children.ts';
import { reorderTree } from './reorder.ts';
import { updateItem } from '../work-item/update.ts';
import { epicGid, NOW, openWorld, resetWorld, settle, statementsOf, type World } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.database.close();
});

/** Counts the statements that a change sends. */
const statements = (run: (world: World) => Promise<{ ok: boolean }>): Promise<number> =>
  statementsOf(world, async (counted) => expect(await run(counted)).toMatchObject({ ok: true }));

/** A parent with `size` children, the first of which holds `size` issues, and a second parent. */
async function plant(size: number) {
  world = await resetWorld(world.database);
  const { db, groups, projects } = world;
  const [from, to] = [await makeEpic(db, { groupId: groups.acme }), await makeEpic(db, { groupId: groups.acme })];
  const [child, extra] = [await makeEpic(db, { groupId: groups.acme }), await makeEpic(db, { groupId: groups.acme })];
  await link(db, from.id, child.id);
  for (let i = 0; i < size; i += 1) {
    await link(db, child.id, (await makeIssue(db, { projectId: projects.app })).id);
    await link(db, to.id, (await makeEpic(db, { groupId: groups.acme })).id);
  }
  await settle(db);
  return { from, to, child, extra };
}

test('the number of statements of a change does not grow with the subtree or the number of siblings', async () => {
  const measured: number[][] = [];
  for (const size of [1, 25]) {
    const { from, to, child, extra } = await plant(size);
    const moved = { id: epicGid(child.id), newParentId: epicGid(to.id) };
    measured.push([
      await statements(({ store, viewers }) =>
        reorderTree(store, viewers.rep, { baseEpicId: epicGid(from.id), moved }, NOW),
      ),
      await statements(({ store, viewers }) =>
        addChildren(
          store,
          viewers.rep,
          { groupPath: 'acme', iid: to.iid, kind: 'epic', references: [`&${extra.iid}`], origin: '' },
          NOW,
        ),
      ),
      await statements(({ store, viewers }) =>
        updateItem(store, viewers.rep, { id: child.id, patch: { stateEvent: 'close' } }, NOW),
      ),
    ]);
  }
  const [small, large] = measured;
  expect(large).toEqual(small);
  expect(Math.max(...(small ?? []))).toBeLessThan(30);
  expect(Math.min(...(small ?? []))).toBeGreaterThan(2);
});

test('WI-15.81 an edit of the labels of an item with links and children holds it for five statements', async () => {
  const { child, extra } = await plant(3);
  await sql`
    INSERT INTO work_item_links (type, source_id, target_id, created_at) VALUES ('relates_to', ${child.id}, ${extra.id}, now())
  `.execute(world.db);
  const label = await makeLabel(world.db, world.groups.acme, 'bug');
  const edit = (labels: object) =>
    statements(({ store, viewers }) => updateItem(store, viewers.rep, { id: child.id, patch: { labels } }, NOW));
  expect([await edit({ addIds: [label] }), await edit({ removeIds: [label] })]).toEqual([5, 5]);
});
