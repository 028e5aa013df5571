/** The columns that a list of items has. */

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

/** What a row can say; what is undefined, null or empty says nothing. */
interface Facts extends Partial<Readonly<Record<Exclude<RowColumn, 'counts' | 'health' | 'assignees'>, unknown>>> {
  readonly tasks?: unknown;
  readonly counts?: readonly { readonly total: number }[] | null;
  readonly health?: readonly unknown[];
  readonly assignees?: { readonly shown: readonly unknown[] } | undefined;
}

/** TR-07.50: the columns in which a row has something. */
function columnsIn({ counts, tasks, health, assignees, ...facts }: Facts): readonly RowColumn[] {
  const held: Readonly<Partial<Record<RowColumn, unknown>>> = {
    ...facts,
    counts: counts?.some(({ total }) => total > 0) || tasks,
    health: health?.length || null,
    assignees: assignees?.shown.length || null,
  };
  return ROW_COLUMNS.filter((column) => held[column] != null);
}

/** TR-07.50: the columns of a list whose rows are all there at once. */
export function columnsOf(rows: readonly Facts[]): readonly RowColumn[] {
  const held = new Set(rows.flatMap(columnsIn));
  return ROW_COLUMNS.filter((column) => held.has(column));
}

/** TR-07.54: the fact of a row that stands where there is room for one. */
export function mainFact({ due, progress, counts, tasks, weight }: Facts): RowColumn {
  if (due) return 'due';
  if (progress) return 'progress';
  if (tasks || counts?.some(({ total }) => total > 0)) return 'counts';
  return weight == null ? 'updated' : 'weight';
}
