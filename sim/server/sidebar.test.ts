import { accessActions } from '@espalier/core/access';
import { EpicFieldsUpdateOperation } from '@espalier/core/api';
import { epicActions, epicEdits, selectEpicHeader } from '@espalier/core/epic';
import { createPlanner } from '@espalier/core';
import {
  selectAncestors,
  selectColor,
  selectConfidentiality,
  selectLabelPicker,
  selectParticipants,
  selectSidebarDates,
  selectSidebarLabels,
  selectSubscription,
  selectTodo,
  sidebarActions,
  sidebarSaga,
  SIDEBAR_ERRORS,
  type SidebarRoot,
} from '@espalier/core/sidebar';
import { CONFIDENTIALITY_ERRORS, PARENT_ERRORS } from '@espalier/core/tree/rules';
import { settle } from '@espalier/core/testing';
import { FakePorts, refusal } from '@espalier/core/testing';
import type { World } from './index.ts';
import { ModelServer } from './index.ts';

/** The sidebar against the model server, as several people see it, with no DOM. */

const EPIC = { groupPath: 'acme/web', iid: '1' };

function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const web = world.addGroup({ path: 'web', name: 'Web', parentId: acme });
  const secret = world.addGroup({ path: 'secret', visibility: 'private' });
  for (const [username, level] of [
    ['ada', 50],
    ['bob', 30],
    ['gus', 10],
  ] as const) {
    world.addMember({ userId: world.addUser({ username }), groupId: acme, level });
  }
  world.addLabel('bug', '#d9534f');
  world.addLabel('priority::high');
  world.addLabel('priority::low');
  const hidden = world.addEpic(secret, { title: 'Hidden' });
  const top = world.addEpic(acme, { title: 'Top' });
  const epic = world.addEpic(web, { title: 'Epic' });
  const child = world.addEpic(web, { title: 'Child', startIsFixed: true, startDate: '2026-05-05' });
  world.attach(hidden.id, [top.id]);
  world.attach(top.id, [epic.id]);
  world.attach(epic.id, [child.id]);
}

let sessions = 0;

function person(server: ModelServer, who: string | null) {
  const fake = new FakePorts();
  // Keys of one person's sessions never meet.
  const session = (sessions += 1);
  let last = 0;
  const ids = { next: () => `session-${session}-${(last += 1)}` };
  // Every person is somebody else's session on the one server.
  const as =
    <A extends unknown[], R>(request: (...args: A) => R) =>
    (...args: A): R => {
      server.signInAs(who);
      return request(...args);
    };
  const graphql = { request: as(server.graphql.request.bind(server.graphql)) } as FakePorts['ports']['graphql'];
  const rest = { request: as(server.rest.request.bind(server.rest)) } as FakePorts['ports']['rest'];
  const { store, watch, dispose } = createPlanner({ ...fake.ports, ids, graphql, rest });
  const act = async (...actions: { type: string }[]): Promise<void> => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  return {
    fake,
    act,
    dispose,
    open: async () => {
      await act(accessActions.sessionRequested());
      await act(epicActions.epicPageOpened(EPIC));
      watch('sidebar', sidebarSaga);
      await act(sidebarActions.sidebarOpened({ width: 1400 }));
    },
    root: () => store.getState(),
    header: () => selectEpicHeader(store.getState()),
    notices: () => store.getState().notice.map(({ text, detail }) => [text, detail]),
  };
}

async function opened(who: string | null = 'ada', server = new ModelServer({ seed })) {
  const app = person(server, who);
  await app.open();
  return { ...app, server };
}

const titles = (app: { root(): SidebarRoot }) => selectSidebarLabels(app.root()).labels.map(({ title }) => title);
const update = { match: 'epicFieldsUpdate' } as const;

test('EP-06.20 a to-do comes and goes, and the page knows it', async () => {
  const app = await opened();
  await app.act(epicEdits.todoChanged());
  expect(selectTodo(app.root())).toMatchObject({ exists: true, saving: false });
  const again = await opened('ada', app.server);
  expect(selectTodo(again.root())?.exists).toBe(true);
  expect(selectTodo((await opened('bob', app.server)).root())?.exists).toBe(false);
  await again.act(epicEdits.todoChanged());
  expect(selectTodo((await opened('ada', app.server)).root())?.exists).toBe(false);
  expect([...app.server.world.todos.values()].map(({ state }) => state)).toEqual(['done']);
});

test('EP-06.22 both failures', async () => {
  const app = await opened();
  app.server.fault({ ...{ match: /todos$/ }, kind: 'refuse', error: refusal(500) });
  await app.act(epicEdits.todoChanged());
  await app.act(epicEdits.todoChanged());
  app.server.fault({ ...{ match: /^DELETE/ }, kind: 'refuse', error: refusal(500) });
  await app.act(epicEdits.todoChanged());
  expect(app.notices().map(([text]) => text)).toEqual([SIDEBAR_ERRORS.addTodo, SIDEBAR_ERRORS.deleteTodo]);
  expect(selectTodo(app.root())?.exists).toBe(true);
});

test('EP-07.37 dates are fixed and inherited, and both are kept', async () => {
  const app = await opened();
  expect(selectSidebarDates(app.root())?.start).toMatchObject({ date: '2026-05-05', isFixed: false });
  await app.act(epicEdits.dateChanged({ field: 'start', value: '2026-06-06' }));
  await app.act(epicEdits.dateChanged({ field: 'start', isFixed: false }));
  const again = await opened('bob', app.server);
  expect(selectSidebarDates(again.root())?.start).toMatchObject({
    date: '2026-05-05',
    isFixed: false,
    fixed: '2026-06-06',
    canUpdate: true,
  });
});

test('EP-08.1 EP-08.7 labels of one scope exclude one another; a new one is made in the group', async () => {
  const app = await opened();
  const pick = async (...ticked: readonly string[]) => {
    await app.act(sidebarActions.labelPickerOpened());
    for (const title of ticked) {
      const label = selectLabelPicker(app.root()).options.find((option) => option.title === title);
      if (label === undefined) throw new Error(`no label ${title}`);
      await app.act(sidebarActions.labelTicked({ label, ticked: true }));
    }
    await app.act(epicEdits.labelsChanged());
  };
  await pick('bug', 'priority::high');
  await pick('priority::low');
  expect(titles(app)).toEqual(['bug', 'priority::low']);
  await app.act(
    sidebarActions.labelPickerOpened(),
    sidebarActions.newLabelOpened(),
    sidebarActions.newLabelTitleChanged({ title: 'bug' }),
    sidebarActions.newLabelSubmitted(),
  );
  expect(selectLabelPicker(app.root()).newLabel?.error).toBe('Title has already been taken');
  await app.act(sidebarActions.newLabelTitleChanged({ title: 'new' }), sidebarActions.newLabelSubmitted());
  await app.act(epicEdits.labelsChanged());
  expect(titles(await opened('bob', app.server))).toEqual(['bug', 'new', 'priority::low']);
});

test('EP-09.20 EP-09.21 the colour', async () => {
  const app = await opened();
  const paint = (color: string) =>
    app.act(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color }), epicEdits.colorChanged());
  await paint('#c91c00');
  expect(selectColor((await opened('bob', app.server)).root())).toMatchObject({ title: 'Red', textColor: '#FFFFFF' });
  app.server.fault({ ...update, kind: 'refuse', error: refusal(500) });
  await paint('#217645');
  expect(selectColor(app.root())?.title).toBe('Red');
  expect(app.notices()).toEqual([[SIDEBAR_ERRORS.updateColor, null]]);
});

test('EP-10.2 EP-10.3 the server refuses what the page could not know', async () => {
  const app = await opened();
  await app.act(epicEdits.confidentialityChanged());
  expect(app.notices()).toEqual([[SIDEBAR_ERRORS.confidentiality, CONFIDENTIALITY_ERRORS.epics]]);
  expect(app.header()?.confidential).toBeNull();
  const { world } = app.server;
  for (const row of world.items.values()) world.change(row.id, { confidential: true });
  const again = await opened('ada', app.server);
  expect(selectConfidentiality(again.root())).toMatchObject({
    confidential: true,
    refusal: PARENT_ERRORS.confidentialEpic,
  });
});

test('EP-11.31 an ancestor that may not be seen has its text; participants and subscription are the viewer’s', async () => {
  const app = await opened();
  expect(selectAncestors(app.root()).rows).toMatchObject([{ hidden: true }, { hidden: false, title: 'Top' }]);
  expect(selectAncestors((await opened('root', app.server)).root()).rows).toMatchObject([
    { title: 'Hidden' },
    { title: 'Top' },
  ]);
  expect(selectParticipants(app.root()).shown).toHaveLength(1);
  expect(selectSubscription(app.root())?.subscribed).toBe(false);
  await app.act(epicEdits.subscriptionChanged());
  expect(selectSubscription((await opened('ada', app.server)).root())?.subscribed).toBe(true);
  expect(selectSubscription((await opened('bob', app.server)).root())?.subscribed).toBe(false);
});

test('EP-12.41 who is mentioned takes part, as far as they and the viewer may read the text', async () => {
  const server = new ModelServer({ seed });
  const { world } = server;
  const [epic] = [...world.items.values()].filter(({ title }) => title === 'Epic');
  const id = epic?.id ?? 0;
  const people = async (who: string) =>
    selectParticipants((await opened(who, server)).root()).shown.map(({ username }) => username);
  const author = await people('ada');
  world.change(id, { mentions: ['bob', 'gus', 'nobody-here'] });
  expect(await people('gus')).toEqual([...author, 'bob', 'gus']);
  world.change(id, { mentions: [] });
  const row = { id: 1, itemId: id, authorId: 1, body: '', internal: true, system: false, discussionId: 1 };
  const nothing = { createdAt: world.now(), editedAt: null, editedBy: null, resolvedAt: null, resolvedBy: null };
  world.comments.set(1, { ...row, ...nothing, mentions: ['bob', 'gus'] });
  expect([await people('ada'), await people('gus')]).toEqual([[...author, 'bob'], author]);
  world.change(id, { mentions: ['bob', 'gus'], confidential: true });
  expect(await people('ada')).toEqual([...author, 'bob']);
});

test('EP-18.40 a guest and a visitor read', async () => {
  const server = new ModelServer({ seed });
  for (const who of ['gus', null]) {
    const app = await opened(who, server);
    expect(selectSidebarDates(app.root())?.start.canUpdate).toBe(false);
    await app.act(epicEdits.dateChanged({ field: 'start', value: '2026-06-06' }));
    expect(app.root().pending).toEqual([]);
  }
  expect(server.history).toEqual([]);
});

test('EP-18.43 an answer that was lost is asked for again under its key: one change', async () => {
  const app = await opened();
  app.server.fault({ ...update, kind: 'lose', when: 'afterCommit' });
  app.server.fault({ ...update, kind: 'lose', when: 'beforeCommit' });
  await app.act(epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }));
  expect(app.root().pending[0]?.status).toBe('sent');
  await app.fake.clock.advance(3000);
  expect(app.root().pending).toEqual([]);
  expect(app.server.history).toHaveLength(1);
  expect(selectSidebarDates(app.root())?.due).toMatchObject({ date: '2026-12-24', saving: false });
});

test('EP-18.41 two people who edit the same epic end equal', async () => {
  const server = new ModelServer({ seed });
  const [ada, bob] = [await opened('ada', server), await opened('bob', server)];
  await ada.act(epicEdits.dateChanged({ field: 'due', value: '2026-12-24' }));
  await bob.act(epicEdits.dateChanged({ field: 'due', value: '2026-12-25' }));
  await bob.act(epicEdits.dateChanged({ field: 'start', value: '2026-12-01' }));
  for (const app of [ada, bob]) await app.fake.clock.advance(4000);
  for (const app of [ada, bob]) {
    expect(selectSidebarDates(app.root())).toMatchObject({
      start: { date: '2026-12-01', isFixed: true },
      due: { date: '2026-12-25', isFixed: true },
    });
    expect(app.notices()).toEqual([]);
    app.dispose();
  }
});

test('a label belongs to the group that made it, and to those below it', async () => {
  const app = await opened();
  const { world } = app.server;
  const [acme, web, secret] = ['acme', 'acme/web', 'secret'].map((path) =>
    [...world.groups.values()].find(({ fullPath }) => fullPath === path),
  );
  const [above, own, other] = [acme, web, secret].map((group, index) =>
    world.addLabel(`of ${index}`, '#1068bf', group?.id ?? 0),
  );
  await app.act(sidebarActions.labelPickerOpened());
  expect(selectLabelPicker(app.root()).options.map(({ title }) => title)).toEqual([
    'bug',
    'priority::high',
    'priority::low',
    'of 0',
    'of 1',
  ]);
  const addLabels = async (...ids: (number | undefined)[]) => {
    const input = { ...EPIC, addLabelIds: ids.map((id) => `gid://gitlab/GroupLabel/${id}`) };
    app.server.signInAs('ada');
    const { data } = await app.server.answerGraphql(EpicFieldsUpdateOperation.text, { input });
    return (data as { readonly updateEpic: { readonly errors: readonly string[] } }).updateEpic.errors;
  };
  expect([await addLabels(above, own), await addLabels(other), await addLabels(999)]).toEqual([
    [],
    ['Label does not exist'],
    ['Label does not exist'],
  ]);
});

test('what hangs on an epic goes with it, and a to-do of what may not be seen is not found', async () => {
  const app = await opened('bob');
  const { world } = app.server;
  const [epic] = [...world.items.values()].filter(({ title }) => title === 'Epic');
  await app.act(epicEdits.todoChanged(), epicEdits.subscriptionChanged());
  const [top] = [...world.items.values()].filter(({ title }) => title === 'Top');
  world.relate('blocks', top?.id ?? 0, epic?.id ?? 0);
  const bob = [...world.users.values()].find(({ username }) => username === 'bob')?.id ?? 0;
  const acme = [...world.groups.values()].find(({ fullPath }) => fullPath === 'acme')?.id ?? 0;
  const [todo] = world.todos.keys();
  const end = async () => {
    app.server.signInAs('bob');
    return (await app.server.answerRest({ method: 'DELETE', path: `/dashboard/todos/${todo}` })).status;
  };
  world.change(epic?.id ?? 0, { confidential: true });
  world.setLevel(bob, acme, 10);
  expect(await end()).toBe(404);
  world.setLevel(bob, acme, 30);
  expect(await end()).toBe(200);
  app.server.signInAs('ada');
  const path = '/groups/acme/web/-/epics/1';
  expect((await app.server.answerRest({ method: 'DELETE', path, query: { destroy_confirm: true } })).status).toBe(200);
  expect([world.todos.size, world.subscriptions.size, world.relations.size]).toEqual([0, 0, 0]);
});
