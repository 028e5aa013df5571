import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import type { Owner } from '../command/item.ts';
import type { Seats } from '../command/member-store.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';

/** GitLab's text; the group only to who may see it. */
const fullText = ({ limit, groupName }: Seats): string =>
  `cannot be added since you've reached your ${limit} member limit` + (groupName === null ? '' : ` for ${groupName}`);

/** BD-13.6: null: as many as there are. */
const inForce = ({ limit, onTrial }: Seats): number | null => (onTrial ? null : limit);

/**
 * BD-13.1: gives out what is left to people and addresses, in the order in which it is asked for. Answers what stands against one; null: nothing. To be asked when nobody else
 * changes members.
 */
export async function seating(
  { store, viewer, now }: Change,
  owner: Owner,
  userIds: readonly number[],
  emails: readonly string[] = [],
): Promise<(who: number | string) => string | null> {
  const seats = await store.members.seats(viewer, owner, { userIds, emails }, now);
  const seated = new Set(seats.seated);
  const limit = inForce(seats);
  return (who) => {
    if (limit !== null && !seated.has(who) && seats.taken + seated.size - seats.seated.size >= limit)
      return fullText(seats);
    seated.add(who);
    return null;
  };
}

/** Without anybody being asked for. */
export const seatsOf = (store: PlanStore, viewer: Viewer, owner: Owner, now: string): Promise<Seats> =>
  store.members.seats(viewer, owner, { userIds: [], emails: [] }, now);

const seatsIn = ({ store, viewer, now }: Change, owner: Owner): Promise<Seats> => seatsOf(store, viewer, owner, now);

/** BD-13.2: refuses a change that has left too many. */
export async function refuseOverfull(change: Change, owner: Owner): Promise<void> {
  const seats = await seatsIn(change, owner);
  if (seats.taken > (inForce(seats) ?? Infinity)) refuse(400, `Group ${fullText(seats)}`);
}

/** BD-13.5: to be asked before others come into a tree; what it answers, afterwards: what stands against them; null: nothing. */
export async function arriving(change: Change, owner: Owner): Promise<() => Promise<string | null>> {
  await change.store.members.lock(owner);
  const { taken } = await seatsIn(change, owner);
  return async () => {
    const seats = await seatsIn(change, owner);
    return seats.taken > Math.max(inForce(seats) ?? Infinity, taken) ? fullText(seats) : null;
  };
}

/** BD-13.3: null: as many as there are. */
export function setMemberLimit(
  store: PlanStore,
  viewer: Viewer,
  { groupPath, limit }: { readonly groupPath: string | number; readonly limit: number | null },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = (await change.store.group(viewer, groupPath)) ?? hidden();
    if (!viewer.admin) denied();
    if (owner.traversal_ids.length > 1) refuse(422, 'Only a top-level group has a member limit');
    await change.store.members.setLimit(owner, limit);
    return null;
  });
}
