import type { ActionLog } from './types.ts';
import { overPage, selectTreeForm, selectTreeRows } from '../index.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { epicActions, epicEdits, selectEpicPage } from '../epic/index.ts';
import { selectLabelPicker, selectSidebarDates, sidebarActions, sidebarSaga } from '../sidebar/index.ts';
import { createPlanner } from '../planner.ts';
import { withMeta, type Action } from '../store/action.ts';
import { FakePorts, issueGid, settle } from '../testing/index.ts';
import { treeActions } from '../tree/index.ts';
import { selectOverKind, workItemActions } from '../work-item/index.ts';
import { itemEdits } from '../work-item/fields/actions.ts';
import { itemFieldsSaga } from '../work-item/fields/saga.ts';
import { selectVisible } from '../mutation/index.ts';
import { entries } from '../table/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'umbrella', 'zeppelin'] as const;
const [TITLE, WORD, GROUP] = SECRETS;
const CONFIG = { userSignedIn: true, username: 'ada' };

/** The tree of an issue on the page, that of another over it with a form, a move and a removal. */
async function session(): Promise<ActionLog> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const group = world.addGroup({ path: GROUP });
  const project = world.addProject({ groupId: group, path: 'app' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: group, level: 50 });
  const [one, two] = [1, 2].map((number) => world.addItem(project, { title: `${TITLE} ${number}` }));
  const tasks = [3, 4, 5].map((number) => world.addItem(project, { title: `${TITLE} ${number}`, type: 'task' }).id);
  const epic = world.addEpic(group, { title: `${TITLE} 6` });
  world.attach(one!.id, tasks.slice(0, 1));
  world.attach(two!.id, tasks.slice(1));
  server.signInAs('ada');
  const recording = record({ hashEvery: 5, segmentActions: 20 });
  const ports = { ...fake.ports, graphql: server.graphql, rest: server.rest };
  const planner = createPlanner(ports, { middleware: [recording.middleware] });
  planner.watch('command', commandSaga);
  planner.watch('itemFields', itemFieldsSaga);
  planner.watch('sidebar', sidebarSaga);
  const act = async (place: 'over' | undefined, ...actions: readonly Action[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(place === undefined ? action : withMeta(action, { place }));
    await settle();
    await fake.clock.advance(400);
  };
  const rights = { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true };
  const opened = (item: { readonly id: number; readonly iid: number }) => {
    const root = { kind: 'workItem', fullPath: `${GROUP}/app`, iid: String(item.iid), id: issueGid(item.id) } as const;
    return treeActions.opened({ root: { ...root, type: 'issue', permissions: rights }, config: CONFIG });
  };
  const number = String(two!.id);
  await act(undefined, opened(one!), workItemActions.overOpened({ projectPath: null, by: 'id', number, as: 'panel' }));
  await act('over', opened(two!), treeActions.formOpened({ form: 'createWorkItem' }));
  await act('over', treeActions.titleTyped({ title: WORD }), treeActions.formSubmitted());
  const [, first, last] = tasks.map(issueGid);
  const parentId = issueGid(two!.id);
  await act('over', treeActions.moveChosen({ id: last!, parentId, to: 'up' }));
  await act('over', treeActions.removeAsked({ id: first!, parentId }), treeActions.removeConfirmed());
  // What comes back stands last, and an item that became another is what it was.
  await act(undefined, commandActions.undoAsked());
  await act('over', itemEdits.typeChanged({ id: parentId, to: 'incident' }));
  await act(undefined, commandActions.undoAsked());
  await act('over', treeActions.removeAsked({ id: first!, parentId }), treeActions.removeConfirmed());
  await act('over', epicActions.epicPageOpened({ groupPath: GROUP, iid: String(epic.iid), as: 'modal' }));
  await act('over', sidebarActions.sidebarOpened({ width: 1400 }), sidebarActions.labelPickerOpened());
  await act(
    'over',
    sidebarActions.labelsSearched({ search: WORD }),
    epicEdits.dateChanged({ field: 'due', value: 'x' }),
  );
  recording.stop();
  planner.dispose();
  return recording.log();
}

const momentsOf = (log: ActionLog): readonly object[] =>
  [...walkLog(log)].map(([state]) => ({
    as: selectOverKind(state),
    rows: [state, overPage(state)].map((each) => selectTreeRows(each).map(({ key }) => key)),
    form: selectTreeForm(overPage(state))?.form,
    removal: state.overTree.removal,
    epic: selectEpicPage(overPage(state)).status,
    sidebar: [selectLabelPicker(overPage(state)).open, selectSidebarDates(overPage(state))?.due.error],
    types: [...entries(selectVisible(state).items)].map(([id, { type }]) => [id, type]),
  }));

test('RP-03.220 WI-14.8 WI-14.10 a redacted session over a page replays to the same two trees, and the same epic over it', async () => {
  const log = await session();
  const redacted = parseLog(printLog(redact(log)));
  const before = momentsOf(log);
  expect(momentsOf(redacted)).toEqual(before);
  expect(before.some((moment) => 'as' in moment && moment.as === 'panel')).toBe(true);
  expect(before.at(-1)).toMatchObject({
    as: 'modal',
    rows: [{ length: 1 }, { length: 2 }],
    epic: 'ready',
    sidebar: [true, expect.stringContaining('YYYY-MM-DD')],
  });
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(redacted).mismatch).toBeNull();
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
});
