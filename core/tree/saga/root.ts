import type { Ports } from '../../ports/index.ts';
import type { Task } from 'redux-saga';
import type { Stamped } from '../../store/action.ts';
import type { TreeSlices } from '../state.ts';
import type { Session } from './session.ts';
import { get } from '../../table/index.ts';
import { call, cancel, fork, select, take, takeEvery } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { flagsOf } from '../slice.ts';
import { WORK_ITEM_TREE_ERRORS } from '../rules.ts';
import { watchLive } from './live.ts';
import { watchLookups } from './lookups.ts';
import { watchMoveTargets } from './move-targets.ts';
import { watchHover, watchMovesToEnd, watchPlacing, watchRestored } from './place.ts';
import { readFirst, readNext } from './read.ts';
import { openSession, selectTree, touch } from './session.ts';
import { rememberProject, watchSettings } from './settings.ts';

/** The tree's watcher: moves at any time, everything else while a tree is open. */
export function* treeSaga(ports: Ports): Generator {
  yield* fork(watchPlacing);
  yield* fork(watchRestored);
  yield* takeEvery(treeActions.removeConfirmed.refused.match, function ({ payload: { asked, failure } }) {
    // TR-25.21
    if (asked.kind === 'item') ports.log.error(WORK_ITEM_TREE_ERRORS.removeChild, failure);
  });
  yield* takeEvery(treeActions.formSubmitted.committed.match, function* ({ payload: { asked } }): Generator {
    // TR-11.25: the issue's project is remembered for the next time.
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
  const session = openSession(ports);
  yield* fork(watchSettings, ports);
  yield* takeEvery([treeActions.itemToggled.type, treeAnswers.itemExpanded.type], function* (action): Generator {
    yield* call(expand, session, (action as Stamped<{ id: string }>).payload.id);
  });
  yield* takeEvery(treeActions.nextPageAsked.match, ({ payload }) => readNext(session, payload.parentId));
  yield* takeEvery(treeActions.retried.match, () => readRoot(session));
  yield* fork(watchLookups, session);
  yield* fork(watchHover, session);
  yield* fork(watchMovesToEnd, session);
  yield* fork(watchMoveTargets, session);
  yield* fork(watchLive, session);
  yield* fork(readRoot, session);
}

/** TR-05.21: the first toggle fetches; later ones only flip the flag, which the reducer does. */
export function* expand(session: Session, id: string): Generator {
  const { tree, confirmed } = yield* select((state: TreeSlices) => state);
  const flags = flagsOf(tree, id);
  const item = get(confirmed.items, id);
  if (flags.expanded && session.unread.has(id)) touch(session, id);
  if (item === undefined || flags.loaded || flags.loading || !(item.hasChildren || item.hasIssues)) return;
  yield* call(readFirst, session, id);
}

function* readRoot(session: Session): Generator {
  const id = yield* select((state: TreeSlices) => state.tree.root?.id ?? null);
  yield* call(readFirst, session, id);
}
