import type { WorkItemType } from '@espalier/core/work-item/rules';
import { type RawBuilder, sql } from 'kysely';
import { itemReadable } from '../../access/filters.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { Item, ItemFields, Named, NewItem, Owner } from '../../command/item.ts';
import type { ItemStore, Iteration, Person, WantedReference } from '../../command/item-store.ts';
import type { Db } from '../../db/types.ts';
import { announceGone } from '../../live/events.ts';
import { keptTasks } from '../../text/task-counts.ts';
import { nextIid, retireIids } from './iids.ts';

const columns = sql`
  w.*, g.full_path AS group_path, g.visibility AS group_visibility, g.traversal_ids,
  p.full_path AS project_path, p.visibility AS project_visibility, coalesce(p.archived, FALSE) AS archived,
  ARRAY(SELECT a.user_id FROM work_item_people a WHERE a.work_item_id = w.id AND a.role = 'assignee' ORDER BY a.place, a.user_id)
    AS assignee_ids,
  pl.id AS link_id, pl.parent_id, pl.relative_position,
  (SELECT parent.type FROM work_items parent WHERE parent.id = pl.parent_id) AS parent_type`;

const joins = sql`
  JOIN groups g ON g.id = w.group_id
  LEFT JOIN projects p ON p.id = w.project_id
  LEFT JOIN parent_links pl ON pl.child_id = w.id`;

/** Each method is one statement. */
export class SqlItems implements ItemStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async byId(
    viewer: Viewer,
    ids: readonly number[],
    options: { readonly forUpdate?: boolean } = {},
  ): Promise<ReadonlyMap<number, Item>> {
    const wanted = [...new Set(ids)].filter((id) => Number.isSafeInteger(id));
    if (wanted.length === 0) return new Map();
    const rows = await this.#select(
      viewer,
      sql`w.id = ANY(${wanted}::bigint[])`,
      sql`ORDER BY w.id ${options.forUpdate ? sql`FOR UPDATE OF w` : sql``}`,
    );
    return new Map(rows.map((row) => [row.id, row]));
  }

  async byReference(viewer: Viewer, wanted: readonly WantedReference[]): Promise<ReadonlyMap<number, Item>> {
    if (wanted.length === 0) return new Map();
    const { rows } = await sql<Item & { place: number }>`
      SELECT ${columns}, ref.place
      FROM unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ path }) => path)}::text[],
        ${wanted.map(({ iid }) => iid)}::int[]) WITH ORDINALITY AS ref (kind, path, iid, place)
      JOIN LATERAL (
        SELECT e.* FROM work_items e
        WHERE ref.kind = 'epic' AND e.group_id = group_named(ref.path) AND e.project_id IS NULL AND e.iid = ref.iid
        UNION ALL
        SELECT i.* FROM work_items i
        WHERE ref.kind <> 'epic' AND i.project_id = project_named(ref.path) AND i.iid = ref.iid
      ) w ON TRUE ${joins}
      WHERE ${itemReadable(viewer, 'w', 'g', 'p')}
      ORDER BY ref.place
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.place - 1, row]));
  }

  async byLink(viewer: Viewer, linkIds: readonly number[]): Promise<ReadonlyMap<number, Item>> {
    if (linkIds.length === 0) return new Map();
    const rows = await this.#select(viewer, sql`pl.id = ANY(${[...linkIds]}::bigint[])`);
    return new Map(rows.map((row) => [row.link_id as number, row]));
  }

  async epic(viewer: Viewer, groupPath: string, iid: number): Promise<Item | undefined> {
    const named = sql`w.group_id = group_named(${groupPath}) AND w.type = 'epic' AND w.iid = ${iid}::bigint`;
    return (await this.#select(viewer, named))[0];
  }

  async ofProject(viewer: Viewer, projectPath: string, iid: number): Promise<Item | undefined> {
    const named = sql`w.project_id = project_named(${projectPath}) AND w.iid = ${iid}::bigint`;
    return (await this.#select(viewer, named))[0];
  }

  async named(ids: readonly number[]): Promise<ReadonlyMap<number, Named>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<Named>`
      SELECT w.id, w.type, w.iid, g.full_path AS group_path, p.full_path AS project_path
      FROM work_items w JOIN groups g ON g.id = w.group_id LEFT JOIN projects p ON p.id = w.project_id
      WHERE w.id = ANY(${[...ids]}::bigint[])
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.id, row]));
  }

  nextIid({ group_id, project_id }: Pick<Owner, 'group_id' | 'project_id'>): Promise<number> {
    return nextIid(this.#db, project_id === null ? { groupId: group_id } : { projectId: project_id });
  }

  async insert({ created_at, ...item }: NewItem): Promise<number> {
    const { id } = await this.#db
      .insertInto('work_items')
      .values({ ...item, ...keptTasks(item.description ?? null), created_at, updated_at: created_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    // Every epic has a roll-up row, and everything that has ever had a child.
    if (item.type === 'epic') await sql`INSERT INTO rollups (work_item_id) VALUES (${id})`.execute(this.#db);
    return id;
  }

  async update(id: number, fields: ItemFields): Promise<void> {
    const { description } = fields;
    const ofText = description === undefined ? {} : { description_html: null, ...keptTasks(description) };
    await this.#db
      .updateTable('work_items')
      .set({ ...fields, ...ofText })
      .where('id', '=', id)
      .execute();
  }

  async delete(ids: readonly number[]): Promise<void> {
    await retireIids(this.#db, ids);
    await announceGone(this.#db, ids);
    await sql`DELETE FROM work_items WHERE id = ANY(${[...ids]}::bigint[])`.execute(this.#db);
  }

  async people(ids: readonly number[]): Promise<readonly Person[]> {
    const { rows } = await sql<Person>`
      SELECT id, username, state = 'active' AS active FROM users WHERE id = ANY(${[...ids]}::bigint[])
    `.execute(this.#db);
    return rows;
  }

  async peopleNamed(usernames: readonly string[]): Promise<readonly Person[]> {
    const names = usernames.filter((name) => !name.includes('\0')).map((name) => name.toLowerCase());
    const { rows } = await sql<Person>`
      SELECT id, username, state = 'active' AS active FROM users WHERE lower(username) = ANY(${names}::text[]) ORDER BY id
    `.execute(this.#db);
    return rows;
  }

  async childTypes(id: number): Promise<readonly WorkItemType[]> {
    const { rows } = await sql<{ type: WorkItemType }>`
      SELECT DISTINCT c.type FROM parent_links l JOIN work_items c ON c.id = l.child_id WHERE l.parent_id = ${id} ORDER BY c.type
    `.execute(this.#db);
    return rows.map(({ type }) => type);
  }

  async assign(id: number, userIds: readonly number[]): Promise<void> {
    await sql`
      DELETE FROM work_item_people WHERE work_item_id = ${id} AND role = 'assignee' AND NOT user_id = ANY(${[...userIds]}::bigint[])
    `.execute(this.#db);
    await sql`
      INSERT INTO work_item_people (work_item_id, role, user_id, place)
      SELECT ${id}::bigint, 'assignee', person.id, person.place
      FROM unnest(${[...userIds]}::bigint[]) WITH ORDINALITY AS person (id, place)
      ON CONFLICT (work_item_id, role, user_id) DO UPDATE SET place = excluded.place
    `.execute(this.#db);
  }

  async milestone({ traversal_ids, project_id }: Owner, id: number): Promise<{ readonly title: string } | undefined> {
    const { rows } = await sql<{ title: string }>`
      SELECT title FROM milestones
      WHERE id = ${id} AND (group_id = ANY(${traversal_ids}::bigint[]) OR project_id = ${project_id}::bigint)
    `.execute(this.#db);
    return rows[0];
  }

  async iteration({ traversal_ids }: Owner, id: number): Promise<Iteration | undefined> {
    const { rows } = await sql<Iteration>`
      SELECT title, start_date, due_date FROM iterations WHERE id = ${id} AND group_id = ANY(${traversal_ids}::bigint[])
    `.execute(this.#db);
    return rows[0];
  }

  async milestoneTitled({ traversal_ids, project_id }: Owner, title: string): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM milestones
      WHERE title = ${title} AND (group_id = ANY(${traversal_ids}::bigint[]) OR project_id = ${project_id}::bigint)
      ORDER BY project_id IS NULL, array_position(${traversal_ids}::bigint[], group_id) DESC, id LIMIT 1
    `.execute(this.#db);
    return rows[0]?.id;
  }

  async iterationTitled({ traversal_ids }: Owner, title: string): Promise<number | undefined> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM iterations WHERE title = ${title} AND group_id = ANY(${traversal_ids}::bigint[])
      ORDER BY start_date DESC, id DESC LIMIT 1
    `.execute(this.#db);
    return rows[0]?.id;
  }

  async #select(viewer: Viewer, condition: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``): Promise<Item[]> {
    const { rows } = await sql<Item>`
      SELECT ${columns} FROM work_items w ${joins} WHERE ${condition} AND ${itemReadable(viewer, 'w', 'g', 'p')} ${rest}
    `.execute(this.#db);
    return rows;
  }
}
