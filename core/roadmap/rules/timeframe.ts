import type { CivilDate, MonthNumber } from '../../calendar/rules.ts';
import { dayOfNumber, monthNumber, monthStart, quarterStart, weekday } from '../../calendar/rules.ts';

/** How much time the roadmap shows: `This quarter`, `This year`, `Within 3 years`. */
export type TimeframeRange = 'CURRENT_QUARTER' | 'CURRENT_YEAR' | 'THREE_YEARS';
/** What one cell of the header stands for. */
export type Preset = 'QUARTERS' | 'MONTHS' | 'WEEKS';

export const RANGES: readonly TimeframeRange[] = ['CURRENT_QUARTER', 'CURRENT_YEAR', 'THREE_YEARS'];

/** The presets that a range offers, the default one first (RM-05.2). */
const PRESETS: Readonly<Record<TimeframeRange, readonly [Preset, ...Preset[]]>> = {
  CURRENT_QUARTER: ['WEEKS'],
  CURRENT_YEAR: ['MONTHS', 'WEEKS'],
  THREE_YEARS: ['QUARTERS', 'MONTHS', 'WEEKS'],
};

export const presetsOf = (range: TimeframeRange): readonly Preset[] => PRESETS[range];

/** RM-22.1: an unknown range is This quarter. */
export const rangeOf = (text: string | null | undefined): TimeframeRange =>
  RANGES.find((range) => range === text) ?? 'CURRENT_QUARTER';

/** RM-05.3: a preset that the range does not offer is its default. */
export const presetOf = (range: TimeframeRange, text: string | null | undefined): Preset =>
  PRESETS[range].find((preset) => preset === text) ?? PRESETS[range][0];

/** One cell of the header: `days` days from `start` on. Days are day numbers (core/calendar). */
export interface Cell {
  readonly start: number;
  readonly days: number;
}

/** The visible stretch of time, in cells that follow each other without a gap. */
export interface Timeframe {
  readonly range: TimeframeRange;
  readonly preset: Preset;
  /** The weekday on which weeks begin, 0 for Sunday. */
  readonly firstDayOfWeek: number;
  readonly cells: readonly Cell[];
  /** First visible day, as day number and as date. */
  readonly start: number;
  readonly startDate: CivilDate;
  /** Last visible day, inclusive. */
  readonly end: number;
  readonly endDate: CivilDate;
}

/** Months before and after the current one in `THREE_YEARS`. */
const REACH = 18;

interface Span {
  /** The months that the range promises to show, both ends included. */
  readonly from: MonthNumber;
  readonly to: MonthNumber;
}

function spanOf(range: TimeframeRange, today: CivilDate): Span {
  const month = monthNumber(today);
  switch (range) {
    case 'CURRENT_QUARTER':
      return { from: quarterStart(month), to: quarterStart(month) + 2 };
    case 'CURRENT_YEAR':
      return { from: month - (month % 12), to: month - (month % 12) + 11 };
    case 'THREE_YEARS':
      return { from: month - REACH, to: month + REACH - 1 };
  }
}

function monthCells({ from, to }: Span, step: 1 | 3): Cell[] {
  const cells: Cell[] = [];
  let start = monthStart(from);
  for (let month = from; month <= to; month += step) {
    const next = monthStart(month + step);
    cells.push({ start, days: next - start });
    start = next;
  }
  return cells;
}

/** The weeks from the one that holds `first` to the one that holds `last`, in day numbers. */
function weekCells(first: number, last: number, firstDayOfWeek: number): Cell[] {
  const cells: Cell[] = [];
  const before = (weekday(dayOfNumber(first)) - firstDayOfWeek + 7) % 7;
  for (let start = first - before; start <= last; start += 7) cells.push({ start, days: 7 });
  return cells;
}

/**
 * RM-06: the cells of a range. `today` lies in one of them. Month arithmetic counts months, never days of a month that the other month may lack, and a
 * last day that begins a week gets its cell (docs/deviations.md: the upstream arithmetic errs in both).
 */
export function timeframeOf(range: TimeframeRange, preset: Preset, today: CivilDate, firstDayOfWeek = 0): Timeframe {
  const span = spanOf(range, today);
  const kind = `${range} ${preset} ${firstDayOfWeek}`;
  const known = lastMade.get(kind);
  if (known?.from === span.from) return known.frame;
  const shown = presetOf(range, preset);
  const frame = stretchOf({ range, preset: shown, firstDayOfWeek }, cellsOf(range, shown, span, firstDayOfWeek));
  lastMade.set(kind, { from: span.from, frame });
  return frame;
}

/**
 * The latest timeframe of each kind, which stays the same for a whole month. The selectors memoize only one timeframe; time travel, and several planners in one
 * process, alternate between two.
 */
const lastMade = new Map<string, { readonly from: MonthNumber; readonly frame: Timeframe }>();

/** A stretch of time in cells that follow each other. */
export function stretchOf(
  kind: Pick<Timeframe, 'range' | 'preset' | 'firstDayOfWeek'>,
  cells: readonly Cell[],
): Timeframe {
  const { range, preset, firstDayOfWeek } = kind;
  const { start } = cells[0] as Cell;
  const last = cells.at(-1) as Cell;
  const end = last.start + last.days - 1;
  return { range, preset, firstDayOfWeek, cells, start, startDate: dayOfNumber(start), end, endDate: dayOfNumber(end) };
}

function cellsOf(range: TimeframeRange, preset: Preset, span: Span, firstDayOfWeek: number): Cell[] {
  if (preset === 'MONTHS') return monthCells(span, 1);
  // RM-06.5: quarters and weeks of three years run on into the month behind the 36.
  const beyond = range === 'THREE_YEARS' ? span.to + 1 : span.to;
  if (preset === 'QUARTERS') return monthCells({ from: quarterStart(span.from), to: beyond }, 3);
  const last = monthStart(beyond + 1) - 1;
  // That month is surplus, so a week that begins on its very last day adds nothing that was promised.
  return weekCells(monthStart(span.from), range === 'THREE_YEARS' ? last - 1 : last, firstDayOfWeek);
}

/** The cell that holds a day; -1 outside the timeframe. */
export function cellIndexOf({ cells, start, end }: Timeframe, day: number): number {
  if (day < start || day > end) return -1;
  let low = 0;
  let high = cells.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((cells[middle] as Cell).start <= day) low = middle;
    else high = middle - 1;
  }
  return low;
}
