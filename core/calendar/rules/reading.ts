import { addDays, civilDate, compareDays, daysInMonth, parseDay, type CivilDate, type DayParts } from './days.ts';
import { firstOfMonth, lastOfMonth, monthNumber } from './months.ts';

/** Which of the first two numbers of `1/2/2026` is the day, by the viewer's locale. */
export type DayOrder = 'dayFirst' | 'monthFirst';

/** What the meaning of a date field's text depends on. */
export interface ReadingContext {
  /** The viewer's civil day. */
  readonly today: CivilDate;
  readonly order: DayOrder;
}

/** BD-09.8: reads words (`next friday`), seen from today; null where they name no day. */
export type NaturalDay = (text: string, today: CivilDate) => DayParts | null;

const YEAR_FIRST = /^([0-9]{3,4})([-/.])([0-9]{1,2})\2([0-9]{1,2})$/;
const COMPACT = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
const YEAR_LAST = /^([0-9]{1,2})([-/.])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})$/;
const NO_YEAR = /^([0-9]{1,2})([/.])([0-9]{1,2})\2?$/;
const DISTANCE = /^([+-])\s*([0-9]{1,5})\s*([dwmy])[a-z]*$/i;

/** BD-09.1 to BD-09.9: the day that a text means; null for a text that cannot be read. `natural` is missing until its code has loaded. */
export function readDay(text: string, context: ReadingContext, natural?: NaturalDay | null): CivilDate | null {
  const written = text.trim();
  return dayOfText(written) ?? dayOfNumbers(written, context) ?? dayAtDistance(written, context.today) ?? words();

  function words(): CivilDate | null {
    const parts = natural?.(written, context.today) ?? null;
    return parts === null ? null : existing(parts);
  }
}

/** BD-09.1: the day of a text that is written year, month, day, with or without leading zeros; null for any other text. */
export function dayOfText(text: string): CivilDate | null {
  const [, year, , month, day] = YEAR_FIRST.exec(text.trim()) ?? [];
  if (year !== undefined) return existing({ year: Number(year), month: Number(month), day: Number(day) });
  const [, compactYear, compactMonth, compactDay] = COMPACT.exec(text.trim()) ?? [];
  return existing({ year: Number(compactYear), month: Number(compactMonth), day: Number(compactDay) });
}

/** Null for a day that does not exist. */
const existing = ({ year, month, day }: DayParts): CivilDate | null =>
  year >= 1 && year <= 9999 && month >= 1 && day >= 1 && day <= daysInMonth(year, month)
    ? civilDate({ year, month, day })
    : null;

/** BD-09.7: with points the day comes first, otherwise the given order applies; the other order if only that is a day. */
function dayOfNumbers(text: string, { today, order }: ReadingContext): CivilDate | null {
  const [, first, sign, second, year] = YEAR_LAST.exec(text) ?? NO_YEAR.exec(text) ?? [];
  if (first === undefined) return null;
  const [a, b] = [Number(first), Number(second)];
  const read = (day: number, month: number): CivilDate | null =>
    year === undefined ? nextDay(day, month, today) : existing({ year: fullYear(year, today), month, day });
  return sign === '.' || order === 'dayFirst' ? (read(a, b) ?? read(b, a)) : (read(b, a) ?? read(a, b));
}

/** A two-digit year is the one nearest to today's, at most 50 years ahead. */
function fullYear(digits: string, today: CivilDate): number {
  if (digits.length === 4) return Number(digits);
  const now = parseDay(today)?.year ?? 0;
  return now - 49 + ((((Number(digits) - (now - 49)) % 100) + 100) % 100);
}

/** The first such day from today on; the 29th of February may be eight years away. */
function nextDay(day: number, month: number, today: CivilDate): CivilDate | null {
  const now = parseDay(today)?.year ?? 0;
  for (let year = now; year <= now + 8; year += 1) {
    const date = existing({ year, month, day });
    if (date !== null && compareDays(date, today) >= 0) return date;
  }
  return null;
}

/** BD-09.9: `+2w`: so many days, weeks, months or years from today, on the last day of a month that is too short. */
function dayAtDistance(text: string, today: CivilDate): CivilDate | null {
  const [, sign, digits, unit = ''] = DISTANCE.exec(text) ?? [];
  if (digits === undefined) return null;
  const count = sign === '-' ? -Number(digits) : Number(digits);
  try {
    if (/d/i.test(unit)) return addDays(today, count);
    if (/w/i.test(unit)) return addDays(today, 7 * count);
    const month = monthNumber(today) + count * (/y/i.test(unit) ? 12 : 1);
    const day = addDays(firstOfMonth(month), (parseDay(today)?.day ?? 1) - 1);
    return monthNumber(day) === month ? day : lastOfMonth(month);
  } catch {
    // Outside the years 1 to 9999.
    return null;
  }
}
