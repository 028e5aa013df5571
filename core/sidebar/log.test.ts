import type { ActionLog } from '../replay/index.ts';
import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { createPlanner } from '../planner.ts';
import { checkLog, parseLog, printLog, record, redact, replay } from '../replay/index.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { refusal } from '../testing/ports.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { treeActions } from '../tree/actions.ts';
import { epicEdits } from '../epic/actions.ts';
import { sidebarActions, sidebarSaga, SIDEBAR_ERRORS } from './index.ts';

const SECRETS = ['Zephyrine', 'quokka', 'marzipan', 'umbrella'] as const;
const [TITLE, LABEL, SEARCH, WORDS] = SECRETS;

/** A session in which every edit of the sidebar occurs, some of them refused or lost. */
async function session(): Promise<ActionLog> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const acme = world.addGroup({ path: 'acme' });
  const ada = world.addUser({ username: 'ada' });
  world.addMember({ userId: ada, groupId: acme, level: 50 });
  world.addLabel(`scope::${LABEL}`);
  world.addLabel('scope::other');
  const epic = world.addEpic(acme, { title: TITLE, authorId: ada, labelIds: [...world.labels.keys()].slice(0, 1) });
  server.signInAs('ada');
  const recording = record({ session: 's', timeZone: 'UTC', flags: {}, viewer: 'ada' });
  const ports = { ...fake.ports, graphql: server.graphql, rest: server.rest };
  const planner = createPlanner(ports, { middleware: [recording.middleware] });
  const act = async (...actions: { type: string }[]) => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  await act(accessActions.sessionRequested());
  await act(epicActions.epicPageOpened({ groupPath: 'acme', iid: String(epic.iid) }));
  await act(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: String(epic.iid) }, config: {} }));
  planner.watch('sidebar', sidebarSaga);
  await act(sidebarActions.sidebarOpened({ width: 900 }));
  await act(epicEdits.todoChanged(), epicEdits.todoChanged(), epicEdits.subscriptionChanged());
  await act(epicEdits.dateChanged({ field: 'start', value: '2026-12-01' }));
  await act(epicEdits.dateChanged({ field: 'due', value: WORDS }));
  await act(epicEdits.dateChanged({ field: 'start', isFixed: false }), sidebarActions.labelPickerOpened());
  await act(sidebarActions.labelsSearched({ search: SEARCH }));
  await fake.clock.advance(300);
  const other = [...world.labels.values()].find(({ title }) => title === 'scope::other');
  const label = {
    id: `gid://gitlab/GroupLabel/${other?.id}`,
    title: 'scope::other',
    color: '#1068bf',
    textColor: '#FFFFFF',
    description: null,
  };
  await act(sidebarActions.labelTicked({ label, ticked: true }), sidebarActions.newLabelOpened());
  await act(sidebarActions.newLabelSubmitted());
  server.fault({ match: 'epicFieldsUpdate', kind: 'lose', when: 'afterCommit' });
  await act(epicEdits.labelsChanged());
  await act(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: '#c91c00' }));
  server.fault({ match: 'epicFieldsUpdate', kind: 'refuse', error: refusal(422, `No ${WORDS}`) });
  await act(epicEdits.colorChanged(), epicEdits.confidentialityChanged());
  await fake.clock.advance(5000);
  await act(sidebarActions.gutterToggled(), sidebarActions.pageUnloading({ width: 900 }));
  await act(sidebarActions.sidebarClosed(), epicActions.epicPageClosed());
  planner.dispose();
  return parseLog(recording.text());
}

test('EP-18.47 the log of a session replays to the same state, and every rule holds after every action', async () => {
  const log = await session();
  expect(replay(log).mismatch).toBeNull();
  expect(checkLog(log).faults).toEqual([]);
  const { actions } = log.segments[0] ?? { actions: [] };
  expect(new Set(actions.map(({ action }) => action.type)).size).toBeGreaterThan(35);
});

test('EP-18.47 what is redacted replays alike, and says nothing of anybody', async () => {
  const log = await session();
  const redacted = redact(log);
  const text = printLog(redacted);
  for (const secret of SECRETS) {
    expect(printLog(log)).toContain(secret);
    expect(text).not.toContain(secret);
  }
  expect(checkLog(redacted)).toEqual(checkLog(log));
  const { mismatch, state } = replay(parseLog(text));
  expect(mismatch).toBeNull();
  const shape = (of: unknown): unknown => {
    if (Array.isArray(of)) return of.map(shape);
    if (typeof of === 'object' && of !== null) return Object.values(of).map(shape);
    return typeof of === 'string' ? of.length : of;
  };
  const before = replay(log).state;
  expect(shape(state.sidebar)).toEqual(shape(before.sidebar));
  expect(text).toContain('"field":"start"');
  expect(text).toContain(SIDEBAR_ERRORS.updateColor);
});
