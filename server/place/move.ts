import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { mayIn } from '../command/item.ts';
import { denied, type Outcome, refuse } from '../command/outcome.ts';
import type { Place } from '../command/place-store.ts';
import type { NameTrees } from '../command/job.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { arriving } from '../member/seats.ts';
import { announce, found, GROUP_GOES, reachFaults, takenFaults, type WantedPlace } from './change.ts';
import { placeFaults } from './names.ts';

/** Refused with 404: there is no such group to go to that the viewer may see. */
export const NO_TARGET = 'Target not found';

const OWNER = 50;

/** AP-05.114, AP-05.115: moves a group or project; `to`: the group by id or full path; null: to the top. Answers the id. */
export function movePlace(
  store: PlanStore,
  viewer: Viewer,
  { to, ...wanted }: WantedPlace & { readonly to: string | number | null },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { places, members } = change.store;
    // With the hierarchy lock nobody makes an item meanwhile.
    await change.lock();
    await places.lock();
    const place = await found(change, wanted);
    if (!mayIn(viewer, place.kind === 'group' ? 'adminGroup' : 'ownProject', place)) denied();
    const target = to === null ? null : ((await places.find(viewer, 'group', to)) ?? refuse(404, NO_TARGET));
    const fault = await faultOf(change, place, target);
    if (fault !== null) refuse(400, worded(place, fault));
    const isStrange = target !== null && target.traversal_ids[0] !== place.traversal_ids[0];
    const fullness = isStrange ? await arriving(change, target) : null;
    if (await places.move(place, target)) await change.store.later([{ kind: 'nameTrees', groupId: place.id }]);
    const full = (await fullness?.()) ?? null;
    if (full !== null) refuse(400, worded(place, `${place.kind === 'group' ? 'Group' : 'Project'} ${full}`));
    const above = target?.traversal_ids ?? [];
    const lost = place.traversal_ids.filter(
      (id) => !above.includes(id) && (place.kind === 'project' || id !== place.id),
    );
    if (lost.length > 0) change.redate(...(await places.trim(place, lost)));
    if (target === null && !(await places.hasOwner(place.id, now))) {
      const member = { userId: change.userId, level: OWNER, expiresAt: null };
      await members.put(await places.above(place.id), [member], change.userId, now);
    }
    await announce(change, place);
    return place.id;
  });
}

/** AP-05.116: so many items in one job. */
const PIECE = 2000;

/** AP-05.116: does such a job, and leaves the rest to the next one. */
export async function nameTreesPiece(store: PlanStore, job: NameTrees): Promise<void> {
  if (await store.places.nameTrees(job.groupId, PIECE)) await store.later([job]);
}

/** Why it cannot go there, in GitLab's words; null: it can. */
async function faultOf(change: Change, place: Place, target: Place | null): Promise<string | null> {
  const { kind, name, path } = place;
  const isGroup = kind === 'group';
  if (target === null && place.parent_id === null) return 'Group is already a root group.';
  if (target !== null && target.id === place.parent_id)
    return isGroup ? 'Group is already associated to the parent group.' : 'Project is already in this namespace.';
  if (target !== null && !mayIn(change.viewer, isGroup ? 'createSubgroup' : 'createProject', target))
    return isGroup
      ? "You don't have enough permissions."
      : "You don't have permission to transfer projects into that namespace.";
  if (target?.doomed === true) return GROUP_GOES;
  if (isGroup && target?.traversal_ids.includes(place.id) === true)
    return 'Cannot transfer group to one of its subgroup.';
  const taken = await takenFaults(change, { kind, parent: target, name, path, except: place });
  if (taken.length > 0)
    return isGroup
      ? 'The parent group already has a subgroup or a project with the same path.'
      : 'Project with same name or path in target namespace already exists';
  const [fault] = [
    ...placeFaults(kind, { path }, target === null),
    ...(await reachFaults(change, { kind, parent: target, path, place })),
  ];
  return fault === undefined
    ? null
    : `Validation failed: ${fault.charAt(0).toUpperCase()}${fault.slice(1).replace('arent_id', 'arent')}`;
}

const worded = ({ kind }: Place, fault: string): string =>
  kind === 'group'
    ? `Transfer failed: ${fault}`
    : `Failed to transfer project {:new_namespace=>[${JSON.stringify(fault)}]}`;
