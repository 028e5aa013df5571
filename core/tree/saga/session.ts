import type { Ports } from '../../ports/index.ts';
import type { Event } from '../../store/action.ts';
import type { Intent } from '../../sync/index.ts';
import type { Table } from '../../table/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { Channel, Task } from 'redux-saga';
import type { ConfirmedTree, TreeState } from '../state.ts';
import { NOTICE, noticeActions } from '../../notice/index.ts';
import { alongside } from '../../store/supervise.ts';
import { get } from '../../table/index.ts';
import { createVisible } from '../../sync/index.ts';
import { TreeAdapter } from '../../api/adapter.ts';
import { buffers, channel } from 'redux-saga';
import { treeIntents } from '../intents.ts';

/** The part of the state that the tree's sagas read. */
export interface TreeSlices {
  readonly confirmed: ConfirmedTree;
  readonly pending: readonly Intent[];
  readonly stamps: Table<number>;
  readonly tree: TreeState;
}

export const selectTree = (state: TreeSlices): TreeState => state.tree;
export const selectConfirmed = (state: TreeSlices): ConfirmedTree => state.confirmed;

const visible = createVisible(treeIntents);
/** What is shown, as far as the tree's own intents go. */
export const selectShown = (state: TreeSlices): ConfirmedTree => visible(state.confirmed, state.pending);

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
  wake.put({});
}

/** The other parents in whose lists these items stand now. */
export function holdersOf(
  { orders, parents }: ConfirmedTree,
  parentId: GlobalId,
  items: readonly { readonly id: GlobalId }[],
): readonly GlobalId[] {
  const holders = new Set<GlobalId>();
  for (const { id } of items) {
    const holder = get(parents, id);
    if (holder !== undefined && holder !== parentId && get(orders, holder) !== undefined) holders.add(holder);
  }
  return [...holders];
}

export const crashAlert = (): Event => noticeActions.raised({ kind: 'danger', text: NOTICE.ours, scope: 'page' });

/** Starts a task that outlives its watcher: a request that changes something is never given up. */
export function beside<A extends unknown[]>(ports: Ports, task: (...args: A) => Generator, ...args: A) {
  return alongside({ ports, alert: crashAlert }, task, ...args);
}

/** The group and the number of the epic that an open form belongs to; null where they are not known. */
export function parentPlace(
  { tree: { root }, confirmed }: TreeSlices,
  { parentId }: { readonly parentId: GlobalId },
): { readonly fullPath: string; readonly iid: string } | null {
  const item = get(confirmed.items, parentId);
  const iid = parentId === root?.id ? root.iid : item?.iid;
  const fullPath = item?.group?.fullPath ?? root?.fullPath;
  return iid === undefined || fullPath === undefined ? null : { fullPath, iid };
}
