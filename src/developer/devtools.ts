/** Redux DevTools, where the browser has them: a stream of actions, each with an outline of the state; the whole state when it is asked for. */
import type { Store } from '@reduxjs/toolkit';
import type { RootState } from '@espalier/core';

/** What we use of the extension's `connect`. */
interface Connection {
  init(state: unknown): void;
  send(action: unknown, state: unknown): void;
  subscribe(listener: (message: DevtoolsMessage) => void): void;
}

/** What the extension's monitor says. `state` is JSON of a state that it was sent, where the message is about one. */
interface DevtoolsMessage {
  readonly type: string;
  readonly payload?: unknown;
  readonly state?: string;
}

interface Extension {
  connect(options: object): Connection;
}

interface DevtoolsParts {
  readonly extension: unknown;
  readonly store: Pick<Store<RootState>, 'getState'>;
  /** Number of the action that came last. */
  readonly seq: () => number;
  /** Shows the moment after an action in our own panel: read-only, unlike the extension's own time travel. */
  readonly show: (seq: number) => void;
}

/** Adds to every state that is sent the number of the action it follows: the extension's own numbers change when it forgets or omits actions. */
export const AFTER = 'after action';

/** Dispatched by hand in the extension, this sends the whole state; the product does not see it. */
export const WHOLE_STATE = 'espalier/state';

const OPTIONS = {
  name: 'Espalier',
  maxAge: 500,
  features: {
    pause: true,
    lock: false,
    persist: false,
    export: true,
    import: false,
    jump: true,
    skip: false,
    reorder: false,
    dispatch: true,
    test: false,
  },
};

/** Returns a function to call with every action before the reducers see it. It computes nothing while no monitor is open. */
export function connectDevtools({ extension, store, seq, show }: DevtoolsParts): (action: unknown) => void {
  const tools = (extension as Extension).connect(OPTIONS);
  let watching = false;
  let waiting: { readonly action: unknown; readonly seq: number } | null = null;

  const now = (number: number) => ({ [AFTER]: number, ...outlineOf(store.getState()) });
  const begin = () => {
    waiting = null;
    tools.init(now(seq()));
  };
  /** The state after an action is known when the next one arrives, or once things are quiet. */
  const send = () => {
    if (waiting === null) return;
    const { action, seq: number } = waiting;
    waiting = null;
    tools.send(action, now(number));
  };

  tools.subscribe(({ type, payload, state }) => {
    if (type === 'START') {
      watching = true;
      begin();
    } else if (type === 'STOP') {
      watching = false;
      waiting = null;
    } else if (type === 'ACTION' && String(payload).includes(WHOLE_STATE)) {
      send();
      tools.send({ type: WHOLE_STATE }, { [AFTER]: seq(), ...store.getState() });
    } else if (type === 'DISPATCH') {
      const { type: wish } = (payload ?? {}) as { readonly type?: string };
      const target = numberOf(state);
      if (wish === 'COMMIT') begin();
      else if ((wish === 'JUMP_TO_ACTION' || wish === 'JUMP_TO_STATE') && target !== null) show(target);
    }
  });

  return (action) => {
    if (!watching) return;
    send();
    waiting = { action, seq: seq() };
    queueMicrotask(send);
  };
}

/** The number of the action that a state from the monitor follows. */
function numberOf(state: string | undefined): number | null {
  try {
    const number = (JSON.parse(state ?? 'null') as { readonly [AFTER]?: unknown } | null)?.[AFTER];
    return typeof number === 'number' ? number : null;
  } catch {
    return null;
  }
}

/** Depth of an outline, and the longest list it shows in full. */
const DEPTH = 4;
const LONGEST = 20;

const known = new WeakMap<object, unknown>();

const outlineOf = (state: RootState): object => outline(state) as object;

/** The state without its bulk: tables and long lists appear as their sizes. Unchanged parts are not visited again. */
export function outline(value: unknown, depth = DEPTH): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('size' in value && 'root' in value) return `table of ${String(value.size)}`;
  if (Array.isArray(value) && value.length > LONGEST) return `list of ${value.length}`;
  if (depth === 0) return Array.isArray(value) ? `list of ${value.length}` : '…';
  const before = known.get(value);
  if (before !== undefined) return before;
  const made: unknown = Array.isArray(value)
    ? value.map((entry) => outline(entry, depth - 1))
    : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, outline(part, depth - 1)]));
  known.set(value, made);
  return made;
}
