import { updateItem } from '../work-item/update.ts';
import type { ItemPatch } from '../work-item/patch.ts';
import type { World } from '../store/memory/world.ts';
import { link, makeEpic, makeIssue, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';

/** What happened to an item since there were so many events. */
const told = (db: World, from: number, id: number): string[] =>
  db.events.slice(from).flatMap(({ itemId, kind }) => (itemId === id ? [kind] : []));
const on = (...wanted: string[]) => expect.arrayContaining(wanted) as unknown;

test('AP-07.18 an item is told of where its row is shown: at its parent, and at what it is linked to', async () => {
  const { db, groups, projects, store, viewers } = plantPlan();
  const [parent, other] = [makeEpic(db, { groupId: groups.acme }), makeEpic(db, { groupId: groups.acme })];
  const issue = makeIssue(db, { projectId: projects.app });
  const apart = makeEpic(db, { groupId: groups.acme });
  link(db, parent.id, issue.id);
  db.relate('relates_to', other.id, issue.id);
  const edit = async (patch: ItemPatch) => {
    const from = db.events.length;
    const outcome = await updateItem(store, viewers.rep, { id: issue.id, patch }, NOW);
    expect(outcome).toMatchObject({ ok: true });
    return from;
  };
  for (const patch of [
    { title: 'Another' },
    { dueDate: '2026-05-06' },
    { stateEvent: 'close' },
    { confidential: true },
  ] as const) {
    const from = await edit(patch);
    expect(told(db, from, parent.id)).toEqual(on('tree'));
    expect(told(db, from, other.id)).toEqual(on('links'));
    expect(told(db, from, apart.id)).toEqual([]);
  }
  expect(await edit({ title: 'Another' })).toBe(db.events.length);
});

test('AP-07.18 so is an epic whose inherited dates moved, although nobody edited it', async () => {
  const { db, groups, store, viewers } = plantPlan();
  const epic = () => makeEpic(db, { groupId: groups.acme });
  const [above, middle, child, linked] = [epic(), epic(), epic(), epic()];
  link(db, above.id, middle.id);
  link(db, middle.id, child.id);
  db.relate('relates_to', linked.id, middle.id);
  // The dates of the one above stay as they are: they are fixed.
  await updateItem(
    store,
    viewers.rep,
    { id: above.id, patch: { dueDateIsFixed: true, dueDateFixed: '2027-01-01' } },
    NOW,
  );
  const from = db.events.length;
  const patch = { dueDateIsFixed: true, dueDateFixed: '2026-06-30' };
  expect(await updateItem(store, viewers.rep, { id: child.id, patch }, NOW)).toMatchObject({ ok: true });
  expect(told(db, from, middle.id)).toEqual(on('dates', 'tree'));
  expect(told(db, from, above.id)).toEqual(['tree']);
  expect(told(db, from, linked.id)).toEqual(['links']);
});
