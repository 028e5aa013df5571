import { groupReadableSql, projectItemReadableSql, projectReadableSql } from '../../access/filters.ts';
import { totalsSql } from '../../store/sql/milestone-days.ts';
import { safeText } from '../filters/conditions.ts';
import { column, gid, instant, markdown, part, value } from '../plan/fields.ts';
import { type Fields, literal, type Scope } from '../plan/query.ts';

const ownerPath = (a: string) =>
  `coalesce((SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${a}.group_id), ` +
  `(SELECT '/' || p.full_path FROM projects p WHERE p.id = ${a}.project_id))`;

const UNDATED = {
  burnupTimeSeries: null,
  error: { code: 'MISSING_DATES', message: 'Milestone must have a start and due date' },
  stats: null,
};

/** `{ count, weight }` of the last totals, where there are any. */
const metrics = (of: (which: 'Count' | 'Weight') => string): string =>
  `json_build_object('count', ${of('Count')}, 'weight', ${of('Weight')})`;
const last = (name: string): string => `coalesce((x.totals -> -1 ->> '${name}')::int, 0)`;

/** AP-05.87: the whole object, by the names of the wire. */
const report = value((a, { query }, { args }) => {
  const { viewer } = query.context;
  const path = typeof args.fullPath === 'string' ? safeText(query, args.fullPath) : null;
  const named = (kind: 'group' | 'project'): string => `(SELECT ${kind}_named(${path ?? ''}))`;
  const within = path === null ? 'TRUE' : `(p.id = ${named('project')} OR g.traversal_ids @> ARRAY[${named('group')}])`;
  const stats =
    `json_build_object('complete', ${metrics((which) => last(`completed${which}`))}, ` +
    `'incomplete', ${metrics((which) => `${last(`scope${which}`)} - ${last(`completed${which}`)}`)}, ` +
    `'total', ${metrics((which) => last(`scope${which}`))})`;
  const dated =
    `(SELECT json_build_object('burnupTimeSeries', coalesce(x.totals, '[]'::json), 'error', NULL, 'stats', ${stats}) ` +
    `FROM (SELECT ${totalsSql(viewer, a, within)} AS totals) x)`;
  const told = `CASE WHEN ${a}.start_date IS NULL OR ${a}.due_date IS NULL THEN ${literal(JSON.stringify(UNDATED))}::json ELSE ${dated} END`;
  if (path === null) return told;
  const isThere =
    `EXISTS (SELECT FROM groups s WHERE s.id = ${named('group')} AND ${groupReadableSql(viewer, 's')}) ` +
    `OR EXISTS (SELECT FROM projects s WHERE s.id = ${named('project')} AND ${projectReadableSql(viewer, 's')})`;
  return `CASE WHEN ${isThere} THEN ${told} END`;
});

export const milestoneFields: Fields = {
  createdAt: instant('created_at'),
  description: column('description'),
  descriptionHtml: markdown(
    (a) => `${a}.description`,
    (a) =>
      `json_build_array(coalesce((SELECT g.full_path FROM groups g WHERE g.id = ${a}.group_id), ` +
      `(SELECT g.full_path FROM projects p JOIN groups g ON g.id = p.group_id WHERE p.id = ${a}.project_id)), ` +
      `(SELECT p.full_path FROM projects p WHERE p.id = ${a}.project_id))`,
  ),
  dueDate: column('due_date'),
  expired: value(
    (a, { query }) => `coalesce(${a}.due_date < ${query.param(query.context.now.slice(0, 10), 'date')}, FALSE)`,
  ),
  groupMilestone: value((a) => `${a}.group_id IS NOT NULL`),
  id: gid('Milestone'),
  iid: value((a) => `${a}.iid::text`),
  projectMilestone: value((a) => `${a}.project_id IS NOT NULL`),
  report,
  startDate: column('start_date'),
  state: column('state'),
  stats: part('MilestoneStats'),
  subgroupMilestone: value(
    (a) => `EXISTS (SELECT 1 FROM groups g WHERE g.id = ${a}.group_id AND g.parent_id IS NOT NULL)`,
  ),
  title: column('title'),
  updatedAt: instant('updated_at'),
  webPath: value((a) => `${ownerPath(a)} || '/-/milestones/' || ${a}.iid`),
};

/** AP-05.88 */
const counted = (state: string) =>
  value(
    (a: string, { query }: Scope) =>
      `(SELECT count(*)::int FROM work_items w JOIN projects p ON p.id = w.project_id JOIN groups g ON g.id = p.group_id ` +
      `WHERE w.milestone_id = ${a}.id AND ${state} AND ${projectItemReadableSql(query.context.viewer, 'w', 'g', 'p')})`,
  );

export const milestoneStatsFields: Fields = {
  closedIssuesCount: counted(`w.state = 'closed'`),
  totalIssuesCount: counted('TRUE'),
};
