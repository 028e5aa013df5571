import type { GlobalId } from '../../work-item/types.ts';
import type { RoadmapEpic } from '../types.ts';
import type { VisibleDays } from './clamp.ts';
import type { Bar } from './geometry.ts';
import type { Toggle } from './row-layout.ts';
import type { Timeframe } from './timeframe.ts';
import { dayNumberOf } from '../../calendar/rules.ts';
import { clampDays } from './clamp.ts';
import { barOf, isNarrow } from './geometry.ts';

/** RM-11.5: deeper levels are not indented further. */
export const INDENT_MAX = 4;

/** One row of the roadmap, with the place of its bar. */
export interface RoadmapRow {
  readonly id: GlobalId;
  readonly epic: RoadmapEpic;
  /** 1 for the epics of the list, 2 for their children, and so on. */
  readonly level: number;
  /** 1 to 4. */
  readonly indent: number;
  readonly toggle: Toggle;
  readonly days: VisibleDays;
  readonly bar: Bar;
  readonly narrow: boolean;
  /** RM-16: new on the timeline. */
  readonly fresh: boolean;
}

/**
 * A row as it is kept. There are thousands of them, and geometry is asked of the few that are drawn: it is computed where it is asked for, from the dates
 * and the timeframe, which are those of the moment in which the row was made.
 */
export class Row implements RoadmapRow {
  readonly epic: RoadmapEpic;
  readonly level: number;
  readonly toggle: Toggle;
  readonly fresh: boolean;
  readonly #timeframe: Timeframe;

  constructor(epic: RoadmapEpic, level: number, toggle: Toggle, fresh: boolean, timeframe: Timeframe) {
    this.epic = epic;
    this.level = level;
    this.toggle = toggle;
    this.fresh = fresh;
    this.#timeframe = timeframe;
  }

  get id(): GlobalId {
    return this.epic.id;
  }

  get indent(): number {
    return this.level < INDENT_MAX ? this.level : INDENT_MAX;
  }

  get days(): VisibleDays {
    const days = clampDays(dayNumberOf(this.epic.startDate), dayNumberOf(this.epic.dueDate), this.#timeframe);
    if (typeof days === 'string') throw new RangeError(`${this.id} has no visible days: ${days}`);
    return days;
  }

  get bar(): Bar {
    return barOf(this.#timeframe, this.days);
  }

  get narrow(): boolean {
    return isNarrow(this.bar);
  }
}
