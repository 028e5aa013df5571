import type { World } from '../../sim/server/index.ts';
import { accessActions } from '../access/index.ts';
import { epicActions, selectEpicHeader } from '../epic/index.ts';
import { frameActions } from '../frame/index.ts';
import { linkActions, linkSaga, type LinkSubject } from '../link/index.ts';
import { selectToasts } from '../notice/index.ts';
import { createPlanner } from '../planner.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { refusal } from '../testing/ports.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { selectWorkItemModel, workItemActions } from '../work-item/index.ts';
import { itemStateActions } from '../work-item/edits.ts';
import { get } from '../table/index.ts';
import { commandActions, commandSaga, commandsOf, scopesOf } from './index.ts';

/** Closing and reopening, and linking, are taken back: edits that are answered before they are shown. */

/** The page of epic 1 of acme, or of issue 1 of acme/app, against the model server. */
async function start(kind: 'epic' | 'issue', username = 'ada') {
  const fake = new FakePorts();
  const ids: number[] = [];
  const seed = (world: World): void => {
    const acme = world.addGroup({ path: 'acme' });
    const app = world.addProject({ groupId: acme, path: 'app' });
    world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
    world.addMember({ userId: world.addUser({ username: 'gus' }), groupId: acme, level: 10 });
    for (const title of ['One', 'Two', 'Three']) {
      ids.push((kind === 'epic' ? world.addEpic(acme, { title }) : world.addItem(app, { title })).id);
    }
  };
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs(username);
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  const act = async (...actions: readonly { readonly type: string }[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  planner.watch('link', linkSaga);
  planner.watch('command', commandSaga);
  const webPath = kind === 'epic' ? '/groups/acme/-/epics/1' : '/acme/app/-/issues/1';
  const route = { projectPath: 'acme/app', by: 'iid', number: '1' } as const;
  const opening =
    kind === 'epic' ? epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }) : workItemActions.pageOpened(route);
  await act(accessActions.sessionRequested(), frameActions.navigated({ webPath, query: '' }), opening);
  const state = () => planner.store.getState();
  const id = `gid://gitlab/Issue/${ids[0]}`;
  const shown = () => (kind === 'epic' ? selectEpicHeader(state()) : selectWorkItemModel(state(), id))?.badge.text;
  const history = () => state().command.history;
  const names = () => [history().done, history().undone].map((edits) => edits.map(({ name }) => name));
  return {
    act,
    fake,
    server,
    state,
    shown,
    names,
    match: kind === 'epic' ? 'PUT' : 'workItemEdit',
    toggle: () =>
      act(
        kind === 'epic'
          ? epicActions.epicStateToggled()
          : itemStateActions.changeAsked({ id, event: shown() === 'Open' ? 'close' : 'reopen' }),
      ),
    stored: () => server.world.items.get(ids[0] ?? 0)?.state,
    /** Somebody else does it. */
    others: (to: 'opened' | 'closed') => {
      const row = server.world.items.get(ids[0] ?? 0);
      if (row === undefined) throw new Error('There is no such item');
      server.world.items.set(row.id, { ...row, state: to, lockVersion: row.lockVersion + 1 });
    },
    readAgain: () => act(kind === 'epic' ? epicActions.epicPageOutdated() : workItemActions.pageRetried()),
    leave: () => act(kind === 'epic' ? epicActions.epicPageClosed() : workItemActions.pageClosed()),
    back: () => act(opening),
    toasts: () => selectToasts(state()).map(({ text }) => text),
    command: (which: string) =>
      commandsOf({ ...state(), visible: state().confirmed }).find(({ id: own }) => own === which),
  };
}

const undo = commandActions.undoAsked();
const redo = commandActions.redoAsked();

describe.each(['epic', 'issue'] as const)('RP-02.216 the state of an %s', (kind) => {
  const one = kind === 'epic' ? 'acme&1 “One”' : 'acme/app#1 “One”';

  test('RP-02.216 closing is taken back and made once more, and the server has it so', async () => {
    const app = await start(kind);
    await app.toggle();
    expect([app.shown(), app.stored(), app.names()]).toEqual(['Closed', 'closed', [[`closed ${one}`], []]]);
    await app.act(undo);
    expect([app.shown(), app.stored(), app.names()]).toEqual(['Open', 'opened', [[], [`closed ${one}`]]]);
    expect(app.toasts()).toEqual([`Undone: closed ${one}.`]);
    await app.act(redo);
    expect([app.shown(), app.stored(), app.names()]).toEqual(['Closed', 'closed', [[`closed ${one}`], []]]);
    await app.act(undo);
    await app.toggle();
    await app.toggle();
    expect(app.names()).toEqual([[`closed ${one}`, `reopened ${one}`], []]);
  });

  test('RP-02.216 not while it is on its way, nor where somebody else has done it since', async () => {
    const app = await start(kind);
    app.server.fault({ kind: 'delay', match: app.match, milliseconds: 500 });
    await app.toggle();
    await app.act(undo);
    expect(app.toasts()).toEqual([`Not undone: closed ${one}. Reason: the change is still being made.`]);
    await app.fake.clock.advance(500);
    expect([app.shown(), app.names()]).toEqual(['Closed', [[`closed ${one}`], []]]);
    app.others('opened');
    await app.readAgain();
    expect(app.shown()).toBe('Open');
    await app.act(undo);
    expect(app.toasts().at(-1)).toBe(`Not undone: closed ${one}. Reason: it was changed meanwhile.`);
    expect([app.stored(), app.names()]).toEqual(['opened', [[], []]]);
  });

  test('RP-02.216 while the page is not there it stays in the history; without the right it leaves', async () => {
    const app = await start(kind);
    await app.toggle();
    await app.leave();
    await app.act(undo);
    expect(app.toasts().at(-1)).toMatch(/Reason: the (epic|item) is still being read\.$/);
    await app.back();
    for (const [key, member] of app.server.world.members) app.server.world.members.set(key, { ...member, level: 10 });
    await app.readAgain();
    await app.act(undo);
    expect(app.toasts().at(-1)).toMatch(/Reason: you may not change it any more\.$/);
    expect([app.stored(), app.names()]).toEqual(['closed', [[], []]]);
  });

  test('RP-02.206 a refused change was never made; a refused undo leaves what it was to take back', async () => {
    const app = await start(kind);
    await app.toggle();
    await app.toggle();
    app.server.fault({ kind: 'refuse', match: app.match, error: refusal(403) });
    await app.toggle();
    expect([app.shown(), app.names()]).toEqual(['Open', [[`closed ${one}`, `reopened ${one}`], []]]);
    app.server.fault({ kind: 'refuse', match: app.match, error: refusal(403) });
    await app.act(undo);
    expect([app.shown(), app.names()]).toEqual(['Open', [[`closed ${one}`, `reopened ${one}`], []]]);
    await app.act(undo);
    expect([app.shown(), app.stored(), app.names()]).toEqual([
      'Closed',
      'closed',
      [[`closed ${one}`], [`reopened ${one}`]],
    ]);
    app.server.fault({ kind: 'refuse', match: app.match, error: refusal(403) });
    await app.act(redo);
    expect([app.shown(), app.names()]).toEqual(['Closed', [[`closed ${one}`], [`reopened ${one}`]]]);
  });

  test('RP-02.216 what nobody may do is not noted', async () => {
    const app = await start(kind, 'gus');
    await app.toggle();
    expect([app.stored(), app.names()]).toEqual(['opened', [[], []]]);
  });
});

const subject = (canRelate = true): LinkSubject => ({
  id: 'gid://gitlab/Issue/1',
  kind: 'issue',
  iid: '1',
  state: 'opened',
  ownerPath: 'acme/app',
  groupPath: 'acme',
  endpoint: '/acme/app/-/issues/1/links',
  webPath: '/acme/app/-/issues/1',
  canRelate,
});

test('RL-01.34 by Ctrl+Z: a link is taken away again, made once more, and taken away', async () => {
  const app = await start('issue');
  const { id } = app.state().workItem.page;
  await app.act(linkActions.opened({ subject: { ...subject(), id: id ?? '' } }), linkActions.formOpened());
  await app.act(linkActions.referencesTyped({ text: '#2', caret: 2 }), linkActions.submitted());
  const links = () => get(app.state().confirmed.links, id ?? '');
  expect(app.server.world.relations.size).toBe(1);
  await app.act(undo);
  expect([app.server.world.relations.size, app.names()]).toEqual([0, [[], ['linked acme/app#2']]]);
  await app.act(redo);
  expect([app.server.world.relations.size, app.names()]).toEqual([1, [['linked acme/app#2'], []]]);
  await app.act(undo);
  expect([app.server.world.relations.size, links()]).toEqual([0, []]);
});

describe('the palette', () => {
  test('RP-02.184 on an issue: close or reopen, change the type, delete, copy the reference; for a guest the last alone', async () => {
    const app = await start('issue');
    expect(app.command('itemState')).toMatchObject({ name: 'Close issue', run: { do: 'press', name: 'item state' } });
    expect(app.command('deleteItem')?.run).toEqual({ do: 'press', name: 'delete item', first: [] });
    expect(app.command('changeType')).toMatchObject({ name: 'Change type', run: { do: 'press', name: 'change type' } });
    expect(app.command('copyReference')?.name).toBe('Copy the reference acme/app#1');
    expect([app.command('epicState'), app.command('deleteEpic')]).toEqual([undefined, undefined]);
    app.server.fault({ kind: 'delay', match: app.match, milliseconds: 500 });
    await app.toggle();
    expect(app.command('itemState')).toBeUndefined();
    await app.fake.clock.advance(500);
    expect(app.command('itemState')?.name).toBe('Reopen issue');
    const guest = await start('issue', 'gus');
    expect(['itemState', 'changeType', 'deleteItem', 'copyReference'].map((id) => guest.command(id)?.name)).toEqual([
      undefined,
      undefined,
      undefined,
      'Copy the reference acme/app#1',
    ]);
    await app.leave();
    expect(app.command('copyReference')).toBeUndefined();
  });

  test.each(['epic', 'issue'] as const)('RP-02.197 the keys of the page of an %s, until it is left', async (kind) => {
    const app = await start(kind);
    const scopes = () => scopesOf(app.state());
    expect(scopes()).toContain('epic');
    await app.leave();
    expect(scopes()).not.toContain('epic');
  });

  test.each(['epic', 'issue'] as const)(
    'RP-02.185 linked items are added from the palette on the page of an %s',
    async (kind) => {
      const app = await start(kind);
      expect(app.command('addLinks')).toBeUndefined();
      await app.act(linkActions.opened({ subject: subject() }));
      expect(app.command('addLinks')).toMatchObject({ name: 'Add linked items', run: { do: 'dispatch' } });
      await app.act(linkActions.formOpened());
      expect(app.command('addLinks')).toBeUndefined();
      await app.act(linkActions.formClosed(), linkActions.opened({ subject: subject(false) }));
      expect(app.command('addLinks')).toBeUndefined();
    },
  );
});
