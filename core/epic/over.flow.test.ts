import { accessActions } from '../access/index.ts';
import { commandsOf, commandSaga, scopesOf } from '../command/index.ts';
import { frameActions } from '../frame/index.ts';
import {
  overEpicOpening,
  overPage,
  selectLinkSubject,
  selectNotices,
  selectRowModel,
  selectToasts,
  selectTreeForm,
  selectTreeHeader,
  selectTreeRows,
  treeActions,
  treeOpening,
} from '../index.ts';
import { createPlanner, selectVisible } from '../planner.ts';
import { presenceSaga } from '../presence/index.ts';
import { selectPlace } from '../presence/saga.ts';
import {
  partState,
  selectAncestors,
  selectCollapsed,
  selectLabelPicker,
  selectSidebarDates,
  selectSidebarLabels,
} from '../sidebar/index.ts';
import { sidebarActions, sidebarSaga } from '../sidebar/index.ts';
import { withMeta, type Action } from '../store/action.ts';
import { inPlace } from '../store/place.ts';
import { entries } from '../table/index.ts';
import { watchSearches } from '../tree/searches.ts';
import { epicGid, FakePorts, refusal, settle } from '../testing/index.ts';
import { isCovered, selectOverKind, workItemActions } from '../work-item/index.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { epicActions, epicEdits, selectEpic, selectEpicDeletion, selectEpicHeader, selectEpicPage } from './index.ts';

/** On the page the epic “Plan” with the epic “Part”, which holds the epic “Bit”. */
async function start() {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const acme = world.addGroup({ path: 'acme' });
  const app = world.addProject({ groupId: acme, path: 'app' });
  world.addMember({ userId: world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const [plan, part, bit] = ['Plan', 'Part', 'Bit'].map((title) => world.addEpic(acme, { title }));
  const issue = world.addItem(app, { title: 'Leaking tap' });
  world.attach(plan!.id, [part!.id]);
  world.attach(part!.id, [bit!.id]);
  for (const title of ['bug', 'ux']) world.addLabel(title);
  server.signInAs('ada');
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  planner.watch('treeSearches', watchSearches);
  planner.watch('command', commandSaga);
  planner.watch('sidebar', sidebarSaga);
  const act = async (...actions: readonly Action[]): Promise<void> => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
    await fake.clock.advance(1);
  };
  const over = (...actions: readonly Action[]) => act(...actions.map((action) => withMeta(action, { place: 'over' })));
  const state = () => planner.store.getState();
  const seen = () => overPage(state());
  const route = (epic: { readonly iid: number } | undefined) => ({ groupPath: 'acme', iid: String(epic!.iid) });
  const openTrees = async () => {
    await act(treeActions.opened(treeOpening(state())!));
    const opening = overEpicOpening(state());
    if (opening !== null) await over(treeActions.opened(opening));
  };
  await act(accessActions.sessionRequested(), frameActions.navigated({ webPath: '/groups/acme/-/epics/1', query: '' }));
  await act(epicActions.epicPageOpened(route(plan)), sidebarActions.sidebarOpened({ width: 1400 }));
  const open = async (as: 'modal' | 'panel' = 'modal', epic = part) => {
    await over(epicActions.epicPageOpened({ ...route(epic), as }));
    await over(sidebarActions.sidebarOpened({ width: 1400 }));
  };
  const root = () => ({ ...state(), visible: selectVisible(state()) });
  const titles = (of = state()) =>
    selectTreeRows(of).map((row) => (row.kind === 'item' ? (selectRowModel(of, row.id)?.title ?? '?') : row.kind));
  return {
    ...{ fake, server, world, planner, act, over, state, seen, open, openTrees, route, titles, root },
    ...{ plan: plan!, part: part!, bit: bit!, issue },
    id: ({ id }: { readonly id: number }) => epicGid(id),
    commands: () => commandsOf(root()).map(({ name }) => name),
    reads: (operation: string) => server.calls.filter(({ what }) => what.includes(operation)).length,
  };
}

const labelsIn = (state: Parameters<typeof selectSidebarLabels>[0]) =>
  selectSidebarLabels(state).labels.map(({ title }) => title);

test('WI-14.10 an epic over the page of another is read and shown beside it', async () => {
  const app = await start();
  const { epic, sidebar } = app.state();
  await app.open();
  expect(selectEpicPage(app.seen())).toEqual({ status: 'ready', error: null, ...app.route(app.part) });
  expect([selectEpic(app.seen())?.title, selectEpic(app.state())?.title]).toEqual(['Part', 'Plan']);
  expect(selectEpicHeader(app.seen())?.title).toBe('Part');
  expect(app.state().epic).toBe(epic);
  expect(app.state().sidebar).toBe(sidebar);
  expect(selectAncestors(app.seen()).rows.map((row) => !row.hidden && row.title)).toEqual(['Plan']);
  expect([partState(app.seen(), 'participants').status, partState(app.seen(), 'color').status]).not.toContain(
    'loading',
  );
  expect([selectOverKind(app.state()), isCovered(app.state())]).toEqual(['modal', true]);
  // Each is read again by itself.
  const reads = app.reads('epicPage');
  await app.over(epicActions.epicPageRetried());
  expect(app.reads('epicPage')).toBe(reads + 1);
  await app.over(epicActions.epicPageClosed());
  expect([selectEpic(app.seen()), app.state().overSidebar.id, selectOverKind(app.state())]).toEqual([null, null, null]);
  expect(app.state().epic).toBe(epic);
});

test('WI-14.10 the page may be another, or closed, under it', async () => {
  const app = await start();
  await app.open();
  await app.act(sidebarActions.sidebarClosed(), epicActions.epicPageClosed());
  expect([selectEpic(app.state()), selectEpic(app.seen())?.title]).toEqual([null, 'Part']);
  expect(selectSidebarDates(app.seen())).not.toBeNull();
  await app.act(epicActions.epicPageOpened(app.route(app.part)), sidebarActions.sidebarOpened({ width: 1400 }));
  // The same epic in both places.
  expect([selectEpic(app.state())?.title, app.state().sidebar.id]).toEqual(['Part', app.id(app.part)]);
  expect(selectAncestors(app.state()).rows).toHaveLength(1);
  await app.over(epicActions.epicPageClosed());
  expect([selectEpic(app.state())?.title, app.state().overSidebar.id]).toEqual(['Part', null]);
});

test('WI-14.10 what is edited there is known everywhere; pickers and forms are of their place', async () => {
  const app = await start();
  await app.open();
  await app.openTrees();
  const { sidebar } = app.state();
  await app.over(sidebarActions.labelPickerOpened());
  const [bug] = selectLabelPicker(app.seen()).options;
  expect([selectLabelPicker(app.seen()).options.length, selectLabelPicker(app.state()).open]).toEqual([2, false]);
  await app.over(sidebarActions.labelTicked({ label: bug!, ticked: true }));
  await app.over(epicEdits.labelsChanged(), epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }));
  expect([labelsIn(app.seen()), labelsIn(app.state())]).toEqual([['bug'], []]);
  expect(selectSidebarDates(app.seen())?.due).toMatchObject({ text: 'Dec 24, 2026', error: null });
  expect(app.world.items.get(app.part.id)).toMatchObject({ dueDate: '2026-12-24' });
  // The row of the page’s tree says the same.
  expect(selectRowModel(app.state(), app.id(app.part))?.labels.map(({ title }) => title)).toEqual(['bug']);
  await app.over(epicEdits.dateChanged({ field: 'start', value: 'soon' }));
  expect([app.state().overSidebar.dateErrors.start === null, app.state().sidebar.dateErrors.start]).toEqual([
    false,
    null,
  ]);
  await app.over(sidebarActions.labelPickerOpened(), sidebarActions.newLabelOpened());
  await app.over(sidebarActions.newLabelTitleChanged({ title: 'tap' }), sidebarActions.newLabelSubmitted());
  expect(selectLabelPicker(app.seen())).toMatchObject({ newLabel: null });
  expect(selectLabelPicker(app.seen()).options.find(({ title }) => title === 'tap')?.ticked).toBe(true);
  expect(app.state().sidebar).toEqual(sidebar);
});

test('WI-14.10 whether the sidebar is collapsed is one setting', async () => {
  const app = await start();
  await app.open();
  await app.over(sidebarActions.gutterToggled());
  expect(selectCollapsed(app.state())).toBe(true);
  expect(app.fake.baked.get('collapsed_gutter')).toBe('true');
  await app.act(sidebarActions.gutterToggled());
  expect(selectCollapsed(app.state())).toBe(false);
});

test('WI-14.10 its children are a tree of their own, in which epics and issues are made and found', async () => {
  const app = await start();
  await app.open();
  await app.openTrees();
  expect([app.titles(), app.titles(app.seen())]).toEqual([['Part'], ['Bit']]);
  expect(selectTreeHeader(app.seen())?.tabs).toBeNull();
  const { tree } = app.state();
  await app.over(treeActions.formOpened({ form: 'createEpic' }), treeActions.titleTyped({ title: 'Crumb' }));
  await app.act(treeActions.formOpened({ form: 'createIssue' }));
  expect(selectTreeForm(app.seen())).toMatchObject({ form: 'createEpic', groups: { loading: false } });
  expect(selectTreeForm(app.state())).toMatchObject({ form: 'createIssue', projects: { options: [{ name: 'app' }] } });
  await app.over(treeActions.formSubmitted());
  await app.act(treeActions.formClosed());
  expect(app.titles(app.seen()).toSorted()).toEqual(['Bit', 'Crumb']);
  expect(app.world.childrenOf(app.part.id)).toHaveLength(2);
  expect(app.state().tree.announcement).toBe(tree.announcement);
  // What is offered, what references mean, and where to move to, is looked for in each place.
  await app.over(treeActions.formOpened({ form: 'addIssue' }));
  await app.over(treeActions.referencesTyped({ text: 'acme/app#1 tap', caret: 14 }));
  await app.fake.clock.advance(1000);
  expect(app.state().overTree.form).toMatchObject({ references: [{ item: { title: 'Leaking tap' } }] });
  expect(app.state().tree.form).toBeNull();
  await app.over(treeActions.formClosed(), treeActions.moveTargetsOpened({ id: app.id(app.bit) }));
  await app.over(treeActions.moveTargetsSearched({ search: 'Plan' }));
  await app.fake.clock.advance(1000);
  expect([app.state().overTree.moving?.found.length, app.state().tree.moving]).toEqual([1, undefined]);
});

test('WI-14.10 one thing at a time is over the page', async () => {
  const app = await start();
  const item = { projectPath: null, by: 'id', number: String(app.issue.id) } as const;
  await app.act(workItemActions.overOpened({ ...item, as: 'modal' }));
  await app.open('panel');
  expect([app.state().workItem.over.route, selectOverKind(app.state())]).toEqual([null, 'panel']);
  const read = [...entries(app.state().queries)].map(([key]) => key);
  expect([read.filter((key) => key.startsWith('workItem/page')), app.fake.topics]).toEqual([
    [],
    expect.not.arrayContaining([`gid://gitlab/Issue/${app.issue.id}`]),
  ]);
  const reads = app.reads('epicPage');
  await app.over(epicActions.epicPageOpened({ ...app.route(app.part), as: 'modal' }));
  // What is there stays, and is read again.
  expect([selectEpic(app.seen())?.title, app.reads('epicPage'), isCovered(app.state())]).toEqual([
    'Part',
    reads + 1,
    true,
  ]);
  await app.act(workItemActions.overOpened({ ...item, as: 'modal' }));
  expect([app.state().overEpic.page.iid, app.state().overSidebar.id]).toEqual([null, null]);
  expect(selectOverKind(app.state())).toBe('modal');
  expect(selectEpic(app.state())?.title).toBe('Plan');
});

test('WI-14.10 WI-14.4 commands and keys, presence and linked items are about the epic over the page', async () => {
  const app = await start();
  app.planner.watch('presence', presenceSaga);
  expect(app.commands()).toEqual(expect.arrayContaining(['Close epic', 'New epic', 'Edit labels']));
  expect(selectPlace(app.state())?.id).toBe(app.id(app.plan));
  await app.open();
  await app.openTrees();
  expect(app.commands()).toEqual(
    expect.arrayContaining(['Close epic', 'Delete epic', 'Edit labels', 'Add a new issue']),
  );
  expect(app.commands().some((name) => ['New epic', 'Show the roadmap of the epic'].includes(name))).toBe(false);
  expect(scopesOf(app.root())).toEqual(['everywhere', 'epic']);
  const { run } = commandsOf(app.root()).find(({ id }) => id === 'deleteEpic')!;
  expect(run).toEqual({ do: 'dispatch', actions: [withMeta(epicActions.epicDeletionAsked(), { place: 'over' })] });
  await app.over(sidebarActions.dateEntered({ field: 'due' }));
  expect(selectPlace(app.state())).toEqual({ id: app.id(app.part), editing: 'DATES' });
  expect([
    selectLinkSubject(app.state(), 'epic')?.iid,
    selectLinkSubject(app.state(), 'epic', undefined, 'over')?.iid,
  ]).toEqual(['1', '2']);
  await app.open('panel');
  expect(app.commands()).toEqual(expect.arrayContaining(['Close epic', 'Show the roadmap of the epic']));
});

test('WI-14.11 a failure is told with the epic, over the page or on it; on the page, where it is gone', async () => {
  const app = await start();
  await app.open();
  const told = () => [
    selectNotices(app.state(), 'epic').length,
    selectNotices(app.state(), 'epic', 'over').length,
    selectNotices(app.state(), 'page').length,
  ];
  app.server.fault({ kind: 'refuse', match: 'epicFieldsUpdate', error: refusal(422) });
  await app.over(epicEdits.confidentialityChanged());
  expect(told()).toEqual([0, 1, 0]);
  app.server.fault({ kind: 'refuse', match: 'epicFieldsUpdate', error: refusal(422) });
  await app.act(
    epicEdits.labelsChanged({ add: [], remove: [] }),
    epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }),
  );
  expect(told()).toEqual([1, 1, 0]);
  app.server.fault({ kind: 'refuse', match: 'epicFieldsUpdate', error: refusal(422) });
  await app.over(epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }), epicActions.epicPageClosed());
  expect(told()).toEqual([1, 1, 1]);
  await app.open();
  await app.over(epicActions.epicDeletionAsked());
  app.server.fault({ kind: 'refuse', match: 'DELETE', error: refusal(422) });
  await app.over(epicActions.epicDeletionConfirmed(), epicActions.epicPageClosed());
  expect(told()).toEqual([1, 1, 2]);
});

test('WI-17.1 WI-17.2 an epic that was read ahead is there at once, over the page or as one, and is read again; one thing at a time is', async () => {
  for (const place of ['over', undefined] as const) {
    const app = await start();
    const item = { projectPath: null, by: 'id', number: String(app.issue.id) } as const;
    const [bit, part] = [app.route(app.bit), app.route(app.part)];
    await app.act(workItemActions.readAhead(item), workItemActions.readAhead(bit), workItemActions.readAhead(part));
    const { workItem, epic, queries } = app.state();
    expect([workItem.ahead.route, epic.ahead?.id]).toEqual([null, app.id(app.part)]);
    expect([...entries(queries)].flatMap(([key]) => (key.startsWith('epic/page') ? key : []))).toEqual([
      'epic/page acme 1',
      'epic/page acme 2',
    ]);
    // Nothing of it is shown.
    expect([selectOverKind(app.state()), selectEpic(app.state())?.title]).toEqual([null, 'Plan']);
    const reads = app.reads('epicPage');
    app.server.fault({ kind: 'delay', match: 'epicPage', milliseconds: 500 });
    if (place === undefined) await app.act(epicActions.epicPageClosed(), epicActions.epicPageOpened(part));
    else await app.over(epicActions.epicPageOpened({ ...part, as: 'modal' }));
    const seen = () => inPlace(app.state(), place);
    expect([selectEpicHeader(seen())?.title, seen().epic.page.data?.permissions.canUpdate]).toEqual(['Part', true]);
    expect([app.reads('epicPage') - reads, app.state().epic.ahead]).toEqual([1, undefined]);
    await app.fake.clock.advance(500);
    await app.act(workItemActions.readAhead(bit), workItemActions.readAhead(item));
    expect([app.state().epic.ahead, app.state().workItem.ahead.route]).toEqual([undefined, item]);
  }
});

test('TR-14.27 what the tree over the page has read more of is not cut short by a reading of the page’s that began before', async () => {
  const app = await start();
  app.world.pageMax = 1;
  for (const title of ['Second', 'Top'])
    app.world.attach(app.plan.id, [app.world.addEpic(app.plan.groupId, { title }).id]);
  await app.open('modal', app.plan);
  await app.openTrees();
  expect([app.titles(), app.titles(app.seen())]).toEqual([
    ['Top', 'more'],
    ['Top', 'more'],
  ]);
  app.server.fault({ kind: 'hold', match: 'epicChildren', milliseconds: 500 });
  await app.act(treeActions.retried());
  await app.over(treeActions.nextPageAsked({ parentId: app.id(app.plan) }));
  const read = app.titles(app.seen());
  expect(read).toEqual(['Top', 'Second', 'more']);
  await app.fake.clock.advance(500);
  expect(app.titles(app.seen())).toEqual(read);
});

test('WI-14.10 opened again, as a modal, it stays as it is', async () => {
  const app = await start();
  await app.open('panel');
  await app.over(sidebarActions.labelPickerOpened(), sidebarActions.labelsSearched({ search: 'u' }));
  await app.over(epicActions.epicPageOpened({ ...app.route(app.part), as: 'modal' }));
  const { picker, id } = app.seen().sidebar;
  expect([selectOverKind(app.state()), picker.search, id]).toEqual(['modal', 'u', app.id(app.part)]);
});

test('WI-14.10 on a small screen the details that the page has open stay so under it; the panel collapses nothing', async () => {
  const app = await start();
  expect(selectCollapsed(app.state())).toBe(false);
  await app.over(epicActions.epicPageOpened({ ...app.route(app.part), as: 'modal' }));
  await app.over(sidebarActions.sidebarOpened({ width: 390 }));
  expect([selectCollapsed(app.state()), selectCollapsed(app.seen())]).toEqual([false, false]);
  await app.act(sidebarActions.gutterToggled());
  await app.open('panel');
  const edit = commandsOf(app.root()).find(({ id }) => id === 'edit:labels');
  expect([edit?.run, app.commands().filter((name) => /sidebar/.test(name))]).toEqual([
    expect.objectContaining({ first: [] }),
    [],
  ]);
});

test('WI-14.6 WI-14.10 an epic that is deleted over the page is gone there, which a toast says; the page stays', async () => {
  const app = await start();
  await app.open();
  await app.openTrees();
  await app.over(epicActions.epicDeletionAsked());
  expect([selectEpicDeletion(app.seen()).open, selectEpicDeletion(app.state()).open]).toEqual([true, false]);
  await app.over(epicActions.epicDeletionConfirmed());
  expect([selectOverKind(app.state()), selectEpic(app.state())?.title, app.titles()]).toEqual([null, 'Plan', []]);
  expect(selectToasts(app.state()).map(({ text }) => text)).toEqual(['Epic deleted']);
  expect(app.fake.visits).toEqual([]);
});
