import type { Cell, Timeframe } from './timeframe.ts';
import { dayOfNumber, parseDay, shortMonth } from '../../calendar/rules.ts';

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
    const name = preset === 'QUARTERS' ? `Q${Math.ceil(month / 3)}` : shortMonth(month);
    const text = preset === 'WEEKS' ? `${name} ${day}` : name;
    const label = year === shown ? text : `${year} ${text}`;
    shown = year;
    return { label, time: timeOf(cell, today) };
  });
}

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
