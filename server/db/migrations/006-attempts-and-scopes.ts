import { type Kysely, sql } from 'kysely';

/**
 * Failed sign-ins, counted by all servers of a database together (the columns are those of rate-limiter-flexible), and what a token may be used
 * for. Tokens that were made before may do what their person may, as they could.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE sign_in_attempts (
    key text PRIMARY KEY,
    points integer NOT NULL DEFAULT 0,
    expire bigint
  )`.execute(db);
  await sql`ALTER TABLE access_tokens
    ADD COLUMN scope text NOT NULL DEFAULT 'api' CHECK (scope IN ('read_api', 'api'))`.execute(db);
  await sql`CREATE INDEX access_tokens_user ON access_tokens (user_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE access_tokens DROP COLUMN IF EXISTS scope`.execute(db);
  await sql`DROP INDEX IF EXISTS access_tokens_user`.execute(db);
  await sql`DROP TABLE IF EXISTS sign_in_attempts`.execute(db);
}
