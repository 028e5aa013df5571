import type { CivilDate } from '../../calendar/rules.ts';
import type { Timeframe } from './timeframe.ts';
import { dayNumber } from '../../calendar/rules.ts';

/** The dates of an epic or a milestone, as the server says them. */
export interface Dated {
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
}

/** A stretch of visible days, both ends included, as day numbers. */
export interface VisibleDays {
  readonly start: number;
  readonly end: number;
  /** There is no such date: the bar runs to the edge of the timeframe. */
  readonly startUndefined: boolean;
  readonly endUndefined: boolean;
  /** The date lies beyond the edge at which the bar is cut. */
  readonly startOutOfRange: boolean;
  readonly endOutOfRange: boolean;
}

/** Why something has no bar: it has neither date, is due before it starts, or lies wholly outside of the timeframe. */
export type Rejection = 'undated' | 'due_before_start' | 'outside';

/** RM-07.1 to RM-07.4: the visible days, or why there are none. */
export const clampDates = ({ startDate, dueDate }: Dated, timeframe: Timeframe): VisibleDays | Rejection =>
  clampDays(startDate === null ? null : dayNumber(startDate), dueDate === null ? null : dayNumber(dueDate), timeframe);

/** The same with the dates as day numbers. */
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
