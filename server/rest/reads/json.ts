import { textColorFor } from '@espalier/core/work-item/rules';
import { epicReadableSql } from '../../access/filters.ts';
import { sourceDateSql } from '../../epic/date-source.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { issueWebPath } from '../../graphql/types/issue.ts';
import type { Json } from './page.ts';

/** The JSON of the entities as GitLab's REST API gives them, as SQL over a row `a`; colours of text come from `withTextColors`. */

export const at = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export function userObject(query: Query, a: string): string {
  return (
    `json_build_object('id', ${a}.id, 'username', ${a}.username, 'name', ${a}.name, 'state', ${a}.state, ` +
    `'avatar_url', ${a}.avatar_url, 'web_url', ${query.baseUrl()} || '/' || ${a}.username)`
  );
}

/** A membership: the person's columns with `access_level` and `member_since`. */
export function memberJson(query: Query): Json {
  return {
    id: 'a.id',
    username: 'a.username',
    name: 'a.name',
    state: 'a.state',
    avatar_url: 'a.avatar_url',
    web_url: `${query.baseUrl()} || '/' || a.username`,
    access_level: 'a.access_level',
    created_at: at('a.member_since'),
    expires_at: 'NULL::text',
    membership_state: `'active'`,
  };
}

const author = (query: Query) => `(SELECT ${userObject(query, 'u')} FROM users u WHERE u.id = a.author_id)`;

function labels(details: boolean): string {
  const label = details
    ? `json_build_object('id', b.id, 'name', b.title, 'color', b.color, 'description', b.description)`
    : 'b.title';
  return (
    `(SELECT coalesce(json_agg(${label} ORDER BY b.title, b.id), '[]'::json) FROM work_item_labels wl ` +
    `JOIN labels b ON b.id = wl.label_id WHERE wl.work_item_id = a.id)`
  );
}

/** BD-11.2: beside the colour of a row, and of each of its labels that is given in full, the colour of its text. */
export function withTextColors(row: Row): Row {
  const { color, labels: given } = row;
  return {
    ...row,
    ...(typeof color === 'string' && { text_color: textColorFor(color) }),
    ...(Array.isArray(given) && { labels: given.map((label) => (isRow(label) ? withTextColors(label) : label)) }),
  };
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

export function milestoneObject(query: Query, m: string): string {
  const today = query.param(query.context.now.slice(0, 10), 'date');
  const owner =
    `coalesce((SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${m}.group_id), ` +
    `(SELECT '/' || p.full_path FROM projects p WHERE p.id = ${m}.project_id))`;
  return (
    `json_build_object('id', ${m}.id, 'iid', ${m}.iid, 'group_id', ${m}.group_id, 'project_id', ${m}.project_id, 'title', ${m}.title, ` +
    `'description', ${m}.description, 'state', ${m}.state, 'created_at', ${at(`${m}.created_at`)}, 'updated_at', ${at(`${m}.updated_at`)}, ` +
    `'due_date', ${m}.due_date, 'start_date', ${m}.start_date, 'expired', coalesce(${m}.due_date < ${today}, FALSE), ` +
    `'web_url', ${query.baseUrl()} || ${owner} || '/-/milestones/' || ${m}.iid)`
  );
}

/** The parent epic that the viewer may see, as columns of a correlated subselect. */
function parent(query: Query, expression: string): string {
  return (
    `(SELECT ${expression} FROM parent_links l JOIN work_items w ON w.id = l.parent_id AND w.type = 'epic' ` +
    `JOIN groups g ON g.id = w.group_id WHERE l.child_id = a.id AND ${epicReadableSql(query.context.viewer, 'w', 'g')})`
  );
}

/** @param here SQL of the full path of the group that is looked at, for `references.relative` */
export function epicJson(query: Query, here: string, labelDetails: boolean): Json {
  const page = `'/groups/' || a.g_path || '/-/epics/' || a.iid`;
  const api = `${query.baseUrl()} || '/api/v4/groups/' || a.group_id`;
  const relative = `CASE WHEN a.g_path = ${here} THEN '&' || a.iid ELSE a.g_path || '&' || a.iid END`;
  return {
    id: 'a.id',
    iid: 'a.iid',
    group_id: 'a.group_id',
    parent_id: parent(query, 'w.id'),
    parent_iid: parent(query, 'w.iid'),
    title: 'a.title',
    description: 'a.description',
    state: 'a.state',
    confidential: 'a.confidential',
    color: 'a.color',
    web_url: `${query.baseUrl()} || ${page}`,
    reference: `'&' || a.iid`,
    references: `json_build_object('short', '&' || a.iid, 'relative', ${relative}, 'full', a.g_path || '&' || a.iid)`,
    author: author(query),
    start_date: 'a.start_date',
    start_date_is_fixed: 'a.start_date_is_fixed',
    start_date_fixed: 'a.start_date_fixed',
    start_date_from_inherited_source: sourceDateSql('a', 'start'),
    start_date_from_milestones: sourceDateSql('a', 'start'),
    end_date: 'a.due_date',
    due_date: 'a.due_date',
    due_date_is_fixed: 'a.due_date_is_fixed',
    due_date_fixed: 'a.due_date_fixed',
    due_date_from_inherited_source: sourceDateSql('a', 'due'),
    due_date_from_milestones: sourceDateSql('a', 'due'),
    created_at: at('a.created_at'),
    updated_at: at('a.updated_at'),
    closed_at: at('a.closed_at'),
    labels: labels(labelDetails),
    upvotes: '0',
    downvotes: '0',
    _links:
      `json_build_object('self', ${api} || '/epics/' || a.iid, 'epic_issues', ${api} || '/epics/' || a.iid || '/issues', ` +
      `'group', ${api}, 'parent', ${parent(query, `${query.baseUrl()} || '/api/v4/groups/' || w.group_id || '/epics/' || w.iid`)})`,
  };
}

export function issueJson(query: Query, labelDetails = false): Json {
  const page = issueWebPath('a');
  const api = `${query.baseUrl()} || '/api/v4/projects/' || a.project_id`;
  const people =
    `(SELECT coalesce(json_agg(${userObject(query, 'u')} ORDER BY wp.place, u.id), '[]'::json) FROM work_item_people wp ` +
    `JOIN users u ON u.id = wp.user_id WHERE wp.work_item_id = a.id AND wp.role = 'assignee')`;
  return {
    id: 'a.id',
    iid: 'a.iid',
    project_id: 'a.project_id',
    title: 'a.title',
    description: 'a.description',
    state: 'a.state',
    created_at: at('a.created_at'),
    updated_at: at('a.updated_at'),
    closed_at: at('a.closed_at'),
    labels: labels(labelDetails),
    milestone: `(SELECT ${milestoneObject(query, 'm')} FROM milestones m WHERE m.id = a.milestone_id)`,
    assignees: people,
    author: author(query),
    type: 'upper(a.type)',
    issue_type: 'a.type',
    confidential: 'a.confidential',
    due_date: 'a.due_date',
    weight: 'a.weight',
    health_status: 'a.health_status',
    user_notes_count: '(SELECT count(*) FROM notes n WHERE n.work_item_id = a.id AND NOT n.system AND NOT n.internal)',
    upvotes: '0',
    downvotes: '0',
    web_url: `${query.baseUrl()} || ${page}`,
    references: `json_build_object('short', '#' || a.iid, 'relative', '#' || a.iid, 'full', a.p_path || '#' || a.iid)`,
    epic_iid: parent(query, 'w.iid'),
    epic: parent(
      query,
      `json_build_object('id', w.id, 'iid', w.iid, 'title', w.title, 'url', '/groups/' || g.full_path || '/-/epics/' || w.iid, 'group_id', w.group_id)`,
    ),
    _links: `json_build_object('self', ${api} || '/issues/' || a.iid, 'project', ${api})`,
  };
}

export function groupJson(query: Query): Json {
  return {
    id: 'a.id',
    name: 'a.name',
    path: 'a.path',
    description: 'a.description',
    visibility: 'a.visibility',
    full_name: 'a.full_name',
    full_path: 'a.full_path',
    parent_id: 'a.parent_id',
    avatar_url: 'NULL::text',
    web_url: `${query.baseUrl()} || '/groups/' || a.full_path`,
    created_at: at('a.created_at'),
  };
}

export function projectJson(query: Query): Json {
  return {
    id: 'a.id',
    name: 'a.name',
    path: 'a.path',
    description: 'a.description',
    visibility: 'a.visibility',
    name_with_namespace: `a.g_full_name || ' / ' || a.name`,
    path_with_namespace: 'a.full_path',
    issues_enabled: 'a.issues_enabled',
    avatar_url: 'NULL::text',
    web_url: `${query.baseUrl()} || '/' || a.full_path`,
    created_at: at('a.created_at'),
    last_activity_at: at('a.last_activity_at'),
    namespace:
      `(SELECT json_build_object('id', g.id, 'name', g.name, 'path', g.path, 'kind', 'group', 'full_path', g.full_path, ` +
      `'parent_id', g.parent_id, 'avatar_url', NULL, 'web_url', ${query.baseUrl()} || '/groups/' || g.full_path) FROM groups g WHERE g.id = a.group_id)`,
  };
}

export const labelJson: Json = {
  id: 'a.id',
  name: 'a.title',
  color: 'a.color',
  description: 'a.description',
  description_html: `coalesce(a.description, '')`,
  is_project_label: 'a.project_id IS NOT NULL',
};
