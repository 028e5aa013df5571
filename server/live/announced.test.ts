import { updateItem } from '../work-item/update.ts';
import { addComment, type CommentInput, deleteComment, editComment, resolveDiscussion } from '../note/comment.ts';
import { onNote, toggleAward } from '../work-item/awards.ts';
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

test('AP-07.26 each change of a comment is announced with its discussion; what changes nothing is not', async () => {
  const { db, projects, store, viewers } = plantPlan();
  const itemId = makeIssue(db, { projectId: projects.app }).id;
  const { plan } = viewers;
  const comment = (input: Partial<CommentInput> = {}) =>
    addComment(store, plan, { itemId, body: 'one', ...input }, NOW);
  const edit = (id: number, body: string) => editComment(store, plan, { id, body }, NOW);
  const resolve = (discussionId: number) => resolveDiscussion(store, plan, { discussionId, resolve: true }, NOW);
  const react = (id: number) => toggleAward(store, plan, { place: onNote(id), name: 'tada' }, NOW);
  const destroy = (id: number) => deleteComment(store, plan, { id }, NOW);
  for (const change of [
    () => comment(),
    () => comment({ discussionId: 1 }),
    () => comment({ internal: true }),
    () => edit(2, 'two'),
    () => edit(2, 'two'),
    () => resolve(1),
    () => resolve(1),
    () => react(3),
    () => react(3),
    () => destroy(1),
    () => destroy(2),
    () => destroy(3),
  ])
    expect(await change()).toMatchObject({ ok: true });
  const before = db.noteChanges;
  for (const refused of [() => comment({ body: ' ' }), () => edit(9, 'x'), () => destroy(9), () => react(9)])
    expect(await refused()).toMatchObject({ ok: false });
  expect(db.noteChanges).toBe(before);
  expect(before.map(({ what, id, discussionId, isLast }) => [what, id, discussionId, isLast])).toEqual([
    ['created', 1, 1, undefined],
    ['created', 2, 1, undefined],
    ['created', 3, 3, undefined],
    ['updated', 2, 1, undefined],
    ['updated', 1, 1, undefined],
    ['updated', 3, 3, undefined],
    ['updated', 3, 3, undefined],
    ['deleted', 1, 1, false],
    ['deleted', 2, 1, true],
    ['deleted', 3, 3, true],
  ]);
  expect(before.every((change) => change.itemId === itemId && change.internal === (change.id === 3))).toBe(true);
});
