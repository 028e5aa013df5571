import { hiddenText } from '../command/outcome.ts';
import { mutations } from '../graphql/mutations/index.ts';
import { answerMutation, type Mutation } from '../graphql/mutations/mutation.ts';
import { WORK_ITEM_TYPE_IDS } from '../graphql/work-item-types.ts';
import {
  childrenOf,
  everything,
  expectConsistent,
  itemGid,
  itemRow,
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
const TEXT = 'Do:\r\n  * [x] one\r\n    more\n- [ ] two';

async function send(name: keyof typeof mutations, input: object, by: Person = 'plan') {
  const ctx = { viewer: world.viewers[by], now: NOW, baseUrl: 'http://here' };
  return (await answerMutation(mutations[name] as unknown as Mutation<object, unknown>, world.store, input, ctx)).body;
}

const anIssue = (description: string | null = TEXT) =>
  makeIssue(world.db, { projectId: world.projects.app, ...(description !== null && { description }) });

const typeGid = (id: number) => `gid://gitlab/WorkItems::Type/${id}`;

const create = (id: number, change: object = {}, by?: Person) =>
  send(
    'workItemCreateFromTask',
    {
      id: itemGid(id),
      workItemData: {
        ...{ lineNumberStart: 2, lineNumberEnd: 3, lockVersion: 0, title: 'one and more' },
        ...{ workItemTypeId: typeGid(WORK_ITEM_TYPE_IDS.task), ...change },
      },
    },
    by,
  );

const lastItem = () => Math.max(...world.db.items.keys());

test('WI-12.1 a line becomes a child, and its text a reference to it; the lines after it go', async () => {
  const { id } = anIssue();
  const answer = await create(id);
  const made = lastItem();
  expect(answer).toEqual({ workItem: { id }, newWorkItem: { id: made }, errors: [] });
  expect(childrenOf(world.db, id)).toEqual([made]);
  const { iid } = world.db.item(made);
  expect(await itemRow(world, made)).toMatchObject({ title: 'one and more', type: 'task' });
  expect(await itemRow(world, id)).toMatchObject({
    description: `Do:\r\n  * [x] #${iid}+\r\n- [ ] two`,
    lock_version: 1,
  });
  expect(notesOn(world.db, id)).toContain('changed the description');
  expectConsistent(world.db);
});

test.each([
  [{ lockVersion: 1 }, 'Stale work item. Check lock version'],
  [{ lineNumberStart: 0 }, 'line_number_start must be greater than 0'],
  [{ lineNumberEnd: 1 }, 'line_number_end must be greater or equal to line_number_start'],
  [{ lineNumberStart: 1 }, 'Unable to detect a task on line 1'],
  [{ lineNumberStart: 40, lineNumberEnd: 40 }, 'Unable to detect a task on line 40'],
  [{ title: ' ' }, "Title can't be blank"],
  [{ workItemTypeId: typeGid(WORK_ITEM_TYPE_IDS.epic) }, 'Work item type does not exist'],
])('WI-12.2 %j makes nothing', async (change, text) => {
  const { id } = anIssue();
  const before = everything(world.db);
  expect(await create(id, change)).toEqual({ errors: [text] });
  expect(everything(world.db)).toEqual(before);
});

test('WI-12.2 a type that is no child of it, and no text, make nothing', async () => {
  const { id } = anIssue();
  const empty = anIssue(null);
  const before = everything(world.db);
  const { errors } = await create(id, { workItemTypeId: typeGid(WORK_ITEM_TYPE_IDS.objective) });
  expect(errors[0]).toMatch(/cannot be added: it's not allowed to add this type of parent item$/);
  expect(await create(empty.id)).toEqual({ errors: ["Work item description can't be blank"] });
  expect(everything(world.db)).toEqual(before);
});

test('WI-12.2 who may not edit it gets the text for what is hidden, and so does an epic', async () => {
  const { id } = anIssue();
  const epic = makeEpic(world.db, { groupId: world.groups.acme, description: TEXT });
  const before = everything(world.db);
  for (const by of ['guest', 'out', 'nobody'] as const)
    expect(await create(id, {}, by)).toEqual({ errors: [hiddenText] });
  for (const hidden of [epic.id, 4711]) expect(await create(hidden)).toEqual({ errors: [hiddenText] });
  expect(everything(world.db)).toEqual(before);
});

describe('deleting', () => {
  const remove = (id: number, task: number, change: object = {}, lockVersion = 0, by?: Person) =>
    send(
      'workItemDeleteTask',
      {
        id: itemGid(id),
        lockVersion,
        taskData: { id: itemGid(task), lineNumberStart: 2, lineNumberEnd: 2, ...change },
      },
      by,
    );
  const withTask = () => {
    const task = makeIssue(world.db, { projectId: world.projects.app, type: 'task' });
    return { task, ...anIssue(`a\n- [ ] #${task.iid}+\n- [ ] #${task.iid}0`) };
  };

  test('WI-12.3 a task goes with its lines', async () => {
    const { id, task } = withTask();
    expect(await remove(id, task.id)).toEqual({ workItem: { id }, errors: [] });
    expect((await itemRow(world, id)).description).toBe(`a\n- [ ] #${task.iid}0`);
    expect(world.db.items.has(task.id)).toBe(false);
  });

  test('WI-12.3 where the lines do not name it, or the version is another one, or it may not be deleted, nothing is', async () => {
    const { id, task } = withTask();
    const before = everything(world.db);
    expect(await remove(id, task.id, { lineNumberStart: 3, lineNumberEnd: 3 })).toEqual({
      errors: ['Unable to detect a task on lines 3-3'],
    });
    expect(await remove(id, task.id, { lineNumberEnd: 1 })).toEqual({
      errors: ['line_number_end must be greater or equal to line_number_start'],
    });
    expect(await remove(id, task.id, {}, 1)).toEqual({ errors: ['Stale work item. Check lock version'] });
    expect(await remove(id, 4711)).toEqual({ errors: [hiddenText] });
    expect(await remove(id, task.id, {}, 0, 'rep')).toEqual({ errors: [hiddenText] });
    expect(everything(world.db)).toEqual(before);
  });
});

test('WI-12.4 a task is edited, and the item in which it is seen is answered with it', async () => {
  const { id } = anIssue();
  const task = makeIssue(world.db, { projectId: world.projects.app, type: 'task' });
  const update = (of: number, by?: Person) =>
    send('workItemUpdateTask', { id: itemGid(of), taskData: { id: itemGid(task.id), title: 'New' } }, by);
  expect(await update(4711)).toEqual({ errors: [hiddenText] });
  expect(await update(id, 'guest')).toEqual({ errors: [hiddenText] });
  expect(await update(id)).toEqual({ workItem: { id }, task: { id: task.id }, errors: [] });
  expect(await itemRow(world, task.id)).toMatchObject({ title: 'New' });
});
