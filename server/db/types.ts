import type { ColumnType, Generated, Insertable, Kysely, Selectable, Transaction } from 'kysely';
import type { Defaulted, Json, Optional } from './columns.ts';
import type {
  AccessRequestsTable,
  AvatarsTable,
  GroupSharesTable,
  GroupsTable,
  IdentitiesTable,
  InvitationsTable,
  MembershipsTable,
  PathLeavingsTable,
  PathRedirectsTable,
  ProjectsTable,
  SalesContactsTable,
  TrialsTable,
  UsersTable,
} from './place-tables.ts';

export type { AccessLevelValue, GroupsTable, UserProfile, UserState, UserTheme, Visibility } from './place-tables.ts';

/**
 * The tables as plain data, the same on PGlite and PostgreSQL: ids and counts are numbers, days 'YYYY-MM-DD', instants ISO strings in UTC
 * ('2026-07-24T23:57:50.123456Z': as many digits as the database keeps, so that a cursor made of one finds the row again).
 */
export type WorkItemTypeName =
  'epic' | 'issue' | 'task' | 'incident' | 'test_case' | 'requirement' | 'objective' | 'key_result';
export type HealthStatus = 'onTrack' | 'needsAttention' | 'atRisk';
export type PersonRole = 'assignee' | 'reviewer' | 'approver';
export type LinkType = 'relates_to' | 'blocks';

/** Exactly one of `group_id` and `project_id` is set. */
export interface LabelsTable {
  id: Generated<number>;
  group_id: Optional<number>;
  project_id: Optional<number>;
  title: string;
  description: Optional<string>;
  color: string;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

/** Exactly one of `group_id` and `project_id` is set. */
export interface MilestonesTable {
  id: Generated<number>;
  iid: number;
  group_id: Optional<number>;
  project_id: Optional<number>;
  title: string;
  description: Optional<string>;
  state: Defaulted<'active' | 'closed'>;
  start_date: Optional<string>;
  due_date: Optional<string>;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

/** By how much it grew on a day (UTC): all items, and those of them that are closed. */
interface DaysTable {
  project_id: number;
  confidential: boolean;
  day: string;
  scope_count: number;
  scope_weight: number;
  completed_count: number;
  completed_weight: number;
}

export interface MilestoneDaysTable extends DaysTable {
  milestone_id: number;
}

export interface IterationDaysTable extends DaysTable {
  iteration_id: number;
}

/** `next_run`: the day on which it is looked at again; null: it is not automatic. `retry_on`: that failed, and is tried again on this day. */
export interface IterationCadencesTable {
  id: Generated<number>;
  group_id: number;
  title: string;
  description: Optional<string>;
  active: Defaulted<boolean>;
  automatic: Defaulted<boolean>;
  start_date: Optional<string>;
  duration_in_weeks: Optional<number>;
  iterations_in_advance: Optional<number>;
  roll_over: Defaulted<boolean>;
  next_run: Optional<string>;
  retry_on: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

export interface IterationsTable {
  id: Generated<number>;
  iid: number;
  group_id: number;
  /** A trigger gives one where there is none. */
  cadence_id: Defaulted<number>;
  title: Optional<string>;
  description: Optional<string>;
  start_date: string;
  due_date: string;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

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

/** Who follows a label; in a project, or (null) in its group. */
export interface LabelSubscriptionsTable {
  label_id: number;
  user_id: number;
  project_id: Optional<number>;
}

export interface WorkItemLabelsTable {
  work_item_id: number;
  label_id: number;
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

export interface NotesTable {
  id: Generated<number>;
  work_item_id: number;
  author_id: number;
  body: string;
  system: Defaulted<boolean>;
  action: Optional<string>;
  internal: Defaulted<boolean>;
  /** As of a description. */
  mentions: Optional<string[]>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
  /** The note that began the discussion; null of that note itself. */
  discussion_id: Optional<number>;
  /** The oldest of its discussion that is left. */
  is_first: Defaulted<boolean>;
  last_edited_at: Optional<string>;
  last_edited_by: Optional<number>;
  /** Of a discussion, at its first note. */
  resolved_at: Optional<string>;
  resolved_by: Optional<number>;
}

export interface EventsTable {
  id: Generated<number>;
  work_item_id: Optional<number>;
  kind: string;
  payload: ColumnType<unknown, string | undefined, string>;
  created_at: Defaulted<string>;
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

/** A reaction. */
/** To an item or to a note; the other is null. */
export interface AwardEmojiTable {
  id: Generated<number>;
  work_item_id: number | null;
  note_id: Defaulted<number | null>;
  user_id: number;
  name: string;
  created_at: Defaulted<string>;
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

/** A description template of a group or of a project. */
export interface DescriptionTemplatesTable {
  id: Generated<number>;
  group_id: Optional<number>;
  project_id: Optional<number>;
  name: string;
  content: string;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

export interface SettingsTable {
  key: string;
  value: Json;
}

export interface SessionsTable {
  token_hash: string;
  user_id: number;
  csrf_token: string;
  created_at: Defaulted<string>;
  expires_at: string;
  position: Optional<string>;
  id: Generated<number>;
  ip: Optional<string>;
  user_agent: Optional<string>;
}

export interface AccessTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  scope: Defaulted<'read_api' | 'api'>;
  token_hash: string;
  created_at: Defaulted<string>;
  expires_at: Optional<string>;
  last_used_at: Optional<string>;
  revoked: Defaulted<boolean>;
  position: Optional<string>;
}

/** The columns are those of rate-limiter-flexible; keys are hashes. */
export interface SignInAttemptsTable {
  key: string;
  points: Defaulted<number>;
  /** Milliseconds since 1970. */
  expire: Optional<number>;
}

export interface SignInLinksTable {
  token_hash: string;
  user_id: number;
  expires_at: string;
  used_at: Optional<string>;
  clears_password: Defaulted<boolean>;
}

/** A sign-in by OpenID Connect that has begun. Its secrets are good for nothing without the browser's cookie. */
export interface OidcFlowsTable {
  state_hash: string;
  browser_hash: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
  return_to: string;
  /** Whose account it will be linked to; null: somebody signs in. */
  user_id: Optional<number>;
  expires_at: string;
}

export interface IdempotencyKeysTable {
  user_id: number;
  key: string;
  request_hash: string;
  status: number;
  body: Json;
  created_at: Defaulted<string>;
}

export interface Database {
  users: UsersTable;
  groups: GroupsTable;
  projects: ProjectsTable;
  memberships: MembershipsTable;
  path_leavings: PathLeavingsTable;
  path_redirects: PathRedirectsTable;
  access_requests: AccessRequestsTable;
  trials: TrialsTable;
  sales_contacts: SalesContactsTable;
  group_shares: GroupSharesTable;
  invitations: InvitationsTable;
  avatars: AvatarsTable;
  labels: LabelsTable;
  label_subscriptions: LabelSubscriptionsTable;
  milestones: MilestonesTable;
  milestone_days: MilestoneDaysTable;
  iteration_cadences: IterationCadencesTable;
  iterations: IterationsTable;
  iteration_days: IterationDaysTable;
  work_items: WorkItemsTable;
  parent_links: ParentLinksTable;
  rollups: RollupsTable;
  work_item_labels: WorkItemLabelsTable;
  work_item_people: WorkItemPeopleTable;
  work_item_links: WorkItemLinksTable;
  merge_requests: MergeRequestsTable;
  merge_request_items: MergeRequestItemsTable;
  external_refs: ExternalRefsTable;
  notes: NotesTable;
  events: EventsTable;
  subscriptions: SubscriptionsTable;
  todos: TodosTable;
  award_emoji: AwardEmojiTable;
  description_versions: DescriptionVersionsTable;
  timelogs: TimelogsTable;
  description_templates: DescriptionTemplatesTable;
  settings: SettingsTable;
  sessions: SessionsTable;
  access_tokens: AccessTokensTable;
  sign_in_attempts: SignInAttemptsTable;
  sign_in_links: SignInLinksTable;
  identities: IdentitiesTable;
  oidc_flows: OidcFlowsTable;
  idempotency_keys: IdempotencyKeysTable;
}

export type Db = Kysely<Database>;
/** Inside a transaction. Every `Tx` is a `Db`, so a function that takes a `Db` works in both. */
export type Tx = Transaction<Database>;

export type WorkItemRow = Selectable<WorkItemsTable>;
export type NewWorkItem = Insertable<WorkItemsTable>;
export type GroupRow = Selectable<GroupsTable>;
export type ProjectRow = Selectable<ProjectsTable>;
export type UserRow = Selectable<UsersTable>;
