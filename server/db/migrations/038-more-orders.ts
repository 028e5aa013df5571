import { type Kysely, sql } from 'kysely';

/**
 * More orders of lists across the groups below a top group (007-lists-across-groups.ts, server/graphql/plan/across.ts). What an order takes from another table is
 * kept with the item: the due date of its milestone, and how many people like it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of TRIGGERS) await sql.raw(`DROP TRIGGER IF EXISTS ${name} ON ${on}`).execute(db);
  for (const name of ['date_item_by_milestone', 'date_items_of_milestone', 'count_likes', 'count_likes_less'])
    await sql.raw(`DROP FUNCTION IF EXISTS ${name}`).execute(db);
  for (const name of [...INDEXES.map(([index]) => index), 'links_by_position', 'links_by_position_down'])
    await sql.raw(`DROP INDEX IF EXISTS ${name}`).execute(db);
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS milestone_due, DROP COLUMN IF EXISTS upvotes`.execute(db);
}

const TRIGGERS = [
  ['items_dated_by_milestone', 'work_items'],
  ['milestones_dated', 'milestones'],
  ['likes_given', 'award_emoji'],
  ['likes_taken_back', 'award_emoji'],
] as const;

/** As core's filters order by it (server/graphql/filters/issues.ts). */
const HEALTH = `(CASE health_status WHEN 'atRisk' THEN 3 WHEN 'needsAttention' THEN 2 WHEN 'onTrack' THEN 1 END)`;

const ISSUES = 'project_id IS NOT NULL';

/** Where many items have the same value, each direction needs an index: the newer item comes first in both. */
const bothWays = (name: string, key: string, has: string): [string, string][] => [
  [`items_by_${name}`, `(root_id, state, ${key}, id DESC) WHERE ${ISSUES} AND ${has}`],
  [`items_by_${name}_down`, `(root_id, state, ${key} DESC, id DESC) WHERE ${ISSUES} AND ${has}`],
];

const INDEXES: readonly (readonly [name: string, on: string])[] = [
  ...bothWays('weight', 'weight', 'weight IS NOT NULL'),
  ...bothWays('health', HEALTH, `${HEALTH} IS NOT NULL`),
  ...bothWays('milestone_due', 'milestone_due', 'milestone_due IS NOT NULL'),
  ...bothWays('upvotes', 'upvotes', 'upvotes > 0'),
  ['items_by_closed_at', `(root_id, state, closed_at, id DESC) WHERE ${ISSUES} AND closed_at IS NOT NULL`],
  // Few have no weight in one plan, and all in another.
  ['items_without_weight', `(root_id, state, id DESC) WHERE ${ISSUES} AND weight IS NULL`],
  ['items_closed_without_time', `(root_id, id DESC) WHERE ${ISSUES} AND state = 'closed' AND closed_at IS NULL`],
  // One for all that have no value otherwise. What has one is passed over in the index.
  ['items_by_id', `(root_id, state, id DESC, milestone_due, closed_at, upvotes, ${HEALTH}) WHERE ${ISSUES}`],
];

const likes = (from: string): string =>
  `SELECT work_item_id AS id, count(*)::integer AS n FROM ${from} WHERE work_item_id IS NOT NULL AND name = 'thumbsup' GROUP BY 1`;

const countLikes = (name: string, from: string, sign: '+' | '-'): string =>
  `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE public.work_items w SET upvotes = w.upvotes ${sign} l.n FROM (${likes(from)}) l WHERE w.id = l.id;
    RETURN NULL; END $$`;

const statements = [
  'ALTER TABLE work_items ADD COLUMN milestone_due date, ADD COLUMN upvotes integer NOT NULL DEFAULT 0',
  // Neither changes a number that is kept.
  `SELECT set_config('espalier.uncounted', 'on', true)`,
  `UPDATE work_items w SET milestone_due = m.due_date FROM milestones m WHERE m.id = w.milestone_id AND m.due_date IS NOT NULL`,
  `UPDATE work_items w SET upvotes = l.n FROM (${likes('award_emoji')}) l WHERE w.id = l.id`,
  `SELECT set_config('espalier.uncounted', 'off', true)`,
  // The lock: a date that is changed at the same moment is waited for, or waits and finds this item.
  `CREATE FUNCTION date_item_by_milestone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP = 'UPDATE' AND NEW.milestone_id IS NOT DISTINCT FROM OLD.milestone_id THEN RETURN NEW; END IF;
    NEW.milestone_due := NULL;
    IF NEW.milestone_id IS NOT NULL THEN
      SELECT m.due_date INTO NEW.milestone_due FROM public.milestones m WHERE m.id = NEW.milestone_id FOR SHARE;
    END IF;
    RETURN NEW; END $$`,
  `CREATE TRIGGER items_dated_by_milestone BEFORE INSERT OR UPDATE OF milestone_id ON work_items
    FOR EACH ROW EXECUTE FUNCTION date_item_by_milestone()`,
  // Where there are many, jobs do it afterwards.
  `CREATE FUNCTION date_items_of_milestone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF current_setting('espalier.dates_later', true) = 'on' THEN RETURN NULL; END IF;
    UPDATE public.work_items SET milestone_due = NEW.due_date WHERE milestone_id = NEW.id; RETURN NULL; END $$`,
  `CREATE TRIGGER milestones_dated AFTER UPDATE OF due_date ON milestones
    FOR EACH ROW WHEN (OLD.due_date IS DISTINCT FROM NEW.due_date) EXECUTE FUNCTION date_items_of_milestone()`,
  countLikes('count_likes', 'new_likes', '+'),
  `CREATE TRIGGER likes_given AFTER INSERT ON award_emoji REFERENCING NEW TABLE AS new_likes
    FOR EACH STATEMENT EXECUTE FUNCTION count_likes()`,
  countLikes('count_likes_less', 'old_likes', '-'),
  `CREATE TRIGGER likes_taken_back AFTER DELETE ON award_emoji REFERENCING OLD TABLE AS old_likes
    FOR EACH STATEMENT EXECUTE FUNCTION count_likes_less()`,
  ...INDEXES.map(([name, on]) => `CREATE INDEX ${name} ON work_items ${on}`),
  'CREATE INDEX links_by_position ON parent_links (relative_position, child_id DESC)',
  'CREATE INDEX links_by_position_down ON parent_links (relative_position DESC, child_id DESC)',
];
