import type { Middleware, Reducer } from '@reduxjs/toolkit';
import type { Action } from '../store/index.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import { createPlanner, type Planner } from '../planner.ts';
import { FakePorts, refusal, settle, UNREACHABLE, wireError } from '../testing/index.ts';
import {
  accessActions,
  accessDomain,
  entrySaga,
  selectSessionEnded,
  selectSignedIn,
  type AccessState,
} from '../access/index.ts';
import { frameReducer, type FrameState } from '../frame/index.ts';
import { gated } from './index.ts';

const SESSION = 'GET /-/session.json';
const ada = {
  user: { id: 'gid://gitlab/User/7', username: 'ada', name: 'Ada', avatarUrl: null, webUrl: '/ada', admin: false },
};
const HIDDEN =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";
const QUERY = { name: 'epicPage', text: 'query epicPage { a }' };
const EDIT = { name: 'epicUpdate', text: 'mutation epicUpdate { a }' };

let planners: Planner[] = [];
afterEach(() => {
  for (const planner of planners) planner.dispose();
  planners = [];
});

async function signedIn(as: object = ada) {
  const fake = new FakePorts();
  const planner = createPlanner(fake.ports);
  planners.push(planner);
  planner.watch('entry', entrySaga);
  const dispatch = async (action: Action) => {
    planner.store.dispatch({ ...action });
    await settle();
  };
  await dispatch(accessActions.sessionRequested());
  await fake.next(SESSION).answer(as);
  const state = () => planner.store.getState();
  const ended = () => selectSessionEnded(state());
  /** A password that is refused with 401 is asked for with a body that nobody else needs. */
  const doubt = async () => {
    await dispatch(accessActions.passwordSubmitted({ currentPassword: 'a', password: 'b' }));
    await fake.next('POST /-/password').fail(refusal(401, '401 Unauthorized'));
  };
  return { fake, state, ended, dispatch, doubt };
}

test('RP-02.113 a 401 has the session read again; nobody signed in means that it ended', async () => {
  const app = await signedIn();
  await app.doubt();
  expect([app.ended(), selectSignedIn(app.state())]).toEqual([false, true]);
  await app.fake.next(SESSION).answer({ user: null });
  // What is shown stays theirs.
  expect([app.ended(), selectSignedIn(app.state())]).toEqual([true, true]);
  expect(app.state().access).not.toHaveProperty('viewerChanges');
});

test('RP-02.113 while it is read again nothing asks a second time', async () => {
  const app = await signedIn();
  await app.doubt();
  const first = app.fake.next(SESSION);
  await app.doubt();
  expect(app.fake.waiting(SESSION)).toEqual([first]);
});

test('RP-02.113 a visitor is not asked for', async () => {
  const app = await signedIn({ user: null });
  await app.doubt();
  expect(app.fake.waiting(SESSION)).toEqual([]);
});

test('RP-02.113 the same person is left as they are, with the very same state; the next answer doubts again', async () => {
  const app = await signedIn();
  await app.doubt();
  const { access } = app.state();
  await app.fake.next(SESSION).answer(ada);
  expect(app.state().access).toBe(access);
  expect(access).not.toHaveProperty('viewerChanges');
  await app.doubt();
  expect(app.fake.waiting(SESSION)).toHaveLength(1);
});

test.each([UNREACHABLE, refusal(500), refusal(401)])(
  'RP-02.113 a reading that fails changes nothing: %j',
  async (error) => {
    const app = await signedIn();
    await app.doubt();
    const { access } = app.state();
    await app.fake.next(SESSION).fail(error);
    expect(app.state().access).toBe(access);
    expect(app.fake.waiting(SESSION)).toEqual([]);
  },
);

test.each([{ user: null }, ada, { user: { ...ada.user, id: 'gid://gitlab/User/8', username: 'bob' } }])(
  'RP-02.113 an answer that comes after somebody has signed out here says nothing any more: %j',
  async (answer) => {
    const app = await signedIn();
    await app.doubt();
    const late = app.fake.next(SESSION);
    await app.dispatch(accessActions.signedOut());
    const { access } = app.state();
    await late.answer(answer);
    expect([app.state().access, app.ended(), app.fake.reloads]).toEqual([access, false, 0]);
  },
);

test('RP-02.113 nor one that comes after somebody else has signed in here', async () => {
  const app = await signedIn();
  await app.doubt();
  const late = app.fake.next(SESSION);
  const bob = {
    id: 'gid://gitlab/User/8',
    username: 'bob',
    name: 'Bob',
    avatarUrl: null,
    webUrl: '/bob',
    admin: false,
  };
  await app.dispatch(accessActions.signedIn({ user: bob, features: {}, settings: {}, firstRun: false }));
  await late.answer({ user: null });
  expect([app.ended(), app.fake.reloads, app.state().access.session.user?.username]).toEqual([false, 0, 'bob']);
});

test('RP-02.114 for somebody else the page is loaded anew, and shows nothing of theirs before', async () => {
  const app = await signedIn();
  await app.doubt();
  await app.fake.next(SESSION).answer({ user: { ...ada.user, id: 'gid://gitlab/User/8', username: 'bob' } });
  expect(app.fake.reloads).toBe(1);
  expect(app.state().access.session.user?.username).toBe('ada');
});

test('RP-02.114 who signs out here is not told so', async () => {
  const app = await signedIn();
  await app.dispatch(accessActions.signOutSubmitted());
  await app.fake.next('POST /-/sign-out').answer(null);
  expect([selectSignedIn(app.state()), app.ended()]).toEqual([false, false]);
});

describe('RP-02.113 what is doubted', () => {
  type Ask = (ports: FakePorts['ports']) => Promise<unknown>;
  const ask =
    (operation: typeof QUERY): Ask =>
    (ports) =>
      ports.graphql.request(operation, {});
  const rest =
    (method: 'GET' | 'PUT' | 'POST', path = '/a'): Ask =>
    (ports) =>
      ports.rest.request({ method, path });
  const refused = (...errors: string[]) => ({ data: { epicSetSubscription: { errors } } });

  test.each<[string, Ask, ReturnType<typeof refusal> | { data: unknown }, number]>([
    ['a read that needs signing in', rest('GET'), refusal(401), 1],
    ['a query that needs signing in', ask(QUERY), refusal(401), 1],
    ['a read of what is not there', rest('GET'), refusal(404), 0],
    ['an edit of what is not there', rest('PUT'), refusal(404), 1],
    ['an edit that is not allowed', rest('POST'), refusal(403), 1],
    ['an edit with a fault', rest('PUT'), refusal(422), 0],
    ['an edit without an answer', rest('PUT'), UNREACHABLE, 0],
    ['a wrong password', rest('POST', '/-/sign-in'), refusal(401), 0],
    ['a query of what is not there', ask(QUERY), wireError({ kind: 'graphql', messages: [HIDDEN] }), 0],
    ['a mutation of what is not there', ask(EDIT), wireError({ kind: 'graphql', messages: [HIDDEN] }), 1],
    ['a mutation with a broken variable', ask(EDIT), wireError({ kind: 'graphql', messages: ['is invalid'] }), 0],
    ['a mutation refused in its payload', ask(EDIT), refused(HIDDEN), 1],
    ['a mutation refused for a fault', ask(EDIT), refused("Title can't be blank"), 0],
    ['a mutation that was done', ask(EDIT), refused(), 0],
    ['a mutation without a payload', ask(EDIT), { data: { epicUpdate: null } }, 0],
  ])('%s', async (_what, asks, answer, times) => {
    const { fake, gate, store, doubts } = gatehouse();
    fake.script = () => answer;
    const seen = asks(gate.ports).then(
      (done) => ({ data: (done as { data: unknown }).data }),
      (error: unknown) => error,
    );
    await settle();
    expect(doubts()).toBe(times);
    // They are who they were: whoever asked gets the answer.
    store.dispatch({ ...accessActions.sessionChecked({}) });
    expect(await seen).toEqual(answer);
  });

  test('who gives a request up still can', () => {
    const { fake, gate } = gatehouse();
    void gate.ports.rest.request({ method: 'GET', path: '/a' }).cancel?.();
    expect(fake.calls[0]?.cancelled).toBe(true);
  });

  /** The gate alone, with somebody signed in. */
  function gatehouse() {
    const fake = new FakePorts();
    const gate = gated(fake.ports);
    let doubts = 0;
    const count: Middleware = () => (next) => (action) => {
      if ((action as Action).type === accessActions.sessionDoubted.type) doubts += 1;
      return next(action);
    };
    const store = configureStore({
      reducer: {
        access: accessDomain.reducer as Reducer<AccessState>,
        frame: (state: FrameState | undefined, action) => frameReducer(state, { meta: {}, ...action } as never),
      },
      middleware: () => new Tuple(gate.middleware, count),
      devTools: false,
    });
    store.dispatch({ ...accessActions.sessionReceived({ ...ada, features: {}, settings: {}, firstRun: false }) });
    return { fake, gate, store, doubts: () => doubts };
  }
});
