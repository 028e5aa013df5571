import { type Kysely, sql } from 'kysely';

/** The address of the Zoom meeting about an item of a project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items ADD COLUMN zoom_link text`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS zoom_link`.execute(db);
}
