import { sql } from 'kysely';
import { itemReadable } from '../access/filters.ts';
import type { Viewer } from '../access/viewer.ts';
import type { Db, Tx } from '../db/types.ts';
import { changePlan } from '../tree/change.ts';
import { denied, hidden, type Outcome } from '../tree/command.ts';
import { findEpic, may } from '../tree/items.ts';

/**
 * To-dos of the viewer. They are the viewer's own matter: no note, no event, no new lock version. What they are about must be readable:
 * a to-do of an item that became hidden is as absent as another person's.
 */

export interface MarkedTodo {
  readonly id: number;
  /** The viewer's pending to-dos, this one included. */
  readonly count: number;
}

/** EP-06.40: marks an epic for later. Who has done so already gets the same to-do again. `id`, where given, must be the epic's. */
export function markEpicTodo(
  db: Db,
  viewer: Viewer,
  input: { readonly groupPath: string; readonly iid: number; readonly id?: number },
  now: string,
): Promise<Outcome<MarkedTodo>> {
  return changePlan(db, viewer, now, async ({ tx, userId }) => {
    const epic = (await findEpic(tx, viewer, input.groupPath, input.iid)) ?? hidden();
    if (input.id !== undefined && input.id !== epic.id) hidden();
    if (!may(viewer, 'createTodo', epic)) denied();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO todos (user_id, work_item_id, created_at, updated_at)
      VALUES (${userId}, ${epic.id}, ${now}::timestamptz, ${now}::timestamptz)
      ON CONFLICT (user_id, work_item_id) WHERE state = 'pending' DO UPDATE SET updated_at = todos.updated_at
      RETURNING id
    `.execute(tx);
    const id = rows[0]?.id ?? hidden();
    return { id, count: (await countTodos(tx, viewer)).pending };
  });
}

export interface TodoCounts {
  readonly pending: number;
  readonly done: number;
}

/** EP-06.41: takes a to-do from the list: it is done. One that is done already stays so. */
export function finishTodo(db: Db, viewer: Viewer, id: number, now: string): Promise<Outcome<TodoCounts>> {
  return changePlan(db, viewer, now, async ({ tx, userId }) => {
    const { rows } = await sql<{ id: number }>`
      UPDATE todos t SET state = 'done', updated_at = CASE t.state WHEN 'done' THEN t.updated_at ELSE ${now}::timestamptz END
      FROM work_items w JOIN groups g ON g.id = w.group_id
      WHERE t.id = ${id} AND t.user_id = ${userId} AND w.id = t.work_item_id AND ${itemReadable(viewer, 'w', 'g')}
      RETURNING t.id
    `.execute(tx);
    if (rows.length === 0) hidden();
    return countTodos(tx, viewer);
  });
}

/** How many to-dos the viewer has, about items that may be seen. */
async function countTodos(tx: Tx, viewer: Viewer): Promise<TodoCounts> {
  const { rows } = await sql<TodoCounts>`
    SELECT count(*) FILTER (WHERE t.state = 'pending')::int AS pending, count(*) FILTER (WHERE t.state = 'done')::int AS done
    FROM todos t JOIN work_items w ON w.id = t.work_item_id JOIN groups g ON g.id = w.group_id
    WHERE t.user_id = ${viewer.userId}::bigint AND ${itemReadable(viewer, 'w', 'g')}
  `.execute(tx);
  return rows[0] ?? { pending: 0, done: 0 };
}
