import { EVERYWHERE } from '../access/viewer.ts';
import type { Change } from '../command/change.ts';
import { nothing } from '../command/contribution.ts';
import type { Item, Named } from '../command/item.ts';
import { RELEASED_AT_ONCE, tellReleased, tellReleasedLater } from '../tree/releases.ts';

/** AP-05.113, AP-09.103: deletes items, whoever may see them, with the hierarchy lock held. `goes`: what goes too, now or later, and is neither told nor counted anew. */
export async function deleteMany(
  change: Change,
  ids: readonly number[],
  goes: (item: Named) => boolean,
): Promise<void> {
  const { items, tree, links } = change.store;
  const doomed = await items.byId(EVERYWHERE, ids);
  await leaveParents(change, [...doomed.values()], goes);
  const released = await tree.childrenOutside(ids, RELEASED_AT_ONCE + 1);
  if (released.length > RELEASED_AT_ONCE) await tellReleasedLater(change, ids);
  else for (const { parent, child } of released) if (!goes(child)) tellReleased(change, parent, child);
  const linked = await links.neighbours(ids);
  change.events.add('links', ...linked.filter((id) => !doomed.has(id)));
  await items.delete(ids);
  change.events.add('deleted', ...ids);
}

/** What a parent that stays counts of these is taken off. What is above a parent that goes is told when that one does. */
async function leaveParents(change: Change, doomed: readonly Item[], goes: (item: Named) => boolean): Promise<void> {
  const { items, tree } = change.store;
  const parentIds = doomed.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id]));
  if (parentIds.length === 0) return;
  const parents = await items.byId(EVERYWHERE, parentIds);
  const leaving = doomed.flatMap((item) => {
    const parent = parents.get(item.parent_id ?? 0);
    return parent === undefined || goes(parent) ? [] : [{ item, parent }];
  });
  const below = await tree.rollups(leaving.map(({ item }) => item.id));
  for (const { item, parent } of leaving) change.relinked(item, below.get(item.id) ?? nothing, parent, null);
}
