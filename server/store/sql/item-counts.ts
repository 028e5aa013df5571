import { sql } from 'kysely';
import type { Tx } from '../../db/types.ts';

/**
 * How many items each group and project has (`item_counts`, AP-06.51). Triggers keep the counts with every statement (server/db/migrations/007-lists-across-groups.ts);
 * an import counts once, at its end, so that what nobody sees yet is not counted and nobody waits for a count.
 */

/** For the rest of the transaction nothing is counted. */
export async function uncounted(tx: Tx): Promise<void> {
  await sql`SET LOCAL espalier.uncounted = 'on'`.execute(tx);
}

/** Counts everything anew. Whoever creates, deletes or moves items meanwhile waits for the end of the transaction. */
export async function recountItems(tx: Tx): Promise<void> {
  await sql`LOCK TABLE item_counts IN EXCLUSIVE MODE`.execute(tx);
  await sql`DELETE FROM item_counts`.execute(tx);
  await sql`
    INSERT INTO item_counts (group_id, project_id, state, confidential, items)
    SELECT group_id, project_id, state, confidential, count(*) FROM work_items GROUP BY 1, 2, 3, 4`.execute(tx);
}
