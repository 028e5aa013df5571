import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

interface EpicPlace {
  readonly groupPath: string;
  readonly iid: number;
}

/** Subscribes the viewer to an epic, or ends it. It is the viewer's own matter: no note, no event, no new lock version. Answers the epic's id. */
export function setEpicSubscription(
  store: PlanStore,
  viewer: Viewer,
  input: EpicPlace & { readonly subscribed: boolean },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { id } = await epicToFollow(change, input);
    await change.store.personal.subscribe(id, change.userId, input.subscribed);
    return id;
  });
}

/** EP-13.41: turns the viewer's subscription round. Answers whether there is one now. */
export function toggleEpicSubscription(
  store: PlanStore,
  viewer: Viewer,
  input: EpicPlace,
  now: string,
): Promise<Outcome<boolean>> {
  return changePlan(store, viewer, now, async (change) => {
    const { id } = await epicToFollow(change, input);
    return change.store.personal.toggleSubscription(viewer, id);
  });
}

async function epicToFollow({ store, viewer }: Change, { groupPath, iid }: EpicPlace): Promise<Item> {
  const epic = (await store.items.epic(viewer, groupPath, iid)) ?? hidden();
  if (!may(viewer, 'subscribe', epic)) denied();
  return epic;
}
