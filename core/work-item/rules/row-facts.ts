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

/** What a row can say; what is undefined, null or empty says nothing. */
interface Facts extends Partial<Readonly<Record<Exclude<RowColumn, 'counts' | 'health' | 'assignees'>, unknown>>> {
  readonly counts?: readonly { readonly total: number }[] | null;
  readonly health?: readonly unknown[];
  readonly assignees?: { readonly shown: readonly unknown[] } | undefined;
}

/** TR-07.50: the columns in which a row has something. */
function columnsIn({ counts, health, assignees, ...facts }: Facts): readonly RowColumn[] {
  const held: Readonly<Partial<Record<RowColumn, unknown>>> = {
    ...facts,
    counts: counts?.some(({ total }) => total > 0) || null,
    health: health?.length || null,
    assignees: assignees?.shown.length || null,
  };
  return ROW_COLUMNS.filter((column) => held[column] !== undefined && held[column] !== null);
}

/** TR-07.50: the columns of a list whose rows are all there at once. */
export function columnsOf(rows: readonly Facts[]): readonly RowColumn[] {
  const held = new Set(rows.flatMap(columnsIn));
  return ROW_COLUMNS.filter((column) => held.has(column));
}

/** TR-07.54: the fact of a row that stands where there is room for one. */
export function mainFact({ due, progress, counts, weight }: Facts): RowColumn {
  if (due) return 'due';
  if (progress) return 'progress';
  if (counts?.some(({ total }) => total > 0)) return 'counts';
  return weight === null || weight === undefined ? 'updated' : 'weight';
}

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
