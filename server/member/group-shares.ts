import type { Viewer } from '../access/viewer.ts';
import { changePlan } from '../command/change.ts';
import { denied, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { endLater, levelOf, managed, type MemberPlace, roleFaults } from './change.ts';
import { refuseOverfull } from './seats.ts';

/** GitLab's texts. */
export const SHARE_TEXTS = {
  group: 'Group Not Found',
  link: 'Group Link Not Found',
  twice: {
    group: 'Shared group The group has already been shared with this group',
    project: 'Group already shared with this group',
  },
  above: 'Group cannot be shared with the group it is in or one of its ancestors.',
} as const;

interface Invited {
  readonly place: MemberPlace;
  /** The group that is invited. */
  readonly groupId: number;
}

/** BD-05.64: invites a group. Answers the id of what ties it to the place. */
export function shareWithGroup(
  store: PlanStore,
  viewer: Viewer,
  { place, groupId, level, expiresAt }: Invited & { readonly level: number; readonly expiresAt: string | null },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const invited = (await change.store.group(viewer, groupId)) ?? refuse(404, SHARE_TEXTS.group);
    if (level > levelOf(viewer, owner)) denied();
    const faults = roleFaults({ level, expiresAt }, now);
    if (faults.length > 0) refuse(400, ...faults);
    if (owner.traversal_ids.includes(invited.group_id)) refuse(409, SHARE_TEXTS.above);
    await change.store.members.lock(owner);
    const id = await change.store.groupShares.add(owner, invited.group_id, { level, expiresAt }, now);
    await endLater(change, expiresAt);
    await refuseOverfull(change, owner);
    return id ?? refuse(409, SHARE_TEXTS.twice[place.kind]);
  });
}

/** BD-05.65 */
export function unshareWithGroup(
  store: PlanStore,
  viewer: Viewer,
  { place, groupId }: Invited,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const level = (await change.store.groupShares.remove(owner, groupId)) ?? refuse(404, SHARE_TEXTS.link);
    if (level > levelOf(viewer, owner)) denied();
    return null;
  });
}
