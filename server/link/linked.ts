import { sql } from 'kysely';
import type { Tx } from '../db/types.ts';

/**
 * RL-01.19: what is linked to these items, and its parents. Both show whether they are blocked, and read again when one of the items opens, closes or
 * goes.
 */
export async function linkedAndParents(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; parent_id: number | null }>`
    SELECT other.id, above.parent_id
    FROM work_item_links k
    CROSS JOIN LATERAL (SELECT CASE WHEN k.source_id = ANY(${[...ids]}::bigint[]) THEN k.target_id ELSE k.source_id END AS id) other
    LEFT JOIN parent_links above ON above.child_id = other.id
    WHERE k.source_id = ANY(${[...ids]}::bigint[]) OR k.target_id = ANY(${[...ids]}::bigint[])
  `.execute(tx);
  return rows.flatMap(({ id, parent_id }) => (parent_id === null ? [id] : [id, parent_id]));
}
