import { get } from '../table/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { answerAddition } from './testing/answers.ts';

const ROOT = epicGid(1);

test('TR-09.27 an addition from another parent takes away from that one what it counted', async () => {
  const planner = await new PlannerBuilder().opened(
    epicChildren(
      1,
      {
        epics: [
          epicNode(2, {
            hasIssues: true,
            healthStatus: { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 0 },
          }),
        ],
      },
      { healthStatus: { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 0 } },
    ),
  );
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  const health = { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 0 };
  await planner.fake
    .next('epicChildren')
    .answer(epicChildren(2, { issues: [issueNode(5, { healthStatus: 'onTrack' })] }, { healthStatus: health }));
  const [child] = planner.confirmedChildren(epicGid(2)) ?? [];
  const known = get(planner.state.confirmed.items, child ?? '');
  if (known === undefined) throw new Error('The child is not known');
  // The answer of an addition says nothing of health.
  const { healthStatus, ...answered } = known;
  await answerAddition(planner, ROOT, [answered]);
  expect(get(planner.state.confirmed.items, epicGid(2))?.healthCounts).toEqual({ ...health, issuesOnTrack: 0 });
});

/** Epic 1 holds epic 2, which holds epic 3, which holds issue 5; all of it is shown. */
async function chain() {
  const sums = (openedEpics: number) => ({
    descendantCounts: { openedEpics, closedEpics: 0, openedIssues: 1, closedIssues: 0 },
    healthStatus: { issuesOnTrack: 1, issuesNeedingAttention: 0, issuesAtRisk: 0 },
  });
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, { epics: [epicNode(2, { hasChildren: true, ...sums(1) })] }, sums(2)),
  );
  const epic3 = epicNode(3, { hasIssues: true, ...sums(0) });
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await planner.fake.next('epicChildren').answer(epicChildren(2, { epics: [epic3] }, sums(1)));
  await planner.do(treeActions.itemToggled({ id: epicGid(3) }));
  const issue = issueNode(5, { healthStatus: 'onTrack' });
  await planner.fake.next('epicChildren').answer(epicChildren(3, { issues: [issue] }, sums(0)));
  const counts = (id: number) => {
    const item = get(planner.state.confirmed.items, epicGid(id));
    const all = item?.descendantCounts ?? null;
    return all === null ? null : [all.openedEpics, all.openedIssues, item?.healthCounts?.issuesOnTrack];
  };
  const known = (id: string) => {
    const item = get(planner.state.confirmed.items, id);
    if (item === undefined) throw new Error(`${id} is not known`);
    return item;
  };
  /** As the answer of an addition describes it. */
  const answered = (id: string) => {
    const { healthStatus, descendantCounts, descendantWeightSum, healthCounts, ...rest } = known(id);
    return rest;
  };
  return { planner, counts, answered };
}

test('TR-09.28 an addition says nothing of sums and health: what is known of them stays', async () => {
  const { planner, counts, answered } = await chain();
  const items = [answered(epicGid(3))];
  await answerAddition(planner, ROOT, items);
  expect([1, 2, 3].map(counts)).toEqual([
    [2, 1, 1],
    [0, 0, 0],
    [0, 1, 1],
  ]);
});

test.each([
  ['the child first', [issueGid(5), epicGid(3)]],
  ['the epic first', [epicGid(3), issueGid(5)]],
])('TR-09.27 an epic is added together with its child, %s: each leaves its parent once', async (_, ids) => {
  const { planner, counts, answered } = await chain();
  await answerAddition(planner, ROOT, ids.map(answered));
  expect([1, 2, 3].map(counts)).toEqual([
    [2, 1, 1],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(planner.confirmedChildren(epicGid(3))).toEqual([]);
});

test('TR-09.28 under a parent that was never loaded a child is in no list', async () => {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, { epics: [epicNode(2)], issues: [issueNode(3), issueNode(4)] }),
  );
  const item = get(planner.state.confirmed.items, issueGid(3));
  if (item === undefined) throw new Error('The child is not known');
  await answerAddition(planner, epicGid(2), [item]);
  expect(planner.confirmedChildren(ROOT)).toEqual([epicGid(2), issueGid(4)]);
  expect(get(planner.state.confirmed.parents, issueGid(3))).toBeUndefined();
  expect(get(planner.state.confirmed.items, epicGid(2))?.descendantCounts?.openedIssues).toBe(1);
});
