import { sql } from 'kysely';
import type { Db } from '../db/types.ts';
import { anonymous, type Viewer } from './viewer.ts';

/** What `viewerColumns` select. */
export interface ViewerRow {
  id: number;
  username: string;
  name: string;
  avatar_url: string | null;
  admin: boolean;
  memberships: { g: number | null; p: number | null; l: number }[] | null;
}

/** The columns of a viewer at this instant, of `users u`: whoever finds the user by other means (a session, a token) selects the same. */
export const viewerColumns = (now: string) => sql`u.id, u.username, u.name, u.avatar_url, u.admin,
  (SELECT json_agg(json_build_object('g', m.group_id, 'p', m.project_id, 'l', m.access_level))
   FROM memberships_on(${now}::timestamptz) m WHERE m.user_id = u.id) AS memberships`;

/** Loads a viewer by user id, in one statement (none for an anonymous visitor). A blocked or unknown user is anonymous. */
export async function loadViewer(db: Db, userId: number | null, now = new Date().toISOString()): Promise<Viewer> {
  if (userId === null) return anonymous;
  const { rows } = await sql<ViewerRow>`
    SELECT ${viewerColumns(now)} FROM users u WHERE u.id = ${userId} AND u.state = 'active'`.execute(db);
  const row = rows[0];
  return row ? viewerOf(row) : anonymous;
}

/** Builds a viewer from a row of `viewerColumns`. */
export function viewerOf(row: ViewerRow): Viewer {
  const levels = new Map<number, number>();
  const projectLevels = new Map<number, number>();
  for (const { g, p, l } of row.memberships ?? []) {
    // Of one place there may be several: by groups that are invited to it.
    if (g !== null) levels.set(g, Math.max(l, levels.get(g) ?? 0));
    if (p !== null) projectLevels.set(p, Math.max(l, projectLevels.get(p) ?? 0));
  }
  return {
    userId: Number(row.id),
    admin: row.admin,
    username: row.username,
    name: row.name,
    avatarUrl: row.avatar_url,
    levels,
    projectLevels,
  };
}
