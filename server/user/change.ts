import { fieldFault } from '@espalier/core/access';
import type { Viewer } from '../access/viewer.ts';
import { type Change, changePlan } from '../command/change.ts';
import { type GivenPicture, pictureFaults, putPicture } from '../command/picture.ts';
import { denied, type Outcome, refuse } from '../command/outcome.ts';
import type { PlanStore } from '../command/plan-store.ts';
import type { NewUser, StoredUser, UserFields } from '../command/user-store.ts';
import { emailFault, profileFaults } from './profile.ts';

/** GitLab's texts. */
export const USER_TEXTS = {
  missing: 'User Not Found',
  username: 'Username has already been taken',
  email: 'Email has already been taken',
  ownAdmin: 'The API initiating user cannot lose administration by the API',
  ghost: 'An internal user cannot be changed',
  soleOwner: 'User cannot be removed while is the sole-owner of a group',
  first: 'The first account cannot be removed',
  self: 'The API initiating user cannot be shut out by the API',
  unblocked: 'A user who is banned or deactivated cannot be unblocked by the API',
  activated: 'A blocked user must be unblocked to be activated',
  deactivated: 'A blocked user cannot be deactivated by the API',
  recent: 'The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated',
} as const;

/** What an administrator writes of an account: its state and preferences have commands of their own. */
export type Account = Pick<
  UserFields,
  'username' | 'name' | 'email' | 'admin' | 'passwordHash' | 'note' | 'profile'
> & { readonly avatar?: GivenPicture };

/** AP-09.23: makes an account. Answers its id. */
export function createUser(
  store: PlanStore,
  viewer: Viewer,
  user: Account & Pick<NewUser, 'username' | 'name' | 'email'>,
  now: string,
): Promise<Outcome<number>> {
  return changePlan(store, viewer, now, async (change) => {
    await administrators(change, []);
    const { username, name, avatar, ...others } = user;
    const good = { ...others, username: username.trim(), name: name.trim() };
    await check(change, { ...good, ...(avatar !== undefined && { avatar }) }, 0);
    const id = await change.store.users.insert(good, change.userId, now);
    await putPicture(change.store.pictures, { kind: 'user', id }, avatar);
    return id;
  });
}

/** AP-09.24: changes an account; what is absent stays. */
export function editUser(
  store: PlanStore,
  viewer: Viewer,
  { id, ...given }: Account & { readonly id: number },
  now: string,
): Promise<Outcome<null>> {
  return changePlan(store, viewer, now, async (change) => {
    const user = await managed(change, id);
    if (given.admin === false && id === change.userId) refuse(403, USER_TEXTS.ownAdmin);
    const { username, name } = given;
    const fields = {
      ...given,
      ...(username !== undefined && { username: username.trim() }),
      ...(name !== undefined && { name: name.trim() }),
    };
    const { username: same, ...others } = fields;
    await check(change, same === user.username ? others : fields, id);
    const { avatar, ...columns } = fields;
    if (Object.keys(columns).length > 0) await change.store.users.update(id, columns);
    await putPicture(change.store.pictures, { kind: 'user', id }, avatar);
    // AP-09.26
    if (fields.passwordHash !== undefined) await change.store.users.signOut(id);
    return null;
  });
}

/**
 * AP-09.21: these people, for an administrator, as they are when it is their turn: of two administrators who take administration from each other one stays.
 * Others are refused, whoever it is about.
 */
export async function administrators(change: Change, ids: readonly number[]): Promise<ReadonlyMap<number, StoredUser>> {
  const { store, viewer, userId } = change;
  if (!viewer.admin) denied();
  await store.users.lock();
  const found = await store.users.find([userId, ...ids]);
  const self = found.get(userId);
  if (self?.admin !== true || self.state !== 'active') denied();
  return found;
}

/** AP-09.21: a person's account; nobody's own (the ghost) is not changed. */
export async function managed(change: Change, id: number): Promise<StoredUser> {
  const user = (await administrators(change, [id])).get(id) ?? refuse(404, USER_TEXTS.missing);
  return user.isGhost ? refuse(403, USER_TEXTS.ghost) : user;
}

/** AP-09.25 */
async function check(
  { store }: Change,
  { username, name, email, profile = {}, avatar }: Account,
  id: number,
): Promise<void> {
  const taken = await store.users.taken({ username, email }, id);
  if (email !== undefined && taken.email) refuse(409, USER_TEXTS.email);
  if (username !== undefined && taken.username) refuse(409, USER_TEXTS.username);
  const faults = [
    ...fault('Username', username === undefined ? null : fieldFault('user.username', username)),
    ...fault('Name', name === undefined ? null : fieldFault('user.name', name)),
    ...fault('Email', email === undefined ? null : emailFault(email ?? '')),
    ...profileFaults(profile),
    ...pictureFaults(avatar),
  ];
  if (faults.length > 0) refuse(400, ...faults);
}

const fault = (name: string, text: string | null): string[] => (text === null ? [] : [`${name} ${text}`]);
