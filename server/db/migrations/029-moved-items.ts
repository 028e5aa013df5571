import { type Kysely, sql } from 'kysely';

/** What an item of a project was moved to: deleting that looks for what points to it. And comments and lines of activity by their author. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items ADD COLUMN moved_to_id bigint REFERENCES work_items (id) ON DELETE SET NULL`.execute(
    db,
  );
  await sql`CREATE INDEX work_items_moved_to ON work_items (moved_to_id) WHERE moved_to_id IS NOT NULL`.execute(db);
  await sql`CREATE INDEX notes_author ON notes (author_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX IF EXISTS notes_author`.execute(db);
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS moved_to_id`.execute(db);
}
