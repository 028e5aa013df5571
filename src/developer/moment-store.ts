import type { Event, RootState } from '@espalier/core';
import type { AppStore } from '../store.ts';

/** A store that holds a moment of the past: what is dispatched changes nothing. */
export interface MomentStore extends AppStore {
  readonly show: (state: RootState) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** `refused` is told of every action, those of people and those by which pages announce themselves. */
export function createMomentStore(first: RootState, refused: (event: Event) => void): MomentStore {
  let shown = first;
  const listeners = new Set<() => void>();
  return {
    getState: () => shown,
    dispatch: refused,
    show(state) {
      if (state === shown) return;
      shown = state;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
