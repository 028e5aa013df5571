import { approveAccess, ASKED_ALREADY, denyAccess, requestAccess } from '../member/access-requests.ts';
import type { Outcome } from '../command/outcome.ts';
import { type PersonFacts, personJson } from './json/places.ts';
import { at, personFacts } from './reads/facts.ts';
import { groupOwner, projectOwner } from './reads/groups.ts';
import { listAnswer, oneAnswer, queryFor } from './reads/page.ts';
import { type Kind, managing, one, placeOf, roleOf, userOf, type Writes } from './members.ts';
import { refusedMember } from './writes/member-refusals.ts';
import { type RestAnswer, type RestContext, type RestRoute } from './types.ts';

/** GitLab's docs/api/access_requests.md: BD-05.63. */

interface RequestFacts extends PersonFacts {
  readonly requested_at: string;
}

const FACTS = { ...personFacts, requested_at: at('a.requested_at') };
const COLUMNS = 'u.id, u.username, u.name, u.state, u.avatar_url, r.created_at AS requested_at';
const FROM = 'access_requests r JOIN users u ON u.id = r.user_id';

const shape = (ctx: RestContext) => (row: unknown) => {
  const facts = row as RequestFacts;
  const { requested_at } = facts;
  return { ...personJson(ctx.baseUrl, facts), created_at: requested_at, requested_at };
};

const refused = (outcome: Extract<Outcome<unknown>, { ok: false }>): RestAnswer =>
  outcome.errors[0] === ASKED_ALREADY
    ? { status: 400, body: { message: { user_id: [ASKED_ALREADY] } } }
    : refusedMember(outcome);

const listed = (kind: Kind) => async (ctx: RestContext) => {
  const refusal = await managing(kind, ctx);
  if (refusal !== null) return refusal;
  const query = queryFor(ctx);
  return listAnswer(
    ctx,
    query,
    {
      owner: (kind === 'group' ? groupOwner : projectOwner)(ctx, query),
      from: FROM,
      columns: COLUMNS,
      where: [`r.${kind}_id = owner.id`],
      order: { name: 'id', keys: [{ text: 'r.id', type: 'bigint' }] },
      json: FACTS,
    },
    shape(ctx),
  );
};

const ask =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const outcome = await requestAccess(ctx.store, ctx.viewer, placeOf(kind, ctx), ctx.now);
    if (!outcome.ok) return refused(outcome);
    const query = queryFor(ctx);
    const owner = (kind === 'group' ? groupOwner : projectOwner)(ctx, query);
    const me = query.param(ctx.viewer.userId, 'bigint');
    const from = `(SELECT ${COLUMNS} FROM ${owner} JOIN ${FROM} ON r.${kind}_id = owner.id WHERE u.id = ${me}) a`;
    return { ...(await oneAnswer(query, from, FACTS, shape(ctx))), status: 201 };
  };

const approve =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const { level } = roleOf(ctx, []);
    const input = { place: placeOf(kind, ctx), userId: userOf(ctx), level };
    const outcome = await approveAccess(ctx.store, ctx.viewer, input, ctx.now);
    return outcome.ok ? one(kind, false)(ctx, 201) : refused(outcome);
  };

const deny =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const input = { place: placeOf(kind, ctx), userId: userOf(ctx) };
    const outcome = await denyAccess(ctx.store, ctx.viewer, input, ctx.now);
    return outcome.ok ? { status: 204 } : refused(outcome);
  };

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const accessRequestApi = (writes: Writes) =>
  (['group', 'project'] as const).flatMap((kind): RestRoute[] => {
    const list = `${kind}s/:id/access_requests`;
    return [
      { method: 'GET', pattern: list, handle: listed(kind) },
      { method: 'POST', pattern: list, handle: writes(`${kind} access asked`, ask(kind)) },
      { method: 'PUT', pattern: `${list}/:user/approve`, handle: writes(`${kind} access approved`, approve(kind)) },
      { method: 'DELETE', pattern: `${list}/:user`, handle: writes(`${kind} access denied`, deny(kind)) },
    ];
  });
