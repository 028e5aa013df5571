import { put, takeEvery } from 'typed-redux-saga';
import type { AnyAction } from '../store/action.ts';
import { readAgain } from '../text/save.ts';
import { checklistActions } from './actions.ts';

const { toggled } = checklistActions;

type Answered = ReturnType<typeof toggled.committed> | ReturnType<typeof toggled.refused>;

const isAnswered = (action: AnyAction): boolean => toggled.committed.match(action) || toggled.refused.match(action);

/** IE-06.45: whatever the answer, the item is read again. */
export function* checklistSaga(): Generator {
  yield* takeEvery(isAnswered, function* (action) {
    const { id, type } = (action as Answered).payload.asked;
    yield* put(readAgain({ id, type }));
  });
}
