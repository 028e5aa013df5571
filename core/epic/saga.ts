import { fork } from 'typed-redux-saga';
import type { Ports } from '../ports/index.ts';
import { observe } from '../query/index.ts';
import { epicActions } from './actions.ts';
import { epicList, listAsked } from './queries.ts';
import { watchEdits } from './saga-edit.ts';
import { watchPage } from './saga-page.ts';

/**
 * The pages about epics. Of several questions for a list, and of several pages, the latest wins. The change of one epic, and one form, is
 * sent once at a time: what is asked for while it is under way is ignored, as its button is disabled; those of others go beside it.
 */
export function* epicSaga(ports: Ports): Generator {
  yield* fork(observeList, ports);
  yield* fork(watchEdits, ports);
  yield* fork(watchPage, ports);
}

/** The address of the list is the query. */
const observeList = (ports: Ports) =>
  observe(ports, epicList, {
    params: listAsked,
    opened: epicActions.epicListOpened.type,
    again: epicActions.epicListRetried.type,
  });
