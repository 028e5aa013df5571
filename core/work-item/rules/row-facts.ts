/** What a row of items shows besides its title: the same in the tree, among linked items and in lists. */
import type { DescendantCounts } from '../types.ts';
import { splitScopedLabel } from './labels.ts';

/** TR-07.50: the columns, in their order. */
export const ROW_COLUMNS = [
  'counts',
  'progress',
  'weight',
  'milestone',
  'due',
  'health',
  'assignees',
  'updated',
] as const;
export type RowColumn = (typeof ROW_COLUMNS)[number];

/** TR-07.51: so many labels stand in a row; the rest is counted. */
const ROW_LABELS = 3;

/** TR-07.51: labels with a scope first, for they say most; else in the order given. */
export function rowLabels<L extends { readonly title: string }>(
  labels: readonly L[],
): { readonly shown: readonly L[]; readonly more: readonly L[] } {
  const isScoped = ({ title }: L) => splitScopedLabel(title) !== null;
  const sorted = [...labels.filter(isScoped), ...labels.filter((label) => !isScoped(label))];
  return { shown: sorted.slice(0, ROW_LABELS), more: sorted.slice(ROW_LABELS) };
}

export interface RowProgress {
  /** Whole per cent. */
  readonly percent: number;
  /** `3 of 5 issues closed` */
  readonly text: string;
}

/** TR-07.52: how many of the issues below are closed; null where there are none. */
export function rowProgress(counts: DescendantCounts | null): RowProgress | null {
  if (counts === null) return null;
  const { closedIssues: closed, openedIssues } = counts;
  const total = closed + openedIssues;
  if (total === 0) return null;
  return { percent: Math.round((closed / total) * 100), text: `${closed} of ${total} issues closed` };
}
