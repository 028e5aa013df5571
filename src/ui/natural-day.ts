/** Dates as people say them (BD-09.8). Loaded when a date field is first used. */
import { casual } from 'chrono-node/en';
import type { NaturalDay } from '@espalier/core/calendar';
import { parseDay } from '@espalier/core/calendar';

const BACK = /\b(last|past|previous|ago|before|yesterday)\b/i;

/**
 * The library works with instants in this machine's time zone. It is asked at noon of the viewer's day and its answer is taken as year, month and day,
 * so that no zone shifts it.
 */
export const naturalDay: NaturalDay = (text, today) => {
  const now = parseDay(today);
  if (now === null) return null;
  const noon = new Date(now.year, now.month - 1, now.day, 12);
  const results = casual.parse(text, noon, { forwardDate: !BACK.test(text) });
  const [found] = results;
  if (found === undefined || results.length > 1 || found.text.length !== text.length || found.end) return null;
  const { start } = found;
  // "March 2027" is no day, "in 2 months" is one.
  const isDay = start.isCertain('day') || start.isCertain('weekday') || found.tags().has('result/relativeDate');
  if (!isDay || start.isCertain('hour')) return null;
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  return year === null || month === null || day === null ? null : { year, month, day };
};
