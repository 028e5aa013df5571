import {
  LINK_ERRORS,
  NO_MATCHING_TASK,
  noSuchWorkItem,
  PLACE_ERRORS,
  resolveWorkItemPlace,
} from '@espalier/core/tree/rules';
import { globalId } from '@espalier/core/work-item/rules';
import type { Change } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, refuse } from '../command/outcome.ts';
import { fullReferenceOf } from '../note/wording.ts';
import { attachChildren, releaseChild } from '../tree/attach.ts';
import { moveAmongSiblings } from '../tree/placing.ts';
import { isChildType, ParentRules } from '../tree/rules-input.ts';

/** `WorkItemWidgetHierarchyUpdateInput` with database ids. What is undefined stays. */
export interface HierarchyPatch {
  /** Null detaches. */
  readonly parentId?: number | null;
  /** Items that become children, in this order, after the present ones. */
  readonly childrenIds?: readonly number[];
  /** A sibling, before or after which the item is to stand. */
  readonly adjacentId?: number;
  /** BEFORE: the item stands before the adjacent one (unlike in `epicTreeReorder`). */
  readonly relativePosition?: 'BEFORE' | 'AFTER';
}

/** Changes an item's parent, its place among its siblings, and its children. The hierarchy lock must be held. */
export async function changeHierarchy(change: Change, id: number, patch: HierarchyPatch): Promise<void> {
  const { parentId, adjacentId, relativePosition } = patch;
  if (parentId === null) await detach(change, await load(change, id));
  else if (parentId !== undefined || adjacentId !== undefined || relativePosition !== undefined) {
    await putUnder(change, await load(change, id), patch);
  }
  if (patch.childrenIds !== undefined) await addAsChildren(change, await load(change, id), patch.childrenIds);
}

async function load({ store, viewer }: Change, id: number): Promise<Item> {
  return (await store.items.byId(viewer, [id])).get(id) ?? hidden();
}

async function detach(change: Change, item: Item): Promise<void> {
  if (item.parent_id === null) return;
  const parent = await load(change, item.parent_id);
  checkRight(change, parent, item);
  await releaseChild(change, parent, item);
}

/** Puts an item under a parent (its own, where none is named), beside the adjacent one. */
async function putUnder(change: Change, item: Item, patch: HierarchyPatch): Promise<void> {
  const parentId = patch.parentId ?? item.parent_id;
  if (parentId === null) refuse(422, PLACE_ERRORS.sibling);
  const wanted = patch.adjacentId === undefined ? [parentId] : [parentId, patch.adjacentId];
  const found = await change.store.items.byId(change.viewer, wanted);
  const parent = found.get(parentId);
  if (parent === undefined) refuse(404, noSuchWorkItem(globalId('WorkItem', parentId)));
  checkRight(change, parent, item);
  const place = resolveWorkItemPlace<number>({
    movedId: item.id,
    parentId,
    adjacent: patch.adjacentId === undefined ? undefined : adjacentOf(found.get(patch.adjacentId)),
    relativePosition: patch.relativePosition,
  });
  if (!place.ok) refuse(422, place.error);
  if (item.parent_id !== parent.id) {
    await checkRules(change, parent, [item]);
    await attachChildren(change, parent, [item], patch.adjacentId === undefined ? defaultPlace(parent) : place.where);
  } else if (patch.adjacentId !== undefined) {
    await moveAmongSiblings(change, parent, item.id, place.where);
  }
}

const adjacentOf = (item: Item | undefined) => (item === undefined ? null : { id: item.id, parentId: item.parent_id });

/** What comes to an epic goes to the top; children of other items stand in the order they came. */
const defaultPlace = (parent: Item) => ({ at: parent.type === 'epic' ? 'start' : 'end' }) as const;

async function addAsChildren(change: Change, parent: Item, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const found = await change.store.items.byId(change.viewer, wanted);
  if (wanted.some((id) => !found.has(id))) refuse(404, NO_MATCHING_TASK);
  const children = wanted.flatMap((id) => found.get(id) ?? []).filter((child) => child.parent_id !== parent.id);
  if (children.length === 0) return;
  for (const child of children) checkRight(change, parent, child);
  await checkRules(change, parent, children);
  await attachChildren(change, parent, children, defaultPlace(parent));
}

/** Both ends of a parent link must be the viewer's to relate. */
function checkRight(change: Change, parent: Item, child: Item): void {
  for (const item of [parent, child]) {
    if (!may(change.viewer, item.type === 'epic' ? 'adminEpicRelation' : 'adminParentLink', item)) denied();
  }
}

async function checkRules(change: Change, parent: Item, children: readonly Item[]): Promise<void> {
  const rules = await ParentRules.load(change.store, parent, children);
  const errors: string[] = [];
  for (const child of children) {
    // The rules of an epic presuppose a child of a fitting type; those of other work items ask for themselves.
    const fits = parent.type !== 'epic' || isChildType(parent.type, child.type);
    const verdict = fits ? rules.verdict(child) : ({ ok: false, error: LINK_ERRORS.type } as const);
    if (verdict.ok) rules.took(child);
    else errors.push(`${fullReferenceOf(child)} cannot be added: ${verdict.error}`);
  }
  if (errors.length > 0) refuse(422, errors.join('. '));
}
