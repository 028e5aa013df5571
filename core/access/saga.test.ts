import { flow, refused, UNREACHABLE } from './testing/flow.ts';
import type { FirstRunInput } from './index.ts';
import {
  accessActions,
  accessDomain,
  entrySaga,
  secretPayloadKeys,
  selectCurrentUser,
  selectFeature,
  selectFirstRunForm,
  selectSession,
  selectSignedIn,
} from './index.ts';

const SESSION = {
  user: {
    id: 'gid://gitlab/User/1',
    username: 'root',
    name: 'Administrator',
    avatarUrl: null,
    webUrl: '/root',
    admin: true,
  },
  csrfToken: 'very-secret',
  features: { epic_color_highlight: true, broken: 'yes' },
  settings: { max_children: 1000, odd: { deep: 1 } },
  firstRun: false,
};
const ENTRY = { name: 'entry', saga: entrySaga };
const start = () => flow([accessDomain, ENTRY]);
const input: FirstRunInput = {
  group: { name: ' Acme ', path: 'acme' },
  project: { name: 'Web', path: 'web' },
  user: { name: 'Ada', username: 'ada', password: 'long enough' },
};

test('RP-02.101 the session is read; its CSRF token never reaches the state', async () => {
  const app = start();
  await app.dispatch(accessActions.sessionRequested());
  expect(selectSession(app.state()).status).toBe('loading');
  await app.call('GET /-/session.json').answer(SESSION);
  expect(selectCurrentUser(app.state())?.username).toBe('root');
  expect(selectSignedIn(app.state())).toBe(true);
  expect([selectFeature(app.state(), 'epic_color_highlight'), selectFeature(app.state(), 'broken')]).toEqual([
    true,
    false,
  ]);
  expect(selectFeature(app.state(), 'unknown')).toBe(false);
  expect(selectSession(app.state()).settings).toEqual({ max_children: 1000 });
  expect(JSON.stringify([app.state(), app.actions])).not.toContain('very-secret');
  expect(app.replayed()).toEqual(app.state());
});

test('RP-02.101 an answer that is no session is nobody', async () => {
  for (const answer of [null, 'text', [], { user: {} }, { user: 7 }]) {
    const app = start();
    await app.dispatch(accessActions.sessionRequested());
    await app.call('GET /-/session.json').answer(answer);
    expect(selectSession(app.state())).toMatchObject({ status: 'ready', user: null, firstRun: false });
  }
});

test('RP-02.102 of two questions who is looking the latest wins', async () => {
  const app = start();
  await app.dispatch(accessActions.sessionRequested());
  const first = app.call('GET /-/session.json');
  await app.dispatch(accessActions.sessionRequested());
  expect(first.cancelled).toBe(true);
  await app.call('GET /-/session.json').answer({ ...SESSION, user: null });
  await first.answer(SESSION);
  expect(selectSignedIn(app.state())).toBe(false);
});

test.each([
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.'],
  [refused(500), 'Something went wrong while loading your session.'],
  [refused(503, 'Down for a minute'), 'Down for a minute'],
])('RP-02.102 a session that cannot be read says why: %j', async (error, text) => {
  const app = start();
  await app.dispatch(accessActions.sessionRequested());
  await app.call('GET /-/session.json').fail(error);
  expect(selectSession(app.state())).toMatchObject({ status: 'failed', error: text });
});

test('RP-02.135 without an answer who is looking is asked again, after waits that double, and the failure is told once', async () => {
  const app = start();
  const ask = 'GET /-/session.json';
  await app.dispatch(accessActions.sessionRequested());
  for (const wait of [1000, 2000, 4000, 8000, 15_000, 15_000]) {
    const tries = app.count(ask);
    await app.call(ask).fail(UNREACHABLE);
    await app.pass(wait - 1);
    expect(app.count(ask)).toBe(tries);
    await app.pass(1);
    expect(app.count(ask)).toBe(tries + 1);
  }
  expect(app.actions.filter(({ type }) => type === accessActions.sessionFailed.type)).toHaveLength(1);
  await app.call(ask).answer(SESSION);
  expect(selectSession(app.state())).toMatchObject({ status: 'ready', error: null });
  await app.pass(60_000);
  expect(app.count(ask)).toBe(7);
});

test('RP-02.135 a server that has answered, and a person who signed in meanwhile, are not asked for again', async () => {
  const broken = start();
  await broken.dispatch(accessActions.sessionRequested());
  await broken.call('GET /-/session.json').fail(refused(500));
  await broken.pass(60_000);
  expect(broken.count('GET /-/session.json')).toBe(1);
  const app = start();
  await app.dispatch(accessActions.sessionRequested());
  await app.call('GET /-/session.json').fail(UNREACHABLE);
  await app.pass(1000);
  await app.dispatch(accessActions.signInSubmitted({ username: 'root', password: 'x' }));
  await app.call('POST /-/sign-in').answer(SESSION);
  expect(app.call('GET /-/session.json').cancelled).toBe(true);
  await app.pass(60_000);
  expect([app.count('GET /-/session.json'), selectSignedIn(app.state())]).toEqual([2, true]);
});

test('RP-02.113 what is said of a doubted session after somebody else has signed in here is ignored', async () => {
  const app = start();
  await app.dispatch(accessActions.sessionRequested());
  await app.call('GET /-/session.json').answer(SESSION);
  await app.dispatch(accessActions.sessionDoubted());
  const late = app.call('GET /-/session.json');
  const user = { ...SESSION.user, id: 'gid://gitlab/User/2', username: 'bob' };
  await app.dispatch(accessActions.signedIn({ user, features: {}, settings: {}, firstRun: false }));
  const { access } = app.state();
  await late.answer({ user: null });
  expect(app.state().access).toBe(access);
});

test('RP-02.103 signing in sends the password once and never keeps it, then visits the page that was wanted', async () => {
  const app = start();
  const submitted = accessActions.signInSubmitted({
    username: ' root ',
    password: 'pass word ',
    returnTo: '/groups/acme',
  });
  await app.dispatch(submitted);
  await app.dispatch(submitted);
  expect(app.count('POST /-/sign-in')).toBe(1);
  const sent = app.call('POST /-/sign-in');
  expect(sent.request).toMatchObject({ body: { username: 'root', password: 'pass word ' } });
  expect(app.state().access.signIn).toEqual({ status: 'sending', error: null });
  await sent.answer(SESSION);
  expect(selectCurrentUser(app.state())?.name).toBe('Administrator');
  expect(app.visits).toEqual(['/groups/acme']);
  expect(JSON.stringify(app.state())).not.toContain('pass word');
  expect(secretPayloadKeys).toContain('password');
  expect(submitted.payload).toHaveProperty('password');
});

test.each([
  '//evil.example',
  '/\\evil.example',
  // An address loses its tabs and line ends when it is read, and then begins with two slashes.
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  undefined,
])('RP-02.103 a return address of another place is not followed: %j', async (returnTo) => {
  const app = start();
  await app.dispatch(accessActions.signInSubmitted({ username: 'root', password: 'x', returnTo }));
  await app.call('POST /-/sign-in').answer(SESSION);
  expect(app.visits).toEqual(['/']);
});

test.each([
  [refused(401), 'Invalid login or password.'],
  [refused(401, 'Invalid Login or password.'), 'Invalid Login or password.'],
  [refused(429), 'Too many attempts. Please try again later.'],
  [refused(500), 'Something went wrong on our end.'],
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.'],
])('RP-02.104 a refused sign-in says why and can be tried again: %j', async (error, text) => {
  const app = start();
  await app.dispatch(accessActions.signInSubmitted({ username: 'root', password: 'wrong' }));
  await app.call('POST /-/sign-in').fail(error);
  expect(app.state().access.signIn).toEqual({ status: 'failed', error: text });
  expect(app.visits).toEqual([]);
  await app.dispatch(accessActions.signInSubmitted({ username: 'root', password: 'right' }));
  expect(app.state().access.signIn).toEqual({ status: 'sending', error: null });
  expect(app.count('POST /-/sign-in')).toBe(2);
});

test('RP-02.105 signing out forgets the user and visits the home page; a failure says so', async () => {
  const app = start();
  await app.dispatch(accessActions.sessionReceived({ ...SESSION, features: {}, settings: {} }));
  await app.dispatch(accessActions.signOutSubmitted());
  await app.call('POST /-/sign-out').fail(refused(500));
  expect(app.state().access.signOut.error).toBe('Something went wrong while signing out.');
  expect(selectSignedIn(app.state())).toBe(true);
  await app.dispatch(accessActions.signOutSubmitted());
  await app.call('POST /-/sign-out').answer(null);
  expect(selectSignedIn(app.state())).toBe(false);
  expect(app.visits).toEqual(['/']);
});

test('RP-02.111 a password is sent with the current one; done and refused are told', async () => {
  const app = start();
  const typed = { currentPassword: 'old one', password: 'long enough' };
  await app.dispatch(accessActions.passwordSubmitted(typed));
  expect(app.state().access.password.status).toBe('sending');
  expect(app.call('POST /-/password').request).toMatchObject({ body: typed });
  await app.call('POST /-/password').fail(refused(422, 'The current password is wrong.'));
  expect(app.state().access.password).toEqual({
    status: 'failed',
    error: 'The current password is wrong.',
    done: false,
  });
  await app.dispatch(accessActions.passwordSubmitted(typed));
  await app.call('POST /-/password').answer(null);
  expect(app.state().access.password).toEqual({ status: 'idle', error: null, done: true });
  expect(JSON.stringify(app.state())).not.toContain('long enough');
  await app.dispatch(accessActions.passwordOpened());
  expect(app.state().access.password.done).toBe(false);
});

test('RP-02.106 a first-run form with faults is not sent', async () => {
  const app = start();
  await app.dispatch(accessActions.firstRunSubmitted({ ...input, user: { ...input.user, password: 'short' } }));
  expect(app.calls).toEqual([]);
  expect(selectFirstRunForm(app.state())).toMatchObject({
    status: 'failed',
    error: null,
    fields: { 'user.password': 'is too short (minimum is 8 characters)' },
  });
});

test('RP-02.107 the first run sends trimmed texts, signs in and goes to the new group', async () => {
  const app = start();
  await app.dispatch(accessActions.firstRunSubmitted(input));
  const sent = app.call('POST /-/first-run');
  expect(sent.request).toMatchObject({
    body: { group: { name: 'Acme', path: 'acme' }, user: { password: 'long enough' } },
  });
  await sent.answer({ ...SESSION, firstRun: true, webUrl: '/groups/acme' });
  expect(selectSession(app.state())).toMatchObject({ firstRun: false, status: 'ready' });
  expect(app.visits).toEqual(['/groups/acme']);
  expect(JSON.stringify(app.state())).not.toContain('long enough');
});

test.each([
  [refused(422, 'group.path has already been taken'), null, { 'group.path': 'has already been taken' }],
  [refused(422, 'user.username: is taken', 'Nothing was made'), 'Nothing was made', { 'user.username': 'is taken' }],
  [refused(404), 'Something went wrong on our end.', {}],
  [refused(404, 'Already set up'), 'Already set up', {}],
  [UNREACHABLE, 'The server could not be reached. Check your connection and try again.', {}],
])('RP-02.108 a refused first run names the fields: %j', async (error, text, fields) => {
  const app = start();
  await app.dispatch(accessActions.firstRunSubmitted(input));
  await app.call('POST /-/first-run').fail(error);
  expect(selectFirstRunForm(app.state())).toEqual({ status: 'failed', error: text, fields });
  expect(app.visits).toEqual([]);
});

test('RP-02.109 a restarted watcher says of a form that was being sent that it failed', async () => {
  const { access } = start().state();
  const sending = { status: 'sending', error: null } as const;
  const interrupted = { ...access, signIn: sending, signOut: sending, firstRun: { ...sending, fields: {} } };
  const app = flow([accessDomain, ENTRY], { access: interrupted });
  const failed = { status: 'failed', error: 'Something went wrong on our end.' };
  expect(app.state().access).toMatchObject({ signIn: failed, signOut: failed, firstRun: failed });
});
