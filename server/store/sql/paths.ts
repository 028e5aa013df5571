import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/types.ts';

/** Where groups and projects are, by what they are in; and where they were (AP-05.103, AP-05.104). */

/** Full paths, full names and ways to the root of a group and of all that is below it. Where they were they are found until somebody is there. */
export async function settle(db: Db, groupId: number): Promise<void> {
  await sql`
    WITH RECURSIVE tree (id, was, full_path, full_name, ids) AS (
      SELECT g.id, g.full_path, concat(p.full_path || '/', g.path), concat(p.full_name || ' / ', g.name), coalesce(p.traversal_ids, '{}') || g.id
      FROM groups g LEFT JOIN groups p ON p.id = g.parent_id WHERE g.id = ${groupId}
      UNION ALL
      SELECT c.id, c.full_path, tree.full_path || '/' || c.path, tree.full_name || ' / ' || c.name, tree.ids || c.id
      FROM groups c JOIN tree ON c.parent_id = tree.id
    ), settled AS (
      UPDATE groups g SET full_path = tree.full_path, full_name = tree.full_name, traversal_ids = tree.ids
      FROM tree WHERE g.id = tree.id AND (g.full_path, g.full_name, g.traversal_ids) IS DISTINCT FROM (tree.full_path, tree.full_name, tree.ids)
    ), followed AS (
      UPDATE projects p SET full_path = tree.full_path || '/' || p.path FROM tree WHERE p.group_id = tree.id AND tree.was <> tree.full_path
    )
    ${keeping(sql`
      SELECT was, id, NULL::bigint FROM tree WHERE lower(was) <> lower(full_path)
      UNION ALL SELECT p.full_path, NULL, p.id FROM projects p JOIN tree ON tree.id = p.group_id WHERE lower(was) <> lower(tree.full_path)`)}
  `.execute(db);
  const below = sql`g.traversal_ids @> ARRAY[${groupId}::bigint]`;
  await forget(
    db,
    sql`SELECT g.full_path FROM groups g WHERE ${below}
    UNION ALL SELECT p.full_path FROM projects p JOIN groups g ON g.id = p.group_id WHERE ${below}`,
  );
}

/** The same of a project. */
export async function settleProject(db: Db, id: number): Promise<void> {
  await sql`
    WITH was AS (
      SELECT p.id, p.full_path, g.full_path || '/' || p.path AS path FROM projects p JOIN groups g ON g.id = p.group_id WHERE p.id = ${id}
    ), settled AS (
      UPDATE projects p SET full_path = was.path FROM was WHERE p.id = was.id
    )
    ${keeping(sql`SELECT full_path, NULL::bigint, id FROM was WHERE lower(full_path) <> lower(path)`)}
  `.execute(db);
  await forget(db, sql`SELECT full_path FROM projects WHERE id = ${id}`);
}

/** Whoever had these paths is not found by them any more. */
export async function forget(db: Db, paths: RawBuilder<unknown>): Promise<void> {
  await sql`DELETE FROM path_redirects r USING (${paths}) taken (path) WHERE lower(r.path) = lower(taken.path)`.execute(
    db,
  );
}

const keeping = (rows: RawBuilder<unknown>) => sql`
  INSERT INTO path_redirects (path, group_id, project_id) ${rows}
  ON CONFLICT (lower(path)) DO UPDATE SET path = excluded.path, group_id = excluded.group_id, project_id = excluded.project_id`;
