import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { TextPair } from '../command/version-store.ts';

/** What descriptions were before: of epics by their group and of items by their project. */

export interface VersionName {
  readonly kind: 'epic' | 'issue';
  /** Full path of the group or project. */
  readonly path: string;
  readonly iid: number;
  readonly id: number;
  /** The first of the versions that are meant together; null: only this one. */
  readonly startId: number | null;
}

async function itemOf({ items }: PlanStore, viewer: Viewer, { kind, path, iid }: VersionName): Promise<Item> {
  const found = await (kind === 'epic' ? items.epic(viewer, path, iid) : items.ofProject(viewer, path, iid));
  return found ?? hidden();
}

/** IE-07.51: a version and what it changed. */
export async function versionTexts(store: PlanStore, viewer: Viewer, name: VersionName): Promise<TextPair> {
  const { id } = await itemOf(store, viewer, name);
  return (await store.versions.pair(id, name.id, name.startId)) ?? hidden();
}

/** IE-07.53: takes a version out of every answer. */
export function deleteVersion(
  store: PlanStore,
  viewer: Viewer,
  name: VersionName,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const item = await itemOf(change.store, viewer, name);
    if (!may(viewer, 'adminNote', item)) denied();
    if (!(await change.store.versions.delete(item.id, name.id, name.startId, now))) hidden();
    change.events.add('notes', item.id);
    return null;
  });
}
