import { place, type Positioned, type Where } from '@espalier/core/tree/rules';
import type { Change } from '../command/change.ts';
import type { Item } from '../command/item.ts';
import { refuse } from '../command/outcome.ts';

export interface NewPlace {
  readonly position: number;
  /** Siblings that have to make room. */
  readonly shifts: readonly Positioned<number>[];
}

/** Where the item goes among its siblings (it may be one of them already). Refuses with the rule's text where there is no place. */
export function findPlace(siblings: readonly Positioned<number>[], itemId: number, where: Where<number>): NewPlace {
  const placement = place(
    siblings.filter(({ id }) => id !== itemId),
    where,
  );
  if (!placement.ok) refuse(422, placement.error);
  return placement;
}

/** Moves a child among its siblings. */
export async function moveAmongSiblings(
  { store: { tree }, events }: Change,
  parent: Pick<Item, 'id'>,
  childId: number,
  where: Where<number>,
): Promise<void> {
  const { position, shifts } = findPlace(await tree.siblings(parent.id), childId, where);
  await tree.reposition([{ id: childId, position }, ...shifts]);
  events.add('tree', parent.id);
}
