import type { ItemPage } from './testing/item-page.ts';
import { commandsOf, scopesOf } from '../command/index.ts';
import { selectVisible } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { workItemOpening, overItemOpening } from '../openings.ts';
import { overPage } from '../store/place.ts';
import { treeActions } from '../tree/index.ts';
import { selectTreeStatus } from '../selectors.ts';
import { refusal, wireError } from '../testing/ports.ts';
import { linkActions, linkSaga } from '../link/index.ts';
import { selectLinkSubject } from '../link-subjects.ts';
import { madeIn } from '../store/action.ts';
import { extrasActions } from './extras/actions.ts';
import { itemExtrasSaga } from './extras/read.ts';
import { itemStateActions } from './edits.ts';
import { itemEdits, itemFieldActions } from './fields/actions.ts';
import { selectItemPicker } from './fields/select.ts';
import {
  issueList,
  isCovered,
  selectFrontItem,
  selectItemReading,
  selectWorkItemModel,
  workItemActions,
} from './index.ts';
import { issueListSaga } from './list/index.ts';
import { itemDeletion } from './rules.ts';
import { openItem } from './testing/item-page.ts';

/** Item 1 on its page, and a task of it to be shown over the page. */
async function start(who: 'ada' | 'gus' | null = 'ada') {
  const app = await openItem(who);
  const task = app.world.addItem(app.app, { title: 'Washer', type: 'task', weight: 2 });
  app.world.attach(app.row()!.id, [task.id]);
  const id = `gid://gitlab/Issue/${task.id}`;
  const byId = { projectPath: null, by: 'id', number: String(task.id) } as const;
  return {
    ...app,
    task,
    taskId: id,
    byId,
    reads: () => reads(app),
    over: () => selectItemReading(app.state(), 'over'),
  };
}

const reads = (app: ItemPage) => app.server.calls.filter(({ what }) => /workItemPage/i.test(what)).length;
const as = 'modal' as const;

test('WI-14.1 an item over a page is read, followed and edited beside the page’s own', async () => {
  const app = await start();
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  expect(app.over()).toEqual({ status: 'ready', error: null, route: app.byId, id: app.taskId });
  expect(selectItemReading(app.state(), 'page').id).toBe(app.id);
  await app.act(
    itemEdits.weightChanged({ id: app.taskId, weight: 5 }),
    itemEdits.weightChanged({ id: app.id, weight: 7 }),
  );
  const weights = [app.taskId, app.id].map((id) => selectWorkItemModel(app.state(), id)?.weight);
  expect(weights).toEqual([5, 7]);
  // Each is read again by itself.
  const before = app.reads();
  app.server.fault({ kind: 'refuse', match: 'workItemEdit', error: wireError({ kind: 'malformed' }) });
  await app.act(itemEdits.weightChanged({ id: app.taskId, weight: 6 }));
  expect(app.reads()).toBe(before + 1);
  await app.act(workItemActions.overRetried());
  expect(app.reads()).toBe(before + 2);
  await app.fake.clock.advance(30_000);
  expect(app.reads()).toBe(before + 4);
  await app.act(workItemActions.overClosed());
  expect([app.over().status, selectItemReading(app.state(), 'page').status]).toEqual(['idle', 'ready']);
  await app.fake.clock.advance(30_000);
  expect(app.reads()).toBe(before + 5);
});

test('WI-01.27 what is opened is listened to before it is read, and everything of it is read once where it is heard', async () => {
  const app = await start();
  app.planner.watch('itemExtras', itemExtrasSaga);
  app.planner.watch('link', linkSaga);
  await app.act(treeActions.opened(workItemOpening(app.state())!));
  await app.fake.connect(true);
  await app.act();
  app.server.calls.length = 0;
  app.planner.store.dispatch(workItemActions.overOpened({ ...app.byId, as }));
  // By its number of all.
  expect(app.fake.topics).toEqual([app.id, app.taskId]);
  await app.act();
  await app.act(extrasActions.opened({ id: app.taskId, epic: null }));
  const subject = selectLinkSubject(app.state(), 'item', app.taskId)!;
  await app.act(madeIn(linkActions.opened({ subject }), 'over'));
  expect(app.server.calls.map(({ what }) => what.replace(/^GET .*\//, ''))).toEqual([
    'workItemPage',
    'itemExtras',
    'issueExtras',
    'links',
    'related_merge_requests',
  ]);
  // By its number in the project, which is known from its reference. It is heard only after its reading has begun.
  const asked = app.reads();
  const route = { projectPath: 'acme/app', by: 'iid', number: String(app.task.iid) } as const;
  app.planner.store.dispatch(workItemActions.pageOpened(route));
  expect(app.reads()).toBe(asked + 1);
  await app.fake.push(app.taskId);
  await app.act();
  // The one over the page is read again as well.
  expect(app.reads()).toBe(asked + 3);
});

test('RP-02.278 what the page of an item has heard of is not overwritten by what is read of it elsewhere and began before', async () => {
  const app = await start();
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  await app.fake.connect(true);
  await app.act();
  app.server.fault({ kind: 'hold', match: 'workItemTree', milliseconds: 500 });
  const opening = overItemOpening(app.state())!;
  await app.act(madeIn(treeActions.opened(opening), 'over'));
  app.world.items.set(app.task.id, { ...app.task, title: 'Gasket' });
  await app.fake.push(app.taskId, ['title']);
  await app.act();
  const title = () => get(app.state().confirmed.items, app.taskId)?.title;
  expect(title()).toBe('Gasket');
  await app.fake.clock.advance(500);
  expect([selectTreeStatus(overPage(app.state())), title()]).toEqual(['ready', 'Gasket']);
});

test('RP-02.320 RP-02.321 a parent that only the answer names may have been renamed before it is listened to: it is read once more', async () => {
  const app = await start();
  await app.act(workItemActions.pageClosed());
  await app.fake.connect(true);
  const asked = app.reads();
  app.planner.store.dispatch(workItemActions.overOpened({ ...app.byId, as }));
  expect(app.fake.topics).toEqual([app.taskId]);
  await app.act();
  expect([app.fake.topics, app.reads()]).toEqual([[app.id, app.taskId], asked + 2]);
});

test('WI-14.1 the page may be left under it, and opened again', async () => {
  const app = await start();
  await app.act(workItemActions.overOpened({ ...app.byId, as }), workItemActions.pageClosed());
  expect([app.over().id, selectItemReading(app.state(), 'page').route]).toEqual([app.taskId, null]);
  await app.act(workItemActions.pageOpened(app.route));
  expect([app.over().id, selectItemReading(app.state(), 'page').id]).toEqual([app.taskId, app.id]);
});

test('WI-14.1 a picker belongs to its item, and is closed when what is over the page changes', async () => {
  const app = await start();
  await app.act(workItemActions.overOpened({ ...app.byId, as: 'panel' }));
  await app.act(itemFieldActions.pickerOpened({ id: app.id, field: 'labels' }));
  expect(selectItemPicker(app.state())).toMatchObject({ id: app.id, field: 'labels' });
  // Not the other one's.
  await app.act(itemEdits.labelsChanged({ id: app.taskId }));
  expect(selectItemPicker(app.state())?.field).toBe('labels');
  await app.act(workItemActions.overClosed());
  expect(selectItemPicker(app.state())).toBeNull();
});

test('WI-14.1 what is hidden is missing', async () => {
  const app = await start('gus');
  app.world.items.set(app.task.id, { ...app.task, confidential: true });
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  expect(app.over().status).toBe('missing');
});

test('WI-14.4 commands and keys are about what is over the page', async () => {
  const app = await start();
  const root = () => ({ ...app.state(), visible: selectVisible(app.state()) });
  const names = () => commandsOf(root()).map(({ name }) => name);
  expect(names()).toContain('Close issue');
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  expect([isCovered(app.state()), selectFrontItem(app.state())?.title]).toEqual([true, 'Washer']);
  expect(names()).toEqual(expect.arrayContaining(['Close task', 'Edit labels']));
  expect(names()).not.toContain('Close issue');
  expect(scopesOf(root())).toEqual(['everywhere', 'item']);
  await app.act(workItemActions.overOpened({ ...app.byId, as: 'panel' }));
  expect([isCovered(app.state()), names().includes('Close task')]).toEqual([false, true]);
});

test('WI-14.4 RP-02.185 adding linked items is about the section of what is in front', async () => {
  const app = await start();
  app.planner.watch('link', linkSaga);
  const root = () => ({ ...app.state(), visible: selectVisible(app.state()) });
  const adding = () => commandsOf(root()).find(({ id }) => id === 'addLinks')?.run;
  const subject = selectLinkSubject(app.state(), 'item', app.id)!;
  await app.act(linkActions.opened({ subject }));
  expect(adding()).toEqual({ do: 'dispatch', actions: [linkActions.formOpened()] });
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  // It is not there yet.
  expect(adding()).toBeUndefined();
  const task = selectLinkSubject(app.state(), 'item', app.taskId)!;
  await app.act(madeIn(linkActions.opened({ subject: task }), 'over'));
  await app.act(...(adding() as { readonly actions: readonly { readonly type: string }[] }).actions);
  const { page, over } = app.state().link;
  expect([page.form, over.form?.linkType, adding()]).toEqual([null, 'relates_to', undefined]);
});

test('WI-14.14 the number of an epic names it, in each place, whichever project the address names; who may not see it does not', async () => {
  for (const [who, epic] of [
    ['ada', { groupPath: 'acme', iid: '1' }],
    ['gus', undefined],
  ] as const) {
    const app = await start(who);
    const { id } = app.world.addEpic(app.acme, { title: 'Plan', confidential: true });
    const byId = { projectPath: null, by: 'id', number: String(id) } as const;
    const ofPage = { ...byId, projectPath: 'acme/app' };
    await app.act(workItemActions.overOpened({ ...byId, as }), workItemActions.pageOpened(ofPage));
    const status = epic === undefined ? 'missing' : 'ready';
    const found = { status, error: null, id: null, epic };
    expect(app.over()).toEqual({ ...found, route: byId });
    expect(selectItemReading(app.state(), 'page')).toEqual({ ...found, route: ofPage });
    expect([selectFrontItem(app.state()), get(app.state().confirmed.items, `gid://gitlab/Issue/${id}`)]).toEqual([
      null,
      undefined,
    ]);
    // The next address is another matter.
    await app.act(workItemActions.overOpened({ ...app.byId, as }));
    expect([app.over().id, app.over().epic]).toEqual([app.taskId, undefined]);
  }
});

test('WI-17.1 WI-17.2 what was read ahead is there at once', async () => {
  const app = await start();
  const before = app.reads();
  await app.act(workItemActions.readAhead(app.byId));
  expect([app.reads() - before, app.over().route]).toEqual([1, null]);
  app.server.fault({ kind: 'delay', match: 'workItemPage', milliseconds: 500 });
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  expect(selectWorkItemModel(app.state(), app.over().id)?.title).toBe('Washer');
  // One at a time, and what is shown already is not read ahead.
  await app.act(workItemActions.readAhead(app.byId), workItemActions.readAhead(app.route));
  expect(app.state().workItem.ahead.route).toBeNull();
});

test('WI-17.2 what is read ahead by a link from one page is there at once on the next', async () => {
  const app = await start();
  const route = { projectPath: 'acme/app', by: 'iid', number: String(app.task.iid) } as const;
  await app.act(workItemActions.readAhead(route));
  app.server.fault({ kind: 'delay', match: 'projectWorkItemPage', milliseconds: 500 });
  await app.act(workItemActions.pageClosed(), workItemActions.pageOpened(route));
  expect([selectItemReading(app.state(), 'page').id, app.state().workItem.ahead.route]).toEqual([app.taskId, null]);
});

test('WI-17.2 what was shown before is there at once, under every address of it, and is read again', async () => {
  const app = await start();
  const list = { place: { kind: 'project', fullPath: 'acme/app' }, query: issueList.defaults } as const;
  // What nobody shows is not kept.
  app.planner.watch('issueList', issueListSaga);
  await app.act(issueList.actions.opened(list), workItemActions.overOpened({ ...app.byId, as }));
  const byIid = { projectPath: 'ACME/app', by: 'iid', number: String(app.task.iid) } as const;
  for (const address of [app.byId, byIid]) {
    await app.act(workItemActions.overClosed());
    const before = app.reads();
    const match = address.by === 'id' ? 'workItemPage' : 'projectWorkItemPage';
    app.server.fault({ kind: 'delay', match, milliseconds: 500 });
    await app.act(workItemActions.overOpened({ ...address, as }));
    expect([app.over().id, app.reads() - before]).toEqual([app.taskId, 1]);
    await app.fake.clock.advance(500);
  }
});

test('WI-17.2 what is known in part, belongs to another project or is an epic is not', async () => {
  const app = await start();
  const other = app.world.addItem(app.app, { title: 'Only a row' });
  const epic = app.world.addEpic(app.acme, { title: 'Plan' });
  const list = { place: { kind: 'project', fullPath: 'acme/app' }, query: issueList.defaults } as const;
  app.planner.watch('issueList', issueListSaga);
  await app.act(issueList.actions.opened(list), workItemActions.overOpened({ ...app.byId, as }));
  for (const address of [
    { projectPath: null, by: 'id', number: String(other.id) },
    { projectPath: 'acme/web', by: 'id', number: app.byId.number },
    { projectPath: null, by: 'id', number: String(epic.id) },
  ] as const) {
    app.server.fault({ kind: 'delay', match: 'workItemPage', milliseconds: 500 });
    await app.act(workItemActions.overOpened({ ...address, as }));
    expect([address.number, app.over().id]).toEqual([address.number, null]);
    await app.fake.clock.advance(500);
  }
});

test('WI-17.2 a failure of the reading leaves it there; what may not be seen any more goes as soon as that was read', async () => {
  const app = await start();
  const list = { place: { kind: 'project', fullPath: 'acme/app' }, query: issueList.defaults } as const;
  app.planner.watch('issueList', issueListSaga);
  await app.act(issueList.actions.opened(list), workItemActions.overOpened({ ...app.byId, as }));
  await app.act(workItemActions.overClosed());
  app.server.fault({ kind: 'refuse', match: 'workItemPage', error: refusal(500) });
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  expect(app.over()).toMatchObject({ status: 'failed', id: app.taskId });
  await app.act(workItemActions.overClosed());
  app.world.items.delete(app.task.id);
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  expect(app.over()).toMatchObject({ status: 'missing', id: null });
});

test('RP-02.165 a list under it is read again after it was closed, reopened or deleted', async () => {
  const app = await start();
  const place = { kind: 'project', fullPath: 'acme/app' } as const;
  app.planner.watch('issueList', issueListSaga);
  await app.act(issueList.actions.opened({ place, query: issueList.defaults }));
  await app.act(workItemActions.overOpened({ ...app.byId, as }));
  const list = () => [app.state().issueList.ids.length, app.state().issueList.counts?.opened];
  expect(list()).toEqual([2, 2]);
  await app.act(itemStateActions.changeAsked({ id: app.taskId, event: 'close' }));
  expect(list()).toEqual([1, 1]);
  await app.act(itemStateActions.changeAsked({ id: app.taskId, event: 'reopen' }));
  expect(list()).toEqual([2, 2]);
  await app.act(workItemActions.deleteConfirmed({ id: app.taskId }));
  expect(list()).toEqual([1, 1]);
});

describe('deleting', () => {
  test('WI-02.20 WI-02.21 WI-14.6 it is sent once; a toast says so, and nothing is over the page any more', async () => {
    const app = await start();
    await app.act(workItemActions.overOpened({ ...app.byId, as }));
    app.server.fault({ kind: 'delay', match: 'workItemDelete', milliseconds: 500 });
    const confirm = workItemActions.deleteConfirmed({ id: app.taskId });
    await app.act(confirm, confirm);
    expect(app.over().id).toBe(app.taskId);
    await app.fake.clock.advance(500);
    expect(app.server.calls.filter(({ what }) => what.includes('workItemDelete'))).toHaveLength(1);
    expect([app.world.items.get(app.task.id), app.over().route, app.alerts()]).toEqual([
      undefined,
      null,
      [['Task deleted', null]],
    ]);
    expect(app.fake.visits).toEqual([]);
  });

  test('WI-02.21 whoever is on its page goes on to the list', async () => {
    const app = await openItem();
    await app.act(workItemActions.deleteConfirmed({ id: app.id }));
    expect([app.row(), app.fake.visits]).toEqual([undefined, ['/acme/app/-/issues']]);
  });

  test('WI-02.22 a refusal is told, and the item stays', async () => {
    const app = await start();
    await app.act(workItemActions.overOpened({ ...app.byId, as }));
    app.server.fault({ kind: 'refuse', match: 'workItemDelete', error: refusal(422, 'It is locked') });
    await app.act(workItemActions.deleteConfirmed({ id: app.taskId }));
    expect(app.alerts()).toEqual([['Something went wrong when deleting the task. Please try again.', 'It is locked']]);
    expect([app.over().id, get(app.state().confirmed.items, app.taskId)?.title]).toEqual([app.taskId, 'Washer']);
  });

  test.each(['gus', null] as const)('WI-02.20 without the right (%s) nothing is sent', async (who) => {
    const app = await openItem(who);
    await app.act(workItemActions.deleteConfirmed({ id: app.id }));
    expect([app.row()?.title, app.state().pending]).toEqual(['Leaking tap', []]);
  });

  test('WI-02.20 the words are the catalogue’s', () => {
    expect(itemDeletion('key_result')).toEqual({
      title: 'Delete key result',
      question: 'Are you sure you want to delete the key result? This action cannot be reversed.',
      done: 'Key result deleted',
      failed: 'Something went wrong when deleting the key result. Please try again.',
    });
  });
});
