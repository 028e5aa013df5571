import { epicReadableSql, groupReadableSql, projectReadableSql } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type RawBuilder, sql } from 'kysely';
import type { MovedDates } from '../../command/tree-store.ts';
import type { Db } from '../../db/types.ts';
import { lockHierarchy } from './lock.ts';

/**
 * Dates of epics. A fixed date is the effective one. Otherwise it is inherited: the start is the earliest of the start dates of the milestones of the
 * directly attached items and the effective start dates of the direct child epics; the due date is the latest of their due dates. The source (a
 * milestone or an epic) is stored even while the date is fixed, so that the sidebar can offer it. If dates are equal, a milestone wins over an
 * epic, then the lower id.
 */

/**
 * Updates the given epics' dates and climbs to their ancestors as long as an effective date changes. At most one statement for each level of the tree. The hierarchy lock must be held.
 */
export async function inheritDates(tx: Db, epicIds: readonly number[]): Promise<MovedDates> {
  const moved = new Set<number>();
  const parents = new Set<number>();
  let level = [...new Set(epicIds)];
  while (level.length > 0) {
    const { rows } = await updateDates(sql`SELECT unnest(${level}::bigint[])`).execute(tx);
    for (const row of rows) moved.add(row.id);
    level = [...new Set(rows.flatMap((row) => (row.parent_id === null ? [] : [row.parent_id])))];
    for (const id of level) parents.add(id);
  }
  return { epics: [...moved], parents: [...parents] };
}

/** Updates the dates of these epics only; those of their children must be right already. */
export async function inheritDatesOf(tx: Db, epicIds: readonly number[]): Promise<void> {
  await updateDates(sql`SELECT unnest(${[...epicIds]}::bigint[])`).execute(tx);
}

/** Works out every epic's dates again, deepest level first (after an import). Takes the hierarchy lock; one statement for each level. */
export async function inheritAllDates(tx: Db): Promise<void> {
  await lockHierarchy(tx);
  const { rows } = await sql<{
    deepest: number | null;
  }>`${levels} SELECT max(depth)::int AS deepest FROM level`.execute(tx);
  for (let depth = rows[0]?.deepest ?? -1; depth >= 0; depth -= 1) {
    await updateDates(sql`${levels} SELECT id FROM level WHERE depth = ${depth}`).execute(tx);
  }
}

/** Every epic with the number of its ancestors. */
const levels = sql`
  WITH RECURSIVE level (id, depth) AS (
    SELECT w.id, 0 FROM work_items w
    WHERE w.type = 'epic' AND NOT EXISTS (SELECT FROM parent_links pl WHERE pl.child_id = w.id)
    UNION ALL
    SELECT pl.child_id, level.depth + 1
    FROM level JOIN parent_links pl ON pl.parent_id = level.id JOIN work_items c ON c.id = pl.child_id AND c.type = 'epic'
  )`;

/** Recomputes the epics of a subquery; returns those whose effective dates changed, with their parents. */
function updateDates(ids: RawBuilder<unknown>): RawBuilder<{ id: number; parent_id: number | null }> {
  return sql`
    WITH wanted (id) AS (${ids}),
    -- Children are looked up one by one. Of some thousand epics the planner would read all links and all items instead, which takes three times as long among a million.
    child AS MATERIALIZED (
      SELECT wanted.id AS epic_id, c.* FROM wanted
      CROSS JOIN LATERAL (SELECT pl.child_id FROM parent_links pl WHERE pl.parent_id = wanted.id OFFSET 0) pl
      CROSS JOIN LATERAL (SELECT w.id, w.type, w.milestone_id, w.start_date, w.due_date FROM work_items w WHERE w.id = pl.child_id OFFSET 0) c
      WHERE c.type = 'epic' OR c.milestone_id IS NOT NULL
    ),
    source AS (
      SELECT i.epic_id, 0 AS rank, m.id, m.start_date, m.due_date
      FROM (SELECT DISTINCT epic_id, milestone_id FROM child WHERE type <> 'epic') i JOIN milestones m ON m.id = i.milestone_id
      UNION ALL
      SELECT epic_id, 1, id, start_date, due_date FROM child WHERE type = 'epic'
      UNION ALL
      SELECT id, 2, NULL, NULL, NULL FROM wanted
    ),
    starts AS (
      SELECT DISTINCT ON (epic_id) epic_id, rank, id, start_date FROM source WHERE start_date IS NOT NULL OR rank = 2
      ORDER BY epic_id, start_date, rank, id
    ),
    dues AS (
      SELECT DISTINCT ON (epic_id) epic_id, rank, id, due_date FROM source WHERE due_date IS NOT NULL OR rank = 2
      ORDER BY epic_id, due_date DESC NULLS LAST, rank, id
    ),
    inherited AS MATERIALIZED (
      SELECT epic_id, s.start_date, CASE s.rank WHEN 0 THEN s.id END AS start_milestone, CASE s.rank WHEN 1 THEN s.id END AS start_epic,
        d.due_date, CASE d.rank WHEN 0 THEN d.id END AS due_milestone, CASE d.rank WHEN 1 THEN d.id END AS due_epic
      FROM starts s JOIN dues d USING (epic_id)
    ),
    found AS (
      SELECT w.id, w.start_date AS old_start, w.due_date AS old_due,
        CASE WHEN w.start_date_is_fixed THEN w.start_date_fixed ELSE i.start_date END AS new_start,
        CASE WHEN w.due_date_is_fixed THEN w.due_date_fixed ELSE i.due_date END AS new_due,
        i.start_milestone, i.start_epic, i.due_milestone, i.due_epic
      FROM inherited i JOIN work_items w ON w.id = i.epic_id WHERE w.type = 'epic'
    ),
    written AS (
      UPDATE work_items w SET start_date = found.new_start, start_date_milestone_id = found.start_milestone,
        start_date_epic_id = found.start_epic, due_date = found.new_due, due_date_milestone_id = found.due_milestone,
        due_date_epic_id = found.due_epic
      FROM found
      WHERE w.id = found.id
        AND (w.start_date, w.start_date_milestone_id, w.start_date_epic_id, w.due_date, w.due_date_milestone_id, w.due_date_epic_id)
          IS DISTINCT FROM
          (found.new_start, found.start_milestone, found.start_epic, found.new_due, found.due_milestone, found.due_epic)
      RETURNING w.id, (found.old_start, found.old_due) IS DISTINCT FROM (found.new_start, found.new_due) AS moved
    )
    SELECT written.id, pl.parent_id FROM written LEFT JOIN parent_links pl ON pl.child_id = written.id WHERE written.moved
  `;
}

/**
 * The milestone or child epic that an inherited date of the epic `a` comes from, as SQL. The date is the epic's own, whoever looks; the title
 * and the other date are the source's, told to those who may see it (EP-07.41).
 */
export function sourceDateSql(a: string, which: 'start' | 'due'): string {
  return (
    `coalesce((SELECT m.${which}_date FROM milestones m WHERE m.id = ${a}.${which}_date_milestone_id), ` +
    `(SELECT s.${which}_date FROM work_items s WHERE s.id = ${a}.${which}_date_epic_id))`
  );
}

/** `{ title, start_date, due_date }` of the source; null where there is none that the viewer may see. */
export function sourceSql(viewer: Viewer, a: string, which: 'start' | 'due'): string {
  const told = (s: string) =>
    `json_build_object('title', ${s}.title, 'start_date', ${s}.start_date, 'due_date', ${s}.due_date)`;
  const group = `EXISTS (SELECT 1 FROM groups g WHERE g.id = m.group_id AND ${groupReadableSql(viewer, 'g')})`;
  const project = `EXISTS (SELECT 1 FROM projects p WHERE p.id = m.project_id AND ${projectReadableSql(viewer, 'p')})`;
  return (
    `coalesce((SELECT ${told('m')} FROM milestones m WHERE m.id = ${a}.${which}_date_milestone_id AND (${group} OR ${project})), ` +
    `(SELECT ${told('s')} FROM work_items s JOIN groups g ON g.id = s.group_id ` +
    `WHERE s.id = ${a}.${which}_date_epic_id AND ${epicReadableSql(viewer, 's', 'g')}))`
  );
}
