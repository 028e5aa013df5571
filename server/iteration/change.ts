import {
  type CadenceFields,
  ITERATION_TAKEN,
  iterationFaults,
  iterationState,
  MANUAL_ONLY,
  NOT_THE_LAST,
  OVERLAP,
  overlap,
} from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import type { Owner } from '../command/item.ts';
import type { IterationFields, StoredCadence, StoredIteration } from '../command/iteration-store.ts';
import { hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { checkedDescription } from '../work-item/edit.ts';
import { leaveItems, managedGroup } from './cadences.ts';

/** As it is typed: days may lack. */
export interface TypedIteration extends Omit<IterationFields, 'startDate' | 'dueDate'> {
  readonly startDate: string | null;
  readonly dueDate: string | null;
}

const ELSEWHERE = 'Group is not valid. The iteration group has to match the iteration cadence group.';
const SCHEDULED = 'The dates of iterations in cadences that use automatic scheduling cannot be changed';

/** AP-14.87: makes an iteration in a cadence that is kept by hand. Answers its id. */
export function createIteration(
  store: PlanStore,
  viewer: Viewer,
  given: { readonly group: string | number; readonly cadenceId: number | null; readonly fields: TypedIteration },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const group = await managedGroup(change, given.group);
    const cadence =
      given.cadenceId === null
        ? await ownCadence(change, group)
        : await change.store.iterations.cadence(given.cadenceId);
    if (cadence === undefined) return refuse(422, 'Iterations cadence not found');
    if (cadence.groupId !== group.group_id) refuse(422, ELSEWHERE);
    if (cadence.automatic) refuse(422, MANUAL_ONLY);
    const [id] = await change.store.iterations.insert(
      cadence,
      [await checked(change, cadence, given.fields, null)],
      now,
    );
    return id ?? hidden();
  });
}

/** AP-14.87: changes an iteration; what is absent stays. Answers its id. */
export function updateIteration(
  store: PlanStore,
  viewer: Viewer,
  given: { readonly group: string | number; readonly id: number; readonly changed: Partial<TypedIteration> },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { iterations } = change.store;
    const group = await managedGroup(change, given.group);
    const before = await iterations.find(given.id);
    if (before?.groupId !== group.group_id) return hidden();
    const cadence = (await iterations.cadence(before.cadenceId)) ?? hidden();
    const after = await checked(change, cadence, { ...before, ...given.changed }, before);
    const isMoved = after.startDate !== before.startDate || after.dueDate !== before.dueDate;
    if (isMoved && cadence.automatic) refuse(422, SCHEDULED);
    await iterations.update(before.id, after, now);
    // Nobody but the iteration's own page shows its description.
    if (isMoved || after.title !== before.title) {
      change.events.add('iteration', ...(await iterations.itemsOf([before.id])));
    }
    return before.id;
  });
}

/** AP-14.88: deletes an iteration. Answers the id of its group. */
export function deleteIteration(
  store: PlanStore,
  viewer: Viewer,
  { id }: { readonly id: number },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { iterations } = change.store;
    const iteration = (await iterations.find(id)) ?? hidden();
    await managedGroup(change, iteration.groupId);
    const isClosed = iterationState(iteration, now.slice(0, 10)) === 'closed';
    const later = (await iterations.of(iteration.cadenceId)).some((each) => each.startDate > iteration.dueDate);
    if (!isClosed && later) refuse(422, NOT_THE_LAST);
    await leaveItems(change, [id]);
    await iterations.delete(id);
    return iteration.groupId;
  });
}

/** The group's first cadence that is kept by hand; where there is none, a new one. */
async function ownCadence({ store, now }: Change, { group_id, group_path }: Owner): Promise<StoredCadence | undefined> {
  const { iterations, places } = store;
  const id = await iterations.firstManual(group_id);
  if (id !== null) return iterations.cadence(id);
  const name = (await places.known({ kind: 'group', id: group_id }))?.name ?? group_path;
  const none = { description: null, startDate: null, durationInWeeks: null, iterationsInAdvance: null };
  const fields: CadenceFields = {
    ...none,
    title: `${name} Iterations`,
    active: true,
    automatic: false,
    rollOver: false,
  };
  return iterations.cadence(await iterations.insertCadence(group_id, fields, now));
}

async function checked(
  { store, now }: Change,
  cadence: StoredCadence,
  typed: TypedIteration,
  before: StoredIteration | null,
): Promise<IterationFields> {
  const { startDate, dueDate } = typed;
  const title = typed.title?.trim() ?? '';
  const faults = iterationFaults({ title, startDate, dueDate }, now.slice(0, 10));
  if (faults.length > 0 || startDate === null || dueDate === null) return refuse(422, ...faults);
  const others = (await store.iterations.of(cadence.id)).filter(({ id }) => id !== before?.id);
  const days = { startDate, dueDate };
  const isMoved = startDate !== before?.startDate || dueDate !== before.dueDate;
  const said = [
    ...(isMoved && others.some((other) => overlap(other, days)) ? [OVERLAP] : []),
    ...(title !== '' && others.some((other) => other.title === title) ? [ITERATION_TAKEN] : []),
  ];
  const description = checkedDescription(typed.description);
  return said.length > 0 ? refuse(422, ...said) : { ...days, title: title === '' ? null : title, description };
}
