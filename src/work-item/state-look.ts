import type { HealthStatus, WorkItemState } from '@espalier/core/work-item';
import type { BadgeTone } from '../ui/badge.tsx';

/** How a state looks in a badge; what it is called comes from the core. */
export const STATE_LOOK: Readonly<Record<WorkItemState, { readonly tone: BadgeTone; readonly icon: string }>> = {
  opened: { tone: 'success', icon: 'issue-open-m' },
  closed: { tone: 'info', icon: 'issue-close' },
};

/** The letter-less sign of a health status beside its colour, so that colour is never the only way. */
export const HEALTH_TONES: Readonly<Record<HealthStatus, BadgeTone>> = {
  onTrack: 'success',
  needsAttention: 'warning',
  atRisk: 'danger',
};
