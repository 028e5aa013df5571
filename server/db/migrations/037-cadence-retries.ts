import { type Kysely, sql } from 'kysely';

/** AP-14.120: `next_run` stays where a run has failed, since it says from which day on nothing was rolled over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE iteration_cadences ADD COLUMN retry_on date`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE iteration_cadences DROP COLUMN IF EXISTS retry_on`.execute(db);
}
