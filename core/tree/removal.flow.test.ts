import type { TestPlanner } from '../testing/index.ts';
import { selectRemovalModel, selectTreeEmpty, selectTreeHeader, selectTreeRows } from '../index.ts';
import {
  epicChildren,
  epicGid,
  epicNode,
  issueGid,
  issueNode,
  PlannerBuilder,
  refusal,
  wireError,
} from '../testing/index.ts';
import { issueDeleteForm, treeActions } from './index.ts';

const ROOT = epicGid(1);
const PATH = 'DELETE /groups/acme/-/epics/1/issues/1003';
const ids = (planner: TestPlanner) => planner.confirmedChildren(ROOT)?.map((id) => id.replace(/\D/g, ''));

const opened = (relationPath?: null) =>
  new PlannerBuilder().opened(
    epicChildren(
      1,
      {
        epics: [epicNode(2, { hasIssues: true, title: 'Web' }), epicNode(7)],
        issues: [issueNode(3, relationPath === null ? { relationPath } : {})],
      },
      { title: 'Plan' },
    ),
  );

async function removing(id = issueGid(3), relationPath?: null) {
  const planner = await opened(relationPath);
  await planner.do(treeActions.removeAsked({ id, parentId: ROOT }));
  return planner;
}

test('TR-13.22 the question names child and parent, and an epic with children has its own', async () => {
  const planner = await removing();
  expect(selectRemovalModel(planner.state)).toEqual({
    title: 'Remove issue',
    text: 'Are you sure you want to remove Issue 3 from Plan?',
    confirm: 'Remove',
    cancel: 'Cancel',
  });
  await planner.do(treeActions.removeAsked({ id: epicGid(2), parentId: ROOT }));
  expect(selectRemovalModel(planner.state)?.text).toBe(
    'This will also remove any descendents of Web from Plan. Are you sure?',
  );
  await planner.do(treeActions.removeAsked({ id: epicGid(7), parentId: ROOT }));
  expect(selectRemovalModel(planner.state)?.text).toBe('Are you sure you want to remove Epic 7 from Plan?');
  await planner.do(treeActions.removeCancelled(), treeActions.removeConfirmed());
  expect(selectRemovalModel(planner.state)).toBeNull();
  expect(planner.fake.waiting(PATH)).toEqual([]);
});

test('TR-13.23 removal is DELETE of the path that came with the child', async () => {
  const planner = await removing();
  await planner.do(treeActions.removeConfirmed());
  expect(selectRemovalModel(planner.state)).toBeNull();
  expect(selectTreeRows(planner.state)[1]).toMatchObject({ id: issueGid(3), removing: true });
  await planner.do(treeActions.removeAsked({ id: issueGid(3), parentId: ROOT }), treeActions.removeConfirmed());
  expect(planner.fake.waiting(PATH)).toHaveLength(1);
  await planner.fake.next(PATH).answer({ issuables: [] });
  expect(ids(planner)).toEqual(['2', '7']);
  expect(planner.fake.waiting('epicChildren')).toHaveLength(1);
});

test('TR-13.30 counts go down, and a parent without children says so', async () => {
  const planner = await new PlannerBuilder().opened(
    epicChildren(
      1,
      { issues: [issueNode(3, { weight: 5 })] },
      {
        descendantWeightSum: { openedIssues: 5, closedIssues: 0 },
      },
    ),
  );
  const shown = () => {
    const header = selectTreeHeader(planner.state);
    return [header?.countLines.at(-1)?.opened, header?.weight?.total];
  };
  expect(shown()).toEqual([1, 5]);
  await planner.do(treeActions.removeAsked({ id: issueGid(3), parentId: ROOT }), treeActions.removeConfirmed());
  await planner.fake.next(PATH).answer({});
  expect(shown()).toEqual([0, 0]);
  expect(selectTreeEmpty(planner.state)).toBe(true);
});

test.each([
  [issueGid(3), 404, 'We could not determine the path to remove the issue'],
  [issueGid(3), 500, 'An error occurred while removing issues.'],
  [epicGid(7), 404, 'We could not determine the path to remove the epic'],
  [epicGid(7), 403, 'An error occurred while removing epics.'],
])('TR-13.2 removing %s, refused with %i', async (id, status, text) => {
  const planner = await removing(id);
  await planner.do(treeActions.removeConfirmed());
  const call = planner.fake.calls.at(-1);
  expect(call?.what).toMatch(/^DELETE /);
  await call?.fail(refusal(status));
  expect(planner.alerts).toEqual([text]);
  expect(ids(planner)).toEqual(['2', '3', '7']);
  expect(selectTreeRows(planner.state).every((row) => row.kind !== 'item' || !row.removing)).toBe(true);
});

test('TR-13.31 a removal that is refused after the tree was opened anew changes no expansion', async () => {
  const planner = await removing();
  await planner.do(treeActions.removeConfirmed());
  const call = planner.fake.next(PATH);
  await planner.do(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '9' }, config: {} }));
  const { expansion } = planner.state.tree;
  await call.fail(refusal(500));
  expect(planner.alerts).toEqual(['An error occurred while removing issues.']);
  expect(planner.state.tree.expansion).toBe(expansion);
});

test.each([wireError({ kind: 'malformed' }), refusal(500)])(
  'TR-13.32 a removal that may have been made is told as failed, and the list is read again ($kind)',
  async (error) => {
    const planner = await removing();
    await planner.do(treeActions.removeConfirmed());
    await planner.fake.next(PATH).fail(error);
    expect(planner.alerts).toEqual(['An error occurred while removing issues.']);
    await planner.fake.next('epicChildren').answer(epicChildren(1, { epics: [epicNode(2), epicNode(7)] }));
    expect(ids(planner)).toEqual(['2', '7']);
  },
);

test('TR-13.32 one that was refused is not read again', async () => {
  const planner = await removing();
  await planner.do(treeActions.removeConfirmed());
  await planner.fake.next(PATH).fail(refusal(403));
  expect(planner.fake.waiting('epicChildren')).toEqual([]);
});

test('TR-13.33 until the list was read again another try is the same removal; then it is a new one', async () => {
  const planner = await removing();
  const again = async () => {
    await planner.do(treeActions.removeAsked({ id: issueGid(3), parentId: ROOT }), treeActions.removeConfirmed());
    return planner.fake.next(PATH);
  };
  const first = await again();
  await first.fail(refusal(500));
  const second = await again();
  expect(second.idempotencyKey).toBe(first.idempotencyKey);
  await second.fail(wireError({ kind: 'malformed' }));
  const third = await again();
  expect(third.idempotencyKey).toBe(first.idempotencyKey);
  await third.fail(refusal(500));
  // A reading that began before the last try ended says nothing about it.
  for (const _ of ['before', 'after']) {
    await planner.fake
      .next('epicChildren')
      .answer(epicChildren(1, { epics: [epicNode(2), epicNode(7)], issues: [issueNode(3)] }));
  }
  const fourth = await again();
  expect(fourth.idempotencyKey).not.toBe(first.idempotencyKey);
  await fourth.fail(refusal(403));
  expect((await again()).idempotencyKey).not.toBe(fourth.idempotencyKey);
});

/** Issue 3 and epic 7 stand under the root, issue 4 under epic 2. A try to remove one of them gives its request. */
async function withGrandchild() {
  const planner = await opened();
  await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
  const children = epicChildren(2, { issues: [issueNode(4)] });
  await planner.fake.next('epicChildren').answer(children);
  const remove = async (id: string, parentId = ROOT) => {
    await planner.do(treeActions.removeAsked({ id, parentId }), treeActions.removeConfirmed());
    const call = planner.fake.calls.at(-1);
    if (call?.what.startsWith('DELETE ') !== true || call.answered) throw new Error('Nothing was asked.');
    return call;
  };
  return { planner, remove, children };
}

test('TR-13.33 the reading of another parent says nothing about a removal', async () => {
  const { planner, remove, children } = await withGrandchild();
  const first = await remove(issueGid(4), epicGid(2));
  await first.fail(refusal(500));
  const epics = [epicNode(2, { hasIssues: true }), epicNode(7)];
  await planner.fake.next('epicChildren').answer(epicChildren(1, { epics, issues: [issueNode(3)] }));
  const ofEpic = planner.fake.next('epicChildren');
  expect(ofEpic.variables['iid']).toBe('2');
  const other = await remove(issueGid(3));
  await other.fail(refusal(500));
  await ofEpic.answer(children);
  expect((await remove(issueGid(3))).idempotencyKey).toBe(other.idempotencyKey);
  expect((await remove(issueGid(4), epicGid(2))).idempotencyKey).not.toBe(first.idempotencyKey);
});

test('TR-14.27 a reading that began before a removal was answered does not bring the child back', async () => {
  const { planner, remove } = await withGrandchild();
  await (await remove(epicGid(7))).fail(refusal(500));
  const early = planner.fake.next('epicChildren');
  await (await remove(issueGid(3))).answer({});
  await early.answer(epicChildren(1, { epics: [epicNode(2), epicNode(7)], issues: [issueNode(3)] }));
  expect(ids(planner)).toEqual(['2', '7']);
  await planner.fake.next('epicChildren').answer(epicChildren(1, { epics: [epicNode(2), epicNode(7)] }));
  expect(ids(planner)).toEqual(['2', '7']);
});

test('TR-13.33 removals that may have been made have keys of their own', async () => {
  const { remove } = await withGrandchild();
  const keys = new Map<string, string | undefined>();
  for (const id of [issueGid(3), epicGid(7)]) {
    const call = await remove(id);
    keys.set(id, call.idempotencyKey);
    await call.fail(refusal(500));
  }
  expect(new Set(keys.values()).size).toBe(2);
  for (const id of [epicGid(7), issueGid(3)]) {
    const call = await remove(id);
    expect(call.idempotencyKey).toBe(keys.get(id));
    await call.fail(refusal(500));
  }
});

test('TR-13.33 a refusal decides: whoever tries again then asks anew', async () => {
  const { remove } = await withGrandchild();
  const keys: (string | undefined)[] = [];
  for (const status of [500, 403, 403]) {
    const call = await remove(issueGid(3));
    keys.push(call.idempotencyKey);
    await call.fail(refusal(status));
  }
  const [first, decided, anew] = keys;
  expect(decided).toBe(first);
  expect(anew).not.toBe(first);
});

test('TR-13.23 a child without a path fails like 404', async () => {
  const planner = await removing(issueGid(3), null);
  await planner.do(treeActions.removeConfirmed());
  expect(planner.alerts).toEqual(['We could not determine the path to remove the issue']);
});

test('TR-24.20 deleting an issue for good posts a form to its path', () => {
  expect(issueDeleteForm('/acme/app/-/issues/3', 'token', 'Issue #3')).toEqual({
    action: '/acme/app/-/issues/3',
    method: 'post',
    fields: { _method: 'delete', authenticity_token: 'token', destroy_confirm: 'true' },
    text: 'Issue #3 will be removed! Are you sure?',
  });
});
