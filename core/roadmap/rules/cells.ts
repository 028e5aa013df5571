import type { Cell, Preset, Timeframe } from './timeframe.ts';
import type { VisibleDays } from './dates.ts';
import { dayOfNumber, parseDay, shortMonth } from '../../calendar/rules.ts';
import { roadmapDates } from './dates.ts';
import { cellIndexOf } from './timeframe.ts';

export type CellTime = 'past' | 'current' | 'future';

export interface HeaderCell {
  /** `2018 Jan`, `Feb`; `2016 Q3`, `Q4`; `2017 Dec 31`, `Jan 7`. */
  readonly label: string;
  readonly time: CellTime;
}

/** RM-08.6 to RM-08.8: the labels of the cells. The year stands at the first cell and where it changes. */
export function headerCells({ cells, preset }: Timeframe, today: number): readonly HeaderCell[] {
  let shown: number | null = null;
  return cells.map((cell) => {
    const { year, month, day } = partsOf(cell.start);
    const text = preset === 'WEEKS' ? `${shortMonth(month)} ${day}` : unitName(preset, month);
    const label = year === shown ? text : `${year} ${text}`;
    shown = year;
    return { label, time: timeOf(cell, today) };
  });
}

const unitName = (preset: Preset, month: number): string =>
  preset === 'QUARTERS' ? `Q${Math.ceil(month / 3)}` : shortMonth(month);

/** RM-08.16: the year that stands while a cell is the first in sight. */
export const yearOfCell = ({ cells }: Timeframe, index: number): number | null => {
  const cell = cells[index];
  return cell === undefined ? null : partsOf(cell.start).year;
};

export const timeOf = ({ start, days }: Cell, today: number): CellTime =>
  today < start ? 'future' : today < start + days ? 'current' : 'past';

/** RM-08.9: the days of a week's cell, `31`, `1`, … `6`. */
export const weekDays = ({ start, days }: Cell): readonly number[] =>
  Array.from({ length: days }, (_, index) => partsOf(start + index).day);

function partsOf(day: number) {
  const parts = parseDay(dayOfNumber(day));
  if (parts === null) throw new RangeError(`${day} is no day of the calendar`);
  return parts;
}

type Days = Pick<VisibleDays, 'start' | 'end'>;

const datesOf = ({ start, end }: Days): string =>
  roadmapDates({ startDate: dayOfNumber(start), dueDate: dayOfNumber(end) });

/** RM-08.10: a cell by itself: `Q4 2026`, `Nov 2026`, `Nov 1 – Nov 7, 2026`. */
export function cellName({ preset, cells }: Timeframe, index: number): string {
  const { start, days } = cells[index] as Cell;
  const { year, month } = partsOf(start);
  if (preset === 'WEEKS') return datesOf({ start, end: start + days - 1 });
  return `${unitName(preset, month)} ${year}`;
}

/** RM-08.11: the text of a row's cell for screen readers: `Nov 2026, bar Nov 3 – Nov 20, 2026`, `Dec 2026, no bar`. */
export function cellText(timeframe: Timeframe, index: number, bar: Days, today: number): string {
  const { start, days } = timeframe.cells[index] as Cell;
  const inside: Days = { start: Math.max(start, bar.start), end: Math.min(start + days - 1, bar.end) };
  const mark = timeOf({ start, days }, today) === 'current' ? ', today' : '';
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
