import { sql } from 'kysely';
import { hashSecret } from '../../auth/secrets.ts';
import type { OpenDatabase } from '../../db/open-database.ts';
import { recountAll } from '../../store/sql/rollups.ts';

/**
 * A plan of any size, by seed: the same numbers give the same plan. Which project an issue belongs to, whether it is confidential and which epic it stands
 * under are drawn independently of one another, so that no index happens to answer for another.
 */

/** The group above all others. Public, as everything that is not drawn to be private or internal. */
export const TOP = 'scale';
/** A subgroup of it, in which the member has their only role. */
export const TEAM = `${TOP}/team-3`;
export const EPICS = 10_000;
const TEAMS = 12;
const SQUADS_EACH = 8;
const PROJECTS_EACH = 3;
const GROUPS = 1 + TEAMS + TEAMS * SQUADS_EACH;
const PROJECTS = GROUPS * PROJECTS_EACH;
const PEOPLE = 400;
/** The member is an author and an assignee like everybody else; the owner is neither. */
const FIRST_AUTHOR = 2;
const LABELS = 60;
const MILESTONES = 24;

/** Ids begin here: what a migration or the first start has written stays out of the way. */
const BASE = 1_000_000;
/** The first epics of the top group: one with many issues, and one with many epics below it. */
export const WIDE_EPIC = 1;
export const WIDE_ISSUES = 1000;
export const DEEP_EPIC = 2;
export const DEEP_EPICS = 1000;

/** Epics of the top group without a parent: they can be added somewhere. */
export const FREE_EPICS = 9001;

/** One title in fifty has the common word, one in a hundred thousand the rare one (and one at least). */
export const WORD = 'login';
export const RARE_WORD = 'zygote';
const WORDS = [
  'board', 'filter', 'export', 'search', 'mobile', 'editor', 'report', 'import', 'token', 'webhook', 'upload', 'invite', 'sidebar',
  'timeline', 'keyboard', 'permission', 'milestone', 'calendar', 'archive', 'billing', 'profile', 'avatar', 'comment', 'mention', 'approval',
]; // prettier-ignore

/** Whose requests are measured. A visitor has no token. */
export type Person = 'root' | 'owner' | 'member' | 'visitor';
export const tokenOf = (person: Person): string | null => (person === 'visitor' ? null : `scale-${person}`);
const USER_IDS = { root: 1, owner: BASE + 1, member: BASE + 2 } as const;

/** A number from 0 up to `below`, drawn by `n` and a name: `draw('n', 'state', 3)`. */
const draw = (n: string, name: string, below: number): string =>
  `(abs(hashint8extended(${n}, ${[...name].reduce((sum, char) => sum * 31 + char.charCodeAt(0), 7) % 1_000_003}) % ${below}))`;

const word = (n: string, name: string): string =>
  `(ARRAY[${WORDS.map((one) => `'${one}'`).join(', ')}])[1 + ${draw(n, name, WORDS.length)}]`;

const title = (n: string, rareEvery: number): string =>
  `initcap(${word(n, 'first')}) || ' ' || ${word(n, 'second')} || ' ' || ${word(n, 'third')} || ' ' || ${n} ` +
  `|| CASE WHEN ${draw(n, 'word', 50)} = 0 THEN ' ${WORD}' ELSE '' END || CASE WHEN ${n} % ${rareEvery} = 1 THEN ' ${RARE_WORD}' ELSE '' END`;

const visibility = (n: string, name: string): string =>
  `(ARRAY['private', 'internal', 'public', 'public'])[1 + ${draw(n, name, 4)}]`;

const instant = (n: string, name: string): string =>
  `timestamptz '2024-01-01' + ${draw(n, name, 60_000_000)} * interval '1 second'`;

/** Fills an empty, migrated database with so many issues, and 10,000 epics, in one group tree. */
export async function fill({ db }: Pick<OpenDatabase, 'db'>, issues: number): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  const team = `(n - 1) / ${SQUADS_EACH} + 1`;
  await run(
    `INSERT INTO users (id, username, name) SELECT ${BASE} + n, 'person' || n, 'Person ' || n FROM generate_series(1, ${PEOPLE}) n`,
  );
  await run(`INSERT INTO groups (id, path, full_path, name, full_name, visibility, traversal_ids)
    VALUES (${BASE}, '${TOP}', '${TOP}', 'Scale', 'Scale', 'public', '{${BASE}}')`);
  await run(`INSERT INTO groups (id, parent_id, path, full_path, name, full_name, visibility, traversal_ids)
    SELECT ${BASE} + n, ${BASE}, 'team-' || n, '${TOP}/team-' || n, 'Team ' || n, 'Scale / Team ' || n, ${visibility('n', 'team')},
      ARRAY[${BASE}, ${BASE} + n] FROM generate_series(1, ${TEAMS}) n`);
  await run(`INSERT INTO groups (id, parent_id, path, full_path, name, full_name, visibility, traversal_ids)
    SELECT ${BASE} + ${TEAMS} + n, ${BASE} + ${team}, 'squad-' || n, '${TOP}/team-' || ${team} || '/squad-' || n, 'Squad ' || n,
      'Scale / Team ' || ${team} || ' / Squad ' || n, CASE (SELECT t.visibility FROM groups t WHERE t.id = ${BASE} + ${team})
        WHEN 'public' THEN ${visibility('n', 'squad')} ELSE 'private' END,
      ARRAY[${BASE}, ${BASE} + ${team}, ${BASE} + ${TEAMS} + n] FROM generate_series(1, ${TEAMS * SQUADS_EACH}) n`);
  await run(`INSERT INTO projects (id, group_id, path, full_path, name, visibility)
    SELECT ${BASE} + n, g.id, 'project-' || n, g.full_path || '/project-' || n, 'Project ' || n,
      CASE g.visibility WHEN 'public' THEN ${visibility('n', 'project')} ELSE g.visibility END
    FROM generate_series(1, ${PROJECTS}) n JOIN groups g ON g.id = ${BASE} + (n - 1) % ${GROUPS}`);
  await run(`INSERT INTO memberships (user_id, group_id, access_level)
    VALUES (${USER_IDS.owner}, ${BASE}, 50), (${USER_IDS.member}, ${BASE} + 3, 30)`);
  for (const [person, id] of Object.entries(USER_IDS)) {
    const hash = hashSecret(`scale-${person}`);
    await run(`INSERT INTO access_tokens (user_id, name, token_hash) VALUES (${id}, 'scale', '${hash}')`);
  }
  await run(`INSERT INTO labels (id, group_id, title, color)
    SELECT ${BASE} + n, ${BASE}, 'label ' || n, '#1068bf' FROM generate_series(1, ${LABELS}) n`);
  await run(`INSERT INTO milestones (id, iid, group_id, title, start_date, due_date)
    SELECT ${BASE} + n, n, ${BASE}, 'v' || n, date '2025-01-01' + n * 30, date '2025-01-30' + n * 30 FROM generate_series(1, ${MILESTONES}) n`);
  await fillEpics(run);
  await fillIssues(run, issues);
  await db.transaction().execute((tx) => recountAll(tx));
  // As the database does by itself after a while.
  await run('VACUUM ANALYZE');
}

/** Epic n stands in a drawn group; the first two are the top group's own, the next thousand stand under the second one. A third of the others has a parent. */
async function fillEpics(run: (text: string) => Promise<unknown>): Promise<void> {
  const start = `date '2025-01-01' + ${draw('n', 'start', 900)}::int`;
  await run(`INSERT INTO work_items (id, iid, type, group_id, title, state, confidential, author_id, start_date, start_date_fixed, start_date_is_fixed,
      due_date, due_date_fixed, due_date_is_fixed, created_at, updated_at, closed_at)
    SELECT ${BASE} + n, n, 'epic', CASE WHEN n <= ${DEEP_EPIC + DEEP_EPICS} OR n >= ${FREE_EPICS} THEN ${BASE} ELSE ${BASE} + ${draw('n', 'group', GROUPS)} END,
      ${title('n', 10_000)}, CASE WHEN n <= 2 OR ${draw('n', 'state', 3)} > 0 THEN 'opened' ELSE 'closed' END, n > 2 AND ${draw('n', 'confidential', 20)} = 0,
      ${BASE} + ${FIRST_AUTHOR} + ${draw('n', 'author', PEOPLE - FIRST_AUTHOR)}, ${start}, ${start}, TRUE,
      ${start} + 20 + ${draw('n', 'length', 200)}::int, ${start} + 20 + ${draw('n', 'length', 200)}::int, TRUE,
      ${instant('n', 'created')}, ${instant('n', 'updated')},
      CASE WHEN n <= 2 OR ${draw('n', 'state', 3)} > 0 THEN NULL ELSE timestamptz '2026-06-01' END
    FROM generate_series(1, ${EPICS}) n`);
  // A parent has a smaller number and none itself: two levels, and no circles.
  await run(`INSERT INTO parent_links (parent_id, child_id, relative_position)
    SELECT ${BASE} + CASE WHEN n <= ${DEEP_EPIC + DEEP_EPICS} THEN ${DEEP_EPIC} ELSE ${DEEP_EPIC + DEEP_EPICS} + 1 + 3 * ${draw('n', 'epic', 1000)} END,
      ${BASE} + n, n * 512
    FROM generate_series(${DEEP_EPIC + 1}, ${EPICS}) n
    WHERE n <= ${DEEP_EPIC + DEEP_EPICS} OR (n > 5000 AND n < ${FREE_EPICS} AND ${draw('n', 'parent', 3)} = 0)`);
}

async function fillIssues(run: (text: string) => Promise<unknown>, issues: number): Promise<void> {
  const first = BASE + EPICS;
  const PIECE = 100_000;
  for (let from = 1; from <= issues; from += PIECE) {
    const last = Math.min(from + PIECE - 1, issues);
    const series = `generate_series(${from}, ${last}) n`;
    const closed = `${draw('n', 'state', 5)} < 3`;
    await run(`INSERT INTO work_items (id, iid, type, group_id, project_id, title, description, state, confidential, author_id, weight, milestone_id,
        due_date, created_at, updated_at, closed_at, health_status)
      SELECT ${first} + n, n, CASE WHEN ${draw('n', 'type', 20)} = 0 THEN 'task' ELSE 'issue' END, p.group_id, p.id, ${title('n', 100_000)},
        'What is wanted, by ' || ${word('n', 'wanted')} || '.', CASE WHEN ${closed} THEN 'closed' ELSE 'opened' END, ${draw('n', 'confidential', 20)} = 0,
        ${BASE} + ${FIRST_AUTHOR} + ${draw('n', 'author', PEOPLE - FIRST_AUTHOR)}, ${draw('n', 'weight', 9)},
        CASE WHEN ${draw('n', 'planned', 2)} = 0 THEN ${BASE} + 1 + ${draw('n', 'milestone', MILESTONES)} END,
        CASE WHEN ${draw('n', 'due', 2)} = 0 THEN date '2025-01-01' + ${draw('n', 'day', 900)}::int END,
        ${instant('n', 'created')}, ${instant('n', 'updated')}, CASE WHEN ${closed} THEN ${instant('n', 'closed')} END,
        (ARRAY['onTrack', 'needsAttention', 'atRisk'])[1 + ${draw('n', 'health', 12)}]
      FROM ${series} JOIN projects p ON p.id = ${BASE} + 1 + ${draw('n', 'project', PROJECTS)}`);
    await run(`INSERT INTO parent_links (parent_id, child_id, relative_position)
      SELECT ${BASE} + CASE WHEN n <= ${WIDE_ISSUES} THEN ${WIDE_EPIC} ELSE 2 + ${draw('n', 'epic', EPICS - 2)} END, ${first} + n, n::int
      FROM ${series} JOIN work_items w ON w.id = ${first} + n WHERE w.type = 'issue' AND (n <= ${WIDE_ISSUES} OR ${draw('n', 'parent', 5)} > 0)`);
    await run(`INSERT INTO work_item_labels SELECT DISTINCT ${first} + n, ${BASE} + 1 + ${draw('n + k * 10000000', 'label', LABELS)}
      FROM ${series}, generate_series(0, 1) k`);
    await run(`INSERT INTO work_item_people (work_item_id, role, user_id, place)
      SELECT ${first} + n, 'assignee', ${BASE} + ${FIRST_AUTHOR} + ${draw('n', 'assignee', PEOPLE - FIRST_AUTHOR)}, 0 FROM ${series}`);
    // One in thirty blocks another one, one in twenty is liked by up to seven people.
    await run(`INSERT INTO work_item_links (type, source_id, target_id)
      SELECT 'blocks', ${first} + n, ${first} + 1 + ${draw('n', 'blocked', last)} FROM ${series}
      WHERE ${draw('n', 'blocks', 30)} = 0 AND n <> 1 + ${draw('n', 'blocked', last)}`);
    await run(`INSERT INTO award_emoji (work_item_id, user_id, name)
      SELECT ${first} + n, ${BASE} + ${FIRST_AUTHOR} + k, 'thumbsup' FROM ${series}, generate_series(1, 7) k
      WHERE ${draw('n', 'liked', 20)} = 0 AND k <= 1 + ${draw('n', 'likes', 7)}`);
  }
}
