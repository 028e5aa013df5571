import type { OpenDatabase } from '../../../server/db/connection.ts';
import { sql } from 'kysely';
import { recountAll } from '../../../server/store/sql/rollups.ts';

export const EPICS = 1000;
export const ISSUES_EACH = 100;
export const GROUP = 'bench';
/** A group of its own with epics that have dates. */
export const ROADMAP_GROUP = 'roadmap';
export const ROADMAP_EPICS = 10_000;

/** A public group with 1,000 epics of 100 issues each: labels, assignees, milestones and the order of children included. */
export async function fill({ db }: OpenDatabase): Promise<void> {
  const run = (text: string): Promise<unknown> => sql.raw(text).execute(db);
  await run(`INSERT INTO groups (id, path, full_path, name, full_name, visibility, traversal_ids)
    VALUES (1000, '${GROUP}', '${GROUP}', 'Bench', 'Bench', 'public', '{1000}')`);
  await run(`INSERT INTO projects (id, group_id, path, full_path, name, visibility)
    VALUES (1000, 1000, 'work', '${GROUP}/work', 'Work', 'public')`);
  await run(
    `INSERT INTO users (id, username, name) SELECT n, 'user' || n, 'User ' || n FROM generate_series(1001, 1050) n`,
  );
  await run(`INSERT INTO labels (id, group_id, title, color)
    SELECT n, 1000, 'label ' || n, '#1068bf' FROM generate_series(1001, 1040) n`);
  await run(`INSERT INTO milestones (id, iid, group_id, title, start_date, due_date)
    SELECT n, n, 1000, 'v' || n, '2026-01-01', '2026-06-30' FROM generate_series(1, 20) n`);
  await run(`INSERT INTO work_items (id, iid, type, group_id, title, author_id)
    SELECT 10000 + n, n, 'epic', 1000, 'Epic ' || n, 1001 FROM generate_series(1, ${EPICS}) n`);
  await run(`INSERT INTO work_items (id, iid, type, group_id, project_id, title, state, author_id, weight, milestone_id, due_date, created_at)
    SELECT 1000000 + n, n, 'issue', 1000, 1000, 'Issue number ' || n, CASE WHEN n % 3 = 0 THEN 'closed' ELSE 'opened' END,
      1001, n % 9, 1 + n % 20, '2026-05-01', '2026-01-02T03:04:05Z' FROM generate_series(1, ${EPICS * ISSUES_EACH}) n`);
  await run(`INSERT INTO parent_links (parent_id, child_id, relative_position)
    SELECT 10001 + (n - 1) / ${ISSUES_EACH}, 1000000 + n, ((n - 1) % ${ISSUES_EACH}) * 513
    FROM generate_series(1, ${EPICS * ISSUES_EACH}) n`);
  await run(`INSERT INTO work_item_labels SELECT 1000000 + n, 1001 + (n + k) % 40
    FROM generate_series(1, ${EPICS * ISSUES_EACH}) n, generate_series(0, 1) k`);
  await run(`INSERT INTO work_item_people (work_item_id, role, user_id, place) SELECT 1000000 + n, 'assignee', 1001 + (n + k * 7) % 50, k
    FROM generate_series(1, ${EPICS * ISSUES_EACH}) n, generate_series(0, 1) k`);
  await run(`INSERT INTO groups (id, path, full_path, name, full_name, visibility, traversal_ids)
    VALUES (2000, '${ROADMAP_GROUP}', '${ROADMAP_GROUP}', 'Roadmap', 'Roadmap', 'public', '{2000}')`);
  await run(`INSERT INTO work_items (id, iid, type, group_id, title, author_id, start_date, start_date_fixed, start_date_is_fixed, due_date,
      due_date_fixed, due_date_is_fixed)
    SELECT 50000 + n, n, 'epic', 2000, 'Epic ' || n, 1001, d.day, d.day, TRUE, d.day + 20 + n % 60, d.day + 20 + n % 60, TRUE
    FROM generate_series(1, ${ROADMAP_EPICS}) n, LATERAL (SELECT date '2025-05-01' + (n * 7919) % 1096 AS day) d`);
  await run(`INSERT INTO work_item_links (source_id, type, target_id)
    SELECT 50000 + n, 'blocks', 50001 + n FROM generate_series(1, ${ROADMAP_EPICS} - 1) n WHERE n % 5 = 0`);
  await db.transaction().execute((tx) => recountAll(tx));
  await run('ANALYZE');
}
