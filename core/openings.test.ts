import type { RootState } from './index.ts';
import { accessActions, accessDomain } from './access/index.ts';
import { flow } from './access/testing/flow.ts';
import { NO_SESSION } from './access/session.ts';
import { epicActions, epicDomain } from './epic/index.ts';
import { epicAnswer, pageJson, ROUTE } from './epic/testing/answers.ts';
import { selectTreeIdentity, treeOpening } from './index.ts';

const ada = { id: 'gid://gitlab/User/1', name: 'Ada', username: 'ada', avatarUrl: null, webUrl: '/ada', admin: false };
const session = (user: typeof ada | null) => accessActions.sessionReceived({ ...NO_SESSION, user });

async function start() {
  const app = flow([accessDomain, epicDomain]);
  const state = () => app.state() as unknown as RootState;
  const read = async (answer: object = {}, initial: object = {}) => {
    await app.dispatch(epicActions.epicPageClosed());
    await app.dispatch(epicActions.epicPageOpened(ROUTE));
    await app.call('GET /groups/acme/-/epics/1.json').answer(pageJson(initial));
    await app.call('epicPage').answer(epicAnswer(answer));
  };
  return { ...app, state, read, identity: () => selectTreeIdentity(state()) };
}

test('TR-21.30 before page and viewer are known there is no tree', async () => {
  const app = await start();
  expect([app.identity(), treeOpening(app.state())]).toEqual([null, null]);
  await app.read();
  expect(app.identity()).toBeNull();
  await app.dispatch(session(ada));
  expect(app.identity()).not.toBeNull();
});

test('TR-21.30 another title, text or confidentiality leaves the tree as it is', async () => {
  const app = await start();
  await app.dispatch(session(ada));
  await app.read();
  const before = app.identity();
  await app.read({ title: 'Two', confidential: true });
  expect(app.identity()).toBe(before);
  expect(treeOpening(app.state())?.root).toMatchObject({ confidential: true });
});

test('TR-21.30 other rights, another viewer or another item open it anew', async () => {
  const app = await start();
  await app.dispatch(session(ada));
  await app.read();
  const first = app.identity();
  await app.read({}, { canAdmin: false });
  const second = app.identity();
  expect(second).not.toBe(first);
  await app.dispatch(session(null));
  const third = app.identity();
  expect(third).not.toBe(second);
  expect(treeOpening(app.state())?.config).toMatchObject({ userSignedIn: false, username: null });
  await app.read({ id: 'gid://gitlab/Epic/13' });
  expect(app.identity()).not.toBe(third);
});
