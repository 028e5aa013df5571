import type { Place } from '../../store/place.ts';
import type { Ports } from '../../ports/index.ts';
import type { Task } from 'redux-saga';
import { cancel, fork, select, take, takeEvery } from 'typed-redux-saga';
import { treeActions } from '../actions.ts';
import { WORK_ITEM_TREE_ERRORS } from '../rules.ts';
import { watchChildren } from './live.ts';
import { ofPlace, placeOf, treeIn } from '../place.ts';
import { watchHover, watchMovesToEnd, watchPlacing, watchRestored } from './place.ts';
import { rememberProject, watchSettings } from './settings.ts';

/** The tree's watcher: what is read, and moves, at any time, everything else while a tree is open. */
export function* treeSaga(ports: Ports): Generator {
  yield* fork(watchChildren, ports, undefined);
  yield* fork(watchChildren, ports, 'over' as const);
  yield* fork(watchPlacing);
  yield* fork(watchRestored);
  yield* takeEvery(treeActions.removeConfirmed.refused.match, function ({ payload: { asked, failure } }) {
    // TR-25.21
    if (asked.kind === 'item') ports.log.error(WORK_ITEM_TREE_ERRORS.removeChild, failure);
  });
  yield* takeEvery(treeActions.formSubmitted.committed.match, function* (action): Generator {
    const { asked } = action.payload;
    // TR-11.25: the project is remembered for the next time.
    if (asked.form !== 'createIssue') return;
    const { config } = yield* select(treeIn(placeOf(action)));
    rememberProject(ports, config.username, asked.project);
  });
  yield* fork(watchSessions, ports, undefined);
  yield* fork(watchSessions, ports, 'over' as const);
}

function* watchSessions(ports: Ports, place: Place): Generator {
  const isEnd = ofPlace(place, [treeActions.opened.type, treeActions.closed.type]);
  // After a crash the open tree goes on.
  const { root } = yield* select(treeIn(place));
  let running: Task | null = root === null ? null : yield* fork(runSession, ports, place);
  for (;;) {
    const action = yield* take(isEnd as (action: { readonly type: string }) => boolean);
    if (running !== null) yield* cancel(running);
    running = treeActions.opened.match(action) ? yield* fork(runSession, ports, place) : null;
  }
}

function* runSession(ports: Ports, place: Place): Generator {
  yield* fork(watchSettings, ports, place);
  yield* fork(watchHover, ports, place);
  yield* fork(watchMovesToEnd, place);
}
