import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** WI-15.52: subscribes the viewer to an item that they may read, or ends it: their own matter, without note, event or new lock version. */
export async function followItem({ store, viewer, userId }: Change, item: Item, subscribed: boolean): Promise<void> {
  if (!may(viewer, 'subscribe', item)) denied();
  await store.personal.subscribe(item.id, userId, subscribed);
}

/** The same for an item of a project, by its number. Answers its id. */
export function setIssueSubscription(
  store: PlanStore,
  viewer: Viewer,
  {
    projectPath,
    iid,
    subscribed,
  }: { readonly projectPath: string; readonly iid: number; readonly subscribed: boolean },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const item = (await change.store.items.ofProject(viewer, projectPath, iid)) ?? hidden();
    await followItem(change, item, subscribed);
    return item.id;
  });
}
