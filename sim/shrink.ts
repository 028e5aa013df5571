import type { Schedule, Step } from './schedule.ts';
import { CALM } from './schedule.ts';

/** Tells whether a schedule still fails in the way that is looked for. */
export type StillFails = (schedule: Schedule) => Promise<boolean>;

/**
 * Makes a failing schedule small: first whole operations go, then faults, then what is out of the ordinary on the network and with pushes, then pauses. It ends
 * by itself after `runs` tries at most.
 */
export async function shrink(schedule: Schedule, stillFails: StillFails, runs = 600): Promise<Schedule> {
  let left = runs;
  const fails: StillFails = async (candidate) => {
    if (left <= 0) return false;
    left -= 1;
    return stillFails(candidate);
  };
  const isOperation = ({ table }: Step): boolean => table === 'operation';
  let best = schedule;
  best = await withoutSteps(best, isOperation, fails);
  best = await withoutSteps(best, (step) => !isOperation(step), fails);
  best = await withoutFates(best, fails);
  best = await withoutPushFaults(best, fails);
  best = await withoutPauses(best, fails);
  return withoutSteps(best, () => true, fails);
}

/** Leaves out ever smaller parts of a list, for as long as the rest fails. Gives what cannot be left out. */
async function reduced<T>(list: readonly T[], fails: (rest: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let rest = list;
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < rest.length;) {
      const candidate = [...rest.slice(0, at), ...rest.slice(at + size)];
      if (await fails(candidate)) rest = candidate;
      else at += size;
    }
  }
  return rest;
}

async function withoutSteps(schedule: Schedule, goes: (step: Step) => boolean, fails: StillFails): Promise<Schedule> {
  const candidates = schedule.steps.filter(goes);
  const withSteps = (kept: readonly Step[]): Schedule => {
    const keep = new Set(kept);
    return { ...schedule, steps: schedule.steps.filter((step) => !goes(step) || keep.has(step)) };
  };
  return withSteps(await reduced(candidates, (kept) => fails(withSteps(kept))));
}

async function withoutFates(schedule: Schedule, fails: StillFails): Promise<Schedule> {
  const withFates = (keys: readonly string[]): Schedule => ({
    ...schedule,
    fates: Object.fromEntries(keys.map((key) => [key, schedule.fates[key] ?? CALM])),
  });
  return withFates(await reduced(Object.keys(schedule.fates), (keys) => fails(withFates(keys))));
}

async function withoutPushFaults(schedule: Schedule, fails: StillFails): Promise<Schedule> {
  const { pushes } = schedule;
  if (pushes === undefined) return schedule;
  const withPushes = (keys: readonly string[]): Schedule => ({
    ...schedule,
    pushes: Object.fromEntries(keys.map((key) => [key, pushes[key] ?? { wait: 0 }])),
  });
  const faults = Object.keys(pushes).filter((key) => pushes[key]?.fault !== undefined);
  return withPushes(await reduced(faults, (keys) => fails(withPushes(keys))));
}

async function withoutPauses(schedule: Schedule, fails: StillFails): Promise<Schedule> {
  let best = schedule;
  for (const [index, step] of schedule.steps.entries()) {
    if (step.after === 0) continue;
    const steps = best.steps.with(index, { ...step, after: 0 });
    if (await fails({ ...best, steps })) best = { ...best, steps };
  }
  return best;
}
