import { sql } from 'kysely';
import type { TokenScope } from '@espalier/core/access';
import { type ViewerRow, viewerColumns, viewerOf } from '../access/load-viewer.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Reader } from '../db/open-database.ts';
import { DISK_FULL } from '../db/room.ts';
import type { Db } from '../db/types.ts';
import { hashSecret, newSecret } from './secrets.ts';

export const SESSION_COOKIE = '_espalier_session';
/** A session lasts two weeks. */
export const SESSION_SECONDS = 14 * 24 * 60 * 60;

/** A person's browser session. Requests that carry a token have none. */
export interface Session {
  readonly tokenHash: string;
  /** Must come back in the header X-CSRF-Token with every change. */
  readonly csrfToken: string;
}

/** The personal access token that a request carries. */
export interface Token {
  readonly id: number;
  readonly scope: TokenScope;
}

/** What a session or token has seen of the primary's log (AP-06.61). */
export type Seen = Pick<Reader, 'position' | 'flushed'>;

export interface SignedIn {
  readonly viewer: Viewer;
  readonly session: Session | null;
  readonly token: Token | null;
  readonly seen: Seen | null;
}

/**
 * `Seen`, of the row of that alias. After a switch to another primary, or a restore into another cluster, a position may be ahead of everything that is
 * in its log: then it means nothing.
 */
const seenColumns = (row: string) => sql`
  (CASE WHEN ${sql.ref(row)}.position <= pg_current_wal_insert_lsn() THEN ${sql.ref(row)}.position - '0/0'::pg_lsn END)::bigint AS position,
  (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint AS flushed`;

const seenOf = ({ position, flushed }: Seen): Seen => ({ position, flushed });

/** The person of a session cookie, with memberships, in one statement; null if it is unknown or has expired. */
export async function findSession(db: Db, secret: string, now: string): Promise<SignedIn | null> {
  const tokenHash = hashSecret(secret);
  const { rows } = await sql<ViewerRow & Seen & { csrf_token: string }>`
    SELECT ${viewerColumns(now)}, ${seenColumns('s')}, s.csrf_token FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now}::timestamptz AND u.state = 'active'`.execute(db);
  const row = rows[0];
  if (!row) return null;
  return { viewer: viewerOf(row), session: { tokenHash, csrfToken: row.csrf_token }, token: null, seen: seenOf(row) };
}

/** The person of a personal access token, in one statement (and once an hour a second one that notes its use). */
export async function findToken(db: Db, secret: string, now: string): Promise<SignedIn | null> {
  const tokenHash = hashSecret(secret);
  const { rows } = await sql<ViewerRow & Seen & { stale: boolean; token_id: number; scope: TokenScope }>`
    SELECT ${viewerColumns(now)}, ${seenColumns('t')}, t.id AS token_id, t.scope, (t.last_used_at IS NULL OR t.last_used_at < ${now}::timestamptz - interval '1 hour') AS stale
    FROM access_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.token_hash = ${tokenHash} AND NOT t.revoked AND u.state = 'active'
      AND (t.expires_at IS NULL OR t.expires_at > ${now}::timestamptz)`.execute(db);
  const row = rows[0];
  if (!row) return null;
  if (row.stale) {
    await sql`UPDATE access_tokens SET last_used_at = ${now}::timestamptz WHERE token_hash = ${tokenHash}`
      .execute(db)
      .catch(unlessDiskIsFull);
  }
  return {
    viewer: viewerOf(row),
    session: null,
    token: { id: Number(row.token_id), scope: row.scope },
    seen: seenOf(row),
  };
}

/** Reading goes on while nothing can be written: the note of a use is left out. */
function unlessDiskIsFull(error: unknown): void {
  if ((error as { code?: unknown }).code !== DISK_FULL) throw error;
}

/** Where a session comes from. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** Opens a session; returns the secret for the cookie. Sessions that have run out are swept away here. AP-09.34: who was deactivated is active again. */
export async function openSession(db: Db, userId: number, now: string, from: Origin | null = null): Promise<string> {
  const secret = newSecret();
  await sql`DELETE FROM sessions WHERE expires_at <= ${now}::timestamptz`.execute(db);
  await sql`WITH person AS (
      UPDATE users SET state = CASE state WHEN 'deactivated' THEN 'active' ELSE state END, sign_in_count = sign_in_count + 1,
        last_sign_in_at = coalesce(current_sign_in_at, ${now}::timestamptz), current_sign_in_at = ${now}::timestamptz
      WHERE id = ${userId}
    )
    INSERT INTO sessions (token_hash, user_id, csrf_token, created_at, expires_at, ip, user_agent)
    VALUES (${hashSecret(secret)}, ${userId}, ${newSecret()}, ${now}::timestamptz,
      ${now}::timestamptz + make_interval(secs => ${SESSION_SECONDS}), ${from?.ip ?? null}, ${from?.userAgent ?? null})`.execute(
    db,
  );
  return secret;
}

/** AP-06.61: from here on whoever carries it sees at least what the primary has now. */
export async function keepPosition(db: Db, { session, token }: Pick<SignedIn, 'session' | 'token'>): Promise<void> {
  if (session !== null)
    await sql`UPDATE sessions SET position = pg_current_wal_insert_lsn() WHERE token_hash = ${session.tokenHash}`.execute(
      db,
    );
  else if (token !== null)
    await sql`UPDATE access_tokens SET position = pg_current_wal_insert_lsn() WHERE id = ${token.id}`.execute(db);
}

export async function closeSession(db: Db, session: Session): Promise<void> {
  await sql`DELETE FROM sessions WHERE token_hash = ${session.tokenHash}`.execute(db);
}

/** After a change of password every other session of the person ends, and no link that was made before signs in. */
export async function endOtherWaysIn(db: Db, userId: number, kept: Session | null): Promise<void> {
  await sql`DELETE FROM sessions WHERE user_id = ${userId} AND token_hash <> ${kept?.tokenHash ?? ''}`.execute(db);
  await sql`DELETE FROM sign_in_links WHERE user_id = ${userId} AND used_at IS NULL`.execute(db);
}
