import { accessActions, entrySaga, selectCurrentUser, selectSignIn } from '@espalier/core/access';
import {
  epicList,
  epicActions,
  selectEpic,
  selectEpicHeader,
  selectEpicPage,
  selectEpicPermissions,
} from '@espalier/core/epic';
import { epicListSaga, selectEpicList } from '@espalier/core/epic/list';
import { groupActions, selectGroupPage, selectHomeGroups, selectHomeProjects } from '@espalier/core/group';
import { createPlanner, selectVisible } from '@espalier/core';
import { get } from '@espalier/core/table';
import { treeActions } from '@espalier/core/tree';
import { withSearch } from '@espalier/core/work-item/list';
import { settle } from '@espalier/core/testing';
import { FakePorts } from '@espalier/core/testing';
import type { World } from './index.ts';
import { ModelServer } from './index.ts';

/** The pages of the planner against the model server: what a person sees and does, start to end, with no DOM. */

function seed(world: World): void {
  const acme = world.addGroup({ path: 'acme', name: 'Acme' });
  const web = world.addGroup({ path: 'web', name: 'Web', parentId: acme });
  world.addGroup({ path: 'secret', visibility: 'private' });
  world.addProject({ groupId: web, path: 'app', name: 'App' });
  world.addMember({ userId: world.addUser({ username: 'ada', password: 'correct horse' }), groupId: acme, level: 50 });
  for (let number = 1; number <= 23; number += 1) {
    world.addEpic(number % 2 === 0 ? web : acme, {
      title: `Epic number ${number}`,
      state: number === 23 ? 'closed' : 'opened',
    });
  }
}

function start(who: string | null = 'ada') {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock, seed });
  server.signInAs(who);
  const { store, watch, dispose } = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  watch('entry', entrySaga);
  watch('epicList', epicListSaga);
  const act = async (...actions: { type: string }[]): Promise<void> => {
    for (const action of actions) store.dispatch(action);
    await settle();
  };
  return {
    fake,
    server,
    act,
    dispose,
    state: () => store.getState(),
    alerts: () => store.getState().notice.map(({ text }) => text),
  };
}

const FIRST = { groupPath: 'acme', iid: '1' };
const titles = (app: ReturnType<typeof start>) => selectEpicList(app.state()).rows.map(({ title }) => title);

test('RP-02.103 signing in and out by way of the server', async () => {
  const app = start(null);
  await app.act(accessActions.sessionRequested());
  expect(selectCurrentUser(app.state())).toBeNull();
  await app.act(accessActions.signInSubmitted({ username: 'ada', password: 'wrong' }));
  expect(selectSignIn(app.state()).error).toBe('Invalid login or password.');
  await app.act(
    accessActions.signInSubmitted({ username: 'ada', password: 'correct horse', returnTo: '/groups/acme' }),
  );
  expect(selectCurrentUser(app.state())?.username).toBe('ada');
  expect(app.fake.visits).toEqual(['/groups/acme']);
  await app.act(accessActions.signOutSubmitted());
  expect(selectCurrentUser(app.state())).toBeNull();
  app.dispose();
});

test('RP-02.121 home and a group page show what the viewer may see', async () => {
  const app = start(null);
  await app.act(groupActions.homeOpened());
  expect(selectHomeGroups(app.state()).rows.map(({ label, depth }) => [label, depth])).toEqual([
    ['Acme', 0],
    ['Web', 1],
  ]);
  expect(selectHomeProjects(app.state()).projects.map(({ fullPath }) => fullPath)).toEqual(['acme/web/app']);
  await app.act(groupActions.groupPageOpened({ fullPath: 'acme' }));
  expect(selectGroupPage(app.state())).toMatchObject({ status: 'ready', subgroups: [{ fullPath: 'acme/web' }] });
  await app.act(groupActions.groupPageOpened({ fullPath: 'secret' }));
  expect(selectGroupPage(app.state()).status).toBe('missing');
  app.dispose();
});

test('RP-02.144 a list is read forth and back again, and searched', async () => {
  const app = start();
  const open = (query = epicList.defaults) =>
    app.act(epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query }));
  await open();
  const first = titles(app);
  expect(first).toHaveLength(20);
  expect(first[0]).toBe('Epic number 22');
  expect(selectEpicList(app.state())).toMatchObject({
    tabs: [{ count: '22' }, { count: '1' }, { count: '23' }],
    previous: null,
  });
  await open(selectEpicList(app.state()).next ?? epicList.defaults);
  expect(titles(app)).toEqual(['Epic number 2', 'Epic number 1']);
  await open(selectEpicList(app.state()).previous ?? epicList.defaults);
  expect(titles(app)).toEqual(first);
  await open(withSearch(epicList.defaults, 'number 22'));
  await app.fake.clock.advance(250);
  expect(titles(app)).toEqual(['Epic number 22']);
  app.dispose();
});

test('RL-12.43 a list is filtered by all of its labels', async () => {
  const app = start();
  const { world } = app.server;
  const high = world.addLabel('priority::high');
  const bug = world.addLabel('bug');
  const acme = [...world.groups.values()].find(({ fullPath }) => fullPath === 'acme')?.id ?? 0;
  world.addEpic(acme, { title: 'both', labelIds: [bug, high] });
  world.addEpic(acme, { title: 'one', labelIds: [bug] });
  const found = async (...labels: string[]) => {
    await app.act(
      epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: { ...epicList.defaults, labels } }),
    );
    return [titles(app), selectEpicList(app.state()).tabs[0]?.count];
  };
  expect(await found('bug')).toEqual([['one', 'both'], '2']);
  expect(await found('bug', 'priority::high')).toEqual([['both'], '1']);
  expect(await found('priority')).toEqual([[], '0']);
  expect(await found('Any')).toEqual([['one', 'both'], '2']);
  expect((await found('None'))[1]).toBe('22');
  app.dispose();
});

test('EP-03.20 an epic is closed and reopened on its page', async () => {
  const app = start();
  await app.act(epicActions.epicPageOpened(FIRST));
  expect(selectEpicPage(app.state()).status).toBe('ready');
  expect(selectEpicHeader(app.state())?.toggle?.label).toBe('Close epic');
  await app.act(epicActions.epicStateToggled());
  expect(selectEpic(app.state())).toMatchObject({ state: 'closed', lockVersion: 1 });
  expect(selectEpic(app.state())?.closedAt).not.toBeNull();
  await app.act(epicActions.epicStateToggled());
  expect(selectEpicHeader(app.state())?.badge.text).toBe('Open');
  expect(app.alerts()).toEqual([]);
  app.dispose();
});

test('RP-02.28 a change whose answer was lost is sent again, and seen', async () => {
  const app = start();
  await app.act(epicActions.epicPageOpened(FIRST));
  app.server.fault({ kind: 'lose', match: 'PUT', when: 'afterCommit' });
  await app.act(epicActions.epicStateToggled());
  await app.fake.clock.advance(2000);
  expect(app.alerts()).toEqual([]);
  expect(selectEpicHeader(app.state())?.badge.text).toBe('Closed');
  app.dispose();
});

test('EP-01.23 somebody else’s edit arrives on the open page', async () => {
  const app = start();
  await app.act(epicActions.epicPageOpened(FIRST));
  await app.server.answerRest({ method: 'PUT', path: '/groups/acme/-/epics/1.json', body: { title: 'Renamed <b>' } });
  await app.fake.clock.advance(2000);
  expect(selectEpic(app.state())).toMatchObject({ title: 'Renamed <b>', lockVersion: 1, editedBy: { name: 'ada' } });
  await app.server.answerRest({
    method: 'DELETE',
    path: '/groups/acme/-/epics/1.json',
    query: { destroy_confirm: true },
  });
  await app.fake.clock.advance(3000);
  expect(selectEpicPage(app.state()).status).toBe('missing');
  app.dispose();
});

test('EP-04.23 a creation whose answer was lost makes one epic', async () => {
  const app = start();
  const before = app.server.world.items.size;
  await app.act(epicActions.epicPageOpened(FIRST), epicActions.newEpicOpened());
  await app.act(epicActions.newEpicTitleChanged({ title: 'New one' }));
  app.server.fault({ kind: 'lose', match: 'POST', when: 'afterCommit' });
  await app.act(epicActions.newEpicSubmitted());
  await app.fake.clock.advance(2000);
  expect(app.state().epic.newEpic.error).toBeNull();
  expect(app.server.world.items.size).toBe(before + 1);
  expect(app.fake.visits).toEqual(['http://model.example/groups/acme/-/epics/13']);
  app.dispose();
});

test('EP-05.21 a deletion leads to the list', async () => {
  const app = start();
  await app.act(epicActions.epicPageOpened(FIRST));
  await app.act(epicActions.epicDeletionAsked(), epicActions.epicDeletionConfirmed());
  expect(app.fake.visits).toEqual(['http://model.example/groups/acme/-/epics']);
  await app.act(epicActions.epicPageOpened(FIRST));
  expect(selectEpicPage(app.state()).status).toBe('missing');
  app.dispose();
});

const CHILDREN = ['acme/web&1', 'acme&2', 'acme/web&2'];

async function openTree(app: ReturnType<typeof start>) {
  const path = '/groups/acme/-/epics/1/links';
  await app.server.answerRest({ method: 'POST', path, body: { issuable_references: CHILDREN } });
  const config = { epicsEndpoint: path, userSignedIn: true, username: 'ada' };
  await app.act(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1' }, config }));
  const root = [...app.server.world.items.values()].find(({ title }) => title === 'Epic number 1');
  const parentId = `gid://gitlab/Epic/${root?.id}`;
  const shown = () => get(selectVisible(app.state()).orders, parentId)?.ids ?? [];
  const stored = () => app.server.world.childrenOf(root?.id ?? 0).map(({ id }) => `gid://gitlab/Epic/${id}`);
  return { parentId, shown, stored };
}

test('TR-14.25 a move is shown at once, and both sides agree in the end', async () => {
  const app = start();
  const { parentId, shown, stored } = await openTree(app);
  const [first = '', second = '', third = ''] = stored();
  expect(shown()).toEqual([first, second, third]);
  app.server.fault({ kind: 'delay', match: 'epicTreeReorder', milliseconds: 1000 });
  await app.act(treeActions.moveChosen({ id: first, parentId, to: 'bottom' }));
  expect(shown()).toEqual([second, third, first]);
  expect(stored()).toEqual([first, second, third]);
  await app.fake.clock.advance(1000);
  expect(stored()).toEqual([second, third, first]);
  expect(shown()).toEqual(stored());
  app.dispose();
});

test('TR-14.23 a refused move returns to the server’s order (TR-14.26), one whose answer was lost stands', async () => {
  const app = start();
  const { parentId, shown, stored } = await openTree(app);
  const [first = '', second = '', third = ''] = stored();
  const error = { name: 'WireError', kind: 'http', status: 500, messages: [] } as const;
  app.server.fault({ kind: 'refuse', match: 'epicTreeReorder', error });
  await app.act(treeActions.moveChosen({ id: first, parentId, to: 'down' }));
  expect(shown()).toEqual([first, second, third]);
  expect(app.alerts()).toEqual(['Something went wrong while ordering item.']);
  app.server.fault({ kind: 'lose', match: 'epicTreeReorder', when: 'afterCommit' });
  await app.act(treeActions.moveChosen({ id: first, parentId, to: 'down' }));
  await app.fake.clock.advance(60_000);
  expect(stored()).toEqual([second, first, third]);
  expect(shown()).toEqual(stored());
  app.dispose();
});

test('EP-18.22 a visitor reads and is offered nothing', async () => {
  const app = start(null);
  await app.act(epicActions.epicPageOpened(FIRST));
  expect(selectEpicPage(app.state()).status).toBe('ready');
  expect(Object.values(selectEpicPermissions(app.state()))).not.toContain(true);
  expect(selectEpicHeader(app.state())?.toggle).toBeNull();
  app.dispose();
});
