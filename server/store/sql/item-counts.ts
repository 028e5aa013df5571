import { sql } from 'kysely';
import type { Tx } from '../../db/types.ts';
import {
  type CountedBefore,
  countTimeboxesOf,
  growTimeboxes,
  type TimeboxGrowth,
  timeboxGrowthOf,
} from './timebox-days.ts';

/**
 * How many items each group and project has (`item_counts`, AP-06.51). Triggers keep the counts with every statement (server/db/migrations/007-lists-across-groups.ts,
 * 012-counts-by-statement.ts); an import counts its new items at its end, so that what nobody sees yet is not counted and nobody waits for a count.
 */

/** Until `countNew`, or for the rest of the transaction, nothing is counted. */
export async function uncounted(tx: Tx): Promise<void> {
  await sql`SET LOCAL espalier.uncounted = 'on'`.execute(tx);
}

/**
 * Counts these items, which were written uncounted, and from here on every statement again. The hierarchy lock must be held: whoever changes a count holds
 * it as well, so that nobody waits crosswise for two counts.
 */
export async function countNew(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SET LOCAL espalier.uncounted = 'off'`.execute(tx);
  await sql`
    INSERT INTO item_counts AS c (group_id, project_id, state, confidential, items)
    SELECT group_id, project_id, state, confidential, count(*)::integer FROM work_items WHERE id = ANY(${[...ids]}::bigint[])
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (group_id, coalesce(project_id, 0), state, confidential) DO UPDATE SET items = c.items + excluded.items`.execute(
    tx,
  );
  await countTimeboxesOf(tx, ids);
}

/** By how much counts grow: rows of `item_counts` and of the days of timeboxes. */
export interface Growth {
  readonly items: readonly object[];
  readonly timeboxes: TimeboxGrowth;
}

/** By how much items that were changed uncounted differ from what they were. The transaction must hold their rows since; the counts themselves are not touched. */
export async function growthOf(tx: Tx, before: readonly CountedBefore[]): Promise<Growth> {
  const { rows: items } = await sql<object>`
    SELECT w.group_id, w.project_id, s.state, w.confidential, sum(s.items)::integer AS items
    FROM unnest(${before.map(({ id }) => id)}::bigint[], ${before.map(({ state }) => state)}::text[]) AS b (id, state)
    JOIN work_items w ON w.id = b.id CROSS JOIN LATERAL (VALUES (w.state, 1), (b.state, -1)) AS s (state, items)
    GROUP BY 1, 2, 3, 4 HAVING sum(s.items) <> 0`.execute(tx);
  return { items, timeboxes: await timeboxGrowthOf(tx, before) };
}

/** Counts what was found. As `countNew`, under the hierarchy lock. */
export async function grow(tx: Tx, { items, timeboxes }: Growth): Promise<void> {
  await sql`
    INSERT INTO item_counts AS c (group_id, project_id, state, confidential, items)
    SELECT x.* FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS x (group_id bigint, project_id bigint, state text, confidential boolean, items integer)
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (group_id, coalesce(project_id, 0), state, confidential) DO UPDATE SET items = c.items + excluded.items`.execute(
    tx,
  );
  await growTimeboxes(tx, timeboxes);
}
