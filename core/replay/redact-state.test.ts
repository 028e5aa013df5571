import type { CommandState } from '../command/index.ts';
import type { ActionLog } from './types.ts';
import { accessActions } from '../access/index.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { epicActions } from '../epic/index.ts';
import { frameActions } from '../frame/index.ts';
import { linkActions, linkSaga } from '../link/index.ts';
import { createPlanner } from '../planner.ts';
import { epicGid, FakePorts, settle } from '../testing/index.ts';
import { refusal } from '../testing/ports.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { workItemActions } from '../work-item/index.ts';
import { itemStateActions } from '../work-item/edits.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'zeppelin', 'marmalade'] as const;
const [TITLE, GROUP, WORDS] = SECRETS;

/** Closing, reopening and linking on the pages of an epic and of a task, taken back and made once more; one change is refused. */
async function session(): Promise<ActionLog> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const group = world.addGroup({ path: GROUP });
  const project = world.addProject({ groupId: group, path: 'app' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: group, level: 50 });
  const [one] = [1, 2, 3].map((number) => world.addEpic(group, { title: `${TITLE} ${number}` }).id);
  const task = world.addItem(project, { type: 'task', title: `${TITLE} 4` });
  server.signInAs('ada');
  const recording = record({ hashEvery: 5, segmentActions: 20, viewer: 'ada' });
  const planner = createPlanner(
    { ...fake.ports, graphql: server.graphql, rest: server.rest },
    { middleware: [recording.middleware] },
  );
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) {
      planner.store.dispatch(action);
      await settle();
    }
    await fake.clock.advance(400);
  };
  const at = (webPath: string) => frameActions.navigated({ webPath, query: '' });
  const [undo, redo] = [commandActions.undoAsked(), commandActions.redoAsked()];
  const page = `/groups/${GROUP}/-/epics/1`;
  planner.watch('link', linkSaga);
  planner.watch('command', commandSaga);
  await act(accessActions.sessionRequested(), at(page), epicActions.epicPageOpened({ groupPath: GROUP, iid: '1' }));
  await act(epicActions.epicStateToggled(), undo, redo, undo);
  const subject = {
    id: epicGid(one ?? 0),
    kind: 'epic',
    iid: '1',
    state: 'opened',
    ownerPath: GROUP,
    groupPath: GROUP,
    endpoint: `${page}/related_epic_links`,
    webPath: page,
    canRelate: true,
  } as const;
  await act(linkActions.opened({ subject }), linkActions.formOpened());
  await act(linkActions.referencesTyped({ text: `${GROUP}&2`, caret: 0 }), linkActions.submitted(), undo, redo, undo);
  await act(linkActions.closed(), epicActions.epicPageClosed());
  const number = String(task.iid);
  await act(at(`/${GROUP}/app/-/work_items/${task.id}`));
  await act(workItemActions.pageOpened({ projectPath: `${GROUP}/app`, by: 'iid', number }));
  const change = (event: 'close' | 'reopen') =>
    itemStateActions.changeAsked({ id: `gid://gitlab/Issue/${task.id}`, event });
  await act(change('close'), undo, redo, change('reopen'));
  server.fault({ kind: 'refuse', match: 'workItemEdit', error: refusal(422, WORDS) });
  await act(change('close'), undo);
  recording.stop();
  planner.dispose();
  return recording.log();
}

/** The history at every moment, without whatever is somebody's. */
const momentsOf = (log: ActionLog): readonly object[] =>
  [...walkLog(log)].map(([state]) => {
    const { command } = state;
    const edits = (list: CommandState['history']['done'] = []) =>
      list.map(({ serial, kind, reverses }) => [serial, kind, reverses?.serial ?? null]);
    return { done: edits(command.history.done), undone: edits(command.history.undone), way: command.verdict?.way };
  });

test('WI-02.8 a session of closing and linking replays to the same history when it is redacted, and tells nobody’s words', async () => {
  const log = await session();
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(log).mismatch).toBeNull();
  for (const secret of SECRETS) expect(printLog(log)).toContain(secret);
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
  expect(shared).toContain('Something went wrong while updating the task. Please try again.');
  expect(shared).toContain('"event":"reopen"');
  const redacted = parseLog(shared);
  expect(replay(redacted).mismatch).toBeNull();
  const before = momentsOf(log);
  expect(momentsOf(redacted)).toEqual(before);
  expect(JSON.stringify(before)).toContain('itemState/changeAsked');
  expect(JSON.stringify(before)).toContain('link/submitted');
});
