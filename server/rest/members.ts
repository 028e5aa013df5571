import {
  changeMembers,
  addMember,
  addMembers,
  managesMembers,
  type MemberPlace,
  removeMember,
  sentence,
} from '../member/change.ts';
import { search } from '../graphql/filters/conditions.ts';
import type { Query, Row } from '../graphql/plan/query.ts';
import { type MemberFacts, memberJson, type PersonFacts, personJson } from './json/places.ts';
import { Asked } from './reads/asked.ts';
import { memberFacts, personFacts } from './reads/facts.ts';
import { groupOwner, projectOwner } from './reads/groups.ts';
import { listAnswer, oneAnswer, queryFor } from './reads/page.ts';
import { forbidden, notFound, type RestAnswer, type RestContext, type RestRoute, unauthorized } from './types.ts';
import { Fields, pathOrId } from './writes/fields.ts';
import { refusedMember } from './writes/member-refusals.ts';
import { Parameters } from './writes/parameters.ts';

/** GitLab's docs/api/members.md: AP-05.60 to AP-05.63. */

export type Kind = MemberPlace['kind'];
export type Writes = (name: string, handle: (ctx: RestContext) => Promise<RestAnswer>) => RestRoute['handle'];

const ownerOf = (kind: Kind, ctx: RestContext, query: Query): string =>
  (kind === 'group' ? groupOwner : projectOwner)(ctx, query);

const MEMBER =
  'u.id, u.username, u.name, u.state, u.avatar_url, mb.access_level, mb.expires_at, mb.created_by, mb.created_at AS member_since';

/** The roles of a group or project, with `all` one for each person: the highest of their own, the inherited ones and those by groups that are invited. */
function rolesOf(kind: Kind, all: boolean, query: Query): string {
  const memberships = `${all ? '' : 'own_'}memberships_on(${query.now()})`;
  const own = kind === 'group' ? 'm.group_id = owner.id' : 'm.project_id = owner.id';
  const inherited = `m.group_id = ANY(owner.${kind === 'group' ? 'traversal_ids' : 'g_ids'})`;
  const found = all
    ? `SELECT DISTINCT ON (m.user_id) m.* FROM ${memberships} m WHERE ${own} OR ${inherited} ORDER BY m.user_id, m.access_level DESC, m.id`
    : `SELECT m.* FROM ${memberships} m WHERE ${own}`;
  return `(${found}) mb JOIN users u ON u.id = mb.user_id`;
}

const shape = (ctx: RestContext) => (row: Row) => memberJson(ctx.baseUrl, row as unknown as MemberFacts);

const listed = (kind: Kind, all: boolean) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const [wanted, skipped] = [asked.numbers('user_ids'), asked.numbers('skip_users')];
  const state = asked.word('state', ['active', 'awaiting']);
  asked.flag('show_seat_info');
  asked.check();
  return listAnswer(
    ctx,
    query,
    {
      owner: ownerOf(kind, ctx, query),
      from: rolesOf(kind, all, query),
      columns: MEMBER,
      where: [
        ...search(query, asked.text('query') ?? '', ['u.name', 'u.username']),
        ...(wanted.length > 0 ? [`u.id = ANY(${query.param(wanted, 'bigint[]')})`] : []),
        ...(skipped.length > 0 ? [`u.id <> ALL(${query.param(skipped, 'bigint[]')})`] : []),
        // Nobody waits for a seat.
        ...(state === 'awaiting' ? ['FALSE'] : []),
      ],
      order: { name: 'id', keys: [{ text: 'mb.id', type: 'bigint' }] },
      json: memberFacts,
    },
    shape(ctx),
  );
};

/** AP-05.204 */
const people = async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const skipped = asked.numbers('skip_users');
  asked.check();
  return listAnswer(
    ctx,
    query,
    {
      owner: projectOwner(ctx, query),
      from: rolesOf('project', true, query),
      columns: MEMBER,
      where: [
        `u.state = 'active'`,
        ...search(query, asked.text('search') ?? '', ['u.name', 'u.username']),
        ...(skipped.length > 0 ? [`u.id <> ALL(${query.param(skipped, 'bigint[]')})`] : []),
      ],
      order: { name: 'id', keys: [{ text: 'u.id', type: 'bigint' }] },
      json: personFacts,
    },
    (row) => personJson(ctx.baseUrl, row as unknown as PersonFacts),
  );
};

/** AP-05.23 with what is inherited; else of the group or project itself. */
export const one =
  (kind: Kind, all: boolean) =>
  async (ctx: RestContext, status = 200): Promise<RestAnswer> => {
    const { user = '' } = ctx.params;
    if (ctx.viewer.userId === null) return unauthorized;
    const query = queryFor(ctx);
    const id = query.param(/^[1-9]\d{0,14}$/.test(user) ? Number(user) : 0, 'bigint');
    const active = all ? `AND u.state = 'active'` : '';
    const role = `SELECT ${MEMBER} FROM ${rolesOf(kind, all, query)} WHERE u.id = ${id} ${active}`;
    const from = `(SELECT r.* FROM ${ownerOf(kind, ctx, query)} LEFT JOIN LATERAL (${role}) r ON TRUE) a`;
    const answer = await oneAnswer(query, from, memberFacts, shape(ctx));
    const isNone = answer === notFound || (answer.body as { readonly id: number | null }).id === null;
    return isNone ? notFound : { ...answer, status };
  };

const LEVELS = [5, 10, 20, 30, 40, 50];

/** What a change is asked with. @throws Invalid with everything of what is wanted that is missing, and all that has the wrong form */
export function roleOf(ctx: RestContext, wanted: readonly string[]) {
  const given = new Parameters(Fields.of(ctx));
  given.required(...wanted);
  const level = given.among('access_level', LEVELS);
  const userIds = given.ids('user_id') ?? [];
  const end = given.day('expires_at');
  given.check();
  return { userIds, level, ...(end !== undefined && { expiresAt: end }) };
}

/** What is answered to who does not manage the members of the place; null for who does. */
export async function managing(kind: Kind, ctx: RestContext): Promise<RestAnswer | null> {
  if (ctx.viewer.userId === null) return unauthorized;
  const manages = await managesMembers(ctx.store, ctx.viewer, placeOf(kind, ctx));
  return manages === undefined ? notFound : manages ? null : forbidden;
}

export const placeOf = (kind: Kind, { params }: RestContext): MemberPlace => ({
  kind,
  pathOrId: pathOrId(params.id ?? ''),
});

const add = (kind: Kind) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const { userIds, level = 0, ...end } = roleOf(ctx, ['access_level', 'user_id']);
  const role = { level, ...end };
  const place = placeOf(kind, ctx);
  const [userId = 0] = userIds;
  if (userIds.length < 2) {
    const outcome = await addMember(ctx.store, ctx.viewer, { place, userId, ...role }, ctx.now);
    if (!outcome.ok) return refusedMember(outcome);
    return one(kind, false)({ ...ctx, params: { ...ctx.params, user: String(userId) } }, 201);
  }
  const outcome = await addMembers(ctx.store, ctx.viewer, { place, userIds, ...role }, ctx.now);
  if (!outcome.ok) return refusedMember(outcome);
  const { value: errors } = outcome;
  const body = errors.length === 0 ? { status: 'success' } : { status: 'error', message: sentence(errors) };
  return { status: 201, body };
};

export const userOf = ({ params: { user = '' } }: RestContext): number =>
  /^[1-9]\d{0,14}$/.test(user) ? Number(user) : 0;

const change = (kind: Kind) => async (ctx: RestContext) => {
  if (ctx.viewer.userId === null) return unauthorized;
  const { level = 0, ...end } = roleOf(ctx, ['access_level']);
  const input = { ...end, level, place: placeOf(kind, ctx), userIds: [userOf(ctx)] };
  const outcome = await changeMembers(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? one(kind, false)(ctx) : refusedMember(outcome);
};

const remove = (kind: Kind) => async (ctx: RestContext) => {
  const fields = Fields.of(ctx);
  const input = {
    place: placeOf(kind, ctx),
    userId: userOf(ctx),
    keepBelow: fields.flag('skip_subresources') ?? false,
    unassign: fields.flag('unassign_issuables') ?? false,
  };
  const outcome = await removeMember(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? { status: 204 } : refusedMember(outcome);
};

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const memberApi = (writes: Writes): RestRoute[] => [
  { method: 'GET', pattern: 'projects/:id/users', handle: people },
  ...(['group', 'project'] as const).flatMap((kind): RestRoute[] => {
    const list = `${kind}s/:id/members`;
    return [
      { method: 'GET', pattern: list, handle: listed(kind, false) },
      { method: 'GET', pattern: `${list}/all`, handle: listed(kind, true) },
      { method: 'GET', pattern: `${list}/:user`, handle: (ctx) => one(kind, false)(ctx) },
      { method: 'GET', pattern: `${list}/all/:user`, handle: (ctx) => one(kind, true)(ctx) },
      { method: 'POST', pattern: list, handle: writes(`${kind} member added`, add(kind)) },
      { method: 'PUT', pattern: `${list}/:user`, handle: writes(`${kind} member changed`, change(kind)) },
      { method: 'DELETE', pattern: `${list}/:user`, handle: writes(`${kind} member removed`, remove(kind)) },
    ];
  }),
];
