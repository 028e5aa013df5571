import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import {
  everything,
  itemGid,
  link,
  type MadeItem,
  makeIssue,
  parentOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const item = (type: Parameters<typeof makeIssue>[1]['type'], confidential = false): MadeItem =>
  makeIssue(world.db, { projectId: world.projects.app, type, confidential });

async function put(child: MadeItem, hierarchyWidget: object, by: keyof Plan['viewers'] = 'rep') {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  const mutation = mutations.workItemUpdate as unknown as Mutation<object, unknown>;
  const { body } = await answerMutation(mutation, world.store, { id: itemGid(child.id), hierarchyWidget }, ctx);
  return body.errors;
}

const under = (child: MadeItem, parent: MadeItem) => put(child, { parentId: itemGid(parent.id) });
const cannot = (child: MadeItem, ...reasons: string[]) => [
  `acme/web/app#${child.iid} cannot be added: ${reasons.join('. ')}`,
];

const TYPE = "it's not allowed to add this type of parent item";

test('WI-09.40 the type, oneself and one’s own descendants are refused, with every reason', async () => {
  const [issue, task, objective, below] = [item('issue'), item('task'), item('objective'), item('objective')];
  expect(await under(issue, task)).toEqual(cannot(issue, TYPE));
  expect(await under(issue, issue)).toEqual(cannot(issue, 'is not allowed to point to itself', TYPE));
  expect(await under(objective, below)).toEqual([]);
  expect(await under(below, objective)).toEqual(cannot(below, "it's already present in this item's hierarchy"));
  expect(parentOf(world.db, objective.id)).toBe(below.id);
  expect(parentOf(world.db, below.id)).toBeNull();
});

test('WI-09.40 the depth counts items of one type', async () => {
  const chain = Array.from({ length: 9 }, () => item('objective'));
  chain.forEach(({ id }, at) => void (at > 0 && link(world.db, chain[at - 1]?.id ?? 0, id)));
  const [last] = chain.slice(-1) as [MadeItem];
  const [more, key] = [item('objective'), item('key_result')];
  expect(await under(more, last)).toEqual(cannot(more, 'reached maximum depth'));
  expect(await under(key, last)).toEqual([]);
});

test('WI-09.40 the number of children, links between the two and confidentiality are minded', async () => {
  const [full, linked, secret] = [item('issue'), item('issue'), item('issue', true)];
  const task = item('task');
  world.db.maxChildren = 1;
  link(world.db, full.id, item('task').id);
  expect(await under(task, full)).toEqual(cannot(task, 'parent already has maximum number of children.'));
  world.db.relate('relates_to', task.id, linked.id);
  expect(await under(task, linked)).toEqual(cannot(task, 'cannot assign a linked work item as a parent'));
  expect(await under(task, secret)).toEqual(
    cannot(
      task,
      'cannot assign a non-confidential task to a confidential parent. Make the task confidential and try again.',
    ),
  );
  expect(parentOf(world.db, task.id)).toBeNull();
});

test('WI-09.40 what is not there and what one may not relate have texts of their own', async () => {
  const [issue, task] = [item('issue'), item('task')];
  const before = everything(world.db);
  const missing = 'gid://gitlab/WorkItem/4711';
  expect(await put(task, { parentId: missing })).toEqual([`No Work Item found with ID: ${missing}.`]);
  expect(await put(issue, { childrenIds: [itemGid(task.id), missing] })).toEqual([
    'No matching task found. Make sure that you are adding a valid task ID.',
  ]);
  expect(await put(task, { parentId: itemGid(issue.id) }, 'out')).toEqual([hiddenText]);
  expect(await put(task, { parentId: itemGid(issue.id), relativePosition: 'BEFORE' })).toEqual([
    'Both adjacentWorkItemId and relativePosition are required.',
  ]);
  expect(everything(world.db)).toEqual(before);
});
