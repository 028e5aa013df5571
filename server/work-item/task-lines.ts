import { withTaskText } from '@espalier/core/checklist/rules';
import type { WorkItemType } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse, runCommand } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { referenceFrom } from '../note/wording.ts';
import { createItem } from './create.ts';
import { deleteWorkItem } from './delete.ts';
import { updateItem } from './update.ts';

/** Lines of an item's description that stand for a task, from 1, both included. */
export interface TaskLines {
  readonly id: number;
  readonly lockVersion: number;
  readonly start: number;
  readonly end: number;
}

/** WI-12.1: makes a child of a line of the checklist, whose text becomes a reference to it; the lines after it up to `end` go. All of it or nothing. */
export function createFromTask(
  store: PlanStore,
  viewer: Viewer,
  { title, type, ...lines }: TaskLines & { readonly title: string; readonly type: Exclude<WorkItemType, 'epic'> },
  now: string,
): Promise<Outcome<{ readonly id: number; readonly made: number }>> {
  return runCommand(store, async (inside) => {
    const { item, source } = await linesOf(inside, viewer, lines);
    const { id, start, end } = lines;
    const place = { project: item.project_path ?? hidden(), type, parentId: id };
    if (withTaskText(source[start - 1] ?? '', '') === null) refuse(422, `Unable to detect a task on line ${start}`);
    const made = done(await createItem(inside, viewer, { ...place, fields: { title } }, now));
    const first = withTaskText(source[start - 1] ?? '', `#${made.iid}+`) ?? '';
    await write(inside, viewer, item, [...source.slice(0, start - 1), first, ...source.slice(end)], now);
    return { id, made: made.id };
  });
}

/** WI-12.3: deletes a task together with the lines that refer to it; where none does, nothing. Answers the id of the item whose lines they were. */
export function deleteTask(
  store: PlanStore,
  viewer: Viewer,
  { taskId, ...lines }: TaskLines & { readonly taskId: number },
  now: string,
): Promise<Outcome<number>> {
  return runCommand(store, async (inside) => {
    const { item, source } = await linesOf(inside, viewer, lines);
    const { id, start, end } = lines;
    const task = (await inside.items.byId(viewer, [taskId])).get(taskId) ?? hidden();
    const reference = referenceFrom(item, task);
    const names = (line: string) =>
      line
        .split(reference)
        .some((after, at, parts) => at > 0 && !/^\d/.test(after) && !/[\w/.-]$/.test(parts[at - 1] ?? ''));
    if (!source.slice(start - 1, end).some(names)) refuse(422, `Unable to detect a task on lines ${start}-${end}`);
    await write(inside, viewer, item, source.toSpliced(start - 1, end - start + 1), now);
    done(await deleteWorkItem(inside, viewer, taskId, now));
    return id;
  });
}

/** WI-12.4: edits a task that is seen in another item, which is answered with it. */
export function updateTask<T>(
  store: PlanStore,
  viewer: Viewer,
  id: number,
  update: (store: PlanStore) => Promise<Outcome<T>>,
): Promise<Outcome<{ readonly id: number; readonly updated: T }>> {
  return runCommand(store, async (inside) => {
    if (!(await inside.items.byId(viewer, [id])).has(id)) hidden();
    return { id, updated: done(await update(inside)) };
  });
}

/** The item, which the viewer may edit, and the lines of its description, under both locks. */
async function linesOf(
  store: PlanStore,
  viewer: Viewer,
  { id, lockVersion, start, end }: TaskLines,
): Promise<{ readonly item: Item; readonly source: readonly string[] }> {
  await store.tree.lock();
  const item = (await store.items.byId(viewer, [id], { forUpdate: true })).get(id) ?? hidden();
  if (item.type === 'epic' || !may(viewer, 'updateIssue', item)) denied();
  if (item.lock_version !== lockVersion) refuse(409, 'Stale work item. Check lock version');
  if (start < 1) refuse(422, 'line_number_start must be greater than 0');
  if (end < start) refuse(422, 'line_number_end must be greater or equal to line_number_start');
  const description = item.description ?? '';
  if (description.trim() === '') refuse(422, "Work item description can't be blank");
  return { item, source: description.split('\n') };
}

const write = async (store: PlanStore, viewer: Viewer, { id }: Item, source: readonly string[], now: string) =>
  done(await updateItem(store, viewer, { id, patch: { description: source.join('\n') } }, now));

/** What a command within this one answers; refused, so is this one. */
function done<T>(outcome: Outcome<T>): T {
  return outcome.ok ? outcome.value : refuse(outcome.status, ...outcome.errors);
}
