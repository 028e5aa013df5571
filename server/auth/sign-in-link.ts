import { sql } from 'kysely';
import { oneAtATime } from '../db/one-at-a-time.ts';
import type { OpenDatabase } from '../db/open-database.ts';
import type { Db } from '../db/types.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** The administrator whom every database has from its beginning. */
const ROOT_ID = 1;

/** RP-02.414: is there no administrator with a password? Then a link is the only way in. */
export async function nobodyCanSignIn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`SELECT NOT EXISTS
    (SELECT 1 FROM users WHERE admin AND state = 'active' AND password_hash IS NOT NULL) AS locked`.execute(db);
  return rows[0]?.locked === true;
}

/** RP-02.414: the link of the very first start; null if one was made before. Servers that start together make one. */
export function firstSignInLink(database: OpenDatabase, now: string): Promise<string | null> {
  const { db } = database;
  return oneAtATime(database, 'espalier first link', async () => {
    const { rows } = await sql`SELECT 1 FROM sign_in_links LIMIT 1`.execute(db);
    return rows.length > 0 ? null : makeSignInLink(db, ROOT_ID, now);
  });
}

export const signInAddress = (baseUrl: string, secret: string): string => `${baseUrl}/-/sign-in?token=${secret}`;

/** Makes a one-time sign-in link for a person; returns the secret. It holds for a day. `clearsPassword`: who comes by it sets a new one without the old one. */
export async function makeSignInLink(db: Db, userId: number, now: string, clearsPassword = false): Promise<string> {
  const secret = newSecret();
  await sql`INSERT INTO sign_in_links (token_hash, user_id, expires_at, clears_password)
    VALUES (${hashSecret(secret)}, ${userId}, ${now}::timestamptz + interval '1 day', ${clearsPassword})`.execute(db);
  return secret;
}

/** Is this link still good? Changes nothing, so a prefetch of the address cannot use it up. */
export async function signInLinkHolds(db: Db, secret: string, now: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM sign_in_links
    WHERE token_hash = ${hashSecret(secret)} AND used_at IS NULL AND expires_at > ${now}::timestamptz`.execute(db);
  return rows.length > 0;
}

/** Uses the link up; returns whose it was, or null if it was used before or has expired. Of two at once only one wins. */
export async function takeSignInLink(db: Db, secret: string, now: string): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`WITH used AS (
      UPDATE sign_in_links SET used_at = ${now}::timestamptz
      WHERE token_hash = ${hashSecret(secret)} AND used_at IS NULL AND expires_at > ${now}::timestamptz
      RETURNING user_id, clears_password
    ), cleared AS (
      UPDATE users SET password_hash = NULL FROM used WHERE users.id = used.user_id AND used.clears_password
    )
    SELECT user_id FROM used`.execute(db);
  return rows[0] ? Number(rows[0].user_id) : null;
}
