import type { TestPlanner } from '../testing/index.ts';
import { selectAnnouncement, selectTreeRows, selectVisible } from '../index.ts';
import { get } from '../table/index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueGid,
  issueNode,
  linkGid,
  PlannerBuilder,
  refusal,
  UNREACHABLE,
  wireError,
} from '../testing/index.ts';
import { treeActions, treeAnswers, type ChildrenAnswer } from './index.ts';

const ROOT = epicGid(1);
const REORDER = 'Something went wrong while ordering item.';
const MOVE = 'Something went wrong while moving item.';
const DONE = { epicTreeReorder: { errors: [] } };

const short = (ids: readonly string[] | undefined) =>
  ids?.map((id) => id.replace(/^gid:..gitlab.(.).*\/(\d+)$/, '$1$2'));
const shown = (planner: TestPlanner, parentId = ROOT) => short(get(selectVisible(planner.state).orders, parentId)?.ids);
const confirmed = (planner: TestPlanner, parentId = ROOT) => short(planner.confirmedChildren(parentId));

const issues = [1, 2, 3, 4].map((id) => issueNode(id));
const opened = () => new PlannerBuilder().opened(epicChildren(1, { issues }));

const reorder = (childId: number, before: number | null, after: number | null = null) =>
  treeActions.childMoved({
    childId: issueGid(childId),
    fromParentId: ROOT,
    parentId: ROOT,
    before: before === null ? null : issueGid(before),
    after: after === null ? null : issueGid(after),
  });

/** The last answer that was taken in. */
const readAnswer = (planner: TestPlanner): ChildrenAnswer =>
  planner.actions.findLast(treeAnswers.childrenRead.match)?.payload as ChildrenAnswer;

/** Epic 1 holds epics 2 (with issue 5), 3 (collapsed, with children) and issue 1. */
async function nested() {
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

describe('reorder', () => {
  test('TR-14.26 a refused move returns to the confirmed order, with the alert and the server’s first error', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    expect(shown(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
    const call = planner.fake.next('epicTreeReorder');
    expect(call.variables).toEqual({
      input: {
        baseEpicId: ROOT,
        moved: { id: linkGid(4), adjacentReferenceId: linkGid(1), relativePosition: 'after' },
      },
    });
    await call.answer({ epicTreeReorder: { errors: ['Relative position is not valid.', 'Another'] } });
    expect(shown(planner)).toEqual(['I1', 'I2', 'I3', 'I4']);
    expect(selectVisible(planner.state)).toBe(planner.state.confirmed);
    expect(planner.state.notice).toMatchObject([
      { kind: 'danger', text: REORDER, detail: 'Relative position is not valid.', dismissible: true, scope: 'tree' },
    ]);
    const refused = planner.actions.at(-1);
    expect(refused).toMatchObject({ type: 'tree/moveRefused', meta: { origin: 'server', notice: { text: REORDER } } });
  });

  test('TR-14.26 a call that fails does the same', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    await planner.fake.next('epicTreeReorder').fail(refusal(500));
    expect(shown(planner)).toEqual(['I1', 'I2', 'I3', 'I4']);
    expect(planner.alerts).toEqual([REORDER]);
  });

  test('TR-14.25 a confirmed move is folded in one action, and its parent read again', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    expect(planner.state.pending).toEqual([]);
    expect(confirmed(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
    const again = planner.fake.next('epicChildren');
    await again.answer(
      epicChildren(1, { issues: [4, 1, 2, 3].map((id, index) => issueNode(id, { relativePosition: index })) }),
    );
    expect(confirmed(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
    expect(planner.alerts).toEqual([]);
  });

  test('TR-14.22 a confirmed move takes a position between its neighbours, so that the next page merges rightly', async () => {
    const planner = await new PlannerBuilder().opened(epicChildren(1, { issues, moreIssues: 'c1' }));
    await planner.do(reorder(4, 2));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    const position = get(planner.state.confirmed.items, issueGid(4))?.relativePosition;
    expect(position).toBe(15);
  });

  test('TR-14.24 moves are sent one after the other, and the second says what is true then', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1), reorder(3, 4));
    expect(shown(planner)).toEqual(['I3', 'I4', 'I1', 'I2']);
    expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(1);
    await planner.fake.next('epicTreeReorder').answer(DONE);
    const second = planner.fake.next('epicTreeReorder');
    expect(second.variables).toMatchObject({
      input: { moved: { id: linkGid(3), adjacentReferenceId: linkGid(4), relativePosition: 'after' } },
    });
    await second.answer(DONE);
    expect(confirmed(planner)).toEqual(['I3', 'I4', 'I1', 'I2']);
  });

  test('TR-14.26 of two overlapping moves the first is refused and the second stands', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1), reorder(3, 4));
    await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['No'] } });
    expect(shown(planner)).toEqual(['I1', 'I2', 'I3', 'I4']);
    await planner.do(reorder(1, null, 2));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    expect(shown(planner)).toEqual(['I2', 'I1', 'I3', 'I4']);
    expect(planner.state.pending).toHaveLength(1);
  });

  test('TR-14.26 a refused move among changes by others leaves exactly what the server said', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    await planner.fake.clock.advance(30_000);
    await planner.fake
      .next('epicChildren')
      .answer(epicChildren(1, { issues: [3, 2, 4, 9].map((id, index) => issueNode(id, { relativePosition: index })) }));
    // Issue 1, the neighbour, has left: the child goes to the end.
    expect(shown(planner)).toEqual(['I3', 'I2', 'I9', 'I4']);
    await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['No'] } });
    expect(shown(planner)).toEqual(['I3', 'I2', 'I4', 'I9']);
  });

  test('TR-14.23 without an answer the move is unknown and sent again with the same key', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    const first = planner.fake.next('epicTreeReorder');
    await first.fail(UNREACHABLE);
    expect(planner.state.pending).toMatchObject([{ status: 'unknown' }]);
    expect(shown(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
    await planner.fake.clock.advance(1000);
    const second = planner.fake.next('epicTreeReorder');
    expect(second.idempotencyKey).toBe(first.idempotencyKey);
    expect(second.idempotencyKey).not.toBeUndefined();
    await second.answer(DONE);
    expect(confirmed(planner)).toEqual(['I4', 'I1', 'I2', 'I3']);
    expect(planner.alerts).toEqual([]);
  });

  test('TR-14.23 after the fifth try it is given up, and the list read again', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    for (const wait of [1000, 2000, 4000, 8000]) {
      await planner.fake.next('epicTreeReorder').fail(wireError({ kind: 'timeout' }));
      await planner.fake.clock.advance(wait - 1);
      expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(0);
      await planner.fake.clock.advance(1);
    }
    await planner.fake.next('epicTreeReorder').fail(UNREACHABLE);
    expect(planner.state.pending).toEqual([]);
    expect(planner.alerts).toEqual([REORDER]);
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
  });

  test('TR-14.29 what is sent again under its key says the same, whatever was read meanwhile', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    const first = planner.fake.next('epicTreeReorder');
    await first.fail(UNREACHABLE);
    await planner.fake.clock.advance(1000);
    const second = planner.fake.next('epicTreeReorder');
    await second.fail(wireError({ kind: 'timeout' }));
    await planner.do(treeAnswers.childrenRead({ ...readAnswer(planner), items: readAnswer(planner).items.slice(1) }));
    await planner.fake.clock.advance(2000);
    const third = planner.fake.next('epicTreeReorder');
    expect(third.variables).toEqual(first.variables);
    expect(third.idempotencyKey).toBe(first.idempotencyKey);
  });

  test('TR-14.29 a server that was busy has done nothing: it is told what is true then', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    const first = planner.fake.next('epicTreeReorder');
    await first.fail(wireError({ kind: 'http', status: 503, retryAfter: 1000 }));
    await planner.do(treeAnswers.childrenRead({ ...readAnswer(planner), items: readAnswer(planner).items.slice(1) }));
    await planner.fake.clock.advance(1000);
    const second = planner.fake.next('epicTreeReorder');
    expect(second.idempotencyKey).toBe(first.idempotencyKey);
    expect(second.variables).not.toEqual(first.variables);
  });

  test.each([wireError({ kind: 'malformed' }), wireError({ kind: 'http', status: 502 })])(
    'TR-14.23 an answer that cannot be read leaves it open whether it was done: the list is read again ($kind)',
    async (error) => {
      const planner = await opened();
      await planner.do(reorder(4, 1));
      await planner.fake.next('epicTreeReorder').fail(error);
      expect(planner.alerts).toEqual([REORDER]);
      expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
    },
  );

  test('TR-14.23 a busy server is asked again when it says so', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    await planner.fake.next('epicTreeReorder').fail(wireError({ kind: 'http', status: 429, retryAfter: 7000 }));
    await planner.fake.clock.advance(6999);
    expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(0);
    await planner.fake.clock.advance(1);
    await planner.fake.next('epicTreeReorder').answer(DONE);
    expect(planner.alerts).toEqual([]);
  });

  test('TR-14.21 only the touched list changes', async () => {
    const planner = await nested();
    const before = selectVisible(planner.state);
    await planner.do(
      treeActions.childMoved({
        childId: issueGid(1),
        fromParentId: ROOT,
        parentId: ROOT,
        before: epicGid(2),
        after: null,
      }),
    );
    const after = selectVisible(planner.state);
    expect(shown(planner)).toEqual(['I1', 'E2', 'E3']);
    expect(get(after.orders, epicGid(2))).toBe(get(before.orders, epicGid(2)));
    expect(after.items).toBe(before.items);
    await planner.do(reorder(77, 1));
    expect(shown(planner)).toEqual(['I1', 'E2', 'E3']);
  });

  test('TR-16.26 the move is announced with its place', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    expect(selectAnnouncement(planner.state).text).toBe('Moved acme/app#4 Issue 4 to position 1 of 4.');
    const { id } = selectAnnouncement(planner.state);
    await planner.do(reorder(4, 2), reorder(4, 1));
    expect(selectAnnouncement(planner.state)).toEqual({
      id: id + 2,
      text: 'Moved acme/app#4 Issue 4 to position 1 of 4.',
    });
  });

  test('TR-16.26 it is said in the step that shows it; what is shown counts the moves before it', async () => {
    const planner = await opened();
    const from = planner.actions.length;
    await planner.do(reorder(4, 1), reorder(3, null, 2));
    expect(planner.actions.slice(from).map(({ type }) => type)).toEqual(['tree/childMoved', 'tree/childMoved']);
    expect(selectAnnouncement(planner.state).text).toBe('Moved acme/app#3 Issue 3 to position 4 of 4.');
    await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['No'] } });
    expect(selectAnnouncement(planner.state).text).toBe('Moved acme/app#3 Issue 3 to position 4 of 4.');
  });

  test('RP-02.17 a move goes out with the action that makes it; one that has to wait is sent when its turn comes', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1), reorder(3, 1));
    expect(planner.state.pending.map(({ status }) => status)).toEqual(['sent', 'queued']);
    expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(1);
    const from = planner.actions.length;
    await planner.fake.next('epicTreeReorder').answer(DONE);
    expect(planner.state.pending).toMatchObject([{ status: 'sent', payload: { childId: issueGid(3) } }]);
    expect(planner.actions.slice(from).map(({ type }) => type)).toEqual(['tree/moveConfirmed', 'sync/intentSent']);
    expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(1);
  });

  test('TR-14.23 a restarted watcher sends the open moves again', async () => {
    const planner = await opened();
    await planner.do(reorder(4, 1));
    const { confirmed: tables, pending, tree, stamps } = planner.state;
    planner.planner.dispose();
    const next = new PlannerBuilder().preloaded({ confirmed: tables, pending, tree, stamps }).build();
    expect(shown(next)).toEqual(['I4', 'I1', 'I2', 'I3']);
    const call = next.fake.next('epicTreeReorder');
    expect(call.idempotencyKey).toBe(pending[0]?.id);
    await call.answer(DONE);
    expect(confirmed(next)).toEqual(['I4', 'I1', 'I2', 'I3']);
  });
});

describe('move to another parent', () => {
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
});
