import type { Ports } from '../ports/index.ts';
import { call, fork, race, select, take } from 'typed-redux-saga';
import { linkActions } from './actions.ts';
import { watchBlockers } from './saga-blockers.ts';
import { selectLink, untilLeft, watchSection, watchTyping } from './saga-read.ts';

/** The watcher of the linked items: the questions of popovers at any time, everything else while a section is open. */
export function* linkSaga(ports: Ports): Generator {
  yield* fork(watchBlockers, ports);
  yield* fork(watchSection, ports);
  for (;;) {
    // After a crash the open section goes on.
    const { subject } = yield* select(selectLink);
    if (subject === null) yield* take(linkActions.opened.match);
    else yield* race({ left: call(untilLeft, subject), typing: call(watchTyping, ports, subject) });
  }
}
