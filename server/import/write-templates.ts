import { templateName } from '@espalier/core/template/rules';
import { sql } from 'kysely';
import type { FileTemplate } from './format.ts';
import type { Places } from './write-places.ts';
import type { Touched, Writer } from './writer.ts';

/** RP-02.441: description templates, each known again by its place and its name in any case. Answers those that were made or changed. */
export async function writeTemplates(
  w: Writer,
  templates: readonly FileTemplate[],
  { groups, projects }: Places,
): Promise<Touched[]> {
  const touched: Touched[] = [];
  for (const [column, ids] of [
    ['group_id', groups],
    ['project_id', projects],
  ] as const) {
    const place = sql.ref(column);
    touched.push(
      ...(await w.batches(
        templates.filter(({ placeId }) => ids.has(placeId)),
        'place bigint, name text, content text',
        ({ placeId, name, content }) => ({ place: ids.get(placeId), name: templateName(name), content }),
        (x) => sql<Touched>`
          INSERT INTO description_templates AS t (${place}, name, content, created_at, updated_at)
          SELECT x.place, x.name, x.content, ${w.now}::timestamptz, ${w.now}::timestamptz FROM ${x} ORDER BY x.n
          ON CONFLICT (${place}, lower(name)) WHERE ${place} IS NOT NULL
            DO UPDATE SET name = excluded.name, content = excluded.content, updated_at = excluded.updated_at
            WHERE (t.name, t.content) IS DISTINCT FROM (excluded.name, excluded.content)
          RETURNING t.id, (xmax = 0) AS created`,
      )),
    );
  }
  return touched;
}
