import type { CivilDate } from './days.ts';
import { civilDate, compareDays, daysInMonth } from './days.ts';
import { formatDay, weekdayName } from './format.ts';

/** What a date field is told about the day it asks for. */
export interface DayLimits {
  /** The viewer's civil day. */
  readonly today: CivilDate;
  /** No day before this one is taken. */
  readonly min?: CivilDate | null;
  readonly max?: CivilDate | null;
}

const WRITTEN = /^([0-9]{1,4})([-/.])([0-9]{1,2})\2([0-9]{1,2})$/;

/** BD-09.1: the day of a text that is written year, month, day, with or without leading zeros; null for any other text. */
export function dayOfText(text: string): CivilDate | null {
  const [, year, , month, day] = WRITTEN.exec(text.trim()) ?? [];
  const parts = { year: Number(year), month: Number(month), day: Number(day) };
  const exists = parts.year >= 1 && parts.month >= 1 && parts.day >= 1;
  return exists && parts.day <= daysInMonth(parts.year, parts.month) ? civilDate(parts) : null;
}

/** BD-09.4: the nearest day within the limits; the minimum counts where they contradict one another. */
export function withinLimits(date: CivilDate, { min = null, max = null }: Omit<DayLimits, 'today'>): CivilDate {
  if (min !== null && compareDays(date, min) < 0) return min;
  if (max !== null && compareDays(date, max) > 0) return min !== null && compareDays(max, min) < 0 ? min : max;
  return date;
}

/** BD-09.2 and BD-09.3: what Enter makes of the text of a date field; null: no date. */
export function pickedDay(text: string, limits: DayLimits): CivilDate | null {
  if (text.trim() === '') return limits.min ?? null;
  return withinLimits(dayOfText(text) ?? limits.today, limits);
}

/** BD-09.6: what leaving a date field makes of its text: a date that can be read, or none; otherwise `before` stays. */
export const leftDay = (text: string, before: CivilDate | null, limits: DayLimits): CivilDate | null =>
  text.trim() === '' || dayOfText(text) !== null ? pickedDay(text, limits) : before;

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

/** RL-10.2: a day that has passed is a danger while the item is not closed. */
export const isDueDanger = (date: CivilDate, today: CivilDate, closed: boolean): boolean =>
  !closed && compareDays(date, today) < 0;
