import type { Event, LazyDomain, Stamped } from './store/index.ts';
import {
  createPlanner,
  initialState,
  reducePlanner,
  registerDomain,
  selectVisible,
  type RootState,
} from './planner.ts';
import { makingEvent, plannerEvents, serverEvent, userEvent, withMeta } from './store/index.ts';
import { treeActions, treeAnswers } from './tree/actions.ts';
import type { Draft } from './sync/draft.ts';
import { get, set, type Table } from './table/index.ts';
import { FakePorts, settle } from './testing/index.ts';
import { put, take } from 'typed-redux-saga';

const counted = userEvent('later/counted');
const heard = serverEvent<{ text: string }>('later/heard');
const renamed = makingEvent<{ id: string; name: string }>('later/renamed');

interface Tables {
  readonly names: Table<string>;
}

function domain(name: string): LazyDomain {
  return {
    name,
    reducer: (state: number | undefined, action: Stamped) => (state ?? 0) + (counted.match(action) ? 1 : 0),
    *saga() {
      for (;;) {
        yield* take(counted.type);
        yield* put(heard({ text: 'one more' }));
      }
    },
    tables: ['names'],
    intents: {
      [renamed.type]: {
        keys: ({ id }: { id: string }) => [id],
        apply: (draft: Draft<Tables>, { id, name: to }: { id: string; name: string }) => draft.set('names', id, to),
      },
    } as LazyDomain['intents'],
    foldConfirmed: (tables: Tables, action) =>
      heard.match(action) ? { ...tables, names: set(tables.names, 'last', action.payload.text) } : tables,
  };
}

const later = domain('later');
const part = (state: RootState): unknown => (state as unknown as Record<string, unknown>)['later'];
const names = (tables: unknown): Table<string> => (tables as Tables).names;

function planner() {
  const fake = new FakePorts();
  const log: Stamped[] = [];
  const made = createPlanner(fake.ports, {
    middleware: [
      () => (next) => (action) => {
        log.push(action as Stamped);
        return next(action);
      },
    ],
  });
  const dispatch = (action: Event) => made.store.dispatch({ ...action });
  return { fake, log, made, dispatch, state: () => made.store.getState() };
}

test('RP-02.18 a domain that is attached has its state, its tables and its watcher; before, none of them', async () => {
  const { made, dispatch, state } = planner();
  dispatch(counted());
  expect(part(state())).toBeUndefined();
  made.attach(later);
  dispatch(counted());
  await settle();
  expect(part(state())).toBe(1);
  expect(get(names(state().confirmed), 'last')).toBe('one more');
});

test('RP-02.18 attaching twice changes nothing, opening a tree leaves the tables alone, and disposing ends the watcher', async () => {
  const { made, dispatch, log, state } = planner();
  made.attach(later);
  dispatch(counted());
  await settle();
  made.attach(later);
  dispatch(treeActions.closed());
  expect(log.filter(plannerEvents.domainAttached.match)).toHaveLength(1);
  expect(get(names(state().confirmed), 'last')).toBe('one more');
  made.dispose();
  const before = log.length;
  dispatch(counted());
  await settle();
  expect(log).toHaveLength(before + 1);
});

test('TR-05.32 a reading of the tree leaves the tables of other domains alone', async () => {
  const { made, dispatch, state } = planner();
  made.attach(later);
  dispatch(counted());
  await settle();
  const parentId = 'gid://gitlab/Epic/1';
  const page = { hasMore: false, endCursor: null };
  dispatch(
    treeAnswers.childrenRead({
      parentId,
      items: [],
      read: 'first',
      parent: null,
      epics: page,
      issues: page,
      defaultProject: null,
      iterationId: null,
    }),
  );
  expect(get(state().confirmed.orders, parentId)?.ids).toEqual([]);
  expect(get(names(state().confirmed), 'last')).toBe('one more');
});

test('RP-02.18 its intents are laid over what is confirmed and settled like all others', () => {
  const { made, dispatch, state } = planner();
  made.attach(later);
  dispatch(renamed({ id: 'a', name: 'Ada' }));
  expect(get(names(selectVisible(state())), 'a')).toBe('Ada');
  expect(get(names(state().confirmed), 'a')).toBeUndefined();
  const [{ id } = { id: '' }] = state().pending;
  dispatch(withMeta(heard({ text: 'saved' }), { settles: { intentId: id, as: 'confirmed' } }));
  expect(get(names(state().confirmed), 'a')).toBe('Ada');
  expect(state().pending).toEqual([]);
});

test('RP-02.18 a log of the attaching replays to the same state', async () => {
  const { made, dispatch, log, state } = planner();
  made.attach(later);
  dispatch(counted());
  dispatch(renamed({ id: 'a', name: 'Ada' }));
  await settle();
  const copy = JSON.parse(JSON.stringify(log)) as Stamped[];
  expect(copy.reduce(reducePlanner, initialState())).toEqual(state());
});

test('RP-02.18 a domain whose code is not here is an error', () => {
  const attaching = {
    ...plannerEvents.domainAttached({ name: 'nowhere' }),
    meta: { origin: 'server', at: 0 },
  } as Stamped;
  registerDomain(later);
  expect(() => reducePlanner(initialState(), attaching)).toThrow('There is no domain "nowhere" here to be attached');
});

test('RP-02.18 a watcher that crashes is started again', async () => {
  const { made, fake, state } = planner();
  let runs = 0;
  made.attach({
    ...domain('fragile'),
    intents: {},
    *saga() {
      runs += 1;
      if (runs === 1) throw new Error('once');
      yield* take(counted.type);
    },
  });
  await settle();
  expect(runs).toBe(2);
  expect(fake.logged).toHaveLength(1);
  expect(state().notice).toHaveLength(1);
});
