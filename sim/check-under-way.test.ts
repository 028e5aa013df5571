import { epicChildren, epicGid, issueNode, PlannerBuilder } from '@espalier/core/testing';
import { treeActions } from '@espalier/core/tree';
import { idleFaults } from './check-under-way.ts';

test('what says that it is under way is a fault only while nothing is', async () => {
  const planner = await new PlannerBuilder().opening();
  const faults = (isWaiting: boolean): string[] =>
    idleFaults({ index: 3, state: planner.state, isTrying: false }, isWaiting);
  expect(faults(true)).toEqual([]);
  expect(faults(false)).toEqual(['client 3: tree/children acme 1 is being read, and nothing is under way']);
  await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(3)], moreIssues: 'i3' }));
  expect(faults(false)).toEqual([]);
  await planner.do(treeActions.nextPageAsked({ parentId: epicGid(1) }));
  expect(faults(true)).toEqual([]);
  expect(faults(false)).toEqual(['client 3: tree/children acme 1 is being read, and nothing is under way']);
});
