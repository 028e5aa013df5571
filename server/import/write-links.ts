import { IDEAL_DISTANCE, MAX_DEPTH, START_POSITION } from '@espalier/core/tree/rules';
import { sql } from 'kysely';
import { ImportRefused } from './faults.ts';
import type { FileLink } from './format.ts';
import type { FileItems } from './write-items.ts';
import { known, type Tally, tally, type Touched, type Writer } from './writer.ts';

/**
 * Puts every item under the parent that the file names. An item that stands there already keeps its place; the others follow the parent's
 * last child in the order of the file, a new list from 0 in steps of 513. No parent in the file says nothing about a parent that was made
 * here; a parent that came with the file and is not named any more is left. Answers the parents whose children changed.
 */
export async function writeParents(w: Writer, items: FileItems, ids: ReadonlyMap<string, number>): Promise<number[]> {
  const all = [...ids.values()];
  const { rows } = await sql<{ parent_id: number; child_id: number; imported: boolean }>`
    SELECT pl.parent_id, pl.child_id, starts_with(coalesce(p.external_id, ''), ${w.prefix}) AS imported
    FROM parent_links pl JOIN work_items p ON p.id = pl.parent_id WHERE pl.child_id = ANY(${all}::bigint[])`.execute(
    w.tx,
  );
  const now = new Map(rows.map((row) => [row.child_id, row]));
  const leave: number[] = [];
  const join: { parent: number; child: number }[] = [];
  const touched = new Set<number>();
  for (const { item, epic, issue } of items) {
    const child = known(ids, item.id);
    const parentId = epic?.parentId ?? issue?.epicId ?? null;
    const parent = parentId === null ? null : known(ids, parentId);
    const link = now.get(child);
    if (link !== undefined && (parent === null ? link.imported : link.parent_id !== parent)) {
      leave.push(child);
      touched.add(link.parent_id);
    }
    if (parent !== null && link?.parent_id !== parent) {
      join.push({ parent, child });
      touched.add(parent);
    }
  }
  await sql`DELETE FROM parent_links WHERE child_id = ANY(${leave}::bigint[])`.execute(w.tx);
  await append(w, join);
  await checkHierarchy(w);
  await hideBelowConfidential(w, join);
  return [...touched];
}

async function append(w: Writer, join: readonly { parent: number; child: number }[]): Promise<void> {
  const parents = [...new Set(join.map(({ parent }) => parent))];
  const { rows } = await sql<{ parent_id: number; last: number }>`
    SELECT parent_id, max(relative_position) AS last FROM parent_links
    WHERE parent_id = ANY(${parents}::bigint[]) GROUP BY parent_id`.execute(w.tx);
  const last = new Map(rows.map((row) => [row.parent_id, row.last]));
  const placed = join.map(({ parent, child }) => {
    const before = last.get(parent);
    const position = before === undefined ? START_POSITION : before + IDEAL_DISTANCE;
    last.set(parent, position);
    return { parent, child, position };
  });
  await w.batches(
    placed,
    'parent bigint, child bigint, position int',
    (row) => ({ ...row }),
    (x) => sql`
      INSERT INTO parent_links (parent_id, child_id, relative_position, created_at)
      SELECT x.parent, x.child, x.position, ${w.now}::timestamptz FROM ${x} ORDER BY x.n`,
    { counted: false },
  );
}

/** The file alone has been checked; together with what people made here it may still go round in a circle or too deep. */
async function checkHierarchy(w: Writer): Promise<void> {
  const { rows } = await sql<{ links: number; reached: number; deepest: number | null }>`
    WITH RECURSIVE below (id, depth) AS (
      SELECT pl.child_id, 2 FROM parent_links pl WHERE NOT EXISTS (SELECT FROM parent_links up WHERE up.child_id = pl.parent_id)
      UNION ALL
      SELECT pl.child_id, below.depth + 1 FROM below JOIN parent_links pl ON pl.parent_id = below.id
    )
    SELECT (SELECT count(*) FROM parent_links) AS links, count(*) AS reached,
      max(depth) FILTER (WHERE EXISTS (SELECT FROM work_items w WHERE w.id = below.id AND w.type = 'epic')) AS deepest
    FROM below`.execute(w.tx);
  const { links = 0, reached = 0, deepest = 0 } = rows[0] ?? {};
  const refuse = (message: string): never => {
    throw new ImportRefused([{ path: 'epics', message }]);
  };
  if (reached < links)
    refuse('with the epics that were made or moved here, the parents of the file go round in a circle');
  if ((deepest ?? 0) > MAX_DEPTH) {
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

/** Links between items. One between the same two that people made becomes the file's. */
export async function writeLinks(
  w: Writer,
  links: readonly FileLink[],
  ids: ReadonlyMap<string, number>,
): Promise<Tally> {
  const columns = 'ext text, type text, source bigint, target bigint';
  const toRow = ({ id, type, sourceId, targetId }: FileLink) => ({
    ext: w.externalId(id),
    type,
    source: known(ids, sourceId),
    target: known(ids, targetId),
  });
  await w.batches(
    links,
    columns,
    toRow,
    (x) => sql`
    DELETE FROM work_item_links l USING ${x}
    WHERE (l.external_id = x.ext AND (l.source_id, l.target_id) <> (x.source, x.target))
      OR (l.source_id, l.target_id) = (x.target, x.source)`,
    { counted: false },
  );
  const touched = await w.batches(
    links,
    columns,
    toRow,
    (x) => sql<Touched>`
    INSERT INTO work_item_links AS l (external_id, type, source_id, target_id, created_at)
    SELECT x.ext, x.type, x.source, x.target, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
    ON CONFLICT (source_id, target_id) DO UPDATE SET external_id = excluded.external_id, type = excluded.type
    WHERE (l.external_id, l.type) IS DISTINCT FROM (excluded.external_id, excluded.type)
    RETURNING l.id, (xmax = 0) AS created`,
  );
  return tally(links.length, touched);
}
