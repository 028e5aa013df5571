import { sql } from 'kysely';
import { type ViewerRow, viewerColumns, viewerOf } from '../access/load-viewer.ts';
import { anonymous, type Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import type { Session, Token } from './sessions.ts';

/** What somebody came with, as a text that tells it from every other; null for a visitor. */
export type Credential = string | null;

export const credentialOf = (
  session: Pick<Session, 'tokenHash'> | null,
  token: Pick<Token, 'id'> | null,
): Credential => (session !== null ? `session ${session.tokenHash}` : token !== null ? `token ${token.id}` : null);

const numbersOf = (credentials: readonly string[], kind: 'session' | 'token'): string[] =>
  credentials.flatMap((text) => (text.startsWith(`${kind} `) ? [text.slice(kind.length + 1)] : []));

/**
 * Who these sessions and tokens stand for now, with their memberships as they are now, in one statement and each person once. One that has ended, or whose person is blocked,
 * is not in the answer; a visitor always is.
 */
export async function stillSignedIn(
  db: Db,
  credentials: Iterable<Credential>,
  now: string,
): Promise<Map<Credential, Viewer>> {
  const viewers = new Map<Credential, Viewer>([[null, anonymous]]);
  const asked = [...new Set(credentials)].filter((credential) => credential !== null);
  if (asked.length === 0) return viewers;
  // Person by person, by the index: joined with all that there are, the roles by invited groups would want every membership.
  const { rows } = await sql<ViewerRow & { credentials: string[] }>`
    WITH found AS (
      SELECT user_id, json_agg(credential) AS credentials FROM (
        SELECT user_id, 'session ' || token_hash AS credential FROM sessions
        WHERE token_hash = ANY(${numbersOf(asked, 'session')}::text[]) AND expires_at > ${now}::timestamptz
        UNION ALL
        SELECT user_id, 'token ' || id FROM access_tokens
        WHERE id = ANY(${numbersOf(asked, 'token')}::bigint[]) AND NOT revoked
          AND (expires_at IS NULL OR expires_at > ${now}::timestamptz)
      ) given GROUP BY user_id
    )
    SELECT ${viewerColumns(now)}, found.credentials
    FROM found JOIN users u ON u.id = found.user_id
    WHERE u.state = 'active'`.execute(db);
  for (const row of rows) {
    const viewer = viewerOf(row);
    for (const credential of row.credentials) viewers.set(credential, viewer);
  }
  return viewers;
}
