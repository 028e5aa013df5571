/** What lists of items, whose rows are all there at once, need besides `ItemFacts`. */
import { ROW_COLUMNS } from '@espalier/core/work-item';
import type { RowColumn } from '@espalier/core/work-item';
import type { ItemFactsProps } from './item-facts.tsx';

/** TR-07.50: the columns in which any of some rows has something. */
export function columnsOf(rows: readonly ItemFactsProps[]): readonly RowColumn[] {
  const holds = ({ counts, health, assignees, ...facts }: ItemFactsProps) => ({
    ...facts,
    counts: counts?.some(({ total }) => total > 0) || null,
    health: health?.length || null,
    assignees: assignees?.shown.length || null,
  });
  const held = rows.map(holds);
  return ROW_COLUMNS.filter((column) => held.some((facts) => facts[column] !== undefined && facts[column] !== null));
}

/** Labels, each with the place that it leads to. */
export const linkedLabels = <L extends { readonly title: string }>(labels: readonly L[], href: (label: L) => string) =>
  labels.map((label) => ({ ...label, href: href(label) }));

/** A second time for the tooltip, and who did it: `Created by Ada 2026-01-01T00:00:00Z`. */
export const alsoAt = ({ text, at }: { readonly text: string; readonly at: string | null }, by?: string) =>
  at === null ? undefined : `${text}${by === undefined || text === 'Closed' ? '' : ` by ${by}`} ${at}`;
