import { MAX_DEPTH } from '@espalier/core/tree/rules';
import { type RawBuilder, sql } from 'kysely';
import { ImportRefused } from './faults.ts';
import type { Placement } from './write-parents.ts';
import type { Writer } from './writer.ts';

/** The file alone has been checked; together with what people made here these epics, which have got other parents, may still go round in a circle. */
export async function checkCircles(w: Writer, epics: readonly number[]): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    WITH RECURSIVE up (start, id) AS (
      SELECT id, ${parentOf('x.id')} FROM unnest(${[...epics]}::bigint[]) AS x (id)
      UNION
      SELECT start, ${parentOf('up.id')} FROM up WHERE id IS NOT NULL
    )
    SELECT EXISTS (SELECT FROM up WHERE id = start) AS found`.execute(w.tx);
  if (rows[0]?.found === true)
    throw refused('with the epics that were made or moved here, the parents of the file go round in a circle');
}

/** The same of their depth. How many epics each epic has below it must be right already. */
export async function checkDepth(w: Writer, epics: readonly number[]): Promise<void> {
  const { rows } = await sql<{ deepest: number | null }>`
    WITH RECURSIVE moved (id) AS (SELECT unnest(${[...epics]}::bigint[])),
    up (id, above, levels) AS (
      SELECT id, id, 1 FROM moved
      UNION ALL
      SELECT id, ${parentOf('up.above')}, levels + 1 FROM up WHERE above IS NOT NULL
    ),
    down (id, levels) AS (
      SELECT id, max(levels) - 1 FROM up GROUP BY id
      HAVING NOT bool_or(above <> id AND above IN (SELECT id FROM moved))
      UNION ALL
      SELECT c.id, down.levels + 1
      FROM down JOIN rollups r ON r.work_item_id = down.id AND r.child_epics > 0
      JOIN parent_links pl ON pl.parent_id = down.id JOIN work_items c ON c.id = pl.child_id AND c.type = 'epic'
    )
    SELECT max(levels)::int AS deepest FROM down`.execute(w.tx);
  const deepest = rows[0]?.deepest ?? 0;
  if (deepest > MAX_DEPTH) {
    throw refused(
      `with the epics that were made or moved here, the parents of the file make ${String(deepest)} levels, and there may be ${String(MAX_DEPTH)}`,
    );
  }
}

/** A scalar query is not joined: the planner would read all links, once for each level. */
const parentOf = (child: string): RawBuilder<unknown> =>
  sql.raw(`(SELECT pl.parent_id FROM parent_links pl WHERE pl.child_id = ${child})`);

const refused = (message: string): ImportRefused => new ImportRefused([{ path: 'epics', message }]);

/** What comes to lie below an epic that was made confidential here is confidential, too (TR-18). */
export async function hideBelowConfidential(w: Writer, moves: readonly Placement[]): Promise<void> {
  const parents = [...new Set(moves.flatMap(({ parent }) => parent ?? []))];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM work_items WHERE id = ANY(${parents}::bigint[]) AND confidential`.execute(w.tx);
  if (rows.length === 0) return;
  const confidential = new Set<number | null>(rows.map(({ id }) => id));
  await sql`
    WITH RECURSIVE hidden (id) AS (
      SELECT unnest(${moves.flatMap(({ child, parent }) => (confidential.has(parent) ? [child] : []))}::bigint[])
      UNION
      SELECT pl.child_id FROM hidden JOIN parent_links pl ON pl.parent_id = hidden.id
    )
    UPDATE work_items w SET confidential = true FROM hidden WHERE w.id = hidden.id AND NOT w.confidential`.execute(
    w.tx,
  );
}
