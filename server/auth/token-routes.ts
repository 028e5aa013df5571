import { isTokenScope, lastExpiry, tokenFaults, type TokenScope } from '@espalier/core/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { HttpError } from '../http-errors.ts';
import { createAccessToken, readAccessTokens, revokeAccessToken, type TokenJson } from './access-tokens.ts';

const PER_PAGE = 20;
const PER_PAGE_MAX = 100;

/**
 * Personal access tokens, in GitLab's shapes (docs/api/personal_access_tokens.md): one's own, to an administrator everybody's. Others are as absent as those that never were. None of
 * these answers is kept under a key: the secret of a new token is in it.
 */
export function registerTokens(app: FastifyInstance, deps: AppDeps): void {
  const { db } = deps.database;
  const now = () => deps.now().toISOString();

  app.get('/api/v4/personal_access_tokens', async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    const perPage = Math.min(whole(query.per_page, PER_PAGE), PER_PAGE_MAX);
    const page = whole(query.page, 1);
    const { filter, faults } = readFilter(query);
    const whose = whoseOf(request, query.user_id);
    if (faults.length > 0) return reply.status(400).send({ error: faults.join(', ') });
    const slice = { ...filter, limit: perPage, offset: (page - 1) * perPage };
    const { total, tokens } = await readAccessTokens(db, whose, slice, now());
    return reply
      .header('cache-control', 'no-store')
      .header('x-total', String(total))
      .header('x-page', String(page))
      .header('x-per-page', String(perPage))
      .header('x-next-page', page * perPage < total ? String(page + 1) : '')
      .send(tokens);
  });

  app.get('/api/v4/personal_access_tokens/:id', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await find(request)),
  );

  app.delete('/api/v4/personal_access_tokens/:id', async (request, reply) => {
    if (await revokeAccessToken(db, amongOf(request), idOf(request))) return reply.status(204).send();
    throw new HttpError(404, '404 Not Found');
  });

  /** AP-09.52: another secret for a week; the old one does not work any more. */
  app.post('/api/v4/personal_access_tokens/:id/rotate', async (request, reply) => {
    const { id, user_id: userId, name, scopes, active } = await find(request);
    refuseOwn(request, userId);
    if (!active) return reply.status(400).send({ message: '400 Bad request - Token already revoked' });
    const expiresAt = new Date(Date.parse(now()) + WEEK).toISOString().slice(0, 10);
    const made = await db.transaction().execute(async (tx) => {
      // Of two who rotate it at once one makes a token.
      if (!(await revokeAccessToken(tx, userId, id, true))) throw new HttpError(404, '404 Not Found');
      return createAccessToken(tx, userId, { name, scope: scopes[0], expiresAt }, now());
    });
    return answerMade(reply, userId, made, 200);
  });

  app.post('/api/v4/user/personal_access_tokens', async (request, reply) => {
    const userId = personOf(request);
    refuseOwn(request, userId);
    const input = readInput(request.body, now().slice(0, 10));
    return answerMade(reply, userId, await createAccessToken(db, userId, input, now()), 201);
  });

  /** AP-09.51: for others, by an administrator. */
  app.post('/api/v4/users/:user/personal_access_tokens', async (request, reply) => {
    personOf(request);
    if (!request.viewer.admin) throw new HttpError(403, '403 Forbidden');
    const { user } = request.params as { user: string };
    const userId = /^\d{1,15}$/.test(user) ? Number(user) : 0;
    const known = await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('kind', '=', 'human')
      .execute();
    if (known.length === 0) throw new HttpError(404, '404 User Not Found');
    refuseOwn(request, userId);
    const input = readInput(request.body, now().slice(0, 10));
    return answerMade(reply, userId, await createAccessToken(db, userId, input, now()), 201);
  });

  async function find(request: FastifyRequest): Promise<TokenJson> {
    const filter = { id: idOf(request), limit: 1, offset: 0 };
    const [token] = (await readAccessTokens(db, amongOf(request), filter, now())).tokens;
    if (token === undefined) throw new HttpError(404, '404 Not Found');
    return token;
  }

  async function answerMade(
    reply: FastifyReply,
    userId: number,
    { id, token }: { readonly id: number; readonly token: string },
    status: number,
  ) {
    const [made] = (await readAccessTokens(db, userId, { id, limit: 1, offset: 0 }, now())).tokens;
    return reply
      .status(status)
      .header('cache-control', 'no-store')
      .send({ ...made, token });
  }
}

const WEEK = 7 * 24 * 60 * 60 * 1000;

/** RP-02.118: for one's own person a token makes none. */
function refuseOwn(request: FastifyRequest, userId: number): void {
  if (request.session === null && userId === personOf(request))
    throw new HttpError(403, '403 Forbidden: a token cannot make another one');
}

/** Among whose tokens one is found by its id: an administrator's are everybody's. */
const amongOf = (request: FastifyRequest): number | null => {
  const own = personOf(request);
  return request.viewer.admin ? null : own;
};

/** AP-09.50: whose tokens are listed. On the page of one's own tokens an administrator sees these. */
function whoseOf(request: FastifyRequest, given: unknown): number | null {
  const own = personOf(request);
  const { admin } = request.viewer;
  if (given === undefined || given === '') return admin && request.session === null ? null : own;
  const wanted = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : 0;
  if (wanted !== own && !admin) throw new HttpError(401, '401 Unauthorized');
  return wanted;
}

const TIMES = {
  created_after: 'createdAfter',
  created_before: 'createdBefore',
  last_used_after: 'lastUsedAfter',
  last_used_before: 'lastUsedBefore',
} as const;

function readFilter(query: Readonly<Record<string, unknown>>) {
  const faults: string[] = [];
  const times: { -readonly [Name in (typeof TIMES)[keyof typeof TIMES]]?: string } = {};
  for (const [name, key] of Object.entries(TIMES)) {
    const given = query[name];
    if (given === undefined || given === '') continue;
    const at = typeof given === 'string' && /^\d{4}-\d\d-\d\d/.test(given) ? new Date(given) : new Date(NaN);
    if (Number.isNaN(at.getTime())) faults.push(`${name} is invalid`);
    else times[key] = at.toISOString();
  }
  const { revoked, state, search } = query;
  if (revoked !== undefined && revoked !== 'true' && revoked !== 'false') faults.push('revoked is invalid');
  if (state !== undefined && state !== 'active' && state !== 'inactive')
    faults.push('state does not have a valid value');
  const filter = {
    ...times,
    ...(revoked !== undefined && { revoked: revoked === 'true' }),
    ...(state !== undefined && { active: state === 'active' }),
    ...(typeof search === 'string' && search !== '' && { search: search.replaceAll('\0', '') }),
  };
  return { filter, faults };
}

function personOf({ viewer }: FastifyRequest): number {
  if (viewer.userId === null) throw new HttpError(401, '401 Unauthorized');
  return viewer.userId;
}

/** `self` is the token that asks. */
function idOf(request: FastifyRequest): number {
  const { id } = request.params as { id: string };
  if (id === 'self' && request.token !== null) return request.token.id;
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw new HttpError(404, '404 Not Found');
}

function readInput(body: unknown, today: string) {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const name = typeof given.name === 'string' ? given.name : '';
  const expiresAt = given.expires_at ?? lastExpiry(today);
  const scope = readScopes(given.scopes);
  const faults = tokenFaults({ name, expiresAt: typeof expiresAt === 'string' ? expiresAt : '' }, today);
  const said = [
    ...(faults.name === undefined ? [] : [`Name ${faults.name}`]),
    ...(faults.expiresAt === undefined ? [] : [`Expiration date ${faults.expiresAt}`]),
    ...(scope === null ? ['Scopes can only contain available scopes'] : []),
  ];
  if (scope === null || said.length > 0) throw new HttpError(400, said.join(', '));
  return { name: name.trim(), expiresAt: String(expiresAt), scope };
}

/** `api` holds whatever `read_api` does. */
function readScopes(given: unknown): TokenScope | null {
  const scopes: readonly unknown[] = Array.isArray(given) ? given : [];
  if (scopes.length === 0 || !scopes.every(isTokenScope)) return null;
  return scopes.includes('api') ? 'api' : 'read_api';
}

const whole = (given: unknown, fallback: number): number =>
  typeof given === 'string' && /^[1-9]\d{0,4}$/.test(given) ? Number(given) : fallback;
