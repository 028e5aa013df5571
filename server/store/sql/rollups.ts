import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/types.ts';
import type { Delta, RollupRow } from '../../command/contribution.ts';
import { lockHierarchy } from './lock.ts';

/** The roll-ups of these items, missing ones as zeros. */
export async function loadRollups(tx: Db, ids: readonly number[]): Promise<Map<number, RollupRow>> {
  const { rows } = await sql<RollupRow & { readonly id: number }>`
    SELECT wanted.id, coalesce(r.opened_epics, 0) AS "openedEpics", coalesce(r.closed_epics, 0) AS "closedEpics",
      coalesce(r.opened_issues, 0) AS "openedIssues", coalesce(r.closed_issues, 0) AS "closedIssues",
      coalesce(r.opened_weight, 0) AS "openedWeight", coalesce(r.closed_weight, 0) AS "closedWeight",
      coalesce(r.on_track, 0) AS "onTrack", coalesce(r.needs_attention, 0) AS "needsAttention", coalesce(r.at_risk, 0) AS "atRisk",
      coalesce(r.child_epics, 0) AS "childEpics", coalesce(r.child_issues, 0) AS "childIssues"
    FROM unnest(${[...new Set(ids)]}::bigint[]) AS wanted (id) LEFT JOIN rollups r ON r.work_item_id = wanted.id
  `.execute(tx);
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}

/**
 * Adds deltas to their parents and to all ancestors, in one statement, and returns the ids of all items whose row changed, nearest first.
 * The hierarchy lock must be held: the way up is read here.
 */
export async function applyDeltas(tx: Db, deltas: readonly Delta[]): Promise<number[]> {
  // One parameter, whatever the number of deltas: the text of the statement stays the same, and is planned once.
  const rows = deltas.map(({ parentId, contribution: c, childEpics, childIssues }) => ({
    parent_id: parentId,
    opened_epics: c.openedEpics,
    closed_epics: c.closedEpics,
    opened_issues: c.openedIssues,
    closed_issues: c.closedIssues,
    opened_weight: c.openedWeight,
    closed_weight: c.closedWeight,
    on_track: c.onTrack,
    needs_attention: c.needsAttention,
    at_risk: c.atRisk,
    child_epics: childEpics,
    child_issues: childIssues,
  }));
  const { rows: changed } = await sql<{ work_item_id: number }>`
    WITH RECURSIVE delta AS (
      SELECT parent_id, ${sums('d', 'bigint')} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS d (parent_id bigint, ${sql.raw(columns.map((column) => `${column} bigint`).join(', '))})
      GROUP BY parent_id
    ),
    up AS (
      SELECT delta.*, 0 AS distance FROM delta
      UNION ALL
      SELECT pl.parent_id, opened_epics, closed_epics, opened_issues, closed_issues, opened_weight, closed_weight,
        on_track, needs_attention, at_risk, 0, 0, distance + 1
      FROM up
      JOIN parent_links pl ON pl.child_id = up.parent_id
      JOIN work_items child ON child.id = pl.child_id
      JOIN work_items parent ON parent.id = pl.parent_id
      WHERE child.type = 'epic' OR parent.type <> 'epic'
    ),
    summed AS (SELECT parent_id, min(distance) AS distance, ${sums('up')} FROM up GROUP BY parent_id),
    written AS (
      INSERT INTO rollups AS r (work_item_id, ${columnList})
      SELECT parent_id, ${columnList} FROM summed
      ON CONFLICT (work_item_id) DO UPDATE SET ${sql.join(columns.map((c) => sql`${sql.ref(c)} = r.${sql.ref(c)} + excluded.${sql.ref(c)}`))}
      RETURNING work_item_id
    )
    SELECT written.work_item_id FROM written JOIN summed ON summed.parent_id = written.work_item_id ORDER BY summed.distance
  `.execute(tx);
  return changed.map((row) => row.work_item_id);
}

/** Recounts every roll-up from the parent links (after an import). Takes the hierarchy lock; two statements, whatever the size. */
export async function recountAll(tx: Db): Promise<void> {
  await lockHierarchy(tx);
  await sql`DELETE FROM rollups`.execute(tx);
  await sql`
    WITH RECURSIVE up (ancestor_id, item_id, distance) AS (
      SELECT parent_id, child_id, 1 FROM parent_links
      UNION ALL
      SELECT pl.parent_id, up.item_id, up.distance + 1
      FROM up
      JOIN parent_links pl ON pl.child_id = up.ancestor_id
      JOIN work_items child ON child.id = pl.child_id
      JOIN work_items parent ON parent.id = pl.parent_id
      WHERE child.type = 'epic' OR parent.type <> 'epic'
    ),
    counted AS (
      SELECT up.ancestor_id,
        count(*) FILTER (WHERE w.type = 'epic' AND w.state = 'opened') AS opened_epics,
        count(*) FILTER (WHERE w.type = 'epic' AND w.state = 'closed') AS closed_epics,
        count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened') AS opened_issues,
        count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'closed') AS closed_issues,
        coalesce(sum(w.weight) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened'), 0) AS opened_weight,
        coalesce(sum(w.weight) FILTER (WHERE w.type <> 'epic' AND w.state = 'closed'), 0) AS closed_weight,
        count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened' AND w.health_status = 'onTrack') AS on_track,
        count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened' AND w.health_status = 'needsAttention') AS needs_attention,
        count(*) FILTER (WHERE w.type <> 'epic' AND w.state = 'opened' AND w.health_status = 'atRisk') AS at_risk,
        count(*) FILTER (WHERE up.distance = 1 AND w.type = 'epic') AS child_epics,
        count(*) FILTER (WHERE up.distance = 1 AND w.type <> 'epic') AS child_issues
      FROM up JOIN work_items w ON w.id = up.item_id
      GROUP BY up.ancestor_id
    )
    INSERT INTO rollups (work_item_id, ${columnList})
    SELECT w.id, ${sql.join(columns.map((c) => sql`coalesce(counted.${sql.ref(c)}, 0)`))}
    FROM work_items w LEFT JOIN counted ON counted.ancestor_id = w.id
    WHERE w.type = 'epic' OR counted.ancestor_id IS NOT NULL
  `.execute(tx);
}

/** Recounts the roll-ups of these items from those of their direct children, which must be right already. The hierarchy lock must be held. */
export async function recountFromChildren(tx: Db, ids: readonly number[]): Promise<void> {
  const passedOn = (column: string, own: RawBuilder<unknown>) =>
    sql`(${own} + coalesce(sum(r.${sql.ref(column)}), 0))::int`;
  const many = (condition: string) => sql`count(*) FILTER (WHERE ${sql.raw(condition)})`;
  const weight = (state: string) =>
    sql`coalesce(sum(c.weight) FILTER (WHERE c.type <> 'epic' AND c.state = ${sql.lit(state)}), 0)`;
  const health = (status: string) => many(`c.type <> 'epic' AND c.state = 'opened' AND c.health_status = '${status}'`);
  await sql`
    INSERT INTO rollups AS own (work_item_id, ${columnList})
    SELECT p.id,
      ${passedOn('opened_epics', many(`c.type = 'epic' AND c.state = 'opened'`))},
      ${passedOn('closed_epics', many(`c.type = 'epic' AND c.state = 'closed'`))},
      ${passedOn('opened_issues', many(`c.type <> 'epic' AND c.state = 'opened'`))},
      ${passedOn('closed_issues', many(`c.type <> 'epic' AND c.state = 'closed'`))},
      ${passedOn('opened_weight', weight('opened'))}, ${passedOn('closed_weight', weight('closed'))},
      ${passedOn('on_track', health('onTrack'))}, ${passedOn('needs_attention', health('needsAttention'))},
      ${passedOn('at_risk', health('atRisk'))},
      ${many(`c.type = 'epic'`)}::int, ${many(`c.type <> 'epic'`)}::int
    FROM work_items p
    LEFT JOIN parent_links pl ON pl.parent_id = p.id
    LEFT JOIN work_items c ON c.id = pl.child_id
    LEFT JOIN rollups r ON r.work_item_id = c.id AND (c.type = 'epic' OR p.type <> 'epic')
    WHERE p.id = ANY(${[...ids]}::bigint[])
    GROUP BY p.id
    ON CONFLICT (work_item_id) DO UPDATE SET ${sql.join(columns.map((c) => sql`${sql.ref(c)} = excluded.${sql.ref(c)}`))}
    WHERE (${sql.join(columns.map((c) => sql`own.${sql.ref(c)}`))}) IS DISTINCT FROM (${sql.join(columns.map((c) => sql`excluded.${sql.ref(c)}`))})
  `.execute(tx);
}

const columns = [
  'opened_epics',
  'closed_epics',
  'opened_issues',
  'closed_issues',
  'opened_weight',
  'closed_weight',
  'on_track',
  'needs_attention',
  'at_risk',
  'child_epics',
  'child_issues',
] as const;

const columnList = sql.join(columns.map((column) => sql.ref(column)));

function sums(table: string, type = 'int'): RawBuilder<unknown> {
  return sql.join(columns.map((c) => sql`sum(${sql.ref(`${table}.${c}`)})::${sql.raw(type)} AS ${sql.ref(c)}`));
}
