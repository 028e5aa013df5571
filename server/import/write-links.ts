import { sql } from 'kysely';
import type { FileLink } from './format.ts';
import type { ItemIds } from './write-items.ts';
import { known, type Touched, type Writer } from './writer.ts';

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
