import type { Ports } from '../../ports/index.ts';
import type { Task } from 'redux-saga';
import type { TreeSlices } from '../state.ts';
import { cancel, fork, select, take, takeEvery } from 'typed-redux-saga';
import { treeActions } from '../actions.ts';
import { WORK_ITEM_TREE_ERRORS } from '../rules.ts';
import { watchChildren } from './live.ts';
import { watchHover, watchMovesToEnd, watchPlacing, watchRestored } from './place.ts';
import { selectTree } from '../select/view.ts';
import { rememberProject, watchSettings } from './settings.ts';

/** The tree's watcher: what is read, and moves, at any time, everything else while a tree is open. */
export function* treeSaga(ports: Ports): Generator {
  yield* fork(watchChildren, ports);
  yield* fork(watchPlacing);
  yield* fork(watchRestored);
  yield* takeEvery(treeActions.removeConfirmed.refused.match, function ({ payload: { asked, failure } }) {
    // TR-25.21
    if (asked.kind === 'item') ports.log.error(WORK_ITEM_TREE_ERRORS.removeChild, failure);
  });
  yield* takeEvery(treeActions.formSubmitted.committed.match, function* ({ payload: { asked } }): Generator {
    // TR-11.25: the project is remembered for the next time.
    if (asked.form !== 'createIssue') return;
    const { config } = yield* select(selectTree);
    rememberProject(ports, config.username, asked.project);
  });
  // After a crash the open tree goes on.
  const open = yield* select((state: TreeSlices) => state.tree.root !== null);
  let running: Task | null = open ? yield* fork(runSession, ports) : null;
  for (;;) {
    const action = yield* take([treeActions.opened.type, treeActions.closed.type]);
    if (running !== null) yield* cancel(running);
    running = treeActions.opened.match(action) ? yield* fork(runSession, ports) : null;
  }
}

function* runSession(ports: Ports): Generator {
  yield* fork(watchSettings, ports);
  yield* fork(watchHover, ports);
  yield* fork(watchMovesToEnd);
}
