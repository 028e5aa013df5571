import { MOST_TRIAL_DAYS, type Trial, TRIAL_DAYS, TRIAL_PLAN } from '@espalier/core/manage/rules';
import { compareDays } from '@espalier/core/calendar/rules';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import type { Owner } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse, runCommand } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { SalesContact } from '../command/trial-store.ts';
import { manages } from './change.ts';
import { setMemberLimit } from './seats.ts';

export const TRIAL_TEXTS = {
  top: 'Only a top-level group has a trial',
  had: 'This group has had a trial already',
  name: 'Plan name is invalid',
  late: 'A trial ends before the year 10000',
  days: `A trial lasts from 1 to ${MOST_TRIAL_DAYS} days`,
} as const;

const NAME_MAX = 255;
/** The end of a trial is a day, too. */
const LAST_DAY = '9999-12-31';

async function topGroup({ store, viewer }: Change, groupPath: string | number): Promise<Owner> {
  const owner = (await store.group(viewer, groupPath)) ?? hidden();
  if (!manages(viewer, owner)) denied();
  return owner.traversal_ids.length > 1 ? refuse(422, TRIAL_TEXTS.top) : owner;
}

const dayOf = ({ now }: Change): string => now.slice(0, 10);

/** What is undefined stays as it is, or is as of a trial that an Owner starts. */
export interface TrialChange extends Partial<Record<'planName' | 'startsOn' | 'endsOn', string | undefined>> {
  readonly contactSales?: boolean | undefined;
}

/** BD-06.3: null: none, as if there had been none. */
export function setTrial(
  store: PlanStore,
  viewer: Viewer,
  { groupPath, trial }: { readonly groupPath: string | number; readonly trial: TrialChange | null },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = (await change.store.group(viewer, groupPath)) ?? hidden();
    if (!viewer.admin) denied();
    const { group_id } = await topGroup(change, owner.group_id);
    const { trials } = change.store;
    const before = (await trials.of(group_id)) ?? startedOn(dayOf(change), TRIAL_DAYS);
    await trials.put(group_id, trial && changed(before, trial));
    return null;
  });
}

/** BD-13.20: what is undefined stays as it is; null: no limit, no trial. */
export function setSubscription(
  store: PlanStore,
  viewer: Viewer,
  {
    groupPath,
    limit,
    trial,
  }: {
    readonly groupPath: string | number;
    readonly limit: number | null | undefined;
    readonly trial: TrialChange | null | undefined;
  },
  now: string,
): Promise<Outcome<null>> {
  return runCommand(store, async (inside) => {
    if (limit !== undefined) done(await setMemberLimit(inside, viewer, { groupPath, limit }, now));
    if (trial !== undefined) done(await setTrial(inside, viewer, { groupPath, trial }, now));
    return null;
  });
}

function done(part: Outcome<null>): void {
  if (!part.ok) refuse(part.status, ...part.errors);
}

function changed(before: Trial, { planName, startsOn = before.startsOn, endsOn, contactSales }: TrialChange): Trial {
  const name = (planName ?? before.planName).trim();
  if (name === '' || [...name].length > NAME_MAX) refuse(422, TRIAL_TEXTS.name);
  const duration = endsOn === undefined ? before.duration : compareDays(endsOn, startsOn);
  if (duration < 1 || duration > MOST_TRIAL_DAYS) refuse(422, TRIAL_TEXTS.days);
  if (compareDays(LAST_DAY, startsOn) < duration) refuse(422, TRIAL_TEXTS.late);
  return { planName: name, startsOn, duration, contactSales: contactSales ?? before.contactSales };
}

const startedOn = (startsOn: string, duration: number): Trial => ({
  planName: TRIAL_PLAN,
  startsOn,
  duration,
  contactSales: false,
});

/** BD-06.4: an Owner starts the trial of a group, once. `days` 0: nobody does. */
export function startTrial(
  store: PlanStore,
  viewer: Viewer,
  { groupPath, days }: { readonly groupPath: string | number; readonly days: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { group_id } = await topGroup(change, groupPath);
    if (days === 0) denied();
    const begun = await change.store.trials.begin(group_id, startedOn(dayOf(change), days));
    return begun ? null : refuse(409, TRIAL_TEXTS.had);
  });
}

/** BD-06.5: keeps for the administrators that an Owner wants to be called. */
export function contactSales(
  store: PlanStore,
  viewer: Viewer,
  { groupPath, contact }: { readonly groupPath: string | number; readonly contact: SalesContact },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { group_id } = await topGroup(change, groupPath);
    await change.store.trials.contact(group_id, change.userId, contact, now);
    return null;
  });
}
