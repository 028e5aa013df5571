import type { CivilDate } from '../../calendar/rules.ts';
import type { DatesChange, RoadmapEpic } from '../types.ts';
import type { Timeframe } from './timeframe.ts';
import { compareDays, dayNumberOf, formatDay, formatDayRange, parseDay } from '../../calendar/rules.ts';

/** The dates of an epic or a milestone, as the server says them. */
export interface Dated {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

/** A stretch of visible days, both ends included, as day numbers. */
export interface VisibleDays {
  readonly start: number;
  readonly end: number;
  /** There is no date, so the bar extends to the edge of the timeframe. */
  readonly startUndefined: boolean;
  readonly endUndefined: boolean;
  /** The date lies outside the timeframe, so the bar is cut at the edge. */
  readonly startOutOfRange: boolean;
  readonly endOutOfRange: boolean;
}

/** Why something has no bar: it has neither date, is due before it starts, or lies wholly outside of the timeframe. */
export type Rejection = 'undated' | 'due_before_start' | 'outside';

/** RM-07.1 to RM-07.4: the visible days, or why there are none. */
export const clampDates = ({ startDate, dueDate }: Dated, timeframe: Timeframe): VisibleDays | Rejection =>
  clampDays(dayNumberOf(startDate), dayNumberOf(dueDate), timeframe);

/** The same for day numbers. */
export function clampDays(
  startDay: number | null,
  dueDay: number | null,
  timeframe: Pick<Timeframe, 'start' | 'end'>,
): VisibleDays | Rejection {
  const rejection = rejectionOf(startDay, dueDay, timeframe);
  if (rejection !== null) return rejection;
  const from = startDay ?? timeframe.start;
  const to = dueDay ?? timeframe.end;
  return {
    start: Math.max(from, timeframe.start),
    end: Math.min(to, timeframe.end),
    startUndefined: startDay === null,
    endUndefined: dueDay === null,
    startOutOfRange: from < timeframe.start,
    endOutOfRange: to > timeframe.end,
  };
}

/** Why there are no visible days; null where there are some. */
export function rejectionOf(
  startDay: number | null,
  dueDay: number | null,
  { start, end }: Pick<Timeframe, 'start' | 'end'>,
): Rejection | null {
  if (startDay === null && dueDay === null) return 'undated';
  const from = startDay ?? start;
  const to = dueDay ?? end;
  if (startDay !== null && dueDay !== null && from > to) return 'due_before_start';
  return from > end || to < start ? 'outside' : null;
}

/** RM-09.8: `Jan 1 – Apr 1, 2018`, the year once where both are of the same; `No start date – …`, `… – No end date`. */
export function roadmapDates({ startDate, dueDate }: Dated): string {
  if (startDate === null && dueDate === null) return 'No start and end date';
  if (startDate === null || dueDate === null) return formatDayRange(startDate, dueDate);
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

/** RM-07.12: why the entered dates cannot be saved; null if they can. */
export const datesFault = ({ startDate, dueDate }: Dated): string | null =>
  startDate !== null && dueDate !== null && compareDays(dueDate, startDate) < 0
    ? 'This date is before the start date.'
    : null;

/** RM-07.12: the entered dates that differ from the current ones; null if none does. */
export function datesEntered(before: Dated, { startDate, dueDate }: Dated): Partial<Dated> | null {
  const change = {
    ...(startDate !== before.startDate && { startDate }),
    ...(dueDate !== before.dueDate && { dueDate }),
  };
  return Object.keys(change).length > 0 ? change : null;
}
