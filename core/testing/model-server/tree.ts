import { allowedChild, fullReference, relativeReference } from '../../work-item/rules.ts';
import type { Placement, Rollup, Verdict, Where } from '../../tree/rules.ts';
import { place, recount, refused, validateParent, workItemLinkErrors } from '../../tree/rules.ts';
import { refuse } from './refusal.ts';
import type { ItemRow, World } from './world.ts';

/** From the parent up to the root. */
export function ancestorsOf(world: World, id: number): ItemRow[] {
  const parent = world.parentOf(id);
  return parent === null ? [] : [parent, ...ancestorsOf(world, parent.id)];
}

/** Items of the item's own type on the longest way down, itself included. */
export function heightOf(world: World, item: ItemRow): number {
  const below = world.childrenOf(item.id).filter(({ type }) => type === item.type);
  return 1 + Math.max(0, ...below.map((child) => heightOf(world, child)));
}

export const rollupOf = (world: World, id: number): Rollup =>
  recount(
    id,
    (parent) => world.childrenOf(parent).map((child) => child.id),
    (child) => world.item(child),
  );

export function referenceOf(world: World, item: ItemRow): string {
  return item.projectId === null
    ? fullReference('epic', world.group(item.groupId).fullPath, item.iid)
    : fullReference('issue', world.project(item.projectId).fullPath, item.iid);
}

/** As it is written on the page of an epic: short where the epic's own group owns it. */
export function referenceFrom(world: World, here: ItemRow, item: ItemRow): string {
  if (item.projectId !== null) return referenceOf(world, item);
  const { fullPath } = world.group(item.groupId);
  return relativeReference('epic', fullPath, item.iid, world.group(here.groupId).fullPath);
}

/** May the parent take the child? `taken` counts what the same change has given it already. */
export function verdictOf(
  world: World,
  parent: ItemRow,
  child: Pick<ItemRow, 'id' | 'type' | 'confidential'>,
  taken: { readonly epics: number; readonly all: number } = { epics: 0, all: 0 },
): Verdict {
  const existing = world.items.get(child.id);
  const childHeight = existing === undefined ? 1 : heightOf(world, existing);
  const ancestors = ancestorsOf(world, parent.id);
  const ancestorIds = ancestors.map(({ id }) => id);
  const children = world.childrenOf(parent.id);
  if (parent.type === 'epic') {
    const childEpicCount = children.filter(({ type }) => type === 'epic').length + taken.epics;
    return validateParent({
      child,
      parent: { id: parent.id, confidential: parent.confidential, ancestorIds, childEpicCount },
      currentParentId: world.parentOf(child.id)?.id ?? null,
      childHeight,
      maxChildren: world.maxChildren,
    });
  }
  const otherType = ancestors.findIndex(({ type }) => type !== parent.type);
  const errors = workItemLinkErrors({
    child,
    parent: {
      ...parent,
      ancestorIds,
      sameTypeAncestors: otherType < 0 ? ancestors.length : otherType,
      childCount: children.length + taken.all,
    },
    childHeight,
    maxChildren: world.maxChildren,
    linked: world.relationsOf(parent.id).some(({ sourceId, targetId }) => [sourceId, targetId].includes(child.id)),
  });
  return errors.length === 0 ? { ok: true } : refused(errors.join('. '));
}

export const isChildType = (parent: ItemRow, child: Pick<ItemRow, 'type'>): boolean =>
  allowedChild(parent.type, child.type) !== null;

type Placed = { readonly id: number; readonly position: number };

const siblingsOf = (world: World, parentId: number): Placed[] =>
  world.linksUnder(parentId).map(({ childId, position }) => ({ id: childId, position }));

function placeOrRefuse(siblings: readonly Placed[], itemId: number, where: Where<number>) {
  const placement: Placement<number> = place(
    siblings.filter(({ id }) => id !== itemId),
    where,
  );
  if (!placement.ok) refuse(422, placement.error);
  return placement;
}

/** Puts children under a parent, at a place or at the top or end in the order given. A child from elsewhere keeps the id of its link. */
export function attach(
  world: World,
  parentId: number,
  childIds: readonly number[],
  where: Where<number> = { at: 'start' },
): void {
  let list = siblingsOf(world, parentId).filter(({ id }) => !childIds.includes(id));
  const positions = new Map<number, number>();
  for (const id of where.at === 'end' ? childIds : childIds.toReversed()) {
    const { position, shifts } = placeOrRefuse(list, id, where);
    const moved = new Map(shifts.map((shift) => [shift.id, shift.position]));
    for (const [sibling, to] of moved) positions.set(sibling, to);
    positions.set(id, position);
    list = [...list.map((s) => ({ id: s.id, position: moved.get(s.id) ?? s.position })), { id, position }];
    list.sort((a, b) => a.position - b.position);
  }
  for (const [id, position] of positions) {
    const known = world.links.get(id);
    if (childIds.includes(id)) {
      const link = { id: known?.id ?? world.nextId('links'), parentId, childId: id, position, createdAt: world.now() };
      world.links.set(id, link);
    } else if (known !== undefined) world.links.set(id, { ...known, position });
  }
}

/** Moves a child among its siblings. */
export function reposition(world: World, childId: number, where: Where<number>): void {
  const link = world.links.get(childId);
  if (link === undefined) return;
  const { position, shifts } = placeOrRefuse(siblingsOf(world, link.parentId), childId, where);
  for (const shift of [...shifts, { id: childId, position }]) {
    const row = world.links.get(shift.id);
    if (row !== undefined) world.links.set(shift.id, { ...row, position: shift.position });
  }
}
