import { type Kysely, sql } from 'kysely';

/** Old events are removed by their age (live/events.ts), which without an index reads the whole table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX events_created ON events (created_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX events_created`.execute(db);
}
