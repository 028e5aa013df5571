import { type MadeItem, makeEpic, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { finishTodo, markEpicTodo } from './todos.ts';

let world: Plan;
let epic: MadeItem;
beforeEach(() => {
  world = plantPlan();
  epic = makeEpic(world.db, { groupId: world.groups.acme });
});

type Person = keyof Plan['viewers'];

const mark = (
  by: Person,
  { iid = epic.iid, groupPath = 'acme', ...id }: { iid?: number; groupPath?: string; id?: number } = {},
) => markEpicTodo(world.store, world.viewers[by], { groupPath, iid, ...id }, NOW);
const finish = (by: Person, id: number) => finishTodo(world.store, world.viewers[by], id, NOW);

test('EP-06.40 marking an epic makes one to-do, which counts among one’s own, and no note', async () => {
  expect(await mark('dev', { id: epic.id })).toMatchObject({ ok: true, value: { id: 1, count: 1 } });
  expect(await mark('dev')).toMatchObject({ ok: true, value: { id: 1, count: 1 } });
  const other = makeEpic(world.db, { groupId: world.groups.acme });
  expect(await mark('dev', other)).toMatchObject({ ok: true, value: { id: 2, count: 2 } });
  expect(await mark('guest')).toMatchObject({ ok: true, value: { id: 3, count: 1 } });
  expect([world.db.notes, world.db.events]).toEqual([[], []]);
});

test('EP-06.40 an id that is not the epic’s, a missing epic and a hidden one are not found; a visitor has no to-dos', async () => {
  const other = makeEpic(world.db, { groupId: world.groups.web });
  for (const wrong of [{ id: other.id }, { iid: 99 }, { groupPath: 'hidden' }]) {
    expect(await mark('dev', wrong)).toMatchObject({ ok: false, status: 404 });
  }
  expect((await mark('nobody')).ok).toBe(false);
  expect(world.db.todos.size).toBe(0);
});

test('EP-06.41 ending a to-do keeps it as done; another person’s is not found', async () => {
  await mark('dev');
  expect(await finish('guest', 1)).toMatchObject({ ok: false, status: 404 });
  expect((await finish('nobody', 1)).ok).toBe(false);
  const done = { ok: true, value: { pending: 0, done: 1 } };
  expect(await finish('dev', 1)).toMatchObject(done);
  expect(await finish('dev', 1)).toMatchObject(done);
  expect(await mark('dev')).toMatchObject({ ok: true, value: { id: 2, count: 1 } });
});

test('EP-06.43 the to-dos of an epic that becomes hidden go out of sight and come back with it', async () => {
  await mark('guest');
  const other = makeEpic(world.db, { groupId: world.groups.acme });
  const hide = (confidential: boolean) => world.db.items.set(epic.id, { ...world.db.item(epic.id), confidential });
  hide(true);
  expect(await finish('guest', 1)).toMatchObject({ ok: false, status: 404 });
  expect(await mark('guest')).toMatchObject({ ok: false, status: 404 });
  expect(await mark('guest', other)).toMatchObject({ ok: true, value: { count: 1 } });
  hide(false);
  expect(await finish('guest', 1)).toMatchObject({ ok: true, value: { pending: 1, done: 1 } });
});
