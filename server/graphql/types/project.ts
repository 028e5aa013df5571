import { projectPermissions } from '@espalier/core/access';
import { groupReadableSql, issueCreatableSql, projectReadableSql } from '../../access/filters.ts';
import { subjectOf } from '../../access/subject.ts';
import { itemsAcross } from '../filters/across.ts';
import { type Args, search } from '../filters/conditions.ts';
import { issueConditions, issueOrder } from '../filters/issues.ts';
import { fixedConnection, many } from '../plan/connection.ts';
import { column, computed, gid, instant, one, value } from '../plan/fields.ts';
import type { Order } from '../plan/order.ts';
import type { Field, Fields, Scope } from '../plan/query.ts';
import { PROJECT_TYPES, wireType } from '../work-item-types.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, ITEM_COLUMNS, ITEM_FROM, issueReadable } from './item.ts';
import { projectCadences, projectIterations } from './iteration.ts';
import { projectLabel, projectLabels, projectMilestones } from './planning-lists.ts';
import { memberFields, projectMembers } from './member.ts';

/** A project `p` of the group `g`. */
export const PROJECT_FROM = 'projects p JOIN groups g ON g.id = p.group_id';
export const PROJECT_COLUMNS = 'p.*, g.traversal_ids AS g_ids, g.full_name AS g_full_name';
export const projectReadable = ({ query }: Scope) => projectReadableSql(query.context.viewer, 'p', 'g');

export function oneProject(where: (outer: string, scope: Scope) => string) {
  return {
    type: 'Project',
    from: (alias: string, outer: string, scope: Scope) =>
      `(SELECT ${PROJECT_COLUMNS} FROM ${PROJECT_FROM} WHERE ${where(outer, scope)} AND ${projectReadable(scope)}) ${alias}`,
  };
}

/** TR-11: where a new issue of an epic goes unless told otherwise: the liveliest project the viewer may add to, the epic's own group first. */
export const defaultProject: Field = one({
  type: 'Project',
  from: (alias, outer, scope) =>
    `(SELECT ${PROJECT_COLUMNS} FROM ${PROJECT_FROM} WHERE g.traversal_ids @> ARRAY[${outer}.group_id] AND p.issues_enabled AND NOT p.archived ` +
    `AND ${projectReadable(scope)} AND ${issueCreatableSql(scope.query.context.viewer, 'p', 'g')} ` +
    `ORDER BY (p.group_id = ${outer}.group_id) DESC, p.last_activity_at DESC, p.id LIMIT 1) ${alias}`,
});

export const byActivity: Order = {
  name: 'activity',
  keys: [
    { text: 'p.last_activity_at', type: 'timestamptz', descending: true },
    { text: 'p.id', type: 'bigint', descending: true },
  ],
};

export const projectById: Order = { name: 'id', keys: [{ text: 'p.id', type: 'bigint', descending: true }] };

/** Search in a project's name and path; with `namespaces` in the whole path. */
export function projectSearch({ query }: Scope, args: Args, namespaces: boolean): string[] {
  if (typeof args.search !== 'string') return [];
  return search(query, args.search, namespaces ? ['p.name', 'p.full_path', 'g.full_name'] : ['p.name', 'p.path']);
}

const issues = (args: Args, scope: Scope, { alias } = scope) => ({
  type: 'Issue',
  from: ISSUE_FROM,
  columns: ISSUE_COLUMNS,
  where: itemsAcross(scope, { kind: 'issue', root: `${alias}.g_ids[1]`, range: `p.id = ${alias}.id` }, args),
  order: issueOrder(scope, args.sort),
});

/** The types of items that a project can own; `taskable`: those that can be tasks of others. */
export const workItemTypes: Field = (_scope, { args }, key) => ({
  shape: (row) => {
    const types = args.taskable === true ? (['task'] as const) : PROJECT_TYPES;
    row[key] = fixedConnection(types.map(wireType), args);
  },
});

export const projectFields: Fields = {
  archived: column('archived'),
  avatarUrl: value((a, { query }) => `${query.baseUrl()} || ${a}.avatar_url`),
  description: column('description'),
  fullPath: column('full_path'),
  group: one({
    type: 'Group',
    from: (alias, outer, { query }) =>
      `(SELECT * FROM groups g WHERE g.id = ${outer}.group_id AND ${groupReadableSql(query.context.viewer, 'g')}) ${alias}`,
  }),
  id: gid('Project'),
  issue: one({
    type: 'Issue',
    from: (alias, outer, scope, { args }) =>
      `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.project_id = ${outer}.id AND ${issueReadable(scope)} ` +
      `${issueConditions(scope, args)
        .map((condition) => `AND ${condition} `)
        .join('')}ORDER BY w.created_at DESC, w.id DESC LIMIT 1) ${alias}`,
  }),
  issues: many((scope, { args }) => issues(args, scope)),
  issuesEnabled: column('issues_enabled'),
  iterationCadences: projectCadences,
  iterations: projectIterations,
  label: projectLabel,
  labels: projectLabels,
  lastActivityAt: instant('last_activity_at'),
  milestones: projectMilestones,
  name: column('name'),
  nameWithNamespace: value((a) => `${a}.g_full_name || ' / ' || ${a}.name`),
  namespace: one({
    type: 'Namespace',
    from: (alias, outer, { query }) =>
      `(SELECT 'gid://gitlab/Group/' || g.id AS gid, g.name, g.full_name, g.path, g.full_path, g.visibility ` +
      `FROM groups g WHERE g.id = ${outer}.group_id AND ${groupReadableSql(query.context.viewer, 'g')}) ${alias}`,
  }),
  path: column('path'),
  projectMembers,
  userPermissions: computed(
    (a) => ({ $pacc: `json_build_array(${a}.g_ids, ${a}.visibility, ${a}.id, ${a}.archived)` }),
    (row, { query }) => {
      const [traversalIds, visibility, projectId, archived] = row.$pacc as [number[], string, number, boolean];
      return projectPermissions(subjectOf(query.context.viewer, { traversalIds, visibility, projectId, archived }));
    },
  ),
  visibility: column('visibility'),
  webUrl: value((a, { query }) => `${query.baseUrl()} || '/' || ${a}.full_path`),
  workItemTypes,
  workItems: many((scope, { args }) => ({
    ...issues(args, scope),
    type: 'WorkItem',
    from: ITEM_FROM,
    columns: ITEM_COLUMNS,
  })),
};

/** A role that somebody has in the project itself. */
export const projectMemberFields: Fields = {
  ...memberFields,
  project: one(oneProject((outer) => `p.id = ${outer}.project_id`)),
};

export const namespaceFields: Fields = {
  fullName: column('full_name'),
  fullPath: column('full_path'),
  id: column('gid'),
  name: column('name'),
  path: column('path'),
  visibility: column('visibility'),
};
