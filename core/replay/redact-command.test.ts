import type { CommandState } from '../command/index.ts';
import type { ActionLog } from './types.ts';
import { accessActions } from '../access/index.ts';
import { commandActions, commandSaga, selectPaletteStatus } from '../command/index.ts';
import { epicActions } from '../epic/index.ts';
import { frameActions } from '../frame/index.ts';
import { createPlanner } from '../planner.ts';
import { get } from '../table/index.ts';
import { epicGid, FakePorts, settle } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { treeActions } from '../tree/index.ts';
import { checkLog, walkLog } from './check.ts';
import { parseLog } from './format.ts';
import { printLog } from './print.ts';
import { record } from './record.ts';
import { redact } from './redact.ts';
import { replay } from './replay.ts';

const SECRETS = ['Kaleidoscope', 'umbrella', 'zeppelin'] as const;
const [TITLE, WORD, GROUP] = SECRETS;

/** A page, a search, moves that are taken back and made once more on two pages, and one that cannot be. */
async function session(): Promise<ActionLog> {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const group = world.addGroup({ path: GROUP });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: group, level: 50 });
  const [root, ...children] = [1, 2, 3, 4].map((number) => world.addEpic(group, { title: `${TITLE} ${number}` }).id);
  world.attach(root ?? 0, children);
  server.signInAs('ada');
  const recording = record({ hashEvery: 5, segmentActions: 20, viewer: 'ada' });
  const ports = { ...fake.ports, graphql: server.graphql, rest: server.rest };
  const planner = createPlanner(ports, { middleware: [recording.middleware] });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(400);
  };
  const at = (webPath: string) => frameActions.navigated({ webPath, query: '' });
  const page = `/groups/${GROUP}/-/epics/1`;
  planner.watch('command', commandSaga);
  await act(accessActions.sessionRequested(), at(page), epicActions.epicPageOpened({ groupPath: GROUP, iid: '1' }));
  const opening = { kind: 'epic', fullPath: GROUP, iid: '1', id: epicGid(root ?? 0), title: `${TITLE} 1` } as const;
  await act(treeActions.opened({ root: opening, config: { userSignedIn: true, username: 'ada' } }));
  const ids = get(planner.store.getState().confirmed.orders, epicGid(root ?? 0))?.ids ?? [];
  const move = (to: 'up' | 'down') => treeActions.moveChosen({ id: ids[1] ?? '', parentId: epicGid(root ?? 0), to });
  await act(move('up'), commandActions.undoAsked(), commandActions.redoAsked());
  await act(at(`/groups/${GROUP}/-/epics/2`), commandActions.undoAsked(), at(page), commandActions.undoAsked());
  await act(move('down'), treeActions.retried(), commandActions.undoAsked(), commandActions.undoAsked());
  await act(commandActions.paletteOpened({ rowId: ids[0] ?? null }), commandActions.paletteTyped({ text: WORD }));
  await act(commandActions.paletteClosed(), commandActions.helpOpened(), commandActions.singleKeysToggled());
  recording.stop();
  planner.dispose();
  return recording.log();
}

/** The history and the palette at every moment, without whatever is somebody's. */
const momentsOf = (log: ActionLog): readonly object[] =>
  [...walkLog(log)].map(([state]) => {
    const { command } = state;
    const edits = (list: CommandState['history']['done'] = []) =>
      list.map(({ serial, kind, mutationId, reverses }) => [serial, kind, mutationId, reverses?.serial ?? null]);
    return {
      done: edits(command.history.done),
      undone: edits(command.history.undone),
      verdict: command.verdict?.way,
      palette: [command.palette.open, selectPaletteStatus(state), command.palette.rowId],
      recent: command.recent.map(({ kind }) => kind),
      pending: state.pending.map(({ type }) => type),
    };
  });

test('RP-03.220 RP-03.221 a redacted session of commands replays to the same history, and tells nobody’s words', async () => {
  const log = await session();
  const text = printLog(log);
  for (const secret of SECRETS) expect(text).toContain(secret);
  const redacted = parseLog(printLog(redact(log)));
  const [before, after] = [momentsOf(log), momentsOf(redacted)];
  for (const [index, moment] of before.entries()) expect(after[index]).toEqual(moment);
  expect(after).toHaveLength(before.length);
  expect(JSON.stringify(before)).toContain('"verdict":"redo"');
  expect(checkLog(log).faults).toEqual([]);
  expect(replay(log).mismatch).toBeNull();
  expect(replay(redacted).mismatch).toBeNull();
  const shared = printLog(redact(log));
  for (const secret of SECRETS) expect(shared).not.toContain(secret);
});
