import { sql } from 'kysely';
import { hashSecret } from '../../../server/auth/secrets.ts';
import type { OpenDatabase } from '../../../server/db/connection.ts';
import { migrateToLatest } from '../../../server/db/migrate.ts';

/** So many people, each of whom has one page open. */
export const PEOPLE = 1000;
export const EPICS = 100;
export const GROUP = 'live';
/** Ids begin here. */
const BASE = 1000;

export const tokenOf = (person: number): string => `live-${person}`;
export const epicOf = (index: number): { readonly id: number; readonly iid: number } => ({
  id: BASE + index,
  iid: index + 1,
});

/** A private group with epics, in which everybody has a role: that somebody may see one is known from their membership alone. */
export async function fillPlan(database: OpenDatabase): Promise<void> {
  const { unhurried: db } = database;
  await migrateToLatest(db);
  const hashes = Array.from({ length: PEOPLE }, (_, person) => hashSecret(tokenOf(person)));
  await sql`INSERT INTO users (id, username, name) SELECT ${BASE}::bigint + n, 'live-' || n, 'Person ' || n
    FROM generate_series(0, ${PEOPLE}::bigint - 1) n`.execute(db);
  await sql`INSERT INTO access_tokens (user_id, name, token_hash, last_used_at)
    SELECT ${BASE}::bigint + at - 1, 'bench', hash, now() FROM unnest(${hashes}::text[]) WITH ORDINALITY AS t (hash, at)`.execute(
    db,
  );
  await sql`INSERT INTO groups (id, path, full_path, name, full_name, visibility, traversal_ids)
    VALUES (${BASE}, ${GROUP}, ${GROUP}, 'Live', 'Live', 'private', ARRAY[${BASE}]::bigint[])`.execute(db);
  await sql`INSERT INTO memberships (user_id, group_id, access_level)
    SELECT ${BASE}::bigint + n, ${BASE}::bigint, CASE WHEN n = 0 THEN 50 ELSE 20 END FROM generate_series(0, ${PEOPLE}::bigint - 1) n`.execute(
    db,
  );
  await sql`INSERT INTO work_items (id, iid, type, group_id, author_id, title, confidential)
    SELECT ${BASE}::bigint + n, n + 1, 'epic', ${BASE}::bigint, 1, 'Epic ' || n, n % 2 = 0 FROM generate_series(0, ${EPICS}::bigint - 1) n`.execute(
    db,
  );
  await database.close();
}
