import type { PollAnswer } from '../../query/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { Stamped } from '../../store/action.ts';
import type { ConfirmedTree } from '../state.ts';
import type { TreeSlices } from '../state.ts';
import type { Session } from './session.ts';
import { buffers, eventChannel } from 'redux-saga';
import { poll } from '../../query/index.ts';
import { entries, get } from '../../table/index.ts';
import { isUncertain } from '../../store/effects.ts';
import { call, cancelled, fork, put, select, take, takeEvery, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { refresh } from './read.ts';
import { selectTree, touch } from './session.ts';

/** TR-05.25: milliseconds between readings where the server names no interval and sends no pushes. */
export const LIVE_INTERVAL = 30_000;

/**
 * TR-05.25: an open tree stays true: parents are read again when a push names them, after the connection came back, after a change of ours, else by
 * polling. One reading after the other; nothing is taken in during a drag.
 */
export function* watchLive(session: Session): Generator {
  const { ports, wake } = session;
  yield* fork(watchPushes, session);
  yield* fork(watchAnswers, session);
  yield* poll(ports, {
    read: () => readStale(session),
    fallback: LIVE_INTERVAL,
    first: LIVE_INTERVAL,
    quiet: () => ports.realtime.connected(),
    wake,
  });
}

/** A move that was made, or that may have been: TR-14.25 and TR-14.23. */
const mayHaveMoved = (action: { readonly type: string }): boolean =>
  treeActions.childMoved.committed.match(action) ||
  (treeActions.childMoved.refused.match(action) && isUncertain(action.payload.failure));

/** TR-14.32: something is shown that is not there. A parent that is gone disappears with its own parent's list. */
const foundGone = (action: { readonly type: string }): boolean =>
  treeActions.childMoved.refused.match(action) && action.payload.found !== undefined;

/** TR-05.31: another domain has changed something that rows show, and names their parents. */
const wroteRows = ({ type, meta }: Stamped): boolean =>
  (meta?.invalidates ?? []).length > 0 && !type.startsWith('tree/');

/**
 * TR-05.33: whoever has been told of the change by a reading counts it a second time by the answer, also above the parent; and the tree may have been
 * opened anew since the change was asked for. So the tree that is open now reads all of it again. TR-13.32: also where nothing readable came of it.
 */
const changedSums = (action: { readonly type: string }): boolean =>
  [treeActions.formSubmitted, treeActions.removeConfirmed, treeActions.childRestored].some(
    ({ committed, refused }) =>
      committed.match(action) || (refused.match(action) && isUncertain(action.payload.failure)),
  );

/** A parent and all above it, as far as they are known. */
function withAbove({ parents }: ConfirmedTree, parentId: GlobalId): readonly GlobalId[] {
  const ids = new Set<GlobalId>();
  for (let at: GlobalId | undefined = parentId; at !== undefined && !ids.has(at); at = get(parents, at)) ids.add(at);
  return [...ids];
}

function* watchAnswers(session: Session): Generator {
  yield* takeEvery(
    (action: { readonly type: string }) => wroteRows(action as Stamped),
    function* ({ meta }: Stamped): Generator {
      const { confirmed } = yield* select((state: TreeSlices) => state);
      touch(session, ...(meta.invalidates ?? []).filter((id) => get(confirmed.orders, id) !== undefined));
    },
  );
  yield* takeEvery(
    (action: { readonly type: string }) => changedSums(action) || foundGone(action),
    function* (action): Generator {
      const { confirmed } = yield* select((state: TreeSlices) => state);
      touch(session, ...((action as Stamped).meta.invalidates ?? []).flatMap((id) => withAbove(confirmed, id)));
    },
  );
  for (;;) {
    const { meta } = (yield* take(mayHaveMoved)) as Stamped;
    touch(session, ...(meta.invalidates ?? []));
  }
}

/** Listens to the root and to every parent whose children are shown. */
function* watchPushes(session: Session): Generator {
  const { realtime } = session.ports;
  const topics = new Map<GlobalId, () => void>();
  const connection = eventChannel<{ readonly connected: boolean }>(
    (emit) => realtime.onConnection((connected) => emit({ connected })),
    buffers.sliding(1),
  );
  try {
    yield* fork(function* (): Generator {
      for (;;) {
        yield* take(connection);
        // Nothing is replayed: after a connection, and after its loss, everything shown is read again.
        // mutant: reconnection-unnoticed
        touch(session, 'all');
      }
    });
    for (;;) {
      const action = yield* take(treeAnswers.childrenRead.match);
      const id = action.payload.parentId;
      if (topics.has(id)) continue;
      const leave = realtime.subscribe(id, () => touch(session, id));
      topics.set(id, leave);
      // TR-05.26: what changed after this was read and before anybody listened is pushed to nobody.
      // mutant: no-listening-gap
      if (realtime.connected()) touch(session, id);
    }
  } finally {
    if (yield* cancelled()) connection.close();
    for (const leave of topics.values()) leave();
  }
}

/** The parents to read: those that were named, or all that are shown; the root first. */
function* readStale(session: Session): SagaGenerator<PollAnswer | null> {
  while ((yield* select(selectTree)).drag !== null) {
    yield* take([treeActions.dropped.type, treeActions.dragCancelled.type]);
  }
  const { today, labelsShown } = yield* select(selectTree);
  const day = session.ports.clock.today();
  if (day !== today) yield* put(treeAnswers.settingsRead({ labelsShown, today: day }));
  const shown = yield* select(shownParents);
  const named = new Set(session.stale);
  session.stale.clear();
  const everything = named.size === 0 || named.has('all');
  // mutant: push-of-the-root-only
  const ids = everything ? shown : shown.filter((id) => named.has(id));
  // mutant: collapsed-and-forgotten
  for (const id of yield* select(collapsedParents)) if (everything || named.has(id)) session.unread.add(id);
  let last: PollAnswer | null = null;
  for (const id of ids) {
    try {
      last = (yield* call(refresh, session, id)) ?? last;
      session.unread.delete(id);
    } catch (error) {
      for (const left of ids.slice(ids.indexOf(id))) session.stale.add(left);
      throw error;
    }
  }
  return last;
}

/** TR-05.27: what is folded away is not read, but remembered: it is read when it is opened again. */
function collapsedParents({ tree }: TreeSlices): readonly GlobalId[] {
  const ids: GlobalId[] = [];
  for (const [id, flags] of entries(tree.flags)) if (flags.loaded && !flags.expanded) ids.push(id);
  return ids;
}

/** The root and every expanded parent, the root first. */
function shownParents({ tree }: TreeSlices): readonly GlobalId[] {
  const rootId = tree.root?.id ?? null;
  if (rootId === null || tree.rootStatus !== 'ready') return [];
  const others: GlobalId[] = [];
  for (const [id, flags] of entries(tree.flags)) if (flags.loaded && flags.expanded && id !== rootId) others.push(id);
  return [rootId, ...others];
}
