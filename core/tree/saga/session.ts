import type { Ports } from '../../ports/index.ts';
import type { Action } from '../../store/action.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { Channel, Task } from 'redux-saga';
import type { ConfirmedTree, TreeSlices, TreeState } from '../state.ts';
import { NOTICE, noticeActions } from '../../notice/index.ts';
import { alongside } from '../../store/supervise.ts';
import { clockOf, selectVisible } from '../../mutation/index.ts';
import { TreeAdapter } from '../../api/adapter.ts';
import { buffers, channel } from 'redux-saga';

export const selectTree = (state: TreeSlices): TreeState => state.tree;
export const selectConfirmed = (state: TreeSlices): ConfirmedTree => state.confirmed;

/** What a reading that begins now knows of. */
export const selectClock = ({ versions }: TreeSlices): number => clockOf(versions);

/** What is shown. */
export const selectShown = (state: TreeSlices): ConfirmedTree => selectVisible(state);

/** One opened tree: from `tree/opened` until another is opened or it is closed. */
export interface Session {
  readonly ports: Ports;
  readonly adapter: TreeAdapter;
  /** The reading of a parent's children that runs now. */
  readonly readings: Map<GlobalId, Task>;
  /** Parents to be read again; `all` after a reconnection. */
  readonly stale: Set<GlobalId | 'all'>;
  /** Collapsed parents whose children may have changed since they were read. */
  readonly unread: Set<GlobalId>;
  /** A message here wakes the live reading. */
  readonly wake: Channel<object>;
}

export const openSession = (ports: Ports): Session => ({
  ports,
  adapter: new TreeAdapter(),
  readings: new Map(),
  stale: new Set(),
  unread: new Set(),
  wake: channel<object>(buffers.sliding(1)),
});

/** Reads these parents again soon. */
export function touch({ stale, wake }: Session, ...ids: readonly (GlobalId | 'all')[]): void {
  for (const id of ids) stale.add(id);
  // mutant: no-reading-after-a-change
  wake.put({});
}

export const crashAlert = (): Action => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

/** Starts a task that outlives its watcher: a request that changes something is never given up. */
export function beside<A extends unknown[]>(ports: Ports, task: (...args: A) => Generator, ...args: A) {
  return alongside({ ports, alert: crashAlert }, task, ...args);
}
