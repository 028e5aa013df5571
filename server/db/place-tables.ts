import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { Defaulted, Optional } from './columns.ts';

/** Tables of people, of the groups and projects that they plan in, and of their roles there. */

export type Visibility = 'private' | 'internal' | 'public';
export type UserState = 'active' | 'blocked' | 'deactivated' | 'banned';
export type UserTheme = 'light' | 'dark' | 'system';
/** What a person tells of themselves, by GitLab's names (`bio`, `job_title`); what is absent is not told. */
export type UserProfile = Readonly<Record<string, string>>;
/** Guest 10, Reporter 20, Developer 30, Maintainer 40, Owner 50. */
export type AccessLevelValue = 10 | 20 | 30 | 40 | 50;

export interface UsersTable {
  id: Generated<number>;
  username: string;
  name: string;
  email: Optional<string>;
  avatar_url: Optional<string>;
  password_hash: Optional<string>;
  admin: Defaulted<boolean>;
  state: Defaulted<UserState>;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
  kind: Defaulted<'human' | 'ghost'>;
  created_by: Optional<number>;
  note: Optional<string>;
  profile: ColumnType<UserProfile, string | undefined, string | RawBuilder<unknown>>;
  status_emoji: Optional<string>;
  status_message: Optional<string>;
  status_busy: Defaulted<boolean>;
  status_until: Optional<string>;
  current_sign_in_at: Optional<string>;
  last_sign_in_at: Optional<string>;
  sign_in_count: Defaulted<number>;
  time_zone: Optional<string>;
  first_day_of_week: Optional<number>;
  language: Optional<string>;
  theme: Optional<UserTheme>;
  keyboard_shortcuts: Defaulted<boolean>;
}

export interface GroupsTable {
  id: Generated<number>;
  parent_id: Optional<number>;
  path: string;
  full_path: string;
  name: string;
  full_name: string;
  description: Optional<string>;
  avatar_url: Optional<string>;
  visibility: Defaulted<Visibility>;
  /** Group ids from the root group to this one, both included. */
  traversal_ids: Defaulted<number[]>;
  member_limit: Optional<number>;
  /** The day on which it was marked for deletion. */
  marked_on: Optional<string>;
  marked_by: Optional<number>;
  /** Its deletion has begun. */
  doomed: Defaulted<boolean>;
  external_id: Optional<string>;
  created_at: Defaulted<string>;
}

export interface ProjectsTable {
  id: Generated<number>;
  group_id: number;
  path: string;
  full_path: string;
  name: string;
  description: Optional<string>;
  avatar_url: Optional<string>;
  visibility: Defaulted<Visibility>;
  issues_enabled: Defaulted<boolean>;
  archived: Defaulted<boolean>;
  /** The day on which it was marked for deletion. */
  marked_on: Optional<string>;
  marked_by: Optional<number>;
  /** Its deletion has begun. */
  doomed: Defaulted<boolean>;
  last_activity_at: Defaulted<string>;
  external_id: Optional<string>;
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

/** Exactly one of `user_id`, `group_id` and `project_id` is set. */
export interface AvatarsTable {
  id: Generated<number>;
  user_id: Optional<number>;
  group_id: Optional<number>;
  project_id: Optional<number>;
  file: string;
  type: string;
  digest: string;
  bytes: Uint8Array;
}

/** Where a group or project was. Exactly one of `group_id` and `project_id` is set. */
export interface PathRedirectsTable {
  path: string;
  group_id: Optional<number>;
  project_id: Optional<number>;
}

/** Written by triggers. `path` in lower case; `last_note`: the newest note when they left it. */
export interface PathLeavingsTable {
  id: Generated<number>;
  path: string;
  group_id: Optional<number>;
  project_id: Optional<number>;
  last_note: number;
}

/** Exactly one of `group_id` and `project_id` is set. To be read through `memberships_on`, or `own_memberships_on` without what groups share (BD-05.46). */
export interface MembershipsTable {
  id: Generated<number>;
  user_id: number;
  group_id: Optional<number>;
  project_id: Optional<number>;
  access_level: AccessLevelValue;
  /** The day from which on it is none any more; null: it does not end. */
  expires_at: Optional<string>;
  created_by: Optional<number>;
  created_at: Defaulted<string>;
  updated_at: Defaulted<string>;
}

/** Exactly one of `group_id` and `project_id` is set. */
export interface AccessRequestsTable {
  id: Generated<number>;
  user_id: number;
  group_id: Optional<number>;
  project_id: Optional<number>;
  created_at: Defaulted<string>;
}

/** Exactly one of `group_id` and `project_id` is set: what the group is invited to. */
export interface GroupSharesTable {
  id: Generated<number>;
  group_id: Optional<number>;
  project_id: Optional<number>;
  with_group_id: number;
  access_level: AccessLevelValue;
  /** The day from which on it is none any more; null: it does not end. */
  expires_at: Optional<string>;
  created_at: Defaulted<string>;
}

/** Exactly one of `group_id` and `project_id` is set. Who is invited there and has no account yet. */
export interface InvitationsTable {
  id: Generated<number>;
  group_id: Optional<number>;
  project_id: Optional<number>;
  /** In lower case. */
  email: string;
  /** The secret of the link. */
  token: string;
  access_level: AccessLevelValue;
  /** Of the membership that it becomes. */
  expires_at: Optional<string>;
  /** The day from which on it is none any more. */
  lapses_on: string;
  created_by: number;
  created_at: Defaulted<string>;
  mailed_at: Optional<string>;
}

/** Of a top-level group, once. */
export interface TrialsTable {
  group_id: number;
  plan_name: string;
  starts_on: string;
  /** In days. */
  duration: number;
  contact_sales: Defaulted<boolean>;
}

/** What an Owner has asked of whoever runs the site, last. */
export interface SalesContactsTable {
  group_id: number;
  user_id: number;
  first_name: string;
  last_name: string;
  company_name: string;
  comment: string;
  created_at: Defaulted<string>;
}

export interface PlaceTables {
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
  description_templates: DescriptionTemplatesTable;
}
