import { passwordFault } from '@espalier/core/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { anonymous } from '../access/viewer.ts';
import { baseUrlOf } from '../base-url.ts';
import type { AppDeps } from '../deps.ts';
import { HttpError } from '../http-errors.ts';
import { Attempts } from './attempts.ts';
import { createFirstRun, isFirstRun, readFirstRun } from './first-run.ts';
import { linkPage, spentLinkPage } from './link-page.ts';
import { checkCsrf, originOf, setSessionCookie } from './request.ts';
import { hashPassword, verifyPassword } from './secrets.ts';
import { sessionJson } from './session-json.ts';
import { closeSession, endOtherWaysIn, findSession, openSession } from './sessions.ts';
import { makeSignInLink, signInAddress, signInLinkHolds, takeSignInLink } from './sign-in-link.ts';

/** Sign-in, sign-out, the first run, one's own password. */
export function registerAuth(app: FastifyInstance, deps: AppDeps): void {
  const { db } = deps.database;
  const attempts = new Attempts(db);
  const now = () => deps.now().toISOString();

  app.get('/-/sign-in', async (request, reply) => {
    const { token } = request.query as { token?: unknown };
    if (typeof token !== 'string') return deps.sendPage(request, reply);
    reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
    if (await signInLinkHolds(db, token, now())) return linkPage(token);
    return reply.status(404).send(spentLinkPage());
  });

  app.post('/-/sign-in', async (request, reply) => {
    const body = record(request.body);
    if (typeof body.token === 'string') return signInByLink(request, reply, body.token);
    if (!isJson(request)) throw new HttpError(415, 'A password is sent as application/json');
    const username = text(body, 'username');
    const password = text(body, 'password');
    await countTry(username, request, reply);
    const userId = await findByPassword(username, password);
    if (userId === null) throw new HttpError(401, 'Invalid login or password.');
    await attempts.succeeded(username, request.ip);
    return reply.send(await begin(request, reply, userId));
  });

  app.post('/-/sign-out', async (request, reply) => {
    checkCsrf(request);
    if (request.session) await closeSession(db, request.session);
    setSessionCookie(reply, null, isSecure(request));
    return reply.status(204).send();
  });

  app.post('/-/password', async (request, reply) => {
    checkCsrf(request);
    const { userId } = request.viewer;
    if (userId === null) throw new HttpError(401, '401 Unauthorized');
    // RP-02.118: whoever got hold of a token would take over the account of a person who has no password.
    if (request.session === null) throw new HttpError(403, '403 Forbidden: a token cannot set a password');
    const body = record(request.body);
    const password = readPassword(body);
    const { rows } = await sql<{
      password_hash: string | null;
    }>`SELECT password_hash FROM users WHERE id = ${userId}`.execute(db);
    const stored = rows[0]?.password_hash ?? null;
    if (stored !== null) {
      const name = `password ${userId}`;
      await countTry(name, request, reply);
      if (!(await verifyPassword(optionalText(body, 'currentPassword'), stored)))
        throw new HttpError(422, 'The current password is wrong.');
      await attempts.succeeded(name, request.ip);
    }
    await sql`UPDATE users SET password_hash = ${await hashPassword(password)} WHERE id = ${userId}`.execute(db);
    await endOtherWaysIn(db, userId, request.session);
    return reply.status(204).send();
  });

  /** AP-09.55: an administrator lets a person in who has forgotten their password. What is answered is a secret: it is kept nowhere, and no token gets it. */
  app.post('/-/users/:id/sign_in_link', async (request, reply) => {
    checkCsrf(request);
    const { userId, admin } = request.viewer;
    if (userId === null) throw new HttpError(401, '401 Unauthorized');
    if (!admin || request.session === null) throw new HttpError(403, '403 Forbidden');
    const { id } = request.params as { id: string };
    const wanted = /^\d{1,15}$/.test(id) ? Number(id) : 0;
    const [user] = await db
      .selectFrom('users')
      .select('state')
      .where('id', '=', wanted)
      .where('kind', '=', 'human')
      .execute();
    if (user === undefined) throw new HttpError(404, '404 User Not Found');
    if (user.state === 'blocked' || user.state === 'banned')
      throw new HttpError(403, '403 Forbidden: they are shut out');
    const secret = await makeSignInLink(db, wanted, now(), true);
    reply.header('cache-control', 'no-store');
    return reply.status(201).send({ url: signInAddress(baseUrlOf(request, deps.config), secret) });
  });

  app.post('/-/first-run', async (request, reply) => {
    if (!isJson(request)) throw new HttpError(415, 'The first run is sent as application/json');
    checkCsrf(request);
    // Asked before the slow hash of the password: afterwards nobody may keep the server busy by this address.
    if (!(await isFirstRun(db))) throw new HttpError(404, '404 Not Found');
    const input = readFirstRun(request.body);
    if ('errors' in input) return reply.status(422).send(input);
    const made = await createFirstRun(db, input, await hashPassword(input.user.password), now());
    if (made === null) throw new HttpError(404, '404 Not Found');
    return reply
      .status(201)
      .send({ webUrl: `/groups/${made.groupPath}`, ...(await begin(request, reply, made.userId)) });
  });

  /** Counts a try before the slow comparison, so that many at once are many; throws where it has to wait. */
  async function countTry(name: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const wait = await attempts.count(name, request.ip);
    if (wait === 0) return;
    deps.metrics.attemptRefused();
    reply.header('retry-after', String(wait));
    throw new HttpError(429, 'Too many attempts. Try again later.');
  }

  /** People come by https: the cookie never travels without it. */
  const isSecure = (request: FastifyRequest): boolean => baseUrlOf(request, deps.config).startsWith('https:');

  /** Opens the session of a person and answers what the client starts from. */
  async function begin(request: FastifyRequest, reply: FastifyReply, userId: number) {
    const secret = await openSession(db, userId, now(), originOf(request));
    setSessionCookie(reply, secret, isSecure(request));
    const person = await findSession(db, secret, now());
    const { features, oidc } = deps.config;
    const server = { baseUrl: baseUrlOf(request, deps.config), features, signInWith: oidc?.label };
    return sessionJson(db, person?.viewer ?? anonymous, person?.session?.csrfToken ?? null, server);
  }

  async function signInByLink(request: FastifyRequest, reply: FastifyReply, token: string) {
    const userId = await takeSignInLink(db, token, now());
    reply.header('cache-control', 'no-store');
    if (userId === null) return reply.status(404).type('text/html; charset=utf-8').send(spentLinkPage());
    setSessionCookie(reply, await openSession(db, userId, now(), originOf(request)), isSecure(request));
    return reply.redirect('/', 303);
  }

  async function findByPassword(username: string, password: string): Promise<number | null> {
    const { rows } = await sql<{ id: number; password_hash: string | null }>`SELECT id, password_hash FROM users
      WHERE (lower(username) = lower(${username}) OR lower(email) = lower(${username})) AND state IN ('active', 'deactivated') LIMIT 1`.execute(
      db,
    );
    const fits = await verifyPassword(password, rows[0]?.password_hash ?? null);
    return fits && rows[0] ? Number(rows[0].id) : null;
  }
}

/** The longest name, address or password that is read, in UTF-16 units: 128 characters of a password may be twice as many. */
const TEXT_MOST = 256;

function readPassword({ password }: Record<string, unknown>): string {
  if (typeof password !== 'string' || password === '') throw new HttpError(422, "password can't be blank");
  const fault = passwordFault(password);
  if (fault !== null) throw new HttpError(422, `Password ${fault}.`);
  return password;
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers['content-type'] ?? '');
}

function record(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};
}

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new HttpError(422, `${name} can't be blank`);
  if (value.length > TEXT_MOST || value.includes('\0')) throw new HttpError(422, `${name} is not valid`);
  return value;
}

function optionalText(body: Record<string, unknown>, name: string): string {
  const value = body[name];
  return typeof value === 'string' && value.length <= TEXT_MOST ? value : '';
}
