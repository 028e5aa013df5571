import type { TestPlanner } from '../testing/index.ts';
import { selectTreeRows, selectVisible } from '../index.ts';
import { get } from '../table/index.ts';
import { epicGid, issueGid, linkGid } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { ROOT, MOVE, DONE, shown, nested } from './testing/moves.ts';

const toEpic2 = treeActions.childMoved({
  childId: issueGid(1),
  fromParentId: ROOT,
  parentId: epicGid(2),
  before: issueGid(5),
  after: null,
});
const countsOf = (planner: TestPlanner, id: string) => {
  const item = get(selectVisible(planner.state).items, id);
  return [
    item?.descendantCounts?.openedIssues,
    item?.descendantWeightSum?.openedIssues,
    item?.healthCounts?.issuesAtRisk,
  ];
};

test('TR-15.23 is shown at once with the counts of all ancestors, and a refusal takes it all back', async () => {
  const planner = await nested();
  await planner.do(toEpic2);
  expect([shown(planner), shown(planner, epicGid(2))]).toEqual([
    ['E2', 'E3'],
    ['I1', 'I5'],
  ]);
  expect(planner.fake.next('epicTreeReorder').variables).toEqual({
    input: {
      baseEpicId: ROOT,
      moved: { id: linkGid(1), adjacentReferenceId: linkGid(5), relativePosition: 'after', newParentId: epicGid(2) },
    },
  });
  await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['Too deep'] } });
  expect([shown(planner), shown(planner, epicGid(2))]).toEqual([['E2', 'E3', 'I1'], ['I5']]);
  expect(planner.alerts).toEqual([MOVE]);
  expect(selectVisible(planner.state)).toBe(planner.state.confirmed);
});

test('TR-02.30 the new parent counts the item, the root, which stands above both, keeps its counts', async () => {
  const planner = await nested();
  const root = countsOf(planner, ROOT);
  expect(countsOf(planner, epicGid(2))).toEqual([1, 0, 0]);
  await planner.do(toEpic2);
  expect(countsOf(planner, epicGid(2))).toEqual([2, 3, 1]);
  expect(countsOf(planner, ROOT)).toEqual(root);
  await planner.do(
    treeActions.childMoved({
      childId: issueGid(1),
      fromParentId: epicGid(2),
      parentId: epicGid(3),
      before: null,
      after: null,
    }),
  );
  expect(countsOf(planner, epicGid(2))).toEqual([1, 0, 0]);
  expect(countsOf(planner, epicGid(3))).toEqual([1, 3, 1]);
});

test('TR-15.22 a parent that was never loaded stays so, and shows that it has children', async () => {
  const planner = await nested();
  await planner.do(
    treeActions.childMoved({
      childId: epicGid(2),
      fromParentId: ROOT,
      parentId: epicGid(3),
      before: null,
      after: null,
    }),
  );
  expect(shown(planner, epicGid(3))).toBeUndefined();
  expect(shown(planner)).toEqual(['E3', 'I1']);
  expect(get(selectVisible(planner.state).items, epicGid(3))?.hasChildren).toBe(true);
  expect(planner.fake.next('epicTreeReorder').variables).toEqual({
    input: { baseEpicId: ROOT, moved: { id: epicGid(2), relativePosition: 'before', newParentId: epicGid(3) } },
  });
});

test('TR-15.21 a move below itself changes nothing', async () => {
  const planner = await nested();
  const rows = selectTreeRows(planner.state);
  await planner.do(
    treeActions.childMoved({
      childId: epicGid(2),
      fromParentId: ROOT,
      parentId: epicGid(2),
      before: null,
      after: null,
    }),
  );
  expect(selectTreeRows(planner.state)).toEqual(rows);
});

test('TR-15.20 the child is taken from wherever it is now', async () => {
  const planner = await nested();
  await planner.do(toEpic2);
  await planner.fake.next('epicTreeReorder').answer(DONE);
  await planner.do(
    treeActions.childMoved({
      childId: issueGid(1),
      fromParentId: ROOT,
      parentId: epicGid(3),
      before: null,
      after: null,
    }),
  );
  expect([shown(planner), shown(planner, epicGid(2))]).toEqual([['E2', 'E3'], ['I5']]);
  expect(planner.fake.next('epicTreeReorder').variables).toMatchObject({ input: { baseEpicId: epicGid(2) } });
});

test('TR-13.30 a parent whose last child leaves is not expandable any more', async () => {
  const planner = await nested();
  await planner.do(
    treeActions.childMoved({
      childId: issueGid(5),
      fromParentId: epicGid(2),
      parentId: ROOT,
      before: null,
      after: issueGid(1),
    }),
  );
  const row = selectTreeRows(planner.state).find((it) => it.kind === 'item' && it.id === epicGid(2));
  expect(row).toMatchObject({ expandable: false, expanded: false });
  expect(shown(planner)).toEqual(['E2', 'E3', 'I1', 'I5']);
});
