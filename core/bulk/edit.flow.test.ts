import { accessActions } from '../access/index.ts';
import { HISTORY_MAX } from '../command/history.ts';
import { commandActions, commandSaga } from '../command/index.ts';
import { frameActions } from '../frame/index.ts';
import { selectVisible } from '../planner.ts';
import { withMeta } from '../store/index.ts';
import { get, tableOf } from '../table/index.ts';
import { epicGid, FakePorts, issueGid, TestPlanner } from '../testing/index.ts';
import { treeActions, treeReads } from '../tree/index.ts';
import { epicActions } from '../epic/index.ts';
import { sidebarSaga } from '../sidebar/index.ts';
import { workItemActions } from '../work-item/slice.ts';
import { itemStateActions } from '../work-item/edits.ts';
import { outcomeText } from '../work-item/outcome.ts';
import type { WorkItem } from '../work-item/entity.ts';
import { ModelServer } from '../../sim/server/index.ts';
import { bulkActions, type BulkChange, type BulkField } from './index.ts';
import { bulkSaga, selectBulkBar, selectBulkOptions, selectOptionPlace } from './edit.ts';
import { hasField, placeOf } from './fields.ts';
import { NOTHING_CHANGES } from './saga.ts';

const LEVEL = { reporter: 20, owner: 50 };

/** Epic 1 of acme holds an epic and three issues of acme/app, which are open; ada is its viewer. */
async function opened(level = LEVEL.owner) {
  const fake = new FakePorts();
  const server = new ModelServer({ clock: fake.clock });
  const { world } = server;
  const groupId = world.addGroup({ path: 'acme', name: 'Acme' });
  const projectId = world.addProject({ groupId, path: 'app', name: 'App' });
  const userId = world.addUser({ username: 'ada', name: 'Ada' });
  world.addMember({ userId, groupId, level });
  const [root, epic] = ['Plan', 'Part'].map((title) => world.addEpic(groupId, { title }).id) as [number, number];
  const issues = ['One', 'Two', 'Three'].map((title) => world.addItem(projectId, { title }).id) as [
    number,
    number,
    number,
  ];
  [epic, ...issues].forEach((childId, index) =>
    world.links.set(childId, {
      id: world.nextId('links'),
      parentId: root,
      childId,
      position: index * 513,
      createdAt: world.now(),
    }),
  );
  server.signInAs('ada');
  const planner = new TestPlanner(fake, {}, { ...fake.ports, graphql: server.graphql, rest: server.rest });
  planner.planner.watch('bulk', bulkSaga);
  planner.planner.watch('command', commandSaga);
  await planner.do(
    accessActions.sessionRequested(),
    frameActions.navigated({ webPath: '/groups/acme/-/epics/1', query: '' }),
  );
  const tree = { kind: 'epic' as const, fullPath: 'acme', iid: '1', id: epicGid(root) };
  await planner.do(treeActions.opened({ root: tree, config: { userSignedIn: true, username: 'ada' } }));
  const [one, two, three] = issues.map(issueGid) as [string, string, string];
  const ids = { epic: epicGid(epic), one, two, three };
  const item = (id: string) => get(selectVisible(planner.state).items, id);
  return {
    planner,
    server,
    world,
    ids,
    item,
    select: (...chosen: readonly string[]) =>
      planner.do(bulkActions.rangeTaken({ from: chosen[0] ?? '', ids: chosen })),
    change: (change: BulkChange) => planner.do(bulkActions.editAsked({ change })),
    label: (title: string) => {
      const id = `gid://gitlab/GroupLabel/${world.addLabel(title)}`;
      return { id, title, color: '#6699cc', textColor: '#FFFFFF', description: null };
    },
    /** Somebody opens its page. */
    read: (id: string) =>
      planner.do(
        workItemActions.overOpened({ projectPath: null, by: 'id', number: id.replace(/\D+/g, ''), as: 'panel' }),
      ),
    /** The epic that was selected is opened, and what edits it. */
    opensEpic: async () => {
      planner.planner.watch('sidebar', sidebarSaga);
      await planner.do(epicActions.epicPageOpened({ groupPath: 'acme', iid: '2' }));
    },
    advance: (milliseconds: number) => fake.clock.advance(milliseconds),
    asked: (what: string) => server.calls.filter((call) => call.what === what).length,
  };
}

const undo = commandActions.undoAsked();
const redo = commandActions.redoAsked();

describe('WI-15.20 what can be changed', () => {
  test('WI-15.20 WI-15.21 of epics and issues together all that one of them has', async () => {
    const { planner, ids, select } = await opened();
    expect(selectBulkBar(planner.state)).toBeNull();
    await select(ids.epic);
    expect(selectBulkBar(planner.state)).toEqual({ count: 1, fields: ['state', 'labels', 'confidential'], saving: 0 });
    await select(ids.epic, ids.one);
    expect(selectBulkBar(planner.state)?.fields).toEqual([
      'state',
      'labels',
      'confidential',
      'assignees',
      'milestone',
      'health',
      'weight',
      'dueDate',
    ]);
  });

  test('WI-15.21 nothing without the right, and nothing for a visitor', async () => {
    const { planner, ids, select } = await opened(10);
    await select(ids.epic, ids.one);
    expect(selectBulkBar(planner.state)?.fields).toEqual([]);
    const other = await opened();
    await other.select(other.ids.one);
    await other.planner.do(accessActions.signedOut());
    expect(selectBulkBar(other.planner.state)).toBeNull();
  });
});

describe('WI-15.22 the edits', () => {
  test('WI-15.22 WI-15.25 each item that has the field is changed, and shown so at once', async () => {
    const { planner, ids, item, select, asked, server } = await opened();
    await select(ids.epic, ids.one, ids.two);
    planner.planner.store.dispatch(bulkActions.editAsked({ change: { field: 'weight', weight: 3 } }));
    expect([item(ids.one)?.weight, item(ids.two)?.weight, item(ids.three)?.weight]).toEqual([3, 3, null]);
    await planner.do();
    expect(asked('workItemEdit')).toBe(2);
    expect(server.calls.some(({ what }) => what === 'epicFieldsUpdate')).toBe(false);
    expect(planner.alerts).toEqual(['2 changed.']);
    expect(planner.state.pending).toEqual([]);
  });

  test('WI-15.22 labels are added to what each has; what is so already is left alone', async () => {
    const { planner, ids, item, select, change, label, asked } = await opened();
    const [bug, ux] = [label('bug'), label('ux')];
    await select(ids.one);
    await change({ field: 'labels', add: [ux], remove: [] });
    await select(ids.epic, ids.one, ids.two);
    await change({ field: 'labels', add: [bug], remove: [] });
    expect([ids.epic, ids.one, ids.two].map((id) => item(id)?.labels?.toSorted())).toEqual([
      [bug.id],
      [bug.id, ux.id].sort(),
      [bug.id],
    ]);
    const before = asked('workItemEdit');
    await change({ field: 'labels', add: [bug], remove: [] });
    expect([planner.alerts.at(-1), asked('workItemEdit')]).toEqual([NOTHING_CHANGES, before]);
    await change({ field: 'labels', add: [], remove: [ux.id] });
    expect([planner.alerts.at(-1), item(ids.one)?.labels]).toEqual(['1 changed.', [bug.id]]);
  });

  test('WI-15.22 epics and issues are closed and opened again', async () => {
    const { planner, ids, item, select, change } = await opened();
    await select(ids.epic, ids.one, ids.two);
    await change({ field: 'state', event: 'close' });
    expect([ids.epic, ids.one, ids.two, ids.three].map((id) => item(id)?.state)).toEqual([
      'closed',
      'closed',
      'closed',
      'opened',
    ]);
    expect(planner.alerts).toEqual(['3 changed.']);
    await change({ field: 'state', event: 'reopen' });
    expect(item(ids.epic)?.state).toBe('opened');
  });
});

describe('WI-15.27 dates', () => {
  const day = '2026-03-01';

  test('WI-15.27 a due date goes to all whose dates are known, and one undo takes it back', async () => {
    const { planner, ids, item, select, change } = await opened();
    await select(ids.one, ids.two);
    await change({ field: 'dueDate', day });
    const due = () => [item(ids.one)?.dueDate, item(ids.two)?.dueDate, item(ids.three)?.dueDate];
    expect([due(), planner.alerts]).toEqual([[day, day, null], ['2 changed.']]);
    await planner.do(undo);
    expect(due()).toEqual([null, null, null]);
    await planner.do(redo);
    await change({ field: 'dueDate', day: null });
    expect([due(), planner.alerts.at(-1)]).toEqual([[null, null, null], '2 changed.']);
  });

  test('WI-15.27 a start after the due date moves it along; where a start was not read, it is not offered', async () => {
    const { planner, ids, item, select, change, read } = await opened();
    await select(ids.one, ids.two);
    await change({ field: 'dueDate', day });
    expect(selectBulkBar(planner.state)?.fields).not.toContain('startDate');
    await read(ids.one);
    expect(selectBulkBar(planner.state)?.fields).toContain('startDate');
    await change({ field: 'startDate', day: '2026-04-01' });
    expect(planner.alerts.at(-1)).toBe('1 changed.');
    expect([item(ids.one)?.startDate, item(ids.one)?.dueDate, item(ids.two)?.dueDate]).toEqual([
      '2026-04-01',
      '2026-04-01',
      day,
    ]);
    await change({ field: 'dueDate', day });
    expect([item(ids.one)?.dueDate, planner.alerts.at(-1)]).toEqual(['2026-04-01', NOTHING_CHANGES]);
  });

  test('WI-15.27 the date of an epic becomes a fixed one, where it is known what it was', async () => {
    const { planner, world, ids, item, select, change, opensEpic } = await opened();
    await select(ids.epic);
    expect(selectBulkBar(planner.state)?.fields).not.toContain('dueDate');
    await opensEpic();
    await select(ids.epic);
    await change({ field: 'dueDate', day });
    expect(item(ids.epic)).toMatchObject({ dueDate: day, dueDateIsFixed: true });
    const row = () => [...world.items.values()].find(({ title }) => title === 'Part');
    expect(row()).toMatchObject({ dueIsFixed: true, dueDate: day });
    await planner.do(undo);
    expect(item(ids.epic)).toMatchObject({ dueDate: null, dueDateIsFixed: false });
  });

  test('WI-15.20 what a type does not have is not offered', () => {
    const incident = { type: 'incident', weight: null, dueDate: null, startDate: null, assignees: [] } as never;
    const has = (field: BulkField) => hasField(incident, field);
    expect([has('weight'), has('dueDate'), has('startDate'), has('assignees')]).toEqual([false, false, false, true]);
  });
});

test('WI-15.24 WI-15.25 one line says what was refused, in the words of the server, and what was refused goes back', async () => {
  const { planner, ids, item, select, change, server } = await opened();
  await select(ids.one, ids.two, ids.three);
  server.fault({
    kind: 'refuse',
    match: 'workItemEdit',
    error: { name: 'WireError', kind: 'graphql', messages: ['not now'] },
  });
  await change({ field: 'weight', weight: 5 });
  expect(planner.alerts).toHaveLength(1);
  expect(planner.alerts[0]).toMatch(/^2 changed, 1 refused: acme\/app#1 “One”: not now$/);
  expect([ids.one, ids.two, ids.three].map((id) => item(id)?.weight)).toEqual([null, 5, 5]);
});

describe('WI-15.26 undo', () => {
  test('WI-15.26 one undo takes all back, and one redo makes them again', async () => {
    const { planner, ids, item, select, change } = await opened();
    await select(ids.one, ids.two);
    await change({ field: 'weight', weight: 5 });
    const weights = () => [item(ids.one)?.weight, item(ids.two)?.weight];
    await planner.do(undo);
    expect([weights(), planner.alerts.at(-1)]).toEqual([[null, null], 'Undone: 2 changed.']);
    await planner.do(redo);
    expect([weights(), planner.alerts.at(-1)]).toEqual([[5, 5], 'Done again: 2 changed.']);
    await planner.do(undo);
    expect(weights()).toEqual([null, null]);
    await planner.do(undo);
    expect(planner.alerts.at(-1)).toBe('There is nothing to undo on this page.');
  });

  test('WI-15.26 RP-02.217 what was changed since stays, and the line says so', async () => {
    const { planner, ids, item, select, change } = await opened();
    await select(ids.one, ids.two, ids.epic);
    await change({ field: 'state', event: 'close' });
    const elsewhere = itemStateActions.changeAsked({ id: ids.two, event: 'reopen', type: 'issue' });
    await planner.do(withMeta(elsewhere, { origin: 'server' }));
    await planner.do(undo);
    expect([ids.one, ids.two, ids.epic].map((id) => item(id)?.state)).toEqual(['opened', 'opened', 'opened']);
    expect(planner.alerts.at(-1)).toBe('Undone: 2 changed, 1 left as it is, changed meanwhile.');
    await planner.do(undo);
    expect(planner.alerts.at(-1)).toBe('There is nothing to undo on this page.');
  });

  test('RP-02.217 the undo of the line takes back those edits, whatever was edited since', async () => {
    const { planner, ids, item, select, change } = await opened();
    await select(ids.one, ids.two);
    await change({ field: 'weight', weight: 7 });
    const line = planner.state.notice.at(-1);
    await select(ids.three);
    await change({ field: 'weight', weight: 9 });
    await planner.do(line!.action!.event);
    expect([ids.one, ids.two, ids.three].map((id) => item(id)?.weight)).toEqual([null, null, 9]);
  });

  test('RP-02.217 what is still being made together is not undone yet', async () => {
    const { planner, server, ids, item, select, change } = await opened();
    await select(ids.one, ids.two);
    server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
    await change({ field: 'weight', weight: 7 });
    await planner.do(undo);
    expect([ids.one, ids.two].map((id) => item(id)?.weight)).toEqual([7, 7]);
    expect(planner.state.notice.at(-1)?.text).toContain('it is still being made');
  });

  test('WI-03.2 whom an item has stays, also where its list was left before its turn came', async () => {
    const { planner, server, world, ids, select, change, advance } = await opened();
    const [bob, cat] = ['bob', 'cat'].map((username) => world.addUser({ username })) as [number, number];
    const rows = () => [...world.items.values()].filter(({ title }) => /^(One|Two|Three)$/.test(title));
    for (const row of rows()) world.items.set(row.id, { ...row, assigneeIds: [bob] });
    await planner.do(treeActions.retried());
    server.fault({ kind: 'delay', match: 'workItemEdit', milliseconds: 500 });
    await select(ids.one, ids.two, ids.three);
    const person = { id: `gid://gitlab/User/${cat}`, name: 'cat', username: 'cat', avatarUrl: null, webUrl: '/cat' };
    await change({ field: 'assignees', add: [person], remove: [] });
    await change({ field: 'assignees', add: [], remove: [person.id] });
    await planner.do(treeActions.closed());
    await advance(2_000);
    expect(rows().map(({ assigneeIds }) => assigneeIds)).toEqual([[bob], [bob], [bob]]);
  });

  test('RP-02.217 where all were changed since, nothing is undone', async () => {
    const { planner, ids, select, change } = await opened();
    await select(ids.one);
    await change({ field: 'state', event: 'close' });
    const elsewhere = itemStateActions.changeAsked({ id: ids.one, event: 'reopen', type: 'issue' });
    await planner.do(withMeta(elsewhere, { origin: 'server' }));
    await planner.do(undo);
    expect(planner.alerts.at(-1)).toBe('Not undone: 1 item was changed meanwhile.');
  });

  test('RP-02.217 edits that were made together count as one of the history', async () => {
    const { planner, ids, item, select, change } = await opened();
    await select(ids.one, ids.two);
    for (let weight = 1; weight <= HISTORY_MAX + 1; weight += 1) await change({ field: 'weight', weight });
    expect(planner.state.command.history.done).toHaveLength(2 * HISTORY_MAX);
    await planner.do(undo);
    expect([item(ids.one)?.weight, item(ids.two)?.weight]).toEqual([HISTORY_MAX, HISTORY_MAX]);
  });
});

describe('WI-15.23 where options come from', () => {
  const epic = (fullPath: string) => ({ type: 'epic', reference: `${fullPath}&1`, group: { fullPath } }) as WorkItem;
  const issue = (projectPath: string) => ({ type: 'issue', reference: `${projectPath}#1`, projectPath }) as WorkItem;

  test.each([
    [[issue('acme/app'), issue('acme/app')], { kind: 'project', fullPath: 'acme/app' }],
    [[issue('acme/app'), issue('acme/site')], { kind: 'group', fullPath: 'acme' }],
    [[issue('acme/web/site'), epic('acme')], { kind: 'group', fullPath: 'acme' }],
    [[epic('acme/web'), epic('acme/web')], { kind: 'group', fullPath: 'acme/web' }],
    [[epic('acme/web'), epic('acme/webs')], { kind: 'group', fullPath: 'acme' }],
    [[epic('acme'), epic('other')], null],
    [[], null],
  ])('WI-15.23 of %j: %j', (items, expected) => {
    expect(placeOf(items)).toEqual(expected);
  });

  test('WI-15.23 labels are searched there, and say how many of the items have them', async () => {
    const { planner, ids, select, change, label } = await opened();
    const [bug, ux] = [label('bug'), label('ux')];
    await select(ids.one);
    await change({ field: 'labels', add: [bug], remove: [] });
    await select(ids.one, ids.epic);
    const place = selectOptionPlace(planner.state);
    expect(place).toEqual({ kind: 'group', fullPath: 'acme' });
    await planner.do(bulkActions.searched({ asked: { field: 'labels', place: place as never, search: '' } }));
    const shares = () => selectBulkOptions(planner.state)?.labels.map(({ thing, share }) => [thing.id, share]);
    expect(shares()).toEqual([
      [bug.id, 'some'],
      [ux.id, 'none'],
    ]);
    await planner.do(bulkActions.searched({ asked: { field: 'assignees', place: place as never, search: '' } }));
    expect(selectBulkOptions(planner.state)?.people.map(({ thing, share }) => [thing.name, share])).toEqual([
      ['Ada', 'none'],
    ]);
    await planner.do(bulkActions.searched({ asked: null }));
    expect(selectBulkOptions(planner.state)).toBeNull();
  });
});

test('WI-15.24 three of the refused are named, and the others counted', () => {
  const items = tableOf(
    [1, 2, 3, 4, 5].map((iid) => [`i${iid}`, { reference: `a/b#${iid}`, title: `T${iid}` } as WorkItem]),
  );
  const refused = [1, 2, 3, 4, 5].map((iid) => ({ asked: { id: `i${iid}` }, words: 'no' }));
  expect(outcomeText({ changed: 7, refused: refused.slice(0, 1) }, 0, { items })).toBe(
    '7 changed, 1 refused: a/b#1 “T1”: no',
  );
  expect(outcomeText({ changed: 0, refused }, 0, { items })).toBe(
    '0 changed, 5 refused: a/b#1 “T1”: no; a/b#2 “T2”: no; a/b#3 “T3”: no; and 2 more',
  );
  expect(outcomeText({ changed: 2, refused: [] }, 3, { items })).toBe(
    '2 changed, 3 left as they are, changed meanwhile',
  );
});

test('WI-15.22 what may not be changed is refused without asking', async () => {
  const { planner, ids, select, change, asked } = await opened();
  await select(ids.one, ids.two);
  const mayNot = { canAdmin: false, canAdminRelation: false, canUpdate: false, canCreate: false, canDestroy: false };
  const [read] = planner.actions.filter(treeReads.children.received.match);
  const { data, ...rest } = read?.payload ?? { data: null };
  if (data === null) throw new Error('Nothing was read');
  const items = data.items.map((item) => (item.id === ids.one ? { ...item, permissions: mayNot } : item));
  await planner.do(treeReads.children.received({ ...rest, data: { ...data, items } } as never));
  await change({ field: 'weight', weight: 1 });
  expect([planner.alerts, asked('workItemEdit')]).toEqual([
    ['1 changed, 1 refused: acme/app#1 “One”: you may not change it'],
    1,
  ]);
});
