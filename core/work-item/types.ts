/** The one entity behind epic, issue, task, objective, key result, incident. Shapes as the wire gives them (specification, epic page §3). */

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
  readonly canCreate: boolean;
  readonly canDestroy: boolean;
}

/**
 * A row of the child tree (TR-01): an epic or an item of a project under its parent. Everything is plain data, so that a table of items
 * can be recorded and replayed.
 */
export interface TreeItem {
  readonly id: GlobalId;
  readonly iid: string;
  readonly type: WorkItemType;
  readonly state: WorkItemState;
  readonly title: string;
  /** As shown: short (`&12`, `#7`) where the owner is the shown group's, else with the full path. */
  readonly reference: string;
  readonly webPath: string;
  /** Where DELETE releases the child from its parent; null without the right to. */
  readonly relationPath: string | null;
  readonly confidential: boolean;
  readonly blocked: boolean;
  readonly blockedByCount: number;
  readonly createdAt: Instant;
  /** Absent in what was recorded before rows told of it; null where an answer does not say. */
  readonly updatedAt?: Instant | null;
  readonly closedAt: Instant | null;
  readonly startDate: CivilDate | null;
  readonly dueDate: CivilDate | null;
  readonly weight: number | null;
  readonly milestone: Milestone | null;
  readonly assignees: readonly Person[];
  readonly labels: readonly Label[];
  /** Issues and below; null on epics. */
  readonly healthStatus: HealthStatus | null;
  /** Epics only: counts of the whole subtree, whatever the viewer may see (TR-02). */
  readonly descendantCounts: DescendantCounts | null;
  readonly descendantWeightSum: DescendantWeightSum | null;
  readonly healthCounts: HealthCounts | null;
  readonly hasChildren: boolean;
  readonly hasIssues: boolean;
  /** Issues under an epic: the id of the link (`gid://gitlab/EpicIssue/5`), which `epicTreeReorder` wants; null on epics. */
  readonly epicIssueId: GlobalId | null;
  readonly relativePosition: number | null;
  /** Epics: the owning group. */
  readonly group: { readonly id: GlobalId; readonly fullPath: string } | null;
  /** Items of a project: its full path. */
  readonly projectPath: string | null;
  readonly pathIdSeparator: '&' | '#';
  readonly permissions: ItemPermissions;
}
