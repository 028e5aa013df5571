import type { Middleware, MiddlewareAPI } from '@reduxjs/toolkit';
import type { Answer, Cancellable, Ports } from '../ports/index.ts';
import type { WireRequest } from '../mutation/index.ts';
import type { Action } from '../store/action.ts';
import { accessActions, selectPersonId } from '../access/index.ts';
import { wireFault } from '../store/effects.ts';
import { Call, Gate, type State } from './gate.ts';

export { Call, DAY, type Gate } from './gate.ts';

/** An edit that was sent and not answered. */
export interface SentEdit {
  readonly key: string;
  readonly at: number;
  readonly wording: WireRequest;
}

/** What a keeper is given: the ports behind the gate, the gate, the store, and the edits that wait for their answers. */
export interface Gated {
  readonly ports: Ports;
  readonly gate: Gate;
  readonly store: MiddlewareAPI;
  readonly edits: ReadonlyMap<string, SentEdit>;
}

/** Keeps what is not saved; its code is loaded after the first page. */
export interface Keeping {
  /** Called with every action after the reducers, and with the state before it. */
  heard(action: Action, before: object): void;
  /** The set of waiting edits has changed. */
  edited(): void;
  /** Resolves when the edits of closed tabs are answered; null: none is waiting. */
  readonly earlier: Promise<void> | null;
  /** Called when the page is about to end, which also counts as a sign of life. */
  isKept(): boolean;
  stop(): void;
}

export interface Gatehouse {
  /** The given ports; requests go through the gate. */
  readonly ports: Ports;
  /** Behind the one that stamps actions. */
  readonly middleware: Middleware;
  /** Starts keeping what is not saved. */
  keep(make: (gated: Gated) => Keeping): void;
  readonly isKept: () => boolean;
  readonly stop: () => void;
}

/** Reading the session, signing in and signing out do not wait at the gate. */
const ABOUT_SESSION: ReadonlySet<string> = new Set(['/-/session.json', '/-/sign-in', '/-/sign-out']);
const IS_MUTATION = /^\s*mutation\b/;
/** Tells the other tabs that somebody signed in or out. */
const VIEWER = 'viewer';

/** RP-02.27 to RP-02.32: the same ports, with the gate in front of them. */
export function gated(given: Ports): Gatehouse {
  const gate = new Gate(given);
  const edits = new Map<string, SentEdit>();
  const { tabs, clock } = given;
  let store: MiddlewareAPI | null = null;
  let keeping: Keeping | null = null;
  const person = (): string | null => (store === null ? null : selectPersonId(store.getState() as State));
  const stopHearing = tabs?.onMessage((message) => {
    if (message === VIEWER && person() !== null) gate.news();
  });

  const through = <T>(send: () => Cancellable<Answer<T>>, run: (call: Call<T>) => Promise<Answer<T>>) => {
    const call = new Call(send);
    return Object.assign(run(call), { cancel: () => call.cancel() }) as Cancellable<Answer<T>>;
  };
  const edit = async <T>(call: Call<T>, key: string, wording: WireRequest): Promise<Answer<T>> => {
    const at = clock.now();
    const made = { key, at, wording };
    edits.set(key, made);
    keeping?.edited();
    const whose = person();
    try {
      // RP-02.38: an earlier change must not overwrite what is changed now.
      const earlier = keeping?.earlier ?? null;
      if (earlier !== null) await earlier;
      if (call.cancelled) throw wireFault('aborted');
      return await gate.write(call, whose, at);
    } finally {
      if (edits.get(key) === made) edits.delete(key);
      keeping?.edited();
    }
  };

  const ports: Ports = {
    ...given,
    graphql: {
      request: <R, V extends Record<string, unknown>>(...asked: Parameters<typeof given.graphql.request<R, V>>) => {
        const [{ name, text }, variables, { idempotencyKey: key } = {}] = asked;
        return through<R>(
          () => given.graphql.request<R, V>(...asked),
          (call) => {
            if (!IS_MUTATION.test(text)) return gate.read(call);
            return key === undefined ? gate.once(call) : edit(call, key, { operation: { name, text }, variables });
          },
        );
      },
    },
    rest: {
      request: <R>(...asked: Parameters<typeof given.rest.request<R>>) => {
        const [request, { idempotencyKey: key } = {}] = asked;
        if (ABOUT_SESSION.has(request.path)) return given.rest.request<R>(...asked);
        return through<R>(
          // mutant: sent-again-without-its-key
          () => given.rest.request<R>(...asked),
          (call) => {
            if (request.method === 'GET') return gate.read(call);
            return key === undefined ? gate.once(call) : edit(call, key, { rest: request });
          },
        );
      },
    },
  };

  const middleware: Middleware = (api) => {
    store = api;
    gate.attach(api);
    return (next) => (action) => {
      const before = api.getState() as State;
      const result = next(action);
      const event = action as Action;
      gate.heard(event, before.frame.webPath);
      keeping?.heard(event, before);
      if (event.type === accessActions.signedIn.type || selectPersonId(before) !== person()) tabs?.post(VIEWER);
      return result;
    };
  };

  return {
    ports,
    middleware,
    keep(make) {
      if (keeping === null && store !== null) keeping = make({ ports: given, gate, store, edits });
    },
    isKept: () => keeping?.isKept() === true,
    stop: () => {
      stopHearing?.();
      gate.stop();
      keeping?.stop();
    },
  };
}
