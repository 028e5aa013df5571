import { type Kysely, sql } from 'kysely';

/** Who follows a label: a project's, or a group's in one project or (without one) in the group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE IF EXISTS label_subscriptions CASCADE`.execute(db);
}

const statements = [
  `CREATE TABLE label_subscriptions (
    label_id bigint NOT NULL REFERENCES labels (id) ON DELETE CASCADE,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    project_id bigint REFERENCES projects (id) ON DELETE CASCADE,
    UNIQUE NULLS NOT DISTINCT (label_id, user_id, project_id)
  )`,
  `CREATE INDEX label_subscriptions_user ON label_subscriptions (user_id)`,
  `CREATE INDEX label_subscriptions_project ON label_subscriptions (project_id) WHERE project_id IS NOT NULL`,
];
