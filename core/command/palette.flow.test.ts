import type { Action } from '../store/index.ts';
import type { World } from '../../sim/server/index.ts';
import { accessActions } from '../access/index.ts';
import { epicActions } from '../epic/index.ts';
import { frameActions } from '../frame/index.ts';
import { createPlanner, selectVisible } from '../planner.ts';
import { roadmapActions, roadmapConfig, roadmapSaga, roadmapViewFromUrl } from '../roadmap/index.ts';
import { FakePorts, settle, UNREACHABLE } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { get } from '../table/index.ts';
import { treeActions } from '../tree/index.ts';
import { workItemActions } from '../work-item/index.ts';
import {
  commandActions,
  commandSaga,
  commandsOf,
  paletteSections,
  scopesOf,
  selectPaletteStatus,
  type CommandRoot,
} from './index.ts';
import { SINGLE_KEYS } from './recent.ts';
import { COMMAND_DELAY } from './search.ts';

const ORIGIN = 'http://here';

function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const web = world.addGroup({ path: 'web', name: 'Web', parentId: acme });
  const secret = world.addGroup({ path: 'secret', name: 'Secret rockets', visibility: 'private' });
  const app = world.addProject({ groupId: web, path: 'app', name: 'App' });
  const ada = world.addUser({ username: 'ada', password: 'correct horse' });
  world.addUser({ username: 'bob', password: 'correct horse' });
  world.addMember({ userId: ada, groupId: acme, level: 50 });
  const root = world.addEpic(acme, { title: 'Launch the rocket' });
  world.addEpic(acme, { title: 'Hidden rocket', confidential: true });
  world.addEpic(secret, { title: 'A rocket that nobody sees' });
  world.attach(root.id, [world.addEpic(web, { title: 'Paint it' }).id]);
  world.addItem(app, { title: 'Rocket fuel' });
}

function start(who: string | null = 'ada') {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs(who);
  const asked: string[] = [];
  let down = false;
  const graphql: typeof server.graphql = {
    request: (operation, variables, options) => {
      if (operation.name.startsWith('command')) asked.push(operation.name);
      return down ? Promise.reject(UNREACHABLE) : server.graphql.request(operation, variables, options);
    },
  };
  const planner = createPlanner({ ...fake.ports, graphql, rest: server.rest });
  const act = async (...actions: readonly Action[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch({ ...action });
    await settle();
  };
  const root = (): CommandRoot => {
    const state = planner.store.getState();
    return { ...state, visible: selectVisible(state) };
  };
  const sections = () =>
    Object.fromEntries(
      paletteSections(root(), ORIGIN).map(({ title, options }) => [title, options.map((each) => each.title)]),
    );
  return {
    fake,
    server,
    planner,
    act,
    asked,
    root,
    sections,
    fail: () => (down = true),
    command: (id: string) => commandsOf(root()).find((each) => each.id === id),
    type: async (text: string) => {
      await act(commandActions.paletteTyped({ text }));
      await fake.clock.advance(COMMAND_DELAY);
      await settle();
    },
    goTo: (webPath: string) => act(frameActions.navigated({ webPath, query: '' })),
  };
}

type App = ReturnType<typeof start>;

async function opened(app: App, rowId: string | null = null): Promise<void> {
  app.planner.watch('command', commandSaga);
  await app.act(accessActions.sessionRequested());
  await app.goTo('/groups/acme/-/epics/1');
  await app.act(commandActions.paletteOpened({ rowId }));
}

async function onEpic(app: App): Promise<void> {
  await app.act(accessActions.sessionRequested());
  await app.goTo('/groups/acme/-/epics/1');
  await app.act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  const { id } = app.root().epic.page;
  await app.act(
    treeActions.opened({
      root: { kind: 'epic', fullPath: 'acme', iid: '1', id, permissions: ALL },
      config: { userSignedIn: true, allowSubEpics: true },
    }),
  );
  app.planner.watch('command', commandSaga);
  await settle();
}

const ALL = { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true };

test('RP-02.170 with nothing typed: the recent places without this one, then what can be done', async () => {
  const app = start();
  await onEpic(app);
  await app.goTo('/groups/acme');
  await app.act(commandActions.paletteOpened({ rowId: null }));
  expect(Object.keys(app.sections())).toEqual(['Recent', 'Commands']);
  expect(app.sections()['Recent']).toEqual(['Launch the rocket']);
  await app.goTo('/groups/acme/-/epics/1');
  expect(app.sections()['Recent']).toBeUndefined();
});

test('RP-02.171 a reference comes first, by its name where that is known', async () => {
  const app = start();
  await onEpic(app);
  await app.act(commandActions.paletteOpened({ rowId: null }));
  await app.type('&1');
  expect(app.sections()['Go to']).toEqual(['Launch the rocket']);
  await app.type('acme/web/app#1');
  expect(app.sections()['Go to']).toEqual(['acme/web/app#1']);
});

test('RP-02.172 one question per pause, and none for blank text or a closed palette', async () => {
  const app = start();
  await opened(app);
  await app.act(commandActions.paletteTyped({ text: 'r' }), commandActions.paletteTyped({ text: 'ro' }));
  await app.fake.clock.advance(COMMAND_DELAY - 1);
  await settle();
  expect(app.asked).toEqual([]);
  await app.fake.clock.advance(1);
  await settle();
  expect(app.asked.toSorted()).toEqual(['commandItems', 'commandPlaces']);
  await app.type('  ');
  await app.act(commandActions.paletteTyped({ text: 'rock' }), commandActions.paletteClosed());
  await app.fake.clock.advance(COMMAND_DELAY);
  await settle();
  expect(app.asked).toHaveLength(2);
});

test('RP-02.173 the latest search wins', async () => {
  const app = start();
  await opened(app);
  await app.act(commandActions.paletteTyped({ text: 'rocket' }));
  await app.fake.clock.advance(COMMAND_DELAY);
  await app.type('paint');
  expect(app.sections()['Places']).toEqual(['Paint it']);
  expect(selectPaletteStatus(app.root())).toBe('ready');
});

test('RP-02.174 epics and issues of the whole group, groups and projects: what this viewer may see', async () => {
  const app = start();
  await opened(app);
  await app.goTo('/groups/acme/web');
  await app.type('rocket');
  expect(app.sections()['Places']?.toSorted()).toEqual(['Hidden rocket', 'Launch the rocket', 'Rocket fuel']);
  await app.type('app');
  expect(app.sections()['Places']).toContain('Acme / Web / App');
  const bob = start('bob');
  await opened(bob);
  await bob.type('rocket');
  expect(bob.sections()['Places']?.toSorted()).toEqual(['Launch the rocket', 'Rocket fuel']);
});

test('RP-02.174 outside of groups it is the group of the place visited last', async () => {
  const app = start();
  await onEpic(app);
  await app.goTo('/');
  await app.act(commandActions.paletteOpened({ rowId: null }));
  await app.type('fuel');
  expect(app.sections()['Places']).toEqual(['Rocket fuel']);
});

test('RP-02.175 places are kept by user, and read back', async () => {
  const app = start();
  await onEpic(app);
  expect(app.root().command.recent.map(({ path }) => path)).toEqual(['/groups/acme/-/epics/1']);
  const kept = app.fake.ports.storage.get('command-recent/ada');
  expect(JSON.parse(kept ?? '[]')).toEqual(app.root().command.recent);
  const again = start();
  again.fake.ports.storage.set('command-recent/ada', kept ?? '');
  await opened(again);
  expect(again.root().command.recent).toEqual(app.root().command.recent);
  const broken = start();
  broken.fake.ports.storage.set('command-recent/ada', '{');
  await opened(broken);
  expect(broken.root().command.recent).toEqual([]);
});

test('RP-02.175 what is read ahead was not visited', async () => {
  const app = start();
  await opened(app);
  const item = { projectPath: 'acme/web/app', by: 'iid', number: '1' } as const;
  await app.act(workItemActions.readAhead(item));
  expect(app.root().workItem.ahead.id).not.toBeNull();
  await app.act(workItemActions.readAhead({ groupPath: 'acme', iid: '1' }));
  expect(app.root().epic.ahead?.id).toBeDefined();
  expect(app.root().command.recent).toEqual([]);
  await app.act(workItemActions.overOpened({ ...item, as: 'modal' }));
  expect(app.root().command.recent.map(({ title }) => title)).toEqual(['Rocket fuel']);
});

test('RP-02.176 a confidential place keeps its name to itself, and signing out forgets all', async () => {
  const app = start();
  await opened(app);
  await app.goTo('/groups/acme/-/epics/2');
  await app.act(epicActions.epicPageOpened({ groupPath: 'acme', iid: '2' }));
  expect(app.root().command.recent[0]).toMatchObject({ title: 'acme&2', reference: 'acme&2' });
  await app.act(accessActions.signOutSubmitted());
  expect(app.root().command.recent).toEqual([]);
  expect(app.fake.ports.storage.get('command-recent/ada')).toBeNull();
});

test('RP-02.177 what nobody may do here is not listed', async () => {
  const app = start(null);
  await opened(app);
  const ids = commandsOf(app.root()).map(({ id }) => id);
  expect(ids).toContain('signIn');
  for (const id of ['signOut', 'newEpic', 'epicState', 'deleteEpic', 'undo']) expect(ids).not.toContain(id);
  const signedIn = start();
  await opened(signedIn);
  expect(signedIn.command('signOut')?.run).toEqual({ do: 'dispatch', actions: [accessActions.signOutSubmitted()] });
  expect(signedIn.command('signIn')).toBeUndefined();
});

test('RP-02.177 new epic is there where the group lets the viewer make one', async () => {
  const app = start();
  await opened(app);
  await app.goTo('/groups/acme');
  expect(app.command('newEpic')).toBeUndefined();
  await app.act(accessActions.groupEntered({ groupPath: 'acme' }));
  expect(app.command('newEpic')).toMatchObject({ shortcut: 'newEpic', run: { do: 'go' } });
  const bob = start('bob');
  await opened(bob);
  await bob.goTo('/groups/acme');
  await bob.act(accessActions.groupEntered({ groupPath: 'acme' }));
  expect(bob.command('newEpic')).toBeUndefined();
});

test('RP-02.178 the buttons of an epic', async () => {
  const app = start();
  await onEpic(app);
  expect(app.command('epicState')).toMatchObject({
    name: 'Close epic',
    run: { do: 'press', name: 'epic state' },
  });
  expect(app.command('newEpic')?.run).toEqual({ do: 'dispatch', actions: [epicActions.newEpicOpened()] });
  expect(app.command('deleteEpic')).toBeDefined();
  expect(app.command('copyReference')?.name).toBe('Copy the reference acme&1');
  await app.act(epicActions.epicStateToggled());
  expect(app.command('epicState')?.name).toBe('Reopen epic');
  const bob = start('bob');
  await onEpic(bob);
  expect(bob.command('copyReference')).toBeDefined();
  for (const id of ['epicState', 'newEpic', 'deleteEpic']) expect(bob.command(id)).toBeUndefined();
});

test('RP-02.179 the tools above the children', async () => {
  const app = start();
  await onEpic(app);
  const { labelsShown } = app.root().tree;
  expect(app.command('labelsShown')?.run).toEqual({ do: 'dispatch', actions: [treeActions.labelsToggled()] });
  expect(app.command('labelsShown')?.name).toBe(`${labelsShown ? 'Hide' : 'Show'} the labels of the children`);
  expect(app.command('add:addIssue:')).toMatchObject({ name: 'Add an existing issue', shortcut: 'addChild' });
  await app.act(treeActions.tabChosen({ tab: 'roadmap' }));
  expect(app.command('treeTab')).toBeDefined();
  expect([app.command('roadmapTab'), app.command('labelsShown')]).toEqual([undefined, undefined]);
});

test('RP-02.180 what the row with the keyboard can do', async () => {
  const app = start();
  await onEpic(app);
  const rootId = app.root().tree.root?.id ?? '';
  const rowId = get(app.root().visible.orders, rootId)?.ids[0] ?? null;
  await app.act(commandActions.paletteOpened({ rowId }));
  expect(app.command('row:open')).toMatchObject({ name: 'Open “Paint it”', run: { to: '/groups/acme/web/-/epics/1' } });
  expect(app.command('row:remove')?.run).toMatchObject({ actions: [{ type: treeActions.removeAsked.type }] });
  expect(app.command('row:up')).toBeUndefined();
  await app.act(commandActions.paletteOpened({ rowId: null }));
  expect(app.command('row:open')).toBeUndefined();
});

test('RP-02.181 the roadmap by commands: what the drawer puts into the address', async () => {
  const app = start();
  await opened(app);
  expect(app.command('settings')).toBeUndefined();
  app.planner.watch('roadmap', roadmapSaga);
  const config = roadmapConfig({}, 'acme', { user: null, features: {}, settings: {} });
  await app.act(roadmapActions.roadmapOpened({ config, view: roadmapViewFromUrl([]) }));
  expect(scopesOf(app.root())).toContain('roadmap');
  expect(app.command('settings')?.run).toEqual({ do: 'dispatch', actions: [roadmapActions.drawerOpened()] });
  const to = app.command('roadmap:THREE_YEARS')?.run;
  if (to?.do !== 'go') throw new Error('No way to another range');
  expect(roadmapViewFromUrl(new URLSearchParams(to.to)).range).toBe('THREE_YEARS');
  expect(app.command('roadmap:CURRENT_QUARTER')).toBeUndefined();
  expect(app.command('today')).toMatchObject({ run: { do: 'press', name: 'today' }, shortcut: 'today' });
  await app.act(roadmapActions.drawerOpened());
  expect(app.command('settings')?.name).toBe('Close the roadmap settings');
});

test('RP-02.219 the roadmap of an epic by commands: what its bar offers, in its tab', async () => {
  const app = start();
  await onEpic(app);
  app.planner.watch('roadmap', roadmapSaga);
  const config = roadmapConfig({ epicIid: '1' }, 'acme/web', { user: null, features: {}, settings: {} });
  await app.act(roadmapActions.roadmapOpened({ config, view: roadmapViewFromUrl([]) }));
  expect(scopesOf(app.root())).toEqual(expect.arrayContaining(['epic', 'roadmap']));
  const to = app.command('roadmap:CURRENT_YEAR')?.run;
  if (to?.do !== 'go') throw new Error('No way to another range');
  const query = new URLSearchParams(to.to);
  expect(roadmapViewFromUrl(query).range).toBe('CURRENT_YEAR');
  const offered = (id: string) => app.command(id) !== undefined;
  expect(['today', 'undated', 'roadmap:end_date_asc', 'print'].map(offered)).toEqual([true, true, true, true]);
  expect(['settings', 'roadmap:closed', 'roadmap:milestones', 'export:svg'].map(offered)).not.toContain(true);
});

test('RP-02.182 a search that fails is said; recent places and commands stay', async () => {
  const app = start();
  await onEpic(app);
  await app.goTo('/groups/acme');
  await app.act(commandActions.paletteOpened({ rowId: null }));
  app.fail();
  await app.type('launch');
  expect(selectPaletteStatus(app.root())).toBe('failed');
  expect(app.sections()['Places']).toEqual(['Launch the rocket']);
});

test('RP-02.194 whether single keys work is remembered', async () => {
  const app = start();
  await opened(app);
  await app.act(commandActions.singleKeysToggled());
  expect(app.root().command.singleKeys).toBe(false);
  expect(app.fake.ports.storage.get(SINGLE_KEYS)).toBe('off');
  await app.act(commandActions.singleKeysToggled());
  expect(app.fake.ports.storage.get(SINGLE_KEYS)).toBeNull();
  const again = start();
  again.fake.ports.storage.set(SINGLE_KEYS, 'off');
  await opened(again);
  expect(again.root().command.singleKeys).toBe(false);
});
