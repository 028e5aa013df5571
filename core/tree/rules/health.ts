/** When and how health is shown in the tree (TR-23). */
import type {
  DescendantCounts,
  HealthCounts,
  HealthStatus,
  WorkItemState,
  WorkItemType,
} from '../../work-item/types.ts';
import type { BadgeVariant } from '../../work-item/rules.ts';
import { HEALTH } from '../../work-item/rules.ts';

/** TR-23.1: only where allowed; TR-23.2: an epic with at least one open issue below; TR-23.3: anything else while open. */
export function showsHealth(
  item: {
    readonly type: WorkItemType;
    readonly state: WorkItemState;
    readonly descendantCounts: DescendantCounts | null;
  },
  allowed: boolean,
): boolean {
  if (!allowed) return false;
  return item.type === 'epic' ? (item.descendantCounts?.openedIssues ?? 0) > 0 : item.state === 'opened';
}

export interface HealthBadge {
  readonly status: HealthStatus;
  readonly label: string;
  readonly variant: BadgeVariant;
  readonly count: number;
}

/** TR-23.4: always three badges, or none where all counts are 0. */
export function healthBadges(health: HealthCounts): readonly HealthBadge[] {
  const badge = (status: HealthStatus, count: number): HealthBadge => ({ status, ...HEALTH[status], count });
  const badges = [
    badge('onTrack', health.issuesOnTrack),
    badge('needsAttention', health.issuesNeedingAttention),
    badge('atRisk', health.issuesAtRisk),
  ];
  return badges.some(({ count }) => count > 0) ? badges : [];
}
