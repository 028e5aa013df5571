import type { Ports, RestRequest, WireError } from '../../ports/index.ts';
import { configureStore, Tuple, type Middleware } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { watchMutations } from '../../mutation/index.ts';
import { initialState, reducePlanner, type RootState } from '../../planner.ts';
import { FakePorts, settle, type Call as PortCall } from '../../testing/index.ts';
import { stampActions, type Stamped } from '../../store/index.ts';

export { refusal as refused, settle, UNREACHABLE, wireError } from '../../testing/index.ts';

export interface Call extends Pick<PortCall, 'what' | 'idempotencyKey' | 'cancelled'> {
  readonly request: RestRequest | { readonly variables: Readonly<Record<string, unknown>> };
  answer(data: unknown, headers?: Record<string, string>): Promise<void>;
  fail(error: WireError): Promise<void>;
}

interface Domain {
  readonly name: string;
  readonly saga: (ports: Ports) => Generator;
}

const callOf = (call: PortCall): Call => ({
  what: call.what,
  idempotencyKey: call.idempotencyKey,
  request: call.request ?? { variables: call.variables },
  get cancelled() {
    return call.cancelled;
  },
  answer: (data, headers) => call.answer(data, headers),
  fail: (error) => call.fail(error),
});

/** The planner with the watchers of some domains alone, without the gate: what a request meets, its domain is told. */
export function flow(domains: readonly Domain[], preloaded: Partial<RootState> = {}) {
  const fake = new FakePorts();
  const { ports } = fake;
  const actions: Stamped[] = [];
  const saga = createSagaMiddleware();
  const record: Middleware = () => (next) => (action) => {
    actions.push(action as Stamped);
    return next(action);
  };
  const initial: RootState = { ...initialState(), ...preloaded };
  const store = configureStore({
    reducer: (state: RootState = initial, action) =>
      reducePlanner(state, { meta: {}, ...action } as unknown as Stamped),
    middleware: () => new Tuple(stampActions(ports), record, saga),
    devTools: false,
  });
  const crashed = () => ({ type: 'flow/crashed', payload: {} });
  const tasks = [
    saga.run(watchMutations, ports, {}, crashed),
    ...domains.map((domain) => saga.run(domain.saga, ports)),
  ];
  const named = (what: string) => fake.calls.filter((call) => call.what === what);

  return {
    get calls() {
      return fake.calls.map(callOf);
    },
    get visits() {
      return [...fake.visits, ...Array.from({ length: fake.reloads }, () => 'again')];
    },
    get logged() {
      return fake.logged.map(({ message }) => message);
    },
    actions,
    state: () => store.getState(),
    /** Texts of the alerts, newest last. */
    alerts: () => store.getState().notice.map(({ text }) => text),
    dispatch: (action: { type: string }) => {
      store.dispatch(action);
      return settle();
    },
    /** The latest call of that name; throws where there is none. */
    call: (what: string): Call => {
      const found = named(what).at(-1);
      if (found === undefined) throw new Error(`no call "${what}" among ${fake.calls.map((call) => call.what).join()}`);
      return callOf(found);
    },
    count: (what: string) => named(what).length,
    pass: (milliseconds: number) => fake.clock.advance(milliseconds),
    /** Pushes arrive from now on, or no more. */
    connect: (connected: boolean) => fake.connect(connected),
    push: (topic: string, kinds?: readonly string[]) => fake.push(topic, kinds),
    /** The recorded actions, sent through JSON, lead to the same state. */
    replayed: () =>
      actions.reduce((state, action) => reducePlanner(state, JSON.parse(JSON.stringify(action)) as Stamped), initial),
    stop: () => tasks.forEach((task) => task.cancel()),
  };
}
