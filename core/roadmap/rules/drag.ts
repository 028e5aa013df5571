import type { DatesChange, RoadmapEpic } from '../types.ts';
import type { Bar } from './geometry.ts';
import type { RoadmapRow } from './row.ts';
import type { Timeframe } from './timeframe.ts';
import { dayNumberOf, dayOfNumber } from '../../calendar/rules.ts';
import { clampDates } from './dates.ts';
import { datesAfter, roadmapDates } from './dates.ts';
import { barOf, daysDragged } from './geometry.ts';

/** Which part of a bar is dragged. */
export type DragPart = 'bar' | 'start' | 'due';

/** The first and last day number that dates can have: the years 1 to 9999. */
const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;

type Dates = Pick<RoadmapEpic, 'id' | 'startDate' | 'dueDate'>;

/**
 * RM-09.10 to RM-09.12: the dates after `days` days of dragging (negative: earlier); null where nothing would change. `edge` is the visible day at which an
 * undefined end of the bar stands: dragging that end gives it a date.
 */
export function draggedDates(
  { id, startDate, dueDate }: Dates,
  part: DragPart,
  days: number,
  edge: { readonly start: number; readonly end: number },
): DatesChange | null {
  const [startDay, dueDay] = [dayNumberOf(startDate), dayNumberOf(dueDate)];
  const within = (day: number): number => Math.min(LAST_DAY, Math.max(FIRST_DAY, day));
  if (days === 0) return null;
  if (part === 'start') {
    const start = Math.min(within((startDay ?? edge.start) + days), dueDay ?? LAST_DAY);
    return start === startDay ? null : { id, startDate: dayOfNumber(start) };
  }
  if (part === 'due') {
    const due = Math.max(within((dueDay ?? edge.end) + days), startDay ?? FIRST_DAY);
    return due === dueDay ? null : { id, dueDate: dayOfNumber(due) };
  }
  if (startDay === null && dueDay === null) return null;
  // Neither end goes beyond the calendar.
  const first = startDay ?? dueDay ?? 0;
  const last = dueDay ?? startDay ?? 0;
  const by = Math.max(FIRST_DAY - first, Math.min(LAST_DAY - last, days));
  if (by === 0) return null;
  return {
    id,
    ...(startDay === null ? {} : { startDate: dayOfNumber(startDay + by) }),
    ...(dueDay === null ? {} : { dueDate: dayOfNumber(dueDay + by) }),
  };
}

/** The grip at each end of a bar, in pixels, for a mouse and for a finger, and its largest share of a short bar. */
const GRIP = 8;
const FINGER_GRIP = 28;
const GRIP_SHARE = 0.25;

/** RM-09.11, RM-09.31: the part that a pointer takes hold of, `x` pixels from the left edge of the bar. */
export function dragPartAt(x: number, width: number, finger: boolean): DragPart {
  const grip = Math.min(finger ? FINGER_GRIP : GRIP, width * GRIP_SHARE);
  return x < grip ? 'start' : x > width - grip ? 'due' : 'bar';
}

/** A bar that is being moved. */
export interface BarMove {
  readonly row: RoadmapRow;
  readonly by: 'pointer' | 'keyboard';
  readonly part: DragPart;
  /** Null while nothing would change. */
  readonly change: DatesChange | null;
}

/** RM-09.45: the move after the pointer went from one x coordinate to another, in pixels from the first cell on. */
export const barDragged = (move: BarMove, timeframe: Timeframe, from: number, to: number): BarMove => ({
  ...move,
  change: draggedDates(move.row.epic, move.part, daysDragged(timeframe, from, to), move.row.days),
});

/** RM-09.47: how a bar is shown while it is moved. */
export interface MovedBar {
  readonly bar: Bar;
  readonly dates: string;
}

/** A bar that is moved out of the timeframe is drawn where it was; its dates say where it went. */
export function movedBar({ row, change }: BarMove, timeframe: Timeframe): MovedBar {
  const dates = datesAfter(row.epic, change);
  const days = clampDates(dates, timeframe);
  return { bar: typeof days === 'string' ? row.bar : barOf(timeframe, days), dates: roadmapDates(dates) };
}

/** The result of a step of a move. */
export interface BarMoveStep {
  /** Null: the move has ended. */
  readonly move: BarMove | null;
  /** The change to dispatch. */
  readonly change: DatesChange | null;
  /** The announcement for screen readers; null: none. */
  readonly news: string | null;
}

export function endBarMove({ row, change }: BarMove, keep: boolean): BarMoveStep {
  const { title } = row.epic;
  if (!keep || change === null) return { move: null, change: null, news: `${title} stays as it was.` };
  return { move: null, change, news: `${title}: ${roadmapDates(datesAfter(row.epic, change))}.` };
}

const WEEK = 7;
const PARTS: ReadonlyMap<string, readonly [part: DragPart, name: string]> = new Map([
  ['b', ['bar', 'both dates']],
  ['s', ['start', 'the start date']],
  ['d', ['due', 'the due date']],
]);
const HELP =
  'Moving. Left and right arrows by a day, with Shift by a week, with Alt the due date alone; S, D or B choose start, due or both. Enter keeps, Escape gives up.';

/** RM-09.55: the keyboard takes hold of a bar. */
export const takeBar = (row: RoadmapRow): BarMoveStep => ({
  move: { row, by: 'keyboard', part: 'bar', change: null },
  change: null,
  news: `${HELP} ${roadmapDates(row.epic)}.`,
});

interface BarKey {
  readonly key: string;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/** RM-09.55: handles a key while the keyboard holds a bar. Every key belongs to the bar; Tab cancels the move and moves the focus. */
export function barMoveKey(move: BarMove, { key, altKey, shiftKey }: BarKey): BarMoveStep {
  if (key === 'Escape' || key === 'Tab') return endBarMove(move, false);
  if (key === 'Enter' || key === ' ') return endBarMove(move, true);
  const [part, name] = PARTS.get(key.toLowerCase()) ?? [];
  if (part !== undefined) return { move: { ...move, part }, change: null, news: `Arrow keys move ${name}.` };
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return { move, change: null, news: null };
  const days = (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? WEEK : 1);
  const step = draggedDates(datesAfter(move.row.epic, move.change), altKey ? 'due' : move.part, days, move.row.days);
  const change = step === null ? move.change : { ...move.change, ...step };
  return { move: { ...move, change }, change: null, news: roadmapDates(datesAfter(move.row.epic, change)) };
}
