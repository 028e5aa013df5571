import { type Kysely, sql } from 'kysely';

const TABLES = ['sessions', 'access_tokens'];

/**
 * AP-06.61: the place in the primary's log that somebody has to see. Who signs in or makes a token has perhaps just written something under another one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN position pg_lsn`.execute(db);
    await sql`ALTER TABLE ${sql.table(table)} ALTER COLUMN position SET DEFAULT pg_current_wal_insert_lsn()`.execute(
      db,
    );
  }
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await sql`ALTER TABLE ${sql.table(table)} DROP COLUMN IF EXISTS position`.execute(db);
}
