import { type MadeItem, makeEpic, makeIssue, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { addComment, editComment } from './comment.ts';

let world: Plan;
let epic: MadeItem;
beforeEach(() => {
  world = plantPlan();
  epic = makeEpic(world.db, { groupId: world.groups.acme });
});

type Person = keyof Plan['viewers'];

const say = (body: string, { by = 'rep', internal = false }: { by?: Person; internal?: boolean } = {}, on = epic.id) =>
  addComment(world.store, world.viewers[by], { itemId: on, body, internal }, NOW);
/** The usernames of those who have a to-do, in any order of ids. */
const told = () => [...world.db.todos.values()].map(({ userId }) => world.db.viewer(userId).username);

test('WI-15.55 who is mentioned has a to-do, once, and the author none', async () => {
  await say('@dev and @GUEST, not `@plan`, me@out or @nobody. @rep');
  expect(told()).toEqual(['dev', 'guest']);
  await say('@dev again');
  expect(told()).toEqual(['dev', 'guest']);
});

test('WI-15.55 front matter, which is not shown, mentions nobody', async () => {
  await say('---\nowner: "@dev"\n---\n@guest');
  expect(told()).toEqual(['guest']);
});

test('WI-15.55 an edit tells only those who were not mentioned before', async () => {
  await say('Dear @dev');
  await world.store.personal.finishTodosOn(epic.id, world.users.dev, NOW);
  await editComment(world.store, world.viewers.rep, { id: 1, body: 'Dear @dev, dear @plan' }, NOW);
  expect([...world.db.todos.values()].map(({ userId, state }) => [world.db.viewer(userId).username, state])).toEqual([
    ['dev', 'done'],
    ['plan', 'pending'],
  ]);
});

test.each([
  ['Dear @all', 'Dear @all, dear @dev'],
  ['Dear @dev, @guest and @plan', 'Dear @all'],
])('WI-15.55 an edit tells nobody again who was told by name or as a member: %s', async (before, after) => {
  await say(before);
  for (const name of ['dev', 'guest', 'plan'] as const)
    await world.store.personal.finishTodosOn(epic.id, world.users[name], NOW);
  const done = [...world.db.todos.values()];
  expect(done.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
  await editComment(world.store, world.viewers.rep, { id: 1, body: after }, NOW);
  expect([...world.db.todos.values()]).toEqual(done);
});

test('WI-15.55 who may not read what mentions them is not told', async () => {
  await say('@out and @guest', { internal: true });
  expect(told()).toEqual([]);
  const hidden = makeEpic(world.db, { groupId: world.groups.acme, confidential: true });
  await say('@guest and @dev', {}, hidden.id);
  expect(told()).toEqual(['dev']);
});

test('WI-15.55 all means the members, and whoever is told follows the item unless they decided otherwise', async () => {
  const issue = makeIssue(world.db, { projectId: world.projects.app });
  await world.store.personal.subscribe(issue.id, world.users.guest, false);
  await say('@all', {}, issue.id);
  expect(told().toSorted()).toEqual(['dev', 'guest', 'plan']);
  expect(await world.store.personal.toggleSubscription(world.viewers.guest, issue.id)).toBe(true);
  expect(await world.store.personal.toggleSubscription(world.viewers.dev, issue.id)).toBe(false);
});
