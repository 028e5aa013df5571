import type { GlobalId } from '../../work-item/types.ts';
import type { WorkItem } from '../../work-item/entity.ts';
import type { Stamped } from '../../store/action.ts';
import type { Step } from '../../store/domain.ts';
import type { ConfirmedTree, MoveChoice, TreeState } from '../state.ts';
import { referenceIn, remembered, titleOf, type TreeView } from './view.ts';
import { get } from '../../table/index.ts';
import { treeActions } from '../actions.ts';
import { EMPTY_ORDER, indexIn, standsThere } from '../order.ts';
import { allowedChild } from '../../work-item/rules.ts';
import {
  type ChildDrop,
  type MoveIntent,
  MOVE_REFUSALS,
  moveRefusal,
  planMove,
  type MovedItem,
  type MoveTarget,
} from '../rules.ts';
import { lineOf } from '../rollup.ts';
import { rightsOn } from './row-model.ts';
import { selectList } from '../reads.ts';
import { said } from '../slice.ts';
import { selectTreeRows } from './rows.ts';

/** Where an item can go from its menu and from the keyboard (TR-16). */
export interface MoveTargets {
  readonly up: boolean;
  readonly down: boolean;
  readonly top: boolean;
  readonly bottom: boolean;
  /** Other parents in this tree that may hold it. */
  readonly parents: readonly MoveParent[];
}

export interface MoveParent {
  readonly id: GlobalId;
  readonly title: string;
  readonly reference: string;
  /** Levels below the tree's root. */
  readonly depth: number;
}

const NO_TARGETS: MoveTargets = { up: false, down: false, top: false, bottom: false, parents: [] };

/** TR-16.22: moving is for signed-in people who may administer the parent. */
export function selectCanDrag(view: TreeView, id: GlobalId): boolean {
  const parentId = get(view.visible.parents, id);
  return view.tree.config.userSignedIn && (rightsOn(view, parentId)?.canAdmin ?? false);
}

/** Where the item stands in its parent's list, and the part of its own state, from the first to behind the last; null where it stands in none. */
export function placeIn({ visible }: TreeView, id: GlobalId, parentId: GlobalId) {
  const order = get(visible.orders, parentId);
  const at = order === undefined ? -1 : indexIn(order.ids, id);
  if (order === undefined || at < 0) return null;
  const { ids, open } = order;
  return { ids, at, least: at < open ? 0 : open, end: at < open ? open : ids.length };
}

/** Epics on the longest way down that is loaded, the item included. */
function heightOf(visible: ConfirmedTree, id: GlobalId, depth = 0): number {
  if (depth > 20) return 1;
  const epics = (get(visible.orders, id)?.ids ?? []).filter((child) => get(visible.items, child)?.type === 'epic');
  return 1 + Math.max(0, ...epics.map((child) => heightOf(visible, child, depth + 1)));
}

/** What the rules ask of an item that is moved. */
export function movedItem(view: TreeView, id: GlobalId): MovedItem | null {
  const item = get(view.visible.items, id);
  if (item === undefined) return null;
  const { type, confidential } = item;
  return {
    id,
    type,
    confidential,
    height: type === 'epic' ? heightOf(view.visible, id) : 1,
    parentId: get(view.visible.parents, id),
  };
}

/** TR-16.32: why this parent, an item of the tree, cannot take the item; undefined where it holds nothing of that type at all. */
export function refusalOf(view: TreeView, parentId: GlobalId, item: MovedItem): string | null | undefined {
  const parent = get(view.visible.items, parentId);
  if (parent === undefined || allowedChild(parent.type, item.type) === null) return undefined;
  const [, ...aboveIds] = lineOf(view.visible, parentId);
  const { type, confidential } = parent;
  const target: MoveTarget = {
    id: parentId,
    type,
    confidential,
    aboveIds,
    mayAdmin: rightsOn(view, parentId)?.canAdmin === true,
  };
  const refusal = moveRefusal(target, item);
  const isSubEpic = !view.tree.config.allowSubEpics && item.type === 'epic' && parentId !== view.tree.root?.id;
  return refusal ?? (isSubEpic ? MOVE_REFUSALS.subEpics : null);
}

/** TR-16.23: a parent takes an item by type, level and confidentiality, and under the viewer's rights; never its own subtree. */
export function mayTake(view: TreeView, parentId: GlobalId, id: GlobalId): boolean {
  const item = movedItem(view, id);
  // Where it is already, it may be put elsewhere in the list.
  const refusal = item && refusalOf(view, parentId, { ...item, parentId: undefined });
  return refusal === null && item !== null;
}

/** TR-16.24: what "Move to…" offers. The same object while it is asked for the same item of the same view: one menu is open at a time. */
export const selectMoveTargets = remembered((view: TreeView, id: GlobalId): MoveTargets => {
  const parentId = get(view.visible.parents, id);
  const place = parentId === undefined ? null : placeIn(view, id, parentId);
  if (place === null || !selectCanDrag(view, id)) return NO_TARGETS;
  const { at, least, end } = place;
  const parents = shownParents(view)
    .filter((candidate) => candidate !== parentId && mayTake(view, candidate, id))
    .map((candidate) => moveParent(view, candidate));
  const below = at < end - 1 || hasRest(view, parentId as GlobalId);
  return { up: at > least, top: at > least, down: below, bottom: below, parents };
});

/** The root and all items in sight. */
export function shownParents(view: TreeView): readonly GlobalId[] {
  const rows = selectTreeRows(view).flatMap((row) => (row.kind === 'item' ? [row.id] : []));
  const rootId = view.tree.root?.id;
  return rootId == null ? rows : [rootId, ...rows];
}

export function moveParent(view: TreeView, id: GlobalId): MoveParent {
  const item = get(view.visible.items, id) as WorkItem;
  return { id, title: item.title, reference: referenceIn(view.tree, item), depth: lineOf(view.visible, id).length - 1 };
}

/** TR-14.28: a place among the shown children becomes an intent; null where nothing would change, or where the item is unknown. */
export function planDrop({ visible, tree }: TreeView, drop: ChildDrop): MoveIntent | null {
  const item = get(visible.items, drop.id);
  if (item === undefined) return null;
  const order = get(visible.orders, drop.toParentId);
  const move = planMove(drop, item.state, order ?? EMPTY_ORDER);
  const outside = tree.moving?.found.find(({ id }) => id === drop.toParentId);
  if (outside !== undefined && get(visible.items, outside.id) === undefined) {
    return { ...move, outside: { title: outside.title } };
  }
  if (drop.fromParentId !== drop.toParentId || order === undefined) return move;
  return standsThere(order, drop.id, item.state !== 'closed', move) ? null : move;
}

/** A parent has children that were not read yet. */
const hasRest = (view: TreeView, parentId: GlobalId): boolean => selectList(view, parentId).next !== null;

/** TR-16.30: what comes below is not known before the rest of the list is read. */
export function needsRest(view: TreeView, { id, parentId, to }: MoveChoice): boolean {
  if ((to !== 'bottom' && to !== 'down') || !hasRest(view, parentId)) return false;
  const place = placeIn(view, id, parentId);
  return place !== null && (to === 'bottom' || place.at === place.end - 1);
}

/** TR-16.24: a choice of the menu or the keyboard as a drop. */
export function dropFor(view: TreeView, { id, parentId, to }: MoveChoice): ChildDrop | null {
  if (typeof to === 'object') return { id, fromParentId: parentId, toParentId: to.parentId, index: 0 };
  const place = placeIn(view, id, parentId);
  if (place === null) return null;
  const { at, least, end } = place;
  const index = { up: at - 1, down: at + 1, top: least, bottom: end - 1 }[to];
  if (index < least || index > end - 1 || index === at) return null;
  return { id, fromParentId: parentId, toParentId: parentId, index };
}

/** TR-16.31: the item itself where it is shown, else what it is folded away in; null where it is nowhere. */
export function selectShownAt({ visible, tree }: Pick<TreeView, 'visible' | 'tree'>, id: GlobalId): GlobalId | null {
  const line = lineOf(visible, id);
  const top = line.indexOf(tree.root?.id ?? '');
  if (top < 0) return null;
  const isFolded = (at: GlobalId): boolean =>
    get(tree.expansion, at) !== 'expanded' || get(visible.orders, at) === undefined;
  return line.slice(1, top).findLast(isFolded) ?? id;
}

/** What a screen reader is told after a move (TR-16.26). */
export function moveText(view: Pick<TreeView, 'visible' | 'tree'>, move: MoveIntent): string {
  const { visible, tree } = view;
  const item = get(visible.items, move.childId);
  const order = get(visible.orders, move.parentId);
  const at = order === undefined ? -1 : indexIn(order.ids, move.childId);
  const name = item === undefined ? 'The item' : `${referenceIn(tree, item)} ${item.title}`;
  const parent = move.outside?.title ?? titleOf(view, move.parentId);
  const folded = item !== undefined && (selectShownAt(view, item.id) ?? item.id) !== item.id;
  const across = move.fromParentId !== move.parentId;
  const under = across ? ` under ${parent}${folded ? ', which is collapsed' : ''}` : '';
  return order === undefined || at < 0
    ? `Moved ${name}${under}.`
    : `Moved ${name} to position ${at + 1} of ${order.ids.length}${under}.`;
}

/**
 * TR-16.26: a move is said in the step that shows it, from what is shown after it. A move to a parent that the tree does not show is said by a message that
 * everybody sees (TR-16.34). Every other action leaves the very same state.
 */
export const announceMove = (tree: TreeState, action: Stamped, step: Step<object, ConfirmedTree>): TreeState =>
  treeActions.childMoved.match(action) && action.payload.outside === undefined
    ? said(tree, moveText({ visible: step.visible(step.after), tree }, action.payload))
    : tree;
