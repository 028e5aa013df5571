import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import { WORK_ITEM_TYPE_IDS } from '../graphql/work-item-types.ts';
import type { WorkItemType } from '@espalier/core/work-item/rules';
import {
  eventsOf,
  everything,
  expectConsistent,
  itemGid,
  itemRow,
  link,
  makeEpic,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

type Person = keyof Plan['viewers'];

async function convert(id: number, to: WorkItemType | number, by: Person = 'rep') {
  const type = typeof to === 'number' ? to : WORK_ITEM_TYPE_IDS[to];
  const input = { id: itemGid(id), workItemTypeId: `gid://gitlab/WorkItems::Type/${type}` };
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  const mutation = mutations.workItemConvert as unknown as Mutation<object, unknown>;
  return (await answerMutation(mutation, world.store, input, ctx)).body;
}

const item = (type: WorkItemType = 'issue', author_id?: number): number =>
  makeIssue(world.db, { projectId: world.projects.app, type, ...(author_id !== undefined && { author_id }) }).id;

test('WI-13.40 an item is given another type, keeps what it holds, and says so', async () => {
  const epic = makeEpic(world.db, { groupId: world.groups.acme });
  const id = item();
  await world.store.items.update(id, { health_status: 'atRisk', weight: 3 });
  expect(await convert(id, 'task')).toEqual({ workItem: { id }, errors: [] });
  expect(await convert(id, 'task')).toEqual({ workItem: { id }, errors: [] });
  expect(await itemRow(world, id)).toMatchObject({ type: 'task', health_status: 'atRisk', weight: 3, lock_version: 1 });
  expect(await convert(id, 'incident')).toMatchObject({ errors: [] });
  expect(notesOn(world.db, id)).toEqual(['changed issue type to task', 'changed issue type to incident']);
  expect(eventsOf(world.db, id)).toEqual(['type', 'type']);
  expect((await itemRow(world, epic.id)).lock_version).toBe(0);
  expectConsistent(world.db);
});

test('WI-13.40 it takes a Reporter who sees it, and a type that there is', async () => {
  const id = item('issue', world.users.guest);
  const before = everything(world.db);
  for (const by of ['guest', 'out', 'nobody'] as const) {
    expect(await convert(id, 'task', by)).toEqual({ errors: [hiddenText] });
  }
  expect(await convert(4711, 'task')).toEqual({ errors: [hiddenText] });
  expect(await convert(id, 99)).toEqual({
    errors: ['Work Item type with id gid://gitlab/WorkItems::Type/99 was not found'],
  });
  expect(everything(world.db)).toEqual(before);
});

test('WI-13.41 an epic stays one, and nothing else becomes one', async () => {
  const epic = makeEpic(world.db, { groupId: world.groups.acme });
  expect(await convert(epic.id, 'issue')).toEqual({
    errors: ['You are not allowed to change the Work Item type to Issue.'],
  });
  expect(await convert(item(), 'epic')).toEqual({
    errors: ['You are not allowed to change the Work Item type to Epic.'],
  });
});

test('WI-13.41 parent, children and depth must allow the type', async () => {
  const epic = makeEpic(world.db, { groupId: world.groups.acme });
  const [issue, task] = [item(), item('task')];
  link(world.db, epic.id, issue);
  link(world.db, issue, task);
  expect(await convert(issue, 'objective')).toEqual({
    errors: ['Work item type cannot be changed to objective with these child item types.'],
  });
  expect(await convert(issue, 'incident')).toEqual({
    errors: ['Work item type cannot be changed to incident when linked to a parent epic.'],
  });
  expect(await convert(task, 'key_result')).toEqual({
    errors: ['Work item type cannot be changed to key result when linked to a parent issue.'],
  });
  const chain = Array.from({ length: 9 }, () => item('objective'));
  const key = item('key_result');
  chain.forEach((id, at) => void (at > 0 && link(world.db, chain[at - 1] as number, id)));
  link(world.db, chain[8] as number, key);
  expect(await convert(key, 'objective')).toEqual({ errors: ['Work item type reached maximum depth'] });
  const shallow = item('key_result');
  link(world.db, chain[7] as number, shallow);
  expect(await convert(shallow, 'objective')).toMatchObject({ errors: [] });
});
