/** Links between items, as far as a tree row shows them. */
import type { WorkItemState } from '../work-item/types.ts';

/** TR-07.6: only open blockers count. */
export const blockedByCount = (blockers: readonly { readonly state: WorkItemState }[]): number =>
  blockers.filter(({ state }) => state === 'opened').length;

/** TR-07.6: an item is blocked while at least one open item blocks it. */
export const isBlocked = (blockers: readonly { readonly state: WorkItemState }[]): boolean =>
  blockedByCount(blockers) > 0;
