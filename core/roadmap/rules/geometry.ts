import type { VisibleDays } from './dates.ts';
import type { Cell, Preset, Timeframe } from './timeframe.ts';
import { cellIndexOf } from './timeframe.ts';

/** CSS pixels (specification, roadmap §9). */
export const CELL_WIDTH = 180;
export const DETAILS_WIDTH = 320;
/** Denser than the specification's 50 (docs/deviations.md). */
export const ROW_HEIGHT = 36;
export const BAR_HEIGHT = 22;
/** RM-09.4: a narrower bar shows an ellipsis for its title and no progress. */
export const NARROW_BAR = 40;

/** Width of the whole section, details column included (RM-08.2). */
export const sectionWidth = ({ cells }: Timeframe): number => DETAILS_WIDTH + CELL_WIDTH * cells.length;

/** Rows that fill a window of `height` pixels below `offset` (RM-08.3). */
export const bufferRows = (height: number, offset: number): number =>
  Math.max(0, Math.ceil((height - offset) / ROW_HEIGHT));

/** RM-09.1: the left edge of a day in pixels from the first cell on. A day is as wide as its cell's width divided by its days. */
export function dayLeft(timeframe: Timeframe, day: number): number {
  const index = cellIndexOf(timeframe, day);
  if (index < 0) return day < timeframe.start ? 0 : timeframe.cells.length * CELL_WIDTH;
  const { start, days } = timeframe.cells[index] as Cell;
  return (index + (day - start) / days) * CELL_WIDTH;
}

/** RM-09.3: the inverse of `dayLeft`: an x coordinate in pixels as a day number, whole at a day's left edge, clamped to the timeframe. */
export function dayPlace({ cells, start, end }: Timeframe, x: number): number {
  const place = x / CELL_WIDTH;
  const index = Math.floor(place);
  if (index < 0) return start;
  const cell = cells[index];
  return cell === undefined ? end + 1 : cell.start + (place - index) * cell.days;
}

/** RM-09.45: the distance of a drag in days, rounded: how far the pointer went counts, not which days it touched. */
export const daysDragged = (timeframe: Timeframe, from: number, to: number): number =>
  Math.round(dayPlace(timeframe, to) - dayPlace(timeframe, from));

/** Where a bar stands, in pixels from the first cell on. */
export interface Bar {
  readonly left: number;
  readonly width: number;
}

/** RM-09.2: from the first moment of the first day to the last moment of the last one. */
export function barOf(timeframe: Timeframe, { start, end }: Pick<VisibleDays, 'start' | 'end'>): Bar {
  const left = dayLeft(timeframe, start);
  return { left, width: dayLeft(timeframe, end + 1) - left };
}

/** RM-08.18: on which side of the visible stretch, given in pixels, a bar lies; null if part of it is visible. */
export function sideOf({ left, width }: Bar, from: number, to: number): 'before' | 'after' | null {
  if (left + width <= from) return 'before';
  return left >= to ? 'after' : null;
}

export const isNarrow = ({ width }: Bar): boolean => width < NARROW_BAR;

/** RM-10.4: how much of the title fits into a milestone's bar. */
export type MilestoneSize = 'minimum' | 'small' | 'full';

const MINIMUM_MILESTONE = 9;
const SMALL_MILESTONE = 12;

export function milestoneSize(preset: Preset, { width }: Bar): MilestoneSize {
  if (preset === 'QUARTERS' && width < MINIMUM_MILESTONE) return 'minimum';
  return preset !== 'WEEKS' && width < SMALL_MILESTONE ? 'small' : 'full';
}

/** RM-08.17: the indices of Saturday and Sunday in a week's cell. */
export const weekendPlaces = ({ firstDayOfWeek }: Pick<Timeframe, 'firstDayOfWeek'>): readonly number[] =>
  [6, 0].map((day) => (day - firstDayOfWeek + 7) % 7);

/** RM-08.5: the cell of today and where its line stands in it, in whole per cent of the cell's width; null if today is not shown. */
export function todayMark(
  timeframe: Timeframe,
  today: number,
): { readonly cell: number; readonly percent: number } | null {
  const cell = cellIndexOf(timeframe, today);
  if (cell < 0) return null;
  const { start, days } = timeframe.cells[cell] as Cell;
  const end = ((today - start + 1) / days) * 100;
  return { cell, percent: Math.floor(timeframe.preset === 'WEEKS' ? end - 7 : end) };
}
