import type { NounName } from '@espalier/core/manage';
import { labelsView } from './labels-view.tsx';
import { membersView } from './members-view.tsx';
import { milestonesView } from './milestones-view.tsx';
import type { NounView } from './noun-view.ts';

export const VIEWS: Readonly<Record<NounName, NounView>> = {
  labels: labelsView,
  milestones: milestonesView,
  members: membersView,
};
