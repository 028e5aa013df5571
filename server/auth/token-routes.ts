import { isTokenScope, lastExpiry, tokenFaults, type TokenScope } from '@espalier/core/access';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../deps.ts';
import { HttpError } from '../http-errors.ts';
import { createAccessToken, readAccessTokens, revokeAccessToken, type TokenFilter } from './access-tokens.ts';

const PER_PAGE = 20;
const PER_PAGE_MAX = 100;

/** One's own personal access tokens, in GitLab's shapes. Other people's are as absent as those that never were. */
export function registerTokens(app: FastifyInstance, deps: AppDeps): void {
  const { db } = deps.database;
  const now = () => deps.now().toISOString();

  app.get('/api/v4/personal_access_tokens', async (request, reply) => {
    const query = request.query as Readonly<Record<string, unknown>>;
    const perPage = Math.min(whole(query.per_page, PER_PAGE), PER_PAGE_MAX);
    const page = whole(query.page, 1);
    const filter: TokenFilter = {
      limit: perPage,
      offset: (page - 1) * perPage,
      ...(query.revoked !== undefined && { revoked: query.revoked === 'true' }),
      ...(query.state !== undefined && { active: query.state === 'active' }),
    };
    const { total, tokens } = await readAccessTokens(db, personOf(request), filter, now());
    return reply
      .header('cache-control', 'no-store')
      .header('x-total', String(total))
      .header('x-page', String(page))
      .header('x-per-page', String(perPage))
      .header('x-next-page', page * perPage < total ? String(page + 1) : '')
      .send(tokens);
  });

  app.get('/api/v4/personal_access_tokens/:id', async (request, reply) => {
    const filter = { id: idOf(request), limit: 1, offset: 0 };
    const [token] = (await readAccessTokens(db, personOf(request), filter, now())).tokens;
    if (token === undefined) throw new HttpError(404, '404 Not Found');
    return reply.header('cache-control', 'no-store').send(token);
  });

  app.delete('/api/v4/personal_access_tokens/:id', async (request, reply) => {
    if (await revokeAccessToken(db, personOf(request), idOf(request))) return reply.status(204).send();
    throw new HttpError(404, '404 Not Found');
  });

  // RP-02.118: a token makes no token. Whoever got hold of one would otherwise outlive its end.
  app.post('/api/v4/user/personal_access_tokens', async (request, reply) => {
    const userId = personOf(request);
    if (request.session === null) throw new HttpError(403, '403 Forbidden: a token cannot make another one');
    const input = readInput(request.body, now().slice(0, 10));
    const { id, token } = await createAccessToken(db, userId, input, now());
    const [made] = (await readAccessTokens(db, userId, { id, limit: 1, offset: 0 }, now())).tokens;
    return reply
      .status(201)
      .header('cache-control', 'no-store')
      .send({ ...made, token });
  });
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
