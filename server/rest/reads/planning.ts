import { groupReadableSql } from '../../access/filters.ts';
import { amongIids, safeText, search } from '../../graphql/filters/conditions.ts';
import type { Query } from '../../graphql/plan/query.ts';
import { VERSION, WIRE_VERSION } from '../../version.ts';
import { type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { groupOwner, projectOwner } from './groups.ts';
import { type MilestoneFacts, milestoneJson, personJson, type PersonFacts } from '../json/places.ts';
import { milestoneFacts, personFacts } from './facts.ts';
import { flag, list, listAnswer, orderedBy, queryFor, text } from './page.ts';

/** Milestones and users: what any GitLab client reads of a group or project. */

function milestones(
  ctx: RestContext,
  owner: (query: Query) => string,
  where: (above: boolean) => string,
): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const state = text(ctx, 'state');
  const title = text(ctx, 'title');
  return listAnswer(
    ctx,
    query,
    {
      owner: owner(query),
      from: 'milestones m',
      columns: 'm.*',
      where: [
        where(flag(ctx, 'include_parent_milestones', false) || flag(ctx, 'include_ancestors', false)),
        ...(state === 'active' || state === 'closed' ? [`m.state = '${state}'`] : []),
        ...(title === undefined ? [] : [`m.title = ${safeText(query, title)}`]),
        ...search(query, text(ctx, 'search') ?? '', ['m.title', 'm.description']),
        ...(ctx.query.iids !== undefined ? [amongIids(query, 'm.iid', list(ctx, 'iids'))] : []),
      ],
      order: orderedBy('m.due_date', 'm.id'),
      json: milestoneFacts('a'),
    },
    (row) => milestoneJson(ctx.baseUrl, ctx.now.slice(0, 10), row as unknown as MilestoneFacts),
  );
}

/** The groups of `ids` that the viewer may see. */
const groupsAbove = ({ viewer }: RestContext, ids: string): string =>
  `(SELECT g.id FROM groups g WHERE g.id = ANY(${ids}) AND ${groupReadableSql(viewer, 'g')})`;

function users(ctx: RestContext): Promise<RestAnswer> | RestAnswer {
  if (ctx.viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const username = text(ctx, 'username');
  return listAnswer(
    ctx,
    query,
    {
      from: 'users u',
      columns: 'u.*',
      where: [
        `u.state = 'active'`,
        ...search(query, text(ctx, 'search') ?? '', ['u.name', 'u.username']),
        ...(username === undefined ? [] : [`lower(u.username) = lower(${safeText(query, username)})`]),
      ],
      order: orderedBy('lower(u.name)', 'u.id'),
      json: personFacts,
    },
    (row) => personJson(ctx.baseUrl, row as unknown as PersonFacts),
  );
}

function me(ctx: RestContext): RestAnswer {
  const { userId, username, name, avatarUrl, admin } = ctx.viewer;
  if (userId === null || username === null || name === null) return unauthorized;
  const person = personJson(ctx.baseUrl, { id: userId, username, name, state: 'active', avatar_url: avatarUrl });
  return { status: 200, body: { ...person, is_admin: admin } };
}

function version(ctx: RestContext): RestAnswer {
  return ctx.viewer.userId === null
    ? unauthorized
    : { status: 200, body: { version: WIRE_VERSION, revision: VERSION } };
}

export const planningRoutes: RestRoute[] = [
  {
    method: 'GET',
    pattern: 'groups/:id/milestones',
    handle: (ctx) =>
      milestones(
        ctx,
        (query) => groupOwner(ctx, query),
        (above) => (above ? `m.group_id IN ${groupsAbove(ctx, 'owner.traversal_ids')}` : 'm.group_id = owner.id'),
      ),
  },
  {
    method: 'GET',
    pattern: 'projects/:id/milestones',
    handle: (ctx) =>
      milestones(
        ctx,
        (query) => projectOwner(ctx, query),
        (above) =>
          above
            ? `(m.project_id = owner.id OR m.group_id IN ${groupsAbove(ctx, 'owner.g_ids')})`
            : 'm.project_id = owner.id',
      ),
  },
  { method: 'GET', pattern: 'users', handle: users },
  { method: 'GET', pattern: 'user', handle: me },
  { method: 'GET', pattern: 'version', handle: version },
];
