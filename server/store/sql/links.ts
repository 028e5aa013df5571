import { sql } from 'kysely';
import type { LinkStore, StoredLink } from '../../command/link-store.ts';
import type { Db } from '../../db/types.ts';

const columns = sql`type, source_id AS "sourceId", target_id AS "targetId"`;

export class SqlLinks implements LinkStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async counts(ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: number; links: number }>`
      SELECT x.id, (SELECT count(*) FROM work_item_links k WHERE k.source_id = x.id OR k.target_id = x.id)::int AS links
      FROM unnest(${[...ids]}::bigint[]) AS x (id)
    `.execute(this.#db);
    return new Map(rows.map(({ id, links }) => [id, links]));
  }

  async between(
    id: number,
    others: readonly number[],
  ): Promise<ReadonlyMap<number, StoredLink & { readonly id: number }>> {
    if (others.length === 0) return new Map();
    const { rows } = await sql<StoredLink & { id: number }>`
      SELECT id, ${columns} FROM work_item_links
      WHERE (source_id = ${id} AND target_id = ANY(${[...others]}::bigint[]))
        OR (target_id = ${id} AND source_id = ANY(${[...others]}::bigint[]))
      ORDER BY id DESC
    `.execute(this.#db);
    return new Map(rows.map((row) => [row.sourceId === id ? row.targetId : row.sourceId, row]));
  }

  async find(linkId: number, itemId: number): Promise<StoredLink | undefined> {
    const { rows } = await sql<StoredLink>`
      SELECT ${columns} FROM work_item_links WHERE id = ${linkId} AND (source_id = ${itemId} OR target_id = ${itemId})
    `.execute(this.#db);
    return rows[0];
  }

  async insert(links: readonly StoredLink[], now: string): Promise<readonly (StoredLink & { readonly id: number })[]> {
    const { rows } = await sql<StoredLink & { id: number }>`
      INSERT INTO work_item_links (type, source_id, target_id, created_at)
      SELECT x.type, x.source, x.target, ${now}::timestamptz
      FROM unnest(${links.map((link) => link.type)}::text[], ${links.map((link) => link.sourceId)}::bigint[],
        ${links.map((link) => link.targetId)}::bigint[]) WITH ORDINALITY AS x (type, source, target, n)
      ORDER BY x.n
      RETURNING id, ${columns}
    `.execute(this.#db);
    return rows;
  }

  async delete(linkId: number): Promise<void> {
    await sql`DELETE FROM work_item_links WHERE id = ${linkId}`.execute(this.#db);
  }

  async neighbours(ids: readonly number[]): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number; parent_id: number | null }>`
      SELECT other.id, above.parent_id
      FROM work_item_links k
      CROSS JOIN LATERAL (SELECT CASE WHEN k.source_id = ANY(${[...ids]}::bigint[]) THEN k.target_id ELSE k.source_id END AS id) other
      LEFT JOIN parent_links above ON above.child_id = other.id
      WHERE k.source_id = ANY(${[...ids]}::bigint[]) OR k.target_id = ANY(${[...ids]}::bigint[])
    `.execute(this.#db);
    return rows.flatMap(({ id, parent_id }) => (parent_id === null ? [id] : [id, parent_id]));
  }
}
