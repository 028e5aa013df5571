import type { TemplateText } from '@espalier/core/template/rules';
import { type RawBuilder, sql } from 'kysely';
import { groupReadable } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type { StoredTemplate, TemplateSource, TemplateStore } from '../../command/template-store.ts';
import { sqlState, UNIQUE_VIOLATION } from '../../db/transact.ts';
import type { Db } from '../../db/types.ts';

const columns = sql`t.name, t.group_id AS "groupId", g.name AS "groupName", t.project_id AS "projectId",
  to_char(t.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "updatedAt"`;

export class SqlTemplates implements TemplateStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async around(viewer: Viewer, owner: Owner): Promise<readonly StoredTemplate[]> {
    const { rows } = await sql<StoredTemplate>`SELECT ${columns} ${offered(viewer, owner)}`.execute(this.#db);
    return rows;
  }

  async find(viewer: Viewer, owner: Owner, name: string, source: TemplateSource | null) {
    const wanted =
      source === null
        ? sql``
        : 'groupId' in source
          ? sql`AND t.group_id = ${source.groupId}::bigint`
          : sql`AND t.project_id = ${source.projectId}::bigint`;
    const { rows } = await sql<StoredTemplate & TemplateText>`
      SELECT ${columns}, t.content ${offered(viewer, owner, sql`AND lower(t.name) = lower(${name}) ${wanted}`)} LIMIT 1
    `.execute(this.#db);
    return rows[0];
  }

  async insert(owner: Owner, { name, content }: TemplateText, now: string): Promise<boolean> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql`
      INSERT INTO description_templates (${column}, name, content, created_at, updated_at)
      VALUES (${id}, ${name}, ${content}, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async update(
    owner: Owner,
    name: string,
    { name: newName = null, content = null }: { readonly name?: string | null; readonly content?: string | null },
    now: string,
  ): Promise<'done' | 'absent' | 'taken'> {
    try {
      const { rows } = await sql`
        UPDATE description_templates t
        SET name = coalesce(${newName}, name), content = coalesce(${content}, content), updated_at = ${now}::timestamptz
        WHERE ${own(owner, name)} RETURNING id
      `.execute(this.#db);
      return rows.length > 0 ? 'done' : 'absent';
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) return 'taken';
      throw error;
    }
  }

  async delete(owner: Owner, name: string): Promise<boolean> {
    const { rows } = await sql`
      DELETE FROM description_templates t WHERE ${own(owner, name)} RETURNING id`.execute(this.#db);
    return rows.length > 0;
  }
}

/** Of a project and of the groups above: the nearest first. A group that the viewer may not read offers nothing. */
const offered = (viewer: Viewer, { project_id, traversal_ids }: Owner, narrowed: RawBuilder<unknown> = sql``) => sql`
  FROM description_templates t LEFT JOIN groups g ON g.id = t.group_id
  WHERE (t.project_id = ${project_id}::bigint OR (t.group_id = ANY(${[...traversal_ids]}::bigint[]) AND ${groupReadable(viewer, 'g')}))
    ${narrowed}
  ORDER BY t.project_id NULLS LAST, array_position(${[...traversal_ids]}::bigint[], t.group_id) DESC, lower(t.name) COLLATE "C"`;

const ofOwner = ({ group_id, project_id }: Owner) => ({
  column: sql.ref(project_id === null ? 'group_id' : 'project_id'),
  id: sql`${project_id ?? group_id}::bigint`,
});

function own(owner: Owner, name: string) {
  const { column, id } = ofOwner(owner);
  return sql`t.${column} = ${id} AND lower(t.name) = lower(${name})`;
}
