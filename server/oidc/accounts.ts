import { fieldFault, pathFromName } from '@espalier/core/access';
import { sql } from 'kysely';
import { createAccount } from '../auth/accounts.ts';
import { isFirstRun } from '../auth/first-run.ts';
import type { OidcSettings } from '../config.ts';
import type { UserState } from '../db/place-tables.ts';
import type { Tx } from '../db/types.ts';
import { sqlStore } from '../store/sql/index.ts';
import { emailFault } from '../user/profile.ts';
import type { Person } from './provider.ts';
import { OidcRefusal } from './refusal.ts';

type Rules = Pick<OidcSettings, 'createsUsers' | 'domains' | 'groups'>;

/** AP-09.86: may this person sign in at all? Only an address that is verified counts. */
export function isAllowed({ email, isVerified, groups }: Person, rules: Omit<Rules, 'createsUsers'>): boolean {
  const domain = isVerified ? (email ?? '').toLowerCase().split('@').at(-1) : undefined;
  const isOfDomain = rules.domains.length === 0 || (domain !== undefined && rules.domains.includes(domain));
  return isOfDomain && (rules.groups.length === 0 || rules.groups.some((group) => groups.includes(group)));
}

/** AP-09.82: the account that somebody signs in to, linked or made now if it was not. @throws OidcRefusal */
export async function accountOf(tx: Tx, person: Person, rules: Rules, now: string): Promise<number> {
  if (!isAllowed(person, rules)) throw new OidcRefusal('notAllowed');
  // Of two first sign-ins at once, one links or makes the account, and the other finds it.
  await sqlStore(tx).users.lock();
  const linked = await linkedTo(tx, person);
  if (linked !== null) return open(linked);
  const { email, isVerified } = person;
  const found = email === null ? [] : await withAddress(tx, email);
  if (found.length > 0) {
    if (!isVerified) throw new OidcRefusal('unverified');
    if (found.length > 1) throw new OidcRefusal('ambiguous');
    const account = found[0] as Account;
    const id = open(account);
    if (await isLinked(tx, id, person.issuer)) throw new OidcRefusal('otherIdentity');
    await insertIdentity(tx, id, person, now);
    return id;
  }
  if (!rules.createsUsers) throw new OidcRefusal('noAccount');
  if (await isFirstRun(tx)) throw new OidcRefusal('firstRun');
  const id = await make(tx, person, now);
  await insertIdentity(tx, id, person, now);
  return id;
}

/** AP-09.87: links somebody's account by their own wish. @throws OidcRefusal */
export async function linkAccount(tx: Tx, userId: number, person: Person, rules: Rules, now: string): Promise<void> {
  if (!isAllowed(person, rules)) throw new OidcRefusal('notAllowed');
  await sqlStore(tx).users.lock();
  const linked = await linkedTo(tx, person);
  if (linked?.id === userId) return;
  if (linked !== null) throw new OidcRefusal('taken');
  if (await isLinked(tx, userId, person.issuer)) throw new OidcRefusal('linkedAlready');
  await insertIdentity(tx, userId, person, now);
}

/** AP-09.88: takes every link of the account away; false where nobody could sign in to it any more. */
export async function unlinkAccount(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('users').select('id').where('id', '=', userId).where('password_hash', 'is not', null)),
    )
    .executeTakeFirst();
  if (numDeletedRows > 0n) return true;
  const left = await tx.selectFrom('identities').select('id').where('user_id', '=', userId).executeTakeFirst();
  return left === undefined;
}

interface Account {
  readonly id: number;
  readonly state: UserState;
}

/** AP-09.84: who is shut out is told what somebody without an account is told; who was deactivated comes back (AP-09.34). */
function open({ id, state }: Account): number {
  if (state === 'active' || state === 'deactivated') return id;
  throw new OidcRefusal('noAccount');
}

async function linkedTo(tx: Tx, { issuer, subject }: Person): Promise<Account | null> {
  const { rows } = await sql<Account>`SELECT u.id, u.state FROM identities i JOIN users u ON u.id = i.user_id
    WHERE i.issuer = ${issuer} AND i.subject = ${subject}`.execute(tx);
  return rows[0] ?? null;
}

async function withAddress(tx: Tx, email: string): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`
    SELECT id, state FROM users WHERE lower(email) = lower(${email}) AND kind = 'human' ORDER BY id LIMIT 2`.execute(
    tx,
  );
  return rows;
}

async function isLinked(tx: Tx, userId: number, issuer: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM identities WHERE user_id = ${userId} AND issuer = ${issuer}`.execute(tx);
  return rows.length > 0;
}

async function insertIdentity(tx: Tx, userId: number, { issuer, subject }: Person, now: string): Promise<void> {
  await tx.insertInto('identities').values({ user_id: userId, issuer, subject, created_at: now }).execute();
}

/** An address that is not verified is not theirs: the account has none. */
async function make(tx: Tx, person: Person, now: string): Promise<number> {
  const email = person.isVerified && emailFault(person.email ?? '') === null ? person.email : null;
  for (let tries = 0; ; tries += 1) {
    const username = usernameOf(person, tries);
    const name = fieldFault('user.name', person.name) === null ? person.name.trim() : username;
    const id = await createAccount(tx, { username, name, email, passwordHash: null }, now);
    if (id !== null) return id;
  }
}

/** The longest base of a username. */
const BASE_MAX = 200;

/** AP-09.85: what the provider calls them, or as near as a username comes to it; the next one where somebody has it. */
export function usernameOf({ username, email, name }: Pick<Person, 'username' | 'email' | 'name'>, tries: number) {
  const given = [username.split('@')[0], email?.split('@')[0], name].map((text) => pathFromName(text ?? ''));
  const base =
    given
      .find((text) => text !== '')
      ?.slice(0, BASE_MAX)
      .replace(/[-.]+$/, '') || 'user';
  // `help` is an address of the product, and `help1` is none.
  const first = fieldFault('user.username', base) === null ? 0 : 1;
  const number = tries + first;
  return number === 0 ? base : `${base}${number}`;
}
