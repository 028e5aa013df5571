import type { Ports } from '../ports/index.ts';
import { fork } from 'typed-redux-saga';
import { watchRecent } from './recent.ts';
import { watchSearch } from './saga-search.ts';
import { watchUndo } from './saga-undo.ts';

/** The palette's searches, the places that are remembered, and taking edits back. */
export function* commandSaga(ports: Ports): Generator {
  yield* fork(watchUndo);
  yield* fork(watchSearch, ports);
  yield* fork(watchRecent, ports);
}
