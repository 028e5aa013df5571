import type { EpicLinkJson, IssueLinkJson, LinksAnswer } from '../api/rest.ts';
import type { Draft } from '../mutation/index.ts';
import type { GlobalId } from '../work-item/types.ts';
import type { ChildRemoval } from './actions.ts';
import type { ConfirmedTree, Removal, TreeSlices } from './state.ts';
import { WorkItemUpdateOperation } from '../api/generated/operations.ts';
import { addReferences, removeRelation } from '../api/rest.ts';
import { define, graphql, isPending } from '../mutation/index.ts';
import { get } from '../table/index.ts';
import { firstError, numericId } from '../work-item/rules.ts';
import { treeActions, treeAlert } from './actions.ts';
import { addChildren, addedItem, additionPath, parentPlace, removeChild, touchedBy } from './children.ts';
import { placeInOrder } from './order.ts';
import { showing, toldAt } from './place.ts';
import { inPlace } from '../store/place.ts';
import { treeReads } from './reads.ts';
import { workItemId } from '../api/wire-parts.ts';
import { addFailure, removalFailure, WORK_ITEM_TREE_ERRORS } from './rules.ts';
import { removalUndo, restoralUndo } from './undo.ts';

/** What concerns one child goes one after the other. */
const scopeOf = ({ id }: Removal): string => `tree child ${id}`;

/** Of a work item: it says itself under which parent it is. */
const reparent = (id: GlobalId, parentId: GlobalId | null) =>
  graphql(WorkItemUpdateOperation, {
    input: { id: workItemId(id), hierarchyWidget: { parentId: parentId && workItemId(parentId) } },
  });

/** TR-13.23, TR-25.24: the answer alone shows it. An item that is being removed is not removed twice. */
export const removal = define(treeActions.removeConfirmed, {
  scope: scopeOf,
  invalidates: ({ parentId }) => [parentId],
  accept(state: TreeSlices, given: Partial<Removal>, _, place): ChildRemoval | null {
    const { confirmed, pending } = state;
    const { id, parentId } = given.id === undefined ? (inPlace(state, place).tree.removal ?? given) : given;
    const item = id === undefined ? undefined : get(confirmed.items, id);
    if (id === undefined || parentId === undefined || item === undefined) return null;
    if (isPending({ pending }, treeActions.removeConfirmed, (asked) => asked.id === id)) return null;
    const { root } = showing(state, parentId).tree;
    const kind = root?.kind === 'workItem' ? 'item' : item.type === 'epic' ? 'epic' : 'issue';
    return { id, parentId, kind, relationPath: item.relationPath ?? null };
  },
  request(_, { id, kind, relationPath }) {
    if (kind === 'item') return reparent(id, null);
    return relationPath === null ? null : { rest: removeRelation(relationPath) };
  },
  decode: () => true as const,
  commit: (draft: Draft<ConfirmedTree>, _, { id, parentId }) => removeChild(draft, parentId, id),
  error({ kind, parentId }, { status, messages }, state: TreeSlices) {
    const isOwn = parentId === showing(state, parentId).tree.root?.id;
    const text =
      kind === 'item' ? WORK_ITEM_TREE_ERRORS[isOwn ? 'removeOwnChild' : 'removeChild'] : removalFailure(kind, status);
    return treeAlert(text, firstError(messages), toldAt(state, parentId));
  },
  /** TR-13.33: the list says now whether it was made. */
  // mutant: removal-settled-by-another-list
  forgets: ({ parentId }, action) =>
    treeReads.children.received.match(action) && action.payload.data.parentId === parentId,
  undo: removalUndo,
});

/** RP-02.215: as the form adds it, by its reference. RP-02.218: the answer may hold what others have added. */
export const restoral = define(treeActions.childRestored, {
  scope: scopeOf,
  invalidates: ({ parentId }, { confirmed }: TreeSlices, items) => touchedBy(confirmed, parentId, items),
  request(state: TreeSlices, { id, parentId, kind, reference }) {
    if (kind === 'item') return reparent(id, parentId);
    const place = parentPlace(state, parentId);
    if (place === null) return null;
    return { rest: addReferences(additionPath(kind, place), [reference]) };
  },
  decode({ issuables }: LinksAnswer<EpicLinkJson | IssueLinkJson>, { id, parentId, kind }, state: TreeSlices) {
    if (kind === 'item') {
      const item = get(state.confirmed.items, id);
      // Where it is not known any more nothing shows it.
      return item === undefined ? [] : [item];
    }
    const json = issuables.find((each) => each.id === numericId(id));
    return json === undefined ? null : [addedItem(kind, json, parentPlace(state, parentId)?.fullPath ?? '')];
  },
  commit(draft: Draft<ConfirmedTree>, items, { id, parentId, kind }) {
    addChildren(draft, parentId, items);
    const order = draft.get('orders', parentId);
    const item = draft.get('items', id);
    if (kind !== 'item' || order === undefined || item === undefined) return;
    // A work item puts what comes to it at the end, an epic at the top.
    draft.set('orders', parentId, placeInOrder(order, id, item.state !== 'closed', { before: null, after: null }));
  },
  error: ({ kind, parentId }, failure, state: TreeSlices) =>
    kind === 'item'
      ? treeAlert(WORK_ITEM_TREE_ERRORS.undoRemoval, firstError(failure.messages), toldAt(state, parentId))
      : treeAlert(addFailure(kind, failure).message, null, toldAt(state, parentId)),
  undo: restoralUndo,
});
