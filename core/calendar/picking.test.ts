import fc from 'fast-check';
import {
  addDays,
  calendarMonths,
  compareDays,
  dayNumber,
  dayOfNumber,
  dayOfText,
  dueDateText,
  isDueDanger,
  leftDay,
  pickedDay,
  withinLimits,
} from './index.ts';

const TODAY = '2026-11-21';
const days = fc.integer({ min: dayNumber('0001-01-01'), max: dayNumber('9999-12-31') }).map(dayOfNumber);

describe('BD-09 the text of a date field', () => {
  test.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-3-1', '2026-03-01'],
    [' 2026/3/01 ', '2026-03-01'],
    ['2024.2.29', '2024-02-29'],
    ['800-1-1', '0800-01-01'],
  ])('BD-09.1 %j is %s: year, month, day, zero padded', (text, date) => {
    expect(dayOfText(text)).toBe(date);
    expect(pickedDay(text, { today: TODAY })).toBe(date);
  });

  test('BD-09.1 every day is read back from its own text', () => {
    fc.assert(fc.property(days, (date) => dayOfText(date) === date));
  });

  test.each(['2026-02-30', '2026-13-01', '2026-00-10', '0-1-1', '1.2.2026', '2026-3/1', 'soon', '20260301'])(
    'BD-09.2 %j is no date and gives today',
    (text) => {
      expect(dayOfText(text)).toBeNull();
      expect(pickedDay(text, { today: TODAY })).toBe(TODAY);
    },
  );

  test('BD-09.3 an emptied field gives the minimum, or no date', () => {
    expect(pickedDay('', { today: TODAY })).toBeNull();
    expect(pickedDay('  ', { today: TODAY, min: '2026-12-24' })).toBe('2026-12-24');
  });

  test('BD-09.4 a day outside of the limits becomes the nearest within, today too', () => {
    const limits = { min: '2026-12-01', max: '2026-12-31' };
    expect(pickedDay('2026-11-30', { today: TODAY, ...limits })).toBe('2026-12-01');
    expect(pickedDay('2027-01-01', { today: TODAY, ...limits })).toBe('2026-12-31');
    expect(pickedDay('nonsense', { today: TODAY, ...limits })).toBe('2026-12-01');
    expect(withinLimits('2026-01-01', { min: '2026-05-01', max: '2026-02-01' })).toBe('2026-05-01');
    expect(withinLimits('2026-06-01', { min: '2026-05-01', max: '2026-02-01' })).toBe('2026-05-01');
    fc.assert(
      fc.property(days, days, (date, min) => compareDays(withinLimits(date, { min }), min) >= 0),
      { numRuns: 200 },
    );
  });

  test('BD-09.6 leaving the field takes a date or nothing, and gives no today', () => {
    const limits = { today: TODAY, min: '2026-01-01' };
    expect(leftDay('2027-3-1', '2026-05-05', limits)).toBe('2027-03-01');
    expect(leftDay('2025-3-1', '2026-05-05', limits)).toBe('2026-01-01');
    expect(leftDay('2027-3', '2026-05-05', limits)).toBe('2026-05-05');
    expect(leftDay('soon', null, limits)).toBeNull();
    expect([leftDay('', '2026-05-05', limits), leftDay('', '2026-05-05', { today: TODAY })]).toEqual([
      '2026-01-01',
      null,
    ]);
  });

  test('BD-09.5 one to four months are shown', () => {
    expect([0, 1, 2.9, 4, 5, Number.NaN, -3].map(calendarMonths)).toEqual([1, 1, 2, 4, 4, 1, 1]);
  });
});

describe('RL-10 due dates', () => {
  test('RL-10.1 the days around today have words, the next ones their weekday, all others their date', () => {
    const texts = [-2, -1, 0, 1, 2, 6, 7].map((by) => dueDateText(addDays(TODAY, by), TODAY));
    expect(texts).toEqual(['Nov 19, 2026', 'Yesterday', 'Today', 'Tomorrow', 'Monday', 'Friday', 'Nov 28, 2026']);
  });

  test('RL-10.2 a day that has passed is a danger while the item is not closed', () => {
    expect(isDueDanger('2026-11-20', TODAY, false)).toBe(true);
    expect(isDueDanger('2026-11-20', TODAY, true)).toBe(false);
    expect(isDueDanger(TODAY, TODAY, false)).toBe(false);
  });
});
