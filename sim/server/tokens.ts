import { isTokenScope, lastExpiry, tokenFaults, tokenHasExpired } from '@espalier/core/access';
import type { RestAnswer } from '../../server/rest/types.ts';
import type { RestCall } from './rest-context.ts';
import type { TokenRow } from '../../server/store/memory/rows.ts';
import type { World } from '../../server/store/memory/world.ts';

const PATH = '/api/v4/personal_access_tokens';

const refused = (status: number, message: string): RestAnswer => ({ status, body: { message } });

/** One's own access tokens (RP-02.115 to RP-02.118), as the server's routes answer. Null where the call is about something else. */
export function answerTokens(world: World, viewerId: number | null, call: RestCall): RestAnswer | null {
  const { method, path } = call;
  const id = path.startsWith(`${PATH}/`) ? Number(path.slice(PATH.length + 1)) : null;
  const isMaking = method === 'POST' && path === '/api/v4/user/personal_access_tokens';
  if (path !== PATH && id === null && !isMaking) return null;
  if (viewerId === null) return refused(401, '401 Unauthorized');
  if (isMaking) return make(world, viewerId, call.body);
  if (method === 'GET' && id === null) return list(world, viewerId, call.query);
  const row = id === null ? undefined : world.tokens.get(id);
  if (row?.userId !== viewerId || method !== 'DELETE') return refused(404, '404 Not Found');
  world.tokens.set(row.id, { ...row, revoked: true });
  return { status: 204, body: null };
}

function list(world: World, viewerId: number, query: RestCall['query']): RestAnswer {
  const [page, perPage] = [Number(query['page'] ?? 1), Number(query['per_page'] ?? 20)];
  const own = [...world.tokens.values()]
    .filter(({ userId, revoked }) => userId === viewerId && !(revoked && query['revoked'] === false))
    .toSorted((a, b) => b.id - a.id);
  const next = page * perPage < own.length ? String(page + 1) : '';
  const body = own.slice((page - 1) * perPage, page * perPage).map((row) => tokenJson(world, row));
  return { status: 200, body, headers: { 'x-next-page': next } };
}

function make(world: World, userId: number, body: unknown): RestAnswer {
  const given = (body ?? {}) as Readonly<Record<string, unknown>>;
  const today = world.now().slice(0, 10);
  const name = typeof given['name'] === 'string' ? given['name'] : '';
  const expiresAt = typeof given['expires_at'] === 'string' ? given['expires_at'] : lastExpiry(today);
  const scope = Array.isArray(given['scopes']) ? (given['scopes'] as readonly unknown[])[0] : undefined;
  const faults = tokenFaults({ name, expiresAt }, today);
  const fault = faults.name ?? faults.expiresAt;
  if (fault !== undefined || !isTokenScope(scope)) return refused(400, fault ?? 'Scopes are not valid');
  const id = world.nextId('tokens');
  const row: TokenRow = { id, userId, name: name.trim(), scope, createdAt: world.now(), expiresAt, revoked: false };
  world.tokens.set(id, row);
  return { status: 201, body: { ...tokenJson(world, row), token: `glpat-secret-of-${id}` } };
}

function tokenJson(world: World, { id, name, scope, createdAt, expiresAt, revoked, userId }: TokenRow) {
  const active = !revoked && !tokenHasExpired(expiresAt, world.now().slice(0, 10));
  return {
    id,
    name,
    description: null,
    revoked,
    created_at: createdAt,
    scopes: [scope],
    user_id: userId,
    last_used_at: null,
    active,
    expires_at: expiresAt,
  };
}
