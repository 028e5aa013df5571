import type { RoadmapEpic } from '../types.ts';
import type { ProgressBy } from './progress.ts';
import { roadmapDates } from './dates-text.ts';
import { progressDetail, progressOf, progressText } from './progress.ts';

/** What a row says in words; made for the rows that are looked at. */
export interface RowTexts {
  /** `Jan 1 – Apr 1, 2018` */
  readonly dates: string;
  /** Whole per cent, null without data. */
  readonly percent: number | null;
  /** `60% weight completed` */
  readonly progress: string;
  /** `3 of 5 weight completed` */
  readonly detail: string;
  /** RM-20.1: child epics of all depths, open and closed; null where sub-epics are not allowed. */
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
