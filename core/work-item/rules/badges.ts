import type { HealthStatus, WorkItemType } from '../types.ts';
import type { WorkItem, Known } from '../entity.ts';
import { stateBadge, typeNoun } from './kinds.ts';

export type BadgeVariant = 'success' | 'warning' | 'danger';

/** RL-06.1: label and colour of a health status. */
export const HEALTH: Readonly<Record<HealthStatus, { readonly label: string; readonly variant: BadgeVariant }>> = {
  onTrack: { label: 'On track', variant: 'success' },
  needsAttention: { label: 'Needs attention', variant: 'warning' },
  atRisk: { label: 'At risk', variant: 'danger' },
};

/** TR-23.3: the health that an item shows, which is an open one's. */
export const healthOf = (item: Pick<Known<'healthStatus'>, 'state' | 'healthStatus'>) =>
  item.healthStatus === null || item.state === 'closed' ? null : HEALTH[item.healthStatus];

export const isHealthStatus = (value: unknown): value is HealthStatus =>
  typeof value === 'string' && Object.hasOwn(HEALTH, value);

/** TR-07.7: `Blocked by 2 issues`. */
export const blockedByText = (kind: 'epic' | 'issue', count: number): string =>
  `Blocked by ${count} ${kind}${count === 1 ? '' : 's'}`;

/** TR-07.4: at most this many avatars; with more assignees the last slot is a counter. */
export const ASSIGNEE_SLOTS = 3;

/** TR-07.4: who is shown, and the counter's text for the rest (`+5`, at most `99+`), null where all are shown. */
export function assigneeSlots<P>(
  assignees: readonly P[],
  slots = ASSIGNEE_SLOTS,
): { readonly shown: readonly P[]; readonly hidden: number; readonly more: string | null } {
  if (assignees.length <= slots) return { shown: assignees, hidden: 0, more: null };
  const hidden = assignees.length - (slots - 1);
  return { shown: assignees.slice(0, slots - 1), hidden, more: hidden > 99 ? '99+' : `+${hidden}` };
}

/** EP-02.2 and TR-18.1: who can see a confidential item. An epic's author and assignees are no exception (EP-18.2). */
export function confidentialTooltip(type: WorkItemType): string {
  if (type === 'epic') {
    return 'Only group members with at least the Reporter role can view or be notified about a confidential epic.';
  }
  const who = 'Only project members with at least the Reporter role, the author and assignees';
  return `${who} can view or be notified about a confidential ${typeNoun(type)}.`;
}

/** The title of an item's page, and what stands beside it: how the item stands, and who can see it. */
export const itemHeading = ({
  type,
  title,
  state,
  confidential,
}: Pick<WorkItem, 'type' | 'title' | 'state' | 'confidential'>) => ({
  title,
  noun: typeNoun(type),
  badge: { text: stateBadge(state), state },
  confidential: confidential ? { text: 'Confidential', tooltip: confidentialTooltip(type) } : null,
});
