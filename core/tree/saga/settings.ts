import type { Ports } from '../../ports/index.ts';
import { put, select, takeEvery } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { selectTree } from './session.ts';

/** TR-04.20: where the labels toggle is kept. */
export const LABELS_KEY = 'show-labels';

/** The storage may be full, absent or forbidden: then the toggle lasts as long as the session. */
export function stored(ports: Ports, key: string): string | null {
  try {
    return ports.storage.get(key);
  } catch (error) {
    ports.log.error('Cannot read from the storage', error);
    return null;
  }
}

export function store(ports: Ports, key: string, value: string): void {
  try {
    ports.storage.set(key, value);
  } catch (error) {
    ports.log.error('Cannot write to the storage', error);
  }
}

export function* watchSettings(ports: Ports): Generator {
  const kept = stored(ports, LABELS_KEY);
  const { labelsShown } = yield* select(selectTree);
  yield* put(
    treeAnswers.settingsRead({
      labelsShown: kept === null ? labelsShown : kept === 'true',
      today: ports.clock.today(),
    }),
  );
  yield* takeEvery(treeActions.labelsToggled.match, function* (): Generator {
    const tree = yield* select(selectTree);
    store(ports, LABELS_KEY, String(tree.labelsShown));
  });
}
