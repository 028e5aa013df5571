import type { Middleware, MiddlewareAPI } from '@reduxjs/toolkit';
import type { RootState } from '../planner.ts';
import type { Stamped } from '../store/index.ts';

/**
 * The part of recording that runs with every action: it appends two references. This file imports only types and has a subpath of its own,
 * `@espalier/core/replay/tape`, so that the first page can load it alone; everything else (recorder.ts) is loaded later and runs when the page is idle.
 */

export interface TapeEntry {
  /** The first action since the tape began is number 1. */
  readonly seq: number;
  readonly action: Stamped;
  /** Sagas put actions while an earlier one is still on its way back: the state after an action is the state before the next one. */
  readonly before: RootState;
}

export interface Tape {
  /** Comes after the stamping, before the sagas. */
  readonly middleware: Middleware;
  /** While false, actions are ignored. */
  recording: boolean;
  /** Called when an action is added to an empty tape. It must only schedule work, not do it. */
  wake: (() => void) | null;
  readonly length: number;
  /** The number of the last action; 0 at the start. */
  readonly seq: number;
  state(): RootState;
  /** The oldest entry. Throws where there is none. */
  first(): TapeEntry;
  shift(): void;
  /** Empties the tape and counts from 1 again. */
  clear(): void;
}

/** Actions that an unread tape holds; beyond them its older half is dropped. */
const CAPACITY = 20_000;

export function createTape(capacity = CAPACITY): Tape {
  let actions: Stamped[] = [];
  let states: RootState[] = [];
  /** Entries before this index are taken off. */
  let head = 0;
  let seq = 0;
  let api: MiddlewareAPI | null = null;

  const drop = (count: number): void => {
    actions = actions.slice(count);
    states = states.slice(count);
    head = 0;
  };

  const tape: Tape = {
    middleware: (store) => {
      api = store;
      return (next) => (action) => {
        if (tape.recording) {
          seq += 1;
          states.push(store.getState());
          const length = actions.push(action as Stamped) - head;
          if (length === 1) tape.wake?.();
          else if (length > capacity) drop(head + (capacity >> 1));
        }
        return next(action);
      };
    },
    recording: true,
    wake: null,
    get length() {
      return actions.length - head;
    },
    get seq() {
      return seq;
    },
    state: () => {
      if (api === null) throw new Error('The tape belongs to no store yet');
      return api.getState() as RootState;
    },
    first: () => {
      const action = actions[head];
      const before = states[head];
      if (action === undefined || before === undefined) throw new RangeError('The tape is empty');
      return { seq: seq - (actions.length - head) + 1, action, before };
    },
    shift: () => {
      head += 1;
      if (head === actions.length || head >= 1024) drop(head);
    },
    clear: () => {
      drop(actions.length);
      seq = 0;
    },
  };
  return tape;
}
