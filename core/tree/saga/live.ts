import type { Ports } from '../../ports/index.ts';
import type { MutationCreator } from '../../mutation/index.ts';
import type { AnyAction, Stamped } from '../../store/action.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { ChildrenAnswer, ChildrenOf, NextPage } from '../reads.ts';
import type { TreeSlices } from '../state.ts';
import { itemEdits } from '../../work-item/fields/actions.ts';
import { itemStateActions } from '../../work-item/edits.ts';
import { keyOf, observe, roundsOf, selectQuery } from '../../query/index.ts';
import { isUncertain } from '../../store/effects.ts';
import { entries, get } from '../../table/index.ts';
import { isOfChildren } from '../../work-item/rules.ts';
import { treeActions, treeAnswers } from '../actions.ts';
import { children } from '../queries.ts';
import { ofPlace } from '../place.ts';
import { inPlace, type Place } from '../../store/place.ts';
import { lineOf } from '../rollup.ts';
import { childrenOf, selectRootStatus, treeReads } from '../reads.ts';

/** TR-05.25: milliseconds between readings where the server names no interval and sends no pushes. */
export const LIVE_INTERVAL = 30_000;

/** After these, others may be shown, or due. */
const CHANGES = [
  treeActions.closed.type,
  treeActions.itemToggled.type,
  treeAnswers.itemExpanded.type,
  treeActions.dropped.type,
  treeActions.dragCancelled.type,
  treeReads.children.received.type,
  treeReads.children.failed.type,
];

/**
 * TR-05.25: an open tree stays true: parents are read again when a push names them, after the connection came back, after a change of ours, else by
 * polling. One reading after the other; nothing is taken in during a drag.
 */
export const watchChildren = (ports: Ports, place: Place): Generator => {
  const changes = [ofPlace(place, CHANGES), treeActions.removeConfirmed.committed.type];
  const here = (state: TreeSlices): TreeSlices => inPlace(state, place);
  return observe<ChildrenOf, ChildrenAnswer | null, ChildrenAnswer, NextPage, Record<string, unknown>, TreeSlices>(
    ports,
    children,
    {
      params: (state) => childrenAsked(here(state)),
      // TR-01.31
      anew: ofPlace(place, [treeActions.opened.type]),
      changes,
      again: ofPlace(place, [treeActions.retried.type]),
      more: ofPlace(place, [treeActions.nextPageAsked.type]),
      concerns(list, action, state) {
        const id = idOf(list, here(state));
        if (treeActions.nextPageAsked.match(action)) return id === action.payload.parentId;
        // The page as a whole is retried, which is its root.
        if (treeActions.retried.match(action)) return list.parentId === null;
        return id !== null && changedBy(action as Stamped, state).includes(id);
      },
      stale: (action: AnyAction) => mayChangeLists(action as Stamped),
      rounds: roundsOf(ports, { interval: LIVE_INTERVAL, due: (state: TreeSlices) => due(here(state)), changes }),
      pushes: { topic: (state, list) => idOf(list, here(state)), follows: isOfChildren },
    },
  );
};

const idOf = ({ parentId }: ChildrenOf, { tree }: TreeSlices): GlobalId | null => parentId ?? tree.root?.id ?? null;

/** The root and every parent that was ever expanded, the root first. */
function childrenAsked({ tree: { root, expansion } }: TreeSlices): readonly ChildrenOf[] {
  if (root === null) return [];
  const ids = [...entries(expansion)].flatMap(([id]) => (id === root.id ? [] : [id]));
  return [null, ...ids].map((id) => ({ ...childrenOf(root, null), parentId: id }));
}

/** TR-05.27: what is folded away is not read; TR-06.24: nor is what a missing root holds; TR-05.25: and nothing is during a drag. */
function due(state: TreeSlices): readonly string[] | null {
  const { drag, expansion } = state.tree;
  if (drag !== null) return null;
  if (selectRootStatus(state) !== 'ready') return [];
  return childrenAsked(state)
    .filter(({ parentId }) => parentId === null || get(expansion, parentId) === 'expanded')
    .filter((list) => selectQuery(state, treeReads.children, list).status === 'ready')
    .map((list) => keyOf(treeReads.children, list));
}

/** A change that was made, or that may have been: TR-14.25, TR-14.23 and TR-13.32. */
const mayHaveChanged =
  <P, A, G>({ committed, refused }: MutationCreator<P, A, G>) =>
  (action: Stamped): boolean =>
    committed.match(action) || (refused.match(action) && isUncertain(action.payload.failure));

const mayHaveMoved = mayHaveChanged(treeActions.childMoved);

/** TR-14.32: something is shown that is not there. A parent that is gone disappears with its own parent's list. */
const foundGone = (action: Stamped): boolean =>
  treeActions.childMoved.refused.match(action) && action.payload.found !== undefined;

/**
 * TR-05.33: whoever has been told of the change by a reading counts it a second time by the answer, also above the parent; and the tree may have been
 * opened anew since the change was asked for. So the tree that is open now reads all of it again.
 */
const CHANGED_SUMS = [
  mayHaveChanged(treeActions.formSubmitted),
  mayHaveChanged(treeActions.removeConfirmed),
  mayHaveChanged(treeActions.childRestored),
];

/** TR-05.36: edits of an item, wherever it was edited, that change what it adds to the sums of all above it. */
const EDITED_SUMS = [itemEdits.weightChanged, itemEdits.healthChanged, itemStateActions.changeAsked];

/** The item whose edit was made, or may have been; null: it is no such edit. */
function editedIn(action: Stamped): GlobalId | null {
  for (const edit of EDITED_SUMS) {
    if (edit.committed.match(action)) return action.payload.asked.id;
    if (edit.refused.match(action) && isUncertain(action.payload.failure)) return action.payload.asked.id;
  }
  return null;
}

const NONE: readonly GlobalId[] = [];

const mayChangeLists = (action: Stamped): boolean =>
  treeReads.children.received.match(action) ||
  (action.meta?.invalidates ?? NONE).length > 0 ||
  editedIn(action) !== null;

/** The parents whose children may have changed by an action. */
function changedBy(action: Stamped, { confirmed }: TreeSlices): readonly GlobalId[] {
  // TR-05.30
  if (treeReads.children.received.match(action)) return action.payload.data.takenFrom;
  const edited = editedIn(action);
  if (edited !== null) {
    // What stands below a row that was never opened is in no list, but its page has read its parent.
    const parentId = get(confirmed.parents, edited) ?? get(confirmed.items, edited)?.parentId ?? null;
    return parentId === null ? NONE : lineOf(confirmed, parentId);
  }
  const ids = action.meta?.invalidates ?? NONE;
  if (ids.length === 0) return NONE;
  // TR-05.31: another domain has changed something that rows show, and names their parents.
  if (!action.type.startsWith('tree/') || mayHaveMoved(action)) return ids;
  return CHANGED_SUMS.some((has) => has(action)) || foundGone(action)
    ? ids.flatMap((id) => lineOf(confirmed, id))
    : NONE;
}
