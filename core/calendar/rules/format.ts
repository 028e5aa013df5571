import type { CivilDate } from './days.ts';
import { parseDay, partsOfDay, weekday } from './days.ts';

const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const WEEKDAY_NAMES: readonly string[] = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `Jan` … `Dec`; `month` is 1 to 12. */
export const shortMonth = (month: number): string => (MONTH_NAMES[month - 1] ?? '').slice(0, 3);

export const weekdayName = (date: CivilDate): string => WEEKDAY_NAMES[weekday(date)] ?? '';

/** `Jan 1, 2018`; with `year: false` `Jan 1`. */
export function formatDay(date: CivilDate, options: { readonly year?: boolean } = {}): string {
  const { year, month, day } = partsOfDay(date);
  const short = `${shortMonth(month)} ${day}`;
  return options.year === false ? short : `${short}, ${year}`;
}

/**
 * `Jan 1 – 5, 2018`, `Jan 1 – Feb 2, 2018`, `Dec 30, 2017 – Jan 2, 2018`; one day alone is that day. With one end open
 * `Jan 1, 2018 – No end date` or `No start date – Jan 1, 2018`; empty with neither.
 */
export function formatDayRange(start: CivilDate | null, end: CivilDate | null): string {
  if (start === null && end === null) return '';
  if (start === null) return `No start date – ${formatDay(end ?? '')}`;
  if (end === null) return `${formatDay(start)} – No end date`;
  if (start === end) return formatDay(start);
  const [from, to] = [parseDay(start), parseDay(end)];
  if (from?.year !== to?.year) return `${formatDay(start)} – ${formatDay(end)}`;
  const left = formatDay(start, { year: false });
  return from?.month === to?.month ? `${left} – ${to?.day}, ${to?.year}` : `${left} – ${formatDay(end)}`;
}

/** Seconds in each unit of relative wording, greatest first; a month is a twelfth of 365 days. */
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ['year', 365 * 86_400],
  ['month', (365 * 86_400) / 12],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `1 day`, `3 weeks`: whole units of the greatest unit that fits; null under a minute. */
export function duration(seconds: number): string | null {
  for (const [name, length] of UNITS) {
    const count = Math.floor(seconds / length);
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'}`;
  }
  return null;
}

/** How far `then` is from `now`, both in milliseconds since 1970: `3 days ago`, `in 2 weeks`, `just now` within a minute. */
export function relativeTime(then: number, now: number): string {
  const text = duration(Math.abs(now - then) / 1000);
  if (text === null) return 'just now';
  return then <= now ? `${text} ago` : `in ${text}`;
}
