import { EVERYWHERE, type Viewer } from '../access/viewer.ts';
import { Change, changePlan } from '../command/change.ts';
import { mayIn, type Named } from '../command/item.ts';
import { denied, type Outcome, refuse } from '../command/outcome.ts';
import type { Place, PlaceId } from '../command/place-store.ts';
import type { DeleteMarked, DeletePlace } from '../command/job.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { deleteMany } from '../work-item/delete-many.ts';
import { announce, found, GROUP_GOES, takenFaults, type WantedPlace } from './change.ts';

/** AP-05.112 */
const DAYS = 7;
/** AP-05.113 */
export const PIECE = 500;

/** GitLab's texts. */
const TEXTS = {
  marked: 'Group has been already marked for deletion',
  notMarked: 'Group has not been marked for deletion',
  begun: { group: GROUP_GOES, project: 'Project already deleted' },
  first: { group: 'Group must be marked for deletion first.', project: 'Project must be marked for deletion first.' },
  path: {
    group: '`full_path` is incorrect. You must enter the complete path for the subgroup.',
    project: '`full_path` is incorrect. You must enter the complete path for the project.',
  },
  subgroups: '`permanently_remove` option is only available for subgroups.',
};

/** AP-05.111, AP-05.112: marks a group or project for deletion; `now`: what is marked is deleted at once. */
export function deletePlace(
  store: PlanStore,
  viewer: Viewer,
  { now: atOnce, ...wanted }: WantedPlace & { readonly now: { readonly fullPath: string } | null },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const place = await owned(change, wanted);
    const { kind } = place;
    if (atOnce !== null) {
      if (kind === 'group' && place.parent_id === null) refuse(400, TEXTS.subgroups);
      if (place.marked_on === null) refuse(400, TEXTS.first[kind]);
      if (place.full_path !== atOnce.fullPath) refuse(400, TEXTS.path[kind]);
      await begin(change.store, place, change.userId, now);
      return null;
    }
    if (place.marked_on !== null) return kind === 'group' ? refuse(400, TEXTS.marked) : null;
    const on = now.slice(0, 10);
    const { places } = change.store;
    await places.mark(place, { on, by: change.userId });
    if (kind === 'project') {
      const suffix = suffixOf(place);
      await places.update(place, { name: place.name + suffix, path: place.path + suffix });
      await places.archive(place.id, true);
      await announce(change, place);
    }
    await change.store.later([{ kind: 'deleteMarked', day: daysAfter(on, DAYS) }]);
    return null;
  });
}

/** AP-05.111: takes the mark away. Answers the id. */
export function restorePlace(
  store: PlanStore,
  viewer: Viewer,
  wanted: WantedPlace,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const place = await owned(change, wanted);
    const { kind, id } = place;
    if (place.doomed) refuse(400, TEXTS.begun[kind]);
    if (place.marked_on === null) return kind === 'group' ? refuse(400, TEXTS.notMarked) : id;
    const { places } = change.store;
    await places.mark(place, null);
    if (kind === 'group') return id;
    await places.archive(id, false);
    const suffix = suffixOf(place);
    const before = (text: string): string => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text);
    const [name, path] = [before(place.name), before(place.path)];
    const taken = await takenFaults(change, { kind, parent: place, name, path, except: place });
    const beside = taken.length === 0 ? '' : `-${id}`;
    await places.update(place, { name: name + beside, path: path + beside });
    await announce(change, place);
    return id;
  });
}

/** AP-05.112: begins what is due on the job's day. */
export async function deleteMarked(store: PlanStore, { day }: DeleteMarked, now: string): Promise<void> {
  await store.places.lock();
  for (const { by, ...place } of await store.places.markedUntil(daysAfter(day, -DAYS)))
    await begin(store, place, by ?? FIRST_USER, now);
}

/** The administrator that every server has from the beginning: in whose name is done what was wanted by somebody who is gone. */
export const FIRST_USER = 1;

export async function begin(store: PlanStore, { kind, id }: PlaceId, userId: number, at: string): Promise<void> {
  if (!(await store.places.doom({ kind, id }))) return;
  await store.later([{ kind: 'deletePlace', place: { kind, id }, userId, at }]);
}

/** AP-05.113: deletes some items and leaves the rest to the next job; where there is none, the place itself. */
export async function deletePiece(store: PlanStore, job: DeletePlace): Promise<void> {
  const change = new Change(store, EVERYWHERE, job.userId, job.at);
  await change.lock();
  const place = await store.places.known(job.place);
  if (place === undefined) return;
  const ids = await store.places.itemIds(place, PIECE);
  if (ids.length === 0) return store.places.delete(place);
  await deleteMany(change, ids, (item) => isOf(place, item));
  await change.finish();
  await store.later([job]);
}

const isOf = ({ kind, full_path }: Place, { group_path, project_path }: Pick<Named, 'group_path' | 'project_path'>) =>
  kind === 'project' ? project_path === full_path : `${group_path}/`.startsWith(`${full_path}/`);

async function owned(change: Change, wanted: WantedPlace): Promise<Place> {
  await change.store.places.lock();
  const place = await found(change, wanted);
  return mayIn(change.viewer, place.kind === 'group' ? 'adminGroup' : 'ownProject', place) ? place : denied();
}

const suffixOf = ({ id }: PlaceId): string => `-deleted-${id}`;

function daysAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
