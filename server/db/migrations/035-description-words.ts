import { type Kysely, sql } from 'kysely';

/**
 * The words of descriptions, where a search finds them, stand beside the items: in an index of the items' own table every edit, of whatever field, wrote all
 * words of the description anew. Only a change of the description writes here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const name of ['describe_items', 'describe_item']) {
    await sql.raw(`DROP TRIGGER IF EXISTS ${name} ON work_items`).execute(db);
    await sql.raw(`DROP FUNCTION IF EXISTS ${name}`).execute(db);
  }
  await sql`DROP TABLE IF EXISTS item_descriptions`.execute(db);
  await sql`CREATE INDEX items_by_description_words ON work_items USING gin (description gin_trgm_ops)`.execute(db);
}

// By name and not by the search path, in which an import puts other tables first.
const TABLE = 'public.item_descriptions';

const statements = [
  `CREATE TABLE item_descriptions (
    work_item_id bigint PRIMARY KEY REFERENCES work_items (id) ON DELETE CASCADE,
    description text NOT NULL
  )`,
  `INSERT INTO item_descriptions SELECT id, description FROM work_items WHERE description <> ''`,
  'DROP INDEX items_by_description_words',
  'CREATE INDEX item_descriptions_words ON item_descriptions USING gin (description gin_trgm_ops)',
  `CREATE FUNCTION describe_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO ${TABLE} SELECT n.id, n.description FROM new_items n WHERE n.description <> '';
    RETURN NULL; END $$`,
  `CREATE TRIGGER describe_items AFTER INSERT ON work_items REFERENCING NEW TABLE AS new_items
    FOR EACH STATEMENT EXECUTE FUNCTION describe_items()`,
  `CREATE FUNCTION describe_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.description <> '' THEN
      INSERT INTO ${TABLE} VALUES (NEW.id, NEW.description)
      ON CONFLICT (work_item_id) DO UPDATE SET description = excluded.description;
    ELSE
      DELETE FROM ${TABLE} WHERE work_item_id = NEW.id;
    END IF;
    RETURN NULL; END $$`,
  `CREATE TRIGGER describe_item AFTER UPDATE OF description ON work_items FOR EACH ROW
    WHEN (OLD.description IS DISTINCT FROM NEW.description) EXECUTE FUNCTION describe_item()`,
];
