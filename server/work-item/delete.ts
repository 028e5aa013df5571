import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { nothing } from '../command/contribution.ts';
import { type Item, may, mayIn } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { RELEASED_AT_ONCE, tellReleased, tellReleasedLater } from '../tree/releases.ts';

/** Deleted: where it was. */
export interface Deleted {
  readonly groupPath: string;
  readonly projectPath: string | null;
  readonly projectId: number | null;
  /** What it stood under, if the viewer may see it. */
  readonly parent: Item | null;
}

/** Deletes an epic with all epics below it; their issues are released and stay. For Owners of all groups concerned. */
export function deleteEpic(
  store: PlanStore,
  viewer: Viewer,
  groupPath: string,
  iid: number,
  now: string,
): Promise<Outcome<Deleted>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const epic = (await change.store.items.epic(viewer, groupPath, iid)) ?? hidden();
    if (!may(viewer, 'destroyEpic', epic)) denied();
    return deleteItem(change, epic);
  });
}

/** Deletes an item of a project through its page: for its author as a member, and for Owners. */
export function deleteIssue(
  store: PlanStore,
  viewer: Viewer,
  projectPath: string,
  iid: number,
  now: string,
): Promise<Outcome<Deleted>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const issue = (await change.store.items.ofProject(viewer, projectPath, iid)) ?? hidden();
    // An issue is a work item: who may delete it by its id may delete it by its page.
    if (!may(viewer, 'deleteWorkItem', issue)) denied();
    return deleteItem(change, issue);
  });
}

/** Deletes any work item by its id: its author as a member, or an Owner; of an epic an Owner only. Its children are released. */
export function deleteWorkItem(store: PlanStore, viewer: Viewer, id: number, now: string): Promise<Outcome<Deleted>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.lock();
    const item = (await change.store.items.byId(viewer, [id])).get(id) ?? hidden();
    if (!may(viewer, item.type === 'epic' ? 'destroyEpic' : 'deleteWorkItem', item)) denied();
    return deleteItem(change, item);
  });
}

async function deleteItem(change: Change, item: Item): Promise<Deleted> {
  const { items, tree, links } = change.store;
  const doomed = item.type === 'epic' ? await tree.epicsBelow(item.id) : [];
  if (!doomed.every((epic) => mayIn(change.viewer, 'destroyEpic', epic))) {
    refuse(403, "You don't have permission to delete all descendants of this epic.");
  }
  const ids = [item.id, ...doomed.map(({ id }) => id)];

  const parents = item.parent_id === null ? null : await items.byId(change.viewer, [item.parent_id]);
  if (item.parent_id !== null && item.parent_type !== null) {
    const below = (await tree.rollups([item.id])).get(item.id) ?? nothing;
    change.relinked(item, below, { id: item.parent_id, type: item.parent_type }, null);
  }
  const released = await tree.childrenOutside(ids, RELEASED_AT_ONCE + 1);
  if (released.length > RELEASED_AT_ONCE) await tellReleasedLater(change, ids);
  else for (const { parent, child } of released) tellReleased(change, parent, child);
  const linked = await links.neighbours(ids);
  change.events.add('links', ...linked.filter((id) => !ids.includes(id)));
  await items.delete(ids);
  change.events.add('deleted', ...ids);
  return {
    groupPath: item.group_path,
    projectPath: item.project_path,
    projectId: item.project_id,
    parent: parents?.get(item.parent_id ?? 0) ?? null,
  };
}
