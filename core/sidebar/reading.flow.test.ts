import { epicActions } from '../epic/index.ts';
import { HIDDEN_ANCESTOR } from '../epic/rules.ts';
import { initialState, reducePlanner } from '../planner.ts';
import { refusal } from '../testing/ports.ts';
import { epicEdits } from '../epic/actions.ts';
import { noteActions, noteSaga } from '../note/index.ts';
import {
  selectAncestors,
  selectCollapsed,
  selectHasColors,
  selectParticipants,
  selectReference,
  selectSidebarDates,
  selectSidebarLabels,
  selectSidebarStatus,
  selectTodo,
  selectWidgets,
  sidebarActions,
} from './index.ts';
import {
  ancestorNode,
  ancestorsAnswer,
  gid,
  participantsAnswer,
  sidebarAnswer,
  sidebarPlanner,
  updateAnswer,
} from './testing/answers.ts';

test('EP-18.45 what the page knows is shown before the sidebar has asked', async () => {
  const meta = { todo_exists: true, todo_delete_path: '/dashboard/todos/3' };
  const planner = await sidebarPlanner().open({ meta });
  expect(selectSidebarStatus(planner.root)).toEqual({ status: 'loading', error: null });
  expect(selectSidebarDates(planner.root)?.due).toMatchObject({ text: 'Apr 1, 2026', wording: 'Fixed' });
  expect(selectSidebarLabels(planner.root).labels.map(({ title }) => title)).toEqual(['a']);
  expect(selectTodo(planner.root)?.exists).toBe(true);
  await planner.do(epicEdits.todoChanged());
  expect(planner.fake.next('DELETE /dashboard/todos/3').request?.method).toBe('DELETE');
});

test('EP-18.45 a first reading that fails is told in its place, and can be tried again', async () => {
  const planner = await sidebarPlanner().open();
  await planner.fake.next('epicSidebar').fail(refusal(500));
  expect(selectSidebarStatus(planner.root)).toMatchObject({ status: 'failed' });
  expect(selectSidebarStatus(planner.root).error).toContain('Something went wrong');
  expect(planner.app.alerts).toEqual([]);
  await planner.do(sidebarActions.partRetried({ part: 'epic' }));
  await planner.fake.next('epicSidebar').answer({ group: null });
  expect(selectSidebarStatus(planner.root).status).toBe('failed');
  await planner.do(sidebarActions.partRetried({ part: 'epic' }));
  await planner.fake.next('epicSidebar').answer(sidebarAnswer());
  expect(selectSidebarStatus(planner.root)).toEqual({ status: 'ready', error: null });
});

test('EP-07.36 a push that says that dates of the epic have moved has them read again', async () => {
  const planner = await sidebarPlanner().open();
  const waiting = () => planner.fake.waiting('epicSidebar').length;
  await planner.fake.next('epicSidebar').answer(sidebarAnswer());
  await planner.fake.connect(true);
  await planner.fake.next('epicSidebar').answer(sidebarAnswer());
  expect(planner.fake.topics).toContain(gid(12));
  await planner.fake.push(gid(12), ['tree', 'counts', 'links']);
  expect(waiting()).toBe(0);
  await planner.fake.push(gid(12), ['tree', 'dates']);
  expect(waiting()).toBe(1);
});

test('EP-12.4 EP-13.3 a push about comments has participants, to-do and subscription read again, a burst of them once more', async () => {
  const planner = await sidebarPlanner().open();
  const waiting = () => ['epicSidebar', 'epicParticipants'].map((what) => planner.fake.waiting(what).length);
  const answer = async () => {
    await planner.fake.next('epicSidebar').answer(sidebarAnswer());
    await planner.fake.next('epicParticipants').answer(participantsAnswer(3));
  };
  await answer();
  await planner.fake.connect(true);
  await answer();
  await planner.fake.push(gid(12), ['links']);
  expect(waiting()).toEqual([0, 0]);
  for (let push = 0; push < 5; push += 1) await planner.fake.push(gid(12), ['notes']);
  expect(waiting()).toEqual([1, 1]);
  await answer();
  expect(waiting()).toEqual([1, 1]);
  await answer();
  expect([waiting(), selectParticipants(planner.root).shown.length]).toEqual([[0, 0], 3]);
});

test("EP-12.4 EP-13.3 without pushes a comment of one's own has them read again", async () => {
  const planner = await sidebarPlanner().open();
  await planner.fake.next('epicSidebar').answer(sidebarAnswer());
  await planner.fake.next('epicParticipants').answer(participantsAnswer());
  const waiting = () => ['epicSidebar', 'epicParticipants'].map((what) => planner.fake.waiting(what).length);
  planner.app.planner.watch('note', noteSaga);
  await planner.do(noteActions.opened({ id: gid(12), epic: { fullPath: 'acme', iid: '1' } }));
  await planner.do(noteActions.typed({ itemId: gid(12), target: gid(12), body: 'Hello' }));
  await planner.do(noteActions.commented({ target: gid(12) }));
  expect(waiting()).toEqual([0, 0]);
  await planner.fake.next('createNote').answer({ createNote: { note: null, errors: ['Commands only Closed.'] } });
  expect(waiting()).toEqual([1, 1]);
});

describe('ancestors', () => {
  test('EP-11.30 EP-11.31 from the root down, one that may not be seen with its text', async () => {
    const planner = await sidebarPlanner().open();
    const nodes = [
      ancestorNode(3, { hasParent: true }),
      ancestorNode(4, { hasParent: true, parent: { id: gid(3) }, state: 'closed' }),
    ];
    await planner.fake.next('epicAncestors').answer(ancestorsAnswer(nodes, { parent: { id: gid(4) } }));
    expect(selectAncestors(planner.root).rows).toMatchObject([
      { hidden: true, text: HIDDEN_ANCESTOR },
      { hidden: false, title: 'Epic 3', state: 'Open', webPath: '/groups/acme/-/epics/3' },
      { hidden: false, title: 'Epic 4', state: 'Closed' },
    ]);
  });

  test('EP-11.30 a failure has the catalogue’s text and can be tried again', async () => {
    const planner = await sidebarPlanner().open();
    await planner.fake.next('epicAncestors').fail(refusal(500));
    expect(planner.app.alerts).toEqual([]);
    expect(selectAncestors(planner.root).error).toBe('An error occurred while fetching ancestors.');
    await planner.do(sidebarActions.partRetried({ part: 'ancestors' }));
    await planner.fake.next('epicAncestors').answer(ancestorsAnswer());
    expect(selectAncestors(planner.root)).toEqual({ status: 'ready', error: null, rows: [] });
  });

  test('EP-11.30 without sub-epics they are not read', async () => {
    const planner = await sidebarPlanner().open({ initial: { allowSubEpics: false } });
    expect(planner.count('epicAncestors')).toBe(0);
    expect(selectWidgets(planner.root)).not.toContain('ancestors');
  });
});

test('EP-12.1 EP-12.2 EP-12.3 participants', async () => {
  const planner = await sidebarPlanner().open();
  await planner.fake.next('epicParticipants').fail(refusal(500));
  expect(planner.app.alerts).toEqual([]);
  expect(selectParticipants(planner.root)).toMatchObject({ status: 'failed' });
  await planner.do(sidebarActions.partRetried({ part: 'participants' }));
  await planner.fake.next('epicParticipants').answer(participantsAnswer(8));
  expect(selectParticipants(planner.root)).toMatchObject({
    status: 'ready',
    title: '8 participants',
    toggle: '+ 1 more',
  });
  await planner.do(sidebarActions.participantsToggled());
  expect(selectParticipants(planner.root).shown).toHaveLength(8);
});

test('EP-12.1 participants of all pages are counted', async () => {
  const planner = await sidebarPlanner().open();
  const pageInfo = { hasNextPage: true, endCursor: 'further' };
  await planner.fake.next('epicParticipants').answer(participantsAnswer(3, pageInfo));
  const further = planner.fake.next('epicParticipants');
  expect(further.variables).toMatchObject({ after: 'further' });
  await further.answer(participantsAnswer(2));
  expect(selectParticipants(planner.root)).toMatchObject({ status: 'ready', title: '5 participants' });
});

test('EP-08.15 an epic with more than a page of labels has them all, also after an edit that answers with a page', async () => {
  const planner = await sidebarPlanner().open();
  const label = (id: number) => ({ id: `gid://gitlab/GroupLabel/${id}`, title: `l${id}`, color: '#6699cc' });
  const connection = (id: number, endCursor: string | null) => ({
    nodes: [{ ...label(id), textColor: '#ffffff', description: null }],
    pageInfo: { hasNextPage: endCursor !== null, endCursor },
  });
  const epic = planner.fake.next('epicSidebar');
  await epic.answer(sidebarAnswer({ labels: connection(1, 'one') }));
  const further = planner.fake.next('epicLabelsFrom');
  expect(further.variables).toEqual({ fullPath: 'acme', iid: '1', after: 'one' });
  await further.answer({ group: { id: 'g', epic: { id: 'e', labels: connection(2, null) } } });
  const titles = () => selectSidebarLabels(planner.root).labels.map(({ title }) => title);
  expect(titles()).toEqual(['l1', 'l2']);
  await planner.do(epicEdits.labelsChanged({ add: [], remove: [label(2).id] }));
  await planner.update.answer(updateAnswer({ labels: connection(1, 'one') }));
  expect(titles()).toEqual(['l1']);
});

test('EP-14.1 the reference is the full one', async () => {
  const planner = await sidebarPlanner().open();
  expect(selectReference(planner.root)).toBe('acme&1');
});

test('EP-16.1 EP-19.1 the widgets follow the session’s features', async () => {
  const planner = await sidebarPlanner().open({ features: {} });
  expect(selectHasColors(planner.root)).toBe(false);
  expect(selectWidgets(planner.root)).not.toContain('color');
  const visitor = await sidebarPlanner().open({ signedIn: false });
  expect(selectWidgets(visitor.root)[0]).toBe('startDate');
});

describe('the gutter', () => {
  test('EP-15.1 EP-15.4 toggling writes the cookie, and it is read again', async () => {
    const planner = await sidebarPlanner().open({ cookie: 'true' });
    expect(selectCollapsed(planner.root)).toBe(true);
    await planner.do(sidebarActions.gutterToggled());
    expect(selectCollapsed(planner.root)).toBe(false);
    expect(planner.fake.baked.get('collapsed_gutter')).toBe('false');
    await planner.do(sidebarActions.gutterToggled());
    expect(planner.fake.baked.get('collapsed_gutter')).toBe('true');
  });

  test('EP-15.4 on a small screen a page that goes leaves it collapsed', async () => {
    const planner = await sidebarPlanner().open({ cookie: 'false', width: 800 });
    expect(selectCollapsed(planner.root)).toBe(true);
    await planner.do(sidebarActions.gutterToggled(), sidebarActions.pageUnloading({ width: 1300 }));
    expect(planner.fake.baked.get('collapsed_gutter')).toBe('false');
    await planner.do(sidebarActions.pageUnloading({ width: 800 }));
    expect(planner.fake.baked.get('collapsed_gutter')).toBe('true');
  });

  test('EP-15.4 where cookies are forbidden the choice lasts for the session', async () => {
    const planner = sidebarPlanner();
    planner.fake.storageBroken = true;
    await planner.open();
    await planner.do(sidebarActions.gutterToggled());
    expect(selectCollapsed(planner.root)).toBe(true);
    expect(planner.fake.logged.length).toBeGreaterThan(0);
    await planner.do(sidebarActions.sidebarClosed(), sidebarActions.sidebarOpened({ width: 1400 }));
    expect(selectCollapsed(planner.root)).toBe(true);
  });
});

test('EP-18.46 a restarted watcher reads the parts again, and keeps what is known', async () => {
  const planner = await sidebarPlanner().shown();
  const before = planner.root;
  planner.app.planner.dispose();
  const next = sidebarPlanner(planner.app.state);
  expect(next.fake.calls.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['epicSidebar', 'epicColor', 'epicAncestors', 'epicParticipants']),
  );
  expect(selectTodo(next.root)).toEqual(selectTodo(before));
  expect(selectSidebarDates(next.root)).toEqual(selectSidebarDates(before));
});

test('EP-18.46 another epic’s page begins anew; its log leads to the same state', async () => {
  const planner = await sidebarPlanner().shown();
  await planner.do(sidebarActions.labelPickerOpened(), epicActions.epicPageOpened({ groupPath: 'acme', iid: '2' }));
  expect(planner.root.sidebar).toMatchObject({ open: true, id: null, picker: { open: false } });
  expect(selectSidebarStatus(planner.root).status).toBe('idle');
  expect(selectTodo(planner.root)).toBeNull();
  const log = JSON.parse(JSON.stringify(planner.app.actions)) as typeof planner.app.actions;
  expect(log.reduce(reducePlanner, initialState())).toEqual(planner.app.state);
});
