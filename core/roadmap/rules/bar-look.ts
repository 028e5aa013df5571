import type { RoadmapEpic } from '../types.ts';
import type { VisibleDays } from './dates.ts';
import type { Bar } from './geometry.ts';
import { dayNumberOf } from '../../calendar/rules.ts';

/** What a bar shows besides its dates. */
export interface BarLook {
  readonly closed: boolean;
  /** Open, and due before today. */
  readonly late: boolean;
  /** None of its dates is a fixed one. */
  readonly inherited: boolean;
  /** It goes on beyond the edge, because the date lies there or because there is none. */
  readonly goesOnBefore: boolean;
  readonly goesOnAfter: boolean;
}

/** RM-09.54 */
export const OVERDUE = 'Overdue';

type Looked = Pick<RoadmapEpic, 'state' | 'startDate' | 'startDateIsFixed' | 'dueDate' | 'dueDateIsFixed'>;

/** RM-09.50 */
export function barLook(epic: Looked, days: VisibleDays, today: number): BarLook {
  const closed = epic.state === 'closed';
  const dueDay = dayNumberOf(epic.dueDate);
  const fixed = (epic.startDate !== null && epic.startDateIsFixed) || (epic.dueDate !== null && epic.dueDateIsFixed);
  return {
    closed,
    late: !closed && dueDay !== null && dueDay < today,
    inherited: !fixed,
    goesOnBefore: days.startOutOfRange || days.startUndefined,
    goesOnAfter: days.endOutOfRange || days.endUndefined,
  };
}

/** Where the title of a bar stands: within it, or, where it has no room, behind or before it. */
export type TitlePlace = 'inside' | 'after' | 'before';

/** Pixels between a bar and a title beside it, room for the line of a dependency. */
export const TITLE_GAP = 12;
/** Pixels that a title within its bar needs besides its own: room at both ends. */
const PADDING = 16;

/** Pixels: of the title beside its bar, and of all that would stand in the bar; infinite where nothing is written there. */
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
