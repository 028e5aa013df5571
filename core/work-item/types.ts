/** The one entity behind epic, issue, task, objective, key result, incident. Shapes as the wire gives them (specification, epic page §3). */

import type { LabelPartsFragment, MilestonePartsFragment, PersonFragment } from '../api/generated/operations.ts';
import type { CivilDate } from '../calendar/rules.ts';

export type { CivilDate };

/** A global id, `gid://gitlab/Epic/12`. Opaque to everything but `core/work-item/rules.ts` (AP-11). */
export type GlobalId = string;
/** An instant, ISO 8601 in UTC. */
export type Instant = string;

export type WorkItemType =
  'epic' | 'issue' | 'task' | 'incident' | 'test_case' | 'requirement' | 'objective' | 'key_result';

export type WorkItemState = 'opened' | 'closed';
export type HealthStatus = 'onTrack' | 'needsAttention' | 'atRisk';

export type Person = PersonFragment;
export type Label = LabelPartsFragment;

export interface Milestone extends MilestonePartsFragment {
  /** The roadmap alone reads where it is, and whose. */
  readonly webPath?: string;
  readonly groupMilestone?: boolean;
  readonly subgroupMilestone?: boolean;
  readonly projectMilestone?: boolean;
}

export type DescendantCounts = Readonly<
  Record<'openedEpics' | 'closedEpics' | 'openedIssues' | 'closedIssues', number>
>;
export type DescendantWeightSum = Pick<DescendantCounts, 'openedIssues' | 'closedIssues'>;
export type HealthCounts = Readonly<Record<'issuesOnTrack' | 'issuesNeedingAttention' | 'issuesAtRisk', number>>;

/** What the viewer may do with an item, as the server says. */
export interface ItemPermissions {
  /** Take in, order and release its children (TR-17.22). */
  readonly canAdmin: boolean;
  /** Add and remove related items and child epics. */
  readonly canAdminRelation: boolean;
  readonly canUpdate: boolean;
  /** Of items of a project: weight, labels, dates and the like; absent where it was not read. */
  readonly canSetMetadata?: boolean;
  readonly canCreate: boolean;
  readonly canDestroy: boolean;
}

export interface Iteration {
  readonly id: string;
  /** Null: it is called by its days. */
  readonly title: string | null;
  readonly startDate?: CivilDate | null;
  readonly dueDate?: CivilDate | null;
  readonly webPath?: string;
}

export interface TaskCounts {
  readonly count: number;
  readonly completed: number;
}
