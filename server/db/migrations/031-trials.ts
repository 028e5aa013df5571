import { type Kysely, sql } from 'kysely';

/** Trials of top-level groups, and what their Owners have asked of whoever runs the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE IF EXISTS sales_contacts, trials`.execute(db);
}

const statements = [
  `CREATE TABLE trials (
    group_id bigint PRIMARY KEY REFERENCES groups (id) ON DELETE CASCADE,
    plan_name text NOT NULL,
    starts_on date NOT NULL,
    duration integer NOT NULL CHECK (duration BETWEEN 1 AND 3650),
    contact_sales boolean NOT NULL DEFAULT false
  )`,
  `CREATE TABLE sales_contacts (
    group_id bigint NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    user_id bigint NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    first_name text NOT NULL,
    last_name text NOT NULL,
    company_name text NOT NULL,
    comment text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (group_id, user_id)
  )`,
  `CREATE INDEX sales_contacts_user ON sales_contacts (user_id)`,
];
