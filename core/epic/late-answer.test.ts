import { flow, refused, UNREACHABLE } from '../access/testing/flow.ts';
import { accessDomain } from '../access/index.ts';
import { epicActions, epicDomain, selectEpicDeletion, selectEpicHeader, selectNewEpic } from './index.ts';
import { epicAnswer, pageJson, ROUTE } from './testing/answers.ts';

/** Answers that come when the person has gone on to another form or page. */

const UPDATE = 'PUT /groups/acme/-/epics/1.json';
const DELETE = 'DELETE /groups/acme/-/epics/1.json';
const CREATE = 'POST /groups/acme/-/epics';

async function open() {
  const app = flow([accessDomain, epicDomain]);
  await openFirst(app);
  return app;
}
type App = ReturnType<typeof flow>;

async function openFirst(app: App) {
  await app.dispatch(epicActions.epicPageOpened(ROUTE));
  await app.call('GET /groups/acme/-/epics/1.json').answer(pageJson());
  await app.call('epicPage').answer(epicAnswer());
}

async function fill(app: App, title: string) {
  await app.dispatch(epicActions.newEpicOpened());
  await app.dispatch(epicActions.newEpicTitleChanged({ title }));
}

async function sent(app: App, title: string) {
  await fill(app, title);
  await app.dispatch(epicActions.newEpicSubmitted());
  return app.call(CREATE);
}

test('EP-04.26 a form that is sent while another is on its way is sent as well, and the answer to that one leaves it alone', async () => {
  const app = await open();
  const first = await sent(app, 'First');
  await app.dispatch(epicActions.newEpicClosed());
  const second = await sent(app, 'Second');
  expect(app.count(CREATE)).toBe(2);
  expect(second.request).toMatchObject({ body: { title: 'Second' } });
  await first.answer({ web_url: '/groups/acme/-/epics/2' });
  expect(app.visits).toEqual([]);
  expect(selectNewEpic(app.state())).toMatchObject({ open: true, title: 'Second', sending: true });
  await second.fail(refused(422, 'No more'));
  expect(selectNewEpic(app.state())).toMatchObject({ title: 'Second', sending: false, error: 'No more' });
  expect(app.replayed()).toEqual(app.state());
});

test('EP-04.26 the failure of one that was left is an alert', async () => {
  const app = await open();
  const first = await sent(app, 'First');
  await app.dispatch(epicActions.newEpicClosed());
  await fill(app, 'Second');
  await first.fail(refused(422, 'Title is invalid'));
  expect(app.state().notice).toMatchObject([{ text: 'Error creating epic', detail: 'Title is invalid' }]);
  expect(selectNewEpic(app.state())).toMatchObject({ open: true, title: 'Second', error: null });
});

test('EP-04.27 what is on its way is what the form says: until the answer nothing of it changes', async () => {
  const app = await open();
  const call = await sent(app, 'First');
  const form = app.state().epic.newEpic;
  await app.dispatch(epicActions.newEpicTitleChanged({ title: 'Other' }));
  await app.dispatch(epicActions.newEpicConfidentialChanged({ confidential: true }));
  await app.dispatch(epicActions.newEpicColorPicked({ color: '#123456' }));
  expect(app.state().epic.newEpic).toBe(form);
  await call.answer({ web_url: '/groups/acme/-/epics/2' });
  expect(app.visits).toEqual(['/groups/acme/-/epics/2']);
});

const OTHER = { groupPath: 'acme', iid: '2' } as const;
const OTHER_ID = 'gid://gitlab/Epic/13';

/** Goes to the page of another epic. */
async function goOn(app: App) {
  await app.dispatch(epicActions.epicPageOpened(OTHER));
  await app.call('GET /groups/acme/-/epics/2.json').answer(pageJson({ endpoint: '/groups/acme/-/epics/2' }));
  await app.call('epicPage').answer(epicAnswer({ id: OTHER_ID, iid: '2' }));
}
const OTHER_UPDATE = 'PUT /groups/acme/-/epics/2.json';
const OTHER_DELETE = 'DELETE /groups/acme/-/epics/2.json';

test('EP-03.26 the state of another epic is changed while that of the first is on its way', async () => {
  const app = await open();
  await app.dispatch(epicActions.epicStateToggled());
  const first = app.call(UPDATE);
  await goOn(app);
  await app.dispatch(epicActions.epicStateToggled());
  expect(app.count(OTHER_UPDATE)).toBe(1);
  await first.answer({ state: 'closed' });
  expect(selectEpicHeader(app.state())?.toggle).toEqual({ label: 'Close epic', loading: true });
  await app.call(OTHER_UPDATE).answer({ state: 'closed' });
  expect(selectEpicHeader(app.state())?.toggle).toEqual({ label: 'Reopen epic', loading: false });
});

async function deleting(app: App, what: string) {
  await app.dispatch(epicActions.epicDeletionAsked());
  await app.dispatch(epicActions.epicDeletionConfirmed());
  return app.call(what);
}

test('EP-05.25 the answer to the deletion of another epic leaves the page, its question and its deletion alone', async () => {
  const app = await open();
  const first = await deleting(app, DELETE);
  await goOn(app);
  const second = await deleting(app, OTHER_DELETE);
  await first.answer({ web_url: '/groups/acme/-/epics' });
  expect(app.visits).toEqual([]);
  expect(selectEpicDeletion(app.state())).toMatchObject({ open: true, sending: true });
  await app.pass(60_000);
  expect(app.count('GET /groups/acme/-/epics/2/realtime_changes')).toBeGreaterThan(0);
  await second.answer({ web_url: '/groups/acme/-/epics' });
  expect(app.visits).toEqual(['/groups/acme/-/epics']);
  expect(app.replayed()).toEqual(app.state());
});

test('EP-05.25 its failure is an alert, and both keep their keys', async () => {
  const app = await open();
  const first = await deleting(app, DELETE);
  await goOn(app);
  const second = await deleting(app, OTHER_DELETE);
  await first.fail(UNREACHABLE);
  expect(app.alerts()).toEqual(['The server could not be reached. Check your connection and try again.']);
  expect(selectEpicDeletion(app.state())).toMatchObject({ sending: true, error: null });
  await second.fail(UNREACHABLE);
  expect((await deleting(app, OTHER_DELETE)).idempotencyKey).toBe(second.idempotencyKey);
  await openFirst(app);
  expect((await deleting(app, DELETE)).idempotencyKey).toBe(first.idempotencyKey);
});

test('EP-05.25 whoever comes back to a page that is being deleted, and confirms again, waits for the same deletion', async () => {
  const app = await open();
  const first = await deleting(app, DELETE);
  await goOn(app);
  await openFirst(app);
  await deleting(app, DELETE);
  expect(app.count(DELETE)).toBe(1);
  await first.answer({ web_url: '/groups/acme/-/epics' });
  expect(app.visits).toEqual(['/groups/acme/-/epics']);
  expect(selectEpicDeletion(app.state()).open).toBe(false);
});
