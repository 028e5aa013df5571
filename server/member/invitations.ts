import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import type { Owner } from '../command/item.ts';
import type { Invitation, NewInvitation } from '../command/invitation-store.ts';
import type { PersonAround } from '../command/member-store.ts';
import { denied, hidden, type Outcome, refuse, runCommand } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import {
  around,
  endLater,
  faultsOf,
  levelOf,
  managed,
  manages,
  type MemberPlace,
  MEMBER_TEXTS,
  MOST,
  put,
  type Role,
  roleFaults,
  sentence,
} from './change.ts';
import { seating } from './seats.ts';

/** GitLab's texts. */
const TAKEN = 'Invite email has already been taken';
const MEMBER = 'User already exists in source';

/** An invitation that nobody has accepted lapses after so many days. */
const WAITS = 30;

interface Invited {
  /** What stands against it, by address or username. */
  readonly errors: Readonly<Record<string, string>>;
  /** The secret of the link, by the address of whoever has no account yet. */
  readonly tokens: Readonly<Record<string, string>>;
}

/** BD-05.70: invites people by address and by id; who has an account is a member at once. */
export function inviteMembers(
  store: PlanStore,
  viewer: Viewer,
  {
    place,
    emails,
    userIds,
    newToken,
    mailsFrom,
    ...role
  }: Role & {
    readonly place: MemberPlace;
    readonly emails: readonly string[];
    readonly userIds: readonly number[];
    readonly newToken: () => string;
    /** What links in mails begin with; null: no mail is sent. */
    readonly mailsFrom: string | null;
  },
  now: string,
): Promise<Outcome<Invited>> {
  return changePlan(store, viewer, now, async (change) => {
    const owner = await managed(change, place);
    const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
    const ids = [...new Set(userIds)];
    if (addresses.length + ids.length > MOST) refuse(422, MEMBER_TEXTS.tooMany);
    if (role.level > levelOf(viewer, owner)) denied();
    await change.store.members.lock(owner);
    const { users, invited } = await change.store.invitations.known(owner, addresses, now);
    const people = await around(change, owner, [...ids, ...users.values()]);

    const seat = await seating(change, owner, [...people.keys()], addresses);
    const errors: Record<string, string> = {};
    const joining = new Set<PersonAround>();
    const join = (key: string, person: PersonAround | undefined): void => {
      const faults =
        person === undefined ? [MEMBER_TEXTS.user] : person.own !== null ? [MEMBER] : faultsOf(person, role, now);
      const fault = faults.length > 0 || person === undefined ? sentence(faults) : seat(person.id);
      if (person !== undefined && fault === null) joining.add(person);
      else errors[key] = fault ?? '';
    };
    const waiting: string[] = [];
    for (const email of addresses) {
      const userId = users.get(email);
      const faults = invited.has(email) ? [TAKEN] : roleFaults(role, now);
      if (userId !== undefined) join(email, people.get(userId));
      else {
        const fault = faults.length > 0 ? sentence(faults) : seat(email);
        if (fault === null) waiting.push(email);
        else errors[email] = fault;
      }
    }
    for (const id of ids) join(people.get(id)?.username ?? String(id), people.get(id));

    await put(change, owner, [...joining], role);
    const invitations = waiting.map((email) => ({ email, token: newToken() }));
    const sent = await invite(change, owner, invitations, role);
    if (mailsFrom !== null)
      await change.store.later(sent.map((id) => ({ kind: 'mailInvitation', id, baseUrl: mailsFrom, attempt: 1 })));
    return { errors, tokens: Object.fromEntries(invitations.map(({ email, token }) => [email, token])) };
  });
}

async function invite(
  change: Change,
  owner: Owner,
  invitations: readonly NewInvitation[],
  { level, expiresAt = null }: Role,
): Promise<readonly number[]> {
  if (invitations.length === 0) return [];
  const { store, userId, now } = change;
  const lapsesOn = dayAfter(now, WAITS);
  await endLater(change, lapsesOn);
  return store.invitations.add(owner, invitations, { level, expiresAt, lapsesOn }, userId, now);
}

interface Waiting {
  readonly place: MemberPlace;
  readonly email: string;
}

/** BD-05.72: changes role and end of what waits; what is absent stays. It is the viewer's from then on. */
export function changeInvitation(
  store: PlanStore,
  viewer: Viewer,
  { place, email, ...changed }: Waiting & Partial<Role>,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { owner, invitation } = await waiting(change, place, email);
    const { level = invitation.level, expiresAt = invitation.expiresAt } = changed;
    if (level > levelOf(viewer, owner)) denied();
    const faults = roleFaults({ level, expiresAt }, now);
    if (faults.length > 0) refuse(400, ...faults);
    await change.store.invitations.change(invitation.id, { level, expiresAt }, change.userId);
    return null;
  });
}

/** BD-05.72 */
export function withdrawInvitation(
  store: PlanStore,
  viewer: Viewer,
  { place, email }: Waiting,
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const { invitation } = await waiting(change, place, email);
    await change.store.invitations.remove(invitation.id);
    return null;
  });
}

/** BD-05.73: whoever holds the link joins. Answers the full path of the place. */
export function acceptInvitation(
  store: PlanStore,
  viewer: Viewer,
  token: string,
  now: string,
): Promise<Outcome<Pick<Owner, 'group_path' | 'project_path'>>> {
  return changePlan(store, viewer, now, async (change) => {
    await change.store.members.lock((await byToken(change.store, token, now)).owner);
    // Of two who hold the link one joins.
    const { invitation, owner } = await byToken(change.store, token, now);
    const person = (await around(change, owner, [change.userId])).get(change.userId);
    if (person?.own === null && (person.inherited?.level ?? 0) <= invitation.level) {
      const { level, expiresAt, createdBy } = invitation;
      await change.store.members.put(owner, [{ userId: change.userId, level, expiresAt }], createdBy, now);
      await endLater(change, expiresAt);
    }
    await change.store.invitations.remove(invitation.id);
    return owner;
  });
}

/** BD-05.73: so declines whoever holds the link, without an account. */
export const declineInvitation = (store: PlanStore, token: string, now: string): Promise<Outcome<null>> =>
  runCommand(store, async (inside) => {
    await inside.invitations.remove((await byToken(inside, token, now)).invitation.id);
    return null;
  });

const byToken = async (store: PlanStore, token: string, now: string) => (await standing(store, token, now)) ?? hidden();

/** BD-05.76: undefined also where whoever invites could not invite so any more. */
export async function standing(store: PlanStore, token: string, now: string) {
  const found = await store.invitations.byToken(token, now);
  if (found === undefined) return undefined;
  const holds = await holding(store, found.owner, [found.invitation], now);
  return holds(found.invitation) ? found : undefined;
}

type Sent = Pick<Invitation, 'createdBy' | 'level'>;

/** BD-05.76: which of these let in: those whose senders could invite so today. */
export async function holding({ personal }: PlanStore, owner: Owner, sent: readonly Sent[], now: string) {
  const ids = [...new Set(sent.map(({ createdBy }) => createdBy))];
  const inviters = ids.length === 0 ? [] : await personal.viewers({ ids, usernames: [], membersOf: null }, now);
  const byId = new Map(inviters.map((inviter) => [inviter.userId, inviter]));
  return ({ createdBy, level }: Sent): boolean => {
    const inviter = byId.get(createdBy);
    return inviter !== undefined && manages(inviter, owner) && levelOf(inviter, owner) >= level;
  };
}

/** What waits for an address. Nobody touches an invitation to a role above their own. */
async function waiting(change: Change, place: MemberPlace, email: string) {
  const owner = await managed(change, place);
  await change.store.members.lock(owner);
  const invitation =
    (await change.store.invitations.find(owner, email.toLowerCase(), change.now)) ??
    refuse(404, MEMBER_TEXTS.notDirect);
  return invitation.level > levelOf(change.viewer, owner) ? denied() : { owner, invitation };
}

const DAY_MS = 24 * 60 * 60 * 1000;

const dayAfter = (now: string, days: number): string =>
  new Date(Date.parse(now) + days * DAY_MS).toISOString().slice(0, 10);
