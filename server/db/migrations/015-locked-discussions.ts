import { type Kysely, sql } from 'kysely';

/** An item of a project whose discussion is locked: it cannot be reopened either. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items ADD COLUMN discussion_locked boolean NOT NULL DEFAULT false`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS discussion_locked`.execute(db);
}
