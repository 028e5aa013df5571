import { textColorFor } from '@espalier/core/work-item/rules';

/**
 * REST's JSON of people, labels, milestones, groups and projects. These functions are pure: they take facts, which come from SQL (`reads/facts.ts`) or from
 * a plan in memory, so that each of these things has one shape in every answer.
 */

export interface PersonFacts {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: string;
  readonly avatar_url: string | null;
}

/** Pictures that are kept here are known by their paths. */
const absolute = (base: string, url: string | null): string | null => (url?.startsWith('/') ? base + url : url);

export const personJson = (base: string, { id, username, name, state, avatar_url }: PersonFacts) => ({
  id,
  username,
  name,
  state,
  avatar_url: absolute(base, avatar_url),
  web_url: `${base}/${username}`,
});

export interface MemberFacts extends PersonFacts {
  readonly access_level: number;
  readonly member_since: string;
  /** A day; null: it does not end. */
  readonly expires_at: string | null;
  readonly created_by: PersonFacts | null;
}

export const memberJson = (base: string, facts: MemberFacts) => ({
  ...personJson(base, facts),
  access_level: facts.access_level,
  created_at: facts.member_since,
  ...(facts.created_by !== null && { created_by: personJson(base, facts.created_by) }),
  expires_at: facts.expires_at,
  group_saml_identity: null,
  membership_state: 'active',
});

export interface LabelFacts {
  readonly id: number;
  readonly title: string;
  readonly color: string;
  readonly description: string | null;
}

export interface OwnedLabelFacts extends LabelFacts {
  readonly group_id: number | null;
  readonly project_id: number | null;
}

/** A label of the item on a page. */
export const pageLabelJson = ({ id, title, color, description }: LabelFacts) => ({
  id,
  title,
  color,
  description,
  text_color: textColorFor(color),
});

/** A label of an item in the API, where details are asked for. */
export const labelDetailsJson = ({ id, title, color, description }: LabelFacts) => ({
  id,
  name: title,
  color,
  description,
  text_color: textColorFor(color),
});

export interface ToldLabelFacts extends OwnedLabelFacts {
  /** The description, rendered. */
  readonly description_html: string | null;
  readonly subscribed: boolean;
  /** Absent where nobody has counted. */
  readonly counts?: { readonly opened: number; readonly closed: number };
}

/** A label of a group or project in the API; in a project with its priority, which labels do not have here. */
export const labelJson = (
  { counts, description_html, subscribed, ...facts }: ToldLabelFacts,
  of: 'group' | 'project',
) => ({
  ...labelDetailsJson(facts),
  description_html,
  ...(counts && {
    open_issues_count: counts.opened,
    closed_issues_count: counts.closed,
    open_merge_requests_count: 0,
  }),
  subscribed,
  ...(of === 'project' && { priority: null }),
  is_project_label: facts.project_id !== null,
});

/** A label in `labels.json`. */
export const compactLabelJson = (facts: OwnedLabelFacts) => ({
  ...pageLabelJson(facts),
  project_id: facts.project_id,
  group_id: facts.group_id,
  type: facts.project_id === null ? 'GroupLabel' : 'ProjectLabel',
});

/** A milestone as a row of a list shows it. */
export interface MilestoneRowFacts {
  readonly id: number;
  readonly iid: number;
  readonly title: string;
  readonly start_date: string | null;
  readonly due_date: string | null;
}

export const milestoneRowJson = ({ id, iid, title, start_date, due_date }: MilestoneRowFacts) => ({
  id,
  iid,
  title,
  start_date,
  due_date,
});

export interface MilestoneFacts extends MilestoneRowFacts {
  readonly group_id: number | null;
  readonly project_id: number | null;
  readonly description: string | null;
  readonly state: string;
  readonly created_at: string;
  readonly updated_at: string;
  /** The owner's page; null if nobody owns the milestone. */
  readonly owner_page: string | null;
}

/** @param today YYYY-MM-DD */
export const milestoneJson = (base: string, today: string, { owner_page, ...facts }: MilestoneFacts) => ({
  ...facts,
  expired: facts.due_date !== null && facts.due_date < today,
  web_url: owner_page === null ? null : `${base}${owner_page}/-/milestones/${facts.iid}`,
});

export interface GroupFacts {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
  readonly visibility: string;
  readonly full_name: string;
  readonly full_path: string;
  readonly parent_id: number | null;
  readonly avatar_url: string | null;
  /** A day. */
  readonly marked_for_deletion_on: string | null;
  readonly created_at: string;
  /** BD-05.67: absent in lists, which tell none. */
  readonly shared_with_groups?: readonly object[];
}

/** What GitLab documents of groups and there is not here, or is the same for all. */
const NOT_OF_GROUPS = {
  share_with_group_lock: false,
  require_two_factor_authentication: false,
  two_factor_grace_period: 48,
  project_creation_level: 'developer',
  auto_devops_enabled: null,
  subgroup_creation_level: 'maintainer',
  emails_disabled: null,
  mentions_disabled: null,
  lfs_enabled: false,
  default_branch_protection: 2,
  request_access_enabled: true,
  membership_lock: false,
  prevent_sharing_groups_outside_hierarchy: false,
  file_template_project_id: null,
  ldap_cn: null,
  ldap_access: null,
} as const;

export const groupJson = (base: string, facts: GroupFacts) => ({
  ...facts,
  ...NOT_OF_GROUPS,
  avatar_url: absolute(base, facts.avatar_url),
  shared_with_groups: facts.shared_with_groups ?? [],
  web_url: `${base}/groups/${facts.full_path}`,
});

/** A group in a list of places to choose from. */
export const publicGroupJson = (
  base: string,
  {
    id,
    name,
    avatar_url,
    full_name,
    full_path,
  }: Pick<GroupFacts, 'id' | 'name' | 'avatar_url' | 'full_name' | 'full_path'>,
) => ({
  id,
  web_url: `${base}/groups/${full_path}`,
  name,
  avatar_url: absolute(base, avatar_url),
  full_name,
  full_path,
});

export interface ProjectFacts {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly full_path: string;
  readonly description: string | null;
  readonly avatar_url: string | null;
  readonly visibility: string;
  readonly issues_enabled: boolean;
  readonly archived: boolean;
  /** A day. */
  readonly marked_for_deletion_on: string | null;
  readonly created_at: string;
  readonly last_activity_at: string;
  readonly shared_with_groups?: readonly object[];
  readonly group: Pick<GroupFacts, 'id' | 'name' | 'path' | 'full_path' | 'full_name' | 'parent_id' | 'avatar_url'>;
}

/** What GitLab documents of projects and there is not here: there are no repositories. */
const NOT_OF_PROJECTS = {
  default_branch: null,
  tag_list: [],
  topics: [],
  ssh_url_to_repo: null,
  http_url_to_repo: null,
  readme_url: null,
  forks_count: 0,
  star_count: 0,
  empty_repo: true,
  merge_requests_enabled: false,
  wiki_enabled: false,
  jobs_enabled: false,
  snippets_enabled: false,
  packages_enabled: false,
  container_registry_enabled: false,
  service_desk_enabled: false,
  request_access_enabled: true,
  lfs_enabled: false,
  creator_id: null,
  import_status: 'none',
} as const;

export function projectJson(base: string, { full_path, group, ...facts }: ProjectFacts) {
  const { full_name, ...owner } = group;
  const self = `${base}/api/v4/projects/${facts.id}`;
  return {
    ...facts,
    ...NOT_OF_PROJECTS,
    avatar_url: absolute(base, facts.avatar_url),
    shared_with_groups: facts.shared_with_groups ?? [],
    name_with_namespace: `${full_name} / ${facts.name}`,
    path_with_namespace: full_path,
    marked_for_deletion_at: facts.marked_for_deletion_on,
    issues_access_level: facts.issues_enabled ? 'enabled' : 'disabled',
    web_url: `${base}/${full_path}`,
    _links: { self, issues: `${self}/issues`, labels: `${self}/labels`, members: `${self}/members` },
    namespace: { ...owner, kind: 'group', web_url: `${base}/groups/${owner.full_path}` },
  };
}
