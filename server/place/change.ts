import { pathFromName, type Visibility } from '@espalier/core/access';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type GivenPicture, pictureFaults, putPicture } from '../command/picture.ts';
import { mayIn } from '../command/item.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { NewPlace, Place, PlaceId } from '../command/place-store.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { placeFaults } from './names.ts';

/** A group or project, by full path or id. */
export interface WantedPlace {
  readonly kind: PlaceId['kind'];
  readonly pathOrId: string | number;
}

/** AP-09.64 */
export interface Pictured {
  readonly avatar?: GivenPicture;
}

/** A name or a path; what is missing follows from the other (AP-05.101). */
export interface TypedPlace extends Partial<NewPlace>, Pictured {
  /** The group that it is to be in; null: none, which only a group can have. */
  readonly parent: string | number | null;
}

/** AP-05.108: of so many items it is told that their group or project has changed. */
const TOLD = 500;

const OWNER = 50;

/** AP-05.117: of groups, as in GitLab, and of bytes, for an index holds no more than 2,704. */
export const ABOVE_MAX = 20;
const FULL_PATH_MAX = 2000;

/** GitLab's text; refused with 400 (AP-05.112). */
export const GROUP_GOES = 'Group deletion is in progress';

/** AP-05.100, AP-05.101: makes a group. Whoever makes it is its Owner. Answers its id. */
export function createGroup(
  store: PlanStore,
  viewer: Viewer,
  typed: TypedPlace,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.store.places.lock();
    const parent = typed.parent === null ? null : await found(change, { kind: 'group', pathOrId: typed.parent });
    if (parent !== null && !mayIn(viewer, 'createSubgroup', parent)) denied();
    const id = await made(change, 'group', parent, typed);
    const member = { userId: change.userId, level: OWNER, expiresAt: null };
    await change.store.members.put(await change.store.places.above(id), [member], change.userId, now);
    return id;
  });
}

/** AP-05.100, AP-05.101: makes a project in a group. Answers its id. */
export function createProject(
  store: PlanStore,
  viewer: Viewer,
  typed: TypedPlace & { readonly parent: string | number },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.store.places.lock();
    const parent = await found(change, { kind: 'group', pathOrId: typed.parent });
    if (!mayIn(viewer, 'createProject', parent)) denied();
    return made(change, 'project', parent, typed);
  });
}

/** AP-05.103: changes name, path, description and visibility; what is absent stays. Answers its id. */
export function changePlace(
  store: PlanStore,
  viewer: Viewer,
  { changed: { avatar, ...changed }, ...wanted }: WantedPlace & { readonly changed: Partial<NewPlace> & Pictured },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { places } = change.store;
    await places.lock();
    const place = await found(change, wanted);
    if (!mayIn(viewer, place.kind === 'group' ? 'adminGroup' : 'adminProject', place)) denied();
    const next = differing(place, changed);
    if (next.visibility !== undefined && place.kind === 'project' && !mayIn(viewer, 'ownProject', place)) denied();
    const faults = [...placeFaults(place.kind, next, place.parent_id === null), ...pictureFaults(avatar)];
    const { name = place.name, path = place.path, visibility } = next;
    const parent = await parentOf(change, place);
    if (next.path !== undefined) faults.push(...(await reachFaults(change, { kind: place.kind, parent, path, place })));
    if (next.name !== undefined || next.path !== undefined)
      faults.push(...(await takenFaults(change, { kind: place.kind, parent, name, path, except: place })));
    if (visibility !== undefined) faults.push(...(await visibilityFaults(change, place, visibility, parent)));
    if (faults.length > 0) refuse(422, ...faults);
    await places.update(place, next);
    await putPicture(change.store.pictures, place, avatar);
    if (next.name !== undefined || next.path !== undefined || visibility !== undefined) await announce(change, place);
    return place.id;
  });
}

/** AP-05.110: archives a project, or takes it out of the archive. Answers its id. */
export function archiveProject(
  store: PlanStore,
  viewer: Viewer,
  { pathOrId, archived }: Pick<WantedPlace, 'pathOrId'> & { readonly archived: boolean },
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    const { places } = change.store;
    await places.lock();
    const project = await found(change, { kind: 'project', pathOrId });
    if (!mayIn(viewer, 'ownProject', project)) denied();
    if (await places.archive(project.id, archived)) await announce(change, project);
    return project.id;
  });
}

export const found = async ({ store, viewer }: Change, { kind, pathOrId }: WantedPlace): Promise<Place> =>
  (await store.places.find(viewer, kind, pathOrId)) ?? hidden();

/** AP-05.108 */
export async function announce(change: Change, place: PlaceId): Promise<void> {
  const items = await change.store.places.some(place, TOLD);
  change.events.add('title', ...items.map(({ id }) => id));
  change.events.add('tree', ...items.map(({ parentId }) => parentId));
}

type Parent = Pick<Place, 'group_id' | 'group_path' | 'group_visibility' | 'traversal_ids'>;

async function made(change: Change, kind: PlaceId['kind'], parent: Place | null, typed: TypedPlace): Promise<number> {
  if (parent?.doomed === true) refuse(400, GROUP_GOES);
  const name = (typed.name ?? typed.path ?? '').trim();
  const path = typed.path ?? pathFromName(name);
  const place = { name, path, description: typed.description ?? null, visibility: typed.visibility ?? 'private' };
  const faults = [...placeFaults(kind, place, parent === null), ...pictureFaults(typed.avatar)];
  if (faults.length === 0) faults.push(...(await takenFaults(change, { kind, parent, name, path, except: null })));
  faults.push(...(await reachFaults(change, { kind, parent, path, place: null })));
  if (parent !== null) faults.push(...aboveFaults(kind, place.visibility, parent.group_visibility));
  if (faults.length > 0) refuse(422, ...faults);
  const id = await change.store.places.insert(kind, parent, place, change.now);
  await putPicture(change.store.pictures, { kind, id }, typed.avatar);
  return id;
}

/** AP-05.117. `place`: what gets this path, or comes into this group, with all that is below; null: a new one. */
export async function reachFaults(
  { store }: Change,
  {
    kind,
    parent,
    path,
    place,
  }: Pick<PlaceId, 'kind'> & {
    readonly parent: Pick<Place, 'group_id' | 'group_path' | 'traversal_ids'> | null;
    readonly path: string;
    readonly place: Place | null;
  },
): Promise<string[]> {
  const full = parent === null ? path : `${parent.group_path}/${path}`;
  const isNewThere = place?.parent_id !== (parent?.group_id ?? null);
  const faults: string[] = [];
  let [above, bytes] = [parent?.traversal_ids.length ?? 0, Buffer.byteLength(full)];
  if (kind === 'group' && place !== null) {
    const reach = await store.places.reach(place.id);
    above += reach.levels - place.traversal_ids.length;
    bytes += reach.bytes - Buffer.byteLength(place.full_path);
  }
  if (kind === 'group' && isNewThere && above > ABOVE_MAX) faults.push('parent_id has too deep level of nesting');
  if (bytes > FULL_PATH_MAX) faults.push(`path is too long (a full path has at most ${FULL_PATH_MAX} bytes)`);
  return faults;
}

export async function takenFaults(
  { store }: Change,
  spot: Parameters<PlanStore['places']['taken']>[0],
): Promise<string[]> {
  const taken = await store.places.taken(spot);
  return (['path', 'name'] as const).filter((name) => taken[name]).map((name) => `${name} has already been taken`);
}

const OPENNESS: readonly Visibility[] = ['private', 'internal', 'public'];
export const isMoreVisible = (a: Visibility, b: Visibility): boolean => OPENNESS.indexOf(a) > OPENNESS.indexOf(b);

/** AP-05.105 */
function aboveFaults(kind: PlaceId['kind'], visibility: Visibility, above: Visibility): string[] {
  if (!isMoreVisible(visibility, above)) return [];
  const why =
    kind === 'group'
      ? `is not allowed since the parent group has a ${above} visibility.`
      : `is not allowed in a ${above} group.`;
  return [`visibility_level ${visibility} ${why}`];
}

async function visibilityFaults({ store }: Change, place: Place, visibility: Visibility, parent: Parent | null) {
  const faults = parent === null ? [] : aboveFaults(place.kind, visibility, parent.group_visibility);
  if (place.kind === 'project') return faults;
  const below = await store.places.moreVisible(place.id, visibility);
  const said = `visibility_level ${visibility} is not allowed since`;
  if (below.projects) faults.push(`${said} this group contains projects with higher visibility.`);
  if (below.groups) faults.push(`${said} there are sub-groups with higher visibility.`);
  return faults;
}

/** The group above, whoever may see it: rules speak of it, and what is told is no more than that something does not fit. */
async function parentOf({ store }: Change, place: Place): Promise<Parent | null> {
  if (place.kind === 'project') return place;
  return place.parent_id === null ? null : store.places.above(place.parent_id);
}

function differing(place: Place, changed: Partial<NewPlace>): Partial<NewPlace> {
  const next = { ...changed, ...(changed.name !== undefined && { name: changed.name.trim() }) };
  return Object.fromEntries(
    Object.entries(next).filter(([name, value]) => value !== place[name as keyof NewPlace]),
  ) as Partial<NewPlace>;
}
