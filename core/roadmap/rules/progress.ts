/** RM-09: how far an epic is, by the issues below it or by their weight. */
export type ProgressBy = 'COUNT' | 'WEIGHT';

export interface ProgressFigures {
  readonly descendantCounts: { readonly openedIssues: number; readonly closedIssues: number };
  readonly descendantWeightSum: { readonly openedIssues: number; readonly closedIssues: number };
}

export interface Progress {
  readonly closed: number;
  readonly total: number;
  /** Whole per cent, null without data. */
  readonly percent: number | null;
}

/** RM-09.5: closed of all, rounded; nothing to divide by is no data. */
export function progressOf({ descendantCounts, descendantWeightSum }: ProgressFigures, by: ProgressBy): Progress {
  const { openedIssues, closedIssues } = by === 'COUNT' ? descendantCounts : descendantWeightSum;
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
