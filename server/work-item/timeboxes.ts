import { sql } from 'kysely';
import type { Change } from '../tree/change.ts';
import { refuse } from '../tree/command.ts';
import type { Item } from '../tree/items.ts';

/** Milestones and iterations of an item: only those of its project, its group and the groups above exist for it. Answers the note's text. */
export async function changeMilestone(change: Change, item: Item, id: number | null): Promise<string> {
  if (id === null) return 'removed milestone';
  const { rows } = await sql<{ title: string }>`
    SELECT title FROM milestones
    WHERE id = ${id} AND (group_id = ANY(${item.traversal_ids}::bigint[]) OR project_id = ${item.project_id}::bigint)
  `.execute(change.tx);
  const milestone = rows[0] ?? refuse(422, 'Milestone does not exist');
  return `changed milestone to %"${milestone.title}"`;
}

export async function changeIteration(change: Change, item: Item, id: number | null): Promise<string> {
  if (id === null) return 'removed iteration';
  const { rows } = await sql<{ title: string | null; start_date: string; due_date: string }>`
    SELECT title, start_date, due_date FROM iterations WHERE id = ${id} AND group_id = ANY(${item.traversal_ids}::bigint[])
  `.execute(change.tx);
  const iteration = rows[0] ?? refuse(422, 'Iteration does not exist');
  return `changed iteration to **${iteration.title ?? `${iteration.start_date} – ${iteration.due_date}`}**`;
}
