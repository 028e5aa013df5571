import type { TestPlanner } from '../testing/index.ts';
import { selectTreeRows, selectTreeStatus } from '../index.ts';
import { get } from '../table/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder, UNREACHABLE } from '../testing/index.ts';
import { treeActions } from './index.ts';

const ROOT = epicGid(1);
const ids = (planner: TestPlanner, parentId = ROOT) =>
  planner.confirmedChildren(parentId)?.map((id) => id.replace(/\D/g, ''));
const reads = (planner: TestPlanner) => planner.fake.waiting('epicChildren').map(({ variables }) => variables['iid']);

const answer1 = (...issues: readonly number[]) =>
  epicChildren(1, { epics: [epicNode(2, { hasIssues: true })], issues: issues.map((id) => issueNode(id)) });

async function expanded(connected = false) {
  const builder = new PlannerBuilder();
  await builder.fake.connect(connected);
  const planner = await builder.opened(answer1(3));
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
  return planner;
}

describe('an open tree', () => {
  test('TR-05.25 is read again every 30 seconds, the root and then each expanded parent', async () => {
    const planner = await expanded();
    await planner.fake.clock.advance(30_000);
    expect(reads(planner)).toEqual(['1']);
    await planner.fake.next('epicChildren').answer(answer1(3, 4));
    expect(reads(planner)).toEqual(['2']);
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5), issueNode(6)] }));
    expect([ids(planner), ids(planner, epicGid(2))]).toEqual([
      ['2', '3', '4'],
      ['5', '6'],
    ]);
    expect(reads(planner)).toEqual([]);
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').answer(answer1(3));
    expect(reads(planner)).toEqual([]);
  });

  test('TR-05.25 or as often as the server says', async () => {
    const planner = await expanded();
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').answer(answer1(3));
    await planner.fake
      .next('epicChildren')
      .answer(epicChildren(2, { issues: [issueNode(5)] }), { 'poll-interval': '5000' });
    await planner.fake.clock.advance(4999);
    expect(reads(planner)).toEqual([]);
    await planner.fake.clock.advance(1);
    expect(reads(planner)).toEqual(['1']);
  });

  test('TR-05.25 while pushes arrive, only what they name is read', async () => {
    const planner = await expanded(true);
    await planner.fake.clock.advance(120_000);
    expect(reads(planner)).toEqual([]);
    expect(planner.fake.topics).toEqual([ROOT, epicGid(2)]);
    await planner.fake.push(epicGid(2));
    expect(reads(planner)).toEqual(['2']);
    await planner.fake.push(ROOT);
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
    expect(reads(planner)).toEqual(['1']);
  });

  test('TR-05.25 WI-11.3 a push that says what has changed is followed where it concerns the children', async () => {
    const planner = await expanded(true);
    await planner.fake.push(ROOT, ['title', 'description', 'assignees']);
    expect(reads(planner)).toEqual([]);
    await planner.fake.push(ROOT, ['description', 'counts']);
    expect(reads(planner)).toEqual(['1']);
  });

  test('TR-05.26 with pushes a list is read once more when it is heard only later: what changed in between was pushed to nobody', async () => {
    const builder = new PlannerBuilder();
    await builder.fake.connect(true);
    const planner = await builder.opening();
    expect(planner.fake.topics).toEqual([ROOT]);
    await planner.fake.push(ROOT);
    await planner.fake.next('epicChildren').answer(answer1(3));
    expect(reads(planner)).toEqual(['1']);
    await planner.fake.next('epicChildren').answer(answer1(3, 4));
    expect(ids(planner)).toEqual(['2', '3', '4']);
    expect(reads(planner)).toEqual([]);
  });

  test.each([true, false])(
    'TR-05.27 what changed while it was collapsed is read when it is opened again (pushes: %s)',
    async (connected) => {
      const planner = await expanded(connected);
      const toggle = () => planner.do(treeActions.itemToggled({ id: epicGid(2) }));
      await toggle();
      await toggle();
      expect(reads(planner)).toEqual([]);
      await toggle();
      if (connected) await planner.fake.push(epicGid(2));
      else {
        await planner.fake.clock.advance(30_000);
        await planner.fake.next('epicChildren').answer(answer1(3));
      }
      expect(reads(planner)).toEqual([]);
      await toggle();
      expect(reads(planner)).toEqual(['2']);
      await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5), issueNode(6)] }));
      expect(ids(planner, epicGid(2))).toEqual(['5', '6']);
      await toggle();
      await toggle();
      expect(reads(planner)).toEqual([]);
    },
  );

  test('TR-05.26 without pushes nothing more is read', async () => {
    const planner = await new PlannerBuilder().opened(answer1(3));
    expect(reads(planner)).toEqual([]);
  });

  test('TR-05.25 after the connection came back everything shown is read', async () => {
    const planner = await expanded(true);
    await planner.fake.connect(false);
    expect(reads(planner)).toEqual(['1']);
    await planner.fake.next('epicChildren').answer(answer1(3));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
    await planner.fake.connect(true);
    expect(reads(planner)).toEqual(['1']);
  });

  test('TR-05.25 nothing is taken in during a drag', async () => {
    const planner = await expanded();
    await planner.do(treeActions.dragStarted({ id: issueGid(3), parentId: ROOT }));
    await planner.fake.clock.advance(60_000);
    expect(reads(planner)).toEqual([]);
    await planner.do(treeActions.dragCancelled());
    expect(reads(planner)).toEqual(['1']);
  });

  test('TR-05.25 a failure is no alert: it is tried again, more slowly', async () => {
    const planner = await expanded();
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').fail(UNREACHABLE);
    expect(planner.alerts).toEqual([]);
    await planner.fake.clock.advance(59_999);
    expect(reads(planner)).toEqual([]);
    await planner.fake.clock.advance(1);
    expect(reads(planner)).toEqual(['1']);
  });

  test('TR-06.24 a root that disappears is missing, and is not read any more', async () => {
    const planner = await expanded();
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').answer({ group: null });
    expect(selectTreeStatus(planner.state)).toBe('missing');
    expect(reads(planner)).toEqual([]);
    await planner.fake.clock.advance(600_000);
    expect(reads(planner)).toEqual([]);
  });

  test('TR-06.26 a root that comes back, by whatever answer, is read again with all that is shown', async () => {
    const builder = new PlannerBuilder();
    await builder.fake.connect(true);
    const first = epicChildren(1, { issues: [issueNode(3)], moreIssues: 'i3' });
    const planner = await builder.opened(first);
    await planner.fake.push(ROOT);
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    await planner.fake.next('epicChildren').answer({ group: null });
    expect(selectTreeStatus(planner.state)).toBe('missing');
    // Issue 4 comes now, and a push of that reads nothing.
    await planner.fake.push(ROOT);
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [] }));
    expect(selectTreeStatus(planner.state)).toBe('ready');
    expect(reads(planner)).toEqual(['1']);
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(4), issueNode(3)] }));
    expect(ids(planner)).toEqual(['3', '4']);
    expect(reads(planner)).toEqual([]);
  });

  test('TR-05.25 leaving ends it', async () => {
    const planner = await expanded(true);
    await planner.do(treeActions.closed());
    expect(planner.fake.topics).toEqual([]);
    await planner.fake.push(ROOT);
    await planner.fake.connect(false);
    await planner.fake.clock.advance(60_000);
    expect(reads(planner)).toEqual([]);
  });

  test('TR-05.23 a refresh that says the same changes no reference', async () => {
    const planner = await expanded();
    const rows = selectTreeRows(planner.state);
    const { items, orders } = planner.state.confirmed;
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').answer(answer1(3));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
    expect(get(planner.state.confirmed.items, issueGid(5))).toBe(get(items, issueGid(5)));
    expect(get(planner.state.confirmed.orders, ROOT)).toBe(get(orders, ROOT));
    expect(selectTreeRows(planner.state)).toBe(rows);
  });

  test('TR-05.23 a refresh reads as many pages as are shown, and takes them in as one', async () => {
    const planner = await new PlannerBuilder().opened(epicChildren(1, { issues: [issueNode(1)], moreIssues: 'a' }));
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(2)], moreIssues: 'b' }));
    await planner.fake.clock.advance(30_000);
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(1)], moreIssues: 'c' }));
    expect(ids(planner)).toEqual(['1', '2']);
    const second = planner.fake.next('epicChildren');
    expect(second.variables).toMatchObject({ issueEndCursor: 'c', withEpics: false });
    await second.answer(epicChildren(1, { issues: [issueNode(7)], moreIssues: 'd' }));
    expect(ids(planner)).toEqual(['1', '7']);
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    expect(planner.fake.next('epicChildren').variables).toMatchObject({ issueEndCursor: 'd' });
  });

  test('TR-05.29 a child that moved between two pages of one reading stands once, where the later page says', async () => {
    const planner = await new PlannerBuilder().opened(epicChildren(1, { issues: [issueNode(1)], moreIssues: 'a' }));
    await planner.do(treeActions.nextPageAsked({ parentId: ROOT }));
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(2)] }));
    await planner.fake.clock.advance(30_000);
    const at = (id: number, relativePosition: number) => issueNode(id, { relativePosition });
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [at(1, 10)], moreIssues: 'c' }));
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [at(2, 20), at(1, 30)] }));
    expect(ids(planner)).toEqual(['2', '1']);
  });

  test('TR-05.30 a list out of which the reading of another list takes a child is read again', async () => {
    const planner = await expanded(true);
    // Somebody moved issue 3 into epic 2 and back again; the reading of epic 2 is from in between, and late.
    await planner.fake.push(epicGid(2));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(3), issueNode(5)] }));
    expect([ids(planner), ids(planner, epicGid(2))]).toEqual([['2'], ['3', '5']]);
    expect(reads(planner)).toEqual(['1']);
    await planner.fake.next('epicChildren').answer(answer1(3));
    expect([ids(planner), ids(planner, epicGid(2))]).toEqual([['2', '3'], ['5']]);
    // Epic 2 lost a child by that, and is read in its turn; then nothing is left to read.
    expect(reads(planner)).toEqual(['2']);
    await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5)] }));
    expect(reads(planner)).toEqual([]);
  });
});
