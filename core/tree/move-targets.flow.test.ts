import type { TestPlanner } from '../testing/index.ts';
import { selectMoveDialog } from '../index.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { frameActions } from '../frame/index.ts';
import { selectToasts } from '../notice/index.ts';
import { epicChildren, epicGid, epicNode, issueGid, PlannerBuilder, UNREACHABLE } from '../testing/index.ts';
import { treeActions } from './index.ts';
import { MOVE_REFUSALS } from './rules.ts';
import { DONE, MOVE, nested, ROOT, shown } from './testing/moves.ts';

const offered = (planner: TestPlanner) =>
  selectMoveDialog(planner.state)?.options.map(({ title, refusal }) => (refusal === null ? title : [title, refusal]));
const status = (planner: TestPlanner) => selectMoveDialog(planner.state)?.status;

const LONG =
  'A title of one hundred and eighteen characters, which is as long as the worst of them in the data that we show at all';
const target = (id: number, change: object = {}) => ({
  id: epicGid(id),
  title: `Epic ${id}`,
  reference: `acme&${id}`,
  confidential: false,
  userPermissions: { adminEpic: true },
  ancestors: { nodes: [] as { id: string }[] },
  ...change,
});
const answer = (...nodes: readonly object[]) => ({ group: { id: 'gid://gitlab/Group/1', titled: { nodes } } });

async function moving(id: string, builder?: TestPlanner) {
  const planner = builder ?? (await nested());
  await planner.do(treeActions.moveTargetsOpened({ id }));
  return planner;
}

async function searching(id: string, search: string) {
  const planner = await moving(id);
  await planner.do(treeActions.moveTargetsSearched({ search }));
  await planner.fake.clock.advance(250);
  return { planner, asked: planner.fake.next('moveTargets') };
}

describe('the parents of the tree', () => {
  test('TR-16.32 all that hold such an item are listed, those that cannot take it with the reason', async () => {
    const planner = await moving(epicGid(2));
    expect(offered(planner)).toEqual([['Epic 1', MOVE_REFUSALS.present], ['Epic 2', MOVE_REFUSALS.itself], 'Epic 3']);
    await planner.do(treeActions.moveTargetsClosed());
    expect(selectMoveDialog(planner.state)).toBeNull();
  });

  test('TR-16.32 what is below the item, what the viewer may not change, what is confidential', async () => {
    const may = { adminEpic: false, createEpic: false, updateEpic: false, destroyEpic: false };
    const planner = await new PlannerBuilder().opened(
      epicChildren(1, {
        epics: [
          epicNode(2, { hasChildren: true }),
          epicNode(4, { confidential: true }),
          epicNode(5, { userPermissions: may }),
        ],
      }),
    );
    await planner.do(treeActions.itemToggled({ id: epicGid(2) }));
    await planner.fake.next('epicChildren').answer(epicChildren(2, { epics: [epicNode(3)] }));
    await moving(epicGid(2), planner);
    expect(offered(planner)).toEqual([
      ['Epic 1', MOVE_REFUSALS.present],
      ['Epic 2', MOVE_REFUSALS.itself],
      ['Epic 3', MOVE_REFUSALS.below],
      ['Epic 4', MOVE_REFUSALS.confidential],
      ['Epic 5', MOVE_REFUSALS.rights],
    ]);
    await planner.do(treeActions.moveTargetsSearched({ search: 'epic 4' }));
    expect(offered(planner)).toEqual([['Epic 4', MOVE_REFUSALS.confidential]]);
  });

  test('TR-16.32 without sub-epics an epic stays below the topmost', async () => {
    const planner = await new PlannerBuilder()
      .config({ allowSubEpics: false })
      .opened(epicChildren(1, { epics: [epicNode(2), epicNode(3)] }));
    await moving(epicGid(2), planner);
    expect(offered(planner)?.at(-1)).toEqual(['Epic 3', MOVE_REFUSALS.subEpics]);
  });
});

describe('the rest of the hierarchy', () => {
  test('TR-16.33 what is typed is looked for by title, once the keys rest; what the tree shows comes first and once', async () => {
    const { planner, asked } = await searching(epicGid(2), ' Epic ');
    expect(asked.variables).toEqual({ fullPath: 'acme', search: 'Epic', number: null, numbered: false });
    await asked.answer(
      answer(
        target(3),
        target(21, { title: `Epic ${LONG}` }),
        target(22, { ancestors: { nodes: [{ id: epicGid(20) }, { id: epicGid(2) }] } }),
        target(23, { userPermissions: { adminEpic: false } }),
        target(24, { confidential: true }),
        target(25, { ancestors: { nodes: [30, 31, 32, 33, 34, 35].map((id) => ({ id: epicGid(id) })) } }),
      ),
    );
    expect(offered(planner)?.slice(2)).toEqual([
      'Epic 3',
      `Epic ${LONG}`,
      ['Epic 22', MOVE_REFUSALS.below],
      ['Epic 23', MOVE_REFUSALS.rights],
      ['Epic 24', MOVE_REFUSALS.confidential],
      ['Epic 25', MOVE_REFUSALS.tooDeep(7)],
    ]);
  });

  test.each([
    ['&21', '21'],
    ['21', '21'],
    ['acme/deep&21', '21'],
    ['abc21', null],
  ])('TR-16.33 %j is looked for by the number %j as well', async (search, number) => {
    const { asked } = await searching(issueGid(1), search);
    expect(asked.variables).toMatchObject({ search, number, numbered: number !== null });
  });

  test('TR-16.33 the latest search wins, and closing gives it up', async () => {
    const { planner, asked } = await searching(issueGid(1), 'old');
    await planner.do(treeActions.moveTargetsSearched({ search: 'new' }));
    expect(asked.cancelled).toBe(true);
    expect(status(planner)).toBe('Searching…');
    await planner.fake.clock.advance(250);
    const second = planner.fake.next('moveTargets');
    await second.answer(answer(target(21, { title: 'Brand new' })));
    expect([offered(planner), status(planner)]).toEqual([['Brand new'], '']);
    await planner.do(treeActions.moveTargetsSearched({ search: 'nothing' }));
    await planner.fake.clock.advance(250);
    await planner.fake.next('moveTargets').answer(answer());
    expect([offered(planner), status(planner)]).toEqual([[], 'No matches found']);
  });

  test('TR-16.33 a failure says that only this tree was searched', async () => {
    const { planner, asked } = await searching(issueGid(1), 'Epic 2');
    await asked.fail(UNREACHABLE);
    expect([offered(planner), status(planner)]).toEqual([['Epic 2'], 'Only this tree could be searched.']);
    expect(planner.alerts).toEqual([]);
  });
});

describe('a move out of the tree', () => {
  async function moved() {
    const { planner, asked } = await searching(issueGid(1), 'far');
    planner.planner.watch('command', commandSaga);
    await planner.do(frameActions.navigated({ webPath: '/groups/acme/-/epics/1', query: '' }));
    await asked.answer(answer(target(21, { title: 'Far away' })));
    await planner.do(
      treeActions.moveChosen({ id: issueGid(1), parentId: ROOT, to: { parentId: epicGid(21) } }),
      treeActions.moveTargetsClosed(),
    );
    return planner;
  }
  const toasts = (planner: TestPlanner) => selectToasts(planner.state).map(({ text }) => text);

  test('TR-16.34 the item leaves its list at once, and a message says where it went', async () => {
    const planner = await moved();
    expect(shown(planner)).toEqual(['E2', 'E3']);
    expect(toasts(planner)).toEqual(['Moved acme/app#1 Issue 1 under Far away.']);
    expect(planner.state.tree.announcement.text).toBe('');
    const request = planner.fake.next('epicTreeReorder');
    expect(request.variables).toMatchObject({
      input: { baseEpicId: ROOT, moved: { relativePosition: 'before', newParentId: epicGid(21) } },
    });
    await request.answer(DONE);
    expect(shown(planner)).toEqual(['E2', 'E3']);
    expect(planner.state.pending).toEqual([]);
  });

  test('TR-16.34 a refusal puts it back and says the server’s words once', async () => {
    const planner = await moved();
    await planner.fake.next('epicTreeReorder').answer({ epicTreeReorder: { errors: ['Too deep'] } });
    expect(shown(planner)).toEqual(['E2', 'E3', 'I1']);
    expect(planner.alerts.filter((text) => text === MOVE)).toHaveLength(1);
    expect(planner.state.notice.find(({ text }) => text === MOVE)?.detail).toBe('Too deep');
  });

  test.each([true, false])('TR-16.34 it can be undone (answered before: %s)', async (answered) => {
    const planner = await moved();
    const first = planner.fake.next('epicTreeReorder');
    if (answered) {
      await first.answer(DONE);
      await planner.fake
        .next('epicChildren')
        .answer(epicChildren(1, { epics: [epicNode(2, { hasIssues: true }), epicNode(3, { hasIssues: true })] }));
    }
    await planner.do(commandActions.undoAsked());
    expect(shown(planner)).toEqual(['E2', 'E3', 'I1']);
    expect(toasts(planner).at(-1)).toBe('Undone: moved acme/app#1 “Issue 1” to “Far away”.');
    if (!answered) await first.answer(DONE);
    expect(planner.fake.next('epicTreeReorder').variables).toMatchObject({
      input: { baseEpicId: epicGid(21), moved: { newParentId: ROOT } },
    });
  });
});
