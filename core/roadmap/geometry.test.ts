import fc from 'fast-check';
import { dayNumber, dayOfNumber } from '../calendar/rules.ts';
import type { Dated, Timeframe, VisibleDays } from './rules.ts';
import {
  barOf,
  bufferRows,
  CELL_WIDTH,
  cellName,
  cellsOfBar,
  cellText,
  clampDates,
  dayLeft,
  dayPlace,
  daysDragged,
  headerCells,
  isNarrow,
  milestoneSize,
  presetsOf,
  progressDetail,
  progressOf,
  progressText,
  RANGES,
  roadmapDates,
  sectionWidth,
  timeframeOf,
  todayMark,
  weekDays,
} from './rules.ts';

const YEAR_2018 = timeframeOf('CURRENT_YEAR', 'MONTHS', '2018-05-10');
const dated = (startDate: string | null, dueDate: string | null): Dated => ({ startDate, dueDate });

function visible(frame: Timeframe, startDate: string | null, dueDate: string | null): VisibleDays {
  const days = clampDates(dated(startDate, dueDate), frame);
  if (typeof days === 'string') throw new Error(`no bar: ${days}`);
  return days;
}

const frames = fc
  .record({
    today: fc.integer({ min: dayNumber('2000-01-01'), max: dayNumber('2100-12-31') }).map(dayOfNumber),
    combination: fc.constantFrom(
      ...RANGES.flatMap((range) => presetsOf(range).map((preset) => [range, preset] as const)),
    ),
    week: fc.integer({ min: 0, max: 6 }),
  })
  .map(({ today, combination: [range, preset], week }) => timeframeOf(range, preset, today, week));

test('RM-07.1 a missing date is the edge of the timeframe, and marked', () => {
  expect(visible(YEAR_2018, null, '2018-02-03')).toEqual({
    start: dayNumber('2018-01-01'),
    end: dayNumber('2018-02-03'),
    startUndefined: true,
    endUndefined: false,
    startOutOfRange: false,
    endOutOfRange: false,
  });
  expect(visible(YEAR_2018, '2018-02-03', null)).toMatchObject({ end: dayNumber('2018-12-31'), endUndefined: true });
});

test('RM-07.2 a date beyond the edge is cut there, and marked', () => {
  expect(visible(YEAR_2018, '2017-12-31', '2019-01-01')).toMatchObject({
    start: dayNumber('2018-01-01'),
    end: dayNumber('2018-12-31'),
    startOutOfRange: true,
    endOutOfRange: true,
  });
  expect(visible(YEAR_2018, '2018-01-01', '2018-12-31')).toMatchObject({
    startOutOfRange: false,
    endOutOfRange: false,
  });
});

test.each([
  ['2018-02-02', '2018-02-01', 'due_before_start'],
  ['2030-01-01', '2001-01-01', 'due_before_start'],
  [null, null, 'undated'],
  ['2019-01-01', null, 'outside'],
  ['2019-01-01', '2019-02-01', 'outside'],
  [null, '2017-12-31', 'outside'],
] as const)('RM-07.3 RM-07.4 from %s to %s there is no bar: %s', (start, due, reason) => {
  expect(clampDates(dated(start, due), YEAR_2018)).toBe(reason);
});

test('RM-08.1 RM-08.2 RM-08.3 widths and the rows that fill the window', () => {
  expect(sectionWidth(YEAR_2018)).toBe(320 + 180 * 12);
  expect([bufferRows(812, 200), bufferRows(813, 200), bufferRows(100, 200)]).toEqual([17, 18, 0]);
});

/** Upstream's figures, in pixels; a day's width in each is 180 by the days of the cell that decides. docs/deviations.md lists the differences. */
test.each([
  ['CURRENT_YEAR', 'MONTHS', '2018-05-10', '2018-01-01', '2018-03-15', 447, 180 / 31],
  ['THREE_YEARS', 'QUARTERS', '2018-01-01', '2016-08-01', '2016-11-01', 180, 180 / 92],
  ['CURRENT_QUARTER', 'WEEKS', '2018-02-01', '2018-01-15', '2018-02-02', 488, 180 / 7],
] as const)(
  'RM-09.2 %s by %s: %s, a bar from %s to %s is %i px wide, within a day',
  (range, preset, today, from, to, width, day) => {
    const frame = timeframeOf(range, preset, today);
    expect(Math.abs(barOf(frame, visible(frame, from, to)).width - width)).toBeLessThanOrEqual(day + 1e-9);
  },
);

test('RM-09.1 RM-09.2 a bar is as long as its days, whatever the timeframe', () => {
  fc.assert(
    fc.property(frames, fc.nat(), fc.nat(), (frame, from, length) => {
      const start = frame.start + (from % (frame.end - frame.start + 1));
      const end = Math.min(frame.end, start + (length % 400));
      const { left, width } = barOf(frame, { start, end });
      let sum = 0;
      for (const cell of frame.cells) {
        const shared = Math.min(end, cell.start + cell.days - 1) - Math.max(start, cell.start) + 1;
        if (shared > 0) sum += (shared * CELL_WIDTH) / cell.days;
      }
      expect(width).toBeCloseTo(sum, 6);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(left + width).toBeLessThanOrEqual(frame.cells.length * CELL_WIDTH + 1e-6);
    }),
  );
});

test('RM-09.3 the left edge of every day is that day, its middle half a day later', () => {
  fc.assert(
    fc.property(frames, (frame) => {
      // Tens of thousands of days: each is compared, only the faults are told.
      const faults: (readonly [place: number, expected: number])[] = [];
      const holds = (place: number, expected: number): void => {
        if (!(Math.abs(place - expected) < 5e-7)) faults.push([place, expected]);
      };
      for (let day = frame.start; day <= frame.end; day += 1) {
        holds(dayPlace(frame, dayLeft(frame, day)), day);
        holds(dayPlace(frame, (dayLeft(frame, day) + dayLeft(frame, day + 1)) / 2), day + 0.5);
      }
      expect(faults).toEqual([]);
    }),
    { numRuns: 30 },
  );
  expect(dayPlace(YEAR_2018, -5)).toBe(YEAR_2018.start);
  expect(dayPlace(YEAR_2018, 1e9)).toBe(YEAR_2018.end + 1);
});

test('RM-09.45 a drag goes as many days as it is long, wherever in its day it began', () => {
  const weeks = timeframeOf('CURRENT_YEAR', 'WEEKS', '2018-05-10');
  const day = CELL_WIDTH / 7;
  fc.assert(
    fc.property(
      fc.double({ min: 1000, max: 2000, noNaN: true }),
      fc.integer({ min: -30, max: 30 }),
      fc.double({ min: -0.49, max: 0.49, noNaN: true }),
      (from, days, rest) => expect(daysDragged(weeks, from, from + (days + rest) * day)).toBeCloseTo(days, 9),
    ),
    { examples: [[1285, 0, 0.3]] },
  );
});

test('RM-09.4 below 40 px a bar is narrow', () => {
  expect([isNarrow({ left: 0, width: 39.9 }), isNarrow({ left: 0, width: 40 })]).toEqual([true, false]);
});

test.each([
  ['QUARTERS', 8.9, 'minimum'],
  ['QUARTERS', 9, 'small'],
  ['QUARTERS', 12, 'full'],
  ['MONTHS', 8, 'small'],
  ['MONTHS', 12, 'full'],
  ['WEEKS', 1, 'full'],
] as const)('RM-10.4 by %s a milestone of %f px is %s', (preset, width, size) => {
  expect(milestoneSize(preset, { left: 0, width })).toBe(size);
});

test.each([
  ['THREE_YEARS', 'QUARTERS', '2018-01-01', '2016-08-01', 34],
  ['CURRENT_YEAR', 'MONTHS', '2018-01-15', '2018-01-15', 48],
  ['CURRENT_YEAR', 'MONTHS', '2018-01-15', '2018-01-01', 3],
  ['CURRENT_QUARTER', 'WEEKS', '2018-01-14', '2018-01-14', 7],
  ['CURRENT_QUARTER', 'WEEKS', '2018-01-14', '2018-01-20', 93],
] as const)(
  'RM-08.5 %s by %s seen on %s: the line of %s stands at %i per cent of its cell',
  (range, preset, seen, today, percent) => {
    expect(todayMark(timeframeOf(range, preset, seen), dayNumber(today))?.percent).toBe(percent);
  },
);

test('RM-08.5 with weeks that begin on Monday, Monday is the first day; outside of the timeframe there is no line', () => {
  const frame = timeframeOf('CURRENT_QUARTER', 'WEEKS', '2018-01-15', 1);
  expect(todayMark(frame, dayNumber('2018-01-15'))?.percent).toBe(7);
  expect(todayMark(frame, dayNumber('2019-01-15'))).toBeNull();
});

const labels = (frame: Timeframe, today: string): readonly string[] =>
  headerCells(frame, dayNumber(today)).map(({ label }) => label);

test('RM-08.6 RM-08.7 labels carry the year at the first cell and where it changes', () => {
  expect(labels(YEAR_2018, '2018-05-10').slice(0, 3)).toEqual(['2018 Jan', 'Feb', 'Mar']);
  expect(labels(timeframeOf('THREE_YEARS', 'QUARTERS', '2018-01-01'), '2018-01-01').slice(0, 4)).toEqual([
    '2016 Q3',
    'Q4',
    '2017 Q1',
    'Q2',
  ]);
  const weeks = labels(timeframeOf('CURRENT_YEAR', 'WEEKS', '2018-01-01'), '2018-01-01');
  expect(weeks.slice(0, 3)).toEqual(['2017 Dec 31', '2018 Jan 7', 'Jan 14']);
  expect(labels(timeframeOf('THREE_YEARS', 'WEEKS', '2018-01-01'), '2018-01-01')).toContain('2019 Jan 6');
});

test('RM-08.8 RM-08.9 cells before today are past, one is current; a week names its days', () => {
  const times = headerCells(YEAR_2018, dayNumber('2018-05-31')).map(({ time }) => time);
  expect(times).toEqual([...Array(4).fill('past'), 'current', ...Array(7).fill('future')]);
  expect(weekDays({ start: dayNumber('2017-12-31'), days: 7 })).toEqual([31, 1, 2, 3, 4, 5, 6]);
});

const figures = (openedIssues: number, closedIssues: number) => ({
  descendantCounts: {
    openedEpics: 0,
    closedEpics: 0,
    openedIssues: openedIssues * 2,
    closedIssues: closedIssues * 2,
  },
  descendantWeightSum: { openedIssues, closedIssues },
});

test('RM-09.5 RM-09.6 RM-09.7 progress and its texts', () => {
  expect(progressOf(figures(1, 2), 'WEIGHT')).toEqual({ closed: 2, total: 3, percent: 67 });
  expect(progressText(progressOf(figures(1, 2), 'COUNT'), 'COUNT')).toBe('67% issues closed');
  expect(progressText(progressOf(figures(2, 3), 'WEIGHT'), 'WEIGHT')).toBe('60% weight completed');
  expect(progressDetail(progressOf(figures(2, 3), 'WEIGHT'), 'WEIGHT')).toBe('3 of 5 weight completed');
  expect(progressDetail(progressOf(figures(2, 3), 'COUNT'), 'COUNT')).toBe('6 of 10 issues closed');
  expect(progressText(progressOf(figures(0, 0), 'WEIGHT'), 'WEIGHT')).toBe('- of - weight completed');
  expect(progressText(progressOf(figures(3, 0), 'COUNT'), 'COUNT')).toBe('0% issues closed');
});

test.each([
  ['2018-01-01', '2018-04-01', 'Jan 1 – Apr 1, 2018'],
  ['2017-12-30', '2018-01-02', 'Dec 30, 2017 – Jan 2, 2018'],
  [null, '2018-01-02', 'No start date – Jan 2, 2018'],
  ['2018-01-02', null, 'Jan 2, 2018 – No end date'],
  [null, null, 'No start and end date'],
])('RM-09.8 from %s to %s it says %s', (start, due, text) => {
  expect(roadmapDates(dated(start, due))).toBe(text);
});

test('RM-08.10 the name of a cell by itself', () => {
  const of = (range: (typeof RANGES)[number], preset: 'QUARTERS' | 'MONTHS' | 'WEEKS', index: number) =>
    cellName(timeframeOf(range, preset, '2026-11-21'), index);
  expect(of('THREE_YEARS', 'QUARTERS', 0)).toBe('Q2 2025');
  expect(of('CURRENT_YEAR', 'MONTHS', 1)).toBe('Feb 2026');
  expect(of('CURRENT_QUARTER', 'WEEKS', 0)).toBe('Sep 27 – Oct 3, 2026');
});

test('RM-08.11 what a cell of a row says', () => {
  const bar = visible(YEAR_2018, '2018-03-05', '2018-05-20');
  const today = dayNumber('2018-05-10');
  const texts = YEAR_2018.cells.slice(1, 6).map((_, index) => cellText(YEAR_2018, index + 1, bar, today));
  expect(texts).toEqual([
    'Feb 2018, no bar',
    'Mar 2018, bar Mar 5 – Mar 31, 2018',
    'Apr 2018, bar Apr 1 – Apr 30, 2018',
    'May 2018, today, bar May 1 – May 20, 2018',
    'Jun 2018, no bar',
  ]);
});

test('RM-08.12 RM-08.11 the cells of a bar are those, and only those, that say there is a bar', () => {
  fc.assert(
    fc.property(frames, fc.nat(), fc.nat(), (frame, a, b) => {
      const days = frame.end - frame.start + 1;
      const [first, last] = [a % days, b % days].sort((x, y) => x - y) as [number, number];
      const bar = { start: frame.start + first, end: frame.start + last };
      const { first: cell, count } = cellsOfBar(frame, bar);
      const told = frame.cells.flatMap((_, index) => (/bar [A-Z]/.test(cellText(frame, index, bar, 0)) ? [index] : []));
      expect(told).toEqual(Array.from({ length: count }, (_, index) => cell + index));
    }),
  );
});
