import type { Action, Stamped } from './store/index.ts';
import { createPlanner, initialState, reducePlanner } from './planner.ts';
import { linkActions } from './link/actions.ts';
import { linkList } from './link/queries.ts';
import { childrenRead } from './tree/testing/answers.ts';
import { get } from './table/index.ts';
import { FakePorts, settle } from './testing/index.ts';
import { take } from 'typed-redux-saga';

const PARENT = 'gid://gitlab/Epic/1';
const asked = linkActions.blockersAsked({ id: PARENT, kind: 'epic', iid: '1', groupPath: 'acme', count: 2 });

function planner() {
  const fake = new FakePorts();
  const made = createPlanner(fake.ports);
  let heard = 0;
  const watcher = function* () {
    for (;;) {
      yield* take(asked.type);
      heard += 1;
    }
  };
  const dispatch = (action: Action) => made.store.dispatch({ ...action });
  return { fake, made, watcher, dispatch, heard: () => heard };
}

test('RP-02.18 the state has all its parts and tables from the start, and takes what concerns a domain whose watcher does not run', () => {
  const { made, dispatch } = planner();
  expect(made.store.getState()).toEqual(initialState());
  expect(Object.keys(made.store.getState().confirmed)).toEqual(
    expect.arrayContaining(['items', 'orders', 'parents', 'links', 'roadmapLists']),
  );
  dispatch(asked);
  expect(get(made.store.getState().link.blockers, PARENT)).toEqual({ asked: asked.payload, list: [] });
});

test('RP-02.18 a watcher that is started later hears from then on, once however often it is started, until the planner is disposed of', async () => {
  const { made, watcher, dispatch, heard } = planner();
  dispatch(asked);
  made.watch('link', watcher);
  made.watch('link', watcher);
  dispatch(asked);
  await settle();
  expect(heard()).toBe(1);
  made.dispose();
  dispatch(asked);
  made.watch('sidebar', watcher);
  dispatch(asked);
  await settle();
  expect(heard()).toBe(1);
});

test('RP-02.18 a watcher that is started later and crashes is started again', async () => {
  const { made, fake } = planner();
  let runs = 0;
  made.watch('link', function* () {
    runs += 1;
    if (runs === 1) throw new Error('once');
    yield* take(asked.type);
  });
  await settle();
  expect(runs).toBe(2);
  expect(fake.logged).toHaveLength(1);
  expect(made.store.getState().notice).toHaveLength(1);
});

const LINKS = { id: PARENT, kind: 'epic', iid: '1', ownerPath: 'acme', endpoint: '/links' } as const;

test('TR-05.32 a reading of the tree leaves the tables of other domains alone', () => {
  const answer = (action: Action): Stamped => ({ ...action, meta: { origin: 'server', at: 0 } });
  const read = reducePlanner(initialState(), answer(linkList.received({ params: LINKS, data: [], cursor: null })));
  const after = reducePlanner(read, answer(childrenRead({ parentId: PARENT })));
  expect(get(after.confirmed.orders, PARENT)?.ids).toEqual([]);
  expect(get(after.confirmed.links, PARENT)).toEqual([]);
});
