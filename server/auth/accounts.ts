import { firstRunFaults } from '@espalier/core/access';
import { sql } from 'kysely';
import type { Db } from '../db/types.ts';

/** What a person types to set up their account. */
export interface Account {
  readonly name: string;
  readonly username: string;
  readonly password: string;
}

/** Reads a form or its JSON; what is missing is empty. */
export function readAccount(body: unknown): Account {
  const given = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  const text = (name: keyof Account): string => {
    const value = given[name];
    return typeof value === 'string' ? value : '';
  };
  return { name: text('name').trim(), username: text('username').trim(), password: text('password') };
}

/** Faults by field: `{ username: ["can't be blank"] }`. */
export type AccountErrors = Readonly<Partial<Record<keyof Account | 'email', readonly string[]>>>;

/** As of the person of the first run (RP-02.106); none where the account can be made. */
export function accountFaults(user: Account): AccountErrors {
  const place = { name: 'any', path: 'any' };
  const faults = Object.entries(firstRunFaults({ group: place, project: place, user }));
  return Object.fromEntries(faults.map(([field, fault]) => [field.replace('user.', ''), [fault]]));
}

/** Makes a person, without an address where `email` is null; answers the id, null where the username or the address is taken. */
export async function createAccount(
  db: Db,
  {
    name,
    username,
    email,
    passwordHash,
  }: Omit<Account, 'password'> & { readonly email: string | null; readonly passwordHash: string | null },
  now: string,
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, name, email, password_hash, created_at)
    SELECT ${username}, ${name}, ${email}::text, ${passwordHash}, ${now}::timestamptz
    WHERE NOT EXISTS (SELECT FROM users WHERE lower(email) = lower(${email}))
    ON CONFLICT (lower(username)) DO NOTHING RETURNING id
  `.execute(db);
  return rows[0] ? Number(rows[0].id) : null;
}
