import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../command/item.ts';
import type { MilestoneFields, MilestoneStore, MilestoneUse, StoredMilestone } from '../../command/milestone-store.ts';
import type { Db } from '../../db/types.ts';
import { passOnDays } from './timebox-days.ts';

const COLUMNS = {
  title: 'title',
  description: 'description',
  state: 'state',
  startDate: 'start_date',
  dueDate: 'due_date',
} as const satisfies Record<keyof MilestoneFields, string>;

/** AP-06.78: of more items than so many a changed date is kept by jobs. */
const AT_ONCE = 2000;

export class SqlMilestones implements MilestoneStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(owner: Owner, id: number): Promise<StoredMilestone | undefined> {
    const { rows } = await sql<StoredMilestone>`
      SELECT id, title, description, state, start_date AS "startDate", due_date AS "dueDate"
      FROM milestones WHERE id = ${id}::bigint AND ${own(owner)}`.execute(this.#db);
    return rows[0];
  }

  async isTaken(owner: Owner, title: string, but: readonly number[]): Promise<boolean> {
    const { group_id } = owner;
    const near =
      owner.project_id === null
        ? sql`project_id IN (SELECT p.id FROM projects p WHERE p.group_id = ${group_id}::bigint)`
        : sql`group_id = ${group_id}::bigint`;
    const { rows } = await sql`
      SELECT FROM milestones WHERE title = ${title} AND (${own(owner)} OR ${near}) AND id <> ALL(${[...but]}::bigint[]) LIMIT 1
    `.execute(this.#db);
    return rows.length > 0;
  }

  async insert(owner: Owner, fields: MilestoneFields, now: string): Promise<number> {
    const { group_id, project_id } = owner;
    const place = project_id === null ? { group_id } : { project_id };
    const iid = sql<number>`1 + greatest(
      (SELECT max(iid) FROM milestones WHERE ${own(owner)}),
      (SELECT (value #>> '{}')::int FROM settings WHERE key = ${keyOf(owner)}), 0)`;
    const { id } = await this.#db
      .insertInto('milestones')
      .values({ ...columnsOf(fields), title: fields.title, ...place, iid, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async update(id: number, changed: Partial<MilestoneFields>, now: string): Promise<boolean> {
    const isLater = changed.dueDate !== undefined && (await this.#hasMany(id));
    if (isLater) await sql`SELECT set_config('espalier.dates_later', 'on', true)`.execute(this.#db);
    await this.#db
      .updateTable('milestones')
      .set({ ...columnsOf(changed), updated_at: now })
      .where('id', '=', id)
      .execute();
    if (isLater) await sql`SELECT set_config('espalier.dates_later', '', true)`.execute(this.#db);
    return isLater;
  }

  async #hasMany(id: number): Promise<boolean> {
    const { rows } = await sql`SELECT 1 FROM work_items WHERE milestone_id = ${id} LIMIT 1 OFFSET ${AT_ONCE}`.execute(
      this.#db,
    );
    return rows.length > 0;
  }

  async dateItems(id: number, most: number): Promise<boolean> {
    // Locked: who changes the date meanwhile waits, and has the items that this statement has written dated once more.
    const { rows: found } = await sql<{ due: string | null }>`
      SELECT due_date::text AS due FROM milestones WHERE id = ${id} FOR SHARE`.execute(this.#db);
    const [milestone] = found;
    if (milestone === undefined) return false;
    const due = sql`${milestone.due}::date`;
    const { rows } = await sql`
      UPDATE work_items SET milestone_due = ${due} WHERE id IN (
        SELECT x.id FROM work_items x WHERE x.milestone_id = ${id} AND x.milestone_due IS DISTINCT FROM ${due} LIMIT ${most}
      ) RETURNING id`.execute(this.#db);
    return rows.length > 0;
  }

  async used(ids: readonly number[]): Promise<MilestoneUse> {
    const { rows } = await sql<{ id: number; parent_id: number | null }>`
      SELECT w.id, pl.parent_id FROM work_items w LEFT JOIN parent_links pl ON pl.child_id = w.id
      WHERE w.milestone_id = ANY(${[...ids]}::bigint[]) ORDER BY w.id`.execute(this.#db);
    return {
      itemIds: rows.map(({ id }) => id),
      parentIds: [...new Set(rows.flatMap(({ parent_id }) => (parent_id === null ? [] : [parent_id])))],
    };
  }

  async delete(ids: readonly number[]): Promise<void> {
    await sql`
      INSERT INTO settings (key, value)
      SELECT CASE WHEN project_id IS NULL THEN 'last_iid/milestone/group/' || group_id ELSE 'last_iid/milestone/project/' || project_id END,
        to_jsonb(max(iid))
      FROM milestones WHERE id = ANY(${[...ids]}::bigint[]) GROUP BY 1
      ON CONFLICT (key) DO UPDATE SET value = to_jsonb(greatest((settings.value #>> '{}')::int, (excluded.value #>> '{}')::int))
    `.execute(this.#db);
    await sql`DELETE FROM milestones WHERE id = ANY(${[...ids]}::bigint[])`.execute(this.#db);
  }

  async ofProjectsBelow(groupId: number, title: string): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT m.id FROM milestones m JOIN projects p ON p.id = m.project_id
      WHERE p.group_id = ${groupId}::bigint AND NOT p.archived AND m.title = ${title} ORDER BY m.id`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  async replace(ids: readonly number[], to: number): Promise<void> {
    for (const table of ['work_items', 'merge_requests']) {
      await sql`UPDATE ${sql.table(table)} SET milestone_id = ${to}::bigint WHERE milestone_id = ANY(${[...ids]}::bigint[])`.execute(
        this.#db,
      );
    }
    // The items have left these today, and come to that one: with all that was before it has had them all the time.
    await passOnDays(this.#db, ids, to);
  }
}

const own = ({ group_id, project_id }: Owner): RawBuilder<unknown> =>
  project_id === null ? sql`group_id = ${group_id}::bigint` : sql`project_id = ${project_id}::bigint`;

/** The row of the settings that says which numbers were given to what is deleted. */
const keyOf = ({ group_id, project_id }: Owner): string =>
  `last_iid/milestone/${project_id === null ? `group/${group_id}` : `project/${project_id}`}`;

const columnsOf = (fields: Partial<MilestoneFields>) =>
  Object.fromEntries(
    (Object.keys(COLUMNS) as (keyof MilestoneFields)[])
      .filter((name) => fields[name] !== undefined)
      .map((name) => [COLUMNS[name], fields[name]]),
  );
