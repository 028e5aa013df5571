import { sql } from 'kysely';
import { projectReadableSql, projectTrustedSql } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Db } from '../../db/types.ts';

/**
 * By how much the items of each milestone and iteration have grown on which day (`milestone_days`, `iteration_days`, AP-05.86 to AP-05.88). Triggers keep it with every
 * statement (server/db/migrations/025-milestone-days.ts), so that whatever changes an item counts.
 */

export type Timebox = 'milestone' | 'iteration';

/** In the order in which the triggers write them, so that nobody waits crosswise. */
const TIMEBOXES: readonly Timebox[] = ['iteration', 'milestone'];

const COLUMNS = ['scope_count', 'scope_weight', 'completed_count', 'completed_weight'] as const;
const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
const added = sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} = d.${sql.ref(name)} + excluded.${sql.ref(name)}`));

/** Of items that an import has written uncounted: since they were made, as closed since they were closed. */
export async function countTimeboxesOf(tx: Db, itemIds: readonly number[]): Promise<void> {
  for (const timebox of TIMEBOXES) {
    const id = sql.ref(`${timebox}_id`);
    await sql`
    INSERT INTO ${sql.table(`${timebox}_days`)} AS d (${id}, project_id, confidential, day, ${columns})
    SELECT w.${id}, w.project_id, w.confidential, (c.at AT TIME ZONE 'UTC')::date,
      sum(c.scope), sum(c.scope * coalesce(w.weight, 0)), sum(c.completed), sum(c.completed * coalesce(w.weight, 0))
    FROM work_items w CROSS JOIN LATERAL (
      VALUES (w.created_at, 1, 0), (CASE WHEN w.state = 'closed' THEN coalesce(w.closed_at, w.created_at) END, 0, 1)
    ) AS c (at, scope, completed)
    WHERE w.id = ANY(${[...itemIds]}::bigint[]) AND w.${id} IS NOT NULL AND w.project_id IS NOT NULL AND c.at IS NOT NULL
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (${id}, project_id, confidential, day) DO UPDATE SET ${added}`.execute(tx);
  }
}

/** What counts of an item, as it was before it was changed uncounted. */
export interface CountedBefore {
  readonly id: number;
  readonly state: string;
  readonly weight: number | null;
  readonly milestone: number | null;
}

/** Rows of the days of each timebox. */
export type TimeboxGrowth = readonly { readonly timebox: Timebox; readonly rows: readonly object[] }[];

/** Of items that an import has changed uncounted: by how much they differ from what they were, today. */
export async function timeboxGrowthOf(tx: Db, before: readonly CountedBefore[]): Promise<TimeboxGrowth> {
  const was = sql`unnest(${before.map(({ id }) => id)}::bigint[], ${before.map(({ state }) => state)}::text[],
    ${before.map(({ weight }) => weight)}::int[], ${before.map(({ milestone }) => milestone)}::bigint[]) AS b (id, state, weight, milestone_id)`;
  const growth = TIMEBOXES.map(async (timebox) => {
    const idBefore = timebox === 'milestone' ? sql`b.milestone_id` : sql`w.iteration_id`;
    const { rows } = await sql<object>`
      SELECT * FROM (
        SELECT s.timebox, w.project_id, w.confidential,
          sum(s.items)::int AS scope_count, sum(s.items * coalesce(s.weight, 0))::int AS scope_weight,
          coalesce(sum(s.items) FILTER (WHERE s.state = 'closed'), 0)::int AS completed_count,
          coalesce(sum(s.items * coalesce(s.weight, 0)) FILTER (WHERE s.state = 'closed'), 0)::int AS completed_weight
        FROM ${was} JOIN work_items w ON w.id = b.id CROSS JOIN LATERAL (
          VALUES (w.${sql.ref(`${timebox}_id`)}, 1, w.weight, w.state), (${idBefore}, -1, b.weight, b.state)
        ) AS s (timebox, items, weight, state)
        WHERE s.timebox IS NOT NULL AND w.project_id IS NOT NULL GROUP BY 1, 2, 3
      ) n WHERE (${columns}) <> (0, 0, 0, 0)`.execute(tx);
    return { timebox, rows };
  });
  return Promise.all(growth);
}

/** A timebox that has been deleted meanwhile has no days any more. */
export async function growTimeboxes(tx: Db, growth: TimeboxGrowth): Promise<void> {
  for (const { timebox, rows } of growth) {
    const id = sql.ref(`${timebox}_id`);
    await sql`
    INSERT INTO ${sql.table(`${timebox}_days`)} AS d (${id}, project_id, confidential, day, ${columns})
    SELECT x.timebox, x.project_id, x.confidential, (now() AT TIME ZONE 'UTC')::date, ${columns}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS x (timebox bigint, project_id bigint, confidential boolean, ${sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} int`))})
    JOIN ${sql.table(`${timebox}s`)} t ON t.id = x.timebox ORDER BY 1, 2, 3
    ON CONFLICT (${id}, project_id, confidential, day) DO UPDATE SET ${added}`.execute(tx);
  }
}

/** `to` has grown as these have: their items are its own. */
export async function passOnDays(tx: Db, from: readonly number[], to: number): Promise<void> {
  await sql`
    INSERT INTO milestone_days AS d (milestone_id, project_id, confidential, day, ${columns})
    SELECT ${to}::bigint, project_id, confidential, day, ${sql.join(COLUMNS.map((name) => sql`sum(${sql.ref(name)})`))}
    FROM milestone_days WHERE milestone_id = ANY(${[...from]}::bigint[])
    GROUP BY project_id, confidential, day ORDER BY project_id, confidential, day
    ON CONFLICT (milestone_id, project_id, confidential, day) DO UPDATE SET ${added}`.execute(tx);
}

/**
 * `{ date, scopeCount, scopeWeight, completedCount, completedWeight }` of each day of the timebox `m` that changed any of these, as of its end; what came before its first
 * day is that day's. A list of JSON as SQL; null: nothing yet. `within`: a condition on the project `p` of the group `g`.
 */
export function totalsSql(viewer: Viewer, timebox: Timebox, m: string, within = 'TRUE'): string {
  const day = COLUMNS.map((name) => `sum(d.${name}) AS ${name}`).join(', ');
  const total = COLUMNS.map((name) => `sum(t.${name}) OVER (ORDER BY t.date) AS ${name}`).join(', ');
  return (
    `(SELECT json_agg(json_build_object('date', t.date, 'scopeCount', t.scope_count, 'scopeWeight', t.scope_weight, ` +
    `'completedCount', t.completed_count, 'completedWeight', t.completed_weight) ORDER BY t.date) FROM (` +
    `SELECT t.date, ${total} FROM (SELECT greatest(d.day, ${m}.start_date) AS date, ${day} ` +
    `FROM ${timebox}_days d JOIN projects p ON p.id = d.project_id JOIN groups g ON g.id = p.group_id ` +
    `WHERE d.${timebox}_id = ${m}.id AND d.day <= ${m}.due_date AND ${projectReadableSql(viewer, 'p', 'g')} ` +
    `AND (NOT d.confidential OR ${projectTrustedSql(viewer, 'p', 'g')}) AND ${within} GROUP BY 1 ` +
    `HAVING (${COLUMNS.map((name) => `sum(d.${name})`).join(', ')}) <> (0, 0, 0, 0)) t) t)`
  );
}
