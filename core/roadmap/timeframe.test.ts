import fc from 'fast-check';
import { dayNumber, dayOfNumber, firstOfMonth, lastOfMonth, monthNumber, weekday } from '../calendar/rules.ts';
import type { Preset, Timeframe, TimeframeRange } from './rules.ts';
import { cellIndexOf, presetOf, presetsOf, rangeOf, RANGES, timeframeOf } from './rules.ts';

type Vector = readonly [
  today: string,
  range: TimeframeRange,
  preset: Preset,
  cells: number,
  first: string,
  last: string,
  week: number,
];

/** Today, range, preset, number of cells, first day, first day of the last cell, first day of the week. */
const VECTORS: readonly Vector[] = [
  ['2021-01-01', 'CURRENT_QUARTER', 'WEEKS', 14, '2020-12-27', '2021-03-28', 0],
  ['2018-01-01', 'CURRENT_QUARTER', 'WEEKS', 13, '2017-12-31', '2018-03-25', 0],
  ['2020-10-11', 'CURRENT_QUARTER', 'WEEKS', 14, '2020-09-27', '2020-12-27', 0],
  ['2023-05-15', 'CURRENT_QUARTER', 'WEEKS', 14, '2023-03-26', '2023-06-25', 0],
  ['2024-02-29', 'CURRENT_QUARTER', 'WEEKS', 14, '2023-12-31', '2024-03-31', 0],
  ['2021-01-01', 'CURRENT_YEAR', 'MONTHS', 12, '2021-01-01', '2021-12-01', 0],
  ['2021-01-01', 'CURRENT_YEAR', 'WEEKS', 53, '2020-12-27', '2021-12-26', 0],
  ['2024-06-01', 'CURRENT_YEAR', 'WEEKS', 53, '2023-12-31', '2024-12-29', 0],
  ['2021-01-01', 'THREE_YEARS', 'QUARTERS', 13, '2019-07-01', '2022-07-01', 0],
  ['2018-01-01', 'THREE_YEARS', 'QUARTERS', 13, '2016-07-01', '2019-07-01', 0],
  ['2020-12-25', 'THREE_YEARS', 'QUARTERS', 13, '2019-04-01', '2022-04-01', 0],
  ['2021-01-01', 'THREE_YEARS', 'MONTHS', 36, '2019-07-01', '2022-06-01', 0],
  ['2021-01-01', 'THREE_YEARS', 'WEEKS', 161, '2019-06-30', '2022-07-24', 0],
  ['2018-01-01', 'THREE_YEARS', 'WEEKS', 162, '2016-06-26', '2019-07-28', 0],
  ['2023-05-15', 'CURRENT_QUARTER', 'WEEKS', 14, '2023-03-27', '2023-06-26', 1],
  // Where the month's or the year's last day decides: upstream loses a cell or runs into other months.
  ['2023-06-01', 'CURRENT_YEAR', 'WEEKS', 53, '2023-01-01', '2023-12-31', 0],
  ['2023-08-31', 'CURRENT_QUARTER', 'WEEKS', 14, '2023-06-25', '2023-09-24', 0],
  ['2023-05-31', 'CURRENT_QUARTER', 'WEEKS', 14, '2023-03-26', '2023-06-25', 0],
  ['2023-01-01', 'CURRENT_YEAR', 'WEEKS', 53, '2022-12-26', '2023-12-25', 1],
];

test.each(VECTORS)('RM-06.2 %s, %s by %s: %i cells from %s to %s', (today, range, preset, count, first, last, week) => {
  const { cells, startDate } = timeframeOf(range, preset, today, week);
  expect([cells.length, startDate, dayOfNumber(cells.at(-1)?.start ?? NaN)]).toEqual([count, first, last]);
});

const FIRST = dayNumber('2000-01-01');
const LAST = dayNumber('2100-12-31');
/** What the range promises, said in another way than the code says it: first and last day. */
function promised(range: TimeframeRange, today: string): readonly [number, number] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (range === 'CURRENT_YEAR') return [dayNumber(`${year}-01-01`), dayNumber(`${year}-12-31`)];
  if (range === 'THREE_YEARS') {
    return [dayNumber(firstOfMonth(monthNumber(today) - 18)), dayNumber(lastOfMonth(monthNumber(today) + 17))];
  }
  const quarter = Math.ceil(month / 3) - 1;
  return [
    dayNumber(`${year}-${['01', '04', '07', '10'][quarter]}-01`),
    dayNumber(`${year}-${['03-31', '06-30', '09-30', '12-31'][quarter]}`),
  ];
}

/** Timeframes whose cells were walked: that of a day may be the very one of the day before. */
const walked = new WeakSet<Timeframe>();

/** What is wrong with a timeframe, without a word for what is right: it is asked one and a half million times. */
function faultsOf(frame: Timeframe, today: number, [from, to]: readonly [number, number], week: number): string[] {
  const faults = walked.has(frame) ? [] : faultsOfCells(frame);
  walked.add(frame);
  if (frame.firstDayOfWeek !== week) faults.push(`weeks begin on ${frame.firstDayOfWeek}`);
  if (from < frame.start || to > frame.end) faults.push(`not all from ${dayOfNumber(from)} to ${dayOfNumber(to)}`);
  const own = frame.cells[cellIndexOf(frame, today)];
  if (own === undefined || today < own.start || today >= own.start + own.days) faults.push('today is in no cell');
  return faults;
}

/** Without a gap and without an overlap, so that no day is in two cells. */
function faultsOfCells({ preset, cells, start: first, end, firstDayOfWeek }: Timeframe): string[] {
  const faults: string[] = [];
  let next = first;
  for (const { start, days } of cells) {
    if (start !== next || days < 1) faults.push(`cell at ${dayOfNumber(start)}, expected at ${dayOfNumber(next)}`);
    if (preset === 'WEEKS' && (days !== 7 || (start + 4) % 7 !== firstDayOfWeek)) faults.push('not a week');
    next = start + days;
  }
  if (next !== end + 1) faults.push('the end is not the last cell’s');
  return faults;
}

test('RM-06.1 on every day from 2000 to 2100, every range, preset and first day of the week: no gap, no overlap, wholly covered, today inside', () => {
  const faults: string[] = [];
  let asked = 0;
  for (let day = FIRST; day <= LAST; day += 1) {
    const today = dayOfNumber(day);
    for (const range of RANGES) {
      const all = promised(range, today);
      for (const preset of presetsOf(range)) {
        for (let week = 0; week < 7; week += 1) {
          asked += 1;
          const found = faultsOf(timeframeOf(range, preset, today, week), day, all, week);
          for (const fault of found) faults.push(`${today} ${range} ${preset} ${week}: ${fault}`);
        }
      }
    }
  }
  expect(faults).toEqual([]);
  // Days, times the presets of all ranges, times weekdays.
  expect(asked).toBe(36_890 * 6 * 7);
});

test('RM-06.3 RM-06.6 weeks begin where the settings say; the last visible day ends the last cell', () => {
  fc.assert(
    fc.property(fc.integer({ min: FIRST, max: LAST }), fc.integer({ min: 0, max: 6 }), (day, week) => {
      for (const range of RANGES) {
        const { cells, start, firstDayOfWeek } = timeframeOf(range, 'WEEKS', dayOfNumber(day), week);
        const first = promised(range, dayOfNumber(day))[0];
        expect([firstDayOfWeek, weekday(dayOfNumber(start)), first - start < 7]).toEqual([week, week, true]);
        expect(new Set(cells.map((cell) => weekday(dayOfNumber(cell.start))))).toEqual(new Set([week]));
      }
    }),
  );
  expect(timeframeOf('CURRENT_QUARTER', 'WEEKS', '2018-01-01').endDate).toBe('2018-03-31');
});

test('RM-06.4 RM-06.5 three years have 36 months and 13 quarters on every day', () => {
  for (let month = monthNumber('2000-01-01'); month <= monthNumber('2100-12-01'); month += 1) {
    for (const today of [firstOfMonth(month), lastOfMonth(month)]) {
      expect(timeframeOf('THREE_YEARS', 'MONTHS', today).cells).toHaveLength(36);
      expect(timeframeOf('THREE_YEARS', 'QUARTERS', today).cells).toHaveLength(13);
    }
  }
});

test('RM-05.1 RM-05.2 RM-05.3 RM-22.1 ranges, their presets, and what an unknown one becomes', () => {
  expect(RANGES.map((range) => [range, ...presetsOf(range)])).toEqual([
    ['CURRENT_QUARTER', 'WEEKS'],
    ['CURRENT_YEAR', 'MONTHS', 'WEEKS'],
    ['THREE_YEARS', 'QUARTERS', 'MONTHS', 'WEEKS'],
  ]);
  expect([rangeOf('THREE_YEARS'), rangeOf('three_years'), rangeOf(null), rangeOf('<b>')]).toEqual([
    'THREE_YEARS',
    'CURRENT_QUARTER',
    'CURRENT_QUARTER',
    'CURRENT_QUARTER',
  ]);
  expect(presetOf('CURRENT_QUARTER', 'MONTHS')).toBe('WEEKS');
  expect(presetOf('CURRENT_YEAR', 'QUARTERS')).toBe('MONTHS');
  expect(presetOf('CURRENT_YEAR', 'WEEKS')).toBe('WEEKS');
  expect(presetOf('THREE_YEARS', undefined)).toBe('QUARTERS');
});
