import { type Kysely, sql } from 'kysely';

/** Whom a text mentions, by usernames in lower case; null: it was not looked at since it was written by something else than a command, an import or an older version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['work_items', 'notes'])
    await sql.raw(`ALTER TABLE ${table} DROP COLUMN IF EXISTS mentions`).execute(db);
}

const statements = [
  `ALTER TABLE work_items ADD COLUMN mentions text[]`,
  `ALTER TABLE notes ADD COLUMN mentions text[]`,
  // What is left to be looked at: hardly ever anything.
  `CREATE INDEX work_items_unread_mentions ON work_items (id) WHERE mentions IS NULL AND description LIKE '%@%'`,
  `CREATE INDEX notes_unread_mentions ON notes (id) WHERE mentions IS NULL AND NOT system AND body LIKE '%@%'`,
];
