import { sql } from 'kysely';
import type { CadenceFields, CivilDate } from '@espalier/core/work-item/rules';
import type { IterationFields, IterationStore, StoredCadence, StoredIteration } from '../../command/iteration-store.ts';
import type { Db } from '../../db/types.ts';

const CADENCE = {
  title: 'title',
  description: 'description',
  active: 'active',
  automatic: 'automatic',
  startDate: 'start_date',
  durationInWeeks: 'duration_in_weeks',
  iterationsInAdvance: 'iterations_in_advance',
  rollOver: 'roll_over',
} as const satisfies Record<keyof CadenceFields, string>;

const ITERATION = {
  title: 'title',
  description: 'description',
  startDate: 'start_date',
  dueDate: 'due_date',
} as const satisfies Record<keyof IterationFields, string>;

const columnsOf = (names: Readonly<Record<string, string>>, fields: object) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const column = names[name];
      return column === undefined || value === undefined ? [] : [[column, value]];
    }),
  );

const STORED = sql`id, cadence_id AS "cadenceId", group_id AS "groupId", title, description, start_date AS "startDate", due_date AS "dueDate"`;

export class SqlIterations implements IterationStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async cadence(id: number): Promise<StoredCadence | undefined> {
    const { rows } = await sql<StoredCadence>`
      SELECT id, group_id AS "groupId", title, description, active, automatic, start_date AS "startDate", duration_in_weeks AS "durationInWeeks",
        iterations_in_advance AS "iterationsInAdvance", roll_over AS "rollOver", next_run AS "nextRun"
      FROM iteration_cadences WHERE id = ${id}::bigint`.execute(this.#db);
    return rows[0];
  }

  async firstManual(groupId: number): Promise<number | null> {
    const { rows } = await sql<{ id: number | null }>`
      SELECT min(id) AS id FROM iteration_cadences WHERE group_id = ${groupId}::bigint AND NOT automatic`.execute(
      this.#db,
    );
    return rows[0]?.id ?? null;
  }

  async insertCadence(groupId: number, fields: CadenceFields, now: string): Promise<number> {
    const own = { group_id: groupId, title: fields.title, created_at: now, updated_at: now };
    const { id } = await this.#db
      .insertInto('iteration_cadences')
      .values({ ...columnsOf(CADENCE, fields), ...own })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  async updateCadence(id: number, changed: Partial<CadenceFields>, now: string): Promise<void> {
    const fields = { ...columnsOf(CADENCE, changed), updated_at: now };
    await this.#db.updateTable('iteration_cadences').set(fields).where('id', '=', id).execute();
  }

  async deleteCadence(id: number): Promise<void> {
    await this.#keepNumbers('cadence_id', id);
    await this.#db.deleteFrom('iteration_cadences').where('id', '=', id).execute();
  }

  async of(cadenceId: number): Promise<readonly StoredIteration[]> {
    const { rows } = await sql<StoredIteration>`
      SELECT ${STORED} FROM iterations WHERE cadence_id = ${cadenceId}::bigint ORDER BY start_date, id`.execute(
      this.#db,
    );
    return rows;
  }

  async find(id: number): Promise<StoredIteration | undefined> {
    const { rows } = await sql<StoredIteration>`
      SELECT ${STORED} FROM iterations WHERE id = ${id}::bigint`.execute(this.#db);
    return rows[0];
  }

  async insert(
    { id, groupId }: Pick<StoredCadence, 'id' | 'groupId'>,
    iterations: readonly IterationFields[],
    now: string,
  ): Promise<readonly number[]> {
    if (iterations.length === 0) return [];
    const { rows } = await sql<{ last: number }>`
      SELECT greatest((SELECT max(iid) FROM iterations WHERE group_id = ${groupId}::bigint),
        (SELECT (value #>> '{}')::int FROM settings WHERE key = ${keyOf(groupId)}), 0) AS last`.execute(this.#db);
    const last = rows[0]?.last ?? 0;
    const given = iterations.map(({ title, description, startDate, dueDate }, index) => ({
      iid: last + 1 + index,
      ...{ group_id: groupId, cadence_id: id, title, description, start_date: startDate, due_date: dueDate },
      ...{ created_at: now, updated_at: now },
    }));
    const made = await this.#db.insertInto('iterations').values(given).returning(['id', 'iid']).execute();
    return made.sort((a, b) => a.iid - b.iid).map((row) => row.id);
  }

  async update(id: number, changed: Partial<IterationFields>, now: string): Promise<void> {
    const fields = { ...columnsOf(ITERATION, changed), updated_at: now };
    await this.#db.updateTable('iterations').set(fields).where('id', '=', id).execute();
  }

  async delete(id: number): Promise<void> {
    await this.#keepNumbers('id', id);
    await this.#db.deleteFrom('iterations').where('id', '=', id).execute();
  }

  async itemsOf(ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM work_items WHERE iteration_id = ANY(${[...ids]}::bigint[]) ORDER BY id`.execute(this.#db);
    return rows.map((row) => row.id);
  }

  async rollOver(from: number, to: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      UPDATE work_items SET iteration_id = ${to}::bigint WHERE iteration_id = ${from}::bigint AND state = 'opened' RETURNING id
    `.execute(this.#db);
    return rows.map((row) => row.id).sort((a, b) => a - b);
  }

  async due(day: CivilDate): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM iteration_cadences WHERE coalesce(retry_on, next_run) <= ${day}::date ORDER BY id`.execute(
      this.#db,
    );
    return rows.map((row) => row.id);
  }

  async nextRun(): Promise<CivilDate | null> {
    const { rows } = await sql<{ day: string | null }>`
      SELECT min(coalesce(retry_on, next_run)) AS day FROM iteration_cadences`.execute(this.#db);
    return rows[0]?.day ?? null;
  }

  async retry(cadenceId: number, day: CivilDate): Promise<void> {
    await this.#db.updateTable('iteration_cadences').set({ retry_on: day }).where('id', '=', cadenceId).execute();
  }

  async setNextRun(cadenceId: number, day: CivilDate | null): Promise<void> {
    const fields = { next_run: day, retry_on: null };
    await this.#db.updateTable('iteration_cadences').set(fields).where('id', '=', cadenceId).execute();
  }

  async #keepNumbers(by: 'id' | 'cadence_id', id: number): Promise<void> {
    await sql`
      INSERT INTO settings (key, value)
      SELECT 'last_iid/iteration/group/' || group_id, to_jsonb(max(iid)) FROM iterations WHERE ${sql.ref(by)} = ${id}::bigint GROUP BY group_id
      ON CONFLICT (key) DO UPDATE SET value = to_jsonb(greatest((settings.value #>> '{}')::int, (excluded.value #>> '{}')::int))
    `.execute(this.#db);
  }
}

/** The row of the settings that says which numbers were given to what is deleted. */
const keyOf = (groupId: number): string => `last_iid/iteration/group/${groupId}`;
