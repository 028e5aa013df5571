import type { TreeSlices } from '../state.ts';
import type { Ports } from '../../ports/index.ts';
import { buffers, channel, type Task } from 'redux-saga';
import type { GlobalId } from '../../work-item/types.ts';
import { noticeActions } from '../../notice/index.ts';
import { keyOf } from '../../query/index.ts';
import { withMeta, type Stamped, type AnyAction } from '../../store/action.ts';
import { sleep } from '../../store/effects.ts';
import { get } from '../../table/index.ts';
import { call, cancel, fork, put, select, take, takeEvery, type SagaGenerator } from 'typed-redux-saga';
import { treeActions, treeAnswers } from '../actions.ts';
import { indexIn, standsThere } from '../order.ts';
import { EXPAND_DELAY } from '../rules.ts';
import { dropFor, moveText, needsRest, planDrop, selectCanDrag } from '../select/moves.ts';
import { childrenOf, selectList, treeReads } from '../reads.ts';
import { selectShown, selectTree } from '../select/view.ts';

type Drop = Parameters<typeof planDrop>[1];

const selectView = (state: TreeSlices) => ({
  visible: selectShown(state),
  tree: state.tree,
  pending: state.pending,
  queries: state.queries,
});

const isPlacing = (action: { readonly type: string }): boolean =>
  treeActions.dropped.match(action) || treeActions.moveChosen.match(action);

/** Drops and choices of the menu end in one kind of action (TR-14.28), at once: none comes in between, so that this loop misses none. */
export function* watchPlacing(): Generator {
  for (;;) {
    const action = yield* take(isPlacing);
    const view = yield* select(selectView);
    if (treeActions.moveChosen.match(action) && needsRest(view, action.payload)) continue;
    yield* place(
      view,
      treeActions.moveChosen.match(action) ? dropFor(view, action.payload) : (action as Stamped<Drop>).payload,
    );
  }
}

/** RP-02.215: what comes back stands first; it goes between its former neighbours, if one of them is still there. A part of the restoral, no edit of its own. */
export function* watchRestored(): Generator {
  yield* takeEvery(treeActions.childRestored.committed.match, function* ({ payload }): Generator {
    const { id: childId, parentId, before, after } = payload.asked;
    const { confirmed } = yield* select((state: TreeSlices) => state);
    const order = get(confirmed.orders, parentId);
    const item = get(confirmed.items, childId);
    if (order === undefined || item === undefined) return;
    const there = (neighbour: string | null): boolean => neighbour !== null && indexIn(order.ids, neighbour) >= 0;
    if (!there(before) && !there(after)) return;
    if (standsThere(order, childId, item.state !== 'closed', before, after)) return;
    const move = treeActions.childMoved({ childId, fromParentId: parentId, parentId, before, after });
    yield* put(withMeta(move, { origin: 'server' }));
  });
}

/** TR-16.22: the view offers no drag without the right; a stray action changes nothing either. */
function* place(view: ReturnType<typeof selectView>, drop: Drop | null): Generator {
  const move = drop === null || !selectCanDrag(view, drop.id) ? null : planDrop(view, drop);
  if (move === null) return;
  yield* put(treeActions.childMoved(move));
  // TR-16.34: the item is nowhere on the page now.
  if (move.outside !== undefined) yield* put(noticeActions.raised({ kind: 'toast', text: moveText(view, move) }));
}

/** TR-16.30: towards the end of a list that was not read to its end, the rest of it is read first; one choice after the other, none given up. */
export function* watchMovesToEnd(): Generator {
  const waiting = channel<Parameters<typeof needsRest>[1]>(buffers.expanding());
  yield* takeEvery(treeActions.moveChosen.match, function* ({ payload }): Generator {
    if (needsRest(yield* select(selectView), payload)) waiting.put(payload);
  });
  for (;;) {
    const choice = yield* take(waiting);
    if (!(yield* readToEnd(choice.parentId))) continue;
    const view = yield* select(selectView);
    yield* place(view, dropFor(view, choice));
  }
}

/** TR-16.30: every page that a parent has left. False where one of them could not be read; that was told. */
function* readToEnd(parentId: GlobalId): SagaGenerator<boolean> {
  const { root } = yield* select(selectTree);
  if (root === null) return false;
  const queryKey = keyOf(treeReads.children, childrenOf(root, parentId));
  const isOver = (action: AnyAction): boolean => {
    const reads = action.meta?.reads;
    return reads?.queryKey === queryKey && reads.step !== 'asked';
  };
  const listOf = (state: TreeSlices) => selectList(state, parentId);
  for (;;) {
    const { next, loadingMore, status } = yield* select(listOf);
    if (next === null || status !== 'ready') return next === null && status === 'ready';
    if (!loadingMore) yield* put(withMeta(treeActions.nextPageAsked({ parentId }), { origin: 'server' }));
    do yield* take(isOver);
    while ((yield* select(listOf)).loadingMore);
    if (JSON.stringify((yield* select(listOf)).next) === JSON.stringify(next)) return false;
  }
}

const isDragging = (action: { readonly type: string }): boolean =>
  treeActions.dragMoved.match(action) ||
  treeActions.dragStarted.match(action) ||
  treeActions.dropped.match(action) ||
  treeActions.dragCancelled.match(action);

/** TR-16.20: over a collapsed parent in a drag, the parent opens once the pointer has been still for the delay. */
export function* watchHover(ports: Ports): Generator {
  let timer: Task | null = null;
  let last = '';
  for (;;) {
    const action = yield* take(isDragging);
    const pointer = treeActions.dragMoved.match(action) ? JSON.stringify(action.payload) : '';
    if (pointer !== '' && pointer === last) continue;
    last = pointer;
    if (timer !== null) yield* cancel(timer);
    timer = null;
    const overId = treeActions.dragMoved.match(action) ? action.payload.overId : null;
    if (overId !== null && (yield* select(opensUnder(overId)))) timer = yield* fork(openLater, ports, overId);
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
      (item.hasChildren === true || item.hasIssues === true) &&
      get(state.tree.expansion, id) !== 'expanded'
    );
  };

function* openLater(ports: Ports, id: GlobalId): Generator {
  yield* call(sleep, ports.clock, EXPAND_DELAY);
  yield* put(treeAnswers.itemExpanded({ id }));
}
