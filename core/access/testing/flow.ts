import type { Middleware, Reducer, UnknownAction } from '@reduxjs/toolkit';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { noticeReducer } from '../../notice/index.ts';
import type { Notice } from '../../notice/index.ts';
import type { Answer, Operation, Ports, RestRequest, WireError } from '../../ports/index.ts';
import { initialPending, reducePending, watchMutations, type PendingState } from '../../mutation/index.ts';
import { reduceQueries, type Queries } from '../../query/index.ts';
import { emptyTable } from '../../table/index.ts';
import type { Stamped } from '../../store/index.ts';
import type { ItemRecords } from '../../work-item/entity.ts';
import { stampActions } from '../../store/index.ts';

/** The smallest planner: some domains with their real reducers and watchers, scripted ports and a manual clock. */

export function wireError(change: Partial<WireError>): WireError {
  return { name: 'WireError', kind: 'http', messages: [], ...change };
}

export const refused = (status: number, ...messages: string[]): WireError => wireError({ status, messages });
export const UNREACHABLE = wireError({ kind: 'network' });

export interface Call {
  readonly what: string;
  readonly request: RestRequest | { readonly variables: Readonly<Record<string, unknown>> };
  readonly idempotencyKey: string | undefined;
  readonly answer: (data: unknown, headers?: Record<string, string>) => Promise<void>;
  readonly fail: (error: WireError) => Promise<void>;
  cancelled: boolean;
}

interface Domain {
  readonly name: string;
  readonly reducer: unknown;
  readonly saga: (ports: Ports) => Generator;
  foldConfirmed?(confirmed: never, action: Stamped): object;
  afterReduce?(part: never, action: Stamped, step: never): unknown;
}

/** Runs every promise that is ready, and those that become ready by it. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

export function flow<State>(domains: readonly Domain[], preloaded: Partial<State> = {}) {
  const calls: Call[] = [];
  const visits: string[] = [];
  const logged: string[] = [];
  const actions: { type: string }[] = [];
  const timers = new Set<{ due: number; run: () => void }>();
  let now = Date.parse('2026-11-21T12:00:00Z');
  let ids = 0;

  function call<T>(what: string, request: Call['request'], idempotencyKey: string | undefined): Promise<Answer<T>> {
    let entry: Call;
    const promise = new Promise<Answer<T>>((resolve, reject) => {
      entry = {
        what,
        request,
        idempotencyKey,
        cancelled: false,
        answer: (data, headers = {}) => {
          resolve({ data: data as T, status: 200, headers });
          return settle();
        },
        fail: (error) => {
          reject(error);
          return settle();
        },
      };
      calls.push(entry);
    });
    return Object.assign(promise, {
      cancel: () => {
        entry.cancelled = true;
      },
    });
  }

  const ports: Ports = {
    rest: {
      request: (request, options) => call(`${request.method} ${request.path}`, request, options?.idempotencyKey),
    },
    graphql: {
      request: <R, V extends Record<string, unknown>>(operation: Operation<R, V>, variables: V) =>
        call<R>(operation.name, { variables }, undefined),
    },
    realtime: { connected: () => false, subscribe: () => () => undefined, onConnection: () => () => undefined },
    clock: {
      now: () => now,
      today: () => '2026-11-21',
      after: (milliseconds, run) => {
        const timer = { due: now + milliseconds, run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    ids: { next: () => `id-${(ids += 1)}` },
    storage: { get: () => null, set: () => undefined, remove: () => undefined, keys: () => [] },
    visibility: { hidden: () => false, onChange: () => () => undefined },
    navigation: { visit: (url) => visits.push(url), reload: () => visits.push('again') },
    log: { error: (message) => logged.push(message) },
  };

  const reducers: Record<string, Reducer> = {
    notice: noticeReducer as unknown as Reducer,
    versions: (versions = emptyTable()) => versions,
    queries: ((queries: Queries = emptyTable(), action: Stamped) => reduceQueries(queries, action)) as never,
    ...Object.fromEntries(domains.map((domain) => [domain.name, domain.reducer as Reducer])),
  };
  type Whole = State & PendingState<ItemRecords> & { notice: readonly Notice[]; queries: Queries };
  const reducer = (state: Partial<Whole> | undefined, action: UnknownAction): Whole => {
    const stamped = { meta: { origin: 'user', at: 0 }, ...action };
    const parts = { ...initialPending({ items: emptyTable() }), ...state } as Record<string, unknown>;
    const synced = reducePending(parts as unknown as Whole, stamped as unknown as Stamped);
    const { pending, versions } = synced;
    const confirmed = domains.reduce<ItemRecords>(
      (tables, { foldConfirmed }) =>
        (foldConfirmed?.(tables as never, stamped as unknown as Stamped) as ItemRecords | undefined) ?? tables,
      synced.confirmed,
    );
    const reduced = Object.entries(reducers).map(([name, reduce]) => [name, reduce(parts[name], stamped)]);
    const after = { ...Object.fromEntries(reduced), confirmed, pending, versions } as Record<string, unknown>;
    for (const { name, afterReduce } of domains) {
      if (afterReduce !== undefined)
        after[name] = afterReduce(
          after[name] as never,
          stamped as never,
          { before: { ...after, ...parts }, after } as never,
        );
    }
    return after as unknown as Whole;
  };
  const saga = createSagaMiddleware();
  const record = () => (next: (action: unknown) => unknown) => (action: unknown) => {
    actions.push(action as { type: string });
    return next(action);
  };
  const store = configureStore({
    reducer,
    preloadedState: preloaded as Whole,
    middleware: () => new Tuple(stampActions(ports), record as Middleware, saga),
    devTools: false,
  });
  const initial: Whole = store.getState();
  const crashed = () => ({ type: 'flow/crashed', payload: {} });
  const tasks = [
    saga.run(watchMutations, ports, {}, crashed),
    ...domains.map((domain) => saga.run(domain.saga, ports)),
  ];

  return {
    calls,
    visits,
    logged,
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
      const found = calls.findLast((entry) => entry.what === what);
      if (found === undefined)
        throw new Error(`no call "${what}" among ${calls.map((entry) => entry.what).join(', ')}`);
      return found;
    },
    count: (what: string) => calls.filter((entry) => entry.what === what).length,
    pass: async (milliseconds: number) => {
      now += milliseconds;
      for (const timer of [...timers].sort((a, b) => a.due - b.due)) {
        if (timer.due > now || !timers.delete(timer)) continue;
        timer.run();
      }
      await settle();
    },
    /** The recorded actions, sent through JSON, lead to the same state. */
    replayed: (): Whole => {
      let state: Whole = initial;
      for (const action of actions) state = reducer(state, JSON.parse(JSON.stringify(action)) as UnknownAction);
      return state;
    },
    stop: () => tasks.forEach((task) => task.cancel()),
  };
}
