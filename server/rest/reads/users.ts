import { safeText, search } from '../../graphql/filters/conditions.ts';
import type { Query, Row } from '../../graphql/plan/query.ts';
import { activeOnSql } from '../../store/sql/users.ts';
import { VERSION, WIRE_VERSION } from '../../version.ts';
import { Invalid, type RestAnswer, type RestContext, type RestRoute, notFound, unauthorized } from '../types.ts';
import { type Told, type UserFacts, userJson, userRowJson } from '../json/users.ts';
import { Asked } from './asked.ts';
import { at, personFacts, personObject } from './facts.ts';
import { ordered } from './groups.ts';
import { type Json, listAnswer, oneAnswer, queryFor } from './page.ts';

/** Users, the one who asks, and the version: what any GitLab client asks first. GitLab's docs/api/users.md. */

export const noUser: RestAnswer = { status: 404, body: { message: '404 User Not Found' } };

const PUBLIC: Json = {
  ...personFacts,
  created_at: at('a.created_at'),
  profile: 'a.profile',
  time_zone: 'a.time_zone',
  kind: 'a.kind',
};

/** AP-09.89: GitLab's shape, under the name that GitLab gives the provider. */
const IDENTITIES = `(SELECT coalesce(json_agg(json_build_object('provider', 'openid_connect', 'extern_uid', i.subject) ORDER BY i.id), '[]') FROM identities i WHERE i.user_id = a.id)`;

/** Of a row of `users` as `a`. */
const userFacts = (told: Told): Json =>
  told === 'others'
    ? PUBLIC
    : {
        ...PUBLIC,
        email: 'a.email',
        admin: 'a.admin',
        note: 'a.note',
        current_sign_in_at: at('a.current_sign_in_at'),
        last_sign_in_at: at('a.last_sign_in_at'),
        sign_in_count: 'a.sign_in_count',
        identities: IDENTITIES,
        active_on: activeOnSql('a'),
        created_by: `(SELECT ${personObject('u')} FROM users u WHERE u.id = a.created_by)`,
      };

const ORDERS = {
  id: 'u.id',
  name: 'lower(u.name)',
  username: 'lower(u.username)',
  created_at: 'u.created_at',
};

/** By parts of name and username, or a whole address: an administrator by any, others by one that is public. */
function searched(query: Query, given: string, isAdmin: boolean): string {
  const address = isAdmin ? ['u.email', `u.profile->>'public_email'`] : [`u.profile->>'public_email'`];
  const whole = safeText(query, given);
  const named = search(query, given, ['u.name', 'u.username']).join(' AND ') || 'TRUE';
  return `(${[`(${named})`, ...address.map((column) => `lower(${column}) = lower(${whole})`)].join(' OR ')})`;
}

/** AP-09.20 */
function users(ctx: RestContext): Promise<RestAnswer> | RestAnswer {
  const { viewer } = ctx;
  if (viewer.userId === null) return unauthorized;
  const query = queryFor(ctx);
  const asked = new Asked(ctx);
  const username = asked.text('username');
  const given = asked.text('search');
  const conditions: Readonly<Record<string, string>> = {
    active: `u.state = 'active' AND u.kind = 'human'`,
    blocked: `u.state = 'blocked'`,
    humans: `u.kind = 'human'`,
    exclude_active: `u.state <> 'active'`,
    exclude_humans: `u.kind <> 'human'`,
    exclude_internal: `u.kind <> 'ghost'`,
    // Nobody is external, an auditor or a project's bot.
    external: 'FALSE',
    exclude_external: 'TRUE',
    without_project_bots: 'TRUE',
    ...(viewer.admin && {
      admins: 'u.admin',
      auditors: 'FALSE',
    }),
  };
  const where = Object.entries(conditions).flatMap(([name, text]) => (asked.flag(name) === true ? [text] : []));
  // A parameter of a statement has to stand in it.
  if (viewer.admin && asked.flag('without_projects') === true)
    where.push(
      `NOT EXISTS (SELECT FROM memberships_on(${query.now()}) m WHERE m.user_id = u.id AND m.project_id IS NOT NULL)`,
    );
  const [after, before] = [asked.instant('created_after'), asked.instant('created_before')];
  const twoFactor = asked.word('two_factor', ['enabled', 'disabled']);
  asked.word('order_by', Object.keys(ORDERS));
  asked.word('sort', ['asc', 'desc']);
  asked.unsupported(...UNSUPPORTED, ...(viewer.admin ? [] : ['admins', 'auditors', 'without_projects', 'two_factor']));
  asked.check();
  return listAnswer(
    ctx,
    query,
    {
      from: 'users u',
      columns: 'u.*',
      where: [
        ...where,
        // Others find neither who is shut out nor the ghost.
        ...(viewer.admin ? [] : [`u.state NOT IN ('blocked', 'banned') AND u.kind = 'human'`]),
        ...(given === undefined ? [] : [searched(query, given, viewer.admin)]),
        ...(username === undefined ? [] : [`lower(u.username) = lower(${safeText(query, username)})`]),
        ...(after === undefined ? [] : [`u.created_at >= ${query.param(after, 'timestamptz')}`]),
        ...(before === undefined ? [] : [`u.created_at <= ${query.param(before, 'timestamptz')}`]),
        ...(twoFactor === 'enabled' ? ['FALSE'] : []),
      ],
      order: ordered(ctx, ORDERS, 'id', 'desc', 'u.id'),
      json: viewer.admin ? userFacts('administrators') : personFacts,
    },
    viewer.admin ? userShape(ctx, 'administrators') : (row) => userRowJson(ctx.baseUrl, row as unknown as UserFacts),
  );
}

/** Nobody is found by an identity; there are no own attributes, and no time at which an account was changed is kept. */
const UNSUPPORTED = [
  'extern_uid',
  'provider',
  'saml_provider_id',
  'skip_ldap',
  'custom_attributes',
  'with_custom_attributes',
];

const userShape = (ctx: RestContext, told: Told) => (row: Row) =>
  userJson(ctx.baseUrl, ctx.now, told, row as unknown as UserFacts);

/** An account by its id, as it is told to whoever asks. */
export async function oneUser(ctx: RestContext, id: number, told: Told, status = 200): Promise<RestAnswer> {
  const query = queryFor(ctx);
  const from = `(SELECT * FROM users u WHERE u.id = ${query.param(id, 'bigint')}) a`;
  const answer = await oneAnswer(query, from, userFacts(told), userShape(ctx, told));
  return answer === notFound ? noUser : { ...answer, status };
}

/** @throws Invalid */
export function userIdOf({ params: { id = '' } }: RestContext): number {
  if (!/^\d{1,15}$/.test(id)) throw new Invalid(['id is invalid']);
  return Number(id);
}

async function user(ctx: RestContext): Promise<RestAnswer> {
  if (ctx.viewer.userId === null) return unauthorized;
  return oneUser(ctx, userIdOf(ctx), ctx.viewer.admin ? 'administrators' : 'others');
}

async function me(ctx: RestContext): Promise<RestAnswer> {
  const { userId, admin } = ctx.viewer;
  return userId === null ? unauthorized : oneUser(ctx, userId, admin ? 'administrators' : 'themselves');
}

function version(ctx: RestContext): RestAnswer {
  return ctx.viewer.userId === null
    ? unauthorized
    : { status: 200, body: { version: WIRE_VERSION, revision: VERSION } };
}

/** AP-05.207 */
const metadata = (ctx: RestContext): RestAnswer => {
  const { status, body } = version(ctx);
  if (status !== 200) return unauthorized;
  return {
    status,
    body: { ...(body as object), kas: { enabled: false, externalUrl: null, version: null }, enterprise: true },
  };
};

/** AP-05.207: addresses beside the one that signs in. */
const emails = ({ viewer }: RestContext): RestAnswer =>
  viewer.userId === null ? unauthorized : { status: 200, body: [] };

export const userRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'users', handle: users },
  { method: 'GET', pattern: 'users/:id', handle: user },
  { method: 'GET', pattern: 'user', handle: me },
  { method: 'GET', pattern: 'user/emails', handle: emails },
  { method: 'GET', pattern: 'version', handle: version },
  { method: 'GET', pattern: 'metadata', handle: metadata },
];
