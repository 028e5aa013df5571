import type { RoadmapEpic } from '../types.ts';
import type { VisibleDays } from './dates.ts';
import type { Bar } from './geometry.ts';
import { dayNumberOf } from '../../calendar/rules.ts';

/** RM-09.54 */
export const OVERDUE = 'Overdue';

type Looked = Pick<RoadmapEpic, 'state' | 'startDate' | 'startDateIsFixed' | 'dueDate' | 'dueDateIsFixed'>;

/** RM-09.50: what a bar shows besides its dates. */
export function barLook(epic: Looked, days: VisibleDays, today: number) {
  const closed = epic.state === 'closed';
  const dueDay = dayNumberOf(epic.dueDate);
  const fixed = (epic.startDate !== null && epic.startDateIsFixed) || (epic.dueDate !== null && epic.dueDateIsFixed);
  return {
    closed,
    late: !closed && dueDay !== null && dueDay < today,
    inherited: !fixed,
    /** It goes on beyond the edge, because the date lies there or because there is none. */
    goesOnBefore: days.startOutOfRange || days.startUndefined,
    goesOnAfter: days.endOutOfRange || days.endUndefined,
  };
}

export type BarLook = ReturnType<typeof barLook>;

/** Where the title is drawn: in the bar, or, if it does not fit, after or before it. */
export type TitlePlace = 'inside' | 'after' | 'before';

/** Pixels between a bar and a title next to it; leaves room for dependency lines. */
export const TITLE_GAP = 12;
/** Horizontal padding of a title in its bar, both ends together, in pixels. */
const PADDING = 16;

/** Widths in pixels: of the title next to the bar, and of everything that would be written in it (Infinity if nothing may be). */
interface TitleSize {
  readonly beside: number;
  readonly inside: number;
}

/** RM-09.51. `width`: of the whole time; beyond it nothing is shown. */
export function titlePlace(bar: Bar, { beside, inside }: TitleSize, width: number): TitlePlace {
  if (inside + PADDING <= bar.width) return 'inside';
  if (bar.left + bar.width + TITLE_GAP + beside <= width) return 'after';
  return beside + TITLE_GAP <= bar.left ? 'before' : 'inside';
}
