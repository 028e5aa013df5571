import { type RawBuilder, sql } from 'kysely';
import { groupReadable } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Owner } from '../../command/item.ts';
import type {
  Holder,
  Label,
  LabelsAround,
  LabelStore,
  NamedLabels,
  NewLabel,
  Replacement,
  StoredLabel,
  WantedLabel,
} from '../../command/label-store.ts';
import { sqlState, UNIQUE_VIOLATION } from '../../db/transact.ts';
import type { Db } from '../../db/types.ts';
import { announcingLines } from '../../live/events.ts';

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
      ), there AS (
        SELECT id FROM labels WHERE id = ANY(${[...add]}::bigint[]) ORDER BY id FOR KEY SHARE
      )
      INSERT INTO work_item_labels (work_item_id, label_id)
      SELECT ${itemId}::bigint, id FROM there ON CONFLICT DO NOTHING
    `.execute(this.#db);
  }

  async find(
    viewer: Viewer,
    owner: Owner,
    { id = -1, title }: WantedLabel,
    above: boolean,
  ): Promise<StoredLabel | undefined> {
    const { project_id } = owner;
    const ids = [...owner.traversal_ids];
    const own = project_id === null ? sql`l.group_id = ${owner.group_id}` : sql`l.project_id = ${project_id}`;
    const inherited = above ? sql`OR (l.group_id = ANY(${ids}::bigint[]) AND ${groupReadable(viewer, 'g')})` : sql``;
    const { rows } = await sql<StoredLabel>`
      SELECT l.id, l.title, l.description, l.color, l.group_id AS "groupId", g.name AS "groupName", l.project_id AS "projectId"
      FROM labels l LEFT JOIN groups g ON g.id = l.group_id
      WHERE (${own} ${inherited}) AND (l.id = ${id} OR l.title = ${title})
      ORDER BY (l.id = ${id}) DESC, l.project_id NULLS LAST, array_position(${ids}::bigint[], l.group_id) DESC
      LIMIT 1
    `.execute(this.#db);
    return rows[0];
  }

  async namesakes({ id, title }: Label, groupId: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT l.id FROM labels l LEFT JOIN projects p ON p.id = l.project_id
      WHERE l.title = ${title} AND l.id <> ${id} AND coalesce(l.group_id, p.group_id) = ${groupId} AND p.archived IS NOT TRUE ORDER BY l.id
    `.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async update(id: number, changed: Partial<NewLabel>, now: string): Promise<boolean> {
    const fields = Object.entries(changed).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    return this.#set(id, fields, now);
  }

  give(id: number, groupId: number, now: string): Promise<boolean> {
    return this.#set(id, [sql`group_id = ${groupId}`, sql`project_id = NULL`], now);
  }

  async #set(id: number, fields: readonly RawBuilder<unknown>[], now: string): Promise<boolean> {
    const all = sql.join([...fields, sql`updated_at = ${now}::timestamptz`]);
    try {
      await sql`UPDATE labels SET ${all} WHERE id = ${id}`.execute(this.#db);
      return true;
    } catch (error) {
      if (sqlState(error) === UNIQUE_VIOLATION) return false;
      throw error;
    }
  }

  async replace({ gone, into, lines }: Replacement, most: number, now: string): Promise<readonly Holder[] | null> {
    const labels = sql`${[...gone]}::bigint[]`;
    const { authorId, lost, changed } = lines ?? { authorId: null, lost: '', changed: '' };
    // Whoever is adding one of them is waited for, and whoever begins to waits for us (`change`).
    const there = await sql<{ id: number }>`
      SELECT id FROM labels WHERE id = ANY(${labels}) OR id = ${into}::bigint ORDER BY id FOR UPDATE`.execute(this.#db);
    if (into !== null && !there.rows.some(({ id }) => id === into)) return null;
    const { rows } = await sql<Holder>`
      WITH gone AS (
        DELETE FROM work_item_labels WHERE label_id = ANY(${labels}) RETURNING work_item_id
      ), items AS (
        SELECT DISTINCT work_item_id AS id FROM gone
      ), come AS (
        INSERT INTO work_item_labels (work_item_id, label_id)
        SELECT id, ${into}::bigint FROM items WHERE ${into}::bigint IS NOT NULL ON CONFLICT DO NOTHING RETURNING work_item_id
      ), told AS (${some(sql`items`, most)}), noted AS (
        INSERT INTO notes (work_item_id, author_id, body, system, action, created_at, updated_at)
        SELECT i.id, ${authorId}::bigint, CASE WHEN c.work_item_id IS NULL THEN ${lost}::text ELSE ${changed}::text END,
          true, 'label', ${now}::timestamptz, ${now}::timestamptz
        FROM items i LEFT JOIN come c ON c.work_item_id = i.id WHERE ${authorId}::bigint IS NOT NULL
        RETURNING id, work_item_id
      ), notified AS (
        ${announcingLines(sql`(SELECT * FROM noted WHERE work_item_id IN (SELECT id FROM told))`)}
      )
      SELECT * FROM told WHERE (SELECT count(*) FROM notified) >= 0
    `.execute(this.#db);
    await sql`
      INSERT INTO label_subscriptions (label_id, user_id, project_id)
      SELECT ${into}::bigint, user_id, project_id FROM label_subscriptions
      WHERE label_id = ANY(${labels}) AND ${into}::bigint IS NOT NULL
      ON CONFLICT DO NOTHING
    `.execute(this.#db);
    await sql`DELETE FROM labels WHERE id = ANY(${labels})`.execute(this.#db);
    return rows;
  }

  async holders(id: number, most: number): Promise<readonly Holder[]> {
    const all = sql`(SELECT work_item_id AS id FROM work_item_labels WHERE label_id = ${id})`;
    const { rows } = await sql<Holder>`${some(all, most)}`.execute(this.#db);
    return rows;
  }

  async subscribe(id: number, userId: number, projectId: number | null, subscribed: boolean): Promise<boolean> {
    const { rows } = await (
      subscribed
        ? sql`
            INSERT INTO label_subscriptions (label_id, user_id, project_id) VALUES (${id}, ${userId}, ${projectId}::bigint)
            ON CONFLICT DO NOTHING RETURNING label_id`
        : sql`
            DELETE FROM label_subscriptions
            WHERE label_id = ${id} AND user_id = ${userId} AND project_id IS NOT DISTINCT FROM ${projectId}::bigint RETURNING label_id`
    ).execute(this.#db);
    return rows.length > 0;
  }
}

/** Of these items (with an `id`) some: of every group and project the first, then the second, … */
const some = (items: RawBuilder<unknown>, most: number) => sql`
  SELECT w.id, t.parent_id AS "parentId" FROM ${items} i JOIN work_items w ON w.id = i.id LEFT JOIN parent_links t ON t.child_id = w.id
  ORDER BY row_number() OVER (PARTITION BY w.group_id, w.project_id ORDER BY w.confidential, w.updated_at DESC, w.id DESC), w.id
  LIMIT ${most}`;

const insertion = ({ group_id, project_id }: Owner, { title, description, color }: NewLabel, now: string) => sql`
  INSERT INTO labels (group_id, project_id, title, description, color, created_at, updated_at)
  VALUES (${project_id === null ? group_id : null}::bigint, ${project_id}::bigint, ${title}, ${description}, ${color},
    ${now}::timestamptz, ${now}::timestamptz)`;
