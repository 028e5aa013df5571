import type { CivilDate } from './days.ts';
import type { NaturalDay, ReadingContext } from './reading.ts';
import { compareDays } from './days.ts';
import { formatDay, weekdayName } from './format.ts';
import { readDay } from './reading.ts';

/** The limits of a date field. */
export interface DayLimits {
  /** No day before this one is taken. */
  readonly min?: CivilDate | null;
  readonly max?: CivilDate | null;
}

/** BD-09.4: the nearest day within the limits; if they contradict each other, the minimum applies. */
export function withinLimits(date: CivilDate, { min = null, max = null }: DayLimits): CivilDate {
  if (min !== null && compareDays(date, min) < 0) return min;
  if (max !== null && compareDays(date, max) > 0) return min !== null && compareDays(max, min) < 0 ? min : max;
  return date;
}

/** BD-09.3: the day that a date field reads from its text; `day` null: no date. Null: the text cannot be read (BD-09.2). */
export function pickedDay(
  text: string,
  context: ReadingContext & DayLimits,
  natural?: NaturalDay | null,
): { readonly day: CivilDate | null } | null {
  if (text.trim() === '') return { day: context.min ?? null };
  const day = readDay(text, context, natural);
  return day === null ? null : { day: withinLimits(day, context) };
}

/** BD-09.2 */
export const UNREADABLE_DATE = 'This date cannot be read. Write it like 2026-12-31, 31.12.2026, next friday or +2w.';
export const WORDS_NOT_READ = 'Words cannot be read as a date right now. Write it like 2026-12-31.';

/** BD-09.5: how many months a calendar shows side by side. */
export const calendarMonths = (asked: number): number => Math.min(Math.max(Math.trunc(asked) || 1, 1), 4);

/** RL-10.1: `Today`, `Tomorrow`, `Yesterday`, the weekday of the five days after tomorrow, else `Jan 1, 2018`. */
export function dueDateText(date: CivilDate, today: CivilDate): string {
  const ahead = compareDays(date, today);
  const word = new Map([
    [-1, 'Yesterday'],
    [0, 'Today'],
    [1, 'Tomorrow'],
  ]).get(ahead);
  if (word !== undefined) return word;
  return ahead > 1 && ahead <= 6 ? weekdayName(date) : formatDay(date);
}

/** RL-10.2: a due date in the past is shown as a danger unless the item is closed. */
export const isDueDanger = (date: CivilDate, today: CivilDate, closed: boolean): boolean =>
  !closed && compareDays(date, today) < 0;
