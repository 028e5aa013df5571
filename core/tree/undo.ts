import type { Obstacle, Planned, Undo } from '../mutation/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { ChildMove, ChildRemoval, ChildRestoral } from './actions.ts';
import type { MoveIntent } from './rules.ts';
import { selectRootStatus } from './reads.ts';
import { namedIn, titleOf, type TreeView } from './select/view.ts';
import { gone, isPending, later } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { treeActions } from './actions.ts';
import { madeIn } from '../store/action.ts';
import { isShown, placeShowing, showing, type Trees } from './place.ts';
import { indexIn } from './order.ts';
import { canRemove } from './rules.ts';
import { mayTake, placeIn } from './select/moves.ts';
import { rightsOn } from './select/row-model.ts';

/** What is shown, with both trees. */
type Shown = TreeView & Trees;

/** What takes a move back: where the child stood, and where the move put it. */
export interface MoveBack {
  readonly childId: GlobalId;
  readonly parentId: GlobalId;
  readonly parentTitle: string;
  /** Its neighbours of its own state in that parent; null: there was none. */
  readonly before: GlobalId | null;
  readonly after: GlobalId | null;
  readonly put: MoveIntent;
}

/** The neighbours of a child among the children of its own state. Null: it is not in that list. */
function neighbours(view: TreeView, parentId: GlobalId, id: GlobalId) {
  const place = placeIn(view, id, parentId);
  if (place === null) return null;
  const { ids, at, least, end } = place;
  return {
    before: at + 1 < end ? (ids[at + 1] ?? null) : null,
    after: at > least ? (ids[at - 1] ?? null) : null,
  };
}

/** RP-02.210: the way back names the parent and the neighbours that the child had in what was shown. */
function plan(before: Shown, { rootId: _, ...put }: ChildMove): Planned<MoveBack> | null {
  const view = showing(before, put.fromParentId);
  const { childId } = put;
  const item = get(view.visible.items, childId);
  const parentId = get(view.visible.parents, childId);
  const beside = parentId === undefined ? null : neighbours(view, parentId, childId);
  if (item === undefined || parentId === undefined || beside === null) return null;
  const across = parentId !== put.parentId;
  const name = `moved ${namedIn(view.tree, item)}${across ? ` to “${put.outside?.title ?? titleOf(view, put.parentId)}”` : ''}`;
  return { name, undoData: { childId, parentId, parentTitle: titleOf(view, parentId), ...beside, put } };
}

/** RP-02.211: the child is still where the move put it. */
function moved(view: TreeView, { childId, put }: MoveBack): Obstacle | null {
  const { visible, tree } = view;
  const order = get(visible.orders, put.parentId);
  const holder = get(visible.parents, childId);
  const where = `“${titleOf(view, put.parentId)}”`;
  if (holder !== undefined && holder !== put.parentId)
    return gone(`it was moved to “${titleOf(view, holder)}” meanwhile`);
  if (order === undefined) {
    // RP-02.213: a list that was never read says nothing; one that was folded away with the page has to be read first.
    return get(visible.items, childId) === undefined ? later(`${where} has to be expanded first`) : null;
  }
  if (holder === undefined || !tree.root) return gone(`it was taken out of ${where} meanwhile`);
  const beside = neighbours(view, put.parentId, childId);
  const named = [put.before, put.after].filter((id) => id !== null && indexIn(order.ids, id) >= 0);
  const stands = named.length === 0 || beside?.before === put.before || beside?.after === put.after;
  return stands ? null : gone('it was moved meanwhile');
}

/** RP-02.212: the place that it came from is still there, and may take it. */
function formerPlace(
  view: TreeView,
  { childId, parentId, parentTitle, before, after, put }: MoveBack,
): Obstacle | null {
  const order = get(view.visible.orders, parentId);
  if (get(view.visible.items, parentId) === undefined && parentId !== view.tree.root?.id) {
    return gone(`“${parentTitle}” is not here any more`);
  }
  if (order === undefined) return later(`“${parentTitle}” has to be expanded first`);
  if (parentId !== put.parentId) {
    return mayTake(view, parentId, childId) ? null : gone(`“${parentTitle}” cannot take it any more`);
  }
  const named = [before, after].filter((id) => id !== null);
  const left = named.length > 0 && named.every((id) => indexIn(order.ids, id) < 0);
  return left ? gone('the items beside it have left') : null;
}

function obstacle(now: Shown, back: MoveBack): Obstacle | null {
  const view = showing(now, back.parentId);
  if (view.tree.root === null) return later('the list is not open');
  if (selectRootStatus(view) !== 'ready') return later('the list is still being read');
  const found = moved(view, back);
  if (found !== null) return found;
  // Of a parent that the tree does not show only the server knows the rights.
  const isTheirs = back.put.outside === undefined && rightsOn(view, back.put.parentId)?.canAdmin !== true;
  const mayMove = view.tree.config.userSignedIn && !isTheirs;
  return mayMove ? formerPlace(view, back) : gone('you may not move it any more');
}

export const moveUndo: Undo<ChildMove, MoveBack> = {
  plan,
  obstacle,
  inverse: (now: Shown, { childId, parentId, before, after, put }) =>
    madeIn(
      treeActions.childMoved({ childId, fromParentId: put.parentId, parentId, before, after }),
      placeShowing(now, parentId),
    ),
};

/** RP-02.215: a removed child comes back between its former neighbours, while it is nowhere, as far as is shown, and its former parent may take it. */
export const removalUndo: Undo<ChildRemoval, ChildRestoral> = {
  plan(shown: Shown, { id, parentId, kind }) {
    const before = showing(shown, parentId);
    const item = get(before.visible.items, id);
    const beside = neighbours(before, parentId, id);
    if (item === undefined || beside === null) return null;
    return {
      name: `removed ${namedIn(before.tree, item)} from “${titleOf(before, parentId)}”`,
      undoData: { id, parentId, kind, reference: item.reference, ...beside },
    };
  },
  obstacle(shown: Shown, back) {
    const { id, parentId, kind } = back;
    const now = showing(shown, parentId);
    const { tree, visible } = now;
    // A work item names its parent by itself: no list is needed for that, and the item over the page may be closed by now.
    const isUnseen = kind === 'item' && !isShown(shown, parentId);
    if (!isUnseen && selectRootStatus(now) !== 'ready') return later('the list is still being read');
    if (isPending(now, treeActions.removeConfirmed, (asked) => asked.id === id))
      return later('it is still being removed');
    const holder = get(visible.parents, id);
    if (holder !== undefined) return gone(`it is in “${titleOf(now, holder)}”`);
    // Only the server knows by now what its parent may take.
    if (isUnseen) return null;
    if (get(visible.items, parentId) === undefined && parentId !== tree.root?.id)
      return gone('its parent is not here any more');
    if (get(visible.orders, parentId) === undefined)
      return later(`“${titleOf(now, parentId)}” has to be expanded first`);
    if (!tree.config.userSignedIn || rightsOn(now, parentId)?.canAdminRelation !== true)
      return gone('you may not add it any more');
    const known = get(visible.items, id) !== undefined;
    return known && !mayTake(now, parentId, id) ? gone(`“${titleOf(now, parentId)}” cannot take it any more`) : null;
  },
  inverse: (_, back) => treeActions.childRestored(back),
};

/** And that by removing it once more. */
export const restoralUndo: Undo<ChildRestoral, ChildRestoral> = {
  plan: (_, back) => ({ name: `added ${back.reference} again`, undoData: back }),
  obstacle(shown: Shown, { id, parentId }) {
    const now = showing(shown, parentId);
    if (selectRootStatus(now) !== 'ready') return later('the list is still being read');
    const item = get(now.visible.items, id);
    const holder = get(now.visible.parents, id);
    if (item === undefined || holder === undefined) return later('it is still being added');
    if (holder !== parentId) return gone(`it was moved to “${titleOf(now, holder)}” meanwhile`);
    const rights = rightsOn(now, parentId);
    return rights !== null && canRemove(item.type, rights) ? null : gone('you may not remove it any more');
  },
  inverse: (_, { id, parentId }) => treeActions.removeConfirmed({ id, parentId }),
};
