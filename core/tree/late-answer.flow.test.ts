import type { TestPlanner } from '../testing/index.ts';
import { get } from '../table/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder } from '../testing/index.ts';
import { treeActions } from './index.ts';

const ROOT = epicGid(1);
const openIssues = (openedIssues: number) => ({
  descendantCounts: { openedEpics: 1, closedEpics: 0, openedIssues, closedIssues: 0 },
});
const below = (openedIssues: number) => ({
  hasIssues: true,
  descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues, closedIssues: 0 },
});
const counted = (planner: TestPlanner) =>
  [1, 2].map((id) => get(planner.state.confirmed.items, epicGid(id))?.descendantCounts?.openedIssues);
const reads = (planner: TestPlanner) => planner.fake.waiting('epicChildren').map(({ variables }) => variables['iid']);

/** Epic 1 with epic 2 in it, which has so many open issues. */
const root = (issues: number) => epicChildren(1, { epics: [epicNode(2, below(issues))] }, openIssues(issues));

/** As the answer of an addition describes it. */
const ISSUE_3 = {
  id: 3,
  title: 'Issue 3',
  confidential: false,
  state: 'opened',
  weight: null,
  reference: 'acme/app#3',
  path: '/acme/app/-/issues/3',
  relation_path: '/groups/acme/-/epics/2/issues/1003',
  due_date: null,
  created_at: '2026-11-01T00:00:00Z',
  closed_at: null,
  epic_issue_id: 1003,
};

test('TR-05.33 an addition is answered when another tree is open, which counts it already: that tree is read again', async () => {
  const builder = new PlannerBuilder().root({ iid: '2', id: epicGid(2) });
  await builder.fake.connect(true);
  const planner = await builder.opened(epicChildren(2, {}, below(0)));
  await planner.do(treeActions.formOpened({ form: 'addIssue', parentId: epicGid(2) }));
  await planner.do(treeActions.referencesTyped({ text: 'acme/app#3 ', caret: 11 }), treeActions.formSubmitted());
  const [sent] = planner.fake.calls.filter(({ what }) => what.startsWith('POST ')).slice(-1);
  await planner.do(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: ROOT }, config: {} }));
  await planner.fake.next('epicChildren').answer(root(1));
  expect(reads(planner)).toEqual([]);
  await sent?.answer({ issuables: [ISSUE_3] });
  expect(reads(planner)).toEqual(['1']);
  await planner.fake.next('epicChildren').answer(root(1));
  expect(counted(planner)).toEqual([1, 1]);
  expect(reads(planner)).toEqual([]);
});

test('TR-05.33 a removal is answered when those above were read without the child, and its parent was not: all of them are read again', async () => {
  const builder = new PlannerBuilder();
  await builder.fake.connect(true);
  const planner = await builder.opened(root(2));
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  const both = epicChildren(2, { issues: [issueNode(5), issueNode(6)] }, below(2));
  await planner.fake.next('epicChildren').answer(both);
  await planner.do(treeActions.removeAsked({ id: issueGid(5), parentId: epicGid(2) }), treeActions.removeConfirmed());
  const [sent] = planner.fake.calls.filter(({ what }) => what.startsWith('DELETE '));
  await planner.fake.push(ROOT);
  await planner.fake.next('epicChildren').answer(root(1));
  await sent?.answer({ issuables: [] });
  for (const iid of ['1', '2']) {
    expect(reads(planner)).toEqual([iid]);
    const one = epicChildren(2, { issues: [issueNode(6)] }, below(1));
    await planner.fake.next('epicChildren').answer(iid === '1' ? root(1) : one);
  }
  expect(counted(planner)).toEqual([1, 1]);
  expect(reads(planner)).toEqual([]);
});
