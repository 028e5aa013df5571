import type { Ports } from '../../ports/index.ts';
import type { Event } from '../../store/action.ts';
import type { Intent } from '../../sync/index.ts';
import type { Channel } from 'redux-saga';
import type { GlobalId } from '../../work-item/types.ts';
import type { MoveIntent } from '../rules.ts';
import type { ChildOrder, ConfirmedTree } from '../state.ts';
import type { TreeSlices } from './session.ts';
import type {
  EpicTreeReorderMutationVariables,
  WorkItemUpdateMutationVariables,
} from '../../api/generated/operations.ts';
import { EpicTreeReorderOperation, WorkItemUpdateOperation } from '../../api/generated/operations.ts';
import { abortable, isUncertain, isWireError, messagesOf, withMeta, withNotice } from '../../store/index.ts';
import { syncEvents } from '../../sync/index.ts';
import { get } from '../../table/index.ts';
import { firstError, treeEntityId } from '../../work-item/rules.ts';
import { buffers, channel } from 'redux-saga';
import { call, put, select, take } from 'typed-redux-saga';
import { treeActions, treeAlert, treeAnswers } from '../actions.ts';
import { EMPTY_ORDER, indexIn } from '../order.ts';
import { reorderInput, TREE_ERRORS } from '../rules.ts';
import { findGone, mayMeanGone } from './gone.ts';
import { beside, holdersOf, selectConfirmed, selectTree } from './session.ts';

const isMove = (intent: Intent): intent is Intent<MoveIntent> => intent.kind === treeActions.childMoved.type;

/** The moves of one tree that wait or are on their way. */
interface Line {
  readonly waiting: Channel<string>;
  readonly ids: Set<string>;
}

/** By ports, that is by planner: a line outlives its watcher, so a restarted watcher finds what is being asked already. */
const linesOf = new WeakMap<Ports, Map<string, Line>>();

/**
 * Moves wait in one line per tree: one is on its way at a time, in the order in which they were made (TR-14.24). The line works beside this watcher: a
 * request that changes something outlives it. (Here and below generators are delegated to, not called: every call is a task of its own, and tasks are
 * what a move costs most.)
 */
export function* watchMoves(ports: Ports): Generator {
  const lines = linesOf.get(ports) ?? new Map<string, Line>();
  linesOf.set(ports, lines);
  // Moves that nobody asks any more (of a session before this one, say) are asked again, with their keys.
  const asked = new Set([...lines.values()].flatMap(({ ids }) => [...ids]));
  const left = yield* select(({ pending }: TreeSlices) => pending.filter((it) => isMove(it) && !asked.has(it.id)));
  for (const { id } of left) yield* queue(ports, lines, id, '');
  for (;;) {
    const action = yield* take(treeActions.childMoved.match);
    const tree = yield* select(selectTree);
    yield* queue(ports, lines, action.meta.id ?? '', tree.root?.id ?? '');
  }
}

function* queue(ports: Ports, lines: Map<string, Line>, intentId: string, tree: string) {
  let line = lines.get(tree);
  if (line === undefined) {
    line = { waiting: channel<string>(buffers.expanding()), ids: new Set() };
    lines.set(tree, line);
    yield* beside(ports, work, ports, line);
  }
  line.ids.add(intentId);
  line.waiting.put(intentId);
}

/** Sends one after the other, for as long as the planner lives. */
function* work(ports: Ports, { waiting, ids }: Line): Generator {
  for (;;) {
    const intentId = yield* take(waiting);
    try {
      yield* sendMove(ports, intentId);
    } catch (error) {
      ports.log.error('A move failed in a way that it does not know', error);
      yield* giveUp(ports, intentId);
    } finally {
      ids.delete(intentId);
    }
  }
}

/** TR-14.31: whatever comes of it, the line goes on. */
function* giveUp(ports: Ports, intentId: string): Generator {
  try {
    const intent = yield* select(selectIntent(intentId));
    if (intent !== undefined) yield* put(refusedBy(intent, null));
  } catch (fault) {
    ports.log.error('A move that failed cannot be refused', fault);
  }
}

const selectIntent =
  (intentId: string) =>
  ({ pending }: TreeSlices): Intent<MoveIntent> | undefined =>
    pending.find((intent): intent is Intent<MoveIntent> => intent.id === intentId && isMove(intent));

/** Sends one move; that it is answered in the end, and is said again in the same words, is the gate's (RP-02.28). */
export function* sendMove(ports: Ports, intentId: string): Generator {
  const state = yield* select((whole: TreeSlices) => whole);
  const intent = selectIntent(intentId)(state);
  if (intent === undefined) return;
  if (intent.status !== 'sent') yield* put(syncEvents.intentSent({ intentId }));
  // The request says what is true now: earlier moves of this tree have been answered.
  const asked = requestOf(state.confirmed, intent);
  try {
    const errors = yield* send(ports, intentId, asked);
    const error = firstError(errors);
    if (error === null) yield* put(confirmedBy(intent, yield* takenFrom(intent)));
    else yield* refuse(ports, intent, asked, error, errors.find(mayMeanGone));
  } catch (error) {
    const text = firstError(messagesOf(error));
    if (isUncertain(error)) yield* put(refusedBy(intent, text, { unknown: true }));
    else yield* refuse(ports, intent, asked, text, error);
  }
}

/** TR-14.32: what has gone is told instead of what the server says of it. */
function* refuse(ports: Ports, intent: Intent<MoveIntent>, asked: MoveRequest, error: string | null, why: unknown) {
  let gone: string | null = null;
  try {
    if (mayMeanGone(why)) gone = yield* findGone(ports, intent.payload, asked.beside);
  } catch (fault) {
    // It cannot be found out now: the server's words stand.
    if (!isWireError(fault)) throw fault;
  }
  yield* put(refusedBy(intent, gone ?? error, gone === null ? {} : { gone: true }));
}

type MoveRequest = (
  | { readonly item: WorkItemUpdateMutationVariables['input'] }
  | { readonly epic: EpicTreeReorderMutationVariables['input'] }
) & {
  /** The sibling that it names. */
  readonly beside: GlobalId | null;
};

function requestOf(confirmed: ConfirmedTree, { payload }: Intent<MoveIntent>): MoveRequest {
  const move = currentMove(confirmed, payload);
  const order = get(confirmed.orders, move.parentId) ?? EMPTY_ORDER;
  const item = get(confirmed.items, move.childId);
  const neighbours = neighboursIn(order, move, item?.state !== 'closed');
  const beside = neighbours[0] ?? null;
  if (item !== undefined && item.type !== 'epic' && item.epicIssueId === null) {
    return { beside, item: { id: move.childId, hierarchyWidget: hierarchyWidget(move, neighbours) } };
  }
  return { beside, epic: reorderInput(move, neighbours, (itemId) => entityId(confirmed, itemId)) };
}

function* send(ports: Ports, intentId: string, asked: MoveRequest) {
  const options = { idempotencyKey: intentId };
  if ('item' in asked) {
    const input = asked.item;
    const answer = yield* call(() => abortable(ports.graphql.request(WorkItemUpdateOperation, { input }, options)));
    return answer.data.workItemUpdate?.errors ?? [];
  }
  const input = asked.epic;
  const answer = yield* call(() => abortable(ports.graphql.request(EpicTreeReorderOperation, { input }, options)));
  return answer.data.epicTreeReorder?.errors ?? [];
}

/**
 * The part of a list that decides about the request: `reorderInput` looks at nothing else, and lists are long. Where both neighbours have left, the last
 * sibling of the child's own state, or of all (TR-14.10).
 */
function neighboursIn(order: ChildOrder, { childId, before, after }: MoveIntent, isOpen: boolean): readonly GlobalId[] {
  const { ids, open } = order;
  const present = (id: GlobalId | null): readonly GlobalId[] => (id !== null && indexIn(ids, id) >= 0 ? [id] : []);
  const found = present(before);
  if (found.length > 0) return found;
  const above = present(after);
  if (above.length > 0) return above;
  const lastUpTo = (end: number): GlobalId | undefined => (ids[end - 1] === childId ? ids[end - 2] : ids[end - 1]);
  const last = (isOpen ? lastUpTo(open) : undefined) ?? lastUpTo(ids.length);
  return last === undefined ? [] : [last];
}

const entityId = (confirmed: ConfirmedTree, id: GlobalId): GlobalId => {
  const item = get(confirmed.items, id);
  return item === undefined ? id : treeEntityId(item);
};

/** Somebody else may have moved the child meanwhile: the base of the request is the parent that holds it now. */
function currentMove(confirmed: ConfirmedTree, move: MoveIntent): MoveIntent {
  if (move.fromParentId === move.parentId) return move;
  return { ...move, fromParentId: get(confirmed.parents, move.childId) ?? move.fromParentId };
}

/** TR-19.20: work items say it in their hierarchy widget, where the position is the *moved* item's. */
function hierarchyWidget(move: MoveIntent, [adjacent]: readonly GlobalId[]) {
  const parent = move.fromParentId === move.parentId ? {} : { parentId: move.parentId };
  if (adjacent === undefined) return parent;
  const relativePosition = adjacent === move.before ? ('BEFORE' as const) : ('AFTER' as const);
  return { ...parent, adjacentWorkItemId: adjacent, relativePosition };
}

/** TR-05.30: a third parent out of whose list the fold takes the child: somebody else moved it there, before or after this move was made. */
function* takenFrom({ payload: { childId, fromParentId, parentId } }: Intent<MoveIntent>) {
  if (fromParentId === parentId) return [];
  const confirmed = yield* select(selectConfirmed);
  return holdersOf(confirmed, parentId, [{ id: childId }]).filter((id) => id !== fromParentId);
}

/** TR-14.25: folds the move and drops the intent in one action. */
const confirmedBy = ({ id, payload }: Intent<MoveIntent>, wrote: readonly GlobalId[]): Event =>
  withMeta(treeAnswers.moveConfirmed({ intentId: id, move: payload }), {
    settles: { intentId: id, as: 'confirmed' },
    ...(wrote.length === 0 ? {} : { wrote }),
  });

/** TR-14.26 and TR-15.23: drops the intent and raises the alert in one action; the server's own words stand below our text. */
const refusedBy = (
  { id, payload }: Intent<MoveIntent>,
  error: string | null,
  { unknown = false, ...gone }: { readonly unknown?: boolean; readonly gone?: true } = {},
): Event =>
  withNotice(
    withMeta(treeAnswers.moveRefused({ intentId: id, move: payload, unknown, ...gone }), {
      settles: { intentId: id, as: 'refused' },
    }),
    treeAlert(payload.fromParentId === payload.parentId ? TREE_ERRORS.reorder : TREE_ERRORS.move, error ?? undefined),
  );
