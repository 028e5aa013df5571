import type { CivilDate } from '@espalier/core/calendar';
import { addDays, civilDate, dayNumber, dayOfNumber } from '@espalier/core/calendar';
import fc from 'fast-check';
import { naturalDay } from './natural-day.ts';

/** A Monday. */
const TODAY = '2026-11-23';
const read = (text: string, today: CivilDate = TODAY) => {
  const parts = naturalDay(text, today);
  return parts === null ? null : civilDate(parts);
};

test.each([
  ['today', TODAY],
  ['Tomorrow', '2026-11-24'],
  ['friday', '2026-11-27'],
  ['next friday', '2026-12-04'],
  ['last friday', '2026-11-20'],
  ['in 3 days', '2026-11-26'],
  ['2 weeks ago', '2026-11-09'],
  ['in 2 months', '2027-01-23'],
  ['next week', '2026-11-30'],
  ['end of month', '2026-11-30'],
  ['Mar 3', '2027-03-03'],
  ['3 March 2027', '2027-03-03'],
  ['Thursday, Dec 31, 2026', '2026-12-31'],
])('BD-09.8 %s is %s', (text, date) => expect(read(text)).toBe(date));

test.each([
  'soon',
  '',
  'March 2027',
  'feb 30',
  'now',
  '5pm',
  'tomorrow 5pm',
  'monday - friday',
  'do it friday',
  'this morning',
])('BD-09.8 %j is no day', (text) => expect(read(text)).toBeNull());

test('BD-09.8 counts from the viewer’s civil day on every day, in whatever zone the machine is', () => {
  const days = fc.integer({ min: dayNumber('2012-01-01'), max: dayNumber('2037-12-31') }).map(dayOfNumber);
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 400 }), (today, count) => {
      expect(read('today', today)).toBe(today);
      expect(read('tomorrow', today)).toBe(addDays(today, 1));
      expect(read(`in ${count} days`, today)).toBe(addDays(today, count));
    }),
  );
});
