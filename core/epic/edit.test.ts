import { flow, refused, UNREACHABLE, wireError } from '../access/testing/flow.ts';
import type { AccessState } from '../access/index.ts';
import { accessDomain } from '../access/index.ts';
import type { EpicListState, EpicState } from './index.ts';
import {
  epicList,
  epicActions,
  epicPage,
  epicDomain,
  epicListDomain,
  selectEpic,
  selectEpicDeletion,
  selectEpicHeader,
  selectNewEpic,
} from './index.ts';
import { epicListSaga, selectEpicList } from './list-page.ts';
import { epicAnswer, listAnswer, listEpic, pageJson, ROUTE } from './testing/answers.ts';

const JSON_PATH = 'GET /groups/acme/-/epics/1.json';
const UPDATE = 'PUT /groups/acme/-/epics/1.json';
const DELETE = 'DELETE /groups/acme/-/epics/1.json';
const CREATE = 'POST /groups/acme/-/epics';
type Root = { access: AccessState; epic: EpicState; epicList: EpicListState };

async function open(json: object = pageJson(), preloaded: Partial<Root> = {}) {
  const app = flow([accessDomain, epicDomain, { ...epicListDomain, saga: epicListSaga }], preloaded);
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  await app.call(JSON_PATH).answer(json);
  await app.call('epicPage').answer(epicAnswer());
  return app;
}
type App = Awaited<ReturnType<typeof open>>;
const toggle = (app: App) => selectEpicHeader(app.state())?.toggle;

test('EP-03.20 closing sends the event, shows loading, and takes the state from the answer', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicStateToggled());
  await app.dispatch(epicActions.epicStateToggled());
  expect(app.count(UPDATE)).toBe(1);
  expect(app.call(UPDATE).request).toEqual({
    method: 'PUT',
    path: '/groups/acme/-/epics/1.json',
    query: { 'epic[state_event]': 'close' },
  });
  expect(toggle(app)).toEqual({ label: 'Close epic', loading: true });
  expect(selectEpic(app.state())?.state).toBe('opened');
  await app.call(UPDATE).answer({ state: 'closed', lock_version: 4 });
  expect(toggle(app)).toEqual({ label: 'Reopen epic', loading: false });
  expect(selectEpic(app.state())).toMatchObject({ state: 'closed', lockVersion: 4 });
  await app.dispatch(epicActions.epicStateToggled());
  expect(app.call(UPDATE).request).toMatchObject({ query: { 'epic[state_event]': 'reopen' } });
  await app.call(UPDATE).answer({ state: 'opened' });
  expect(toggle(app)?.label).toBe('Close epic');
  expect(app.replayed()).toEqual(app.state());
});

test('EP-03.27 a version that is not the next one says that others have saved: the known one stays with the known text', async () => {
  const app = await open();
  const before = selectEpic(app.state())?.lockVersion;
  await app.dispatch(epicActions.epicStateToggled());
  await app.call(UPDATE).answer({ state: 'closed', lock_version: 9 });
  expect(selectEpic(app.state())).toMatchObject({ state: 'closed', lockVersion: before });
});

test('EP-03.22 the change of state is an event that the list of epics hears too', async () => {
  const app = await open();
  await app.dispatch(epicList.actions.opened({ place: { kind: 'group', fullPath: 'acme' }, query: epicList.defaults }));
  const list = listAnswer([]);
  list.group.epics.nodes.push(listEpic(12));
  await app.call('groupEpics').answer(list);
  await app.dispatch(epicActions.epicStateToggled());
  await app.call(UPDATE).answer({ state: 'closed' });
  expect(app.actions.filter(({ type }) => type === 'epic/stateToggled/committed')).toHaveLength(1);
  expect(selectEpicList(app.state()).rows[0]?.state).toBe('closed');
});

test.each([
  ['refused', (app: App) => app.call(UPDATE).fail(refused(422, 'Title is too long')), 'Title is too long'],
  ['no answer', (app: App) => app.call(UPDATE).fail(UNREACHABLE), null],
  ['an answer without a state', (app: App) => app.call(UPDATE).answer({}), null],
])('EP-03.21 a failed change clears loading and alerts: %s', async (_case, reply, detail) => {
  const app = await open();
  await app.dispatch(epicActions.epicStateToggled());
  await reply(app);
  expect(app.alerts()).toEqual(['Unable to update this epic at this time.']);
  expect(app.state().notice[0]).toMatchObject({ kind: 'danger', dismissible: true, scope: 'epic', detail });
  expect(toggle(app)).toEqual({ label: 'Close epic', loading: false });
});

test('EP-03.23 without an answer the page is read again, for the change may have been made', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicStateToggled());
  await app.call(UPDATE).fail(UNREACHABLE);
  expect(app.count('epicPage')).toBe(2);
  await app.call(JSON_PATH).answer(pageJson());
  await app.call('epicPage').answer(epicAnswer({ state: 'closed' }));
  expect(toggle(app)?.label).toBe('Reopen epic');
});

test('EP-18.22 without canUpdate there is no button and nothing is sent', async () => {
  const app = await open(pageJson({ canUpdate: false }));
  expect(toggle(app)).toBeNull();
  await app.dispatch(epicActions.epicStateToggled());
  expect(app.count(UPDATE)).toBe(0);
});

async function fill(app: App, title: string) {
  await app.dispatch(epicActions.newEpicOpened());
  await app.dispatch(epicActions.newEpicTitleChanged({ title }));
}

test('EP-04.20 a new epic is sent with its title trimmed, once, and its page is visited', async () => {
  const app = await open();
  await fill(app, '  New one ');
  await app.dispatch(epicActions.newEpicConfidentialChanged({ confidential: true }));
  expect(selectNewEpic(app.state())).toEqual({
    open: true,
    groupPath: 'acme',
    title: '  New one ',
    description: '',
    confidential: true,
    color: '',
    colorValid: true,
    sending: false,
    submittable: true,
    error: null,
  });
  await app.dispatch(epicActions.newEpicSubmitted());
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.count(CREATE)).toBe(1);
  expect(app.call(CREATE).request).toMatchObject({ body: { title: 'New one', confidential: true } });
  expect(selectNewEpic(app.state())).toMatchObject({ sending: true, submittable: false });
  await app.call(CREATE).answer({ web_url: '/groups/acme/-/epics/2' });
  expect(app.visits).toEqual(['/groups/acme/-/epics/2']);
  expect(selectNewEpic(app.state())).toMatchObject({ open: false, title: '' });
});

test('EP-04.29 a description goes with the new epic, as it was written; a blank one is not sent', async () => {
  const app = await open();
  const sent = async (description: string) => {
    await fill(app, 'New');
    await app.dispatch(epicActions.newEpicDescriptionChanged({ description }));
    await app.dispatch(epicActions.newEpicSubmitted());
    const { request } = app.call(CREATE);
    await app.call(CREATE).answer({ web_url: '/groups/acme/-/epics/2' });
    return (request as { body: object }).body;
  };
  expect(await sent(' - [ ] one ')).toEqual({ title: 'New', description: ' - [ ] one ', confidential: false });
  expect(await sent(' \n')).toEqual({ title: 'New', confidential: false });
});

test('EP-09.31 the chosen colour goes with the new epic; none, and nothing but blanks, is not sent', async () => {
  const app = await open();
  await fill(app, 'New');
  await app.dispatch(epicActions.newEpicColorPicked({ color: ' #ABC ' }));
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.call(CREATE).request).toMatchObject({ body: { title: 'New', confidential: false, color: '#aabbcc' } });
  await app.call(CREATE).fail(refused(422));
  await app.dispatch(epicActions.newEpicColorPicked({ color: '  ' }));
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.call(CREATE).request).toEqual({
    method: 'POST',
    path: '/groups/acme/-/epics',
    body: { title: 'New', confidential: false },
  });
});

test('EP-09.30 what is no colour keeps the form from being sent', async () => {
  const app = await open();
  await fill(app, 'New');
  await app.dispatch(epicActions.newEpicColorPicked({ color: '#12' }));
  expect(selectNewEpic(app.state())).toMatchObject({ color: '#12', colorValid: false, submittable: false });
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.count(CREATE)).toBe(0);
  await app.dispatch(epicActions.newEpicColorPicked({ color: '#123' }));
  expect(selectNewEpic(app.state())).toMatchObject({ colorValid: true, submittable: true });
});

test.each(['', '   \t'])('EP-04.21 a blank title (%j) cannot be sent', async (title) => {
  const app = await open();
  await fill(app, title);
  expect(selectNewEpic(app.state()).submittable).toBe(false);
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.count(CREATE)).toBe(0);
  expect(selectNewEpic(app.state()).sending).toBe(false);
});

test('EP-04.21 a title that is too long is refused here', async () => {
  const app = await open();
  await fill(app, 'x'.repeat(256));
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.count(CREATE)).toBe(0);
  expect(selectNewEpic(app.state()).error).toBe('Title is too long (maximum is 255 characters)');
});

test.each([
  ['an empty 422', (app: App) => app.call(CREATE).fail(refused(422)), 'Error creating epic'],
  ['a text', (app: App) => app.call(CREATE).fail(refused(422, 'Title is invalid')), 'Title is invalid'],
  ['no address', (app: App) => app.call(CREATE).answer(null), 'Error creating epic'],
])('EP-04.22 a failed creation is told in the form, once, and keeps it: %s', async (_case, reply, text) => {
  const app = await open();
  await fill(app, 'New');
  await app.dispatch(epicActions.newEpicSubmitted());
  await reply(app);
  expect(app.alerts()).toEqual([]);
  expect(selectNewEpic(app.state())).toMatchObject({ open: true, title: 'New', sending: false, error: text });
  expect(app.visits).toEqual([]);
});

test('EP-04.23 a creation without an answer is tried again under the same key, any other under a new one', async () => {
  const app = await open();
  await fill(app, 'New');
  await app.dispatch(epicActions.newEpicSubmitted());
  const key = app.call(CREATE).idempotencyKey;
  expect(key).toMatch(/^id-/);
  await app.call(CREATE).fail(UNREACHABLE);
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.call(CREATE).idempotencyKey).toBe(key);
  await app.call(CREATE).fail(refused(422));
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.call(CREATE).idempotencyKey).not.toBe(key);
  await app.call(CREATE).fail(UNREACHABLE);
  const third = app.call(CREATE).idempotencyKey;
  await app.dispatch(epicActions.newEpicTitleChanged({ title: 'Other' }));
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.call(CREATE).idempotencyKey).not.toBe(third);
});

test.each([
  ['an answer cut short', wireError({ kind: 'malformed' })],
  ['a request broken off', wireError({ kind: 'aborted' })],
  ['a gateway that gave up', refused(504)],
  ['a server that is too busy', refused(429)],
])('EP-04.25 after %s the creation is tried again under the same key', async (_, error) => {
  const app = await open();
  await fill(app, 'New');
  await app.dispatch(epicActions.newEpicSubmitted());
  const key = app.call(CREATE).idempotencyKey;
  await app.call(CREATE).fail(error);
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.call(CREATE).idempotencyKey).toBe(key);
});

test('EP-04.24 a new epic of a named group goes there', async () => {
  const app = await open();
  await app.dispatch(epicActions.newEpicOpened({ groupPath: 'acme/web' }));
  await app.dispatch(epicActions.newEpicTitleChanged({ title: 'New' }));
  await app.dispatch(epicActions.newEpicSubmitted());
  expect(app.count('POST /groups/acme/web/-/epics')).toBe(1);
  await app.dispatch(epicActions.newEpicClosed());
  expect(selectNewEpic(app.state()).open).toBe(false);
});

test('EP-05.20 deleting asks first, with the catalogue’s question', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicDeletionAsked());
  expect(selectEpicDeletion(app.state())).toEqual({
    open: true,
    sending: false,
    title: 'Delete epic',
    text: 'Delete this epic and all descendants?',
    confirm: 'Delete epic',
    error: null,
  });
  await app.dispatch(epicActions.epicDeletionCancelled());
  expect(selectEpicDeletion(app.state()).open).toBe(false);
  expect(app.count(DELETE)).toBe(0);
  const reader = await open(pageJson({ canDestroy: false }));
  await reader.dispatch(epicActions.epicDeletionAsked());
  expect(selectEpicDeletion(reader.state()).open).toBe(false);
  await reader.dispatch(epicActions.epicDeletionConfirmed());
  expect(reader.count(DELETE)).toBe(0);
  expect(selectEpicDeletion(reader.state()).sending).toBe(false);
});

test('EP-05.21 a confirmed deletion is sent once and visits what the server names', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicDeletionAsked());
  await app.dispatch(epicActions.epicDeletionConfirmed());
  await app.dispatch(epicActions.epicDeletionConfirmed());
  await app.dispatch(epicActions.epicDeletionCancelled());
  expect(app.count(DELETE)).toBe(1);
  expect(app.call(DELETE).request).toMatchObject({ query: { destroy_confirm: true } });
  expect(selectEpicDeletion(app.state())).toMatchObject({ open: true, sending: true });
  await app.call(DELETE).answer({ web_url: '/groups/acme/-/epics' });
  expect(app.visits).toEqual(['/groups/acme/-/epics']);
  expect(selectEpicDeletion(app.state())).toMatchObject({ open: false, sending: false });
  await app.pass(60_000);
  expect(app.count('GET /groups/acme/-/epics/1/realtime_changes')).toBe(0);
});

test.each([
  [refused(500), 'Something went wrong when deleting the epic. Please try again.'],
  [refused(422, 'Destroy confirmation missing'), 'Destroy confirmation missing'],
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.'],
])('EP-05.22 a failed deletion is told in the dialog, once, and can be tried again: %j', async (error, text) => {
  const app = await open();
  await app.dispatch(epicActions.epicDeletionAsked());
  await app.dispatch(epicActions.epicDeletionConfirmed());
  await app.call(DELETE).fail(error);
  expect(app.alerts()).toEqual([]);
  expect(selectEpicDeletion(app.state())).toMatchObject({ open: true, sending: false, error: text });
  expect(app.visits).toEqual([]);
  await app.dispatch(epicActions.epicDeletionConfirmed());
  expect(app.count(DELETE)).toBe(2);
});

test('EP-03.25 every change of state carries a key of its own', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicStateToggled());
  const key = app.call(UPDATE).idempotencyKey;
  expect(key).toBeDefined();
  await app.call(UPDATE).answer({ state: 'closed' });
  await app.dispatch(epicActions.epicStateToggled());
  expect(app.call(UPDATE).idempotencyKey).not.toBe(key);
});

test('EP-05.23 a deletion without a readable answer is tried again under its key, one that was refused under another', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicDeletionAsked());
  await app.dispatch(epicActions.epicDeletionConfirmed());
  const key = app.call(DELETE).idempotencyKey;
  expect(key).toBeDefined();
  await app.call(DELETE).fail(UNREACHABLE);
  await app.dispatch(epicActions.epicDeletionConfirmed());
  expect(app.call(DELETE).idempotencyKey).toBe(key);
  await app.call(DELETE).fail(refused(422, 'Not now'));
  await app.dispatch(epicActions.epicDeletionConfirmed());
  expect(app.call(DELETE).idempotencyKey).not.toBe(key);
});

test('EP-05.24 a deletion that is confirmed after the page has gone is not sent', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicDeletionAsked());
  await app.dispatch(epicPage.failed({ params: ROUTE, missing: true }));
  await app.dispatch(epicActions.epicDeletionConfirmed());
  expect(app.count(DELETE)).toBe(0);
  expect(selectEpicDeletion(app.state()).sending).toBe(false);
});

test('EP-03.24 what was being sent when the watchers ended is sent again under its key, and shows loading until it is answered', async () => {
  const before = await open();
  await before.dispatch(epicActions.epicStateToggled());
  await fill(before, 'New');
  await before.dispatch(epicActions.newEpicSubmitted());
  const keys = [UPDATE, CREATE].map((what) => before.call(what).idempotencyKey);
  before.stop();
  const { epic, access, confirmed, queries, pending } = before.state();
  const app = flow([accessDomain, epicDomain], { epic, access, confirmed, queries, pending } as Partial<Root>);
  await app.pass(0);
  expect([UPDATE, CREATE].map((what) => app.call(what).idempotencyKey)).toEqual(keys);
  expect([toggle(app)?.loading, selectNewEpic(app.state()).sending]).toEqual([true, true]);
  await app.call(UPDATE).fail(refused(422));
  await app.call(CREATE).fail(refused(422, 'No more'));
  expect(app.alerts()).toEqual(['Unable to update this epic at this time.']);
  expect(toggle(app)).toEqual({ label: 'Close epic', loading: false });
  expect(selectNewEpic(app.state())).toMatchObject({ sending: false, error: 'No more' });
});
