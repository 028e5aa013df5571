import type { MoveChoice, TreeSlices } from '../state.ts';
import type { Ports } from '../../ports/index.ts';
import { buffers, channel } from 'redux-saga';
import type { GlobalId } from '../../work-item/types.ts';
import { noticeActions } from '../../notice/index.ts';
import { selectVisible } from '../../mutation/index.ts';
import { keyOf } from '../../query/index.ts';
import { withMeta, type AnyAction, type Stamped } from '../../store/action.ts';
import { sleep } from '../../store/effects.ts';
import { get } from '../../table/index.ts';
import { call, put, select, take, takeEvery, takeLatest, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { opensIn } from '../children.ts';
import { indexIn, standsThere } from '../order.ts';
import { EXPAND_DELAY, type ChildDrop } from '../rules.ts';
import { dropFor, moveText, needsRest, planDrop, selectCanDrag } from '../select/moves.ts';
import { childrenOf, selectList, treeReads } from '../reads.ts';
import { madeIn } from '../../store/action.ts';
import { placeShowing, treeIn } from '../place.ts';
import { inPlace, type Place } from '../../store/place.ts';
import { viewIn, type TreeView } from '../select/view.ts';

/** Drops and choices of the menu end in one kind of action (TR-14.28), at once: none comes in between, so that this loop misses none. */
export function* watchPlacing(): Generator {
  for (;;) {
    const action = yield* take([treeActions.dropped.type, treeActions.moveChosen.type]);
    const view = yield* select(viewIn((action as Stamped).meta.place));
    if (treeActions.dropped.match(action)) yield* place(view, action.payload);
    if (!treeActions.moveChosen.match(action) || needsRest(view, action.payload)) continue;
    yield* place(view, dropFor(view, action.payload));
  }
}

/** RP-02.215: what comes back stands first, in a work item last; it goes between its former neighbours, if one of them is still there. A part of the restoral, no edit of its own. */
export function* watchRestored(): Generator {
  yield* takeEvery(treeActions.childRestored.committed.match, function* ({ payload }): Generator {
    const { id: childId, parentId, before, after } = payload.asked;
    const state = yield* select((whole: TreeSlices) => whole);
    const { confirmed } = state;
    const order = get(confirmed.orders, parentId);
    const item = get(confirmed.items, childId);
    if (order === undefined || item === undefined) return;
    const there = (neighbour: string | null): boolean => neighbour !== null && indexIn(order.ids, neighbour) >= 0;
    if (!there(before) && !there(after)) return;
    if (standsThere(order, childId, item.state !== 'closed', payload.asked)) return;
    const move = treeActions.childMoved({ childId, fromParentId: parentId, parentId, before, after });
    yield* put(madeIn(withMeta(move, { origin: 'server' }), placeShowing(state, parentId)));
  });
}

/** TR-16.22: the view offers no drag without the right; a stray action changes nothing either. */
function* place(view: TreeView, drop: ChildDrop | null): Generator {
  const move = drop === null || !selectCanDrag(view, drop.id) ? null : planDrop(view, drop);
  if (move === null) return;
  yield* put(madeIn(treeActions.childMoved(move), view.tree.root?.place));
  // TR-16.34: the item is nowhere on the page now.
  if (move.outside !== undefined) yield* put(noticeActions.raised({ kind: 'toast', text: moveText(view, move) }));
}

/** TR-16.30: towards the end of a list that was not read to its end, the rest of it is read first; one choice after the other, none given up. */
export function* watchMovesToEnd(at: Place): Generator {
  const waiting = channel<MoveChoice>(buffers.expanding());
  yield* takeEvery(treeActions.moveChosen.match, function* ({ payload, meta }): Generator {
    if (meta.place === at && needsRest(yield* select(viewIn(at)), payload)) waiting.put(payload);
  });
  for (;;) {
    const choice = yield* take(waiting);
    if (!(yield* readToEnd(choice.parentId, at))) continue;
    const view = yield* select(viewIn(at));
    yield* place(view, dropFor(view, choice));
  }
}

/** TR-16.30: every page that a parent has left. False where one of them could not be read; that was told. */
function* readToEnd(parentId: GlobalId, at: Place): SagaGenerator<boolean> {
  const { root } = yield* select(treeIn(at));
  if (root === null) return false;
  const queryKey = keyOf(treeReads.children, childrenOf(root, parentId));
  const isOver = (action: AnyAction): boolean => {
    const reads = action.meta?.reads;
    return reads?.queryKey === queryKey && reads.step !== 'asked';
  };
  const listOf = (state: TreeSlices) => selectList(inPlace(state, at), parentId);
  for (;;) {
    const { next, loadingMore, status } = yield* select(listOf);
    if (next === null || status !== 'ready') return next === null && status === 'ready';
    if (!loadingMore) yield* put(madeIn(withMeta(treeActions.nextPageAsked({ parentId }), { origin: 'server' }), at));
    do yield* take(isOver);
    while ((yield* select(listOf)).loadingMore);
    if (JSON.stringify((yield* select(listOf)).next) === JSON.stringify(next)) return false;
  }
}

/** TR-16.20: over a collapsed parent in a drag, the parent opens once the pointer has been still for the delay. */
export function* watchHover(ports: Ports, at: Place): Generator {
  const { dragStarted, dragMoved, dropped, dragCancelled } = treeActions;
  let last = '';
  const isOther = (action: AnyAction): boolean => {
    if (action.meta?.place !== at) return false;
    const before = last;
    if (dragMoved.match(action)) last = JSON.stringify(action.payload);
    else if ([dragStarted, dropped, dragCancelled].some(({ match }) => match(action))) last = '';
    else return false;
    return last === '' || last !== before;
  };
  yield* takeLatest(isOther as (action: { readonly type: string }) => boolean, function* (action): Generator {
    const overId = dragMoved.match(action) ? action.payload.overId : null;
    if (overId === null || !(yield* select(opensUnder(overId, at)))) return;
    yield* call(sleep, ports.clock, EXPAND_DELAY);
    yield* put(madeIn(treeAnswers.itemExpanded({ id: overId }), at));
  });
}

const opensUnder =
  (id: GlobalId, at: Place) =>
  (state: TreeSlices): boolean => {
    const { tree } = inPlace(state, at);
    const { drag, expansion } = tree;
    const isOver = drag !== null && drag.id !== id;
    return isOver && opensIn(tree, get(selectVisible(state).items, id)) && get(expansion, id) !== 'expanded';
  };
