import type { DatesChange, RoadmapEpic } from '../types.ts';
import type { Dated } from './clamp.ts';
import { compareDays, formatDay, parseDay } from '../../calendar/rules.ts';

/** RM-09.8: `Jan 1 – Apr 1, 2018`, the year once where both are of the same; `No start date – …`, `… – No end date`. */
export function roadmapDates({ startDate, dueDate }: Dated): string {
  if (startDate === null && dueDate === null) return 'No start and end date';
  if (startDate === null) return `No start date – ${formatDay(dueDate ?? '')}`;
  if (dueDate === null) return `${formatDay(startDate)} – No end date`;
  const sameYear = parseDay(startDate)?.year === parseDay(dueDate)?.year;
  return `${formatDay(startDate, { year: !sameYear })} – ${formatDay(dueDate)}`;
}

/** RM-09.20: the dates of an epic after a change; what the change leaves out stays. */
export const datesAfter = (
  epic: Dated & Pick<RoadmapEpic, 'id'>,
  change: DatesChange | null,
): Dated & Pick<RoadmapEpic, 'id'> => ({
  id: epic.id,
  startDate: change?.startDate === undefined ? epic.startDate : change.startDate,
  dueDate: change?.dueDate === undefined ? epic.dueDate : change.dueDate,
});

/** RM-07.12: why dates that were entered cannot be kept; null where they can. */
export const datesFault = ({ startDate, dueDate }: Dated): string | null =>
  startDate !== null && dueDate !== null && compareDays(dueDate, startDate) < 0
    ? 'This date is before the start date.'
    : null;

/** RM-07.12: of the dates that were entered those that are others; null where none is. */
export function datesEntered(before: Dated, { startDate, dueDate }: Dated): Partial<Dated> | null {
  const change = {
    ...(startDate !== before.startDate && { startDate }),
    ...(dueDate !== before.dueDate && { dueDate }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
