/** Links between items, as far as a tree row shows them. */
import type { WorkItemState } from '../work-item/types.ts';

/** How a link is stored: `blocks` points from the blocker to what it blocks. */
export type StoredLinkType = 'relates_to' | 'blocks';
/** How one end sees it. */
export type LinkType = StoredLinkType | 'is_blocked_by';

/** RL-01.1: the type of a link as the item at its source or target sees it. */
export function linkTypeSeenFrom(type: StoredLinkType, end: 'source' | 'target'): LinkType {
  return type === 'blocks' && end === 'target' ? 'is_blocked_by' : type;
}

/** TR-07.6: only open blockers count. */
export const blockedByCount = (blockers: readonly { readonly state: WorkItemState }[]): number =>
  blockers.filter(({ state }) => state === 'opened').length;

/** TR-07.6: an item is blocked while at least one open item blocks it. */
export const isBlocked = (blockers: readonly { readonly state: WorkItemState }[]): boolean =>
  blockedByCount(blockers) > 0;
