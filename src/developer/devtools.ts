/** Redux DevTools, where the browser has them: a stream of actions, each with an outline of the state; the whole state when it is asked for. */
import type { Store } from '@reduxjs/toolkit';
import type { RootState } from '@espalier/core';

/** What we use of the extension's `connect`. */
interface Connection {
  init(state: unknown): void;
  send(action: unknown, state: unknown): void;
  subscribe(listener: (message: DevtoolsMessage) => void): void;
}

interface DevtoolsMessage {
  readonly type: string;
  readonly payload?: unknown;
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

/** Dispatched by hand in the extension, this sends the whole state; nothing in the product hears of it. */
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

/** Gives what is to be told of every action before the reducers see it. Nothing is computed while no monitor is open. */
export function connectDevtools({ extension, store, seq, show }: DevtoolsParts): (action: unknown) => void {
  const tools = (extension as Extension).connect(OPTIONS);
  let watching = false;
  /** Numbers of the actions that were sent, by the extension's ids, which count from 1. */
  let sent: number[] = [];
  let waiting: { readonly action: unknown; readonly seq: number } | null = null;

  /** What an action leads to is known when the next one comes, or when all is quiet. */
  const send = () => {
    if (waiting === null) return;
    const { action, seq: number } = waiting;
    waiting = null;
    sent.push(number);
    tools.send(action, outline(store.getState()));
  };

  tools.subscribe(({ type, payload }) => {
    if (type === 'START') {
      watching = true;
      sent = [];
      tools.init(outline(store.getState()));
    } else if (type === 'STOP') {
      watching = false;
      waiting = null;
    } else if (type === 'ACTION' && String(payload).includes(WHOLE_STATE)) {
      sent.push(seq());
      tools.send({ type: WHOLE_STATE }, store.getState());
    } else if (type === 'DISPATCH') {
      const { type: wish, actionId } = (payload ?? {}) as { readonly type?: string; readonly actionId?: number };
      const target = sent[(actionId ?? 0) - 1];
      if ((wish === 'JUMP_TO_ACTION' || wish === 'JUMP_TO_STATE') && target !== undefined) show(target);
    }
  });

  return (action) => {
    if (!watching) return;
    send();
    waiting = { action, seq: seq() };
    queueMicrotask(send);
  };
}

/** Levels of an outline, and the longest list that is shown in full. */
const DEPTH = 4;
const LONGEST = 20;

const known = new WeakMap<object, unknown>();

/** The state without its bulk: tables and long lists as their sizes. What did not change is not walked again. */
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
