import type { GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { ChildOrder, ConfirmedTree, TreeSlices } from './state.ts';
import { EpicTreeReorderOperation, WorkItemUpdateOperation } from '../api/generated/operations.ts';
import { type Draft, define, graphql } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { type RelativePosition, firstError, treeEntityId } from '../work-item/rules.ts';
import { type ChildMove, treeActions, treeAlert } from './actions.ts';
import { holdersOf, takeOut, withKinds } from './children.ts';
import { EMPTY_ORDER, indexIn, placeInOrder } from './order.ts';
import { showing, toldAt } from './place.ts';
import { treeReads } from './reads.ts';
import { lineIn, shiftRollups } from './rollup.ts';
import { workItemId } from '../api/wire-parts.ts';
import { type MoveIntent, TREE_ERRORS } from './rules.ts';
import { moveUndo } from './undo.ts';

const stays = ({ fromParentId, parentId }: MoveIntent): boolean => fromParentId === parentId;

/** TR-14.24: the moves of a tree are sent one at a time; each request is built when it is sent. */
export const move = define(treeActions.childMoved, {
  scope: ({ rootId }) => `tree moves ${rootId}`,
  /** TR-05.30: also a third parent out of whose list the answer takes the child: somebody else moved it there, before or after this move was made. */
  invalidates: ({ childId, fromParentId, parentId }, { confirmed }: TreeSlices, done) => [
    ...new Set([fromParentId, parentId]),
    ...(done === null || fromParentId === parentId
      ? []
      : holdersOf(confirmed, parentId, [{ id: childId }]).filter((id) => id !== fromParentId)),
  ],
  accept: (state: TreeSlices, given: MoveIntent): ChildMove => ({
    ...given,
    rootId: showing(state, given.fromParentId).tree.root?.id ?? '',
  }),
  apply,
  request({ confirmed }: TreeSlices, asked) {
    const order = get(confirmed.orders, asked.parentId) ?? EMPTY_ORDER;
    const item = get(confirmed.items, asked.childId);
    const beside = anchorIn(order, asked, item?.state !== 'closed');
    const current = currentMove(confirmed, asked);
    if (item === undefined || item.type === 'epic' || item.epicIssueId != null) {
      const input = reorderInput(current, beside, (id) => entityId(confirmed, id));
      return graphql(EpicTreeReorderOperation, { input });
    }
    // TR-19.20: work items say it in their hierarchy widget, where the position is the *moved* item's.
    const hierarchyWidget = {
      ...(!stays(current) && { parentId: workItemId(asked.parentId) }),
      ...(beside !== null && {
        adjacentWorkItemId: workItemId(beside.id),
        relativePosition: beside.ends === 'after' ? ('BEFORE' as const) : ('AFTER' as const),
      }),
    };
    return graphql(WorkItemUpdateOperation, { input: { id: workItemId(asked.childId), hierarchyWidget } });
  },
  decode: () => true as const,
  commit: (draft: Draft<ConfirmedTree>, _, asked) => fold(draft, asked),
  /** TR-14.26 and TR-15.23: the server's own words stand below our text; TR-14.32: or what has gone. */
  error: (asked, { messages }, state: TreeSlices, gone) =>
    treeAlert(
      stays(asked) ? TREE_ERRORS.reorder : TREE_ERRORS.move,
      (gone as string | null) ?? firstError(messages),
      toldAt(state, asked.fromParentId),
    ),
  /** The lists say now whether it was made. */
  forgets: ({ fromParentId, parentId }, action) =>
    treeReads.children.received.match(action) && [fromParentId, parentId].includes(action.payload.data.parentId),
  undo: moveUndo,
});

function apply(draft: Draft<ConfirmedTree>, asked: MoveIntent): void {
  if (stays(asked)) reorder(draft, asked);
  else moveAcross(draft, asked);
}

/** TR-14.21: within one parent only its list changes, and only while the child is still in it. */
function reorder(draft: Draft<ConfirmedTree>, asked: MoveIntent): void {
  const { childId, parentId } = asked;
  const order = draft.get('orders', parentId);
  if (order === undefined) return;
  const at = indexIn(order.ids, childId);
  if (at < 0) return;
  draft.set('orders', parentId, placeInOrder(order, childId, at < order.open, asked));
}

/**
 * TR-15.20: the child leaves the parent that it is under now and enters the new one, with the counts of all ancestors shown. TR-15.21: where that would
 * make it its own ancestor, nothing happens. TR-15.25: a child that its list was read without is counted elsewhere already, perhaps by this very move:
 * then no count changes.
 */
function moveAcross(draft: Draft<ConfirmedTree>, asked: MoveIntent): void {
  const { childId, parentId } = asked;
  const item = draft.get('items', childId);
  if (item === undefined) return;
  const above = new Set(lineIn(draft, parentId));
  // mutant: move-below-itself
  if (above.has(childId)) return;
  const known = draft.get('parents', childId);
  const holder = known ?? asked.fromParentId;
  if (holder !== parentId) {
    if (known !== undefined) {
      const common = new Set([...lineIn(draft, holder)].filter((id) => above.has(id)));
      // mutant: old-parent-keeps-its-counts
      shiftRollups(draft, holder, item, -1, common);
      // mutant: counts-of-common-ancestors
      shiftRollups(draft, parentId, item, 1, common);
    }
    // mutant: child-stays-where-it-was
    takeOut(draft, holder, childId);
    const parent = draft.get('items', parentId);
    if (parent !== undefined) draft.set('items', parentId, withKinds(parent, [item]));
    draft.set('parents', childId, parentId);
  }
  const order = draft.get('orders', parentId);
  // TR-15.22: children that were never loaded stay unloaded; the item will come with them.
  if (order !== undefined) {
    draft.set('orders', parentId, placeInOrder(order, childId, item.state !== 'closed', asked));
  }
}

/** TR-14.22: until the list is read again the item's position is one between its new neighbours, so that a further page merges rightly. */
function fold(draft: Draft<ConfirmedTree>, asked: MoveIntent): void {
  apply(draft, asked);
  const order = draft.get('orders', asked.parentId);
  // TR-15.24: nobody's list holds the child until the parent's children are read; only a pending move has to know where it went.
  if (order === undefined && draft.get('parents', asked.childId) === asked.parentId) {
    draft.set('parents', asked.childId, undefined);
  }
  const item = draft.get('items', asked.childId);
  if (order === undefined || item === undefined) return;
  const at = indexIn(order.ids, asked.childId);
  if (at < 0) return;
  draft.set('items', asked.childId, { ...item, relativePosition: positionAt(draft, order, at) });
}

function positionAt(draft: Draft<ConfirmedTree>, order: ChildOrder, at: number): number | null {
  const neighbour = (index: number): WorkItem | undefined => {
    const id = order.ids[index];
    const sameState = at < order.open === index < order.open;
    return id === undefined || !sameState ? undefined : draft.get('items', id);
  };
  const above = neighbour(at - 1)?.relativePosition ?? null;
  const below = neighbour(at + 1)?.relativePosition ?? null;
  if (above !== null && below !== null) return (above + below) / 2;
  if (below !== null) return below - 1;
  return above === null ? null : above + 1;
}

/** A sibling of the moved child, and whether it ends up before or after it. */
interface Anchor {
  readonly id: GlobalId;
  readonly ends: RelativePosition;
}

/**
 * TR-14.10: the sibling below, if it is still there, else the one above, else the last one of the child's own state, or of all. Null: there is none.
 * TR-14.16: the child itself is none.
 */
export function anchorIn(
  { ids, open }: ChildOrder,
  { childId, before, after }: Pick<MoveIntent, 'childId' | 'before' | 'after'>,
  isOpen: boolean,
): Anchor | null {
  const isSibling = (id: GlobalId | null): id is GlobalId => id !== null && id !== childId && indexIn(ids, id) >= 0;
  // mutant: adjacent-on-the-wrong-side
  if (isSibling(before)) return { id: before, ends: 'after' };
  if (isSibling(after)) return { id: after, ends: 'before' };
  const lastUpTo = (end: number): GlobalId | undefined => (ids[end - 1] === childId ? ids[end - 2] : ids[end - 1]);
  const last = (isOpen ? lastUpTo(open) : undefined) ?? lastUpTo(ids.length);
  return last === undefined ? null : { id: last, ends: 'before' };
}

/** `EpicTreeReorderInput`, where `relativePosition` says where the *adjacent* item ends up (TR-14.6). */
export const reorderInput = (
  { childId, fromParentId, parentId }: MoveIntent,
  beside: Anchor | null,
  entityIdOf: (id: GlobalId) => GlobalId,
) => ({
  baseEpicId: fromParentId,
  moved: {
    id: entityIdOf(childId),
    ...(beside !== null && { adjacentReferenceId: entityIdOf(beside.id) }),
    relativePosition: beside?.ends ?? ('before' as const),
    ...(parentId !== fromParentId && { newParentId: parentId }),
  },
});

/** The id by which the wire names an item in an order. */
export const entityId = (confirmed: ConfirmedTree, id: GlobalId): GlobalId =>
  treeEntityId({ id, epicIssueId: get(confirmed.items, id)?.epicIssueId ?? null });

/** Somebody else may have moved the child meanwhile: the base of the request is the parent that holds it now. */
function currentMove(confirmed: ConfirmedTree, asked: MoveIntent): MoveIntent {
  return stays(asked) ? asked : { ...asked, fromParentId: get(confirmed.parents, asked.childId) ?? asked.fromParentId };
}
