import { sql } from 'kysely';
import { type Ability, can } from '@espalier/core/access';
import { groupReadable, projectReadable } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { ownerSubject } from '../tree/items.ts';

/** Who owns new items: a group its epics, a project everything else. */
export interface Owner {
  readonly group_id: number;
  readonly group_path: string;
  readonly group_visibility: 'private' | 'internal' | 'public';
  readonly traversal_ids: readonly number[];
  /** Null: the owner is the group. */
  readonly project_id: number | null;
  readonly project_path: string | null;
  readonly project_visibility: 'private' | 'internal' | 'public' | null;
}

/** A readable group by full path or database id; undefined where there is none or it is hidden. */
export async function findGroup(tx: Db, viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT g.id AS group_id, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
      NULL::bigint AS project_id, NULL::text AS project_path, NULL::text AS project_visibility
    FROM groups g
    WHERE ${typeof pathOrId === 'number' ? sql`g.id = ${pathOrId}::bigint` : sql`lower(g.full_path) = lower(${pathOrId})`}
      AND ${groupReadable(viewer, 'g')}
  `.execute(tx);
  return rows[0];
}

/** A readable project by full path or database id. */
export async function findProject(tx: Db, viewer: Viewer, pathOrId: string | number): Promise<Owner | undefined> {
  const { rows } = await sql<Owner>`
    SELECT g.id AS group_id, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
      p.id AS project_id, p.full_path AS project_path, p.visibility AS project_visibility
    FROM projects p JOIN groups g ON g.id = p.group_id
    WHERE ${typeof pathOrId === 'number' ? sql`p.id = ${pathOrId}::bigint` : sql`lower(p.full_path) = lower(${pathOrId})`}
      AND ${projectReadable(viewer, 'p', 'g')}
  `.execute(tx);
  return rows[0];
}

export function mayIn(viewer: Viewer, ability: Ability, owner: Owner): boolean {
  return can(ability, ownerSubject(viewer, owner));
}
