import type { PollAnswer } from '../../polling/index.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { Session, TreeSlices } from './session.ts';
import { buffers, eventChannel } from 'redux-saga';
import { poll } from '../../polling/index.ts';
import { entries } from '../../table/index.ts';
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
  yield* takeEvery(treeAnswers.moveConfirmed.match, function* ({ payload: { move } }): Generator {
    yield* call(touch, session, move.fromParentId, move.parentId);
  });
  yield* takeEvery(treeAnswers.moveRefused.match, function* ({ payload: { move, unknown } }): Generator {
    if (unknown) yield* call(touch, session, move.fromParentId, move.parentId);
  });
  yield* poll(ports, {
    read: () => readStale(session),
    fallback: LIVE_INTERVAL,
    first: LIVE_INTERVAL,
    quiet: () => ports.realtime.connected(),
    wake,
  });
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
        touch(session, 'all');
      }
    });
    for (;;) {
      const action = yield* take(treeAnswers.childrenRead.match);
      const id = action.payload.parentId;
      if (!topics.has(id))
        topics.set(
          id,
          realtime.subscribe(id, () => touch(session, id)),
        );
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
  const ids = named.size === 0 || named.has('all') ? shown : shown.filter((id) => named.has(id));
  let last: PollAnswer | null = null;
  for (const id of ids) {
    try {
      last = (yield* call(refresh, session, id)) ?? last;
    } catch (error) {
      for (const left of ids.slice(ids.indexOf(id))) session.stale.add(left);
      throw error;
    }
  }
  return last;
}

/** The root and every expanded parent, the root first. */
function shownParents({ tree }: TreeSlices): readonly GlobalId[] {
  const rootId = tree.root?.id ?? null;
  if (rootId === null || tree.rootStatus !== 'ready') return [];
  const others: GlobalId[] = [];
  for (const [id, flags] of entries(tree.flags)) if (flags.loaded && flags.expanded && id !== rootId) others.push(id);
  return [rootId, ...others];
}
