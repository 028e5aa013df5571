import { addDays, type CivilDate, readDay, weekday } from '../../calendar/rules.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NEAR: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);

const DISTANCE = /^in (\d{1,4}|an?) (day|week|month|year)s?$/;
const WEEKDAY = /^(?:(this|next|on) )?([a-z]{3,9})$/;
const NEXT = /^next (week|month|year)$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]{3,9})\.?(?:,? (\d{4}))?$/;

/**
 * WI-10.106: the day that the argument of `/due` means, seen from today: a date in numbers, `tomorrow`, `in 2 weeks`, `next monday`, `December 31st`.
 * Null for any other text.
 */
export function dayInWords(text: string, today: CivilDate): CivilDate | null {
  const said = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const near = NEAR.get(said);
  if (near !== undefined) return addDays(today, near);
  const [, count = '', unit] = DISTANCE.exec(said) ?? (NEXT.test(said) ? ['', '1', said.slice('next '.length)] : []);
  if (unit !== undefined) return numbers(`+${count.startsWith('a') ? 1 : count}${unit}`, today);
  return weekdayAfter(said, today) ?? dayOfMonth(said, today) ?? numbers(text, today);
}

const numbers = (text: string, today: CivilDate): CivilDate | null => readDay(text, { today, order: 'monthFirst' });

/** The next such day after today; `next` skips none of this week that is still to come. */
function weekdayAfter(said: string, today: CivilDate): CivilDate | null {
  const wanted = indexOf(
    WEEKDAYS,
    ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
    WEEKDAY.exec(said)?.[2],
  );
  return wanted < 0 ? null : addDays(today, ((wanted - weekday(today) + 6) % 7) + 1);
}

const FULL_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function dayOfMonth(said: string, today: CivilDate): CivilDate | null {
  const [, name, day, year] = MONTH_FIRST.exec(said) ?? swapped(DAY_FIRST.exec(said));
  const month = indexOf(MONTHS, FULL_MONTHS, name) + 1;
  return month === 0 ? null : numbers(`${day ?? ''}.${month}.${year ?? ''}`, today);
}

const swapped = (match: RegExpExecArray | null): readonly (string | undefined)[] =>
  match === null ? [] : [match[0], match[2], match[1], match[3]];

/** A name in its short or its full form; -1: it is neither. */
const indexOf = (short: readonly string[], full: readonly string[], name: string | undefined): number =>
  name === undefined ? -1 : Math.max(short.indexOf(name), full.indexOf(name));
