import { sql } from 'kysely';
import type { Owner } from '../../command/item.ts';
import type { Label, LabelsAround, LabelStore, NamedLabels, NewLabel } from '../../command/plan-store.ts';
import type { Db } from '../../db/types.ts';

const part = sql`json_build_object('id', l.id, 'title', l.title)`;

export class SqlLabels implements LabelStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async around(
    { id, traversal_ids, project_id }: Owner & { readonly id: number },
    { ids, titles }: NamedLabels,
  ): Promise<LabelsAround> {
    const { rows } = await sql<LabelsAround>`
      SELECT
        (SELECT coalesce(json_agg(${part} ORDER BY l.title, l.id), '[]')
          FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = ${id}) AS held,
        (SELECT coalesce(json_agg(${part}
            ORDER BY l.project_id NULLS LAST, array_position(${traversal_ids}::bigint[], l.group_id) DESC NULLS LAST), '[]')
          FROM labels l
          WHERE (l.group_id = ANY(${traversal_ids}::bigint[]) OR l.project_id = ${project_id}::bigint)
            AND (l.id = ANY(${[...ids]}::bigint[]) OR l.title = ANY(${[...titles]}::text[]))) AS offered
    `.execute(this.#db);
    return rows[0] ?? { held: [], offered: [] };
  }

  async insert(owner: Owner, label: NewLabel, now: string): Promise<number | null> {
    const { rows } = await sql<{ id: number }>`
      ${insertion(owner, label, now)} ON CONFLICT DO NOTHING RETURNING id
    `.execute(this.#db);
    return rows[0]?.id ?? null;
  }

  async findOrInsert(owner: Owner, label: NewLabel, now: string): Promise<Label> {
    const column = sql.ref(owner.project_id === null ? 'group_id' : 'project_id');
    // If two people create the same label at the same moment, both get the first one's.
    const { rows } = await sql<Label>`
      ${insertion(owner, label, now)}
      ON CONFLICT (${column}, title) WHERE ${column} IS NOT NULL DO UPDATE SET title = excluded.title
      RETURNING id, title
    `.execute(this.#db);
    const [found] = rows;
    if (found === undefined) throw new Error(`The label ${label.title} was neither found nor made`);
    return found;
  }

  async change(
    itemId: number,
    { add, remove }: { readonly add: readonly number[]; readonly remove: readonly number[] },
  ): Promise<void> {
    await sql`
      WITH gone AS (
        DELETE FROM work_item_labels WHERE work_item_id = ${itemId} AND label_id = ANY(${remove.filter((id) => !add.includes(id))}::bigint[])
      )
      INSERT INTO work_item_labels (work_item_id, label_id)
      SELECT ${itemId}::bigint, id FROM unnest(${[...add]}::bigint[]) AS id ON CONFLICT DO NOTHING
    `.execute(this.#db);
  }
}

const insertion = ({ group_id, project_id }: Owner, { title, description, color }: NewLabel, now: string) => sql`
  INSERT INTO labels (group_id, project_id, title, description, color, created_at, updated_at)
  VALUES (${project_id === null ? group_id : null}::bigint, ${project_id}::bigint, ${title}, ${description}, ${color},
    ${now}::timestamptz, ${now}::timestamptz)`;
