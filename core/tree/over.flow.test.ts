import { accessActions } from '../access/index.ts';
import { commandActions, commandSaga, commandsOf } from '../command/index.ts';
import { frameActions } from '../frame/index.ts';
import {
  overPage,
  selectNotices,
  selectRowModel,
  selectTreeForm,
  selectTreeHeader,
  selectTreeRows,
  treeActions,
} from '../index.ts';
import { createPlanner, selectVisible } from '../planner.ts';
import { keeper } from '../keep/index.ts';
import { withMeta, type Action } from '../store/action.ts';
import { get } from '../table/index.ts';
import { workItemActions } from '../work-item/index.ts';
import { epicGid, FakePorts, issueGid, refusal, settle } from '../testing/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { watchSearches } from './searches.ts';

const ALL = { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true };
const CONFIG = { userSignedIn: true, username: 'ada', allowSubEpics: true };

/** On the page the tree of an epic, which holds an issue and an epic; over it that issue with two tasks. A third task stands by itself. */
async function start(fake = new FakePorts(), seeded?: ModelServer) {
  const server = seeded ?? new ModelServer({ clock: fake.clock });
  const { world } = server;
  if (seeded === undefined) {
    const acme = world.addGroup({ path: 'acme' });
    const app = world.addProject({ groupId: acme, path: 'app' });
    world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
    const epics = ['Plan', 'Part'].map((title) => world.addEpic(acme, { title }));
    const issue = world.addItem(app, { title: 'Leaking tap' });
    const tasks = ['Cut', 'Turn', 'Spare'].map((title) => world.addItem(app, { title, type: 'task' }));
    world.attach(epics[0]!.id, [issue.id, epics[1]!.id]);
    world.attach(issue.id, [tasks[0]!.id, tasks[1]!.id]);
  }
  server.signInAs('ada');
  const idOf = (title: string) => [...world.items.values()].find((item) => item.title === title)!.id;
  const plan = epicGid(idOf('Plan'));
  const tap = issueGid(idOf('Leaking tap'));
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  planner.keep(keeper);
  planner.watch('treeSearches', watchSearches);
  planner.watch('command', commandSaga);
  const act = async (...actions: readonly Action[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(1);
  };
  const over = (...actions: readonly Action[]) => act(...actions.map((action) => withMeta(action, { place: 'over' })));
  const state = () => planner.store.getState();
  const overState = () => overPage(state());
  await act(accessActions.sessionRequested(), frameActions.navigated({ webPath: '/groups/acme/-/epics/1', query: '' }));
  const epicRoot = { kind: 'epic', fullPath: 'acme', iid: '1', id: plan, permissions: ALL } as const;
  const { iid } = world.items.get(idOf('Leaking tap'))!;
  const issueRoot = {
    kind: 'workItem',
    fullPath: 'acme/app',
    iid: String(iid),
    id: tap,
    type: 'issue',
    permissions: ALL,
  } as const;
  const openPage = treeActions.opened({ root: epicRoot, config: CONFIG });
  const openOver = treeActions.opened({ root: issueRoot, config: CONFIG });
  await act(openPage);
  await over(openOver);
  const titles = (of = state()) =>
    selectTreeRows(of).map((row) => (row.kind === 'item' ? (selectRowModel(of, row.id)?.title ?? '?') : row.kind));
  return {
    fake,
    server,
    planner,
    act,
    over,
    state,
    overState,
    plan,
    tap,
    openPage,
    openOver,
    gid: (title: string) => issueGid(idOf(title)),
    page: () => titles(),
    tasks: () => titles(overState()),
    stored: () => world.childrenOf(idOf('Leaking tap')).map(({ title }) => title),
    counts: () => selectTreeHeader(state())?.countLines.map(({ total }) => total),
    reads: (operation: string) => server.calls.filter(({ what }) => what.includes(operation)).length,
  };
}

type App = Awaited<ReturnType<typeof start>>;

const remove = (app: App, title: string) =>
  app.over(treeActions.removeAsked({ id: app.gid(title), parentId: app.tap }), treeActions.removeConfirmed());

test('WI-14.8 TR-05.37 the item over the page has its own tree, and the page keeps its own', async () => {
  const app = await start();
  expect([app.page(), app.tasks()]).toEqual([
    ['Leaking tap', 'Part'],
    ['Cut', 'Turn'],
  ]);
  const { tree } = app.state();
  await app.over(
    treeActions.formOpened({ form: 'createWorkItem', childType: 'task' }),
    treeActions.titleTyped({ title: 'Washer' }),
    treeActions.labelsToggled(),
    treeActions.dragStarted({ id: app.gid('Cut'), parentId: app.tap }),
    treeActions.dragCancelled(),
  );
  // One setting for both.
  expect(app.state().tree).toEqual({ ...tree, labelsShown: false });
  expect(selectTreeForm(app.overState())).toMatchObject({ form: 'createWorkItem', title: 'Washer' });
  await app.over(treeActions.formSubmitted());
  expect([app.tasks(), app.stored().length]).toEqual([expect.arrayContaining(['Cut', 'Turn', 'Washer']), 3]);
  expect(app.state().overTree).toMatchObject({ form: null, announcement: { text: 'Created Washer.' } });
  expect(app.state().tree.announcement).toBe(tree.announcement);
  // Its tasks are not the epic's, and the issue opens no further there than before.
  expect([app.page(), app.counts()]).toEqual([
    ['Leaking tap', 'Part'],
    [1, 1],
  ]);
  await app.act(treeActions.itemToggled({ id: app.tap }));
  expect(app.page()).toEqual(['Leaking tap', 'Part']);
});

test('WI-14.8 TR-19.23 a form on the page and one over it are told apart, with what they look for', async () => {
  const app = await start();
  await app.act(treeActions.formOpened({ form: 'createEpic' }), treeActions.titleTyped({ title: 'Half of a ti' }));
  await app.over(treeActions.formOpened({ form: 'addWorkItem', childType: 'task' }));
  const form = selectTreeForm(app.overState());
  const candidates = form !== null && 'candidates' in form ? form.candidates.options : [];
  expect(candidates.map(({ title }) => title)).toEqual(['Spare']);
  await app.over(treeActions.candidateToggled({ candidate: candidates[0]! }), treeActions.formSubmitted());
  expect([app.tasks().length, app.stored().length]).toEqual([3, 3]);
  expect(selectTreeForm(app.state())).toMatchObject({ form: 'createEpic', title: 'Half of a ti', busy: false });
  expect(selectTreeForm(app.overState())).toBeNull();
});

test('WI-14.8 RP-02.215 TR-02.2 a task is removed over the page and brought back; the page’s counts stay', async () => {
  const app = await start();
  await remove(app, 'Turn');
  expect([app.tasks(), app.stored(), app.state().overTree.removal]).toEqual([['Cut'], ['Cut'], null]);
  expect([app.page(), app.counts()]).toEqual([
    ['Leaking tap', 'Part'],
    [1, 1],
  ]);
  await app.act(commandActions.undoAsked());
  expect([app.tasks(), app.stored()]).toEqual([
    ['Cut', 'Turn'],
    ['Cut', 'Turn'],
  ]);
  await app.act(commandActions.redoAsked());
  expect([app.tasks(), app.stored()]).toEqual([['Cut'], ['Cut']]);
});

test('WI-14.8 moves over the page are said there, and undone there', async () => {
  const app = await start();
  await app.over(treeActions.moveChosen({ id: app.gid('Turn'), parentId: app.tap, to: 'up' }));
  expect([app.tasks(), app.stored()]).toEqual([
    ['Turn', 'Cut'],
    ['Turn', 'Cut'],
  ]);
  expect(app.state().overTree.announcement.text).toMatch(/Turn to position 1 of 2/);
  expect(app.state().tree.announcement.text).toBe('');
  await app.act(commandActions.undoAsked());
  expect(app.tasks()).toEqual(['Cut', 'Turn']);
  expect(app.state().tree.announcement.text).toBe('');
  await app.over(
    treeActions.dragStarted({ id: app.gid('Turn'), parentId: app.tap }),
    treeActions.dropped({ id: app.gid('Turn'), fromParentId: app.tap, toParentId: app.tap, index: 0 }),
  );
  expect(app.stored()).toEqual(['Turn', 'Cut']);
});

test('WI-14.8 TR-25.21 what fails over the page is told there', async () => {
  const app = await start();
  app.server.fault({ kind: 'refuse', match: 'workItemUpdate', error: refusal(500) });
  await remove(app, 'Cut');
  const texts = (place?: 'over') => selectNotices(app.state(), 'tree', place).map(({ text }) => text);
  expect([texts(), texts('over')]).toEqual([[], ['Something went wrong while removing child.']]);
  expect(app.tasks()).toEqual(['Cut', 'Turn']);
});

test('WI-14.8 TR-01.31 opening and closing the one leaves the lists of the other', async () => {
  const app = await start();
  const list = (id: string) => get(selectVisible(app.state()).orders, id)?.ids.length;
  await app.act(app.openPage);
  expect([app.page(), app.tasks()]).toEqual([
    ['Leaking tap', 'Part'],
    ['Cut', 'Turn'],
  ]);
  const pageReads = app.reads('epicChildren');
  await app.over(treeActions.closed());
  expect([list(app.plan), list(app.tap), app.page(), app.tasks()]).toEqual([2, undefined, ['Leaking tap', 'Part'], []]);
  await app.over(app.openOver);
  expect([app.tasks(), app.reads('epicChildren')]).toEqual([['Cut', 'Turn'], pageReads]);
  await app.act(treeActions.closed());
  expect([list(app.plan), app.tasks()]).toEqual([undefined, ['Cut', 'Turn']]);
});

test('WI-14.8 TR-05.25 each is read again by itself; nothing over the page is read once it is closed', async () => {
  const app = await start();
  app.server.world.addItem([...app.server.world.projects.keys()][0]!, { title: 'Fresh', type: 'task' });
  app.server.world.attach(Number(app.tap.replace(/\D/g, '')), [Number(app.gid('Fresh').replace(/\D/g, ''))]);
  await app.act(treeActions.dragStarted({ id: app.tap, parentId: app.plan }));
  await app.fake.clock.advance(30_000);
  expect(app.tasks()).toContain('Fresh');
  await app.over(treeActions.closed());
  const before = app.reads('workItemTree');
  await app.fake.clock.advance(90_000);
  expect(app.reads('workItemTree')).toBe(before);
});

test('WI-14.8 TR-12.25 what is typed over the page is kept for that item', async () => {
  const app = await start();
  await app.over(
    treeActions.formOpened({ form: 'createWorkItem', childType: 'task' }),
    treeActions.titleTyped({ title: 'Washer' }),
  );
  await app.fake.clock.advance(1000);
  app.planner.dispose();
  const again = await start(app.fake, app.server);
  await again.fake.clock.advance(1000);
  expect(selectTreeForm(again.overState())).toMatchObject({ title: 'Washer', restored: true });
  expect(selectTreeForm(again.state())).toBeNull();
});

test('WI-14.4 WI-14.8 in a modal the commands add children to its item', async () => {
  const app = await start();
  const added = () => {
    const root = { ...app.state(), visible: selectVisible(app.state()) };
    return commandsOf(root).filter(({ id }) => id.startsWith('add:'));
  };
  expect(added().map(({ name }) => name)).toContain('Add a new epic');
  const number = app.tap.replace(/\D/g, '');
  await app.act(workItemActions.overOpened({ projectPath: null, by: 'id', number, as: 'modal' }));
  expect(added().map(({ name, shortcut }) => [name, shortcut])).toEqual([
    ['Add a new task', null],
    ['Add an existing task', 'addTask'],
  ]);
  const [{ run } = { run: null }] = added();
  await app.act(...(run?.do === 'dispatch' ? run.actions : []));
  expect([app.state().overTree.form?.form, app.state().tree.form]).toEqual(['createWorkItem', null]);
});

test('WI-09.20 a child that was taken out over the page comes back after the item was closed', async () => {
  const app = await start();
  await remove(app, 'Cut');
  expect(app.stored()).toEqual(['Turn']);
  await app.over(treeActions.closed());
  await app.act(commandActions.undoAsked());
  expect(app.stored()).toEqual(['Turn', 'Cut']);
  await app.over(app.openOver);
  expect(app.tasks()).toEqual(['Turn', 'Cut']);
});

test('WI-14.8 what is refused once no tree is open is told on the page', async () => {
  const app = await start();
  await app.act(treeActions.closed());
  app.server.fault({ kind: 'delay', match: 'workItemUpdate', milliseconds: 50 });
  await remove(app, 'Cut');
  await app.over(treeActions.closed());
  app.server.world.items.delete(Number(app.gid('Cut').split('/').at(-1)));
  await app.fake.clock.advance(100);
  await settle();
  const texts = (['tree', 'page'] as const).map((scope) => selectNotices(app.state(), scope).map(({ text }) => text));
  expect(texts).toEqual([[], ['Something went wrong while removing a child item.']]);
});
