import fc from 'fast-check';
import {
  addDays,
  civilDate,
  compareDays,
  dayNumber,
  dayOfInstant,
  dayOfNumber,
  daysInMonth,
  formatDay,
  formatDayRange,
  formatInstant,
  isCivilDate,
  parseDay,
  parseInstant,
  relativeTime,
  timestamp,
  weekday,
  weekdayName,
} from './rules.ts';

const dayNumbers = fc.integer({ min: dayNumber('0001-01-01'), max: dayNumber('9999-12-31') });
const DAY = 86_400_000;

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isCivilDate(text)).toBe(true);
});

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '26-01-01',
  '2026-1-1',
  ' 2026-01-01',
  '2026-01-01T00:00:00Z',
  '',
  '2026-01-01\n',
])('%j is no day', (text) => {
  expect(parseDay(text)).toBeNull();
});

test('other values are no days, and functions refuse them', () => {
  expect([isCivilDate(20260101), isCivilDate(null)]).toEqual([false, false]);
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError);
  expect(() => formatDay('soon')).toThrow(RangeError);
  expect(() => civilDate({ year: 2026, month: 2, day: 30 })).toThrow(RangeError);
  expect(() => addDays('9999-12-31', 1)).toThrow(RangeError);
});

test('day numbers count from 1970 and agree with the calendar of the machine on every day', () => {
  expect(dayNumber('1970-01-01')).toBe(0);
  fc.assert(
    fc.property(dayNumbers, (number) => {
      const date = dayOfNumber(number);
      expect(dayNumber(date)).toBe(number);
      expect(new Date(number * DAY).toISOString()).toBe(`${date}T00:00:00.000Z`);
      expect(weekday(date)).toBe(new Date(number * DAY).getUTCDay());
    }),
    { numRuns: 2000 },
  );
});

test('adding days, across months, leap days and years', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect([daysInMonth(2023, 2), daysInMonth(2024, 2), daysInMonth(2024, 12)]).toEqual([28, 29, 31]);
});

test('days have an order', () => {
  expect(compareDays('2026-01-02', '2026-01-10')).toBeLessThan(0);
  expect(compareDays('2026-01-02', '2026-01-02')).toBe(0);
});

test('days and ranges are shown in English', () => {
  expect(formatDay('2018-01-01')).toBe('Jan 1, 2018');
  expect(formatDay('2018-09-30', { year: false })).toBe('Sep 30');
  expect(weekdayName('2020-07-06')).toBe('Monday');
  expect(formatDayRange('2018-01-01', '2018-01-05')).toBe('Jan 1 – 5, 2018');
  expect(formatDayRange('2018-01-01', '2018-02-02')).toBe('Jan 1 – Feb 2, 2018');
  expect(formatDayRange('2017-12-30', '2018-01-02')).toBe('Dec 30, 2017 – Jan 2, 2018');
  expect(formatDayRange('2018-01-01', '2018-01-01')).toBe('Jan 1, 2018');
  expect(formatDayRange(null, '2018-01-01')).toBe('No start date – Jan 1, 2018');
  expect(formatDayRange('2018-01-01', null)).toBe('Jan 1, 2018 – No end date');
  expect(formatDayRange(null, null)).toBe('');
});

test.each([
  [30_000, 'just now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [60 * 60_000, '1 hour ago'],
  [23 * 3_600_000, '23 hours ago'],
  [3 * DAY, '3 days ago'],
  [7 * DAY, '1 week ago'],
  [30 * DAY, '4 weeks ago'],
  [31 * DAY, '1 month ago'],
  [364 * DAY, '11 months ago'],
  [365 * DAY, '1 year ago'],
  [800 * DAY, '2 years ago'],
  [-2 * DAY, 'in 2 days'],
  [-1, 'just now'],
])('%i ms back is %s', (milliseconds, text) => {
  const now = 1_600_000_000_000;
  expect(relativeTime(now - milliseconds, now)).toBe(text);
});

test('instants need a time and a zone', () => {
  expect(parseInstant('2020-07-06T00:00:00Z')).toBe(Date.UTC(2020, 6, 6));
  expect(parseInstant('2020-07-06T02:30:00.123456+02:30')).toBe(Date.UTC(2020, 6, 6, 0, 0, 0, 123));
  expect(parseInstant('2020-07-05T22:00:00-0200')).toBe(Date.UTC(2020, 6, 6));
  expect(
    ['2020-07-06', '2020-07-06T00:00:00', '2020-02-30T00:00:00Z', '2020-07-06T24:00:00Z', ''].map(parseInstant),
  ).toEqual([null, null, null, null, null]);
  expect(formatInstant(0)).toBe('1970-01-01T00:00:00.000Z');
});

test('an instant is shown, and its day found, in the given zone', () => {
  const instant = Date.UTC(2020, 0, 14, 23, 5);
  expect(timestamp(instant, 'UTC')).toBe('Jan 14, 2020 11:05pm UTC');
  expect(timestamp(instant, 'Europe/Berlin')).toBe('Jan 15, 2020 12:05am GMT+1');
  expect(dayOfInstant(instant, 'UTC')).toBe('2020-01-14');
  expect(dayOfInstant(instant, 'Asia/Tokyo')).toBe('2020-01-15');
});
