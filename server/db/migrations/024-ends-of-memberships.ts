import { type Kysely, sql } from 'kysely';

/**
 * A membership may end: on the day `expires_at`, in UTC, it is none any more. What asks who has which role reads `memberships_on`, never the table: as a
 * single SELECT the function is a part of the statement that asks, with its indexes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP FUNCTION IF EXISTS memberships_on(timestamptz)`.execute(db);
  await sql`ALTER TABLE memberships DROP COLUMN IF EXISTS expires_at, DROP COLUMN IF EXISTS created_by, DROP COLUMN IF EXISTS updated_at`.execute(
    db,
  );
}

const statements = [
  `ALTER TABLE memberships ADD COLUMN expires_at date,
    ADD COLUMN created_by bigint REFERENCES users (id) ON DELETE SET NULL,
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`,
  `UPDATE memberships SET updated_at = created_at`,
  `CREATE INDEX memberships_ends ON memberships (expires_at) WHERE expires_at IS NOT NULL`,
  `CREATE FUNCTION memberships_on(instant timestamptz) RETURNS SETOF memberships LANGUAGE sql STABLE AS $$
    SELECT * FROM memberships WHERE expires_at IS NULL OR expires_at > (instant AT TIME ZONE 'UTC')::date $$`,
];
