import { type Kysely, sql } from 'kysely';

/**
 * Discussions: a comment begins one and others reply to it. A discussion is named by the comment that began it, also when that has been deleted; then the
 * oldest reply stands first. Whether it is resolved stands at its first note.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX IF EXISTS notes_discussion`.execute(db);
  for (const name of ['discussion_id', 'is_first', 'last_edited_at', 'last_edited_by', 'resolved_at', 'resolved_by'])
    await sql`ALTER TABLE notes DROP COLUMN IF EXISTS ${sql.ref(name)}`.execute(db);
}

const statements = [
  `ALTER TABLE notes
    ADD COLUMN discussion_id bigint,
    ADD COLUMN is_first boolean NOT NULL DEFAULT true,
    ADD COLUMN last_edited_at timestamptz,
    ADD COLUMN last_edited_by bigint REFERENCES users (id) ON DELETE SET NULL,
    ADD COLUMN resolved_at timestamptz,
    ADD COLUMN resolved_by bigint REFERENCES users (id) ON DELETE SET NULL`,
  `CREATE INDEX notes_discussion ON notes ((coalesce(discussion_id, id)), id)`,
];
