import type { TestPlanner } from '../testing/index.ts';
import { selectCanDrag, selectDropPlace, selectMoveTargets, selectTreeRows } from '../index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder } from '../testing/index.ts';
import { dragSettings, treeActions } from './index.ts';

const ROOT = epicGid(1);
const rows = (planner: TestPlanner) =>
  selectTreeRows(planner.state).map(
    (row) =>
      `${'  '.repeat(row.depth)}${row.kind === 'item' ? row.id.replace(/^.*\/(.).*\/(\d+)$/, '$1$2') : row.kind}`,
  );

/** Epic 1: epic 2 (issue 5), epic 3 (closed children unknown), issues 10, 11 open, 12 closed. */
async function tree(builder = new PlannerBuilder()) {
  const planner = await builder.opened(
    epicChildren(1, {
      epics: [epicNode(2, { hasIssues: true }), epicNode(3, { hasIssues: true })],
      issues: [
        issueNode(10, { relativePosition: 100 }),
        issueNode(11, { relativePosition: 110 }),
        issueNode(12, { relativePosition: 120, state: 'closed' }),
      ],
    }),
  );
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
  return planner;
}

describe('drops and choices', () => {
  test('TR-14.28 a drop becomes an intent about its neighbours', async () => {
    const planner = await tree();
    await planner.do(treeActions.dropped({ id: issueGid(11), fromParentId: ROOT, toParentId: ROOT, index: 1 }));
    expect(rows(planner)).toEqual(['E2', '  I5', 'I11', 'E3', 'I10', 'I12']);
    expect(planner.state.pending[0]?.payload).toEqual({
      childId: issueGid(11),
      fromParentId: ROOT,
      parentId: ROOT,
      rootId: ROOT,
      before: epicGid(3),
      after: epicGid(2),
    });
  });

  test('TR-14.28 a drop that changes nothing is not sent', async () => {
    const planner = await tree();
    for (const [id, index] of [
      [epicGid(2), 0],
      [issueGid(10), 2],
      [issueGid(11), 3],
      [issueGid(11), 4],
      [issueGid(12), 0],
    ] as const) {
      await planner.do(treeActions.dropped({ id, fromParentId: ROOT, toParentId: ROOT, index }));
    }
    expect(planner.state.pending).toEqual([]);
    await planner.do(treeActions.dropped({ id: 'nobody', fromParentId: ROOT, toParentId: ROOT, index: 0 }));
    expect(planner.fake.waiting('epicTreeReorder')).toEqual([]);
  });

  test('TR-14.28 a drop under another parent', async () => {
    const planner = await tree();
    await planner.do(treeActions.dropped({ id: issueGid(10), fromParentId: ROOT, toParentId: epicGid(2), index: 1 }));
    expect(rows(planner)).toEqual(['E2', '  I5', '  I10', 'E3', 'I11', 'I12']);
  });

  test.each([
    ['up', ['E2', '  I5', 'I10', 'E3', 'I11', 'I12']],
    ['down', ['E2', '  I5', 'E3', 'I11', 'I10', 'I12']],
    ['top', ['I10', 'E2', '  I5', 'E3', 'I11', 'I12']],
    ['bottom', ['E2', '  I5', 'E3', 'I11', 'I10', 'I12']],
    [{ parentId: epicGid(2) }, ['E2', '  I10', '  I5', 'E3', 'I11', 'I12']],
  ] as const)('TR-16.24 "Move to…" %j', async (to, expected) => {
    const planner = await tree();
    await planner.do(treeActions.moveChosen({ id: issueGid(10), parentId: ROOT, to }));
    expect(rows(planner)).toEqual(expected);
    expect(planner.state.pending).toHaveLength(1);
  });

  test('TR-16.24 offers only what is possible, and the other parents in sight', async () => {
    const planner = await tree();
    expect(selectMoveTargets(planner.state, issueGid(10))).toEqual({
      up: true,
      down: true,
      top: true,
      bottom: true,
      parents: [
        { id: epicGid(2), title: 'Epic 2', reference: '&2', depth: 1 },
        { id: epicGid(3), title: 'Epic 3', reference: '&3', depth: 1 },
      ],
    });
    expect(selectMoveTargets(planner.state, issueGid(12))).toMatchObject({
      up: false,
      down: false,
      top: false,
      bottom: false,
    });
    expect(selectMoveTargets(planner.state, epicGid(2))).toMatchObject({
      up: false,
      down: true,
      parents: [{ id: epicGid(3) }],
    });
    const others = selectMoveTargets(planner.state, issueGid(5)).parents.map(({ id, depth }) => [id, depth]);
    expect(others).toEqual([
      [ROOT, 0],
      [epicGid(3), 1],
    ]);
    expect(selectMoveTargets(planner.state, issueGid(10))).toBe(selectMoveTargets(planner.state, issueGid(10)));
    await planner.do(treeActions.moveChosen({ id: epicGid(2), parentId: ROOT, to: 'up' }));
    expect(planner.state.pending).toEqual([]);
  });

  test('TR-16.23 a confidential parent takes no public item, and nothing goes below itself', async () => {
    const planner = await new PlannerBuilder().opened(
      epicChildren(1, {
        epics: [epicNode(2, { confidential: true }), epicNode(3)],
        issues: [issueNode(10, { relativePosition: 99 })],
      }),
    );
    expect(selectMoveTargets(planner.state, issueGid(10)).parents.map(({ id }) => id)).toEqual([epicGid(3)]);
    expect(selectMoveTargets(planner.state, epicGid(3)).parents).toEqual([]);
    expect(selectMoveTargets(planner.state, epicGid(2)).parents.map(({ id }) => id)).toEqual([epicGid(3)]);
  });

  test('TR-16.22 without signing in, or without the right, nothing moves', async () => {
    const may = { adminEpic: false, createEpic: false, updateEpic: false, destroyEpic: false };
    const signedOut = await tree(new PlannerBuilder().config({ userSignedIn: false }));
    const reader = await new PlannerBuilder().opened(
      epicChildren(1, { issues: [issueNode(10), issueNode(11)] }, { userPermissions: may }),
    );
    for (const planner of [signedOut, reader]) {
      expect(selectCanDrag(planner.state, issueGid(11))).toBe(false);
      expect(selectMoveTargets(planner.state, issueGid(11)).up).toBe(false);
      await planner.do(treeActions.dropped({ id: issueGid(11), fromParentId: ROOT, toParentId: ROOT, index: 0 }));
      expect(planner.state.pending).toEqual([]);
    }
    expect(selectCanDrag((await tree()).state, issueGid(11))).toBe(true);
  });
});

describe('a drag', () => {
  const over = (overId: string | null, x = 10, y = 10) => treeActions.dragMoved({ overId, x, y });

  async function dragging(id = issueGid(10)) {
    const planner = await tree();
    await planner.do(treeActions.dragStarted({ id, parentId: ROOT }));
    return planner;
  }

  test('TR-16.20 a collapsed parent opens once the pointer has been still for 1000 ms', async () => {
    const planner = await dragging();
    await planner.do(over(epicGid(3)));
    await planner.fake.clock.advance(900);
    await planner.do(over(epicGid(3), 11));
    await planner.fake.clock.advance(999);
    expect(planner.fake.waiting('epicChildren')).toEqual([]);
    await planner.do(over(epicGid(3), 11));
    await planner.fake.clock.advance(1);
    const reading = planner.fake.next('epicChildren');
    await planner.do(over(null, 50));
    expect(reading.cancelled).toBe(false);
    await reading.answer(epicChildren(3, { issues: [issueNode(7)] }));
    expect(rows(planner)).toEqual(['E2', '  I5', 'E3', '  I7', 'I10', 'I11', 'I12']);
  });

  test('TR-16.20 one that was loaded before only opens; leaving or dropping stops the timer', async () => {
    const planner = await tree();
    await planner.do(
      treeActions.itemToggled({ id: epicGid(2) }),
      treeActions.dragStarted({ id: issueGid(10), parentId: ROOT }),
      over(epicGid(2)),
    );
    await planner.fake.clock.advance(500);
    await planner.do(over(null));
    await planner.fake.clock.advance(1000);
    expect(rows(planner)[1]).toBe('E3');
    await planner.do(over(epicGid(2)));
    await planner.fake.clock.advance(1000);
    expect(rows(planner)[1]).toBe('  I5');
    await planner.do(over(epicGid(3)), treeActions.dragCancelled());
    await planner.fake.clock.advance(1000);
    expect(planner.fake.waiting('epicChildren')).toEqual([]);
  });

  test('TR-16.1 the dragged item’s subtree is hidden', async () => {
    const planner = await dragging(epicGid(2));
    expect(rows(planner)).toEqual(['E2', 'E3', 'I10', 'I11', 'I12']);
    expect(planner.state.tree.drag).toEqual({ id: epicGid(2), fromParentId: ROOT, overId: null });
    await planner.do(treeActions.dragCancelled());
    expect(rows(planner)).toEqual(['E2', '  I5', 'E3', 'I10', 'I11', 'I12']);
  });

  test('TR-16.25 the place of a drop is given while the drag lasts', async () => {
    const planner = await dragging();
    expect(selectDropPlace(planner.state, { toIndex: 1, depthChange: 1 })).toEqual({
      parentId: epicGid(2),
      index: 0,
      depth: 1,
    });
    expect(selectDropPlace(planner.state, { toIndex: 0, depthChange: 0 })).toEqual({
      parentId: ROOT,
      index: 0,
      depth: 0,
    });
    await planner.do(treeActions.dropped({ id: issueGid(10), fromParentId: ROOT, toParentId: ROOT, index: 0 }));
    expect(selectDropPlace(planner.state, { toIndex: 1, depthChange: 0 })).toBeNull();
    expect(planner.state.tree.drag).toBeNull();
  });

  test('TR-16.25 a parent that may not hold the item is left out', async () => {
    const planner = await new PlannerBuilder().opened(
      epicChildren(1, {
        epics: [epicNode(2, { confidential: true })],
        issues: [issueNode(10, { relativePosition: 99 })],
      }),
    );
    await planner.do(treeActions.dragStarted({ id: issueGid(10), parentId: ROOT }));
    expect(selectDropPlace(planner.state, { toIndex: 1, depthChange: 1 })).toEqual({
      parentId: ROOT,
      index: 1,
      depth: 0,
    });
  });

  test('TR-16.27 a finger waits and scrolls nearer to the edge', () => {
    expect(dragSettings(true)).toEqual({ delay: 100, scrollSensitivity: 60, scrollSpeed: 20 });
    expect(dragSettings(false)).toEqual({ delay: 0, scrollSensitivity: 100, scrollSpeed: 20 });
  });
});
