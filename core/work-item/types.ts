/** The one entity behind epic, issue, task, objective, key result, incident. Shapes as the wire gives them (specification, epic page §3). */

export type { WorkItem } from './entity.ts';

/** A global id, `gid://gitlab/Epic/12`. Opaque to everything but `core/work-item/rules.ts` (AP-11). */
export type GlobalId = string;
/** A civil day, `YYYY-MM-DD`. */
export type CivilDate = string;
/** An instant, ISO 8601 in UTC. */
export type Instant = string;

export type WorkItemType =
  'epic' | 'issue' | 'task' | 'incident' | 'test_case' | 'requirement' | 'objective' | 'key_result';

export type WorkItemState = 'opened' | 'closed';
export type HealthStatus = 'onTrack' | 'needsAttention' | 'atRisk';

export interface Person {
  readonly id: GlobalId;
  readonly name: string;
  readonly username: string;
  readonly avatarUrl: string | null;
  readonly webUrl: string;
}

export interface Label {
  readonly id: GlobalId;
  readonly title: string;
  readonly color: string;
  readonly textColor: string;
  readonly description: string | null;
}

export interface Milestone {
  readonly id: GlobalId;
  readonly title: string;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  /** The roadmap alone reads where it is, and whose. */
  readonly webPath?: string;
  readonly groupMilestone?: boolean;
  readonly subgroupMilestone?: boolean;
  readonly projectMilestone?: boolean;
}

export interface DescendantCounts {
  readonly openedEpics: number;
  readonly closedEpics: number;
  readonly openedIssues: number;
  readonly closedIssues: number;
}

export interface DescendantWeightSum {
  readonly openedIssues: number;
  readonly closedIssues: number;
}

export interface HealthCounts {
  readonly issuesOnTrack: number;
  readonly issuesNeedingAttention: number;
  readonly issuesAtRisk: number;
}

/** What the viewer may do with an item, as the server says. */
export interface ItemPermissions {
  /** Edit, reorder, take in and release children. */
  readonly canAdmin: boolean;
  /** Add and remove related items and child epics. */
  readonly canAdminRelation: boolean;
  readonly canUpdate: boolean;
  /** Of items of a project: weight, labels, dates and the like; absent where it was not read. */
  readonly canSetMetadata?: boolean;
  readonly canCreate: boolean;
  readonly canDestroy: boolean;
}
