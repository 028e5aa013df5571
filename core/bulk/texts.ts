import type { GlobalId } from '../work-item/types.ts';
import type { Share, selectBulkOptions } from './select.ts';
import type { BulkChange, BulkField } from './slice.ts';

/** What the bar says, and what its ticks mean. */

export const CHANGE_TEXTS: Readonly<Record<BulkField, string>> = {
  state: 'State',
  labels: 'Labels',
  confidential: 'Confidentiality',
  assignees: 'Assignees',
  milestone: 'Milestone',
  health: 'Health status',
  weight: 'Weight',
  startDate: 'Start date',
  dueDate: 'Due date',
};

interface Choice {
  readonly label: string;
  readonly change: BulkChange;
}

export const STATE_CHANGES: readonly Choice[] = [
  { label: 'Close', change: { field: 'state', event: 'close' } },
  { label: 'Reopen', change: { field: 'state', event: 'reopen' } },
];

export const VISIBILITY_CHANGES: readonly Choice[] = [
  { label: 'Make confidential', change: { field: 'confidential', confidential: true } },
  { label: 'Make not confidential', change: { field: 'confidential', confidential: false } },
];

export const SHARE_TEXTS = { some: 'On some of them' } as const;

export const NO_PLACE = 'The selected items have no group in common, so there is nothing that all of them can have.';

/** What was ticked and unticked. What is in neither state stays with the items that have it. */
export type Ticks = Readonly<Record<GlobalId, boolean>>;

export const tickOf = (ticks: Ticks, id: GlobalId, share: Share): boolean => ticks[id] ?? share === 'all';

/** The change that ticks are; null where there are none. */
export function tickedChange(
  { asked, labels, people }: NonNullable<ReturnType<typeof selectBulkOptions>>,
  ticks: Ticks,
): BulkChange | null {
  const ids = Object.keys(ticks);
  if (ids.length === 0) return null;
  const added = <T extends { readonly id: GlobalId }>(list: readonly { readonly thing: T }[]) =>
    list.map(({ thing }) => thing).filter(({ id }) => ticks[id] === true);
  const remove = ids.filter((id) => ticks[id] === false);
  return asked.field === 'labels'
    ? { field: 'labels', add: added(labels), remove }
    : { field: 'assignees', add: added(people), remove };
}
