import { type Kysely, sql } from 'kysely';

/** What an item of a project was moved to. Deleting that looks for what points to it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items ADD COLUMN moved_to_id bigint REFERENCES work_items (id) ON DELETE SET NULL`.execute(
    db,
  );
  await sql`CREATE INDEX work_items_moved_to ON work_items (moved_to_id) WHERE moved_to_id IS NOT NULL`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS moved_to_id`.execute(db);
}
