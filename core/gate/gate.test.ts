import type { Planner } from '../planner.ts';
import type { WireError } from '../ports/index.ts';
import {
  accessActions,
  selectSessionEnded,
  selectSignedIn,
  selectViewerChanges,
  UNREACHABLE_TEXT,
} from '../access/index.ts';
import { epicActions, selectNewEpic } from '../epic/index.ts';
import { frameActions, selectWaiting } from '../frame/index.ts';
import { refusal, UNREACHABLE, wireError } from '../testing/index.ts';
import { DAY } from './index.ts';
import { Browser, Tab } from './testing/tab.ts';

const CREATE = 'POST /groups/acme/-/epics';

let open: Planner[] = [];
afterEach(() => {
  for (const planner of open) planner.dispose();
  open = [];
});

async function tab(browser?: Browser): Promise<Tab> {
  const made = await new Tab(browser).signIn();
  open.push(made.planner);
  return made;
}

/** A form for a new epic that has just been sent. */
async function creating(browser?: Browser): Promise<Tab> {
  const app = await tab(browser);
  await app.do(
    frameActions.navigated({ webPath: '/groups/acme/-/epics/new', query: '' }),
    epicActions.newEpicOpened({ groupPath: 'acme' }),
    epicActions.newEpicTitleChanged({ title: 'Kept' }),
    epicActions.newEpicSubmitted(),
  );
  return app;
}

const sent = (app: Tab) => app.fake.calls.filter(({ what }) => what === CREATE);
const keys = (app: Tab) => new Set(sent(app).map(({ idempotencyKey }) => idempotencyKey));
const form = (app: Tab) => selectNewEpic(app.state);

/** The session ended: the edit is refused, and the server names nobody. */
async function signedOut(browser?: Browser): Promise<Tab> {
  const app = await creating(browser);
  await app.fake.next(CREATE).fail(refusal(404, '404 Group Not Found'));
  await app.session(null);
  return app;
}

test('RP-02.29 an edit that is refused because the session has ended waits, and goes out once the same person is there', async () => {
  const app = await signedOut();
  expect([selectSessionEnded(app.state), selectSignedIn(app.state)]).toEqual([true, true]);
  expect(form(app)).toMatchObject({ open: true, title: 'Kept', sending: true, error: null });
  expect(app.state.notice).toEqual([]);
  await app.do(accessActions.signInSubmitted({ username: 'u7', password: 'p', inPlace: true }));
  await app.fake.next('POST /-/sign-in').answer({ user: { id: 'gid://gitlab/User/7', username: 'u7' } });
  expect([selectSessionEnded(app.state), sent(app).length, keys(app).size]).toEqual([false, 2, 1]);
  expect(sent(app)[1]?.request).toEqual(sent(app)[0]?.request);
  await app.fake.next(CREATE).answer({ web_url: '/groups/acme/-/epics/9' });
  expect(app.fake.visits).toEqual(['/groups/acme/-/epics/9']);
  expect(sent(app)).toHaveLength(2);
});

test('RP-02.119 a password that is wrong is told, and nothing goes out', async () => {
  const app = await signedOut();
  await app.do(accessActions.signInSubmitted({ username: 'u7', password: 'p', inPlace: true }));
  await app.fake.next('POST /-/sign-in').fail(refusal(401, 'Invalid login or password.'));
  expect(app.state.access.signIn.error).toBe('Invalid login or password.');
  expect([selectSessionEnded(app.state), sent(app).length]).toEqual([true, 1]);
  await app.do(accessActions.signInOpened());
  expect(app.state.access.signIn.error).toBeNull();
});

test('RP-02.31 where another person signs in nothing goes out, and the page is loaded anew', async () => {
  const inPlace = await signedOut();
  await inPlace.do(accessActions.signInSubmitted({ username: 'u8', password: 'p', inPlace: true }));
  await inPlace.fake.next('POST /-/sign-in').answer({ user: { id: 'gid://gitlab/User/8', username: 'u8' } });
  expect([inPlace.fake.reloads, sent(inPlace).length]).toEqual([1, 1]);

  const elsewhere = await creating();
  await elsewhere.fake.next(CREATE).fail(refusal(401));
  await elsewhere.session(8);
  expect([elsewhere.fake.reloads, sent(elsewhere).length, elsewhere.state.notice]).toEqual([1, 1, []]);
});

test('RP-02.31 an edit of somebody who went on as a visitor does not go out as the next person who signs in, but as themselves', async () => {
  const app = await signedOut();
  await app.do(frameActions.navigated({ webPath: '/groups/acme/-/epics/2', query: '' }));
  expect(selectSignedIn(app.state)).toBe(false);
  const signIn = async (id: number) => {
    await app.do(accessActions.signInSubmitted({ username: `u${id}`, password: 'p' }));
    await app.fake.next('POST /-/sign-in').answer({ user: { id: `gid://gitlab/User/${id}`, username: `u${id}` } });
  };
  await signIn(8);
  expect([selectSignedIn(app.state), sent(app).length]).toEqual([true, 1]);
  await signIn(7);
  expect([sent(app).length, keys(app).size]).toEqual([2, 1]);
});

test('RP-02.30 another tab in which somebody signs in is heard, and a page that is shown again looks for itself', async () => {
  const browser = new Browser();
  const app = await creating(browser);
  await app.fake.next(CREATE).fail(refusal(401));
  await app.session(null);
  const other = await tab(browser);
  expect(app.asksForSession).toBe(true);
  await app.session();
  expect([selectSessionEnded(app.state), sent(app).length, keys(app).size]).toEqual([false, 2, 1]);

  await other.do(accessActions.signOutSubmitted());
  await other.fake.next('POST /-/sign-out').answer(null);
  await app.session(null);
  expect(selectSessionEnded(app.state)).toBe(true);
  await app.fake.hide(true);
  expect(app.asksForSession).toBe(false);
  await app.fake.hide(false);
  await app.session();
  expect(selectSessionEnded(app.state)).toBe(false);
});

test('RP-02.30 what is heard while the session is being asked for is asked once more: that question may have been answered before', async () => {
  const browser = new Browser();
  const app = await signedOut(browser);
  await app.do(accessActions.sessionDoubted());
  await tab(browser);
  await app.session(null);
  await browser.storage.clock.advance(0);
  await app.session();
  expect([selectSessionEnded(app.state), sent(app).length, keys(app).size]).toEqual([false, 2, 1]);
  expect(app.asksForSession).toBe(false);
});

test('RP-02.30 while the page is signed out a look that fails is repeated, one at a time', async () => {
  const app = await signedOut();
  await app.do(accessActions.sessionDoubted());
  await app.fake.next('GET /-/session.json').fail(UNREACHABLE);
  expect(app.asksForSession).toBe(false);
  await app.fake.clock.advance(4_000);
  await app.fake.next('GET /-/session.json').fail(wireError({ status: 429, retryAfter: 30_000 }));
  await app.fake.clock.advance(29_000);
  expect(app.asksForSession).toBe(false);
  await app.fake.clock.advance(1_000);
  await app.session();
  expect([selectSessionEnded(app.state), sent(app).length, keys(app).size]).toEqual([false, 2, 1]);
  await app.fake.clock.advance(60_000);
  expect(app.asksForSession).toBe(false);
});

test('RP-02.29 a refusal of somebody who is still signed in is one; the session is looked at from after it', async () => {
  const app = await creating();
  await app.do(accessActions.sessionDoubted());
  await app.fake.next(CREATE).fail(refusal(403, 'Not for you'));
  // This question went out before the refusal came.
  await app.session();
  expect(form(app)).toMatchObject({ sending: true });
  await app.session();
  expect(form(app)).toMatchObject({ sending: false, error: 'Not for you' });
  expect(sent(app)).toHaveLength(1);
});

test('RP-02.29 where nobody can say who is looking the refusal is told', async () => {
  const app = await creating();
  await app.fake.next(CREATE).fail(refusal(403, 'Not for you'));
  await app.fake.next('GET /-/session.json').fail(UNREACHABLE);
  expect(form(app)).toMatchObject({ sending: false, error: 'Not for you' });
});

test('RP-02.27 nothing is read while somebody is signed out', async () => {
  const app = await signedOut();
  await app.do(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  expect(app.fake.waiting('GET /groups/acme/-/epics/1.json')).toEqual([]);
  await app.do(accessActions.sessionDoubted());
  await app.session();
  expect(app.fake.waiting('GET /groups/acme/-/epics/1.json')).toHaveLength(1);
});

test('RP-02.120 who goes to another page goes as a visitor; what waits goes out when they are back', async () => {
  const app = await signedOut();
  await app.do(frameActions.navigated({ webPath: '/groups/acme/-/epics/new', query: '?x=1' }));
  expect(selectSignedIn(app.state)).toBe(true);
  await app.do(frameActions.navigated({ webPath: '/groups/acme/-/epics', query: '' }));
  expect([selectSessionEnded(app.state), selectSignedIn(app.state)]).toEqual([true, false]);
  await app.do(epicActions.epicPageOpened({ groupPath: 'acme', iid: '1' }));
  expect(app.fake.waiting('GET /groups/acme/-/epics/1.json')).toHaveLength(1);
  expect(sent(app)).toHaveLength(1);
  await app.do(accessActions.signInSubmitted({ username: 'u7', password: 'p', inPlace: true }));
  await app.fake.next('POST /-/sign-in').answer({ user: { id: 'gid://gitlab/User/7', username: 'u7' } });
  expect([sent(app).length, keys(app).size]).toEqual([2, 1]);
});

test.each<[string, (app: Tab) => Promise<void>]>([
  [
    'in place',
    async (app) => {
      await app.do(accessActions.signInSubmitted({ username: 'u7', password: 'p', inPlace: true }));
      await app.fake.next('POST /-/sign-in').answer({ user: { id: 'gid://gitlab/User/7', username: 'u7' } });
    },
  ],
  [
    'in another tab',
    async (app) => {
      await app.do(accessActions.sessionDoubted());
      await app.session();
    },
  ],
])('RP-02.120 the page of a visitor is read anew for who is back, signed in %s', async (_where, signIn) => {
  const app = await signedOut();
  await app.do(frameActions.navigated({ webPath: '/groups/acme/-/epics', query: '' }));
  const asVisitor = selectViewerChanges(app.state);
  await signIn(app);
  expect([selectSignedIn(app.state), selectViewerChanges(app.state)]).toEqual([true, asVisitor + 1]);
});

test.each<[string, WireError]>([
  ['no answer', UNREACHABLE],
  ['no answer in time', wireError({ kind: 'timeout' })],
  ['a request that was broken off', wireError({ kind: 'aborted' })],
  ['a proxy without a server', refusal(502)],
  ['a server that is being restarted', refusal(503)],
  ['a proxy that waited in vain', refusal(504)],
  ['a server that is too busy', refusal(429)],
])('RP-02.28 %s: sent again in the same words for as long as it takes', async (_what, error) => {
  const app = await creating();
  for (const wait of [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000]) {
    await app.fake.next(CREATE).fail(error);
    await app.fake.clock.advance(wait - 1);
    expect(app.fake.waiting(CREATE)).toEqual([]);
    await app.fake.clock.advance(1);
  }
  expect(form(app)).toMatchObject({ title: 'Kept', sending: true, error: null });
  await app.fake.next(CREATE).answer({ web_url: '/groups/acme/-/epics/9' });
  expect([sent(app).length, keys(app).size, app.state.notice]).toEqual([8, 1, []]);
});

test('RP-02.26 that something waits is told from the second try on, and no longer than it does', async () => {
  const app = await creating();
  await app.fake.next(CREATE).fail(UNREACHABLE);
  expect(selectWaiting(app.state)).toBe(false);
  await app.fake.clock.advance(1000);
  await app.fake.next(CREATE).fail(UNREACHABLE);
  expect(selectWaiting(app.state)).toBe(true);
  await app.fake.clock.advance(2000);
  await app.fake.next(CREATE).answer({ web_url: '/groups/acme/-/epics/9' });
  expect(selectWaiting(app.state)).toBe(false);
});

test('RP-02.28 a machine that is online again sends at once', async () => {
  const app = await creating();
  await app.fake.goOnline(false);
  await app.fake.next(CREATE).fail(UNREACHABLE);
  expect(app.fake.waiting(CREATE)).toEqual([]);
  await app.fake.goOnline(true);
  expect(app.fake.waiting(CREATE)).toHaveLength(1);
});

test('RP-02.28 a server that fails at it has answered', async () => {
  const app = await creating();
  await app.fake.next(CREATE).fail(refusal(500));
  expect(form(app)).toMatchObject({ title: 'Kept', sending: false });
  expect(form(app).error).not.toBeNull();
});

test.each([
  [300, 300],
  [86_400_000, 60_000],
])('RP-02.24 a server that asks for %i ms is asked again after %i', async (retryAfter, wait) => {
  const app = await creating();
  await app.fake.next(CREATE).fail({ ...refusal(429), retryAfter });
  await app.fake.clock.advance(wait - 1);
  expect(app.fake.waiting(CREATE)).toEqual([]);
  await app.fake.clock.advance(1);
  expect(app.fake.waiting(CREATE)).toHaveLength(1);
});

test('RP-02.32 an edit that has waited for a day is refused: its key may have been forgotten', async () => {
  const app = await creating();
  for (let hour = 0; hour < 24; hour += 1) {
    await app.fake.next(CREATE).fail(UNREACHABLE);
    app.fake.clock.jump(3_600_000);
    await app.fake.clock.advance(15_000);
  }
  expect(form(app)).toMatchObject({ sending: false, title: 'Kept' });
  expect(sent(app)).toHaveLength(24);
});

test('RP-02.32 nothing goes out after a weekend of sleep between two tries', async () => {
  const app = await creating();
  await app.fake.next(CREATE).fail(UNREACHABLE);
  app.fake.clock.jump(2 * DAY);
  await app.fake.clock.advance(1000);
  expect(form(app)).toMatchObject({ sending: false, title: 'Kept', error: UNREACHABLE_TEXT });
  expect(sent(app)).toHaveLength(1);
});

test('RP-02.32 nothing goes out for who signs in again after a day', async () => {
  const app = await signedOut();
  app.fake.clock.jump(DAY + 1);
  await app.do(accessActions.sessionDoubted());
  await app.session();
  expect(form(app)).toMatchObject({ sending: false, title: 'Kept', error: '404 Group Not Found' });
  expect(sent(app)).toHaveLength(1);
});
