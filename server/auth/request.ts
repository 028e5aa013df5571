import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous, type Viewer } from '../access/viewer.ts';
import type { Db } from '../db/types.ts';
import { HttpError } from '../http-errors.ts';
import { sameSecret } from './secrets.ts';
import { InsufficientScope } from './scope.ts';
import {
  type Origin,
  SESSION_COOKIE,
  SESSION_SECONDS,
  type Seen,
  type Session,
  type SignedIn,
  type Token,
  findSession,
  findToken,
} from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; anonymous where nobody signed in. Never null in a route. */
    viewer: Viewer;
    /** Set for a browser session, null for a token or an anonymous visitor. */
    session: Session | null;
    /** Set where a personal access token came along. */
    token: Token | null;
    /** What they have to see; null for a visitor. */
    seen: Seen | null;
  }
}

/**
 * Finds out who asks: PRIVATE-TOKEN or Bearer first (a wrong one is 401, never anonymous), then the session cookie. A change by a browser
 * session wants its CSRF token; a token needs none, because no browser sends it on its own.
 */
export async function identify(db: Db, request: FastifyRequest, now: string): Promise<void> {
  const token = tokenOf(request);
  if (token !== null) {
    const person = await findToken(db, token, now);
    if (!person) throw new HttpError(401, '401 Unauthorized');
    return become(request, person);
  }
  const secret = readCookie(request.headers.cookie, SESSION_COOKIE);
  const person = secret === null ? null : await findSession(db, secret, now);
  become(request, person ?? { viewer: anonymous, session: null, token: null, seen: null });
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses a change by a browser session that does not carry its CSRF token. */
export function checkCsrf(request: FastifyRequest): void {
  if (request.session === null || SAFE.has(request.method)) return;
  const given = request.headers['x-csrf-token'] ?? formToken(request.body);
  if (typeof given === 'string' && sameSecret(given, request.session.csrfToken)) return;
  throw new HttpError(403, '403 Forbidden: the header X-CSRF-Token is missing or wrong');
}

/** Does it change nothing, as far as its address says? Of a request to GraphQL that is known when it has been read. */
export const isReading = ({ method, url }: FastifyRequest): boolean =>
  SAFE.has(method) || url.split('?')[0] === '/api/graphql';

/** RP-02.117: refuses a change to a token that reads only. */
export function checkScope(request: FastifyRequest): void {
  if (request.token?.scope === 'read_api' && !isReading(request)) throw new InsufficientScope();
}

/** A plain form cannot send headers: it carries the token as a field. */
function formToken(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>).authenticity_token : undefined;
}

function become(request: FastifyRequest, person: SignedIn): void {
  request.viewer = person.viewer;
  request.session = person.session;
  request.token = person.token;
  request.seen = person.seen;
}

function tokenOf(request: FastifyRequest): string | null {
  const own = request.headers['private-token'];
  if (typeof own === 'string') return own;
  return bearerOf(request) ?? null;
}

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}

/** The value of one cookie; null if it was not sent. Values are ours: URL-safe, so nothing is decoded. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const pair of header?.split(';') ?? []) {
    const cut = pair.indexOf('=');
    if (cut > 0 && pair.slice(0, cut).trim() === name) return pair.slice(cut + 1).trim() || null;
  }
  return null;
}

/** Sets the session cookie, or with null takes it away. */
export function setSessionCookie(reply: FastifyReply, secret: string | null, secure: boolean): void {
  const age = secret === null ? 0 : SESSION_SECONDS;
  const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure ? '; Secure' : ''}`;
  reply.header('set-cookie', `${SESSION_COOKIE}=${secret ?? ''}; ${flags}`);
}

/** The longest description of a browser that is kept. */
const AGENT_MOST = 255;

/** Where a session is opened from. */
export const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  ip,
  userAgent: headers['user-agent']?.slice(0, AGENT_MOST) ?? null,
});
