import type { GlobalId } from '../../work-item/types.ts';
import type { RoadmapEpic } from '../types.ts';
import type { Rejection, VisibleDays } from './dates.ts';
import type { Bar } from './geometry.ts';
import type { Toggle } from './row-layout.ts';
import type { Timeframe } from './timeframe.ts';
import { dayNumberOf } from '../../calendar/rules.ts';
import { OVERDUE } from './bar-look.ts';
import { clampDays, rejectionOf, roadmapDates } from './dates.ts';
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
 * There are thousands of rows, and only the few that are drawn need their geometry, so it is computed on demand, from the epic and the timeframe that the row
 * was made with.
 */
class Row implements RoadmapRow {
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

/** The row of an epic, or why it has none. */
export const rowOf = (
  epic: RoadmapEpic,
  level: number,
  toggle: Toggle,
  fresh: boolean,
  timeframe: Timeframe,
): RoadmapRow | Rejection =>
  rejectionOf(dayNumberOf(epic.startDate), dayNumberOf(epic.dueDate), timeframe) ??
  new Row(epic, level, toggle, fresh, timeframe);

/** RM-09: progress counts the issues below an epic, or their weight. */
export type ProgressBy = 'COUNT' | 'WEIGHT';

export interface Progress {
  readonly closed: number;
  readonly total: number;
  /** Whole per cent, null without data. */
  readonly percent: number | null;
}

/** RM-09.5: the closed share, rounded; without issues, or weight, there is no data. */
export function progressOf(
  epic: Pick<RoadmapEpic, 'descendantCounts' | 'descendantWeightSum'>,
  by: ProgressBy,
): Progress {
  const { openedIssues, closedIssues } = by === 'COUNT' ? epic.descendantCounts : epic.descendantWeightSum;
  const total = openedIssues + closedIssues;
  return { closed: closedIssues, total, percent: total === 0 ? null : Math.round((closedIssues / total) * 100) };
}

const DONE: Readonly<Record<ProgressBy, string>> = { COUNT: 'issues closed', WEIGHT: 'weight completed' };

/** RM-09.6: `60% weight completed`; `- of - weight completed` without data. */
export const progressText = ({ percent }: Progress, by: ProgressBy): string =>
  percent === null ? `- of - ${DONE[by]}` : `${percent}% ${DONE[by]}`;

/** RM-09.7: the popover's figures, `3 of 5 weight completed`. */
export const progressDetail = ({ closed, total, percent }: Progress, by: ProgressBy): string =>
  percent === null ? `- of - ${DONE[by]}` : `${closed} of ${total} ${DONE[by]}`;

/** The texts of a row, made only for rows that are drawn. */
export interface RowTexts {
  /** `Jan 1 – Apr 1, 2018` */
  readonly dates: string;
  /** Whole per cent, null without data. */
  readonly percent: number | null;
  /** `60% weight completed` */
  readonly progress: string;
  /** `3 of 5 weight completed` */
  readonly detail: string;
  /** RM-20.1: the number of epics below it, at any depth; null if sub-epics are not allowed. */
  readonly childEpics: number | null;
}

/** Epics below an epic, at any depth. */
export const epicsBelow = ({ descendantCounts }: RoadmapEpic): number =>
  descendantCounts.openedEpics + descendantCounts.closedEpics;

/** RM-11.9 */
export const notShownText = (count: number, all: number): string =>
  `${count} of ${all} child epics ${count === 1 ? 'is' : 'are'} not shown: no dates in this time, or left out by filters`;

export function rowTexts(
  epic: RoadmapEpic,
  { progressBy, allowSubEpics }: { readonly progressBy: ProgressBy; readonly allowSubEpics: boolean },
): RowTexts {
  const progress = progressOf(epic, progressBy);
  return {
    dates: roadmapDates(epic),
    percent: progress.percent,
    progress: progressText(progress, progressBy),
    detail: progressDetail(progress, progressBy),
    childEpics: allowSubEpics ? epicsBelow(epic) : null,
  };
}

/** RM-09.54: the accessible name of a bar. `late`: open and due before today. */
export const barName = (title: string, { dates, progress }: RowTexts, late: boolean, showProgress: boolean): string =>
  [title, dates, ...(late ? [OVERDUE] : []), ...(showProgress ? [progress] : [])].join(', ');
