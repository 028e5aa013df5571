import type { TestPlanner } from '../testing/index.ts';
import { selectTreeEmpty, selectTreeHeader, selectTreeRoot, selectTreeRows, selectTreeStatus } from '../index.ts';
import { get } from '../table/index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueGid,
  issueNode,
  PlannerBuilder,
  refusal,
  UNREACHABLE,
  wireError,
} from '../testing/index.ts';
import { wholeItem } from '../work-item/shown.ts';
import { treeActions } from './index.ts';
import { childrenRead } from './testing/answers.ts';
import { lastReading } from './testing/moves.ts';

const ROOT = epicGid(1);
const FETCH = 'Something went wrong while fetching child epics.';
const ids = (planner: TestPlanner, parentId = ROOT) =>
  planner.confirmedChildren(parentId)?.map((id) => id.replace(/\D/g, ''));
const rows = (planner: TestPlanner) =>
  selectTreeRows(planner.state).map(
    (row) =>
      `${'  '.repeat(row.depth)}${row.kind === 'item' ? row.id.replace(/^.*\/(.).*\/(\d+)$/, '$1$2') : row.kind}`,
  );

const withEpic2 = () =>
  new PlannerBuilder().opened(epicChildren(1, { epics: [epicNode(2, { hasIssues: true })], issues: [issueNode(3)] }));

describe('the first page', () => {
  test('TR-01.1 asks for 100 epics and 100 issues of the epic', async () => {
    const planner = await new PlannerBuilder().opening();
    expect(selectTreeStatus(planner.state)).toBe('loading');
    expect(planner.fake.next('epicChildren').variables).toEqual({
      fullPath: 'acme',
      iid: '1',
      pageSize: 100,
      epicEndCursor: null,
      issueEndCursor: null,
      withEpics: true,
      withIssues: true,
    });
  });

  test('TR-01.32 shows both kinds in one order, open before closed', async () => {
    const planner = await new PlannerBuilder().opened(
      epicChildren(1, {
        epics: [epicNode(2, { relativePosition: 20 }), epicNode(4, { relativePosition: 40, state: 'closed' })],
        issues: [issueNode(1, { relativePosition: 10, state: 'closed' }), issueNode(3, { relativePosition: 30 })],
      }),
    );
    expect(ids(planner)).toEqual(['2', '3', '1', '4']);
    expect(selectTreeStatus(planner.state)).toBe('ready');
  });

  test('TR-21.20 the parent epic has what the page said and what the answer says', async () => {
    const planner = await new PlannerBuilder()
      .root({
        id: null,
        reference: '',
        permissions: { canAdmin: false, canAdminRelation: true, canUpdate: false, canCreate: false, canDestroy: false },
      })
      .opened(
        epicChildren(
          1,
          {},
          {
            title: 'Roadmap',
            confidential: true,
            userPermissions: { adminEpic: false, createEpic: true, updateEpic: true, destroyEpic: false },
          },
        ),
      );
    expect(selectTreeRoot(planner.state)).toEqual({
      kind: 'epic',
      id: ROOT,
      iid: '1',
      fullPath: 'acme',
      title: 'Epic 1',
      reference: 'acme&1',
      confidential: true,
      type: 'epic',
      groupId: 'gid://gitlab/Group/7',
      groupName: 'Acme',
      permissions: { canAdmin: false, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: false },
    });
    expect(get(planner.state.confirmed.items, ROOT)?.title).toBe('Roadmap');
  });

  test('TR-01.31 nothing is cached: opening another tree forgets everything and gives the reading up', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    const reading = planner.fake.next('epicChildren');
    await planner.do(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '9' }, config: {} }));
    expect(reading.cancelled).toBe(true);
    expect(planner.state.confirmed.items.size).toBe(0);
    expect(selectTreeRows(planner.state)).toEqual([]);
    await planner.fake.next('epicChildren').answer(epicChildren(9, { issues: [issueNode(7)] }));
    expect(rows(planner)).toEqual(['I7']);
    await planner.do(treeActions.closed());
    expect([planner.state.confirmed.items.size, selectTreeStatus(planner.state)]).toEqual([0, 'idle']);
  });

  test('TR-06.23 TR-02.22 a failure is told by the page alone, without numbers, and can be tried again', async () => {
    const planner = await new PlannerBuilder().opening();
    await planner.fake.next('epicChildren').fail(refusal(500, 'Out of order'));
    expect(selectTreeStatus(planner.state)).toBe('failed');
    expect(selectTreeHeader(planner.state)).toMatchObject({ countLines: [], weight: null, health: [] });
    expect(planner.state.notice).toEqual([]);
    await planner.do(treeActions.retried());
    expect(selectTreeStatus(planner.state)).toBe('loading');
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(3)] }));
    expect(rows(planner)).toEqual(['I3']);
  });

  test('TR-06.25 a reading that the browser broke off is over: no alert, and it can be tried again', async () => {
    const planner = await new PlannerBuilder().opening();
    await planner.fake.next('epicChildren').fail(wireError({ kind: 'aborted' }));
    expect([selectTreeStatus(planner.state), planner.alerts]).toEqual(['failed', []]);
    await planner.do(treeActions.retried());
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(3)], moreIssues: 'i3' }));
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    await planner.fake.next('epicChildren').fail(wireError({ kind: 'aborted' }));
    expect(selectTreeRows(planner.state).at(-1)).toMatchObject({ kind: 'more', loading: false });
    expect(planner.alerts).toEqual([]);
  });

  test('TR-06.23 an epic that the viewer may not know of is a state of the page', async () => {
    const planner = await new PlannerBuilder().opening();
    await planner.fake.next('epicChildren').answer({ group: null });
    expect(selectTreeStatus(planner.state)).toBe('missing');
    expect(planner.alerts).toEqual([]);
  });

  test('TR-13.21 a tree without children says so once it is read', async () => {
    const planner = await new PlannerBuilder().opening();
    expect(selectTreeEmpty(planner.state)).toBe(false);
    await planner.fake.next('epicChildren').answer(epicChildren(1, {}));
    expect(selectTreeEmpty(planner.state)).toBe(true);
  });
});

describe('expand and collapse', () => {
  test('TR-05.21 the first toggle fetches, later ones flip', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    expect(rows(planner)).toEqual(['E2', '  loading', 'I3']);
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
    const call = planner.fake.next('epicChildren');
    expect(call.variables).toMatchObject({ fullPath: 'acme', iid: '2' });
    await call.answer(epicChildren(2, { issues: [issueNode(5)] }));
    expect(rows(planner)).toEqual(['E2', '  I5', 'I3']);
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    expect(rows(planner)).toEqual(['E2', 'I3']);
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    expect(rows(planner)).toEqual(['E2', '  I5', 'I3']);
    expect(planner.fake.calls.filter(({ what }) => what === 'epicChildren')).toHaveLength(2);
  });

  test('TR-05.22 an item whose children fail to load stays collapsed and can be toggled again', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').fail(UNREACHABLE);
    expect(rows(planner)).toEqual(['E2', 'I3']);
    expect(planner.alerts).toEqual([FETCH]);
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
    expect(rows(planner)).toEqual(['E2', '  I5', 'I3']);
  });

  test('TR-05.22 an epic that has disappeared does the same', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer({ group: { id: 'gid://gitlab/Group/7', epic: null } });
    expect([rows(planner), planner.alerts, selectTreeStatus(planner.state)]).toEqual([['E2', 'I3'], [FETCH], 'ready']);
  });

  test('TR-05.22 an item that has left the tree meanwhile gets no flags from a reading that fails', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    const reading = planner.fake.next('epicChildren');
    await planner.do(treeActions.removeAsked({ id: epicGid(2), parentId: ROOT }), treeActions.removeConfirmed());
    await planner.fake.next('DELETE /groups/acme/-/epics/1/links/2').answer({});
    await reading.fail(UNREACHABLE);
    expect([rows(planner), get(planner.state.tree.expansion, epicGid(2))]).toEqual([['I3'], undefined]);
  });

  test('TR-05.3 an item without children is not fetched', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: issueGid(3) }), treeActions.itemToggled({ id: 'nobody' }));
    expect(planner.fake.waiting('epicChildren')).toEqual([]);
  });

  test('TR-05.20 an item read under another parent leaves the one in which it stood', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(3)] }));
    expect(rows(planner)).toEqual(['E2', '  I3']);
    expect(get(planner.state.confirmed.parents, issueGid(3))).toBe(epicGid(2));
  });

  test('TR-05.28 a parent that its own reading finds closed moves to the closed ones of its list', async () => {
    const epics = [epicNode(2, { hasIssues: true }), epicNode(3), epicNode(4, { state: 'closed' })];
    const planner = await new PlannerBuilder().opened(epicChildren(1, { epics }));
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }, { state: 'closed' }));
    expect(ids(planner)).toEqual(['3', '2', '4']);
    expect(get(planner.state.confirmed.orders, ROOT)?.open).toBe(1);
    const parent = get(planner.state.confirmed.items, epicGid(2));
    if (parent === undefined) throw new Error('The parent is not known');
    await planner.do(
      childrenRead({
        parentId: epicGid(2),
        parent: { ...wholeItem(planner.state.confirmed, parent), state: 'opened' },
      }),
    );
    expect(ids(planner)).toEqual(['2', '3', '4']);
  });

  test('TR-16.21 nothing collapses during a drag', async () => {
    const planner = await withEpic2();
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
    await planner.do(
      treeActions.dragStarted({ id: issueGid(3), parentId: ROOT }),
      treeActions.itemToggled({ id: epicGid(2) }),
    );
    expect(rows(planner)).toEqual(['E2', '  I5', 'I3']);
  });
});

describe('next pages', () => {
  const first = () =>
    new PlannerBuilder().opened(
      epicChildren(1, { epics: [epicNode(2)], issues: [issueNode(3, { relativePosition: 15 })], moreIssues: 'i1' }),
    );

  test('TR-06.21 only the kinds that have one are asked for, each with its cursor', async () => {
    const planner = await first();
    expect(rows(planner)).toEqual(['I3', 'E2', 'more']);
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    const call = planner.fake.next('epicChildren');
    expect(call.variables).toMatchObject({
      withEpics: false,
      withIssues: true,
      issueEndCursor: 'i1',
      epicEndCursor: null,
    });
    await call.answer(epicChildren(1, { issues: [issueNode(4, { relativePosition: 40 })] }));
    expect(rows(planner)).toEqual(['I3', 'E2', 'I4']);
  });

  test('TR-06.22 pressing the button twice asks once', async () => {
    const planner = await first();
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }), treeActions.nextPageAsked({ parentId: ROOT }));
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
    expect(selectTreeRows(planner.state).at(-1)).toMatchObject({ kind: 'more', loading: true });
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(4)] }));
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    expect(planner.fake.waiting('epicChildren')).toHaveLength(0);
  });

  test('TR-06.22 a next page waits for the reading of the same parent that runs', async () => {
    const planner = await first();
    await planner.fake.clock.advance(30_000);
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
    await planner.fake
      .next('epicChildren')
      .answer(epicChildren(1, { epics: [epicNode(2)], issues: [issueNode(3)], moreIssues: 'i2' }));
    expect(planner.fake.next('epicChildren').variables).toMatchObject({ issueEndCursor: 'i2' });
  });

  test('TR-06.23 a failure is an alert, and the button stays', async () => {
    const planner = await first();
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    await planner.fake.next('epicChildren').fail(UNREACHABLE);
    expect(planner.alerts).toEqual([FETCH]);
    expect(selectTreeRows(planner.state).at(-1)).toMatchObject({ kind: 'more', loading: false });
    expect(selectTreeStatus(planner.state)).toBe('ready');
  });

  test('TR-14.27 a page read before a move was answered is dropped and read again', async () => {
    const planner = await new PlannerBuilder().opened(
      epicChildren(1, { issues: [issueNode(1), issueNode(2)], moreIssues: 'i1' }),
    );
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    const stale = planner.fake.next('epicChildren');
    await planner.do(
      treeActions.childMoved({
        childId: issueGid(2),
        fromParentId: ROOT,
        parentId: ROOT,
        before: issueGid(1),
        after: null,
      }),
    );
    await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: [] } });
    await stale.answer(epicChildren(1, { issues: [issueNode(9)] }));
    expect(ids(planner)).toEqual(['2', '1']);
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(3)] }));
    expect(ids(planner)).toEqual(['2', '1', '3']);
    expect(lastReading(planner).cursor).toEqual({ epics: null, issues: 'i1' });
  });
});
