import { type Kysely, sql } from 'kysely';

/** Comments take reactions, too: a reaction is to an item or to a note. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM award_emoji WHERE work_item_id IS NULL`.execute(db);
  await sql`ALTER TABLE award_emoji DROP COLUMN IF EXISTS note_id, ALTER COLUMN work_item_id SET NOT NULL`.execute(db);
}

const statements = [
  `ALTER TABLE award_emoji
    ADD COLUMN note_id bigint REFERENCES notes (id) ON DELETE CASCADE,
    ALTER COLUMN work_item_id DROP NOT NULL,
    ADD CONSTRAINT award_emoji_of_one CHECK (num_nonnulls(work_item_id, note_id) = 1),
    ADD UNIQUE (note_id, name, user_id)`,
];
