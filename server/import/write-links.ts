import { IDEAL_DISTANCE, MAX_DEPTH, START_POSITION } from '@espalier/core/tree/rules';
import { sql } from 'kysely';
import { ImportRefused } from './faults.ts';
import type { FileLink } from './format.ts';
import type { ItemIds } from './write-items.ts';
import { known, type Touched, type Writer } from './writer.ts';

/** An item and the parent that the file names for it. */
export interface Placement {
  child: number;
  parent: number | null;
  /** Its place, where the parent is new as well; else it follows the parent's last child. */
  position: number | null;
}

/** Places of children of new parents: a list from 0 in steps of 513, in the order of the file. */
export class Positions {
  readonly #last = new Map<number, number>();

  next(parent: number): number {
    const before = this.#last.get(parent);
    const position = before === undefined ? START_POSITION : before + IDEAL_DISTANCE;
    this.#last.set(parent, position);
    return position;
  }
}

/** Puts new items under new parents. */
export async function writeNewParents(w: Writer, placements: readonly Placement[]): Promise<void> {
  await w.batches(
    placements,
    'parent bigint, child bigint, position int',
    (row) => ({ ...row }),
    (x) => sql`
      INSERT INTO parent_links (parent_id, child_id, relative_position, created_at)
      SELECT x.parent, x.child, x.position, ${w.now}::timestamptz FROM ${x} ORDER BY x.n`,
  );
}

/**
 * Those that do not stand where the file puts them. No parent in the file says nothing about a parent that was made here; a parent that came with
 * the file and is not named any more is left.
 */
export async function misplaced(
  w: Writer,
  placements: readonly Placement[],
): Promise<{ placement: Placement; from: number | null }[]> {
  const { rows } = await sql<{ parent_id: number; child_id: number; imported: boolean }>`
    SELECT pl.parent_id, pl.child_id, starts_with(coalesce(p.external_id, ''), ${w.prefix}) AS imported
    FROM parent_links pl JOIN work_items p ON p.id = pl.parent_id
    WHERE pl.child_id = ANY(${placements.map(({ child }) => child)}::bigint[])`.execute(w.tx);
  const links = new Map(rows.map((row) => [row.child_id, row]));
  return placements.flatMap((placement) => {
    const link = links.get(placement.child);
    const { parent } = placement;
    const right = parent === null ? link?.imported !== true : link?.parent_id === parent;
    return right ? [] : [{ placement, from: link?.parent_id ?? null }];
  });
}

/** Puts items that were here, or new ones under parents that were here, where the file wants them. Answers the parents whose children changed. */
export async function moveToParents(w: Writer, placements: readonly Placement[]): Promise<number[]> {
  const moves = await misplaced(w, placements);
  await sql`DELETE FROM parent_links WHERE child_id = ANY(${moves.map(({ placement }) => placement.child)}::bigint[])`.execute(
    w.tx,
  );
  const join = moves.flatMap(({ placement: { child, parent, position } }) =>
    parent === null ? [] : [{ child, parent, position }],
  );
  const parents = [...new Set(join.map(({ parent }) => parent))];
  const { rows } = await sql<{ parent_id: number; last: number }>`
    SELECT parent_id, max(relative_position) AS last FROM parent_links
    WHERE parent_id = ANY(${parents}::bigint[]) GROUP BY parent_id`.execute(w.tx);
  const last = new Map(rows.map((row) => [row.parent_id, row.last]));
  const placed = join.map(({ child, parent, position }) => {
    const before = last.get(parent);
    const next = position ?? (before === undefined ? START_POSITION : before + IDEAL_DISTANCE);
    last.set(parent, Math.max(next, before ?? next));
    return { child, parent, position: next };
  });
  await writeNewParents(w, placed);
  await checkHierarchy(
    w,
    join.map(({ child }) => child),
  );
  await hideBelowConfidential(w, join);
  return [...new Set([...parents, ...moves.flatMap(({ from }) => from ?? [])])];
}

/** The file alone has been checked; together with what people made here it may still go round in a circle or too deep. */
async function checkHierarchy(w: Writer, moved: readonly number[]): Promise<void> {
  if (moved.length === 0) return;
  const refuse = (message: string): never => {
    throw new ImportRefused([{ path: 'epics', message }]);
  };
  const { rows: circles } = await sql<{ found: boolean }>`
    WITH RECURSIVE up (start, id) AS (
      -- What is no epic has no epic below it.
      SELECT pl.child_id, pl.parent_id FROM parent_links pl JOIN work_items w ON w.id = pl.child_id
      WHERE pl.child_id = ANY(${[...moved]}::bigint[]) AND w.type = 'epic'
      UNION
      SELECT up.start, pl.parent_id FROM up JOIN parent_links pl ON pl.child_id = up.id
    )
    SELECT EXISTS (SELECT FROM up WHERE id = start) AS found`.execute(w.tx);
  if (circles[0]?.found === true)
    refuse('with the epics that were made or moved here, the parents of the file go round in a circle');
  const { rows } = await sql<{ deepest: number | null }>`
    WITH RECURSIVE moved (id) AS (
      SELECT id FROM work_items WHERE type = 'epic' AND id = ANY(${[...moved]}::bigint[])
    ),
    up (id, above, levels) AS (
      SELECT id, id, 1 FROM moved
      UNION ALL
      SELECT up.id, pl.parent_id, up.levels + 1 FROM up JOIN parent_links pl ON pl.child_id = up.above
    ),
    down (id, below, levels) AS (
      SELECT id, id, 0 FROM moved
      UNION ALL
      SELECT down.id, c.id, down.levels + 1
      FROM down JOIN parent_links pl ON pl.parent_id = down.below JOIN work_items c ON c.id = pl.child_id AND c.type = 'epic'
    )
    SELECT max(u.levels + d.levels) AS deepest
    FROM (SELECT id, max(levels) AS levels FROM up GROUP BY id) u JOIN (SELECT id, max(levels) AS levels FROM down GROUP BY id) d USING (id)
  `.execute(w.tx);
  const deepest = rows[0]?.deepest ?? 0;
  if (deepest > MAX_DEPTH) {
    refuse(
      `with the epics that were made or moved here, the parents of the file make ${String(deepest)} levels, and there may be ${String(MAX_DEPTH)}`,
    );
  }
}

/** What comes to lie below an epic that was made confidential here is confidential, too (TR-18). */
async function hideBelowConfidential(w: Writer, join: readonly { child: number }[]): Promise<void> {
  await sql`
    WITH RECURSIVE joined (id) AS (
      SELECT unnest(${join.map(({ child }) => child)}::bigint[])
    ),
    hidden (id) AS (
      SELECT pl.child_id FROM parent_links pl JOIN joined ON joined.id = pl.child_id
        JOIN work_items p ON p.id = pl.parent_id WHERE p.confidential
      UNION
      SELECT pl.child_id FROM hidden JOIN parent_links pl ON pl.parent_id = hidden.id
    )
    UPDATE work_items w SET confidential = true FROM hidden WHERE w.id = hidden.id AND NOT w.confidential`.execute(
    w.tx,
  );
}

const LINK_COLUMNS = 'ext text, type text, source bigint, target bigint';

const linkRow =
  (w: Writer, ids: ItemIds) =>
  ({ id, type, sourceId, targetId }: FileLink): Record<string, unknown> => ({
    ext: w.externalId(id),
    type,
    source: known(ids, sourceId),
    target: known(ids, targetId),
  });

/** Those of these links that are not here as the file states them. Nothing is written. */
export async function differingLinks(w: Writer, links: readonly FileLink[], ids: ItemIds): Promise<FileLink[]> {
  const rows = await w.batches(
    links,
    LINK_COLUMNS,
    linkRow(w, ids),
    (x) => sql<{ n: number }>`
      SELECT x.n FROM ${x} WHERE NOT coalesce((
        SELECT (l.source_id, l.target_id, l.type) = (x.source, x.target, x.type) FROM work_item_links l WHERE l.external_id = x.ext
      ), FALSE) ORDER BY x.n`,
  );
  return rows.flatMap(({ n }) => links[n] ?? []);
}

/** Links between items. One between the same two that people made becomes the file's. Answers those that were made or changed. */
export async function writeLinks(w: Writer, links: readonly FileLink[], ids: ItemIds): Promise<Touched[]> {
  const toRow = linkRow(w, ids);
  await w.batches(
    links,
    LINK_COLUMNS,
    toRow,
    (x) => sql`
    DELETE FROM work_item_links l USING ${x}
    WHERE (l.external_id = x.ext AND (l.source_id, l.target_id) <> (x.source, x.target))
      OR (l.source_id, l.target_id) = (x.target, x.source)`,
  );
  return w.batches(
    links,
    LINK_COLUMNS,
    toRow,
    (x) => sql<Touched>`
    INSERT INTO work_item_links AS l (external_id, type, source_id, target_id, created_at)
    SELECT x.ext, x.type, x.source, x.target, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
    ON CONFLICT (source_id, target_id) DO UPDATE SET external_id = excluded.external_id, type = excluded.type
    WHERE (l.external_id, l.type) IS DISTINCT FROM (excluded.external_id, excluded.type)
    RETURNING l.id, (xmax = 0) AS created`,
  );
}
