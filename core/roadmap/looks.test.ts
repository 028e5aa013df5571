import {
  barLook,
  barName,
  BAR_HEIGHT,
  type DependencyLine,
  linePath,
  ROW_HEIGHT,
  timeframeOf,
  weekendPlaces,
  yearOfCell,
} from './rules.ts';

const ENDS = { startUndefined: false, endUndefined: false, startOutOfRange: false, endOutOfRange: false };
const DAYS = { start: 10, end: 20, ...ENDS };
const EPIC = {
  state: 'opened' as const,
  ...{ startDate: '1970-01-11', startDateIsFixed: true },
  ...{ dueDate: '1970-01-21', dueDateIsFixed: false },
};

test('RM-09.50 closed, late, inherited, and where a bar goes on', () => {
  const look = { closed: false, late: false, inherited: false, goesOnBefore: false, goesOnAfter: false };
  expect(barLook(EPIC, DAYS, 20)).toEqual(look);
  expect(barLook(EPIC, DAYS, 21)).toEqual({ ...look, late: true });
  expect(barLook({ ...EPIC, state: 'closed' }, DAYS, 21)).toEqual({ ...look, closed: true });
  expect(barLook({ ...EPIC, startDateIsFixed: false }, DAYS, 20)).toEqual({ ...look, inherited: true });
  // A fixed date that is empty is none.
  expect(barLook({ ...EPIC, startDate: null }, DAYS, 20)).toEqual({ ...look, inherited: true });
  expect(barLook(EPIC, { ...DAYS, startOutOfRange: true, endUndefined: true }, 20)).toEqual({
    ...look,
    goesOnBefore: true,
    goesOnAfter: true,
  });
});

test('RM-08.16 RM-08.17 the year of a cell; the weekend by the first day of the week', () => {
  const years = timeframeOf('THREE_YEARS', 'QUARTERS', '2026-11-23');
  expect([0, 3, 12].map((cell) => yearOfCell(years, cell))).toEqual([2025, 2026, 2028]);
  expect(yearOfCell(years, 99)).toBeNull();
  expect([0, 1, 6].map((firstDayOfWeek) => weekendPlaces({ firstDayOfWeek }))).toEqual([
    [6, 0],
    [5, 6],
    [0, 1],
  ]);
});

describe('RM-09.49 lines', () => {
  const WIDTH = 900;
  const points = (line: string) =>
    [...line.matchAll(/([MLQ])([\d.]+) ([\d.]+)(?: ([\d.]+) ([\d.]+))?/g)].map((found) => found.slice(1).map(Number));
  const ends = [0, 4, 100, 450, 880, 896, WIDTH];
  const cases = ends.flatMap((from) => ends.map((to) => [from, to] as const));

  test.each(cases)(
    'RM-09.49 from %d to %d run sideways in gaps or close to a bar, and stay within the cells',
    (fromX, toX) => {
      for (const [fromRow, toRow] of [
        [0, 1],
        [1, 0],
        [0, 4],
        [5, 2],
      ] as const) {
        const line: DependencyLine = {
          ...{ blockingId: 'a', blockedId: 'b', late: false },
          ...{ from: { row: fromRow, x: fromX }, to: { row: toRow, x: toX } },
        };
        const path = linePath(line, { left: 0, top: 0, width: WIDTH });
        let [x, y] = [0, 0];
        for (const [, ...numbers] of points(path.line)) {
          const [nextX = 0, nextY = 0] = numbers.slice(-2).every((each) => !Number.isNaN(each))
            ? numbers.slice(-2)
            : numbers;
          expect(nextX).toBeGreaterThanOrEqual(0);
          expect(nextX).toBeLessThanOrEqual(WIDTH);
          const sideways = x !== 0 || y !== 0 ? Math.abs(nextX - x) : 0;
          // A corner, a piece beside a bar, or in the gap between two rows.
          if (sideways > 12) expect(nextY % ROW_HEIGHT).toBe(0);
          [x, y] = [nextX, nextY];
        }
        expect(path.head).toMatch(/^M[\d.]+ [\d.]+l-?[\d.]+ -?[\d.]+[vh]7z$/);
      }
    },
  );

  test('RM-09.49 the head is straight: it points to the bar, and from above where there is no room beside it', () => {
    const line = { blockingId: 'a', blockedId: 'b', late: true, from: { row: 0, x: 100 } };
    const frame = { left: 0, top: 0, width: WIDTH };
    expect(linePath({ ...line, to: { row: 2, x: 300 } }, frame).head).toBe(`M300 ${2.5 * ROW_HEIGHT}l-6 -3.5v7z`);
    expect(linePath({ ...line, to: { row: 2, x: 0 } }, frame).head).toBe(
      `M16 ${2.5 * ROW_HEIGHT - BAR_HEIGHT / 2}l-3.5 -6h7z`,
    );
  });
});

test('RM-09.54 the name of a late bar says so', () => {
  const texts = { dates: 'Jan 1 – Apr 1, 2018', progress: '- of -', percent: null, detail: '', childEpics: null };
  expect(barName('Plan', texts, true, true)).toBe('Plan, Jan 1 – Apr 1, 2018, Overdue, - of -');
  expect(barName('Plan', texts, false, false)).toBe('Plan, Jan 1 – Apr 1, 2018');
});
