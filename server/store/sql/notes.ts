import { sql } from 'kysely';
import type { GoneNote, NewComment, NoteStore, StoredNote } from '../../command/note-store.ts';
import type { Db } from '../../db/types.ts';

/** The discussion of a note `n`, as the index of discussions has it. */
export const discussionSql = (n: string): string => `coalesce(${n}.discussion_id, ${n}.id)`;

const columns = sql`n.id, n.work_item_id AS "itemId", n.author_id AS "authorId", n.body, n.system, n.internal,
  ${sql.raw(discussionSql('n'))} AS "discussionId"`;
const inDiscussion = (id: number) => sql`${sql.raw(discussionSql('n'))} = ${id}::bigint`;

export class SqlNotes implements NoteStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async find(id: number): Promise<StoredNote | undefined> {
    const { rows } = await sql<StoredNote>`SELECT ${columns} FROM notes n WHERE n.id = ${id}::bigint`.execute(this.#db);
    return rows[0];
  }

  async firstOf(discussionId: number): Promise<StoredNote | undefined> {
    const { rows } = await sql<StoredNote>`
      SELECT ${columns} FROM notes n WHERE ${inDiscussion(discussionId)} AND n.is_first`.execute(this.#db);
    return rows[0];
  }

  async add({ itemId, authorId, body, internal, discussionId }: NewComment, now: string): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO notes (work_item_id, author_id, body, internal, discussion_id, is_first, created_at, updated_at)
      VALUES (${itemId}, ${authorId}, ${body}, ${internal}, ${discussionId}, ${discussionId === null},
        ${now}::timestamptz, ${now}::timestamptz)
      RETURNING id`.execute(this.#db);
    return (rows[0] as { id: number }).id;
  }

  async copy(fromItem: number, toItem: number): Promise<void> {
    const discussion = sql.raw(discussionSql('o'));
    await sql`
      WITH old AS (
        SELECT n.*, nextval(pg_get_serial_sequence('notes', 'id')) AS new_id
        FROM (SELECT * FROM notes WHERE work_item_id = ${fromItem} AND NOT system ORDER BY id) n
      )
      INSERT INTO notes (id, work_item_id, author_id, body, internal, discussion_id, is_first, resolved_at, resolved_by,
        created_at, updated_at, last_edited_at, last_edited_by, mentions)
      SELECT o.new_id, ${toItem}::bigint, o.author_id, o.body, o.internal,
        CASE WHEN NOT o.is_first THEN (SELECT f.new_id FROM old f WHERE ${sql.raw(discussionSql('f'))} = ${discussion} AND f.is_first) END,
        o.is_first, o.resolved_at, o.resolved_by, o.created_at, o.updated_at, o.last_edited_at, o.last_edited_by, o.mentions
      FROM old o ORDER BY o.new_id`.execute(this.#db);
  }

  async edit(id: number, body: string, userId: number, now: string): Promise<void> {
    await sql`
      UPDATE notes SET body = ${body}, last_edited_at = ${now}::timestamptz, last_edited_by = ${userId}, updated_at = ${now}::timestamptz
      WHERE id = ${id}::bigint`.execute(this.#db);
  }

  async delete(id: number): Promise<boolean> {
    const { rows } = await sql<{ next: number | null }>`
      WITH gone AS (
        DELETE FROM notes n WHERE n.id = ${id}::bigint
        RETURNING ${sql.raw(discussionSql('n'))} AS discussion, n.is_first, n.resolved_at, n.resolved_by
      ), left_over AS (
        SELECT gone.*, (
          SELECT min(n.id) FROM notes n WHERE ${sql.raw(discussionSql('n'))} = gone.discussion AND n.id <> ${id}::bigint
        ) AS next FROM gone
      ), moved AS (
        UPDATE notes SET is_first = true, resolved_at = l.resolved_at, resolved_by = l.resolved_by
        FROM left_over l WHERE l.is_first AND notes.id = l.next
      )
      SELECT next FROM left_over`.execute(this.#db);
    return rows[0]?.next == null;
  }

  async deleteOf(userId: number, most: number): Promise<readonly GoneNote[]> {
    const { rows } = await sql<GoneNote>`
      WITH gone AS (
        DELETE FROM notes n WHERE n.id IN (SELECT id FROM notes WHERE author_id = ${userId}::bigint ORDER BY id LIMIT ${most})
        RETURNING n.id, n.work_item_id, n.system, n.internal, ${sql.raw(discussionSql('n'))} AS discussion, n.is_first, n.resolved_at,
          n.resolved_by
      ), left_over AS (
        SELECT gone.*, (
          SELECT min(n.id) FROM notes n
          WHERE ${sql.raw(discussionSql('n'))} = gone.discussion AND n.id NOT IN (SELECT id FROM gone)
        ) AS next FROM gone
      ), moved AS (
        UPDATE notes SET is_first = true, resolved_at = l.resolved_at, resolved_by = l.resolved_by
        FROM left_over l WHERE l.is_first AND notes.id = l.next
      )
      SELECT id, work_item_id AS "itemId", system, internal, discussion AS "discussionId", next IS NULL AS "isLast"
      FROM left_over ORDER BY id`.execute(this.#db);
    return rows;
  }

  async resolve(discussionId: number, userId: number | null, now: string): Promise<boolean> {
    const at = userId === null ? null : now;
    const { rows } = await sql`
      UPDATE notes n SET resolved_at = ${at}::timestamptz, resolved_by = ${userId}::bigint
      WHERE ${inDiscussion(discussionId)} AND n.is_first AND (n.resolved_at IS NULL) = ${userId !== null}
      RETURNING n.id`.execute(this.#db);
    return rows.length > 0;
  }
}
