import { civilDate, daysInMonth, numberOfParts, partsOfDay, type CivilDate } from './days.ts';

const { floor } = Math;

/** Months counted from January of the year 0: adding to them never yields a day that does not exist. */
export type MonthNumber = number;

export function monthNumber(date: CivilDate): MonthNumber {
  const { year, month } = partsOfDay(date);
  return year * 12 + month - 1;
}

const yearAndMonth = (month: MonthNumber): { readonly year: number; readonly month: number } => ({
  year: floor(month / 12),
  month: (((month % 12) + 12) % 12) + 1,
});

/** The day number of a month's first day. */
export function monthStart(number: MonthNumber): number {
  const { year, month } = yearAndMonth(number);
  return numberOfParts({ year, month, day: 1 });
}

/** The first day of a month; throws a RangeError outside the years 1 to 9999, as do all below. */
export const firstOfMonth = (month: MonthNumber): CivilDate => civilDate({ ...yearAndMonth(month), day: 1 });

export function lastOfMonth(month: MonthNumber): CivilDate {
  const parts = yearAndMonth(month);
  return civilDate({ ...parts, day: daysInMonth(parts.year, parts.month) });
}

/** The first month of the quarter that a month belongs to. */
export const quarterStart = (month: MonthNumber): MonthNumber => floor(month / 3) * 3;
