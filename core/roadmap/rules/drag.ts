import type { DatesChange, RoadmapEpic } from '../types.ts';
import { dayOfNumber } from '../../calendar/rules.ts';

/** What of a bar is dragged: all of it, or one of its ends. */
export type DragPart = 'bar' | 'start' | 'due';

/** First and last day number that the calendar of the roadmap takes: the years 1 to 9999. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

type Dates = Pick<RoadmapEpic, 'id' | 'startDay' | 'dueDay'>;

/**
 * RM-09.10 to RM-09.12: the dates after `days` days of dragging (negative: earlier); null where nothing would change. `edge` is the visible day at which an
 * undefined end of the bar stands: dragging that end gives it a date.
 */
export function draggedDates(
  { id, startDay, dueDay }: Dates,
  part: DragPart,
  days: number,
  edge: { readonly start: number; readonly end: number },
): DatesChange | null {
  const within = (day: number): number => Math.min(LAST_DAY, Math.max(FIRST_DAY, day));
  if (days === 0) return null;
  if (part === 'start') {
    const start = Math.min(within((startDay ?? edge.start) + days), dueDay ?? LAST_DAY);
    return start === startDay ? null : { id, startDate: dayOfNumber(start) };
  }
  if (part === 'due') {
    const due = Math.max(within((dueDay ?? edge.end) + days), startDay ?? FIRST_DAY);
    return due === dueDay ? null : { id, dueDate: dayOfNumber(due) };
  }
  if (startDay === null && dueDay === null) return null;
  // Both ends go as far as the one that meets the end of the calendar.
  const first = startDay ?? dueDay ?? 0;
  const last = dueDay ?? startDay ?? 0;
  const by = Math.max(FIRST_DAY - first, Math.min(LAST_DAY - last, days));
  if (by === 0) return null;
  return {
    id,
    ...(startDay === null ? {} : { startDate: dayOfNumber(startDay + by) }),
    ...(dueDay === null ? {} : { dueDate: dayOfNumber(dueDay + by) }),
  };
}
