import { epicReadableSql, itemReadableSql, projectReadableSql } from '../../access/filters.ts';
import { sourceDateSql } from '../../store/sql/dates.ts';
import { tasksSql } from '../../store/sql/task-counts.ts';
import { timeSpentSql } from '../../store/sql/time.ts';
import type { Query } from '../../graphql/plan/query.ts';
import { downvotesSql, ITEM_FROM } from '../../graphql/types/item.ts';
import { tasksOf, type ToldTasks } from '../../text/task-counts.ts';
import type { Json } from './page.ts';

/** The facts that `../json` builds from, in SQL: columns over a row `a` as GraphQL's lists select it (`EPIC_COLUMNS`, `ISSUE_COLUMNS`). */

export const at = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `json_build_object` of columns by their own names. */
const pick = (alias: string, ...names: readonly string[]): string =>
  `json_build_object(${names.map((name) => `'${name}', ${alias}.${name}`).join(', ')})`;

const columns = (...names: readonly string[]): Json => Object.fromEntries(names.map((name) => [name, `a.${name}`]));

const PERSON = ['id', 'username', 'name', 'state', 'avatar_url'] as const;
export const personObject = (u: string): string => pick(u, ...PERSON);
export const personFacts: Json = columns(...PERSON);
export const memberFacts: Json = {
  ...columns(...PERSON, 'access_level', 'expires_at'),
  member_since: at('a.member_since'),
  created_by: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.created_by)`,
};

export const labelObject = (b: string): string => pick(b, 'id', 'title', 'color', 'description');
export const labelFacts: Json = columns('id', 'title', 'color', 'description', 'group_id', 'project_id');

export const milestoneRowObject = (m: string): string => pick(m, 'id', 'iid', 'title', 'start_date', 'due_date');

const MILESTONE = ['id', 'iid', 'group_id', 'project_id', 'title', 'description', 'state', 'due_date', 'start_date'];

export const milestoneFacts = (m: string): Json => ({
  ...Object.fromEntries(MILESTONE.map((name) => [name, `${m}.${name}`])),
  created_at: at(`${m}.created_at`),
  updated_at: at(`${m}.updated_at`),
  owner_page:
    `coalesce((SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${m}.group_id), ` +
    `(SELECT '/' || p.full_path FROM projects p WHERE p.id = ${m}.project_id))`,
});

const ITERATION = ['id', 'iid', 'group_id', 'title', 'description', 'start_date', 'due_date'];

export const iterationFacts = (i: string): Json => ({
  ...Object.fromEntries(ITERATION.map((name) => [name, `${i}.${name}`])),
  sequence:
    `(SELECT count(*)::int FROM iterations s WHERE s.cadence_id = ${i}.cadence_id ` +
    `AND (s.start_date, s.id) <= (${i}.start_date, ${i}.id))`,
  created_at: at(`${i}.created_at`),
  updated_at: at(`${i}.updated_at`),
  group_path: `(SELECT g.full_path FROM groups g WHERE g.id = ${i}.group_id)`,
});

const object = (facts: Json): string =>
  `json_build_object(${Object.entries(facts)
    .map(([name, text]) => `'${name}', ${text}`)
    .join(', ')})`;

export const groupFacts: Json = {
  ...columns('id', 'name', 'path', 'description', 'visibility', 'full_name', 'full_path', 'parent_id', 'avatar_url'),
  marked_for_deletion_on: 'a.marked_on',
  created_at: at('a.created_at'),
};

export const projectFacts: Json = {
  ...columns(
    'id',
    'name',
    'path',
    'full_path',
    'description',
    'visibility',
    'issues_enabled',
    'archived',
    'avatar_url',
  ),
  marked_for_deletion_on: 'a.marked_on',
  created_at: at('a.created_at'),
  last_activity_at: at('a.last_activity_at'),
  group: `(SELECT ${pick('g', 'id', 'name', 'path', 'full_path', 'full_name', 'parent_id', 'avatar_url')} FROM groups g WHERE g.id = a.group_id)`,
};

export const labelsOf = (a: string): string =>
  `(SELECT coalesce(json_agg(${labelObject('b')} ORDER BY b.title, b.id), '[]'::json) FROM work_item_labels wl ` +
  `JOIN labels b ON b.id = wl.label_id WHERE wl.work_item_id = ${a}.id)`;

export const assigneesOf = (a: string): string =>
  `(SELECT coalesce(json_agg(${personObject('u')} ORDER BY wp.place, u.id), '[]'::json) FROM work_item_people wp ` +
  `JOIN users u ON u.id = wp.user_id WHERE wp.work_item_id = ${a}.id AND wp.role = 'assignee')`;

/** The parent epic that the viewer may see, with the id of the link to it. */
const parent = (query: Query): string =>
  `(SELECT json_build_object('id', w.id, 'iid', w.iid, 'title', w.title, 'group_id', w.group_id, 'group_path', g.full_path, 'link_id', l.id) ` +
  `FROM parent_links l JOIN work_items w ON w.id = l.parent_id AND w.type = 'epic' ` +
  `JOIN groups g ON g.id = w.group_id WHERE l.child_id = a.id AND ${epicReadableSql(query.context.viewer, 'w', 'g')})`;

const shared = (query: Query): Json => ({
  ...columns('id', 'iid', 'type', 'group_id', 'title', 'description', 'state', 'confidential', 'due_date'),
  group_path: 'a.g_path',
  created_at: at('a.created_at'),
  updated_at: at('a.updated_at'),
  closed_at: at('a.closed_at'),
  author: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.author_id)`,
  labels: labelsOf('a'),
  upvotes: 'a.upvotes',
  downvotes: downvotesSql('a'),
  parent: parent(query),
});

const EPIC: Json = {
  ...columns('color', 'start_date', 'start_date_is_fixed', 'start_date_fixed', 'due_date_is_fixed', 'due_date_fixed'),
  inherited_start: sourceDateSql('a', 'start'),
  inherited_due: sourceDateSql('a', 'due'),
};

const ISSUE: Json = {
  ...columns('project_id', 'weight', 'health_status', 'time_estimate', 'discussion_locked', 'moved_to_id'),
  tasks: tasksSql('a'),
  total_time_spent: timeSpentSql('a'),
  project_path: 'a.p_path',
  milestone: `(SELECT ${object(milestoneFacts('m'))} FROM milestones m WHERE m.id = a.milestone_id)`,
  assignees: assigneesOf('a'),
  user_notes_count: '(SELECT count(*) FROM notes n WHERE n.work_item_id = a.id AND NOT n.system AND NOT n.internal)',
  closed_by:
    `(SELECT ${personObject('u')} FROM notes n JOIN users u ON u.id = n.author_id WHERE n.work_item_id = a.id AND n.system ` +
    `AND n.action = 'closed' AND a.state = 'closed' ORDER BY n.id DESC LIMIT 1)`,
  iteration: `(SELECT ${object(iterationFacts('i'))} FROM iterations i WHERE i.id = a.iteration_id)`,
};

/** What else an issue tells of what the viewer may see. */
const counted = ({ context: { viewer } }: Query): Json => ({
  merge_requests_count:
    '(SELECT count(*) FROM merge_request_items i JOIN merge_requests r ON r.id = i.merge_request_id ' +
    `JOIN projects p ON p.id = r.project_id WHERE i.work_item_id = a.id AND ${projectReadableSql(viewer, 'p')})`,
  blocking_issues_count:
    `(SELECT count(*) FROM work_item_links k JOIN ${ITEM_FROM.replace('work_items w', 'work_items w ON w.id = k.target_id')} ` +
    `WHERE k.source_id = a.id AND k.type = 'blocks' AND w.state = 'opened' AND ${itemReadableSql(viewer, 'w', 'g', 'p')})`,
});

export const epicFacts = (query: Query): Json => ({ ...shared(query), ...EPIC, project_path: 'NULL::text' });

export const issueFacts = (query: Query): Json => ({ ...shared(query), ...ISSUE, ...counted(query) });

/** Of a row that these columns made. */
export const factsOf = <Facts>(row: unknown): Facts => {
  const { tasks, ...facts } = row as { readonly tasks: ToldTasks };
  return { ...facts, tasks: tasksOf(tasks) } as Facts;
};

/** For lists of epics and items of projects together (`ITEM_COLUMNS`). */
export const itemFacts = (query: Query): Json => ({ ...issueFacts(query), ...EPIC });
