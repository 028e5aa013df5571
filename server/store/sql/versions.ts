import { sql } from 'kysely';
import type { TextPair, VersionStore } from '../../command/version-store.ts';
import type { Db } from '../../db/types.ts';

export class SqlVersions implements VersionStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async pair(itemId: number, id: number, startId: number | null): Promise<TextPair | undefined> {
    const { rows } = await sql<TextPair>`
      SELECT coalesce(d.description, '') AS after, coalesce((
        SELECT b.description FROM description_versions b WHERE b.work_item_id = d.work_item_id AND b.deleted_at IS NULL
          AND b.id < least(d.id, ${startId}::bigint) ORDER BY b.id DESC LIMIT 1
      ), '') AS before
      FROM description_versions d WHERE d.work_item_id = ${itemId}::bigint AND d.id = ${id}::bigint AND d.deleted_at IS NULL
    `.execute(this.#db);
    return rows[0];
  }

  async delete(itemId: number, id: number, startId: number | null, now: string): Promise<boolean> {
    const { rows } = await sql<{ id: number }>`
      UPDATE description_versions SET deleted_at = coalesce(deleted_at, ${now}::timestamptz)
      WHERE work_item_id = ${itemId}::bigint AND id BETWEEN least(${startId}::bigint, ${id}::bigint) AND ${id}::bigint
      RETURNING id`.execute(this.#db);
    return rows.some((row) => Number(row.id) === id);
  }
}
