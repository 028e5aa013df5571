import { isEmojiName } from '@espalier/core/filter/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/**
 * Reactions to epics and items of projects. They are nothing of the item's own: no note, no new lock version, and closed items take them too. Others
 * hear of them by the event `awards`.
 */

/** GitLab's texts. */
export const AWARD_ERRORS = {
  name: 'Name is not a valid emoji name',
  taken: 'Name has already been taken',
  absent: (name: string): string => `User has not awarded emoji of type ${name} on the awardable`,
} as const;

export interface AwardPatch {
  readonly action: 'ADD' | 'REMOVE';
  /** `thumbsup`, without colons. */
  readonly name: string;
}

/** WI-15.40: gives a reaction, or takes one's own back. The item has been found readable. Answers the id of a new reaction. */
export async function changeAward(change: Change, item: Item, { action, name }: AwardPatch): Promise<number | null> {
  if (!may(change.viewer, 'awardEmoji', item)) denied();
  const { awards } = change.store;
  const award = { itemId: item.id, userId: change.userId, name };
  change.events.add('awards', item.id);
  if (action === 'REMOVE') {
    if (!(await awards.remove(award))) refuse(422, AWARD_ERRORS.absent(name));
    return null;
  }
  if (!isEmojiName(name)) refuse(422, AWARD_ERRORS.name);
  return (await awards.add(award, change.now)) ?? refuse(422, AWARD_ERRORS.taken);
}

/** Changes a reaction to an item by its id. Answers the id of a new reaction. */
export function awardItem(
  store: PlanStore,
  viewer: Viewer,
  { itemId, ...patch }: AwardPatch & { readonly itemId: number },
  now: string,
): Promise<Outcome<number | null>> {
  return changePlan(store, viewer, now, async (change) => changeAward(change, await readable(change, itemId), patch));
}

/** WI-15.42: takes one's own reaction back, or gives it. Answers the id of a new reaction; null: it was taken back. */
export function toggleAward(
  store: PlanStore,
  viewer: Viewer,
  { itemId, name }: { readonly itemId: number; readonly name: string },
  now: string,
): Promise<Outcome<number | null>> {
  return changePlan(store, viewer, now, async (change) => {
    const item = await readable(change, itemId);
    if (!may(viewer, 'awardEmoji', item)) denied();
    if (!(await change.store.awards.remove({ itemId, userId: change.userId, name }))) {
      return changeAward(change, item, { action: 'ADD', name });
    }
    change.events.add('awards', itemId);
    return null;
  });
}

/** WI-15.46: takes a reaction to an item back by its id: one's own, or as an administrator anybody's. */
export function removeAward(
  store: PlanStore,
  viewer: Viewer,
  { itemId, id }: { readonly itemId: number; readonly id: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const item = await readable(change, itemId);
    const award = (await change.store.awards.find(item.id, id)) ?? hidden();
    if (award.userId !== change.userId && !viewer.admin) denied();
    await change.store.awards.remove(award);
    change.events.add('awards', item.id);
    return null;
  });
}

async function readable({ store, viewer }: Change, id: number): Promise<Item> {
  return (await store.items.byId(viewer, [id])).get(id) ?? hidden();
}
