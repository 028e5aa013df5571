import { textColorFor } from '@espalier/core/work-item/rules';
import { renderMarkdown } from '../../text/markdown.ts';
import { column, computed, constant, gid, instant, value } from '../plan/fields.ts';
import type { Fields } from '../plan/query.ts';
import { groupMemberships, projectMemberships } from './member.ts';

/** Users, labels, milestones. */

export const userFields: Fields = {
  avatarUrl: column('avatar_url'),
  bot: constant(false),
  groupMemberships,
  id: gid('User'),
  name: column('name'),
  projectMemberships,
  state: column('state'),
  username: column('username'),
  webPath: value((a) => `'/' || ${a}.username`),
  webUrl: value((a, { query }) => `${query.baseUrl()} || '/' || ${a}.username`),
};

export const labelFields: Fields = {
  color: column('color'),
  createdAt: instant('created_at'),
  description: column('description'),
  descriptionHtml: computed(
    (a) => ({ $d: `${a}.description` }),
    (row) => renderMarkdown((row.$d as string | null) ?? ''),
  ),
  id: value(
    (a) =>
      `CASE WHEN ${a}.group_id IS NULL THEN 'gid://gitlab/ProjectLabel/' ELSE 'gid://gitlab/GroupLabel/' END || ${a}.id`,
  ),
  textColor: computed(
    (a) => ({ $co: `${a}.color` }),
    (row) => textColorFor(row.$co as string),
  ),
  title: column('title'),
  updatedAt: instant('updated_at'),
};

const ownerPath = (a: string) =>
  `coalesce((SELECT '/groups/' || g.full_path FROM groups g WHERE g.id = ${a}.group_id), ` +
  `(SELECT '/' || p.full_path FROM projects p WHERE p.id = ${a}.project_id))`;

export const milestoneFields: Fields = {
  createdAt: instant('created_at'),
  description: column('description'),
  dueDate: column('due_date'),
  expired: value(
    (a, { query }) => `coalesce(${a}.due_date < ${query.param(query.context.now.slice(0, 10), 'date')}, FALSE)`,
  ),
  groupMilestone: value((a) => `${a}.group_id IS NOT NULL`),
  id: gid('Milestone'),
  iid: value((a) => `${a}.iid::text`),
  projectMilestone: value((a) => `${a}.project_id IS NOT NULL`),
  startDate: column('start_date'),
  state: column('state'),
  subgroupMilestone: value(
    (a) => `EXISTS (SELECT 1 FROM groups g WHERE g.id = ${a}.group_id AND g.parent_id IS NOT NULL)`,
  ),
  title: column('title'),
  updatedAt: instant('updated_at'),
  webPath: value((a) => `${ownerPath(a)} || '/-/milestones/' || ${a}.iid`),
};
