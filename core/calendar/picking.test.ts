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
  pickedDay,
  readDay,
  withinLimits,
} from './rules.ts';

const TODAY = '2026-11-21';
const days = fc.integer({ min: dayNumber('0001-01-01'), max: dayNumber('9999-12-31') }).map(dayOfNumber);

const context = { today: TODAY, order: 'monthFirst' } as const;

describe('BD-09 the text of a date field', () => {
  test.each([
    ['2026-03-01', '2026-03-01'],
    ['2026-3-1', '2026-03-01'],
    [' 2026/3/01 ', '2026-03-01'],
    ['2024.2.29', '2024-02-29'],
    ['800-1-1', '0800-01-01'],
    ['20260301', '2026-03-01'],
  ])('BD-09.1 %j is %s: year, month, day, zero padded', (text, date) => {
    expect(dayOfText(text)).toBe(date);
    expect(pickedDay(text, context)).toEqual({ day: date });
  });

  test('BD-09.1 every day is read back from its own text', () => {
    fc.assert(fc.property(days, (date) => dayOfText(date) === date));
  });

  test.each([
    ['31.12.2026', '2026-12-31', '2026-12-31'],
    ['1.2.2027', '2027-02-01', '2027-02-01'],
    ['12.31.2026', '2026-12-31', '2026-12-31'],
    ['1.2.', '2027-02-01', '2027-02-01'],
    ['31.12', '2026-12-31', '2026-12-31'],
    ['29.2.', '2028-02-29', '2028-02-29'],
    ['1/2/2027', '2027-01-02', '2027-02-01'],
    ['1-2-2027', '2027-01-02', '2027-02-01'],
    ['1/2', '2027-01-02', '2027-02-01'],
    ['31/12/2026', '2026-12-31', '2026-12-31'],
    ['12/31/26', '2026-12-31', '2026-12-31'],
    ['1/1/76', '2076-01-01', '2076-01-01'],
    ['1/1/77', '1977-01-01', '1977-01-01'],
    ['21.11.', TODAY, TODAY],
  ])('BD-09.7 %j is %s with the month first, %s with the day first', (text, monthFirst, dayFirst) => {
    expect(readDay(text, context)).toBe(monthFirst);
    expect(readDay(text, { today: TODAY, order: 'dayFirst' })).toBe(dayFirst);
  });

  test('BD-09.7 every day is read back however people write it', () => {
    fc.assert(
      fc.property(days, fc.constantFrom('dayFirst', 'monthFirst'), (date, order) => {
        const [year, month, day] = date.split('-');
        expect(readDay(`${day}.${month}.${year}`, { today: TODAY, order })).toBe(date);
        const slashes = order === 'dayFirst' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
        expect(readDay(slashes, { today: TODAY, order })).toBe(date);
      }),
    );
  });

  test('BD-09.7 every day near today is read back with two digits of its year, and without zeros', () => {
    const near = fc.integer({ min: dayNumber('1977-01-01'), max: dayNumber('2076-12-31') }).map(dayOfNumber);
    fc.assert(
      fc.property(near, fc.constantFrom('dayFirst', 'monthFirst'), (date, order) => {
        const [, month, day] = date.split('-').map(Number);
        const year = date.slice(2, 4);
        expect(readDay(`${day}.${month}.${year}`, { today: TODAY, order })).toBe(date);
        const slashes = order === 'dayFirst' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
        expect(readDay(slashes, { today: TODAY, order })).toBe(date);
      }),
    );
  });

  test.each([
    ['+2w', '2026-12-05'],
    ['+ 10 days', '2026-12-01'],
    ['-1d', '2026-11-20'],
    ['+3m', '2027-02-21'],
    ['+1y', '2027-11-21'],
  ])('BD-09.9 %s from today is %s', (text, date) => expect(readDay(text, context)).toBe(date));

  test('BD-09.9 a month that is too short gives its last day, and years that there are not give none', () => {
    expect(readDay('+1m', { ...context, today: '2027-01-31' })).toBe('2027-02-28');
    expect(readDay('-1y', { ...context, today: '2028-02-29' })).toBe('2027-02-28');
    expect([readDay('+99999y', context), readDay('-99999w', { ...context, today: '0800-01-01' })]).toEqual([
      null,
      null,
    ]);
  });

  test('BD-09.8 words are asked for last, and what is no day is none', () => {
    const asked: string[] = [];
    const natural = (text: string) => {
      asked.push(text);
      return text === 'leap' ? { year: 2026, month: 2, day: 29 } : { year: 2027, month: 1, day: 2 };
    };
    expect([' soon ', '2026-12-31', 'leap'].map((text) => readDay(text, context, natural))).toEqual([
      '2027-01-02',
      '2026-12-31',
      null,
    ]);
    expect(asked).toEqual(['soon', 'leap']);
  });

  test.each(['2026-02-30', '2026-13-01', '2026-00-10', '0-1-1', '30.2.2027', '2026-3/1', 'soon', '1', '32.1.', '+2'])(
    'BD-09.2 %j is no date',
    (text) => {
      expect(readDay(text, context)).toBeNull();
      expect(pickedDay(text, { ...context, min: '2026-12-01' })).toBeNull();
    },
  );

  test('BD-09.3 an emptied field gives the minimum, or no date', () => {
    expect(pickedDay('', context)).toEqual({ day: null });
    expect(pickedDay('  ', { ...context, min: '2026-12-24' })).toEqual({ day: '2026-12-24' });
  });

  test('BD-09.4 a day outside of the limits becomes the nearest within', () => {
    const limits = { ...context, min: '2026-12-01', max: '2026-12-31' };
    expect(pickedDay('2026-11-30', limits)).toEqual({ day: '2026-12-01' });
    expect(pickedDay('1/1/2027', limits)).toEqual({ day: '2026-12-31' });
    expect(withinLimits('2026-01-01', { min: '2026-05-01', max: '2026-02-01' })).toBe('2026-05-01');
    expect(withinLimits('2026-06-01', { min: '2026-05-01', max: '2026-02-01' })).toBe('2026-05-01');
    fc.assert(
      fc.property(days, days, (date, min) => compareDays(withinLimits(date, { min }), min) >= 0),
      { numRuns: 200 },
    );
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
