import { type Kysely, sql } from 'kysely';

/**
 * How many task items a description has, and how many of them are completed (server/store/sql/task-counts.ts), so that no list renders texts. Null: not counted
 * yet. What is here is counted by jobs, piece by piece, while the server runs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE work_items ADD COLUMN task_count integer, ADD COLUMN tasks_completed integer`.execute(db);
  await sql`INSERT INTO espalier_jobs.job (name, data, retry_limit, retry_delay, retry_backoff, expire_in, policy)
    SELECT 'jobs', '{"kind": "countTasks", "after": 0}'::jsonb, 14, 5, TRUE, interval '1 minute', 'standard'
    WHERE EXISTS (SELECT FROM work_items)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM espalier_jobs.job WHERE data ->> 'kind' = 'countTasks'`.execute(db);
  await sql`ALTER TABLE work_items DROP COLUMN IF EXISTS task_count, DROP COLUMN IF EXISTS tasks_completed`.execute(db);
}
