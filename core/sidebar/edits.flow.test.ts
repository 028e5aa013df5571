import { confirmedEpic } from './select-root.ts';
import { accessActions } from '../access/index.ts';
import { selectEpic, selectEpicHeader } from '../epic/index.ts';
import { selectTreeHeader } from '../selectors.ts';
import { get } from '../table/index.ts';
import { refusal } from '../testing/ports.ts';
import { CONFIDENTIALITY_ERRORS, PARENT_ERRORS } from '../tree/rules.ts';
import { epicChildren, epicGid, epicNode, issueNode } from '../testing/wire.ts';
import { treeActions } from '../tree/actions.ts';
import { epicEdits } from '../epic/actions.ts';
import {
  selectColor,
  selectConfidentiality,
  selectSidebarDates,
  selectSidebarLabels,
  selectSubscription,
  selectTodo,
  sidebarActions,
  SIDEBAR_ERRORS,
  SIDEBAR_TEXTS,
} from './index.ts';
import {
  colorAnswer,
  EPIC_ID,
  label,
  sidebarAnswer,
  type SidebarPlanner,
  sidebarPlanner,
  updateAnswer,
} from './testing/answers.ts';

const POST = 'POST /groups/acme/-/epics/1/todos';
const inputs = ({ fake }: SidebarPlanner) =>
  fake.waiting('epicFieldsUpdate').map(({ variables }) => variables['input']);
const dates = ({ root }: SidebarPlanner) => selectSidebarDates(root);
const confirmed = ({ root }: SidebarPlanner) => confirmedEpic(root, EPIC_ID);
const titles = ({ root }: SidebarPlanner) => selectSidebarLabels(root).labels.map(({ title }) => title);
const ENDPOINT = { groupPath: 'acme', iid: '1' };

describe('to-do', () => {
  test('EP-06.20 EP-06.21 is added at once, and deleted where the answer says', async () => {
    const planner = await sidebarPlanner().shown();
    expect(selectTodo(planner.root)).toEqual({ exists: false, label: SIDEBAR_TEXTS.addTodo, saving: false });
    await planner.do(epicEdits.todoChanged());
    expect(selectTodo(planner.root)).toEqual({ exists: true, label: SIDEBAR_TEXTS.markAsDone, saving: true });
    const call = planner.fake.next(POST);
    expect(call.request?.body).toEqual({ issuable_id: 12, issuable_type: 'epic' });
    expect(call.idempotencyKey).toBe(planner.root.pending[0]?.id);
    await call.answer({ count: 1, delete_path: '/dashboard/todos/5' });
    expect(selectTodo(planner.root)?.saving).toBe(false);
    await planner.do(epicEdits.todoChanged());
    await planner.fake.next('DELETE /dashboard/todos/5').answer(null);
    expect(confirmed(planner)?.todo).toEqual({ exists: false, deletePath: null });
    expect(planner.app.alerts).toEqual([]);
  });

  test('EP-06.20 a visitor has none and sends nothing', async () => {
    const planner = await sidebarPlanner().shown({}, { signedIn: false });
    expect(selectTodo(planner.root)).toBeNull();
    await planner.do(epicEdits.todoChanged(), epicEdits.subscriptionChanged());
    expect(planner.root.pending).toEqual([]);
  });

  test('EP-06.22 two texts, by whether one exists', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.todoChanged());
    await planner.fake.next(POST).fail(refusal(403, 'No'));
    await planner.fake.next('GET /-/session.json').fail(refusal(500));
    expect(planner.app.alerts).toEqual(['There was an error adding a To Do.']);
    expect(selectTodo(planner.root)?.exists).toBe(false);

    const other = await sidebarPlanner().shown({ currentUserTodos: { nodes: [{ id: 'gid://gitlab/Todo/9' }] } });
    await other.do(epicEdits.todoChanged());
    expect(selectTodo(other.root)?.exists).toBe(false);
    await other.fake.next('DELETE /dashboard/todos/9').fail(refusal(404));
    await other.fake.next('GET /-/session.json').fail(refusal(500));
    expect(other.app.alerts).toEqual(['There was an error deleting the To Do.']);
    expect(selectTodo(other.root)?.exists).toBe(true);
  });

  test('EP-06.22 an answer without an address is a failure', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.todoChanged());
    await planner.fake.next(POST).answer({ count: 1 });
    expect(planner.app.alerts).toEqual([SIDEBAR_ERRORS.addTodo]);
  });

  test('EP-06.23 added and at once marked as done', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.todoChanged(), epicEdits.todoChanged());
    expect(selectTodo(planner.root)?.exists).toBe(false);
    await planner.fake.next(POST).answer({ count: 1, delete_path: '/dashboard/todos/6' });
    await planner.fake.next('DELETE /dashboard/todos/6').answer(null);
    expect(planner.root.pending).toEqual([]);
    expect(planner.app.alerts).toEqual([]);
  });

  test('EP-06.23 where adding failed, there is nothing to delete', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.todoChanged(), epicEdits.todoChanged());
    await planner.fake.next(POST).fail(refusal(500));
    expect(planner.root.pending).toEqual([]);
    expect(planner.app.alerts).toEqual([SIDEBAR_ERRORS.addTodo]);
    expect(selectTodo(planner.root)?.exists).toBe(false);
  });
});

describe('dates', () => {
  test('EP-07.20 say whether they are fixed or inherited, and from what', async () => {
    const planner = await sidebarPlanner().shown();
    expect(dates(planner)).toMatchObject({
      start: { date: '2026-03-01', text: 'Mar 1, 2026', wording: 'Inherited from 1.0', source: '1.0' },
      due: { date: '2026-04-01', text: 'Apr 1, 2026', wording: 'Fixed', source: null },
    });
    const bare = await sidebarPlanner().shown({ startDate: null, startDateFromInheritedSource: null });
    expect(dates(bare)?.start).toMatchObject({ text: 'None', wording: 'Inherited', source: null });
  });

  test('EP-07.33 a date that was typed for another epic changes nothing', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.dateChanged({ field: 'start', value: '2026-03-05', id: epicGid(999) }));
    expect([planner.root.pending, inputs(planner)]).toEqual([[], []]);
    const id = dates(planner)?.start.epicId as string;
    await planner.do(epicEdits.dateChanged({ field: 'start', value: '2026-03-05', id }));
    expect(dates(planner)?.start.date).toBe('2026-03-05');
  });

  test('EP-07.37 a typed date is fixed and shown at once', async () => {
    const planner = await sidebarPlanner().shown();
    expect(dates(planner)?.start).toMatchObject({ text: 'Mar 1, 2026', isFixed: false, wording: 'Inherited from 1.0' });
    await planner.do(epicEdits.dateChanged({ field: 'start', value: '2026-03-05' }));
    expect(dates(planner)?.start).toMatchObject({ date: '2026-03-05', isFixed: true, wording: 'Fixed', saving: true });
    expect(dates(planner)?.due.saving).toBe(false);
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, startDateIsFixed: true, startDateFixed: '2026-03-05' }]);
    const saved = { startDate: '2026-03-05', startDateIsFixed: true, startDateFixed: '2026-03-05' };
    await planner.update.answer(updateAnswer(saved));
    expect(confirmed(planner)).toMatchObject({ ...saved, startDateFixed: null, startDateInherited: '2026-03-01' });
    expect(selectEpic(planner.root)?.startDate).toBe('2026-03-05');
    expect(planner.root.pending).toEqual([]);
  });

  test('EP-07.37 inherited again, the fixed date is kept', async () => {
    const planner = await sidebarPlanner().shown({ startDateFixed: '2026-05-05' });
    await planner.do(epicEdits.dateChanged({ field: 'start', isFixed: true }));
    expect(dates(planner)?.start).toMatchObject({ date: '2026-05-05', fixed: '2026-05-05', text: 'May 5, 2026' });
    await planner.do(epicEdits.dateChanged({ field: 'start', isFixed: false }));
    expect(dates(planner)?.start).toMatchObject({ date: '2026-03-01', fixed: '2026-05-05', isFixed: false });
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, startDateIsFixed: true }]);
    await planner.update.answer(updateAnswer({ startDateIsFixed: true, startDateFixed: '2026-05-05' }));
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, startDateIsFixed: false }]);
  });

  test('EP-07.33 what is no date is refused in its place; a blank one is an empty fixed date', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.dateChanged({ field: 'due', value: '31/12/2026' }));
    expect(dates(planner)?.due.error).toBe(SIDEBAR_ERRORS.invalidDate);
    expect(dates(planner)?.start.error).toBeNull();
    expect(planner.root.pending).toEqual([]);
    await planner.do(epicEdits.dateChanged({ field: 'due', value: '' }));
    expect(dates(planner)?.due).toMatchObject({ error: null, date: null, text: 'None', isFixed: true });
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, dueDateIsFixed: true, dueDateFixed: null }]);
  });

  test.each([
    ['start', 'Something went wrong while setting epic start date.'],
    ['due', 'Something went wrong while setting epic due date.'],
  ] as const)('EP-18.42 a failed %s date has its alert and is as it was', async (field, text) => {
    const planner = await sidebarPlanner().shown();
    const before = dates(planner);
    await planner.do(epicEdits.dateChanged({ field, value: '2026-12-24' }));
    await planner.update.answer(updateAnswer({}, ['Nope']));
    expect(planner.app.state.notice).toMatchObject([{ text, detail: 'Nope', scope: 'epic' }]);
    expect(dates(planner)).toEqual(before);
  });

  test('EP-18.42 of one field one at a time, of different fields side by side', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(
      epicEdits.dateChanged({ field: 'start', value: '2026-03-05' }),
      epicEdits.dateChanged({ field: 'start', value: '2026-03-06' }),
      epicEdits.dateChanged({ field: 'due', value: '2026-06-06' }),
      epicEdits.confidentialityChanged(),
    );
    expect(inputs(planner)).toMatchObject([{ startDateFixed: '2026-03-05' }, { confidential: true }]);
    // The answer to the start date knows nothing of the due date yet.
    await planner.update.answer(updateAnswer({ startDate: '2026-03-05', startDateIsFixed: true }));
    expect(dates(planner)?.due.date).toBe('2026-06-06');
    await planner.update.answer(updateAnswer({ confidential: true }));
    expect(inputs(planner)).toMatchObject([{ startDateFixed: '2026-03-06' }]);
    await planner.update.answer(
      updateAnswer({ startDate: '2026-03-06', startDateIsFixed: true, dueDate: '2026-04-01' }),
    );
    expect(inputs(planner)).toMatchObject([{ dueDateFixed: '2026-06-06' }]);
    await planner.update.answer(updateAnswer({ dueDate: '2026-06-06', dueDateFixed: '2026-06-06' }));
    expect(dates(planner)).toMatchObject({ start: { date: '2026-03-06' }, due: { date: '2026-06-06' } });
  });

  test('EP-18.40 what changes nothing is not sent', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(
      epicEdits.dateChanged({ field: 'start', isFixed: false }),
      epicEdits.dateChanged({ field: 'due', value: '2026-04-01' }),
    );
    expect(planner.root.pending).toEqual([]);
  });
});

describe('colour', () => {
  const closed = epicEdits.colorChanged();

  test('EP-09.4 EP-09.21 saves when the editor is closed, and rolls back', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: '#FDFDFD' }));
    expect(planner.root.pending).toEqual([]);
    await planner.do(closed);
    expect(selectColor(planner.root)).toMatchObject({
      color: '#fdfdfd',
      textColor: '#333333',
      saving: true,
      editor: null,
    });
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, color: '#fdfdfd' }]);
    await planner.update.answer(updateAnswer({}, ['Color is invalid']));
    expect(planner.app.alerts).toEqual(['An error occurred while updating color.']);
    expect(selectColor(planner.root)).toMatchObject({ color: '#1068bf', textColor: '#FFFFFF', title: 'Blue' });
  });

  test('EP-09.21 a lost update has the same text', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: '#abc' }), closed);
    await planner.update.fail(refusal(500));
    expect(planner.app.alerts).toEqual([SIDEBAR_ERRORS.updateColor]);
  });

  test('EP-09.3 EP-09.4 what is no colour says so, and is not saved; nor is the same one, nor what is discarded', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: 'red' }));
    expect(selectColor(planner.root)?.editor?.error).toBe(SIDEBAR_ERRORS.invalidColor);
    await planner.do(closed, sidebarActions.colorEditorOpened());
    expect(selectColor(planner.root)?.editor).toMatchObject({ text: '#1068bf', error: null });
    expect(selectColor(planner.root)?.editor?.suggested.map(({ selected }) => selected)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    await planner.do(sidebarActions.colorPicked({ color: '#1068BF' }), closed);
    await planner.do(
      sidebarActions.colorEditorOpened(),
      sidebarActions.colorPicked({ color: '#c91c00' }),
      sidebarActions.colorEditorClosed(),
    );
    expect(planner.root.pending).toEqual([]);
    await planner.do(sidebarActions.colorEditorOpened(), sidebarActions.colorPicked({ color: '#c91c00' }), closed);
    await planner.update.answer(updateAnswer({ color: '#c91c00' }));
    expect(selectColor(planner.root)).toMatchObject({ color: '#c91c00', title: 'Red', saving: false });
  });

  test('EP-09.20 without the feature it is neither read nor there', async () => {
    const planner = await sidebarPlanner().shown({}, { features: {} });
    expect(planner.count('epicColor')).toBe(0);
    expect(selectColor(planner.root)).toBeNull();
  });

  test('EP-09.20 a session that comes after the page brings it', async () => {
    const planner = await sidebarPlanner().shown({}, { features: {} });
    const session = { user: null, settings: {}, firstRun: false };
    await planner.do(accessActions.sessionReceived({ ...session, features: { epicColorHighlight: true } }));
    await planner.fake.next('epicColor').answer(colorAnswer('#217645'));
    await planner.do(accessActions.sessionReceived({ ...session, features: { epicColorHighlight: true } }));
    expect(planner.count('epicColor')).toBe(1);
    expect(selectColor(planner.root)?.title).toBe('Green');
  });

  test('EP-09.20 one that cannot be read has the catalogue’s text, and can be asked for again', async () => {
    const planner = await sidebarPlanner().open();
    await planner.fake.next('epicColor').fail(refusal(500));
    expect(planner.app.alerts).toEqual([]);
    expect(selectColor(planner.root)).toMatchObject({
      status: 'failed',
      error: 'Error fetching epic color.',
      canUpdate: false,
    });
    await planner.do(sidebarActions.partRetried({ part: 'color' }));
    await planner.fake.next('epicColor').answer(colorAnswer('#694cc0'));
    expect(selectColor(planner.root)).toMatchObject({ status: 'ready', title: 'Purple', canUpdate: true });
  });
});

describe('confidentiality', () => {
  const toggled = epicEdits.confidentialityChanged();
  const header = (planner: SidebarPlanner) => selectEpicHeader(planner.app.state)?.confidential ?? null;

  test('EP-10.1 EP-10.30 the header follows at once, and stays after the answer', async () => {
    const planner = await sidebarPlanner().shown();
    expect(selectConfidentiality(planner.root)).toMatchObject({ text: 'Not confidential', refusal: null });
    await planner.do(toggled);
    expect(header(planner)?.text).toBe('Confidential');
    expect(selectConfidentiality(planner.root)).toMatchObject({
      confidential: true,
      saving: true,
      text: 'Confidential',
    });
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, confidential: true }]);
    await planner.update.answer(updateAnswer({ confidential: true }));
    expect(header(planner)?.tooltip).toContain('at least the Reporter role');
    expect(planner.root.pending).toEqual([]);
  });

  test('EP-10.3 EP-10.30 refused, the header is as it was', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(toggled);
    await planner.update.answer(updateAnswer({}, [CONFIDENTIALITY_ERRORS.issues]));
    expect(header(planner)).toBeNull();
    expect(planner.app.state.notice).toMatchObject([
      { text: SIDEBAR_ERRORS.confidentiality, detail: CONFIDENTIALITY_ERRORS.issues },
    ]);
  });

  test('EP-10.2 EP-10.4 under a confidential parent it stays confidential', async () => {
    const planner = await sidebarPlanner().shown({
      confidential: true,
      parent: { id: 'gid://gitlab/Epic/2', confidential: true },
    });
    expect(selectConfidentiality(planner.root)).toMatchObject({
      refusal: PARENT_ERRORS.confidentialEpic,
      available: false,
    });
    await planner.do(toggled);
    expect(planner.root.pending).toEqual([]);
    expect(planner.app.state.notice).toEqual([]);
  });

  test('EP-10.2 EP-10.31 public children that are shown forbid it; else the tree follows', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(
      treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: EPIC_ID }, config: {} }),
    );
    const own = { id: EPIC_ID };
    await planner.fake.next('epicChildren').answer(epicChildren(1, { issues: [issueNode(5)] }, own));
    expect(selectConfidentiality(planner.root)).toMatchObject({
      refusal: CONFIDENTIALITY_ERRORS.issues,
      available: false,
    });
    await planner.do(toggled);
    expect(planner.root.pending).toEqual([]);

    const secret = await sidebarPlanner().shown();
    await secret.do(
      treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1', id: EPIC_ID }, config: {} }),
    );
    const children = { epics: [epicNode(5, { confidential: true })] };
    await secret.fake.next('epicChildren').answer(epicChildren(1, children, own));
    await secret.do(toggled);
    expect(selectTreeHeader(secret.app.state)?.confidential).not.toBeNull();
    await secret.update.answer(updateAnswer({ confidential: true }));
    expect(get(secret.app.state.confirmed.items, EPIC_ID)?.confidential).toBe(true);
    expect(selectTreeHeader(secret.app.state)?.confidential?.notice).toBe(PARENT_ERRORS.confidentialIssue);
  });
});

describe('subscription', () => {
  test('EP-13.1 is set by group, number and state', async () => {
    const planner = await sidebarPlanner().open();
    expect(selectSubscription(planner.root)).toEqual({ subscribed: null, saving: false });
    await planner.do(epicEdits.subscriptionChanged());
    expect(planner.root.pending).toEqual([]);
    await planner.fake.next('epicSidebar').answer(sidebarAnswer());
    await planner.do(epicEdits.subscriptionChanged());
    expect(selectSubscription(planner.root)).toEqual({ subscribed: true, saving: true });
    const call = planner.fake.next('epicSetSubscription');
    expect(call.variables).toEqual({ input: { ...ENDPOINT, subscribedState: true } });
    await call.answer({ epicSetSubscription: { errors: [], epic: { id: EPIC_ID, subscribed: true } } });
    expect(selectSubscription(planner.root)).toEqual({ subscribed: true, saving: false });
  });

  test('EP-13.1 a visitor has none', async () => {
    const planner = await sidebarPlanner().shown({}, { signedIn: false });
    expect(selectSubscription(planner.root)).toBeNull();
  });

  test('EP-13.2 a failed one is as it was', async () => {
    const planner = await sidebarPlanner().shown();
    await planner.do(epicEdits.subscriptionChanged());
    await planner.fake.next('epicSetSubscription').answer({ epicSetSubscription: { errors: ['No'], epic: null } });
    expect(planner.app.alerts).toEqual([SIDEBAR_ERRORS.subscription]);
    expect(selectSubscription(planner.root)?.subscribed).toBe(false);
  });
});

describe('labels', () => {
  test('TR-07.40 lead to the epics of the group, in two parts where scopes are on', async () => {
    const own = { labels: { nodes: [label(1, 'priority::high'), label(2, 'a & b')] } };
    const shown = ({ root }: SidebarPlanner) => selectSidebarLabels(root).labels;
    const planner = await sidebarPlanner().shown(own);
    expect(shown(planner).map(({ scoped, href }) => [scoped, href])).toEqual([
      [{ scope: 'priority', value: 'high' }, '/groups/acme/-/epics?label_name[]=priority%3A%3Ahigh'],
      [null, '/groups/acme/-/epics?label_name[]=a%20%26%20b'],
    ]);
    expect(shown(planner)).toBe(shown(planner));
    const plain = await sidebarPlanner().shown(own, { meta: { scoped_labels: false } });
    expect(shown(plain).map(({ scoped }) => scoped)).toEqual([null, null]);
    expect(shown(sidebarPlanner())).toEqual([]);
  });

  test('EP-08.10 removing one is shown at once; refused, it is there again', async () => {
    const planner = await sidebarPlanner().shown({ labels: { nodes: [label(1, 'a'), label(2, 'b')] } });
    await planner.do(epicEdits.labelsChanged({ add: [], remove: [label(1).id] }));
    expect(titles(planner)).toEqual(['b']);
    expect(inputs(planner)).toEqual([{ ...ENDPOINT, removeLabelIds: [label(1).id] }]);
    await planner.update.answer(updateAnswer({}, ['No']));
    expect(titles(planner)).toEqual(['a', 'b']);
    expect(planner.app.alerts).toEqual([SIDEBAR_ERRORS.updateLabels]);
  });
});
