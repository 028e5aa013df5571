import { ROLE_NAMES } from '@espalier/core/access';
import { accessLevel, type Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { mayIn, type Owner } from '../command/item.ts';
import type { NewMember, PersonAround } from '../command/member-store.ts';
import { denied, hidden, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import { seating } from './seats.ts';

/** A group or project, by full path or id. */
export interface MemberPlace {
  readonly kind: 'group' | 'project';
  readonly pathOrId: string | number;
}

export interface Role {
  readonly level: number;
  /** A day; null: it does not end; undefined: as before. */
  readonly expiresAt?: string | null | undefined;
}

/** GitLab's texts. */
export const MEMBER_TEXTS = {
  user: 'User Not Found',
  exists: 'Member already exists',
  notDirect: 'Only access level of direct members can be updated.',
  unable: 'Unable to update members, please check user permissions.',
  unauthorized: 'not authorized to update member',
  tooMany: 'Too many users specified (limit is 100)',
  level: 'Access level is not included in the list',
  past: 'Expires at cannot be a date in the past',
} as const;

/** So many people at once. */
export const MOST = 100;

/** BD-05.47: gives one person a role in a group or project in which they have none. */
export function addMember(
  store: PlanStore,
  viewer: Viewer,
  { place, userId, ...role }: Role & { readonly place: MemberPlace; readonly userId: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const person = (await around(change, owner, [userId])).get(userId) ?? refuse(404, MEMBER_TEXTS.user);
    if (person.own !== null) refuse(409, MEMBER_TEXTS.exists);
    if (role.level > levelOf(viewer, owner)) denied();
    const faults = faultsOf(person, role, now);
    if (faults.length > 0) refuse(400, ...faults);
    const full = (await seating(change, owner, [userId]))(userId);
    if (full !== null) refuse(400, full);
    await put(change, owner, [person], role);
    return null;
  });
}

/** BD-05.47: gives several people a role, whatever they have there. Answers why some have not got it, each beginning with the username. */
export function addMembers(
  store: PlanStore,
  viewer: Viewer,
  { place, userIds, ...role }: Role & { readonly place: MemberPlace; readonly userIds: readonly number[] },
  now: string,
): Promise<Outcome<readonly string[]>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const ids = [...new Set(userIds)];
    if (ids.length > MOST) return [MEMBER_TEXTS.tooMany];
    if (role.level > levelOf(viewer, owner)) denied();
    const people = await around(change, owner, ids);
    const alone = await losing(change, owner, [...people.values()], role);
    const seat = await seating(change, owner, ids);
    const errors: string[] = [];
    const fitting: PersonAround[] = [];
    for (const id of ids) {
      const person = people.get(id);
      const faults: string[] =
        person === undefined
          ? [MEMBER_TEXTS.user]
          : alone.has(id) || outranks(person, viewer, owner)
            ? [MEMBER_TEXTS.unauthorized]
            : faultsOf(person, role, now);
      const full = faults.length === 0 ? seat(id) : null;
      if (full !== null) faults.push(full);
      if (person !== undefined && faults.length === 0) fitting.push(person);
      else errors.push(`${person?.username ?? id}: ${sentence(faults)}`);
    }
    await put(change, owner, fitting, role);
    return errors;
  });
}

/** Changes role and end of people who have a role in the group or project itself: of all of them, or of none. */
export function changeMembers(
  store: PlanStore,
  viewer: Viewer,
  { place, userIds, ...role }: Role & { readonly place: MemberPlace; readonly userIds: readonly number[] },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const people = [...(await around(change, owner, userIds)).values()];
    if (people.length < new Set(userIds).size || people.some(({ own }) => own === null))
      refuse(404, MEMBER_TEXTS.notDirect);
    const alone = await losing(change, owner, people, role);
    const isAbove = role.level > levelOf(viewer, owner) || people.some((person) => outranks(person, viewer, owner));
    if (alone.size > 0 || isAbove) refuse(403, MEMBER_TEXTS.unable);
    const faults = new Set(people.flatMap((person) => faultsOf(person, role, now)));
    if (faults.size > 0) refuse(400, ...faults);
    await put(change, owner, people, role);
    return null;
  });
}

/** BD-05.48: ends a membership: another person's, or one's own. */
export function removeMember(
  store: PlanStore,
  viewer: Viewer,
  {
    place,
    userId,
    keepBelow = false,
    orBelow = false,
    unassign = false,
  }: {
    readonly place: MemberPlace;
    readonly userId: number;
    /** Roles in groups and projects below stay. */
    readonly keepBelow?: boolean;
    /** AP-05.206: it is enough that they have one below. */
    readonly orBelow?: boolean;
    readonly unassign?: boolean;
  },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { members } = change.store;
    const owner = await found(change, place);
    const isOwn = userId === viewer.userId;
    if (!isOwn && !manages(viewer, owner)) denied();
    const person = (await around(change, owner, [userId])).get(userId);
    if (!person || (person.own === null && !orBelow)) refuse(404, MEMBER_TEXTS.notDirect);
    if (!isOwn && outranks(person, viewer, owner)) denied();
    if ((await members.ownersAlone(owner, [userId], !keepBelow, now)).size > 0) denied();
    if ((await members.end(owner, userId, !keepBelow)) === 0) refuse(404, MEMBER_TEXTS.notDirect);
    if (!unassign) return null;
    for (const id of await members.unassign(owner, userId)) {
      change.edited(id);
      change.note({ id }, 'assignee', `unassigned @${person.username}`);
      change.events.add('assignees', id);
    }
    return null;
  });
}

const seen = (store: PlanStore, viewer: Viewer, { kind, pathOrId }: MemberPlace): Promise<Owner | undefined> =>
  kind === 'group' ? store.group(viewer, pathOrId) : store.project(viewer, pathOrId);

export const found = async ({ store, viewer }: Change, place: MemberPlace): Promise<Owner> =>
  (await seen(store, viewer, place)) ?? hidden();

/** Does the viewer manage the members of a group or project? Undefined: there is none that they may see. */
export async function managesMembers(
  store: PlanStore,
  viewer: Viewer,
  place: MemberPlace,
): Promise<boolean | undefined> {
  const owner = await seen(store, viewer, place);
  return owner && manages(viewer, owner);
}

/** BD-05.40 */
export const manages = (viewer: Viewer, owner: Owner): boolean =>
  mayIn(viewer, owner.project_id === null ? 'adminMembers' : 'adminProjectMembers', owner);

export async function managed(change: Change, place: MemberPlace): Promise<Owner> {
  const owner = await found(change, place);
  return manages(change.viewer, owner) ? owner : denied();
}

export async function around({ store: { members }, viewer, now }: Change, owner: Owner, userIds: readonly number[]) {
  await members.lock(owner);
  return members.around(viewer, owner, userIds, now);
}

export const levelOf = (viewer: Viewer, { traversal_ids, project_id }: Owner): number =>
  accessLevel(viewer, traversal_ids, project_id);

/** BD-05.41 */
const outranks = ({ own }: PersonAround, viewer: Viewer, owner: Owner): boolean =>
  own !== null && own.level > levelOf(viewer, owner);

const OWNER = 50;

/** BD-05.43: those of these people without whom the group would have no Owner, if they got this role. */
async function losing(change: Change, owner: Owner, people: readonly PersonAround[], role: Role) {
  const leaving = people.filter((person) => role.level !== OWNER || endOf(person, role) !== null);
  const ids = leaving.filter(({ own }) => own?.level === OWNER).map(({ id }) => id);
  return ids.length === 0 ? new Set<number>() : change.store.members.ownersAlone(owner, ids, false, change.now);
}

const endOf = ({ own }: PersonAround, { expiresAt }: Role): string | null =>
  expiresAt === undefined ? (own?.expiresAt ?? null) : expiresAt;

/** BD-05.41, BD-05.42, BD-05.44: what is wrong with a role for a person, in GitLab's words. */
export function faultsOf({ inherited }: PersonAround, role: Role, now: string): string[] {
  const faults = roleFaults(role, now);
  if (inherited !== null && inherited.level > role.level && ROLE_NAMES[role.level] !== undefined) {
    const from = inherited.groupName === null ? '' : ` from group ${inherited.groupName}`;
    const name = ROLE_NAMES[inherited.level] ?? '';
    faults.unshift(`Access level should be greater than or equal to ${name} inherited membership${from}`);
  }
  return faults;
}

/** The same, whoever is to get it. */
export const roleFaults = ({ level, expiresAt }: Role, now: string): string[] => [
  ...(ROLE_NAMES[level] === undefined ? [MEMBER_TEXTS.level] : []),
  ...(typeof expiresAt === 'string' && expiresAt <= now.slice(0, 10) ? [MEMBER_TEXTS.past] : []),
];

export async function put(change: Change, owner: Owner, people: readonly PersonAround[], role: Role) {
  if (people.length === 0) return;
  const { store, userId, now } = change;
  const { level } = role;
  const members = people.map((person): NewMember => ({ userId: person.id, level, expiresAt: endOf(person, role) }));
  await store.members.put(owner, members, userId, now);
  await endLater(change, role.expiresAt);
}

/** BD-05.45 */
export async function endLater({ store }: Change, day: string | null | undefined): Promise<void> {
  if (typeof day === 'string') await store.later([{ kind: 'endMemberships', day }]);
}

/** As Rails lists things. */
export const sentence = (parts: readonly string[]): string =>
  parts.length < 3 ? parts.join(' and ') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1) ?? ''}`;
