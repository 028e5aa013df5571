import { type Kysely, sql } from 'kysely';

/**
 * Groups and projects that are moved, archived and deleted. A path that somebody had leads to them (`group_named`, `project_named`) until it is taken: as a statement asks
 * these once and then by id, an index finds the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION IF EXISTS group_named(text), project_named(text)`.execute(db);
  await sql.raw(naming('')).execute(db);
  await sql`DROP TABLE IF EXISTS path_redirects CASCADE`.execute(db);
  await sql`ALTER TABLE projects DROP COLUMN IF EXISTS archived`.execute(db);
  for (const table of ['groups', 'projects'])
    await sql`ALTER TABLE ${sql.table(table)} DROP COLUMN IF EXISTS marked_on, DROP COLUMN IF EXISTS marked_by, DROP COLUMN IF EXISTS doomed`.execute(
      db,
    );
}

const MARKS = `ADD COLUMN marked_on date, ADD COLUMN marked_by bigint REFERENCES users (id) ON DELETE SET NULL,
  ADD COLUMN doomed boolean NOT NULL DEFAULT false`;

const named = (kind: 'group' | 'project'): string =>
  `CREATE FUNCTION ${kind}_named(wanted text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
    SELECT coalesce((SELECT id FROM public.${kind}s WHERE lower(full_path) = lower(wanted)),
      (SELECT ${kind}_id FROM public.path_redirects WHERE lower(path) = lower(wanted))) $$`;

/** Of a group that has come into another tree the items name that one (007-lists-across-groups.ts). */
const naming = (unless: string): string =>
  `CREATE OR REPLACE FUNCTION name_tree_of_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${unless}
    UPDATE public.work_items SET root_id = NEW.traversal_ids[1] WHERE group_id = NEW.id; RETURN NULL; END $$`;

const statements = [
  // Where there are many, jobs do it afterwards.
  naming(`IF current_setting('espalier.trees_later', true) = 'on' THEN RETURN NULL; END IF;`),
  `ALTER TABLE groups ${MARKS}`,
  `ALTER TABLE projects ADD COLUMN archived boolean NOT NULL DEFAULT false, ${MARKS}`,
  `CREATE INDEX groups_marked ON groups (marked_on) WHERE marked_on IS NOT NULL`,
  `CREATE INDEX projects_marked ON projects (marked_on) WHERE marked_on IS NOT NULL`,
  `CREATE TABLE path_redirects (
    path text NOT NULL,
    group_id bigint REFERENCES groups (id) ON DELETE CASCADE,
    project_id bigint REFERENCES projects (id) ON DELETE CASCADE,
    CHECK (num_nonnulls(group_id, project_id) = 1)
  )`,
  `CREATE UNIQUE INDEX path_redirects_path ON path_redirects (lower(path))`,
  `CREATE INDEX path_redirects_group ON path_redirects (group_id) WHERE group_id IS NOT NULL`,
  `CREATE INDEX path_redirects_project ON path_redirects (project_id) WHERE project_id IS NOT NULL`,
  named('group'),
  named('project'),
];
