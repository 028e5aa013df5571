import type { Ports } from '../ports/index.ts';
import type { Action, Stamped } from './action.ts';
import { applyMiddleware, legacy_createStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call, take } from 'typed-redux-saga';
import { mutation } from '../mutation/index.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { abortable, serverAction, stampActions, supervise, userAction, withNotice } from './index.ts';
import { sleep, spawnTask } from './effects.ts';

const opened = userAction<{ page: number }>('page/opened');
const made = mutation<object>('thing/made');
const alert = (): Action => withNotice(serverAction('watcher/crashed')(), { kind: 'danger', text: 'Crashed' });

function fail(message: string): never {
  throw new Error(message);
}

function store() {
  const fake = new FakePorts();
  const actions: Stamped[] = [];
  const saga = createSagaMiddleware();
  const { dispatch } = legacy_createStore(
    (state: object | undefined = {}, action) => {
      if (!action.type.startsWith('@@')) actions.push(action as unknown as Stamped);
      return state;
    },
    applyMiddleware(stampActions(fake.ports), saga),
  );
  return { fake, actions, saga, dispatch };
}

test('RP-02.10 an action is stamped with origin, time and, where it makes something, an id', async () => {
  const { fake, actions, dispatch } = store();
  await fake.clock.advance(10);
  dispatch(opened({ page: 1 }));
  dispatch(made({}));
  dispatch({ type: 'plain', payload: 1 } as Action);
  const at = fake.clock.now();
  expect(actions.map(({ type, meta }) => [type, meta])).toEqual([
    ['page/opened', { origin: 'user', at }],
    ['thing/made', { origin: 'user', at, id: 'id-1' }],
    ['plain', { origin: 'user', at }],
  ]);
});

test('RP-02.10 a replayed action keeps its stamps', () => {
  const { actions, dispatch } = store();
  const meta = { origin: 'server' as const, at: 5, id: 'kept' };
  dispatch({ ...made({}), meta });
  expect(actions[0]?.meta).toEqual(meta);
});

test('RP-02.10 a creator tells its own actions', () => {
  expect(opened.match(opened({ page: 2 }))).toBe(true);
  expect(opened.match(made({}))).toBe(false);
});

test('RP-02.13 an alert travels in the action that reports the failure, with an id of its own', () => {
  const { actions, dispatch } = store();
  dispatch(alert());
  expect(actions[0]?.meta).toMatchObject({ id: 'id-1', notice: { text: 'Crashed' } });
});

describe('watchers', () => {
  test('RP-02.12 a crashed watcher is reported and started again', async () => {
    const { fake, actions, saga, dispatch } = store();
    let handled = 0;
    const watcher = function* (ports: Ports): Generator {
      for (;;) {
        const action = (yield* take('page/opened')) as Stamped<{ page: number }>;
        if (action.payload.page === 13) throw new Error(`Page ${ports.clock.today()}`);
        handled += 1;
      }
    };
    saga.run(() => supervise('pages', watcher, { ports: fake.ports, alert, settle: serverAction<void>('settled') }));
    dispatch(opened({ page: 1 }));
    dispatch(opened({ page: 13 }));
    dispatch(opened({ page: 2 }));
    await settle();
    expect(handled).toBe(2);
    expect(fake.logged.map(({ message }) => message)).toEqual(['The watcher "pages" crashed and is started again']);
    expect(actions.map(({ type }) => type)).toEqual([
      'page/opened',
      'page/opened',
      'settled',
      'watcher/crashed',
      'page/opened',
    ]);
  });

  test('RP-02.12 one that crashes at once waits a second', async () => {
    const { fake, saga } = store();
    let starts = 0;
    const watcher = function* (): Generator {
      starts += 1;
      yield* call(fail, 'At once');
    };
    saga.run(() => supervise('broken', watcher, { ports: fake.ports, alert }));
    await settle();
    expect(starts).toBe(2);
    await fake.clock.advance(999);
    expect(starts).toBe(2);
    await fake.clock.advance(1);
    expect(starts).toBe(3);
  });

  test('RP-02.16 a task beside a watcher fails alone', async () => {
    const { fake, actions, saga, dispatch } = store();
    saga.run(function* (): Generator {
      for (;;) {
        yield* take('page/opened');
        yield* spawnTask({ ports: fake.ports, alert }, function* (): Generator {
          yield* call(fail, 'Unexpected');
        });
      }
    });
    dispatch(opened({ page: 1 }));
    dispatch(opened({ page: 2 }));
    await settle();
    expect(actions.filter(({ type }) => type === 'watcher/crashed')).toHaveLength(2);
    expect(fake.logged).toHaveLength(2);
  });

  test('RP-02.15 a cancelled saga cancels its timer and its request', async () => {
    const { fake, saga } = store();
    const waiting = saga.run(function* (): Generator {
      yield* call(sleep, fake.clock, 1000);
    });
    const asking = saga.run(function* (): Generator {
      yield* call(() => abortable(fake.ports.rest.request({ method: 'GET', path: '/' })));
    });
    expect(fake.clock.waiting).toBe(1);
    waiting.cancel();
    asking.cancel();
    expect(fake.clock.waiting).toBe(0);
    expect(fake.calls[0]?.cancelled).toBe(true);
  });
});
