import { selectRowModel, selectTreeColumns } from '../index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder } from '../testing/index.ts';
import { bitsOf, set, tableOf } from '../table/index.ts';
import { treeActions } from './index.ts';

const ROOT = epicGid(1);

test('TR-07.50 a column is there while any item of the tree has something in it', async () => {
  const none = epicNode(2, { descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 } });
  const planner = await new PlannerBuilder().opened(epicChildren(1, { epics: [none], issues: [issueNode(3)] }));
  expect(selectTreeColumns(planner.state)).toEqual(['updated']);
  const before = selectTreeColumns(planner.state);
  await planner.do(treeActions.labelsToggled());
  expect(selectTreeColumns(planner.state)).toBe(before);

  const counts = { openedEpics: 0, closedEpics: 0, openedIssues: 2, closedIssues: 1 };
  const full = await new PlannerBuilder().opened(
    epicChildren(1, {
      epics: [epicNode(2, { descendantCounts: counts })],
      issues: [issueNode(3, { weight: 0, dueDate: '2026-03-01', healthStatus: 'atRisk' })],
    }),
  );
  expect(selectTreeColumns(full.state)).toEqual(['counts', 'progress', 'weight', 'due', 'health', 'updated']);
  expect(ROOT).toBe(full.state.tree.root?.id);
});

test('TR-07.56 an issue says how far its checklist is where epics have their counts; one without says nothing', async () => {
  const told = issueNode(3, { taskCompletionStatus: { count: 5, completedCount: 2 } });
  const planner = await new PlannerBuilder().opened(epicChildren(1, { issues: [told, issueNode(4)] }));
  expect(selectTreeColumns(planner.state)).toEqual(['counts', 'updated']);
  const tasks = [3, 4].map((id) => selectRowModel(planner.state, issueGid(id))?.tasks);
  expect(tasks).toEqual([{ count: 5, completed: 2 }, null]);
});

test('TR-07.50 after a change only what it changed is looked at', () => {
  let looked = 0;
  const bits = bitsOf<number>((value) => {
    looked += 1;
    return value;
  });
  const table = tableOf(Array.from({ length: 5000 }, (_, index) => [`gid://gitlab/Issue/${index}`, 1] as const));
  expect([bits(table), looked]).toEqual([1, 5000]);
  looked = 0;
  expect(bits(set(table, 'gid://gitlab/Issue/77', 4))).toBe(5);
  expect(looked).toBeLessThanOrEqual(32);
});
