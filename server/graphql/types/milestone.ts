import { projectItemReadableSql } from '../../access/filters.ts';
import { column, gid, instant, markdown, part, value } from '../plan/fields.ts';
import type { Fields, Scope } from '../plan/query.ts';
import { timeboxReport } from './timebox.ts';

const ownerPath = (a: string) =>
  `coalesce((SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${a}.group_id), ` +
  `(SELECT '/' || p.full_path FROM projects p WHERE p.id = ${a}.project_id))`;

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
  report: timeboxReport('milestone'),
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
