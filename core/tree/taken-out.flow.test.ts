import type { TestPlanner } from '../testing/index.ts';
import { get } from '../table/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder } from '../testing/index.ts';
import { wholeItem } from '../work-item/shown.ts';
import { treeActions } from './index.ts';
import { childrenRead } from './testing/answers.ts';
import { lastReading } from './testing/moves.ts';

const ROOT = epicGid(1);
const ids = (planner: TestPlanner, parentId: string) =>
  planner.confirmedChildren(parentId)?.map((id) => id.replace(/\D/g, ''));

/** As the answer of an addition describes it. */
const ISSUE_3 = {
  id: 3,
  title: 'Issue 3',
  confidential: false,
  state: 'opened',
  weight: 2,
  reference: 'acme/app#3',
  path: '/acme/app/-/issues/3',
  relation_path: '/groups/acme/-/epics/2/issues/1003',
  due_date: null,
  created_at: '2026-11-01T00:00:00Z',
  closed_at: null,
  epic_issue_id: 1003,
};

test('TR-05.30 whoever loses a child by an addition is read again', async () => {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, { epics: [epicNode(2, { hasIssues: true })], issues: [issueNode(3)] }),
  );
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
  await planner.do(treeActions.formOpened({ form: 'addIssue', parentId: epicGid(2) }));
  await planner.do(treeActions.referencesTyped({ text: 'acme/app#3 ', caret: 11 }), treeActions.formSubmitted());
  await planner.fake.next('POST /groups/acme/-/epics/2/issues').answer({ issuables: [ISSUE_3] });
  expect(planner.fake.next('epicChildren').variables['iid']).toBe('1');
  await planner.fake.next('epicChildren').answer(epicChildren(1, { epics: [epicNode(2)], issues: [issueNode(3)] }));
  expect(planner.fake.next('epicChildren').variables['iid']).toBe('2');
});

test('TR-05.30 a third parent out of whose list a late answer takes the child is read again', async () => {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, { epics: [2, 3].map((id) => epicNode(id, { hasIssues: true })), issues: [issueNode(1)] }),
  );
  for (const id of [2, 3]) {
    await planner.do(treeActions.itemToggled({ id: epicGid(id) }));
    await planner.fake.next('epicChildren').answer(epicChildren(id, { issues: [issueNode(id + 3)] }));
  }
  const move = { childId: issueGid(1), fromParentId: ROOT, parentId: epicGid(2), before: null, after: null };
  await planner.do(treeActions.childMoved(move));
  const asked = planner.fake.next('epicTreeReorder');
  // The move was made, somebody moved the child on, and that was read before the answer came.
  const { confirmed } = planner.state;
  const known = [1, 6].flatMap((id) => get(confirmed.items, issueGid(id)) ?? []);
  const items = known.map((item) => wholeItem(confirmed, item));
  await planner.do(childrenRead({ ...lastReading(planner).data, parent: null, items }));
  expect([ids(planner, ROOT), ids(planner, epicGid(3))]).toEqual([
    ['2', '3'],
    ['1', '6'],
  ]);
  await asked.answer({ epicTreeReorder: { errors: [] } });
  expect([ids(planner, epicGid(2)), ids(planner, epicGid(3))]).toEqual([['5', '1'], ['6']]);
  const read: unknown[] = [];
  for (let call = planner.fake.waiting('epicChildren')[0]; call !== undefined;) {
    const number = Number(call.variables['iid']);
    read.push(number);
    await call.answer(epicChildren(number, { issues: number === 3 ? [issueNode(1), issueNode(6)] : [] }));
    [call] = planner.fake.waiting('epicChildren');
  }
  expect(read).toEqual([1, 2, 3]);
});
