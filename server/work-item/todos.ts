import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type Item, may } from '../command/item.ts';
import { denied, hidden, type Outcome } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { TodoCounts } from '../command/personal-store.ts';

/**
 * To-dos of the viewer. They are the viewer's own matter: no note, no event, no new lock version. What they are about must be readable:
 * a to-do of an item that became hidden is as absent as another person's.
 */

export interface MarkedTodo {
  readonly id: number;
  /** The viewer's pending to-dos, this one included. */
  readonly count: number;
}

/** EP-06.40: marks an epic for later. Who has done so already gets the same to-do again. `id`, where given, must be the epic's. */
export function markEpicTodo(
  store: PlanStore,
  viewer: Viewer,
  input: { readonly groupPath: string; readonly iid: number; readonly id?: number },
  now: string,
): Promise<Outcome<MarkedTodo>> {
  return changePlan(store, viewer, now, async ({ store: { items, personal }, userId }) => {
    const epic = (await items.epic(viewer, input.groupPath, input.iid)) ?? hidden();
    if (input.id !== undefined && input.id !== epic.id) hidden();
    if (!may(viewer, 'createTodo', epic)) denied();
    const id = await personal.addTodo(epic.id, userId, now);
    return { id, count: (await personal.countTodos(viewer)).pending };
  });
}

/** The same for any item, by its id; `isNew`: it was not marked before. */
export function markTodo(
  store: PlanStore,
  viewer: Viewer,
  itemId: number,
  now: string,
): Promise<Outcome<{ readonly id: number; readonly isNew: boolean }>> {
  return changePlan(store, viewer, now, async ({ store: { items, personal }, userId }) => {
    const item = (await items.byId(viewer, [itemId])).get(itemId) ?? hidden();
    if (!may(viewer, 'createTodo', item)) denied();
    const { pending } = await personal.countTodos(viewer);
    const id = await personal.addTodo(itemId, userId, now);
    return { id, isNew: (await personal.countTodos(viewer)).pending > pending };
  });
}

export interface TodoPatch {
  readonly action: 'ADD' | 'MARK_AS_DONE';
  /** Which to-do is done; without one all that the viewer has on the item. */
  readonly id?: number;
}

/** WI-15.50: marks an item that the viewer may read for later, or ends what they have on it. A to-do that is not among these changes nothing. */
export async function changeTodo(change: Change, item: Item, { action, id }: TodoPatch): Promise<void> {
  const { store, viewer, userId, now } = change;
  if (!may(viewer, 'createTodo', item)) denied();
  if (action === 'ADD') await store.personal.addTodo(item.id, userId, now);
  else await store.personal.finishTodosOn(item.id, userId, now, id);
}

/** EP-06.41: takes a to-do from the list: it is done. One that is done already stays so. */
export function finishTodo(store: PlanStore, viewer: Viewer, id: number, now: string): Promise<Outcome<TodoCounts>> {
  return changePlan(store, viewer, now, async ({ store: { personal } }) => {
    if (!(await personal.finishTodo(viewer, id, now))) hidden();
    return personal.countTodos(viewer);
  });
}

/** The same of all that the viewer has pending, on whatever they may see. */
export function finishAllTodos(store: PlanStore, viewer: Viewer, now: string): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async ({ store: { personal } }) => {
    await personal.finishAllTodos(viewer, now);
    return null;
  });
}
