import { sql } from 'kysely';
import type { Timelog, TimeStore } from '../../command/time-store.ts';
import type { Db } from '../../db/types.ts';

/** The seconds spent on the item `a`. */
export const timeSpentSql = (a: string): string =>
  `(SELECT coalesce(sum(tl.time_spent), 0) FROM timelogs tl WHERE tl.work_item_id = ${a}.id)`;

export class SqlTime implements TimeStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async total(itemId: number): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      SELECT coalesce(sum(time_spent), 0)::bigint AS total FROM timelogs WHERE work_item_id = ${itemId}
    `.execute(this.#db);
    return rows[0]?.total ?? 0;
  }

  async add({ itemId, userId, seconds, spentAt, summary }: Timelog, now: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO timelogs (work_item_id, user_id, time_spent, spent_at, summary, created_at)
      VALUES (${itemId}, ${userId}, ${seconds}, ${spentAt}::timestamptz, ${summary}, ${now}::timestamptz)
      RETURNING id
    `.execute(this.#db);
    return rows[0]?.id ?? 0;
  }
}
