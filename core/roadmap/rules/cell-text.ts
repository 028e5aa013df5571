import type { VisibleDays } from './clamp.ts';
import type { Cell, Timeframe } from './timeframe.ts';
import { dayOfNumber, parseDay, shortMonth } from '../../calendar/rules.ts';
import { roadmapDates } from './dates-text.ts';
import { cellIndexOf } from './timeframe.ts';

type Days = Pick<VisibleDays, 'start' | 'end'>;

const datesOf = ({ start, end }: Days): string =>
  roadmapDates({ startDate: dayOfNumber(start), dueDate: dayOfNumber(end) });

/** RM-08.10: a cell by itself: `Q4 2026`, `Nov 2026`, `Nov 1 – Nov 7, 2026`. */
export function cellName({ preset, cells }: Timeframe, index: number): string {
  const { start, days } = cells[index] as Cell;
  const { year, month } = parseDay(dayOfNumber(start)) ?? { year: 0, month: 1 };
  if (preset === 'WEEKS') return datesOf({ start, end: start + days - 1 });
  return `${preset === 'QUARTERS' ? `Q${Math.ceil(month / 3)}` : shortMonth(month)} ${year}`;
}

/** RM-08.11: what a row's cell says to those who do not see it: `Nov 2026, bar Nov 3 – Nov 20, 2026`, `Dec 2026, no bar`. */
export function cellText(timeframe: Timeframe, index: number, bar: Days, today: number): string {
  const { start, days } = timeframe.cells[index] as Cell;
  const inside: Days = { start: Math.max(start, bar.start), end: Math.min(start + days - 1, bar.end) };
  const mark = today >= start && today < start + days ? ', today' : '';
  return `${cellName(timeframe, index)}${mark}, ${inside.start > inside.end ? 'no bar' : `bar ${datesOf(inside)}`}`;
}

/** RM-08.12: the first cell in which a bar lies, and the number of its cells. */
export function cellsOfBar(
  timeframe: Timeframe,
  { start, end }: Days,
): { readonly first: number; readonly count: number } {
  const first = cellIndexOf(timeframe, start);
  return { first, count: cellIndexOf(timeframe, end) - first + 1 };
}
