import { isEmojiName } from '@espalier/core/filter/rules';
import { announce, comment } from '../note/comment.ts';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { Awardable } from '../command/award-store.ts';
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

/** What a reaction is to: an item, or something on it that was found readable. */
export interface Awarded {
  readonly item: Item;
  readonly on: Awardable;
  /** Lets others hear of it. */
  readonly tell: (change: Change) => void;
}

/** Finds what a reaction is to; throws where the viewer may not see it. */
export type AwardPlace = (change: Change) => Promise<Awarded>;

export const awardedItem = (item: Item): Awarded => ({
  item,
  on: { itemId: item.id, noteId: null },
  tell: ({ events }) => events.add('awards', item.id),
});

export const onItem =
  (id: number): AwardPlace =>
  async ({ store, viewer }) =>
    awardedItem((await store.items.byId(viewer, [id])).get(id) ?? hidden());

/** WI-10.54: to a comment; `itemId`: where the path names its item, it must be that. */
export const onNote =
  (id: number, itemId?: number): AwardPlace =>
  async (change) => {
    const { note, item } = await comment(change, await change.store.notes.find(id));
    if (note.itemId !== (itemId ?? note.itemId)) hidden();
    return { item, on: { itemId: null, noteId: id }, tell: (later) => announce(later, 'updated', note) };
  };

/** WI-15.40: gives a reaction, or takes one's own back. Answers the id of a new reaction. */
export async function changeAward(
  change: Change,
  { item, on, tell }: Awarded,
  { action, name }: AwardPatch,
): Promise<number | null> {
  if (!may(change.viewer, 'awardEmoji', item)) denied();
  const { awards } = change.store;
  const award = { userId: change.userId, name };
  tell(change);
  if (action === 'REMOVE') {
    if (!(await awards.remove(on, award))) refuse(422, AWARD_ERRORS.absent(name));
    return null;
  }
  if (!isEmojiName(name)) refuse(422, AWARD_ERRORS.name);
  return (await awards.add(on, award, change.now)) ?? refuse(422, AWARD_ERRORS.taken);
}

/** Changes a reaction. Answers the id of a new one. */
export function giveAward(
  store: PlanStore,
  viewer: Viewer,
  { place, ...patch }: AwardPatch & { readonly place: AwardPlace },
  now: string,
): Promise<Outcome<number | null>> {
  return changePlan(store, viewer, now, async (change) => changeAward(change, await place(change), patch));
}

/** WI-15.42: takes one's own reaction back, or gives it. Answers the id of a new reaction; null: it was taken back. */
export function toggleAward(
  store: PlanStore,
  viewer: Viewer,
  { place, name }: { readonly place: AwardPlace; readonly name: string },
  now: string,
): Promise<Outcome<number | null>> {
  return changePlan(store, viewer, now, async (change) => {
    const awarded = await place(change);
    const { item, on, tell } = awarded;
    if (!may(viewer, 'awardEmoji', item)) denied();
    if (!(await change.store.awards.remove(on, { userId: change.userId, name }))) {
      return changeAward(change, awarded, { action: 'ADD', name });
    }
    tell(change);
    return null;
  });
}

/** WI-15.46: takes a reaction back by its id: one's own, or as an administrator anybody's. */
export function removeAward(
  store: PlanStore,
  viewer: Viewer,
  { place, id }: { readonly place: AwardPlace; readonly id: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { on, tell } = await place(change);
    const award = (await change.store.awards.find(on, id)) ?? hidden();
    if (award.userId !== change.userId && !viewer.admin) denied();
    await change.store.awards.remove(on, award);
    tell(change);
    return null;
  });
}
