import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';

/** An ancestor; nearest first, `distance` 1 is the parent. */
export interface Ancestor {
  readonly id: number;
  readonly type: string;
  readonly distance: number;
}

/** The way from an item to its root, hidden ancestors included: for rules, never for display. One statement. */
export async function ancestorsOf(tx: Tx, id: number): Promise<Ancestor[]> {
  const { rows } = await sql<Ancestor>`
    WITH RECURSIVE up (id, distance) AS (
      SELECT parent_id, 1 FROM parent_links WHERE child_id = ${id}
      UNION ALL
      SELECT pl.parent_id, up.distance + 1 FROM up JOIN parent_links pl ON pl.child_id = up.id
    )
    SELECT up.id, w.type, up.distance FROM up JOIN work_items w ON w.id = up.id ORDER BY up.distance
  `.execute(tx);
  return rows;
}

/** The height of each item's subtree along items of its own type: 1 for a leaf. One statement for all of them. */
export async function heightsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ root: number; height: number }>`
    WITH RECURSIVE down (root, id, type, height) AS (
      SELECT id, id, type, 1 FROM work_items WHERE id = ANY(${[...ids]}::bigint[])
      UNION ALL
      SELECT down.root, c.id, c.type, down.height + 1
      FROM down JOIN parent_links pl ON pl.parent_id = down.id JOIN work_items c ON c.id = pl.child_id AND c.type = down.type
    )
    SELECT root, max(height)::int AS height FROM down GROUP BY root
  `.execute(tx);
  return new Map(rows.map((row) => [row.root, row.height]));
}

/** The number of direct children allowed under one parent: the setting `max_children`. */
export async function maxChildren(tx: Tx): Promise<number> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM settings WHERE key = 'max_children'`.execute(tx);
  const value = rows[0]?.value;
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : defaultMaxChildren;
}

/** The real data has 109 children under one epic; GitLab's 100 would refuse it. */
export const defaultMaxChildren = 1000;
