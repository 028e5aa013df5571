import { type Kysely, sql } from 'kysely';

/**
 * An item keeps whether it has blocked others: what the order by blockers counts, as far as somebody may see it, is counted for these alone (AP-06.77).
 * Where its last link goes it stays so, which costs the order a look, and saves whoever deletes something the writing of other items.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of TRIGGERS) await sql.raw(`DROP TRIGGER IF EXISTS ${name} ON work_item_links`).execute(db);
  await sql`DROP FUNCTION IF EXISTS note_blocking`.execute(db);
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS blocking`.execute(db);
}

const TRIGGERS = ['links_made', 'links_changed'] as const;

const blocking = (links: string): string =>
  `UPDATE public.work_items w SET blocking = true WHERE NOT w.blocking AND w.id IN (SELECT k.source_id FROM ${links} k WHERE k.type = 'blocks')`;

const trigger = (name: (typeof TRIGGERS)[number], event: string): string =>
  `CREATE TRIGGER ${name} AFTER ${event} ON work_item_links REFERENCING NEW TABLE AS links FOR EACH STATEMENT EXECUTE FUNCTION note_blocking()`;

const statements = [
  'ALTER TABLE work_items ADD COLUMN blocking boolean NOT NULL DEFAULT false',
  // It changes no number that is kept.
  `SELECT set_config('espalier.uncounted', 'on', true)`,
  blocking('work_item_links'),
  `SELECT set_config('espalier.uncounted', 'off', true)`,
  `CREATE FUNCTION note_blocking() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${blocking('links')}; RETURN NULL; END $$`,
  trigger('links_made', 'INSERT'),
  trigger('links_changed', 'UPDATE'),
  'CREATE INDEX items_blocking ON work_items (root_id, state, id DESC) WHERE project_id IS NOT NULL AND blocking',
];
