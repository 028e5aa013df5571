import type { GlobalId, TreeItem } from '../../work-item/types.ts';
import type { DropPlace, MoveIntent } from '../rules.ts';
import type { TreeView } from './view.ts';
import { get } from '../../table/index.ts';
import { EMPTY_ORDER, indexIn, standsThere } from '../order.ts';
import { dropPlace, mayHold, planMove } from '../rules.ts';
import { rightsOn } from './row-model.ts';
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

/** Places of the item's own state in its parent's list, from the first to behind the last; null where it stands in none. */
function range({ visible }: TreeView, id: GlobalId, parentId: GlobalId) {
  const order = get(visible.orders, parentId);
  const at = order === undefined ? -1 : indexIn(order.ids, id);
  if (order === undefined || at < 0) return null;
  const isOpen = at < order.open;
  return { at, least: isOpen ? 0 : order.open, end: isOpen ? order.open : order.ids.length };
}

function levelOf({ visible }: TreeView, id: GlobalId): number {
  const seen = new Set<GlobalId>();
  for (let at: GlobalId | undefined = id; at !== undefined && !seen.has(at); at = get(visible.parents, at))
    seen.add(at);
  return seen.size;
}

const isBelow = ({ visible }: TreeView, id: GlobalId, above: GlobalId): boolean => {
  const seen = new Set<GlobalId>();
  for (let at: GlobalId | undefined = id; at !== undefined && !seen.has(at); at = get(visible.parents, at)) {
    if (at === above) return true;
    seen.add(at);
  }
  return false;
};

/** Epics on the longest way down that is loaded, the item included. */
function heightOf({ visible }: TreeView, id: GlobalId, depth = 0): number {
  if (depth > 20) return 1;
  const epics = (get(visible.orders, id)?.ids ?? []).filter((child) => get(visible.items, child)?.type === 'epic');
  return 1 + Math.max(0, ...epics.map((child) => heightOf({ visible } as TreeView, child, depth + 1)));
}

/** TR-16.23: a parent takes an item by type, level and confidentiality, and under the viewer's rights; never its own subtree. */
export function mayTake(view: TreeView, parentId: GlobalId, id: GlobalId): boolean {
  const item = get(view.visible.items, id);
  const parent = get(view.visible.items, parentId);
  if (item === undefined || parent === undefined || isBelow(view, parentId, id)) return false;
  if (rightsOn(view, parentId)?.canAdmin !== true) return false;
  if (!view.tree.config.allowSubEpics && item.type === 'epic' && parentId !== view.tree.root?.id) return false;
  return mayHold(
    { type: parent.type, level: levelOf(view, parentId), confidential: parent.confidential },
    { type: item.type, height: item.type === 'epic' ? heightOf(view, id) : 1, confidential: item.confidential },
  );
}

let lastTargets: {
  readonly visible: TreeView['visible'];
  readonly tree: TreeView['tree'];
  readonly id: GlobalId;
  readonly targets: MoveTargets;
} | null = null;

/** TR-16.24: what "Move to…" offers. The same object while it is asked for the same item of the same view: one menu is open at a time. */
export function selectMoveTargets(view: TreeView, id: GlobalId): MoveTargets {
  const { visible, tree } = view;
  if (lastTargets?.visible !== visible || lastTargets.tree !== tree || lastTargets.id !== id) {
    lastTargets = { visible, tree, id, targets: targetsOf(view, id) };
  }
  return lastTargets.targets;
}

function targetsOf(view: TreeView, id: GlobalId): MoveTargets {
  const parentId = get(view.visible.parents, id);
  const place = parentId === undefined ? null : range(view, id, parentId);
  if (place === null || !selectCanDrag(view, id)) return NO_TARGETS;
  const { at, least, end } = place;
  const rows = selectTreeRows(view).flatMap((row) => (row.kind === 'item' ? [row.id] : []));
  const rootId = view.tree.root?.id;
  const parents = [...(rootId == null ? [] : [rootId]), ...rows]
    .filter((candidate) => candidate !== parentId && mayTake(view, candidate, id))
    .map((candidate) => {
      const { title, reference } = get(view.visible.items, candidate) as TreeItem;
      return { id: candidate, title, reference, depth: levelOf(view, candidate) - 1 };
    });
  return { up: at > least, top: at > least, down: at < end - 1, bottom: at < end - 1, parents };
}

/** TR-14.28: a place among the shown children becomes an intent; null where nothing would change, or where the item is unknown. */
export function planDrop(
  { visible }: TreeView,
  drop: {
    readonly id: GlobalId;
    readonly fromParentId: GlobalId;
    readonly toParentId: GlobalId;
    readonly index: number;
  },
): MoveIntent | null {
  const item = get(visible.items, drop.id);
  if (item === undefined) return null;
  const order = get(visible.orders, drop.toParentId);
  const move = planMove({
    childId: drop.id,
    state: item.state,
    fromParentId: drop.fromParentId,
    parentId: drop.toParentId,
    shown: order ?? EMPTY_ORDER,
    index: drop.index,
  });
  if (drop.fromParentId !== drop.toParentId || order === undefined) return move;
  return standsThere(order, drop.id, item.state !== 'closed', move.before, move.after) ? null : move;
}

/** TR-16.24: a choice of the menu or the keyboard as a drop. */
export function dropFor(
  view: TreeView,
  choice: {
    readonly id: GlobalId;
    readonly parentId: GlobalId;
    readonly to: 'up' | 'down' | 'top' | 'bottom' | { readonly parentId: GlobalId };
  },
): { id: GlobalId; fromParentId: GlobalId; toParentId: GlobalId; index: number } | null {
  const { id, parentId, to } = choice;
  if (typeof to === 'object') return { id, fromParentId: parentId, toParentId: to.parentId, index: 0 };
  const place = range(view, id, parentId);
  if (place === null) return null;
  const { at, least, end } = place;
  const index = { up: at - 1, down: at + 1, top: least, bottom: end - 1 }[to];
  if (index < least || index > end - 1 || index === at) return null;
  return { id, fromParentId: parentId, toParentId: parentId, index };
}

/** TR-16.25: where the dragged row would land; null where it can land nowhere. */
export function selectDropPlace(
  view: TreeView,
  drag: { readonly toIndex: number; readonly depthChange: number },
): DropPlace | null {
  const { root, drag: dragging } = view.tree;
  if (dragging === null || root === null || root.id === null) return null;
  const parentIds = new Map<GlobalId, boolean>();
  const mayHoldDragged = (parentId: GlobalId): boolean => {
    const known =
      parentIds.get(parentId) ?? (parentId === dragging.fromParentId || mayTake(view, parentId, dragging.id));
    parentIds.set(parentId, known);
    return known;
  };
  return dropPlace({ rows: selectTreeRows(view), draggedId: dragging.id, ...drag, mayHold: mayHoldDragged }, root.id);
}

/** What a screen reader is told after a move (TR-16.26). */
export function moveText({ visible, tree }: TreeView, move: MoveIntent): string {
  const item = get(visible.items, move.childId);
  const order = get(visible.orders, move.parentId);
  const at = order === undefined ? -1 : indexIn(order.ids, move.childId);
  const name = item === undefined ? 'The item' : `${item.reference} ${item.title}`;
  const parent = get(visible.items, move.parentId)?.title ?? tree.root?.title ?? '';
  const under = move.fromParentId === move.parentId ? '' : ` under ${parent}`;
  return order === undefined || at < 0
    ? `Moved ${name}${under}.`
    : `Moved ${name} to position ${at + 1} of ${order.ids.length}${under}.`;
}

/** TR-16.27: how a drag begins and scrolls: a finger waits 100 ms and scrolls within 60 px of the edge, a mouse at once and within 100. */
export const dragSettings = (touch: boolean) => ({
  delay: touch ? 100 : 0,
  scrollSensitivity: touch ? 60 : 100,
  scrollSpeed: 20,
});
