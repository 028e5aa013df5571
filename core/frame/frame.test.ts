import { runSaga } from 'redux-saga';
import { accessActions } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { FakePorts } from '../testing/index.ts';
import { frameActions, named, selectAddress, selectPlaceName, selectResumed } from './index.ts';

test('RP-03.400 the state holds the newest address, and none before the first', () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  expect(selectAddress(store.getState())).toEqual({ webPath: '', query: '' });
  store.dispatch(frameActions.navigated({ webPath: '/groups/a/-/epics', query: '?state=all' }) as never);
  store.dispatch(frameActions.navigated({ webPath: '/groups/a/-/epics/1', query: '' }) as never);
  expect(selectAddress(store.getState())).toEqual({ webPath: '/groups/a/-/epics/1', query: '' });
  dispose();
});

test('RP-03.400 another query, or another path alone, is another address', () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  const addresses = [
    { webPath: '/groups/a/-/epics', query: '' },
    { webPath: '/groups/a/-/epics', query: '?state=all' },
    { webPath: '/groups/b/-/epics', query: '?state=all' },
    { webPath: '/groups/b/-/epics', query: '' },
  ];
  for (const address of addresses) {
    store.dispatch(frameActions.navigated(address) as never);
    expect(selectAddress(store.getState())).toEqual(address);
  }
  dispose();
});

test('RP-03.404 edits wait until they do not; every time that what was left is saved counts', () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  const frame = () => store.getState().frame;
  const before = frame();
  store.dispatch(frameActions.waitingChanged({ waiting: true }) as never);
  expect(frame().waiting).toBe(true);
  store.dispatch(frameActions.waitingChanged({ waiting: false }) as never);
  expect(frame()).toEqual(before);
  for (const times of [1, 2]) {
    store.dispatch(frameActions.leftSaved() as never);
    expect(selectResumed(store.getState())).toBe(times);
  }
  dispose();
});

test('RP-03.401 the same address again leaves the very same state', () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  const address = { webPath: '/', query: '?search=x' };
  store.dispatch(frameActions.navigated(address) as never);
  const before = store.getState();
  store.dispatch(frameActions.navigated({ ...address }) as never);
  expect(store.getState()).toBe(before);
  dispose();
});

test('RP-03.402 a full name names the place and every group above it', () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  const nameOf = (path: string) => selectPlaceName(store.getState(), path);
  expect(nameOf('acme')).toBeNull();
  store.dispatch(
    frameActions.placeNamed({ fullPath: 'Acme/web/site', fullName: 'Acme Inc. / Web / The site' }) as never,
  );
  expect(['acme', 'ACME/web', 'acme/web/site', 'acme/other'].map(nameOf)).toEqual([
    'Acme Inc.',
    'Web',
    'The site',
    null,
  ]);
  store.dispatch(frameActions.placeNamed({ fullPath: 'acme/other', fullName: 'Acme Inc. / This / that' }) as never);
  expect(nameOf('acme/other')).toBeNull();
  store.dispatch(frameActions.placeNamed({ fullPath: 'acme/other', fullName: 'Acme / Other' }) as never);
  expect(['acme', 'acme/web', 'acme/other'].map(nameOf)).toEqual(['Acme', 'Web', 'Other']);
  dispose();
});

test('RP-03.403 what is known is not noted again, and who signs out leaves no names behind', async () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  const notes: unknown[] = [];
  const dispatched = { getState: store.getState, dispatch: (action: never) => notes.push(store.dispatch(action)) };
  const note = async (fullPath: string, fullName: string) => {
    await runSaga(dispatched as never, named, { fullPath, fullName }).toPromise();
    return notes.length;
  };
  expect(await note('acme/web', 'Acme / Web')).toBe(1);
  expect(await note('acme/web', 'Acme / Web')).toBe(1);
  expect(await note('acme', 'Acme')).toBe(1);
  expect(await note('acme', 'Acme Inc.')).toBe(2);
  expect(await note('acme/odd', 'Acme Inc. / A / B')).toBe(2);
  store.dispatch(accessActions.signedOut() as never);
  expect(selectPlaceName(store.getState(), 'acme')).toBeNull();
  dispose();
});
