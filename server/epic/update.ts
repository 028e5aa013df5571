import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { may } from '../command/item.ts';
import { denied, hidden, type Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { dated } from '../work-item/dated.ts';
import { editItem } from '../work-item/edit.ts';
import { changeHierarchy } from '../work-item/hierarchy.ts';
import { concernsHierarchy, type ItemPatch } from '../work-item/patch.ts';

export interface UpdateEpicInput {
  /** Full path of the owning group. */
  readonly groupPath: string;
  readonly iid: number;
  readonly patch: ItemPatch;
  /** The epic to go under; null releases it from its parent, undefined leaves it where it is. */
  readonly parentId?: number | null;
  /** The instant at which it was changed; now where there is none. */
  readonly updatedAt?: string | undefined;
}

/** Edits an epic and puts it under another parent. Answers its id. */
export function updateEpic(
  store: PlanStore,
  viewer: Viewer,
  input: UpdateEpicInput,
  now: string,
): Promise<Outcome<number>> {
  return dated(store, input.updatedAt, (inside) => updateAtOnce(inside, viewer, input, now));
}

function updateAtOnce(store: PlanStore, viewer: Viewer, input: UpdateEpicInput, now: string): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    if (input.parentId !== undefined || concernsHierarchy(input.patch)) await change.lock();
    const { items } = change.store;
    const found = (await items.epic(viewer, input.groupPath, input.iid)) ?? hidden();
    const epic = (await items.byId(viewer, [found.id], { forUpdate: true })).get(found.id) ?? hidden();
    if (!may(viewer, 'updateEpic', epic)) denied();
    await editItem(change, epic, input.patch);
    if (input.parentId !== undefined) await changeHierarchy(change, epic.id, { parentId: input.parentId });
    return epic.id;
  });
}
