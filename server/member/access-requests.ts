import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { denied, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { around, faultsOf, found, levelOf, managed, manages, type MemberPlace, MEMBER_TEXTS, put } from './change.ts';
import { seating } from './seats.ts';

/** GitLab's text, which follows the name of the field. */
export const ASKED_ALREADY = 'already exists in source';

/** What a request is approved with unless the one who approves says otherwise. */
const DEVELOPER = 30;

interface Request {
  readonly place: MemberPlace;
  /** Who has asked. */
  readonly userId: number;
}

/** BD-05.60 */
export function requestAccess(
  store: PlanStore,
  viewer: Viewer,
  place: MemberPlace,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await found(change, place);
    if (levelOf(viewer, owner) > 0) denied();
    await change.store.members.lock(owner);
    if (!(await change.store.accessRequests.add(owner, change.userId, now))) refuse(400, ASKED_ALREADY);
    return null;
  });
}

/** BD-05.61 */
export function approveAccess(
  store: PlanStore,
  viewer: Viewer,
  { place, userId, level = DEVELOPER }: Request & { readonly level?: number | undefined },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const person = (await around(change, owner, [userId])).get(userId);
    if (!person || !(await change.store.accessRequests.remove(owner, userId))) refuse(404, MEMBER_TEXTS.notDirect);
    if (level > levelOf(viewer, owner)) denied();
    const role = { level, expiresAt: null };
    const faults = faultsOf(person, role, now);
    if (faults.length > 0) refuse(400, ...faults);
    const full = (await seating(change, owner, [userId]))(userId);
    if (full !== null) refuse(400, full);
    await put(change, owner, [person], role);
    return null;
  });
}

/** BD-05.61: denies another person's request, or takes one's own back. */
export function denyAccess(
  store: PlanStore,
  viewer: Viewer,
  { place, userId }: Request,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await found(change, place);
    if (userId !== change.userId && !manages(viewer, owner)) denied();
    if (!(await change.store.accessRequests.remove(owner, userId))) refuse(404, MEMBER_TEXTS.notDirect);
    return null;
  });
}
