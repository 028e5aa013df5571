import { cadenceFaults, type CadenceFields } from '@espalier/core/work-item/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { mayIn, type Owner } from '../command/item.ts';
import type { StoredCadence } from '../command/iteration-store.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { runCadence } from './schedule.ts';

/** A group, by full path or id, in which the viewer manages iterations, with the plan locked: dates and numbers are given once. */
export async function managedGroup(change: Change, pathOrId: string | number): Promise<Owner> {
  const { store, viewer } = change;
  await change.lock();
  const group = (await store.group(viewer, pathOrId)) ?? hidden();
  return mayIn(viewer, 'adminIteration', group) ? group : denied();
}

export async function managedCadence(change: Change, id: number): Promise<StoredCadence> {
  const cadence = (await change.store.iterations.cadence(id)) ?? hidden();
  await managedGroup(change, cadence.groupId);
  return cadence;
}

/** AP-14.81: makes a cadence in a group, and its first iterations where it is automatic. Answers its id. */
export function createCadence(
  store: PlanStore,
  viewer: Viewer,
  { group, fields }: { readonly group: string | number; readonly fields: CadenceFields },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { group_id } = await managedGroup(change, group);
    const cadence = await checked(change, fields, null);
    const id = await change.store.iterations.insertCadence(group_id, cadence, now);
    await scheduled(change, { ...cadence, id, groupId: group_id, nextRun: null });
    return id;
  });
}

/** AP-14.81, AP-14.84: changes a cadence; what is absent stays. Its upcoming iterations follow. Answers its id. */
export function updateCadence(
  store: PlanStore,
  viewer: Viewer,
  { id, changed }: { readonly id: number; readonly changed: Partial<CadenceFields> },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const before = await managedCadence(change, id);
    const cadence = await checked(change, { ...before, ...changed }, before);
    await change.store.iterations.updateCadence(id, cadence, now);
    await scheduled(change, { ...before, ...cadence });
    return id;
  });
}

/** AP-14.81: deletes a cadence with its iterations. Answers the id of its group. */
export function deleteCadence(
  store: PlanStore,
  viewer: Viewer,
  { id }: { readonly id: number },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { groupId } = await managedCadence(change, id);
    const { iterations } = change.store;
    await leaveItems(
      change,
      (await iterations.of(id)).map((each) => each.id),
    );
    await iterations.deleteCadence(id);
    return groupId;
  });
}

/** AP-14.88: the items of iterations that are deleted have none then, and say so. */
export async function leaveItems(change: Change, ids: readonly number[]): Promise<void> {
  for (const id of await change.store.iterations.itemsOf(ids)) {
    change.note({ id }, 'iteration', 'removed iteration');
    change.edited(id);
    change.events.add('iteration', id);
  }
}

const FIELDS = {
  title: 'Title ',
  description: 'Description ',
  startDate: 'Start date ',
  durationInWeeks: 'Duration in weeks ',
  iterationsInAdvance: 'Iterations in advance ',
  base: '',
} as const;

/** AP-14.82: a cadence that is kept by hand rolls nothing over, and has neither a length nor a number of iterations. */
async function checked(change: Change, given: CadenceFields, before: StoredCadence | null): Promise<CadenceFields> {
  const { title, description, active, automatic, startDate, durationInWeeks, iterationsInAdvance, rollOver } = given;
  const cadence = {
    ...{ title: title.trim(), description, active, automatic, startDate },
    durationInWeeks: automatic ? durationInWeeks : null,
    iterationsInAdvance: automatic ? iterationsInAdvance : null,
    rollOver: automatic && rollOver,
  };
  const iterations = before === null ? [] : await change.store.iterations.of(before.id);
  const faults = cadenceFaults(cadence, before, iterations, change.now.slice(0, 10));
  const said = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((field) =>
    faults[field].map((fault) => FIELDS[field] + fault),
  );
  return said.length > 0 ? refuse(422, ...said) : cadence;
}

async function scheduled(change: Change, cadence: StoredCadence): Promise<void> {
  const { iterations } = change.store;
  await runCadence(change, cadence);
  const next = (await iterations.cadence(cadence.id))?.nextRun ?? null;
  if (next !== null && next !== cadence.nextRun) await change.store.later([{ kind: 'runCadences', day: next }]);
}
