import { fork, put, select, takeEvery, takeLatest } from 'typed-redux-saga';
import { SERVER_FAULT_TEXT } from '../access/load.ts';
import type { Ports } from '../ports/index.ts';
import { withNotice } from '../store/index.ts';
import { epicActions, epicAlert } from './actions.ts';
import { EPIC_ERRORS } from './rules.ts';
import { nameNewEpicPlace, toggleState, watchDeletions, watchNewEpics } from './saga-edit.ts';
import { loadEpicList } from './saga-list.ts';
import { watchPage } from './saga-page.ts';
import type { EpicState } from './slice.ts';

/**
 * The pages about epics. Of several questions for a list, and of several pages, the latest wins. The change of one epic, and one form, is
 * sent once at a time: what is asked for while it is under way is ignored, as its button is disabled; those of others go beside it.
 */
export function* epicSaga(ports: Ports): Generator {
  yield* settleInterrupted();
  yield* takeLatest([epicActions.epicListOpened.type, epicActions.epicListRetried.type], loadEpicList, ports);
  yield* takeEvery(epicActions.epicStateToggled.type, toggleState, ports);
  yield* takeLatest(epicActions.newEpicOpened.type, nameNewEpicPlace, ports);
  yield* fork(watchNewEpics, ports);
  yield* fork(watchDeletions, ports);
  yield* fork(watchPage, ports);
}

/** A restarted watcher cannot know what became of a change that was being sent: it says so. */
function* settleInterrupted(): Generator {
  const { page, newEpic, deletion } = yield* select((state: { epic: EpicState }) => state.epic);
  if (page.epic !== null && page.stateChange === 'sending') {
    yield* put(withNotice(epicActions.epicStateChangeFailed({ id: page.epic.id }), epicAlert(EPIC_ERRORS.state)));
  }
  if (newEpic.status === 'sending') {
    yield* put(epicActions.newEpicRefused({ text: SERVER_FAULT_TEXT, answered: false }));
  }
  if (page.epic !== null && deletion.status === 'sending') {
    yield* put(epicActions.epicDeletionFailed({ id: page.epic.id, text: SERVER_FAULT_TEXT }));
  }
}
