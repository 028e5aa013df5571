import type { Dated } from './clamp.ts';
import { formatDay, parseDay } from '../../calendar/rules.ts';

/** RM-09.8: `Jan 1 – Apr 1, 2018`, the year once where both are of the same; `No start date – …`, `… – No end date`. */
export function roadmapDates({ startDate, dueDate }: Dated): string {
  if (startDate === null && dueDate === null) return 'No start and end date';
  if (startDate === null) return `No start date – ${formatDay(dueDate ?? '')}`;
  if (dueDate === null) return `${formatDay(startDate)} – No end date`;
  const sameYear = parseDay(startDate)?.year === parseDay(dueDate)?.year;
  return `${formatDay(startDate, { year: !sameYear })} – ${formatDay(dueDate)}`;
}
