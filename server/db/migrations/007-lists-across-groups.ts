import { type Kysely, sql } from 'kysely';

/**
 * Lists across the groups below a top group (server/graphql/plan/across.ts). Each item names its top group, so that an index holds all items of a tree in the
 * order of a list; how many there are is kept and not counted; words are found by their trigrams.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE IF EXISTS item_counts CASCADE`.execute(db);
  for (const name of ['items_inserted', 'items_deleted', 'items_updated', 'items_of_a_tree'])
    await sql.raw(`DROP TRIGGER IF EXISTS ${name} ON work_items`).execute(db);
  await sql`DROP TRIGGER IF EXISTS groups_of_a_tree ON groups`.execute(db);
  for (const name of [
    'count_inserted_items',
    'count_deleted_items',
    'count_updated_item',
    'name_tree_of_item',
    'name_tree_of_items',
  ])
    await sql.raw(`DROP FUNCTION IF EXISTS ${name}`).execute(db);
  for (const [name] of INDEXES) await sql.raw(`DROP INDEX IF EXISTS ${name}`).execute(db);
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS root_id`.execute(db);
  await sql`DROP INDEX work_item_labels_label`.execute(db);
  await sql`CREATE INDEX work_item_labels_label ON work_item_labels (label_id)`.execute(db);
  await sql`DROP INDEX work_item_people_user`.execute(db);
  await sql`CREATE INDEX work_item_people_user ON work_item_people (user_id)`.execute(db);
}

/** The orders of the client's lists. What is missing comes last in both directions, and so has an index of its own. */
const DATES = ['start_date', 'due_date'];
const ORDERS = { created_at: 'created_at', updated_at: 'updated_at', title: 'lower(title)' };

const ofTree = (kind: 'epics' | 'items'): [string, string][] => {
  const only = `project_id IS ${kind === 'epics' ? '' : 'NOT '}NULL`;
  const dates = kind === 'epics' ? DATES : DATES.slice(1);
  return [
    ...Object.entries(ORDERS).map(([name, key]): [string, string] => [
      `${kind}_by_${name}`,
      `(root_id, state, ${key} DESC, id DESC) WHERE ${only}`,
    ]),
    ...dates.flatMap((date): [string, string][] => [
      [`${kind}_by_${date}`, `(root_id, state, ${date}, id DESC) WHERE ${only} AND ${date} IS NOT NULL`],
      [`${kind}_without_${date}`, `(root_id, state, id DESC) WHERE ${only} AND ${date} IS NULL`],
    ]),
  ];
};

const INDEXES: readonly (readonly [name: string, on: string])[] = [
  ...ofTree('epics'),
  ...ofTree('items'),
  ['items_by_title_words', 'USING gin (title gin_trgm_ops)'],
  ['items_by_description_words', 'USING gin (description gin_trgm_ops)'],
  ['items_by_iid', '(iid)'],
  // Whether an item may be seen, without its row: of thousands that have a label it is asked of each.
  ['items_seen', '(id) INCLUDE (project_id, group_id, state, confidential, author_id)'],
];

/** How many items rows of a transition table, or one row, stand for. */
const grouped = (table: string): string =>
  `(SELECT group_id, project_id, state, confidential, count(*)::integer AS items FROM ${table} GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4)`;

/** An import counts when it ends: what it writes is not to be seen before, and must keep nobody waiting. */
const UNLESS_IMPORTING = `IF current_setting('espalier.uncounted', true) = 'on' THEN RETURN NULL; END IF;`;
/** By name and not by the search path, in which an import puts other tables first. */
const COUNTS = 'public.item_counts';

const added = (from: string): string => `
  INSERT INTO ${COUNTS} AS c (group_id, project_id, state, confidential, items) SELECT n.* FROM ${from} n
  ON CONFLICT (group_id, coalesce(project_id, 0), state, confidential) DO UPDATE SET items = c.items + excluded.items;`;

/** No row is made here: those of a group that is being deleted are gone. */
const removed = (from: string): string => `
  UPDATE ${COUNTS} c SET items = c.items - o.items FROM ${from} o
  WHERE c.group_id = o.group_id AND c.project_id IS NOT DISTINCT FROM o.project_id AND c.state = o.state AND c.confidential = o.confidential;`;

const trigger = (name: string, body: string): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} END $$`;

const one = (row: 'NEW' | 'OLD'): string =>
  `(SELECT ${row}.group_id, ${row}.project_id, ${row}.state, ${row}.confidential, 1 AS items)`;

const statements = [
  'CREATE EXTENSION IF NOT EXISTS pg_trgm',
  'ALTER TABLE work_items ADD COLUMN root_id bigint',
  'UPDATE work_items w SET root_id = g.traversal_ids[1] FROM groups g WHERE g.id = w.group_id',
  trigger(
    'name_tree_of_item',
    'NEW.root_id := (SELECT g.traversal_ids[1] FROM public.groups g WHERE g.id = NEW.group_id); RETURN NEW;',
  ),
  `CREATE TRIGGER items_of_a_tree BEFORE INSERT OR UPDATE OF group_id ON work_items
    FOR EACH ROW EXECUTE FUNCTION name_tree_of_item()`,
  trigger(
    'name_tree_of_items',
    'UPDATE public.work_items SET root_id = NEW.traversal_ids[1] WHERE group_id = NEW.id; RETURN NULL;',
  ),
  `CREATE TRIGGER groups_of_a_tree AFTER UPDATE OF traversal_ids ON groups
    FOR EACH ROW WHEN (OLD.traversal_ids[1] IS DISTINCT FROM NEW.traversal_ids[1]) EXECUTE FUNCTION name_tree_of_items()`,
  `CREATE TABLE item_counts (
    group_id bigint NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    project_id bigint REFERENCES projects (id) ON DELETE CASCADE,
    state text NOT NULL,
    confidential boolean NOT NULL,
    items integer NOT NULL
  )`,
  'CREATE UNIQUE INDEX item_counts_owner ON item_counts (group_id, coalesce(project_id, 0), state, confidential)',
  'CREATE INDEX item_counts_project ON item_counts (project_id) WHERE project_id IS NOT NULL',
  `INSERT INTO item_counts SELECT * FROM ${grouped('work_items')} n`,
  trigger('count_inserted_items', `${UNLESS_IMPORTING} ${added(grouped('new_items'))} RETURN NULL;`),
  `CREATE TRIGGER items_inserted AFTER INSERT ON work_items REFERENCING NEW TABLE AS new_items
    FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_items()`,
  trigger('count_deleted_items', `${UNLESS_IMPORTING} ${removed(grouped('old_items'))} RETURN NULL;`),
  `CREATE TRIGGER items_deleted AFTER DELETE ON work_items REFERENCING OLD TABLE AS old_items
    FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_items()`,
  trigger('count_updated_item', `${UNLESS_IMPORTING} ${removed(one('OLD'))} ${added(one('NEW'))} RETURN NULL;`),
  `CREATE TRIGGER items_updated AFTER UPDATE ON work_items FOR EACH ROW
    WHEN ((OLD.group_id, OLD.project_id, OLD.state, OLD.confidential) IS DISTINCT FROM (NEW.group_id, NEW.project_id, NEW.state, NEW.confidential))
    EXECUTE FUNCTION count_updated_item()`,
  ...INDEXES.map(([name, on]) => `CREATE INDEX ${name} ON work_items ${on}`),
  'DROP INDEX work_item_labels_label',
  'CREATE INDEX work_item_labels_label ON work_item_labels (label_id, work_item_id)',
  'DROP INDEX work_item_people_user',
  'CREATE INDEX work_item_people_user ON work_item_people (user_id, role, work_item_id)',
];
