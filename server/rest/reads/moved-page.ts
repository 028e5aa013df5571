import { sql } from 'kysely';
import { groupReadable, projectReadable } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Db } from '../../db/types.ts';
import { decodePath } from '../router.ts';

/** The path of a page: its owner, and what follows. */
const PAGE = /^\/(groups\/)?(.+?)(\/-\/.*)?$/;

/**
 * AP-05.104: where the page of an address is now, with its query, if the group or project had that path and nobody else has it. Null: this is no such page, or
 * the viewer may not see what it is about.
 * @param address path and query
 */
export async function movedPage(db: Db, viewer: Viewer, address: string): Promise<string | null> {
  const [, pathname = '', query = ''] = /^([^?]*)(.*)$/s.exec(address) ?? [];
  const [, isGroup, owner = '', rest = ''] = PAGE.exec(pathname) ?? [];
  const path = owner.startsWith('-/') ? null : decodePath(owner);
  if (path === null) return null;
  // A project has no page below /groups/, and what stands behind `/-/` elsewhere is of a project.
  const kinds = [
    ...(isGroup !== undefined || rest === '' ? ['group'] : []),
    ...(isGroup === undefined ? ['project'] : []),
  ];
  const { rows } = await sql<{ to: string }>`
    SELECT coalesce('groups/' || g.full_path, p.full_path) AS to FROM path_redirects r
    LEFT JOIN groups g ON g.id = r.group_id AND ${groupReadable(viewer, 'g')}
    LEFT JOIN projects p ON p.id = r.project_id AND ${projectReadable(viewer, 'p')}
    WHERE lower(r.path) = lower(${path}) AND CASE WHEN r.project_id IS NULL THEN 'group' ELSE 'project' END = ANY(${kinds}::text[])
  `.execute(db);
  const to = rows[0]?.to;
  return to === undefined || to === null ? null : `/${encodeURI(to)}${rest}${query}`;
}
