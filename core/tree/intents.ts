import type { GlobalId, TreeItem } from '../work-item/types.ts';
import type { Draft, IntentKind, IntentKinds } from '../sync/index.ts';
import type { MoveIntent } from './rules.ts';
import type { ChildOrder, ConfirmedTree } from './state.ts';
import { treeActions } from './actions.ts';
import { withKinds } from './confirmed.ts';
import { indexIn, placeInOrder, withoutChild } from './order.ts';
import { lineage, shiftRollups } from './rollup.ts';

const stays = ({ fromParentId, parentId }: MoveIntent): boolean => fromParentId === parentId;

function apply(draft: Draft<ConfirmedTree>, move: MoveIntent): void {
  if (stays(move)) reorder(draft, move);
  else moveAcross(draft, move);
}

/** TR-14.21: within one parent only its list changes, and only while the child is still in it. */
function reorder(draft: Draft<ConfirmedTree>, { childId, parentId, before, after }: MoveIntent): void {
  const order = draft.get('orders', parentId);
  if (order === undefined) return;
  const at = indexIn(order.ids, childId);
  if (at < 0) return;
  draft.set('orders', parentId, placeInOrder(order, childId, at < order.open, before, after));
}

/**
 * TR-15.20: the child leaves the parent that it is under now and enters the new one, with the counts of all ancestors shown. TR-15.21: where that would
 * make it its own ancestor, nothing happens. TR-15.25: a child that its list was read without is counted elsewhere already, perhaps by this very move:
 * then no count changes.
 */
function moveAcross(draft: Draft<ConfirmedTree>, move: MoveIntent): void {
  const { childId, parentId } = move;
  const item = draft.get('items', childId);
  if (item === undefined) return;
  const above = new Set(lineage(draft, parentId));
  if (above.has(childId)) return;
  const known = draft.get('parents', childId);
  const holder = known ?? move.fromParentId;
  if (holder !== parentId) {
    if (known !== undefined) {
      const common = new Set([...lineage(draft, holder)].filter((id) => above.has(id)));
      shiftRollups(draft, holder, item, -1, common);
      shiftRollups(draft, parentId, item, 1, common);
    }
    takeOut(draft, holder, childId);
    const parent = draft.get('items', parentId);
    if (parent !== undefined) draft.set('items', parentId, withKinds(parent, [item]));
    draft.set('parents', childId, parentId);
  }
  const order = draft.get('orders', parentId);
  // TR-15.22: children that were never loaded stay unloaded; the item will come with them.
  if (order !== undefined) {
    draft.set('orders', parentId, placeInOrder(order, childId, item.state !== 'closed', move.before, move.after));
  }
}

function takeOut(draft: Draft<ConfirmedTree>, parentId: GlobalId, childId: GlobalId): void {
  const order = draft.get('orders', parentId);
  if (order === undefined) return;
  const rest = withoutChild(order, childId);
  draft.set('orders', parentId, rest);
  const parent = rest.ids.length === 0 ? draft.get('items', parentId) : undefined;
  if (parent !== undefined) draft.set('items', parentId, { ...parent, hasChildren: false, hasIssues: false });
}

/** TR-14.22: until the list is read again the item's position is one between its new neighbours, so that a further page merges rightly. */
function fold(draft: Draft<ConfirmedTree>, move: MoveIntent): void {
  apply(draft, move);
  const order = draft.get('orders', move.parentId);
  // TR-15.24: nobody's list holds the child until the parent's children are read; only a pending intent has to know where it went.
  if (order === undefined && draft.get('parents', move.childId) === move.parentId) {
    draft.set('parents', move.childId, undefined);
  }
  const item = draft.get('items', move.childId);
  if (order === undefined || item === undefined) return;
  const at = indexIn(order.ids, move.childId);
  if (at < 0) return;
  draft.set('items', move.childId, { ...item, relativePosition: positionAt(draft, order, at) });
}

function positionAt(draft: Draft<ConfirmedTree>, order: ChildOrder, at: number): number | null {
  const neighbour = (index: number): TreeItem | undefined => {
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

const move: IntentKind<ConfirmedTree, MoveIntent> = {
  atOnce: true,
  keys: ({ fromParentId, parentId }) => [...new Set([fromParentId, parentId])],
  apply,
  fold,
};

/** The changes that the tree shows before they are answered. */
export const treeIntents: IntentKinds<ConfirmedTree> = { [treeActions.childMoved.type]: move };
