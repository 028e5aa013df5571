import { ROLE_NAMES } from '@espalier/core/access';
import { removeMember } from '../member/change.ts';
import { search } from '../graphql/filters/conditions.ts';
import type { OrderKey } from '../graphql/plan/order.ts';
import type { Query, Row } from '../graphql/plan/query.ts';
import { activeOnSql } from '../store/sql/users.ts';
import { personJson, type PersonFacts } from './json/places.ts';
import { managing, placeOf, userOf, type Writes } from './members.ts';
import { refusedMember } from './writes/member-refusals.ts';
import { Asked } from './reads/asked.ts';
import { at, personFacts } from './reads/facts.ts';
import { groupOwner } from './reads/groups.ts';
import { type Json, listAnswer, queryFor } from './reads/page.ts';
import { notFound, type RestAnswer, type RestContext, type RestRoute } from './types.ts';

/** Who has a seat in a top-level group (BD-05.70), anywhere below it: GitLab's docs/api/members.md, "billable members": AP-05.206. */

/** The roles in the tree of `owner`, `m`; `own`: without those by groups that are invited. */
const inTree = (query: Query, own: boolean): string =>
  `${own ? 'own_' : ''}memberships_on(${query.now()}) m WHERE (m.group_id IN (SELECT g.id FROM groups g WHERE g.traversal_ids @> ARRAY[owner.id]) ` +
  `OR m.project_id IN (SELECT p.id FROM projects p JOIN groups g ON g.id = p.group_id WHERE g.traversal_ids @> ARRAY[owner.id]))`;

/** The highest role, the first and the last day of each person; how they came by it, their own roles first. */
const seated = (query: Query): string =>
  `(SELECT m.user_id, max(m.access_level) AS level, min(m.created_at) AS first_at, max(m.created_at) AS last_at FROM ${inTree(query, false)} GROUP BY 1) s ` +
  `JOIN users u ON u.id = s.user_id LEFT JOIN (SELECT m.user_id, bool_or(m.group_id IS NOT NULL) AS of_group FROM ${inTree(query, true)} GROUP BY 1) o ON o.user_id = s.user_id ` +
  `LEFT JOIN (SELECT m.user_id, bool_or(m.group_id IS NOT NULL) AS of_group FROM ${inTree(query, false)} GROUP BY 1) i ON i.user_id = s.user_id`;

const COLUMNS =
  'u.*, ' +
  `CASE WHEN o.user_id IS NULL THEN CASE WHEN i.of_group THEN 'group_invite' ELSE 'project_invite' END WHEN o.of_group THEN 'group_member' ELSE 'project_member' END AS membership_type`;

const FACTS: Json = {
  ...personFacts,
  public_email: `a.profile->>'public_email'`,
  last_activity_on: activeOnSql('a'),
  membership_type: 'a.membership_type',
  created_at: at('a.created_at'),
  last_login_at: at('a.last_sign_in_at'),
};

const shape = (ctx: RestContext) => (row: Row) => {
  const { public_email: email, last_activity_on, membership_type, created_at, last_login_at } = row;
  return {
    ...personJson(ctx.baseUrl, row as unknown as PersonFacts),
    ...(email !== null && { email }),
    ...{ last_activity_on, membership_type, created_at, last_login_at },
    removable: !String(membership_type).endsWith('_invite'),
  };
};

const by = (text: string, type: OrderKey['type'], descending = false): OrderKey => ({ text, type, descending });
const nullable = (key: OrderKey): OrderKey => ({ ...key, nullable: true });
const ORDERS: Readonly<Record<string, OrderKey>> = {
  access_level_asc: by('s.level', 'integer'),
  access_level_desc: by('s.level', 'integer', true),
  last_joined: by('s.last_at', 'timestamptz', true),
  oldest_joined: by('s.first_at', 'timestamptz'),
  name_asc: by('lower(u.name)', 'text'),
  name_desc: by('lower(u.name)', 'text', true),
  oldest_sign_in: nullable(by('u.last_sign_in_at', 'timestamptz')),
  recent_sign_in: nullable(by('u.last_sign_in_at', 'timestamptz', true)),
  last_activity_on_asc: nullable(by(activeOnSql('u'), 'text')),
  last_activity_on_desc: nullable(by(activeOnSql('u'), 'text', true)),
};

const badRequest: RestAnswer = { status: 400, body: { message: '400 Bad request' } };

/** What is answered to who does not manage the members of a top-level group; null for who does. */
async function refusal(ctx: RestContext): Promise<RestAnswer | null> {
  const refused = await managing('group', ctx);
  if (refused !== null) return refused;
  const group = await ctx.store.group(ctx.viewer, placeOf('group', ctx).pathOrId);
  return group?.traversal_ids.length === 1 ? null : badRequest;
}

async function list(ctx: RestContext): Promise<RestAnswer> {
  const refused = await refusal(ctx);
  if (refused !== null) return refused;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const sort = asked.word('sort', Object.keys(ORDERS));
  asked.check();
  const first = sort === undefined ? undefined : ORDERS[sort];
  return listAnswer(
    ctx,
    query,
    {
      owner: groupOwner(ctx, query),
      from: seated(query),
      columns: COLUMNS,
      where: [
        `u.state = 'active'`,
        ...search(query, asked.text('search') ?? '', ['u.name', 'u.username', `(u.profile->>'public_email')`]),
      ],
      order: { name: sort ?? 'id', keys: [...(first === undefined ? [] : [first]), by('u.id', 'bigint')] },
      json: FACTS,
    },
    shape(ctx),
  );
}

const MEMBERSHIP: Json = {
  id: 'a.id',
  source_id: 'coalesce(a.group_id, a.project_id)',
  source_full_name: `coalesce((SELECT g.full_name FROM groups g WHERE g.id = a.group_id), (SELECT g.full_name || ' / ' || p.name FROM projects p JOIN groups g ON g.id = p.group_id WHERE p.id = a.project_id))`,
  page: `coalesce((SELECT '/groups/' || g.full_path || '/-/group_members' FROM groups g WHERE g.id = a.group_id), (SELECT '/' || p.full_path || '/-/project_members' FROM projects p WHERE p.id = a.project_id))`,
  created_at: at('a.created_at'),
  expires_at: 'a.expires_at',
  level: 'a.access_level',
};

async function memberships(ctx: RestContext): Promise<RestAnswer> {
  const refused = await refusal(ctx);
  if (refused !== null) return refused;
  const query = queryFor(ctx);
  const person = query.param(userOf(ctx), 'bigint');
  const answer = await listAnswer(
    ctx,
    query,
    {
      owner: `(SELECT owner.* FROM ${groupOwner(ctx, query)} WHERE EXISTS (SELECT 1 FROM users u WHERE u.id = ${person})) owner`,
      from: `(SELECT m.* FROM ${inTree(query, true)}) m`,
      columns: 'm.*',
      where: [`m.user_id = ${person}`],
      order: { name: 'id', keys: [by('m.id', 'bigint')] },
      json: MEMBERSHIP,
    },
    ({ page, level, ...row }) => ({
      ...row,
      source_members_url: `${ctx.baseUrl}${String(page)}`,
      access_level: { string_value: ROLE_NAMES[Number(level)], integer_value: level },
    }),
  );
  return answer === notFound ? refusedMember({ ok: false, status: 404, errors: ['User Not Found'] }) : answer;
}

async function remove(ctx: RestContext): Promise<RestAnswer> {
  const refused = await refusal(ctx);
  if (refused !== null) return refused;
  const input = { place: placeOf('group', ctx), userId: userOf(ctx), orBelow: true };
  const outcome = await removeMember(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? { status: 204 } : refusedMember(outcome);
}

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const billableApi = (writes: Writes): RestRoute[] => [
  { method: 'GET', pattern: 'groups/:id/billable_members', handle: list },
  { method: 'GET', pattern: 'groups/:id/billable_members/:user/memberships', handle: memberships },
  {
    method: 'DELETE',
    pattern: 'groups/:id/billable_members/:user',
    handle: writes('billable member removed', remove),
  },
];
