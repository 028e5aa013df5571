import { groupPermissions } from '@espalier/core/access';
import { groupReadableSql } from '../../access/filters.ts';
import { subjectOf } from '../../access/subject.ts';
import { renderMarkdown } from '../../text/markdown.ts';
import { itemsAcross } from '../filters/across.ts';
import { type Args, search } from '../filters/conditions.ts';
import { epicConditions, epicOrder, groupRange } from '../filters/epics.ts';
import { issueOrder } from '../filters/issues.ts';
import { many } from '../plan/connection.ts';
import { column, computed, constant, gid, one, value } from '../plan/fields.ts';
import type { Order } from '../plan/order.ts';
import { type Fields, type Scope, all } from '../plan/query.ts';
import { EPIC_COLUMNS, EPIC_FROM, ISSUE_COLUMNS, ISSUE_FROM, epicReadable } from './item.ts';
import { groupCadences, groupIterations } from './iteration.ts';
import { groupLabel, groupLabels, groupMilestones } from './planning-lists.ts';
import { groupMembers, memberFields } from './member.ts';
import {
  PROJECT_COLUMNS,
  PROJECT_FROM,
  byActivity,
  projectById,
  projectReadable,
  projectSearch,
  workItemTypes,
} from './project.ts';

export const groupReadable = ({ query }: Scope) => groupReadableSql(query.context.viewer, 'g');

export const groupByPath: Order = {
  name: 'full_path',
  keys: [
    { text: 'lower(g.full_path)', type: 'text' },
    { text: 'g.id', type: 'bigint' },
  ],
};

export function groupSearch({ query }: Scope, args: Args): string[] {
  return typeof args.search === 'string' ? search(query, args.search, ['g.name', 'g.full_path']) : [];
}

const rootOf = ({ alias }: Scope): string => `${alias}.traversal_ids[1]`;

const subgroupRange = ({ alias }: Scope, { includeSubgroups }: Args): string =>
  includeSubgroups === true ? `g.traversal_ids @> ARRAY[${alias}.id]` : `g.id = ${alias}.id`;

/** AP-05.110: those of archived projects come where they are asked for. */
const issueRange = (scope: Scope, args: Args): string =>
  args.includeArchived === true ? subgroupRange(scope, args) : `${subgroupRange(scope, args)} AND NOT p.archived`;

export const groupFields: Fields = {
  avatarUrl: value((a, { query }) => `${query.baseUrl()} || ${a}.avatar_url`),
  descendantGroups: many((scope, { args }) => ({
    type: 'Group',
    from: 'groups g',
    columns: 'g.*',
    where: [
      args.includeParentDescendants === false
        ? `g.parent_id = ${scope.alias}.id`
        : `g.traversal_ids @> ARRAY[${scope.alias}.id]`,
      `g.id <> ${scope.alias}.id`,
      groupReadable(scope),
      ...groupSearch(scope, args),
      ...(args.owned === true ? [ownedSql(scope)] : []),
    ],
    order: groupByPath,
  })),
  description: column('description'),
  descriptionHtml: computed(
    (a) => ({ $d: `${a}.description` }),
    (row) => renderMarkdown((row.$d as string | null) ?? ''),
  ),
  epic: one({
    type: 'Epic',
    from: (alias, outer, scope, { args }) => {
      const given = preferOwn(args);
      const where = [`w.type = 'epic'`, groupRange(outer, given), epicReadable(scope), ...epicConditions(scope, given)];
      return `(SELECT ${EPIC_COLUMNS} FROM ${EPIC_FROM} WHERE ${all(where)} ORDER BY (w.group_id = ${outer}.id) DESC, w.id LIMIT 1) ${alias}`;
    },
  }),
  epics: many((scope, { args }) => ({
    type: 'Epic',
    from: EPIC_FROM,
    columns: EPIC_COLUMNS,
    where: itemsAcross(scope, { kind: 'epic', root: rootOf(scope), range: groupRange(scope.alias, args) }, args),
    order: epicOrder(args.sort),
  })),
  epicsEnabled: constant(true),
  fullName: column('full_name'),
  fullPath: column('full_path'),
  groupMembers,
  id: gid('Group'),
  issues: many((scope, { args }) => ({
    type: 'Issue',
    from: ISSUE_FROM,
    columns: ISSUE_COLUMNS,
    where: itemsAcross(scope, { kind: 'issue', root: rootOf(scope), range: issueRange(scope, args) }, args),
    order: issueOrder(scope, args.sort),
  })),
  iterationCadences: groupCadences,
  iterations: groupIterations,
  label: groupLabel,
  labels: groupLabels,
  milestones: groupMilestones,
  name: column('name'),
  parent: one({
    type: 'Group',
    from: (alias, outer, scope) =>
      `(SELECT * FROM groups g WHERE g.id = ${outer}.parent_id AND ${groupReadable(scope)}) ${alias}`,
  }),
  path: column('path'),
  projects: many((scope, { args }) => ({
    type: 'Project',
    from: PROJECT_FROM,
    columns: PROJECT_COLUMNS,
    where: [
      args.includeSubgroups === true ? `g.traversal_ids @> ARRAY[${scope.alias}.id]` : `p.group_id = ${scope.alias}.id`,
      projectReadable(scope),
      ...projectSearch(scope, args, false),
      ...(args.withIssuesEnabled === true ? ['p.issues_enabled'] : []),
    ],
    order: args.sort === 'ACTIVITY_DESC' ? byActivity : projectById,
  })),
  userPermissions: computed(
    (a) => ({ $gacc: `json_build_array(${a}.traversal_ids, ${a}.visibility)` }),
    (row, { query }) => {
      const [traversalIds, visibility] = row.$gacc as [number[], string];
      return groupPermissions(subjectOf(query.context.viewer, { traversalIds, visibility }));
    },
  ),
  visibility: column('visibility'),
  webUrl: value((a, { query }) => `${query.baseUrl()} || '/groups/' || ${a}.full_path`),
  workItemTypes,
};

/** An iid is unique in a group only: asked by iid, an epic of the group itself is meant. */
function preferOwn(args: Args): Args {
  return args.iid === undefined || args.iid === null
    ? args
    : { ...args, includeDescendantGroups: false, includeAncestorGroups: false };
}

function ownedSql({ query }: Scope): string {
  const { viewer } = query.context;
  if (viewer.admin) return 'TRUE';
  const owned = [...viewer.levels].filter(([, level]) => level >= 50).map(([id]) => id);
  return owned.length === 0 ? 'FALSE' : `g.traversal_ids && ${query.param(owned, 'bigint[]')}`;
}

/** A role that somebody has in a group. */
export const groupMemberFields: Fields = {
  ...memberFields,
  group: one({
    type: 'Group',
    from: (alias, outer, scope) =>
      `(SELECT * FROM groups g WHERE g.id = ${outer}.group_id AND ${groupReadable(scope)}) ${alias}`,
  }),
};
