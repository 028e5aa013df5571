/**
 * Civil days: `YYYY-MM-DD`, years 0001 to 9999, no time and no time zone. All arithmetic goes through day numbers, counted
 * in the proleptic Gregorian calendar from 1970-01-01 = 0; no `Date` takes part.
 */

/** A civil day, `YYYY-MM-DD`. Functions that take one throw a RangeError for any other text. */
export type CivilDate = string;

export interface DayParts {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

const { floor } = Math;

const FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Days in a month; `month` is 1 to 12. */
export const daysInMonth = (year: number, month: number): number =>
  month === 2 && isLeapYear(year) ? 29 : (MONTH_LENGTHS[month - 1] ?? 0);

/** The parts of a day that exists; null for any other text, the 30th of February included. */
export function parseDay(text: string): DayParts | null {
  if (!FORM.test(text)) return null;
  const parts = { year: +text.slice(0, 4), month: +text.slice(5, 7), day: +text.slice(8) };
  const exists = parts.year >= 1 && parts.day >= 1 && parts.day <= daysInMonth(parts.year, parts.month);
  return exists ? parts : null;
}

export const isCivilDate = (value: unknown): value is CivilDate =>
  typeof value === 'string' && parseDay(value) !== null;

/** The parts of a day; throws a RangeError for any other text. */
export function partsOfDay(date: CivilDate): DayParts {
  const parts = parseDay(date);
  if (parts === null) throw new RangeError(`"${date}" is not a day of the form YYYY-MM-DD`);
  return parts;
}

/** The day of the parts; throws a RangeError if there is no such day. */
export function civilDate({ year, month, day }: DayParts): CivilDate {
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  partsOfDay(date);
  return date;
}

/** Days in 400 years: the calendar repeats. */
const CYCLE = 146_097;
/** Day number of 1970-01-01 counted from 0000-03-01: a year that begins in March ends with its leap day. */
const EPOCH = 719_468;

/** Days from the 1st of March to the 1st of the month that is `months` months later. */
const daysFromMarch = (months: number): number => floor((153 * months + 2) / 5);

/** Days since 1970-01-01 of a day that is known to exist. */
export function numberOfParts({ year, month, day }: DayParts): number {
  const marchYear = month > 2 ? year : year - 1;
  const before = marchYear * 365 + floor(marchYear / 4) - floor(marchYear / 100) + floor(marchYear / 400);
  return before + daysFromMarch((month + 9) % 12) + day - 1 - EPOCH;
}

/** Days since 1970-01-01. */
export const dayNumber = (date: CivilDate): number => numberOfParts(partsOfDay(date));

const numbers = new Map<CivilDate, number>();
const KEPT = 4096;

/** The day number of a date, if there is one. Memoized, because thousands of items share a few days. */
export function dayNumberOf(date: CivilDate | null | undefined): number | null {
  if (date === null || date === undefined) return null;
  let number = numbers.get(date);
  if (number === undefined) {
    if (numbers.size >= KEPT) numbers.clear();
    number = dayNumber(date);
    numbers.set(date, number);
  }
  return number;
}

/** The day of a day number; throws a RangeError outside the years 1 to 9999. */
export function dayOfNumber(number: number): CivilDate {
  const days = number + EPOCH;
  const cycle = floor(days / CYCLE);
  const rest = days - cycle * CYCLE;
  // Years of the cycle: earlier leap days are subtracted first, so that all years have the same length.
  const years = floor((rest - floor(rest / 1460) + floor(rest / 36_524) - floor(rest / 146_096)) / 365);
  const ofYear = rest - (365 * years + floor(years / 4) - floor(years / 100));
  const march = floor((5 * ofYear + 2) / 153);
  const month = march < 10 ? march + 3 : march - 9;
  const year = cycle * 400 + years + (month <= 2 ? 1 : 0);
  return civilDate({ year, month, day: ofYear - daysFromMarch(march) + 1 });
}

/** Negative: `a` is earlier; 0: the same day; positive: later. */
export const compareDays = (a: CivilDate, b: CivilDate): number => dayNumber(a) - dayNumber(b);

export const addDays = (date: CivilDate, days: number): CivilDate => dayOfNumber(dayNumber(date) + days);

/** 0 is Sunday, 6 is Saturday. */
export const weekday = (date: CivilDate): number => (((dayNumber(date) + 4) % 7) + 7) % 7;
