import type { WorkItemState } from '@espalier/core/work-item';
import type { BadgeTone } from '../ui/badge.tsx';

/** How a state looks in a badge; what it is called comes from the core. */
export const STATE_LOOK: Readonly<Record<WorkItemState, { readonly tone: BadgeTone; readonly icon: string }>> = {
  opened: { tone: 'success', icon: 'issue-open-m' },
  closed: { tone: 'info', icon: 'issue-close' },
};
