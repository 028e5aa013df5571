import type { CivilDate } from './days.ts';
import { civilDate, parseDay } from './days.ts';
import { shortMonth } from './format.ts';

const FORM =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(\.[0-9]{1,9})?(Z|[+-](?:[01][0-9]|2[0-3]):?[0-5][0-9])$/;

/** Milliseconds since 1970 of an ISO 8601 instant with its zone; null for any other text or a day that does not exist. */
export function parseInstant(text: string): number | null {
  const match = FORM.exec(text);
  if (match === null || parseDay(match[1] ?? '') === null) return null;
  const fraction = match[5] === undefined ? '' : match[5].slice(0, 4);
  const zone = (match[6] ?? 'Z').replace(/^([+-]..):?(..)$/, '$1:$2');
  return Date.parse(`${match[1]}T${match[2]}:${match[3]}:${match[4]}${fraction}${zone}`);
}

/** ISO 8601 in UTC with milliseconds. */
export const formatInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

function partsIn(milliseconds: number, timeZone: string): Readonly<Record<string, string>> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  });
  const parts: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(milliseconds)) parts[type] = value;
  return parts;
}

/** The civil day of an instant in a time zone (`UTC`, `Europe/Berlin`). */
export function dayOfInstant(milliseconds: number, timeZone: string): CivilDate {
  const { year, month, day } = partsIn(milliseconds, timeZone);
  return civilDate({ year: Number(year), month: Number(month), day: Number(day) });
}

/** For tooltips: `Jan 14, 2020 5:00pm UTC`, in the given time zone. */
export function timestamp(milliseconds: number, timeZone: string): string {
  const parts = partsIn(milliseconds, timeZone);
  const date = `${shortMonth(Number(parts['month']))} ${parts['day']}, ${parts['year']}`;
  return `${date} ${parts['hour']}:${parts['minute']}${(parts['dayPeriod'] ?? '').toLowerCase()} ${parts['timeZoneName']}`;
}
