import { sql } from 'kysely';
import type { MentionStore, TextName } from '../../command/mention-store.ts';
import type { Db } from '../../db/types.ts';

export class SqlMentions implements MentionStore {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async keep({ itemId, noteId }: TextName, usernames: readonly string[]): Promise<void> {
    const [table, id] = noteId === null ? ['work_items', itemId] : ['notes', noteId];
    await sql`UPDATE ${sql.table(table)} SET mentions = ${[...usernames]}::text[] WHERE id = ${id}::bigint`.execute(
      this.#db,
    );
  }

  async unread(limit: number): Promise<readonly (TextName & { readonly text: string })[]> {
    // The conditions are those of the indexes.
    const { rows } = await sql<TextName & { text: string }>`
      SELECT * FROM (SELECT w.id AS "itemId", NULL::bigint AS "noteId", w.description AS text FROM work_items w
        WHERE w.mentions IS NULL AND w.description LIKE '%@%' ORDER BY w.id LIMIT ${limit} FOR UPDATE SKIP LOCKED) described
      UNION ALL
      SELECT * FROM (SELECT n.work_item_id, n.id, n.body FROM notes n
        WHERE n.mentions IS NULL AND NOT n.system AND n.body LIKE '%@%' ORDER BY n.id LIMIT ${limit} FOR UPDATE SKIP LOCKED) commented
      LIMIT ${limit}
    `.execute(this.#db);
    return rows;
  }
}
