import { commandActions, commandSaga } from '../command/index.ts';
import { refusal } from '../testing/ports.ts';
import { extrasActions } from './extras/actions.ts';
import { itemEdits } from './fields/actions.ts';
import { selectWorkItemModel, workItemActions } from './index.ts';
import { itemStateActions } from './edits.ts';
import { ASSIGNEES_READ } from './entity.ts';
import { type ExtrasPage, askedOf, openExtras } from './testing/extras.ts';
import { openItem } from './testing/item-page.ts';

const MANY = 250;

/** An item with so many assignees, p1 to p250. */
const opened = (count = MANY) =>
  openExtras('ada', {
    seed: (world) => ({
      assigneeIds: Array.from({ length: count }, (_, index) => world.addUser({ username: `p${index + 1}` })),
    }),
  });

const shown = (app: ExtrasPage) => selectWorkItemModel(app.state(), app.id)?.assignees?.map(({ username }) => username);
const stored = (app: ExtrasPage) => app.row()?.assigneeIds.map((id) => app.world.users.get(id)?.username);
const person = (app: ExtrasPage, username: string) => ({
  id: `gid://gitlab/User/${app.userId(username)}`,
  name: username,
  username,
  avatarUrl: null,
  webUrl: `/${username}`,
});
const edit = (app: ExtrasPage, add: readonly string[], remove: readonly string[]) =>
  app.act(
    itemEdits.assigneesChanged({
      id: app.id,
      add: add.map((username) => person(app, username)),
      remove: remove.map((username) => person(app, username).id),
    }),
  );
const again = (app: ExtrasPage) => app.act(workItemActions.pageRetried());

test('WI-03.5 the others are read once the item is shown, and stay beside a reading that does not bring them', async () => {
  const app = await opened();
  expect([shown(app)?.length, shown(app)?.[0], shown(app)?.at(-1)]).toEqual([MANY, 'p1', `p${MANY}`]);
  expect(askedOf(app, 'issueAssignees')).toHaveLength(3);
  await again(app);
  expect(shown(app)).toHaveLength(MANY);
  const few = await opened(ASSIGNEES_READ - 1);
  expect([shown(few)?.length, askedOf(few, 'issueAssignees').length]).toEqual([ASSIGNEES_READ - 1, 0]);
});

test('WI-03.5 somebody who was assigned elsewhere since stays, and nobody is unassigned who was not read', async () => {
  const app = await opened();
  app.world.addUser({ username: 'new' });
  app.world.addUser({ username: 'late' });
  const row = app.row();
  if (row === undefined) throw new Error('It is there');
  app.world.items.set(row.id, { ...row, assigneeIds: [...row.assigneeIds, app.userId('late')] });
  await edit(app, ['new'], ['p2', 'p240']);
  expect([stored(app)?.length, stored(app)?.slice(-2)]).toEqual([MANY, ['late', 'new']]);
  expect([stored(app)?.includes('p2'), stored(app)?.includes('p240'), stored(app)?.includes('p249')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([shown(app)?.length, shown(app)?.includes('p240'), shown(app)?.at(-1)]).toEqual([MANY - 1, false, 'new']);
  await app.act(extrasActions.retried());
  expect(shown(app)).toEqual(stored(app));
});

test('WI-03.5 it is undone, and an edit whose list cannot be read is refused', async () => {
  const app = await opened();
  app.planner.watch('command', commandSaga);
  await edit(app, [], ['p240']);
  await app.act(commandActions.undoAsked());
  expect([stored(app)?.length, new Set(shown(app)).size]).toEqual([MANY, MANY]);
  app.server.fault({ kind: 'refuse', match: 'issueAssignees', error: refusal(500, 'Down') });
  const sent = app.sent().length;
  await edit(app, [], ['p1']);
  expect([app.sent().length - sent, shown(app)?.includes('p1'), app.state().pending]).toEqual([0, true, []]);
});

test('WI-03.5 the answer to another change leaves them', async () => {
  const app = await opened();
  await app.act(itemStateActions.changeAsked({ id: app.id, event: 'close' }));
  expect([app.stored(), shown(app)?.length]).toEqual(['closed', MANY]);
});

test('WI-03.5 what has gone beyond the first hundred goes once all are read again', async () => {
  const app = await opened();
  const row = app.row();
  if (row === undefined) throw new Error('It is there');
  app.world.items.set(row.id, { ...row, assigneeIds: row.assigneeIds.slice(0, ASSIGNEES_READ) });
  await again(app);
  expect(shown(app)).toHaveLength(MANY);
  await app.act(extrasActions.retried());
  expect(shown(app)).toHaveLength(ASSIGNEES_READ);
});

test('WI-03.5 two edits in a row, before the others were read, unassign nobody else', async () => {
  const app = await openItem('ada', {
    seed: (world) => ({
      assigneeIds: Array.from({ length: MANY }, (_, index) => world.addUser({ username: `p${index + 1}` })),
    }),
  });
  const idOf = (name: string) => [...app.world.users.values()].find(({ username }) => username === name)!.id;
  const without = (name: string) =>
    itemEdits.assigneesChanged({ id: app.id, add: [], remove: [`gid://gitlab/User/${idOf(name)}`] });
  await app.act(without('p2'), without('p3'));
  expect(app.row()?.assigneeIds).toHaveLength(MANY - 2);
  expect(app.row()?.assigneeIds.some((id) => [idOf('p2'), idOf('p3')].includes(id))).toBe(false);
});
