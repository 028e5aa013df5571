import { returnPath } from '@espalier/core/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Attempts } from '../auth/attempts.ts';
import { page } from '../auth/link-page.ts';
import { checkCsrf, originOf, readCookie, setSessionCookie } from '../auth/request.ts';
import { newSecret } from '../auth/secrets.ts';
import { openSession } from '../auth/sessions.ts';
import type { OidcSettings } from '../config.ts';
import { transact } from '../db/transact.ts';
import type { AppDeps } from '../deps.ts';
import { HttpError, RETRY_AFTER } from '../http-errors.ts';
import { escapeHtml } from '../text/escape.ts';
import { accountOf, linkAccount, unlinkAccount } from './accounts.ts';
import { beginFlow, type Flow, FLOW_SECONDS, takeFlow } from './flows.ts';
import { openProvider } from './provider.ts';
import { OidcRefusal } from './refusal.ts';

const START = '/-/oidc';
const CALLBACK = '/-/oidc/callback';
const LINK = '/-/oidc/link';
const PROFILE = '/-/profile';
const FLOW_COOKIE = '_espalier_oidc';

export const UNLINK_TEXT = 'Set a password first: without one you could not sign in any more.';

/** Sign-in by OpenID Connect. Without a provider these addresses are not there. */
export function registerOidc(app: FastifyInstance, deps: AppDeps): void {
  const { oidc, publicUrl } = deps.config;
  if (oidc !== undefined && publicUrl !== undefined) registerProvider(app, deps, oidc, publicUrl);
}

function registerProvider(app: FastifyInstance, deps: AppDeps, settings: OidcSettings, publicUrl: string): void {
  const { db } = deps.database;
  const now = () => deps.now().toISOString();
  const attempts = new Attempts(db);
  const isSecure = publicUrl.startsWith('https:');
  const provider = openProvider(settings, publicUrl + CALLBACK);
  // AP-09.81: while it is away people sign in by password.
  app.addHook('onReady', () => void provider.discover().catch((error: unknown) => report(undefined, error)));

  app.get(START, async (request, reply) => {
    if (isPart(request)) throw new HttpError(403, '403 Forbidden: sign in on a page of its own');
    const { return_to: wanted } = request.query as { return_to?: unknown };
    return told(request, reply, false, async () => {
      const returnTo = returnPath(typeof wanted === 'string' ? wanted : null);
      return reply.redirect(await begin(request, reply, { returnTo, userId: null }), 303);
    });
  });

  app.get(CALLBACK, async (request, reply) => {
    const flow = await flowOf(request);
    return told(request, reply, flow?.userId != null, () => comeBack(request, reply, flow));
  });

  /** AP-09.87: only by a request of the person's own page, so that nobody is linked to somebody else's account there. */
  app.post(LINK, async (request, reply) => {
    const userId = inBrowser(request);
    try {
      return await reply.status(201).send({ url: await begin(request, reply, { returnTo: PROFILE, userId }) });
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error;
      report(request, error);
      throw new HttpError(error.status, error.text(settings.label));
    }
  });

  app.delete(LINK, async (request, reply) => {
    const userId = inBrowser(request);
    if (!(await transact(db, (tx) => unlinkAccount(tx, userId)))) throw new HttpError(409, UNLINK_TEXT);
    return reply.status(204).send();
  });

  /** Where the browser has to go; remembers that it was sent. */
  async function begin(
    request: FastifyRequest,
    reply: FastifyReply,
    flow: { returnTo: string; userId: number | null },
  ) {
    const kept = readCookie(request.headers.cookie, FLOW_COOKIE);
    // One secret for all tabs: each can come back.
    const browser = kept !== null && /^[\w-]{43}$/.test(kept) ? kept : newSecret();
    const expected = { state: newSecret(), nonce: newSecret(), verifier: newSecret() };
    const address = await provider.address(expected);
    await countTry(expected.state, request, reply);
    await beginFlow(db, browser, expected.state, { ...expected, ...flow }, now());
    const flags = `Path=${START}; HttpOnly; SameSite=Lax; Max-Age=${FLOW_SECONDS}${isSecure ? '; Secure' : ''}`;
    reply.header('set-cookie', `${FLOW_COOKIE}=${browser}; ${flags}`).header('cache-control', 'no-store');
    return address;
  }

  /** What the browser that comes back had begun; null: nothing that still counts. */
  async function flowOf(request: FastifyRequest): Promise<Begun | null> {
    const { state } = request.query as { state?: unknown };
    const browser = readCookie(request.headers.cookie, FLOW_COOKIE);
    const flow = typeof state === 'string' && browser !== null ? await takeFlow(db, browser, state, now()) : null;
    return flow && { ...flow, state: String(state) };
  }

  async function comeBack(request: FastifyRequest, reply: FastifyReply, flow: Begun | null) {
    if (flow === null) throw new OidcRefusal('state');
    const person = await provider.personOf(new URL(publicUrl + request.url), flow);
    const { userId, state } = flow;
    if (userId !== null) {
      if (request.session === null || request.viewer.userId !== userId) throw new OidcRefusal('otherPerson');
      // AP-06.61: what the profile shows next.
      request.changes = true;
      await transact(db, (tx) => linkAccount(tx, userId, person, settings, now()));
    } else {
      const account = await transact(db, (tx) => accountOf(tx, person, settings, now()));
      setSessionCookie(reply, await openSession(db, account, now(), originOf(request)), isSecure);
    }
    await attempts.succeeded(nameOf(state), request.ip);
    return reply.redirect(flow.returnTo, 303);
  }

  /** As with passwords: who begins and does not come back, or comes back in vain, has to wait after so many. */
  async function countTry(state: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const wait = await attempts.count(nameOf(state), request.ip);
    if (wait === 0) return;
    deps.metrics.attemptRefused();
    reply.header('retry-after', String(wait));
    throw new OidcRefusal('tooMany');
  }

  /** A refusal is a page that says what to do. `links`: an account was to be linked. */
  async function told(request: FastifyRequest, reply: FastifyReply, links: boolean, run: () => Promise<FastifyReply>) {
    reply.header('cache-control', 'no-store');
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error;
      report(request, error);
      if (error.status === 503) reply.header('retry-after', RETRY_AFTER);
      const text = escapeHtml(error.text(settings.label));
      const isSignedIn = request.viewer.userId !== null;
      // AP-09.121: what comes too late may have been either, and who is signed in still is.
      const title = links
        ? 'Your account was not linked'
        : isSignedIn
          ? 'Nothing has changed'
          : 'You were not signed in';
      const on = !isSignedIn
        ? '<a href="/-/sign-in">Back to signing in</a>'
        : links
          ? `<a href="${PROFILE}">Back to your profile</a>`
          : 'You are still signed in. <a href="/">Back to Espalier</a>';
      return reply
        .status(error.status)
        .type('text/html; charset=utf-8')
        .send(page(title, `<p role="alert">${text}</p><p>${on}</p>`));
    }
  }

  /** What the person cannot put right is for whoever runs the server. */
  function report(request: FastifyRequest | undefined, error: unknown): void {
    if (!(error instanceof OidcRefusal)) deps.reportError(request, error);
    else if (error.cause !== undefined) deps.reportError(request, error.cause);
  }
}

/** AP-09.91: what a page of another site fetches, shows as a picture or frames is nobody's sign-in, and must use up nobody's tries. */
const isPart = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-dest'] !== 'document';

type Begun = Flow & { readonly state: string };

const nameOf = (state: string): string => `oidc ${state}`;

/** Whose browser asks: a token links and unlinks nothing (RP-02.118). */
function inBrowser(request: FastifyRequest): number {
  checkCsrf(request);
  const { userId } = request.viewer;
  if (userId === null) throw new HttpError(401, '401 Unauthorized');
  if (request.session === null) throw new HttpError(403, '403 Forbidden: a token cannot link an account');
  return userId;
}
