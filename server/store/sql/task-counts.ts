import { sql } from 'kysely';
import type { CountTasks } from '../../command/job.ts';
import type { Tx } from '../../db/types.ts';
import { sendJobs } from '../../jobs/queue.ts';
import { keptTasks } from '../../text/task-counts.ts';
import { MAY_HAVE_TASKS } from '../../text/task-items.ts';

/** Items that one job counts: nobody waits long for those that it writes. */
const PIECE = 200;

const MAY_HAVE = MAY_HAVE_TASKS.source;

/** IE-06.71: counts the tasks of the next items that nobody has counted yet, and leaves those after them to another job. */
export async function countPiece(tx: Tx, { after }: CountTasks): Promise<void> {
  const { rows } = await sql<{ id: number; text: string | null }>`
    SELECT id, CASE WHEN description ~ ${MAY_HAVE} THEN description END AS text
    FROM work_items WHERE id > ${after} AND task_count IS NULL AND description IS NOT NULL ORDER BY id LIMIT ${PIECE}
  `.execute(tx);
  const counted = [];
  for (const { id, text } of rows) {
    counted.push({ id, ...keptTasks(text) });
    // Requests have their turn between two texts.
    if (text !== null) await new Promise(setImmediate);
  }
  // What somebody has written meanwhile is counted.
  await sql`
    UPDATE work_items w SET task_count = x.task_count, tasks_completed = x.tasks_completed
    FROM jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) AS x (id bigint, task_count int, tasks_completed int)
    WHERE w.id = x.id AND w.task_count IS NULL
  `.execute(tx);
  const last = rows.at(-1)?.id;
  if (rows.length === PIECE && last !== undefined) await sendJobs(tx, [{ kind: 'countTasks', after: last }]);
}

/** SQL: `ToldTasks` of a row, as JSON. */
export const tasksSql = (a: string): string =>
  `json_build_object('task_count', ${a}.task_count, 'tasks_completed', ${a}.tasks_completed, ` +
  `'uncounted', CASE WHEN ${a}.task_count IS NULL AND ${a}.description ~ '${MAY_HAVE}' THEN ${a}.description END)`;
