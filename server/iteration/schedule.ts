import { addDays } from '@espalier/core/calendar/rules';
import { type CivilDate, iterationState, iterationTitle, scheduleOf } from '@espalier/core/work-item/rules';
import { EVERYWHERE } from '../access/viewer.ts';
import { Change } from '../command/change.ts';
import type { StoredCadence, StoredIteration } from '../command/iteration-store.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { RunCadences } from '../command/job.ts';
import { isAborted } from '../db/transact.ts';

/** The administrator that every server has from the beginning, in whose name items are rolled over. */
const FIRST_USER = 1;

/** AP-14.84, AP-14.86: makes the iterations of a cadence that are due, and gives the open items of those that have ended to the next. */
export async function runCadence(change: Change, cadence: StoredCadence): Promise<void> {
  const { iterations } = change.store;
  const today = change.now.slice(0, 10);
  const schedule = scheduleOf(cadence, await iterations.of(cadence.id), today);
  for (const { iteration, days } of schedule?.moved ?? []) {
    await iterations.update(iteration.id, days, change.now);
    change.events.add('iteration', ...(await iterations.itemsOf([iteration.id])));
  }
  const made = (schedule?.made ?? []).map((days) => ({ title: null, description: null, ...days }));
  await iterations.insert(cadence, made, change.now);
  if (schedule !== null && cadence.rollOver && cadence.nextRun !== null) {
    await rollOver(change, await iterations.of(cadence.id), cadence.nextRun, today);
  }
  await iterations.setNextRun(cadence.id, schedule?.next ?? null);
}

/** What has ended since `since` has ended only now: it was looked at on each day on which something ended. */
async function rollOver(
  change: Change,
  iterations: readonly StoredIteration[],
  since: CivilDate,
  today: CivilDate,
): Promise<void> {
  const ended = iterations.filter(
    (each) => iterationState(each, today) === 'closed' && addDays(each.dueDate, 1) >= since,
  );
  for (const each of ended) {
    const next = iterations.find(
      (other) => other.startDate >= each.dueDate && iterationState(other, today) !== 'closed',
    );
    if (next === undefined) continue;
    const name = iterationTitle({ ...next, id: String(next.id) });
    for (const id of await change.store.iterations.rollOver(each.id, next.id)) {
      change.note({ id }, 'iteration', `changed iteration to **${name}**`);
      change.edited(id);
      change.events.add('iteration', id);
    }
  }
}

/** AP-14.85: looks at those cadences for which it is time, and says when the next ones are due. Answers why some could not be looked at (AP-14.120). */
export async function runCadences(
  store: PlanStore,
  { day, first }: RunCadences,
  now: string,
): Promise<readonly CadenceError[]> {
  await store.tree.lock();
  const today = now.slice(0, 10) < day ? day : now.slice(0, 10);
  const due = await store.iterations.due(today);
  const errors: CadenceError[] = [];
  for (const id of due) {
    try {
      await store.transaction((inside) => runOne(new Change(inside, EVERYWHERE, FIRST_USER, now), id));
    } catch (error) {
      if (isAborted(error)) throw error;
      errors.push(new CadenceError(id, error));
      await store.iterations.retry(id, addDays(today, 1));
    }
  }
  // Of two jobs for a day the second finds nothing to do: only the first goes on.
  if (due.length === 0 && first !== true) return errors;
  const next = await store.iterations.nextRun();
  if (next !== null) await store.later([{ kind: 'runCadences', day: next }]);
  return errors;
}

async function runOne(change: Change, id: number): Promise<void> {
  const cadence = await change.store.iterations.cadence(id);
  if (cadence !== undefined) await runCadence(change, cadence);
  await change.finish();
}

/** A cadence could not be looked at, for the log. */
export class CadenceError extends Error {
  override name = 'CadenceError';

  constructor(id: number, cause: unknown) {
    super(`Iteration cadence ${id} could not be scheduled; it is tried again tomorrow`, { cause });
  }
}
