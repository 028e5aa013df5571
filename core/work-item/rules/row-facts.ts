/** What a row of items shows besides its title: the same in the tree, among linked items and in lists. */
import type { DescendantCounts, TaskCounts } from '../types.ts';
import { splitScopedLabel } from './labels.ts';

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

/** IE-06.3, TR-07.56: `2 of 5 checklist items completed`; empty where there is none. */
export const taskStatus = ({ count, completed }: TaskCounts): string =>
  count === 0 ? '' : `${completed} of ${count} checklist item${count === 1 ? '' : 's'} completed`;

interface StateTime {
  readonly text: string;
  readonly at: string | null;
}

/** TR-07.55: the time of the state for the tooltip, with who brought it about: `Created by Ada 2026-01-01T00:00:00Z`. */
export const stateTime = ({ text, at }: StateTime, by?: string): string | undefined =>
  at === null ? undefined : `${text}${by === undefined || text === 'Closed' ? '' : ` by ${by}`} ${at}`;

/** TR-07.55: the time that a row shows, and the other one for its tooltip. `by`: who brought the item about. */
export function rowTime(
  updatedAt: string | null,
  state: StateTime,
  by?: string,
): { readonly what: string; readonly at: string; readonly also?: string | undefined } | null {
  if (updatedAt !== null) return { what: 'Updated', at: updatedAt, also: stateTime(state, by) };
  return state.at === null ? null : { what: state.text, at: state.at };
}
