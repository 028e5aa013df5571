import type { CivilDate } from './days.ts';
import { addDays, civilDate, daysInMonth, numberOfParts, parseDay, weekday } from './days.ts';

/** Months counted from January of the year 0, so that adding months can meet no day that does not exist. */
export type MonthNumber = number;

export function monthNumber(date: CivilDate): MonthNumber {
  const parts = parseDay(date);
  if (parts === null) throw new RangeError(`"${date}" is not a day of the form YYYY-MM-DD`);
  return parts.year * 12 + parts.month - 1;
}

const yearAndMonth = (month: MonthNumber): { readonly year: number; readonly month: number } => ({
  year: Math.floor(month / 12),
  month: (((month % 12) + 12) % 12) + 1,
});

/** The day number of a month's first day. */
export const monthStart = (month: MonthNumber): number => numberOfParts({ ...yearAndMonth(month), day: 1 });

/** The first day of a month; throws a RangeError outside the years 1 to 9999, as do all below. */
export const firstOfMonth = (month: MonthNumber): CivilDate => civilDate({ ...yearAndMonth(month), day: 1 });

export function lastOfMonth(month: MonthNumber): CivilDate {
  const parts = yearAndMonth(month);
  return civilDate({ ...parts, day: daysInMonth(parts.year, parts.month) });
}

/** The first month of the quarter that a month belongs to. */
export const quarterStart = (month: MonthNumber): MonthNumber => Math.floor(month / 3) * 3;

/** The day on or before `date` on which its week begins. `first` is the weekday on which weeks begin, 0 for Sunday. */
export const weekStart = (date: CivilDate, first: number): CivilDate =>
  addDays(date, -((weekday(date) - first + 7) % 7));
