import { sql } from 'kysely';
import type { Award, AwardStore } from '../../command/plan-store.ts';
import type { Db } from '../../db/types.ts';

export class SqlAwards implements AwardStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add({ itemId, userId, name }: Omit<Award, 'id'>, now: string): Promise<number | null> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO award_emoji (work_item_id, user_id, name, created_at)
      VALUES (${itemId}, ${userId}, ${name}, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(this.#db);
    return rows[0]?.id ?? null;
  }

  async remove({ itemId, userId, name }: Omit<Award, 'id'>): Promise<boolean> {
    const { rows } = await sql`
      DELETE FROM award_emoji WHERE work_item_id = ${itemId} AND user_id = ${userId} AND name = ${name} RETURNING id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async find(itemId: number, id: number): Promise<Award | undefined> {
    const { rows } = await sql<Award>`
      SELECT id, work_item_id AS "itemId", user_id AS "userId", name FROM award_emoji WHERE id = ${id} AND work_item_id = ${itemId}
    `.execute(this.#db);
    return rows[0];
  }
}
