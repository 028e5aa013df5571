import type { TestPlanner } from '../testing/index.ts';
import { frameActions } from '../frame/index.ts';
import { selectToasts } from '../notice/index.ts';
import { selectVisible } from '../planner.ts';
import { withMeta } from '../store/index.ts';
import { get } from '../table/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, issueNode, PlannerBuilder, UNREACHABLE } from '../testing/index.ts';
import { treeActions, treeReads } from '../tree/index.ts';
import { childrenRead } from '../tree/testing/answers.ts';
import { lastReading } from '../tree/testing/moves.ts';
import { commandActions, commandSaga } from './index.ts';
import { HISTORY_MAX } from './history.ts';

const ROOT = epicGid(1);
const PAGE = { webPath: '/groups/acme/-/epics/1', query: '' };
const DONE = { epicTreeReorder: { errors: [] } };
const REFUSED = { epicTreeReorder: { errors: ['no'] } };

const short = (ids: readonly string[] | undefined) =>
  ids?.map((id) => id.replace(/^gid:..gitlab.(.).*\/(\d+)$/, '$1$2')).join(' ');
const shown = (planner: TestPlanner, parentId = ROOT) => short(get(selectVisible(planner.state).orders, parentId)?.ids);
const stateOf = ({ state }: TestPlanner) => state.command;
const names = (planner: TestPlanner, list: 'done' | 'undone') => stateOf(planner).history[list].map(({ name }) => name);
const toasts = (planner: TestPlanner) => selectToasts(planner.state).map(({ text }) => text);

const ISSUES = [1, 2, 3, 4];
const issues = (order: readonly number[]) =>
  epicChildren(1, { issues: order.map((id, at) => issueNode(id, { relativePosition: at * 10 })) });

async function opened(): Promise<TestPlanner> {
  const planner = await new PlannerBuilder().opened(issues(ISSUES));
  planner.planner.watch('command', commandSaga);
  await planner.do(frameActions.navigated(PAGE));
  return planner;
}

const move = (id: number, before: number | null, after: number | null = null) =>
  treeActions.childMoved({
    childId: issueGid(id),
    fromParentId: ROOT,
    parentId: ROOT,
    before: before === null ? null : issueGid(before),
    after: after === null ? null : issueGid(after),
  });

const undo = commandActions.undoAsked();
const redo = commandActions.redoAsked();

/** What another person made of the list, as the next reading brings it. */
async function others(planner: TestPlanner, order: readonly number[]): Promise<void> {
  const before = lastReading(planner).data;
  const items = order.flatMap((id) => before.items.find((item) => item.id === issueGid(id)) ?? []);
  const placed = items.map((item, at) => ({ ...item, relativePosition: at * 10 }));
  await planner.do(childrenRead({ ...before, items: placed }));
}

/** Somebody else takes a child out. */
async function removeChild(planner: TestPlanner, id: string, parentId: string): Promise<void> {
  await planner.do(withMeta(treeActions.removeConfirmed({ id, parentId }), { origin: 'server' }));
  await planner.fake.calls.at(-1)?.answer({});
}

test('RP-02.200 the way back is worked out in the step that makes the edit, from what was shown before', async () => {
  const planner = await opened();
  await planner.do(move(4, 2, 1));
  expect(shown(planner)).toBe('I1 I4 I2 I3');
  const [edit] = stateOf(planner).history.done;
  expect(edit).toMatchObject({
    serial: 1,
    kind: 'tree/childMoved',
    mutationId: planner.state.pending[0]?.id,
    name: 'moved acme/app#4 “Issue 4”',
    place: PAGE.webPath,
    reverses: null,
  });
  expect(edit?.undoData).toMatchObject({ parentId: ROOT, before: null, after: issueGid(3) });
});

test('RP-02.201 undo is a new edit of the ordinary kind, redo another one; each asks the server', async () => {
  const planner = await opened();
  await planner.do(move(4, 2, 1));
  await planner.fake.next('epicTreeReorder').answer(DONE);
  await planner.do(undo);
  expect(shown(planner)).toBe('I1 I2 I3 I4');
  expect(planner.actions.filter(treeActions.childMoved.match)).toHaveLength(2);
  await planner.fake.next('epicTreeReorder').answer(DONE);
  expect(names(planner, 'done')).toEqual([]);
  expect(names(planner, 'undone')).toEqual(['moved acme/app#4 “Issue 4”']);
  await planner.do(redo);
  expect(shown(planner)).toBe('I1 I4 I2 I3');
  expect(names(planner, 'undone')).toEqual([]);
  await planner.do(undo);
  expect(shown(planner)).toBe('I1 I2 I3 I4');
});

test('RP-02.201 several edits are taken back one after the other, also while the server has answered none', async () => {
  const planner = await opened();
  await planner.do(move(4, 1), move(3, 4), move(2, 3));
  expect(shown(planner)).toBe('I2 I3 I4 I1');
  await planner.do(undo, undo, undo);
  expect(shown(planner)).toBe('I1 I2 I3 I4');
  await planner.do(redo, redo, redo);
  expect(shown(planner)).toBe('I2 I3 I4 I1');
});

test('RP-02.202 what somebody else changed since is left as it is, with the reason; the edit leaves the history', async () => {
  const planner = await opened();
  await planner.do(move(4, 2, 1));
  await planner.fake.next('epicTreeReorder').answer(DONE);
  await others(planner, [1, 2, 3, 4]);
  await planner.do(undo);
  expect(shown(planner)).toBe('I1 I2 I3 I4');
  expect(toasts(planner)).toEqual(['Not undone: moved acme/app#4 “Issue 4”. Reason: it was moved meanwhile.']);
  expect(planner.actions.filter(treeActions.childMoved.match)).toHaveLength(1);
  expect(names(planner, 'done')).toEqual([]);
  await planner.do(undo);
  expect(toasts(planner).at(-1)).toBe('There is nothing to undo on this page.');
});

test('RP-02.203 what cannot be judged yet stays in the history', async () => {
  const planner = await opened();
  await planner.do(move(4, 2, 1));
  await planner.fake.next('epicTreeReorder').answer(DONE);
  await planner.do(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: ROOT }, config: {} }));
  await planner.do(undo);
  expect(toasts(planner)[0]).toMatch(/Reason: the list is still being read\.$/);
  expect(names(planner, 'done')).toHaveLength(1);
});

test('RP-02.205 the oldest edits go first, and all of them with the person', async () => {
  const planner = await opened();
  for (let count = 0; count <= HISTORY_MAX; count += 1)
    await planner.do(count % 2 === 0 ? move(4, 1) : move(4, null, 3));
  const { done } = stateOf(planner).history;
  expect(done).toHaveLength(HISTORY_MAX);
  expect([done[0]?.serial, done.at(-1)?.serial]).toEqual([2, HISTORY_MAX + 1]);
  await planner.do({ type: 'access/signedOut', payload: {}, meta: { origin: 'server' } } as never);
  expect(stateOf(planner).history.done).toEqual([]);
});

describe('RP-02.206 a refused edit', () => {
  test('RP-02.206 leaves the history: there is nothing to take back', async () => {
    const planner = await opened();
    await planner.do(move(4, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(REFUSED);
    expect(shown(planner)).toBe('I1 I2 I3 I4');
    expect(names(planner, 'done')).toEqual([]);
  });

  test('RP-02.206 that was to take another one back leaves that one to be taken back again', async () => {
    const planner = await opened();
    await planner.do(move(4, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    await planner.do(undo);
    await planner.fake.next('epicTreeReorder').answer(REFUSED);
    expect(shown(planner)).toBe('I1 I4 I2 I3');
    expect(names(planner, 'done')).toHaveLength(1);
    expect(names(planner, 'undone')).toEqual([]);
    await planner.do(undo);
    expect(shown(planner)).toBe('I1 I2 I3 I4');
  });

  test('RP-02.206 that was taken back before it was refused is not made once more', async () => {
    const planner = await opened();
    await planner.do(move(4, 2, 1), undo);
    await planner.fake.next('epicTreeReorder').answer(REFUSED);
    expect(shown(planner)).toBe('I1 I2 I3 I4');
    expect([names(planner, 'done'), names(planner, 'undone')]).toEqual([[], []]);
  });

  test('RP-02.206 an edit without an answer stays in the history while it is asked again', async () => {
    const planner = await opened();
    await planner.do(move(4, 2, 1));
    await planner.fake.next('epicTreeReorder').fail(UNREACHABLE);
    expect(names(planner, 'done')).toHaveLength(1);
  });
});

test('RP-02.207 after a new edit nothing of this page is made once more', async () => {
  const planner = await opened();
  await planner.do(move(4, 1), undo, move(3, 1));
  expect(names(planner, 'undone')).toEqual([]);
  await planner.do(redo);
  expect(toasts(planner).at(-1)).toBe('There is nothing to redo on this page.');
  expect(shown(planner)).toBe('I3 I1 I2 I4');
});

test('RP-02.208 what was done on another page is taken back there', async () => {
  const planner = await opened();
  await planner.do(move(4, 1), frameActions.navigated({ webPath: '/groups/acme/-/epics/2', query: '' }), undo);
  expect(shown(planner)).toBe('I4 I1 I2 I3');
  expect(toasts(planner)).toEqual(['There is nothing to undo on this page.']);
  await planner.do(frameActions.navigated(PAGE), undo);
  expect(shown(planner)).toBe('I1 I2 I3 I4');
});

test('RP-02.209 what was taken back is said in the same step, with the way to have it again', async () => {
  const planner = await opened();
  await planner.do(move(4, 1), undo);
  const [toast] = selectToasts(planner.state);
  expect(toast).toMatchObject({
    kind: 'toast',
    text: 'Undone: moved acme/app#4 “Issue 4”.',
    action: { label: 'Redo' },
  });
  expect(planner.actions.findLast(treeActions.childMoved.match)?.meta.notice?.text).toBe(toast?.text);
  await planner.do(toast?.action?.event as never);
  expect(shown(planner)).toBe('I4 I1 I2 I3');
  expect(toasts(planner).at(-1)).toBe('Done again: moved acme/app#4 “Issue 4”.');
});

/** Epic 1 holds epics 2 (with issues 5 and 6) and 3 (never opened), and issue 1. */
async function nested(): Promise<TestPlanner> {
  const planner = await new PlannerBuilder().opened(
    epicChildren(1, {
      epics: [epicNode(2, { hasIssues: true }), epicNode(3, { hasIssues: true })],
      issues: [issueNode(1, { relativePosition: 40 })],
    }),
  );
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  await planner.fake.next('epicChildren').answer(epicChildren(2, { issues: [issueNode(5), issueNode(6)] }));
  planner.planner.watch('command', commandSaga);
  await planner.do(frameActions.navigated(PAGE));
  return planner;
}

const across = (id: number, from: number, to: number) =>
  treeActions.childMoved({
    childId: issueGid(id),
    fromParentId: epicGid(from),
    parentId: epicGid(to),
    before: null,
    after: null,
  });

test('RP-02.210 a child that went into another parent goes back between its former neighbours', async () => {
  const planner = await nested();
  await planner.do(across(5, 2, 1));
  expect([shown(planner), shown(planner, epicGid(2))]).toEqual(['E2 E3 I1 I5', 'I6']);
  expect(names(planner, 'done')).toEqual(['moved acme/app#5 “Issue 5” to “Epic 1”']);
  await planner.do(undo);
  expect([shown(planner), shown(planner, epicGid(2))]).toEqual(['E2 E3 I1', 'I5 I6']);
});

describe('RP-02.211 the child is still where it was put', () => {
  test('RP-02.211 it may have got other neighbours on one side', async () => {
    const planner = await opened();
    await planner.do(move(4, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    await others(planner, [1, 4, 3, 2]);
    await planner.do(undo);
    expect(shown(planner)).toBe('I1 I3 I4 I2');
  });

  test('RP-02.211 not in another parent', async () => {
    const planner = await nested();
    await planner.do(across(5, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    const before = planner.actions.filter(treeReads.children.received.match).map(({ payload }) => payload.data);
    const five = before.flatMap(({ items }) => items).find(({ id }) => id === issueGid(5));
    const second = before.find(({ parentId }) => parentId === epicGid(2));
    if (second === undefined || five === undefined) throw new Error('Nothing was read');
    await planner.do(childrenRead({ ...second, items: [five] }), undo);
    expect(toasts(planner)).toEqual([
      'Not undone: moved acme/app#5 “Issue 5” to “Epic 1”. Reason: it was moved to “Epic 2” meanwhile.',
    ]);
  });

  test('RP-02.211 not taken out', async () => {
    const planner = await opened();
    await planner.do(move(4, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    await removeChild(planner, issueGid(4), ROOT);
    await planner.do(undo);
    expect(toasts(planner)[0]).toMatch(/Reason: it was taken out of “Epic 1” meanwhile\.$/);
  });
});

describe('RP-02.212 its former place', () => {
  test('RP-02.212 is known by the neighbour that is left', async () => {
    const planner = await opened();
    await planner.do(move(2, null, 4));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    await others(planner, [1, 4, 2]);
    await planner.do(undo);
    expect(shown(planner)).toBe('I1 I2 I4');
  });

  test('RP-02.212 is gone with both neighbours', async () => {
    const planner = await opened();
    await planner.do(move(2, null, 4));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    await others(planner, [4, 2]);
    await planner.do(undo);
    expect(toasts(planner)[0]).toMatch(/Reason: the items beside it have left\.$/);
  });

  test('RP-02.212 of another parent is the end of its list where both neighbours have left', async () => {
    const planner = await nested();
    await planner.do(across(5, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    await removeChild(planner, issueGid(6), epicGid(2));
    await planner.do(undo);
    expect([shown(planner), shown(planner, epicGid(2))]).toEqual(['E2 E3 I1', 'I5']);
  });

  test('RP-02.212 is gone with the parent', async () => {
    const planner = await nested();
    await planner.do(across(5, 2, 1));
    await planner.fake.next('epicTreeReorder').answer(DONE);
    const second = planner.state.confirmed.items;
    expect(get(second, epicGid(2))).toBeDefined();
    const [first] = planner.actions.filter(treeReads.children.received.match).map(({ payload }) => payload.data);
    if (first === undefined) throw new Error('Nothing was read');
    const confidential = first.items.map((item) => (item.id === epicGid(2) ? { ...item, confidential: true } : item));
    const five = planner.actions.filter(treeReads.children.received.match).flatMap(({ payload }) => payload.data.items);
    const list = [...confidential, five.find(({ id }) => id === issueGid(5))].filter((item) => item !== undefined);
    await planner.do(childrenRead({ ...first, items: list }), undo);
    expect(toasts(planner)[0]).toMatch(/Reason: “Epic 2” cannot take it any more\.$/);
  });
});

test('RP-02.213 out of a list that was never read the child comes back', async () => {
  const planner = await nested();
  await planner.do(across(5, 2, 3));
  await planner.fake.next('epicTreeReorder').answer(DONE);
  expect([shown(planner, epicGid(2)), shown(planner, epicGid(3))]).toEqual(['I6', undefined]);
  await planner.do(undo);
  expect(shown(planner, epicGid(2))).toBe('I5 I6');
});

test('RP-02.204 a log of edits that were taken back leads to the same history', async () => {
  const { initialState, reducePlanner } = await import('../planner.ts');
  const planner = await opened();
  await planner.do(move(4, 1), undo, redo, move(3, 1), undo);
  const log = JSON.parse(JSON.stringify(planner.actions)) as typeof planner.actions;
  expect(log.reduce(reducePlanner, initialState())).toEqual(planner.state);
});
