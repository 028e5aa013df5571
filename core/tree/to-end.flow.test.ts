import { selectMoveTargets } from '../index.ts';
import { epicChildren, issueGid, issueNode, PlannerBuilder, refusal } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { ROOT, shown } from './testing/moves.ts';

const paged = () =>
  new PlannerBuilder().opened(epicChildren(1, { issues: [1, 2].map((id) => issueNode(id)), moreIssues: 'c1' }));
const choose = (id: number, to: 'bottom' | 'down') => treeActions.moveChosen({ id: issueGid(id), parentId: ROOT, to });
const page = (ids: readonly number[], more?: string) =>
  epicChildren(1, { issues: ids.map((id) => issueNode(id)), ...(more !== undefined && { moreIssues: more }) });

test('TR-16.30 to the bottom of a list with unread pages: they are read, then the item goes behind all of them', async () => {
  const planner = await paged();
  await planner.do(choose(1, 'bottom'));
  expect(planner.state.pending).toEqual([]);
  await planner.fake.next('epicChildren').answer(page([3, 4], 'c2'));
  expect(planner.state.pending).toEqual([]);
  await planner.fake.next('epicChildren').answer(page([5]));
  expect(shown(planner)).toEqual(['I2', 'I3', 'I4', 'I5', 'I1']);
  expect(planner.state.pending).toMatchObject([{ payload: { before: null, after: issueGid(5) } }]);
});

test('TR-16.30 the last child that is shown can go further down; the one above it needs no page', async () => {
  const planner = await paged();
  expect(selectMoveTargets(planner.state, issueGid(2))).toMatchObject({ down: true, bottom: true });
  await planner.do(choose(1, 'down'));
  expect(shown(planner)).toEqual(['I2', 'I1']);
  expect(planner.fake.waiting('epicChildren')).toEqual([]);
});

test('TR-16.30 a page that is on its way already is waited for, and asked for once', async () => {
  const planner = await paged();
  await planner.do(treeActions.nextPageAsked({ parentId: ROOT }), choose(2, 'down'));
  expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
  await planner.fake.next('epicChildren').answer(page([3, 4]));
  expect(shown(planner)).toEqual(['I1', 'I3', 'I2', 'I4']);
});

test('TR-16.30 a second choice while the pages are read gives none of them up, and both moves are made', async () => {
  const planner = await paged();
  await planner.do(choose(1, 'bottom'), choose(2, 'bottom'));
  expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
  await planner.fake.next('epicChildren').answer(page([3, 4]));
  expect(shown(planner)).toEqual(['I3', 'I4', 'I1', 'I2']);
  expect(planner.state.pending).toHaveLength(2);
});

test('TR-16.30 where a page cannot be read the failure is told and nothing moves', async () => {
  const planner = await paged();
  await planner.do(choose(1, 'bottom'));
  await planner.fake.next('epicChildren').fail(refusal(500));
  expect(planner.alerts).toHaveLength(1);
  expect(planner.state.pending).toEqual([]);
  expect(shown(planner)).toEqual(['I1', 'I2']);
});
