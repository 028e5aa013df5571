import type { TestPlanner } from '../../testing/index.ts';
import type { ChildrenRead } from './answers.ts';
import { selectVisible } from '../../index.ts';
import { get } from '../../table/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder } from '../../testing/index.ts';
import { treeActions, treeReads } from '../index.ts';

export const ROOT = epicGid(1);
export const REORDER = 'Something went wrong while ordering item.';
export const MOVE = 'Something went wrong while moving item.';
export const DONE = { epicTreeReorder: { errors: [] } };

const short = (ids: readonly string[] | undefined) =>
  ids?.map((id) => id.replace(/^gid:..gitlab.(.).*\/(\d+)$/, '$1$2'));
export const shown = (planner: TestPlanner, parentId = ROOT) =>
  short(get(selectVisible(planner.state).orders, parentId)?.ids);
export const confirmed = (planner: TestPlanner, parentId = ROOT) => short(planner.confirmedChildren(parentId));

export const issues = [1, 2, 3, 4].map((id) => issueNode(id));
export const opened = () => new PlannerBuilder().opened(epicChildren(1, { issues }));

export const reorder = (childId: number, before: number | null, after: number | null = null) =>
  treeActions.childMoved({
    childId: issueGid(childId),
    fromParentId: ROOT,
    parentId: ROOT,
    before: before === null ? null : issueGid(before),
    after: after === null ? null : issueGid(after),
  });

/** The last reading of children that was taken in. */
export function lastReading(planner: TestPlanner): ChildrenRead {
  const action = planner.actions.findLast(treeReads.children.received.match);
  if (action === undefined) throw new Error('No children were read');
  return action.payload;
}

/** Epic 1 holds epics 2 (with issue 5), 3 (collapsed, with children) and issue 1. */
export async function nested() {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, {
      epics: [
        epicNode(2, {
          hasIssues: true,
          descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 1, closedIssues: 0 },
        }),
        epicNode(3, { hasIssues: true }),
      ],
      issues: [issueNode(1, { weight: 3, healthStatus: 'atRisk', relativePosition: 40 })],
    }),
  );
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
  return planner;
}
