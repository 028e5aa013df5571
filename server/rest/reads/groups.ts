import { groupReadableSql, projectReadableSql, projectRoleSql } from '../../access/filters.ts';
import { search } from '../../graphql/filters/conditions.ts';
import type { Order } from '../../graphql/plan/order.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { PROJECT_COLUMNS, PROJECT_FROM } from '../../graphql/types/project.ts';
import { notFound, notFoundAs, type RestAnswer, type RestContext, type RestRoute } from '../types.ts';
import { type GroupFacts, groupJson, type ProjectFacts, projectJson } from '../json/places.ts';
import { Asked } from './asked.ts';
import { groupFacts, projectFacts } from './facts.ts';
import { byIdOrPath, flag, list, listAnswer, oneAnswer, orderKey, queryFor, text } from './page.ts';

/** The readable group of `:id`, as the owner of a list. */
export function groupOwner(ctx: RestContext, query: Query): string {
  const { id = '' } = ctx.params;
  return `(SELECT * FROM groups g WHERE ${byIdOrPath(query, 'g', id)} AND ${groupReadableSql(query.context.viewer, 'g')}) owner`;
}

export function projectOwner(ctx: RestContext, query: Query): string {
  const { id = '' } = ctx.params;
  return (
    `(SELECT ${PROJECT_COLUMNS} FROM ${PROJECT_FROM} WHERE ${byIdOrPath(query, 'p', id)} ` +
    `AND ${projectReadableSql(query.context.viewer, 'p', 'g')}) owner`
  );
}

/** The groups of `ids` that the viewer may see. */
export const groupsAbove = ({ viewer }: RestContext, ids: string): string =>
  `(SELECT g.id FROM groups g WHERE g.id = ANY(${ids}) AND ${groupReadableSql(viewer, 'g')})`;

/** The order of `order_by` and `sort`; only the given columns can be asked for. What is missing comes last. */
export function ordered(
  ctx: RestContext,
  columns: Readonly<Record<string, string>>,
  by: string,
  sort: 'asc' | 'desc',
  id: string,
): Order {
  const named = text(ctx, 'order_by')?.toLowerCase() ?? by;
  const column = (Object.hasOwn(columns, named) ? columns[named] : columns[by]) ?? id;
  const asked = text(ctx, 'sort')?.toLowerCase();
  const descending = (asked === 'asc' || asked === 'desc' ? asked : sort) === 'desc';
  const name = `${column} ${descending ? 'desc' : 'asc'}`;
  return { name, keys: [orderKey(column, descending), orderKey(id, descending)] };
}

const GROUP_ORDERS = { name: 'lower(g.name)', path: 'lower(g.full_path)', id: 'g.id' };
const PROJECT_ORDERS = {
  id: 'p.id',
  name: 'lower(p.name)',
  path: 'lower(p.path)',
  created_at: 'p.created_at',
  last_activity_at: 'p.last_activity_at',
};

function groups(ctx: RestContext, where: (query: Query) => string[], owned: boolean): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const skipped = list(ctx, 'skip_groups')
    .filter((id) => /^\d{1,15}$/.test(id))
    .map(Number);
  const owner = owned ? groupOwner(ctx, query) : undefined;
  const read = {
    ...(owner !== undefined && { owner }),
    from: 'groups g',
    columns: 'g.*',
    where: [
      groupReadableSql(query.context.viewer, 'g'),
      ...where(query),
      ...search(query, text(ctx, 'search') ?? '', ['g.name', 'g.full_path']),
      ...(skipped.length > 0 ? [`g.id <> ALL(${query.param(skipped, 'bigint[]')})`] : []),
      ...leastLevel(ctx, query),
    ],
    order: ordered(ctx, GROUP_ORDERS, 'name', 'asc', 'g.id'),
    json: flag(ctx, 'with_counts', false) ? { ...groupFacts, ...counts(query) } : groupFacts,
  };
  return listAnswer(ctx, query, read, groupShape(ctx));
}

const groupShape = (ctx: RestContext) => (row: Row) => groupJson(ctx.baseUrl, row as unknown as GroupFacts);

const projectShape = (ctx: RestContext) => (row: Row) => projectJson(ctx.baseUrl, row as unknown as ProjectFacts);

/** For the home page: how much a group holds that the viewer may see. */
function counts(query: Query) {
  const below = (alias: string) => `${alias}.traversal_ids @> ARRAY[a.id]`;
  return {
    subgroups_count: `(SELECT count(*) FROM groups g WHERE ${below('g')} AND g.id <> a.id AND ${groupReadableSql(query.context.viewer, 'g')})`,
    projects_count: `(SELECT count(*) FROM projects p JOIN groups g ON g.id = p.group_id WHERE ${below('g')} AND ${projectReadableSql(query.context.viewer, 'p', 'g')})`,
  };
}

/** `owned` and `min_access_level`: groups in which the viewer has a role. */
function leastLevel(ctx: RestContext, query: Query): string[] {
  const asked = flag(ctx, 'owned', false) ? 50 : Number(text(ctx, 'min_access_level') ?? 0);
  if (!(asked > 0) || ctx.viewer.admin) return [];
  const ids = [...ctx.viewer.levels].filter(([, level]) => level >= asked).map(([id]) => id);
  return [`g.traversal_ids && ${query.param(ids, 'bigint[]')}`];
}

/** AP-05.122 */
function narrowed(ctx: RestContext, query: Query): string[] {
  const asked = new Asked(ctx);
  const archived = asked.flag('archived');
  const visibility = asked.word('visibility', ['private', 'internal', 'public']);
  const member = asked.flag('membership') === true ? 1 : 0;
  const least = asked.flag('owned') === true ? 50 : (asked.number('min_access_level') ?? member);
  const [after, before] = [asked.number('id_after'), asked.number('id_before')];
  asked.check();
  return [
    ...(archived === undefined ? [] : [archived ? 'p.archived' : 'NOT p.archived']),
    ...(visibility === undefined ? [] : [`p.visibility = '${visibility}'`]),
    ...(least > 0 ? [projectRoleSql({ ...query.context.viewer, admin: false }, 'p', 'g', least)] : []),
    ...(after === undefined ? [] : [`p.id > ${query.param(after, 'bigint')}`]),
    ...(before === undefined ? [] : [`p.id < ${query.param(before, 'bigint')}`]),
  ];
}

export function projects(
  ctx: RestContext,
  where: (query: Query) => readonly string[],
  owner?: (query: Query) => string,
): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const namespaces = flag(ctx, 'search_namespaces', false);
  const ownerText = owner?.(query);
  const read = {
    ...(ownerText !== undefined && { owner: ownerText }),
    from: PROJECT_FROM,
    columns: PROJECT_COLUMNS,
    where: [
      projectReadableSql(query.context.viewer, 'p', 'g'),
      ...where(query),
      ...search(
        query,
        text(ctx, 'search') ?? '',
        namespaces ? ['p.name', 'p.full_path', 'g.full_name'] : ['p.name', 'p.path'],
      ),
      ...(flag(ctx, 'with_issues_enabled', false) ? ['p.issues_enabled'] : []),
      ...narrowed(ctx, query),
    ],
    order: ordered(ctx, PROJECT_ORDERS, 'created_at', 'desc', 'p.id'),
    json: projectFacts,
  };
  return listAnswer(ctx, query, read, projectShape(ctx));
}

/** The invitation of a group, `s`, has not ended. */
export const lastingSql = (query: Query): string =>
  `(s.expires_at IS NULL OR s.expires_at > (${query.now()} AT TIME ZONE 'UTC')::date)`;

/** BD-05.67: the groups that are invited to `a`, as far as the viewer may see them. */
const sharesOf = (query: Query, kind: 'group' | 'project'): string =>
  `(SELECT coalesce(json_agg(json_build_object('group_id', g.id, 'group_name', g.name, 'group_full_path', g.full_path, ` +
  `'group_access_level', s.access_level, 'expires_at', s.expires_at) ORDER BY s.id), '[]'::json) FROM group_shares s JOIN groups g ON g.id = s.with_group_id ` +
  `WHERE s.${kind}_id = a.id AND ${lastingSql(query)} AND ${groupReadableSql(query.context.viewer, 'g')})`;

/** The group or project of `:id`. */
export function onePlace(ctx: RestContext, kind: 'group' | 'project'): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const [owner, facts, shape] =
    kind === 'group'
      ? ([groupOwner, groupFacts, groupShape(ctx)] as const)
      : ([projectOwner, projectFacts, projectShape(ctx)] as const);
  const told = { ...facts, shared_with_groups: sharesOf(query, kind) };
  return oneAnswer(query, `(SELECT owner.* FROM ${owner(ctx, query)}) a`, told, shape);
}

/** AP-05.200: the projects that the group is invited to itself. */
const sharedProjects = (ctx: RestContext) =>
  projects(
    ctx,
    (query) => [
      `EXISTS (SELECT 1 FROM group_shares s WHERE s.with_group_id = owner.id AND s.project_id = p.id AND ${lastingSql(query)})`,
    ],
    (query) => groupOwner(ctx, query),
  );

/** AP-05.203: the projects in which a person, by id or username, is an Owner. */
async function projectsOf(ctx: RestContext): Promise<RestAnswer> {
  const { user = '' } = ctx.params;
  const answer = await projects(
    ctx,
    (query) => [
      `EXISTS (SELECT 1 FROM memberships_on(${query.now()}) m WHERE m.user_id = owner.id AND m.access_level >= 50 ` +
        `AND (m.project_id = p.id OR m.group_id = ANY(g.traversal_ids)))`,
    ],
    (query) =>
      `(SELECT u.id FROM users u WHERE ${
        /^\d{1,15}$/.test(user)
          ? `u.id = ${query.param(Number(user), 'bigint')}`
          : `lower(u.username) = lower(${query.param(user, 'text')})`
      }) owner`,
  );
  return answer === notFound ? notFoundAs('User') : answer;
}

export const groupRoutes: RestRoute[] = [
  {
    method: 'GET',
    pattern: 'groups',
    handle: (ctx) => groups(ctx, () => (flag(ctx, 'top_level_only', false) ? ['g.parent_id IS NULL'] : []), false),
  },
  { method: 'GET', pattern: 'groups/:id', handle: (ctx) => onePlace(ctx, 'group') },
  {
    method: 'GET',
    pattern: 'groups/:id/subgroups',
    handle: (ctx) => groups(ctx, () => ['g.parent_id = owner.id'], true),
  },
  {
    method: 'GET',
    pattern: 'groups/:id/descendant_groups',
    handle: (ctx) => groups(ctx, () => ['g.traversal_ids @> ARRAY[owner.id]', 'g.id <> owner.id'], true),
  },
  {
    method: 'GET',
    pattern: 'groups/:id/projects',
    handle: (ctx) => {
      const below = flag(ctx, 'include_subgroups', false);
      const where = [below ? 'g.traversal_ids @> ARRAY[owner.id]' : 'p.group_id = owner.id'];
      return projects(
        ctx,
        () => where,
        (query) => groupOwner(ctx, query),
      );
    },
  },
  { method: 'GET', pattern: 'groups/:id/projects/shared', handle: sharedProjects },
  { method: 'GET', pattern: 'users/:user/projects', handle: projectsOf },
  { method: 'GET', pattern: 'projects', handle: (ctx) => projects(ctx, () => []) },
  { method: 'GET', pattern: 'projects/:id', handle: (ctx) => onePlace(ctx, 'project') },
];
