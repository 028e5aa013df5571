import { selectAnnouncement, selectVisible } from '../index.ts';
import { get } from '../table/index.ts';
import { epicChildren, epicGid, issueGid, issueNode, linkGid, PlannerBuilder, refusal } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { ROOT, REORDER, DONE, shown, confirmed, issues, opened, reorder, nested } from './testing/moves.ts';

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
  expect(refused).toMatchObject({
    type: 'tree/childMoved/refused',
    meta: { origin: 'server', notice: { text: REORDER } },
  });
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
  expect(planner.actions.slice(from).map(({ type }) => type)).toEqual(['tree/childMoved/committed', 'mutation/sent']);
  expect(planner.fake.waiting('epicTreeReorder')).toHaveLength(1);
});
