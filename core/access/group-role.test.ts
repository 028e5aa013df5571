import { flow, refused, UNREACHABLE } from './testing/flow.ts';
import { accessActions, accessDomain, selectMayCreateEpic, selectMayIn, selectPerson } from './index.ts';

const start = () => flow([accessDomain]);
const session = (admin = false) => ({
  user: { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada', admin },
});
const ROLE = 'GET /api/v4/groups/acme%2Fweb/members/all/7';
const may = (app: ReturnType<typeof start>, group = 'acme/web') => selectMayCreateEpic(app.state(), group);

async function entered(answer: unknown = session()) {
  const app = start();
  await app.dispatch(accessActions.groupEntered({ groupPath: 'acme/web' }));
  await app.dispatch(accessActions.sessionRequested());
  expect([app.count(ROLE), may(app)]).toEqual([0, null]);
  await app.call('GET /-/session.json').answer(answer);
  return app;
}

test.each([
  [10, false],
  [20, true],
  [50, true],
  [null, false],
  ['40', false],
])('EP-18.24 with the role %s creating an epic is offered: %s', async (level, offered) => {
  const app = await entered();
  expect(may(app)).toBeNull();
  await app.call(ROLE).answer({ access_level: level });
  expect([may(app), may(app, 'other')]).toEqual([offered, null]);
  expect(app.replayed()).toEqual(app.state());
});

test('EP-18.23 a visitor and an administrator are not asked for; the one may not, the other may', async () => {
  const visitor = await entered({ user: null });
  expect([visitor.count(ROLE), may(visitor)]).toEqual([0, false]);
  expect(visitor.state().queries.size).toBe(0);
  const admin = await entered(session(true));
  expect([admin.count(ROLE), may(admin), may(admin, 'any')]).toEqual([0, true, true]);
  // Nothing is on its way: an action log would take it for a reading that never ended.
  expect(admin.state().queries.size).toBe(0);
});

test.each([
  [refused(404), false],
  [refused(403), false],
  [refused(401), false],
  [refused(500), true],
  [UNREACHABLE, true],
])(
  'EP-18.23, EP-18.24 a role that is not told is none, one that could not be read is for the server to say: %j',
  async (error, offered) => {
    const app = await entered();
    await app.call(ROLE).fail(error);
    expect(may(app)).toBe(offered);
  },
);

test('EP-18.23 of several groups the latest wins, and the same group is known at once', async () => {
  const app = await entered();
  const stale = app.call(ROLE);
  await app.dispatch(accessActions.groupEntered({ groupPath: 'acme' }));
  expect(stale.cancelled).toBe(true);
  await stale.answer({ access_level: 50 });
  expect([may(app), may(app, 'acme')]).toEqual([null, null]);
  await app.call('GET /api/v4/groups/acme/members/all/7').answer({ access_level: 30 });
  expect(may(app, 'acme')).toBe(true);
  await app.dispatch(accessActions.groupEntered({ groupPath: 'acme' }));
  expect(may(app, 'acme')).toBe(true);
  await app.call('GET /api/v4/groups/acme/members/all/7').answer({ access_level: 10 });
  expect(may(app, 'acme')).toBe(false);
});

test('EP-18.25 templates are for Maintainers and above', async () => {
  const app = await entered();
  const mayManage = () => selectMayIn(app.state(), 'acme/web', 'adminTemplate');
  expect(mayManage()).toBeNull();
  await app.call(ROLE).answer({ access_level: 40 });
  expect(mayManage()).toBe(true);
  await app.dispatch(accessActions.groupEntered({ groupPath: 'acme/web' }));
  await app.call(ROLE).answer({ access_level: 30 });
  expect(mayManage()).toBe(false);
});

test('EP-18.23 another person has another role', async () => {
  const app = await entered();
  await app.call(ROLE).answer({ access_level: 50 });
  await app.dispatch(accessActions.sessionRequested());
  await app
    .call('GET /-/session.json')
    .answer({ user: { ...session().user, id: 'gid://gitlab/User/8', username: 'bo' } });
  expect(may(app)).toBeNull();
  await app.call('GET /api/v4/groups/acme%2Fweb/members/all/8').fail(refused(404));
  expect(may(app)).toBe(false);
});

const ADA = { id: 'gid://gitlab/User/7', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: 'http://host/ada' };

test('RP-02.112 the page of a person; of several the latest wins', async () => {
  const app = start();
  await app.dispatch(accessActions.personOpened({ username: 'bo' }));
  const stale = app.call('personPage');
  await app.dispatch(accessActions.personOpened({ username: 'ada' }));
  expect([stale.cancelled, selectPerson(app.state()).status]).toEqual([true, 'loading']);
  await stale.answer({ user: { ...ADA, username: 'bo' } });
  expect(app.call('personPage').request).toEqual({ variables: { username: 'ada' } });
  await app.call('personPage').answer({ user: ADA });
  expect(selectPerson(app.state())).toEqual({ username: 'ada', status: 'ready', error: null, person: ADA });
  expect(app.replayed()).toEqual(app.state());
});

test('RP-02.112 who does not exist is missing; a failure can be tried again', async () => {
  const app = start();
  await app.dispatch(accessActions.personOpened({ username: 'no' }));
  await app.call('personPage').answer({ user: null });
  expect(selectPerson(app.state()).status).toBe('missing');
  await app.dispatch(accessActions.personOpened({ username: 'ada' }));
  await app.call('personPage').fail(refused(500));
  expect(selectPerson(app.state())).toMatchObject({
    status: 'failed',
    error: 'Something went wrong while fetching the person.',
  });
  await app.dispatch(accessActions.personRetried());
  expect(selectPerson(app.state())).toMatchObject({ status: 'loading', error: null });
  await app.call('personPage').fail(refused(404));
  expect(selectPerson(app.state()).status).toBe('missing');
});
