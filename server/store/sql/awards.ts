import { sql } from 'kysely';
import type { Award, Awardable, AwardStore, GivenAward } from '../../command/award-store.ts';
import type { Db } from '../../db/types.ts';

const isOn = ({ itemId, noteId }: Awardable) =>
  noteId === null ? sql`work_item_id = ${itemId}` : sql`note_id = ${noteId}`;

export class SqlAwards implements AwardStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add({ itemId, noteId }: Awardable, { userId, name }: GivenAward, now: string): Promise<number | null> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO award_emoji (work_item_id, note_id, user_id, name, created_at)
      VALUES (${itemId}, ${noteId}, ${userId}, ${name}, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(this.#db);
    return rows[0]?.id ?? null;
  }

  async copy(fromItem: number, toItem: number): Promise<void> {
    await sql`
      INSERT INTO award_emoji (work_item_id, user_id, name, created_at)
      SELECT ${toItem}::bigint, user_id, name, created_at FROM award_emoji WHERE work_item_id = ${fromItem} ORDER BY id
    `.execute(this.#db);
  }

  async remove(on: Awardable, { userId, name }: GivenAward): Promise<boolean> {
    const { rows } = await sql`
      DELETE FROM award_emoji WHERE ${isOn(on)} AND user_id = ${userId} AND name = ${name} RETURNING id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async find(on: Awardable, id: number): Promise<Award | undefined> {
    const { rows } = await sql<Award>`
      SELECT id, user_id AS "userId", name FROM award_emoji WHERE id = ${id} AND ${isOn(on)}
    `.execute(this.#db);
    return rows[0];
  }
}
