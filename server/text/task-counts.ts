import type { KeptTasks } from '../command/item.ts';
import { countTasks, type TaskCounts } from './markdown.ts';

/** What is kept with a text. */
export function keptTasks(source: string | null): KeptTasks {
  const { count, completed_count } = countTasks(source ?? '');
  return { task_count: count, tasks_completed: completed_count };
}

/** `KeptTasks` as the database tells them: where nobody has counted yet with the text, if it may have tasks. */
export interface ToldTasks extends KeptTasks {
  readonly uncounted: string | null;
}

/** IE-06.71 */
export const tasksOf = ({ task_count, tasks_completed, uncounted }: ToldTasks): TaskCounts =>
  uncounted === null ? { count: task_count ?? 0, completed_count: tasks_completed ?? 0 } : countTasks(uncounted);
