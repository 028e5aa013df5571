import type { ColumnType, Generated } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';

export type WorkItemTypeName =
  'epic' | 'issue' | 'task' | 'incident' | 'test_case' | 'requirement' | 'objective' | 'key_result';
export type HealthStatus = 'onTrack' | 'needsAttention' | 'atRisk';
export type PersonRole = 'assignee' | 'reviewer' | 'approver';
export type LinkType = 'relates_to' | 'blocks';

/** An epic has no project; everything else has one, and `group_id` is then the project's group. */
export interface WorkItemsTable {
  id: Generated<number>;
  iid: number;
  type: WorkItemTypeName;
  group_id: number;
  project_id: Optional<number>;
  title: string;
  description: Optional<string>;
  description_html: Optional<string>;
  /** Usernames in lower case; null: nobody has looked yet. */
  mentions: Optional<string[]>;
  /** Of the description: IE-06.70. Null: not counted yet. */
  task_count: Optional<number>;
  tasks_completed: Optional<number>;
  state: Defaulted<'opened' | 'closed'>;
  confidential: Defaulted<boolean>;
  color: Defaulted<string>;
  author_id: number;
  weight: Optional<number>;
  progress: Optional<number>;
  health_status: Optional<HealthStatus>;
  milestone_id: Optional<number>;
  iteration_id: Optional<number>;
  start_date: Optional<string>;
  start_date_fixed: Optional<string>;
  start_date_is_fixed: Defaulted<boolean>;
  start_date_milestone_id: Optional<number>;
  start_date_epic_id: Optional<number>;
  due_date: Optional<string>;
  due_date_fixed: Optional<string>;
  due_date_is_fixed: Defaulted<boolean>;
  due_date_milestone_id: Optional<number>;
  due_date_epic_id: Optional<number>;
  /** Seconds. */
  time_estimate: Defaulted<number>;
  discussion_locked: Defaulted<boolean>;
  zoom_link: Optional<string>;
  moved_to_id: Optional<number>;
  lock_version: Defaulted<number>;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
  closed_at: Optional<string>;
  last_edited_at: Optional<string>;
  last_edited_by: Optional<number>;
}

export interface ParentLinksTable {
  id: Generated<number>;
  parent_id: number;
  child_id: number;
  relative_position: number;
  created_at: Defaulted<string>;
}

/** Counts over all descendants, but for `child_epics` and `child_issues`, which count direct children. */
export interface RollupsTable {
  work_item_id: number;
  opened_epics: Defaulted<number>;
  closed_epics: Defaulted<number>;
  opened_issues: Defaulted<number>;
  closed_issues: Defaulted<number>;
  opened_weight: Defaulted<number>;
  closed_weight: Defaulted<number>;
  on_track: Defaulted<number>;
  needs_attention: Defaulted<number>;
  at_risk: Defaulted<number>;
  child_epics: Defaulted<number>;
  child_issues: Defaulted<number>;
}

export interface WorkItemPeopleTable {
  work_item_id: number;
  role: PersonRole;
  user_id: number;
  /** Order among the people of one role, from 0. */
  place: Defaulted<number>;
}

/** `blocks` reads: source blocks target. */
export interface WorkItemLinksTable {
  id: Generated<number>;
  type: LinkType;
  source_id: number;
  target_id: number;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
}

/** Read only: seeded or imported. `pipeline_status` is that of the newest pipeline. */
export interface MergeRequestsTable {
  id: Generated<number>;
  iid: number;
  project_id: number;
  title: string;
  state: Defaulted<'opened' | 'closed' | 'merged'>;
  author_id: Optional<number>;
  milestone_id: Optional<number>;
  pipeline_status: Optional<string>;
  web_url: Optional<string>;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  merged_at: Optional<string>;
  closed_at: Optional<string>;
}

export interface MergeRequestItemsTable {
  merge_request_id: number;
  work_item_id: number;
}

export interface ExternalRefsTable {
  id: Generated<number>;
  work_item_id: number;
  system: string;
  key: string;
  url: Optional<string>;
}

export interface SubscriptionsTable {
  work_item_id: number;
  user_id: number;
  subscribed: boolean;
}

export interface TodosTable {
  id: Generated<number>;
  user_id: number;
  work_item_id: number;
  state: ColumnType<'pending' | 'done', 'pending' | 'done' | undefined, 'pending' | 'done'>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

export interface DescriptionVersionsTable {
  id: Generated<number>;
  work_item_id: number;
  /** Of the line of activity that tells of it; null: the text before the first edit. */
  note_id: Optional<number>;
  description: Optional<string>;
  deleted_at: Optional<string>;
}

/** Seconds that were spent; less than zero: taken off. */
export interface TimelogsTable {
  id: Generated<number>;
  work_item_id: number;
  user_id: number;
  time_spent: number;
  spent_at: string;
  summary: Optional<string>;
  created_at: Defaulted<string>;
}

export interface WorkItemTables {
  work_items: WorkItemsTable;
  parent_links: ParentLinksTable;
  rollups: RollupsTable;
  work_item_people: WorkItemPeopleTable;
  work_item_links: WorkItemLinksTable;
  merge_requests: MergeRequestsTable;
  merge_request_items: MergeRequestItemsTable;
  external_refs: ExternalRefsTable;
  subscriptions: SubscriptionsTable;
  todos: TodosTable;
  description_versions: DescriptionVersionsTable;
  timelogs: TimelogsTable;
}
