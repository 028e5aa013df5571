import { type Kysely, sql } from 'kysely';

const WATCHED = ['group_id', 'project_id', 'state', 'confidential'];
const COLUMNS = WATCHED.join(', ');
const UNLESS_IMPORTING = `IF current_setting('espalier.uncounted', true) = 'on' THEN RETURN NULL; END IF;`;

/**
 * The kept numbers of items (007-lists-across-groups.ts) follow a statement that changes many items at once, not each of its rows: the last step of an import
 * may close a hundred thousand, and each row wrote two numbers, of which every later one had to pass all earlier versions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await drop(db, 'count_updated_item');
  const statements = [
    `CREATE FUNCTION count_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${UNLESS_IMPORTING}
      INSERT INTO public.item_counts AS c (${COLUMNS}, items)
      SELECT ${COLUMNS}, sum(items)::integer AS items
      FROM (SELECT ${COLUMNS}, 1 AS items FROM new_items UNION ALL SELECT ${COLUMNS}, -1 FROM old_items) n
      GROUP BY 1, 2, 3, 4 HAVING sum(items) <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (group_id, coalesce(project_id, 0), state, confidential) DO UPDATE SET items = c.items + excluded.items;
      RETURN NULL; END $$`,
    `CREATE TRIGGER items_updated AFTER UPDATE ON work_items REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
      FOR EACH STATEMENT EXECUTE FUNCTION count_updated_items()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await drop(db, 'count_updated_items');
  const owner = (row: string): string =>
    `c.group_id = ${row}.group_id AND c.project_id IS NOT DISTINCT FROM ${row}.project_id AND c.state = ${row}.state AND c.confidential = ${row}.confidential`;
  const values = (row: string): string => WATCHED.map((column) => `${row}.${column}`).join(', ');
  const statements = [
    `CREATE FUNCTION count_updated_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${UNLESS_IMPORTING}
      UPDATE public.item_counts c SET items = c.items - 1 WHERE ${owner('OLD')};
      INSERT INTO public.item_counts AS c (${COLUMNS}, items) VALUES (${values('NEW')}, 1)
      ON CONFLICT (group_id, coalesce(project_id, 0), state, confidential) DO UPDATE SET items = c.items + excluded.items;
      RETURN NULL; END $$`,
    `CREATE TRIGGER items_updated AFTER UPDATE ON work_items FOR EACH ROW
      WHEN ((${values('OLD')}) IS DISTINCT FROM (${values('NEW')})) EXECUTE FUNCTION count_updated_item()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function drop(db: Kysely<unknown>, name: string): Promise<void> {
  await sql`DROP TRIGGER IF EXISTS items_updated ON work_items`.execute(db);
  await sql.raw(`DROP FUNCTION IF EXISTS ${name}`).execute(db);
}
