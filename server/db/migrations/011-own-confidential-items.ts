import { type Kysely, sql } from 'kysely';

/** What somebody has written themselves they may see although it is confidential: it is counted for every page of a list (server/graphql/plan/across.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE INDEX items_confidential_by_author ON work_items (author_id) INCLUDE (id) WHERE confidential`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX IF EXISTS items_confidential_by_author`.execute(db);
}
