import type { ProgressBy } from './view.ts';
import type { GlobalId } from '../../work-item/types.ts';
import type { RoadmapEpic } from '../types.ts';
import type { Rejection, VisibleDays } from './dates.ts';
import type { Bar } from './geometry.ts';
import type { Toggle } from './row-layout.ts';
import type { Timeframe } from './timeframe.ts';
import { dayNumberOf } from '../../calendar/rules.ts';
import { OVERDUE } from './bar-look.ts';
import { clampDates, rejectionOf, roadmapDates } from './dates.ts';
import { barOf, isNarrow } from './geometry.ts';

/** RM-11.5: deeper levels are not indented further. */
export const INDENT_MAX = 4;

/**
 * There are thousands of rows, and only the few that are drawn need their geometry, so it is computed on demand, from the epic and the timeframe that the row
 * was made with.
 */
class Row {
  readonly epic: RoadmapEpic;
  /** 1 for the epics of the list, 2 for their children, and so on. */
  readonly level: number;
  readonly toggle: Toggle;
  /** RM-16: new on the timeline. */
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

  /** 1 to 4. */
  get indent(): number {
    return this.level < INDENT_MAX ? this.level : INDENT_MAX;
  }

  get days(): VisibleDays {
    const days = clampDates(this.epic, this.#timeframe);
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

/** One row of the roadmap, with the place of its bar. */
export type RoadmapRow = Pick<Row, keyof Row>;

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

/** RM-09.5: the closed share in per cent, rounded; null without issues, or weight. */
export function progressOf(epic: Pick<RoadmapEpic, 'descendantCounts' | 'descendantWeightSum'>, by: ProgressBy) {
  const { openedIssues, closedIssues } = by === 'COUNT' ? epic.descendantCounts : epic.descendantWeightSum;
  const total = openedIssues + closedIssues;
  return { closed: closedIssues, total, percent: total === 0 ? null : Math.round((closedIssues / total) * 100) };
}

export type Progress = ReturnType<typeof progressOf>;

const DONE: Readonly<Record<ProgressBy, string>> = { COUNT: 'issues closed', WEIGHT: 'weight completed' };

/** RM-09.6: `60% weight completed`; `- of - weight completed` without data. */
export const progressText = ({ percent }: Progress, by: ProgressBy): string =>
  percent === null ? `- of - ${DONE[by]}` : `${percent}% ${DONE[by]}`;

/** RM-09.7: the popover's figures, `3 of 5 weight completed`. */
export const progressDetail = ({ closed, total, percent }: Progress, by: ProgressBy): string =>
  percent === null ? `- of - ${DONE[by]}` : `${closed} of ${total} ${DONE[by]}`;

/** Epics below an epic, at any depth. */
export const epicsBelow = ({ descendantCounts }: RoadmapEpic): number =>
  descendantCounts.openedEpics + descendantCounts.closedEpics;

/** RM-11.9 */
export const notShownText = (count: number, all: number): string =>
  `${count} of ${all} child epics ${count === 1 ? 'is' : 'are'} not shown: no dates in this time, or left out by filters`;

/** The texts of a row, made only for rows that are drawn. */
export function rowTexts(
  epic: RoadmapEpic,
  { progressBy, allowSubEpics }: { readonly progressBy: ProgressBy; readonly allowSubEpics: boolean },
) {
  const progress = progressOf(epic, progressBy);
  return {
    dates: roadmapDates(epic),
    percent: progress.percent,
    progress: progressText(progress, progressBy),
    detail: progressDetail(progress, progressBy),
    /** RM-20.1: null if sub-epics are not allowed. */
    childEpics: allowSubEpics ? epicsBelow(epic) : null,
  };
}

export type RowTexts = ReturnType<typeof rowTexts>;

/** RM-09.54: the accessible name of a bar. `late`: open and due before today. */
export const barName = (title: string, { dates, progress }: RowTexts, late: boolean, showProgress: boolean): string =>
  [title, dates, ...(late ? [OVERDUE] : []), ...(showProgress ? [progress] : [])].join(', ');
