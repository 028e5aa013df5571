import { accessActions } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { epicActions, epicEdits } from '../epic/index.ts';
import { sidebarActions } from '../sidebar/index.ts';
import { sidebarSaga } from '../sidebar/saga.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { textActions, textSaga } from '../text/index.ts';
import { itemFieldActions } from '../work-item/fields/actions.ts';
import { itemFieldsSaga } from '../work-item/fields/saga.ts';
import type { PickerField, TypedField } from '../work-item/fields/actions.ts';
import { workItemActions } from '../work-item/index.ts';
import { openItem } from '../work-item/testing/item-page.ts';
import { AWAY, presenceSaga } from './index.ts';

async function item(who: 'ada' | 'gus' | null = 'ada') {
  const app = await openItem(who);
  app.planner.watch('itemFields', itemFieldsSaga);
  app.planner.watch('presence', presenceSaga);
  await settle();
  return { ...app, places: app.fake.places };
}

test('AP-07.60 the viewer is at the item whose page was read, until they leave it', async () => {
  const { act, id, places, route } = await item();
  expect(places).toEqual([{ id, editing: null }]);
  await act(workItemActions.pageClosed());
  expect(places.slice(1)).toEqual([null]);
  await act(workItemActions.pageOpened(route));
  expect(places.slice(2)).toEqual([{ id, editing: null }]);
});

test('AP-07.60 a visitor is nowhere; who has signed out, or whose session ended, neither', async () => {
  expect((await item(null)).places).toEqual([]);
  const { act, server, places, id } = await item();
  server.signInAs(null);
  await act(accessActions.sessionRequested());
  expect(places).toEqual([{ id, editing: null }, null]);
});

test('AP-07.60 a planner that ends leaves the item', async () => {
  const { planner, places } = await item();
  planner.dispose();
  expect(places.at(-1)).toBeNull();
});

test('AP-07.61 the title while its field is open, and the open field of the details', async () => {
  const { act, id, places } = await item();
  const editing = () => places.slice(1).map((place) => place?.id === id && place.editing);
  await act(itemFieldActions.titleTyped({ id, text: 'Leaking tap', opened: true }));
  // What is typed is nobody's business.
  await act(itemFieldActions.titleTyped({ id, text: 'Leaking pipe' }));
  await act(itemFieldActions.titleClosed({ id }));
  expect(editing()).toEqual(['TITLE', null]);
  for (const field of ['assignees', 'labels', 'milestone', 'iteration', 'parent'] satisfies PickerField[])
    await act(itemFieldActions.pickerOpened({ id, field }));
  await act(itemFieldActions.pickerClosed());
  expect(editing().slice(2)).toEqual(['ASSIGNEES', 'LABELS', 'MILESTONE', 'ITERATION', 'PARENT', null]);
});

test('IE-05.45 the form for title and description, whichever was written in last', async () => {
  const { act, id, places, planner } = await item();
  planner.watch('text', textSaga);
  await act(textActions.opened({ id }), textActions.titleTyped({ id, text: 'Dry tap' }));
  await act(textActions.descriptionTyped({ id, text: 'Water' }), textActions.discarded({ id }));
  expect(places.slice(1).map((place) => place?.editing)).toEqual(['DESCRIPTION', 'TITLE', 'DESCRIPTION', null]);
});

test('AP-07.61 numbers and dates while they are typed, whichever is left last', async () => {
  const { act, id, places } = await item();
  for (const field of ['weight', 'progress', 'startDate', 'dueDate'] satisfies TypedField[])
    await act(itemFieldActions.valueEntered({ id, field }), itemFieldActions.valueLeft({ id, field }));
  await act(itemFieldActions.valueEntered({ id, field: 'weight' }));
  await act(
    itemFieldActions.valueEntered({ id, field: 'dueDate' }),
    itemFieldActions.valueLeft({ id, field: 'weight' }),
  );
  await act(workItemActions.pageClosed());
  const editing = places.slice(1).map((place) => (place === null ? 'gone' : place.editing));
  expect(editing).toEqual(['WEIGHT', null, 'PROGRESS', null, 'DATES', null, 'DATES', null, 'WEIGHT', 'DATES', 'gone']);
});

test('AP-07.60 who looks at an item over a page is there, and at the page again once it is closed', async () => {
  const { act, id, places, world, app } = await item();
  const other = world.addItem(app, { title: 'Other' });
  await act(itemFieldActions.valueEntered({ id, field: 'weight' }));
  await act(workItemActions.overOpened({ projectPath: null, by: 'id', number: String(other.id), as: 'modal' }));
  await act(workItemActions.overClosed());
  // What is typed on the page below is not edited there.
  const otherId = `gid://gitlab/Issue/${other.id}`;
  expect(places).toEqual([
    { id, editing: null },
    { id, editing: 'WEIGHT' },
    { id: otherId, editing: null },
    { id, editing: 'WEIGHT' },
  ]);
});

async function epic() {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const acme = server.world.addGroup({ path: 'acme' });
  server.world.addMember({ userId: server.world.addUser({ username: 'ada' }), groupId: acme, level: 50 });
  const { id, iid } = server.world.addEpic(acme, { title: 'Plan' });
  const issue = server.world.addItem(server.world.addProject({ groupId: acme, path: 'app' }), { title: 'Leaking tap' });
  server.signInAs('ada');
  const planner = createPlanner({ ...fake.ports, graphql: server.graphql, rest: server.rest });
  planner.watch('sidebar', sidebarSaga);
  planner.watch('presence', presenceSaga);
  const act = async (...actions: readonly { readonly type: string }[]) => {
    for (const action of actions) planner.store.dispatch(action);
    await settle();
  };
  await act(
    accessActions.sessionRequested(),
    epicActions.epicPageOpened({ groupPath: 'acme', iid: String(iid) }),
    sidebarActions.sidebarOpened({ width: 1400 }),
  );
  const route = { projectPath: 'acme/app', by: 'iid', number: String(issue.iid) } as const;
  return { act, places: fake.places, id: `gid://gitlab/Epic/${id}`, route, issueId: `gid://gitlab/Issue/${issue.id}` };
}

test('AP-07.61 the color, the dates and the labels of an epic', async () => {
  const { act, places, id } = await epic();
  await act(sidebarActions.labelPickerOpened(), sidebarActions.labelPickerClosed());
  await act(sidebarActions.colorEditorOpened(), epicEdits.colorChanged());
  await act(sidebarActions.dateEntered({ field: 'start' }), sidebarActions.dateEntered({ field: 'due' }));
  await act(sidebarActions.dateLeft({ field: 'start' }), sidebarActions.dateLeft({ field: 'due' }));
  const editing = places.map((place) => place?.id === id && place.editing);
  expect(editing).toEqual([null, 'LABELS', null, 'COLOR', null, 'DATES', null]);
});

test('AP-07.60 an item that is shown above an epic is where the viewer is, until it is closed', async () => {
  const { act, places, id, route, issueId } = await epic();
  await act(workItemActions.pageOpened(route));
  await act(workItemActions.pageClosed());
  expect(places.map((place) => place?.id)).toEqual([id, issueId, id]);
});

test('AP-07.62 a page that is hidden for 5 s is left, and come back to when it is shown', async () => {
  const { fake, id, places } = await item();
  const there = { id, editing: null };
  await fake.hide(true);
  await fake.clock.advance(AWAY - 1);
  await fake.hide(false);
  await fake.clock.advance(AWAY);
  expect(places).toEqual([there]);
  await fake.hide(true);
  await fake.clock.advance(AWAY);
  expect(places).toEqual([there, null]);
  await fake.hide(false);
  expect(places).toEqual([there, null, there]);
});

test('AP-07.62 a page that opens hidden is come to when it is shown', async () => {
  const app = await openItem();
  await app.fake.hide(true);
  app.planner.watch('presence', presenceSaga);
  await settle();
  expect(app.fake.places).toEqual([]);
  await app.fake.hide(false);
  expect(app.fake.places).toEqual([{ id: app.id, editing: null }]);
});

test('AP-07.63 who comes and goes is in no action and no state', async () => {
  const actions: unknown[] = [];
  const app = await openItem(
    'ada',
    {},
    {
      middleware: [() => (next) => (action) => (actions.push(action), next(action))],
    },
  );
  app.planner.watch('presence', presenceSaga);
  await settle();
  const before = [app.state(), actions.length];
  const ben = { id: 'gid://gitlab/User/9', name: 'Ben Hill', username: 'ben', avatarUrl: null, editing: 'TITLE' };
  app.fake.meet({ count: 1, people: [ben] });
  await settle();
  expect(app.fake.ports.presence?.here()?.people).toEqual([ben]);
  app.fake.meet(null);
  await app.fake.hide(true);
  await app.fake.clock.advance(AWAY);
  expect(app.fake.places.at(-1)).toBeNull();
  expect(actions.filter((action) => JSON.stringify(action).includes('presence'))).toEqual([]);
  expect(app.state()).toBe(before[0]);
  expect(actions).toHaveLength(before[1] as number);
});
