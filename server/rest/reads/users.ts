import { safeText, search } from '../../graphql/filters/conditions.ts';
import { VERSION, WIRE_VERSION } from '../../version.ts';
import { type RestAnswer, type RestContext, type RestRoute, unauthorized } from '../types.ts';
import { personJson, type PersonFacts } from '../json/places.ts';
import { personFacts } from './facts.ts';
import { listAnswer, orderedBy, queryFor, text } from './page.ts';

/** Users, the one who asks, and the version: what any GitLab client asks first. */

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

export const userRoutes: RestRoute[] = [
  { method: 'GET', pattern: 'users', handle: users },
  { method: 'GET', pattern: 'user', handle: me },
  { method: 'GET', pattern: 'version', handle: version },
];
