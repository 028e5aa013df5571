import type { GraphQLResolveInfo } from 'graphql';
import { idOfType } from '@espalier/core/work-item/rules';
import { VERSION, WIRE_VERSION } from '../version.ts';
import type { GraphqlContext } from './context.ts';
import { type Args, among, requireId, search, texts } from './filters/conditions.ts';
import type { Order } from './plan/order.ts';
import type { Scope } from './plan/query.ts';
import { readMany, readOne } from './read.ts';
import { groupByPath, groupReadable, groupSearch } from './types/group.ts';
import { ISSUE_COLUMNS, ISSUE_FROM, issueReadable } from './types/item.ts';
import { oneNote } from './types/note.ts';
import {
  PROJECT_COLUMNS,
  PROJECT_FROM,
  byActivity,
  oneProject,
  projectById,
  projectReadable,
  projectSearch,
} from './types/project.ts';
import { oneWorkItem } from './types/work-item.ts';
import { groupReadableSql, projectReadableSql } from '../access/filters.ts';
import { fixedConnection } from './plan/connection.ts';

type Resolver = (source: unknown, args: Args, context: GraphqlContext, info: GraphQLResolveInfo) => unknown;

const byUserId: Order = { name: 'id', keys: [{ text: 'u.id', type: 'bigint' }] };

/** Paths are compared without regard to case, as everywhere. */
const isName = ({ query }: Scope, column: string, name: unknown) =>
  `lower(${column}) = lower(${textParam(query, name)})`;
/** AP-05.104: the path that a group or project has or had. */
const isPath = ({ query }: Scope, id: 'g.id' | 'p.id', path: unknown) =>
  `${id} = ${id === 'g.id' ? 'group' : 'project'}_named(${textParam(query, path)})`;
const textParam = (query: Scope['query'], text: unknown) =>
  query.param(String(text).replaceAll('\0', '\uFFFF'), 'text');

/** The root fields of the contract. */
export const queryResolvers: Readonly<Record<string, Resolver>> = {
  currentUser: (_source, _args, context, info) =>
    context.viewer.userId === null
      ? null
      : readOne(
          context,
          info,
          'UserCore',
          (alias, { query }) =>
            `(SELECT * FROM users u WHERE u.id = ${query.param(context.viewer.userId, 'bigint')}) ${alias}`,
        ),

  group: (_source, { fullPath }, context, info) =>
    readOne(
      context,
      info,
      'Group',
      (alias, scope) =>
        `(SELECT * FROM groups g WHERE ${isPath(scope, 'g.id', fullPath)} AND ${groupReadable(scope)}) ${alias}`,
    ),

  groups: (_source, args, context, info) =>
    readMany(context, info, args, (scope) => ({
      type: 'Group',
      from: 'groups g',
      columns: 'g.*',
      where: [groupReadable(scope), ...groupSearch(scope, args)],
      order: groupByPath,
    })),

  issue: (_source, { id }, context, info) => {
    const number = requireId(id, 'Issue', 'WorkItem');
    return readOne(
      context,
      info,
      'Issue',
      (alias, scope) =>
        `(SELECT ${ISSUE_COLUMNS} FROM ${ISSUE_FROM} WHERE w.id = ${scope.query.param(number, 'bigint')} AND ${issueReadable(scope)}) ${alias}`,
    );
  },

  metadata: () => ({ enterprise: true, revision: VERSION, version: WIRE_VERSION }),

  milestone: (_source, { id }, context, info) => {
    const number = requireId(id, 'Milestone');
    return readOne(context, info, 'Milestone', (alias, { query }) => {
      const { viewer } = context;
      const group = `EXISTS (SELECT 1 FROM groups g WHERE g.id = m.group_id AND ${groupReadableSql(viewer, 'g')})`;
      const project = `EXISTS (SELECT 1 FROM projects p WHERE p.id = m.project_id AND ${projectReadableSql(viewer, 'p')})`;
      return `(SELECT m.* FROM milestones m WHERE m.id = ${query.param(number, 'bigint')} AND (${group} OR ${project})) ${alias}`;
    });
  },

  project: (_source, { fullPath }, context, info) =>
    readOne(context, info, 'Project', (alias, scope) =>
      oneProject(() => isPath(scope, 'p.id', fullPath)).from(alias, '', scope),
    ),

  projects: (_source, args, context, info) =>
    readMany(context, info, args, (scope) => ({
      type: 'Project',
      from: PROJECT_FROM,
      columns: PROJECT_COLUMNS,
      where: [projectReadable(scope), ...projectConditions(scope, args)],
      order: /activity/i.test(String(args.sort)) ? byActivity : projectById,
    })),

  /** IE-07.55 */
  note: (_source, { id }, context, info) => {
    const number = requireId(id, 'Note');
    return readOne(context, info, 'Note', (alias, scope) =>
      oneNote(`n.id = ${scope.query.param(number, 'bigint')}`, alias, scope),
    );
  },

  user: (_source, { id, username }, context, info) => {
    const number = id === undefined || id === null ? null : requireId(id, 'User');
    if (context.viewer.userId === null || (number === null && typeof username !== 'string')) return null;
    return readOne(context, info, 'UserCore', (alias, scope) => {
      const which =
        number === null ? isName(scope, 'u.username', username) : `u.id = ${scope.query.param(number, 'bigint')}`;
      return `(SELECT * FROM users u WHERE ${which}) ${alias}`;
    });
  },

  /** Users are listed to those who are signed in. */
  users: (_source, args, context, info) => {
    if (context.viewer.userId === null) return fixedConnection([], args);
    return readMany(context, info, args, ({ query }) => ({
      type: 'UserCore',
      from: 'users u',
      columns: 'u.*',
      where: [
        `u.state = 'active'`,
        ...(typeof args.search === 'string' ? search(query, args.search, ['u.name', 'u.username']) : []),
        ...(Array.isArray(args.usernames)
          ? [
              among(
                query,
                'lower(u.username)',
                (texts(args.usernames) ?? []).map((name) => name.toLowerCase()),
              ),
            ]
          : []),
        ...(args.admins === true ? [context.viewer.admin ? 'u.admin' : 'FALSE'] : []),
        ...idCondition({ query }, args.ids, 'u.id', 'User'),
      ],
      order: byUserId,
    }));
  },

  workItem: (_source, { id }, context, info) => {
    // An id of an issue, as in GitLab, where it is none of an epic.
    const number = requireId(id, 'WorkItem', 'Issue');
    const ofProject = idOfType(String(id), 'WorkItem') === null ? ' AND w.project_id IS NOT NULL' : '';
    return readOne(context, info, 'WorkItem', (alias, scope) =>
      oneWorkItem(() => `w.id = ${scope.query.param(number, 'bigint')}${ofProject}`).from(alias, '', scope),
    );
  },
};

function projectConditions(scope: Scope, args: Args): string[] {
  const { viewer } = scope.query.context;
  const where = projectSearch(scope, args, args.searchNamespaces === true);
  if (args.withIssuesEnabled === true) where.push('p.issues_enabled');
  where.push(...idCondition(scope, args.ids, 'p.id', 'Project'));
  if (args.membership === true) {
    const groups = scope.query.param([...viewer.levels.keys()], 'bigint[]');
    const projects = scope.query.param([...viewer.projectLevels.keys()], 'bigint[]');
    where.push(`(g.traversal_ids && ${groups} OR p.id = ANY(${projects}))`);
  }
  return where;
}

function idCondition({ query }: Pick<Scope, 'query'>, ids: unknown, column: string, type: string): string[] {
  const numbers = texts(ids)?.map((text) => requireId(text, type));
  return numbers ? [`${column} = ANY(${query.param(numbers, 'bigint[]')})`] : [];
}
