import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { may } from '../command/item.ts';
import { denied, hidden, type Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { type AwardPatch, changeAward } from './awards.ts';
import { editItem } from './edit.ts';
import { changeHierarchy, type HierarchyPatch } from './hierarchy.ts';
import { concernsHierarchy, type ItemPatch } from './patch.ts';
import { followItem } from './subscribe.ts';
import { changeTodo, type TodoPatch } from './todos.ts';

export interface UpdateItemInput {
  readonly id: number;
  readonly patch: ItemPatch;
  readonly hierarchy?: HierarchyPatch;
  // What is the viewer's own takes no right but to read.
  readonly award?: AwardPatch;
  readonly todo?: TodoPatch;
  readonly subscribed?: boolean;
}

/** Edits any work item, its fields and its place in the hierarchy, all of it or nothing. Answers its id. */
export function updateItem(
  store: PlanStore,
  viewer: Viewer,
  input: UpdateItemInput,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    if (input.hierarchy !== undefined || concernsHierarchy(input.patch)) await change.lock();
    const item = (await change.store.items.byId(viewer, [input.id], { forUpdate: true })).get(input.id) ?? hidden();
    if (item.type === 'epic') {
      if (changesFields(input.patch) && !may(viewer, 'updateEpic', item)) denied();
    } else {
      if (changesFields(input.patch) && !may(viewer, 'updateIssue', item)) denied();
      if (changesMetadata(input.patch) && !may(viewer, 'adminIssue', item)) denied();
    }
    await editItem(change, item, input.patch);
    if (input.hierarchy !== undefined) await changeHierarchy(change, item.id, input.hierarchy);
    if (input.award !== undefined) await changeAward(change, item, input.award);
    if (input.todo !== undefined) await changeTodo(change, item, input.todo);
    if (input.subscribed !== undefined) await followItem(change, item, input.subscribed);
    return item.id;
  });
}

const changesFields = (patch: ItemPatch): boolean =>
  Object.entries(patch).some(([key, value]) => key !== 'lockVersion' && value !== undefined);

/** What an author or assignee without Reporter may not touch. */
function changesMetadata(patch: ItemPatch): boolean {
  const { labels, assigneeIds, weight, healthStatus, milestoneId, iterationId, progress, confidential } = patch;
  const { startDate, dueDate, timeEstimate } = patch;
  return [
    labels,
    assigneeIds,
    weight,
    healthStatus,
    milestoneId,
    iterationId,
    progress,
    confidential,
    startDate,
    dueDate,
    timeEstimate,
  ].some((value) => value !== undefined);
}
