import type { TestPlanner } from '../testing/index.ts';
import { epicChildren, epicGid, issueGid, issueNode, refusal } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { REORDER_ERRORS } from './rules.ts';
import { MOVE, nested, opened, REORDER, reorder, ROOT, shown } from './testing/moves.ts';

const NOT_PERMITTED = { epicTreeReorder: { errors: [REORDER_ERRORS.permission] } };
const without = (...ids: number[]) =>
  epicChildren(1, { issues: [1, 2, 3, 4].filter((id) => !ids.includes(id)).map((id) => issueNode(id)) });
const told = ({ state }: TestPlanner) => state.notice.map(({ text, detail }) => [text, detail]);

test('TR-14.32 a child that somebody has removed is said to be gone, and leaves the screen', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  await planner.fake.next('epicTreeReorder').answer(NOT_PERMITTED);
  expect(planner.alerts).toEqual([]);
  await planner.fake.next('epicChildren').answer(without(4));
  expect(told(planner)).toEqual([[REORDER, 'acme/app#4 “Issue 4” is no longer in &1 “Epic 1”.']]);
  expect(planner.actions.at(-1)).toMatchObject({
    type: 'tree/childMoved/refused',
    payload: { found: expect.stringMatching(/no longer in/) as string },
  });
  await planner.fake.next('epicChildren').answer(without(4));
  expect(shown(planner)).toEqual(['I1', 'I2', 'I3']);
});

test('TR-14.32 so is a neighbour that has gone, where the server says so only by its parent', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [REORDER_ERRORS.siblingOfCurrent] } });
  await planner.fake.next('epicChildren').answer(without(1));
  expect(told(planner)).toEqual([[REORDER, 'acme/app#1 “Issue 1” is no longer in &1 “Epic 1”.']]);
  await planner.fake.next('epicChildren').answer(without(1));
  expect(shown(planner)).toEqual(['I2', 'I3', 'I4']);
});

test('TR-14.32 so is a new parent that has gone, and the list that held it is read again', async () => {
  const planner = await nested();
  await planner.do(
    treeActions.childMoved({
      childId: issueGid(1),
      fromParentId: ROOT,
      parentId: epicGid(2),
      before: issueGid(5),
      after: null,
    }),
  );
  await planner.fake.next('epicTreeReorder').answer(NOT_PERMITTED);
  const left = epicChildren(1, { issues: [issueNode(1)] });
  await planner.fake.next('epicChildren').answer(left);
  await planner.fake.next('epicChildren').answer({ group: { id: 'gid://gitlab/Group/1', epic: null } });
  expect(told(planner)).toEqual([[MOVE, '&2 “Epic 2” is not here any more.']]);
  await planner.fake.next('epicChildren').answer(left);
  expect(shown(planner)).toEqual(['I1']);
});

test('TR-14.32 where all are there, or the lists cannot be read, the server’s words stand', async () => {
  const planner = await opened();
  for (const answer of ['read', 'failed'] as const) {
    await planner.do(reorder(4, 1));
    await planner.fake.next('epicTreeReorder').answer(NOT_PERMITTED);
    const asked = planner.fake.next('epicChildren');
    await (answer === 'read' ? asked.answer(without()) : asked.fail(refusal(500)));
    expect(told(planner).at(-1)).toEqual([REORDER, REORDER_ERRORS.permission]);
    expect(shown(planner)).toEqual(['I1', 'I2', 'I3', 'I4']);
  }
  await planner.do(reorder(3, 1));
  expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(1);
});

test('TR-14.32 no list is asked for a refusal that has another reason', async () => {
  const planner = await opened();
  await planner.do(reorder(4, 1));
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [REORDER_ERRORS.position] } });
  expect(planner.fake.waiting('epicChildren')).toEqual([]);
});
