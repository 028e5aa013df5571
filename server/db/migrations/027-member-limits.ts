import { type Kysely, sql } from 'kysely';

/** How many people a top-level group may have with all that is below it; null: as many as there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE groups ADD COLUMN member_limit integer CHECK (member_limit > 0)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE groups DROP COLUMN IF EXISTS member_limit`.execute(db);
}
