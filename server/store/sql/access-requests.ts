import { sql } from 'kysely';
import type { AccessRequestStore } from '../../command/access-request-store.ts';
import type { Owner } from '../../command/item.ts';
import type { Db } from '../../db/types.ts';
import { ofOwner } from './members.ts';

/** Each method is one statement. */
export class SqlAccessRequests implements AccessRequestStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(owner: Owner, userId: number, now: string): Promise<boolean> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql`
      INSERT INTO access_requests (user_id, ${column}, created_at) VALUES (${userId}::bigint, ${id}, ${now}::timestamptz)
      ON CONFLICT DO NOTHING RETURNING id
    `.execute(this.#db);
    return rows.length > 0;
  }

  async remove(owner: Owner, userId: number): Promise<boolean> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql`
      DELETE FROM access_requests WHERE user_id = ${userId}::bigint AND ${column} = ${id} RETURNING id
    `.execute(this.#db);
    return rows.length > 0;
  }
}
