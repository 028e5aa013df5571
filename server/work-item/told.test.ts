import { createEpic } from '../epic/create.ts';
import { makeIssue, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { createItem } from './create.ts';
import { updateItem } from './update.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const told = (itemId: number) =>
  [...world.db.todos.values()]
    .filter((todo) => todo.itemId === itemId)
    .map(({ userId }) => world.db.viewer(userId).username);

test('WI-15.55 descriptions mention, when they are made and edited', async () => {
  const { store, viewers, projects } = world;
  const fields = { title: 'New', description: '@dev' };
  const epic = await createEpic(store, viewers.rep, { group: 'acme', fields }, NOW);
  expect(told(epic.ok ? epic.value.id : 0)).toEqual(['dev']);
  const made = await createItem(store, viewers.rep, { project: projects.app, type: 'issue', fields }, NOW);
  const id = made.ok ? made.value.id : 0;
  expect(told(id)).toEqual(['dev']);
  await updateItem(store, viewers.rep, { id, patch: { description: '@dev @plan' } }, NOW);
  expect(told(id)).toEqual(['dev', 'plan']);
});

test('WI-15.56 who is assigned has a to-do, who was assigned before no other', async () => {
  const { store, viewers, users, projects } = world;
  const { id } = makeIssue(world.db, { projectId: projects.app });
  const assign = (...assigneeIds: number[]) => updateItem(store, viewers.rep, { id, patch: { assigneeIds } }, NOW);
  await assign(users.dev, users.rep);
  expect(told(id)).toEqual(['dev', 'rep']);
  await store.personal.finishTodosOn(id, users.dev, NOW);
  await assign(users.dev, users.plan);
  expect(told(id)).toEqual(['dev', 'rep', 'plan']);
});
