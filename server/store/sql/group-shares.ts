import { sql } from 'kysely';
import type { GroupShareStore } from '../../command/group-share-store.ts';
import type { Owner } from '../../command/item.ts';
import type { Membership } from '../../command/member-store.ts';
import type { Db } from '../../db/types.ts';
import { ofOwner } from './members.ts';

/** Each method is one statement. */
export class SqlGroupShares implements GroupShareStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async add(owner: Owner, withGroupId: number, { level, expiresAt }: Membership, now: string): Promise<number | null> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO group_shares AS s (${column}, with_group_id, access_level, expires_at, created_at)
      VALUES (${id}, ${withGroupId}::bigint, ${level}::int, ${expiresAt}::date, ${now}::timestamptz)
      ON CONFLICT (${column}, with_group_id) WHERE ${column} IS NOT NULL DO UPDATE
      SET access_level = excluded.access_level, expires_at = excluded.expires_at, created_at = excluded.created_at
      WHERE s.expires_at <= (${now}::timestamptz AT TIME ZONE 'UTC')::date
      RETURNING s.id
    `.execute(this.#db);
    return rows[0]?.id ?? null;
  }

  async remove(owner: Owner, withGroupId: number): Promise<number | null> {
    const { column, id } = ofOwner(owner);
    const { rows } = await sql<{ level: number }>`
      DELETE FROM group_shares WHERE ${column} = ${id} AND with_group_id = ${withGroupId}::bigint RETURNING access_level AS level
    `.execute(this.#db);
    return rows[0]?.level ?? null;
  }
}
