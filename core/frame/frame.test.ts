import { createPlanner } from '../planner.ts';
import { FakePorts } from '../testing/index.ts';
import { frameActions, selectAddress } from './index.ts';

test('RP-03.400 the state holds the newest address, and none before the first', () => {
  const { store, dispose } = createPlanner(new FakePorts().ports);
  expect(selectAddress(store.getState())).toEqual({ webPath: '', query: '' });
  store.dispatch(frameActions.navigated({ webPath: '/groups/a/-/epics', query: '?state=all' }) as never);
  store.dispatch(frameActions.navigated({ webPath: '/groups/a/-/epics/1', query: '' }) as never);
  expect(selectAddress(store.getState())).toEqual({ webPath: '/groups/a/-/epics/1', query: '' });
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
