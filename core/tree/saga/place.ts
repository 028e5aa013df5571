import type { Session, TreeSlices } from './session.ts';
import type { Task } from 'redux-saga';
import type { GlobalId } from '../../work-item/types.ts';
import { sleep } from '../../store/effects.ts';
import { get } from '../../table/index.ts';
import { call, cancel, fork, put, select, take, takeEvery } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { EXPAND_DELAY } from '../rules.ts';
import { dropFor, planDrop, selectCanDrag } from '../select/moves.ts';
import { flagsOf } from '../slice.ts';
import { selectShown } from './session.ts';

const selectView = (state: TreeSlices) => ({ visible: selectShown(state), tree: state.tree });

/** Drops and choices of the menu end in one kind of action (TR-14.28), at once. */
export function* watchPlacing(): Generator {
  yield* takeEvery(treeActions.dropped.match, function* ({ payload }): Generator {
    yield* call(moveTo, payload);
  });
  yield* takeEvery(treeActions.moveChosen.match, function* ({ payload }): Generator {
    const drop = dropFor(yield* select(selectView), payload);
    if (drop !== null) yield* call(moveTo, drop);
  });
}

function* moveTo(drop: Parameters<typeof planDrop>[1]): Generator {
  const view = yield* select(selectView);
  // TR-16.22: the view offers no drag without the right; a stray action changes nothing either.
  if (!selectCanDrag(view, drop.id)) return;
  const move = planDrop(view, drop);
  if (move !== null) yield* put(treeActions.childMoved(move));
}

/** TR-16.20: over a collapsed parent in a drag, the parent opens once the pointer has been still for the delay. */
export function* watchHover(session: Session): Generator {
  let timer: Task | null = null;
  let last = '';
  for (;;) {
    const action = yield* take([
      treeActions.dragStarted.type,
      treeActions.dragMoved.type,
      treeActions.dropped.type,
      treeActions.dragCancelled.type,
    ]);
    const pointer = treeActions.dragMoved.match(action) ? JSON.stringify(action.payload) : '';
    if (pointer !== '' && pointer === last) continue;
    last = pointer;
    if (timer !== null) yield* cancel(timer);
    timer = null;
    const overId = treeActions.dragMoved.match(action) ? action.payload.overId : null;
    if (overId !== null && (yield* select(opensUnder(overId)))) timer = yield* fork(openLater, session, overId);
  }
}

const opensUnder =
  (id: GlobalId) =>
  (state: TreeSlices): boolean => {
    const item = get(selectShown(state).items, id);
    const { drag } = state.tree;
    return (
      drag !== null &&
      drag.id !== id &&
      item !== undefined &&
      (item.hasChildren || item.hasIssues) &&
      !flagsOf(state.tree, id).expanded
    );
  };

function* openLater({ ports }: Session, id: GlobalId): Generator {
  yield* call(sleep, ports.clock, EXPAND_DELAY);
  yield* put(treeAnswers.itemExpanded({ id }));
}
