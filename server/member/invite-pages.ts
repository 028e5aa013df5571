import { ROLE_NAMES } from '@espalier/core/access';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { loadViewer } from '../access/load-viewer.ts';
import { accountFaults, type AccountErrors, createAccount, readAccount } from '../auth/accounts.ts';
import { page } from '../auth/link-page.ts';
import { setSessionCookie } from '../auth/request.ts';
import { hashPassword } from '../auth/secrets.ts';
import { openSession } from '../auth/sessions.ts';
import { baseUrlOf, isOwnOrigin } from '../base-url.ts';
import type { Outcome } from '../command/outcome.ts';
import { transact } from '../db/transact.ts';
import type { Db } from '../db/types.ts';
import type { AppDeps } from '../deps.ts';
import { HttpError } from '../http-errors.ts';
import { sqlStore } from '../store/sql/index.ts';
import { escapeHtml } from '../text/escape.ts';
import { acceptInvitation, declineInvitation, standing } from './invitations.ts';

export const inviteAddress = (baseUrl: string, token: string): string => `${baseUrl}/-/invites/${token}`;

/** What an invitation says of itself to whoever holds its link. */
interface ToldInvitation {
  readonly email: string;
  readonly access_level: number;
  readonly expires_at: string | null;
  readonly place: { readonly kind: 'group' | 'project'; readonly name: string; readonly full_path: string };
  readonly inviter: { readonly name: string; readonly username: string };
  /** Somebody has the address: they sign in. */
  readonly has_account: boolean;
}

interface ReadInvitation extends ToldInvitation {
  /** The link went to the address and to nobody else: so whoever holds it has the address. */
  readonly mailed: boolean;
}

/** BD-05.73: the link of an invitation, as a page without a script and as JSON. */
export function registerInvites(app: FastifyInstance, deps: AppDeps): void {
  const { db } = deps.database;
  const now = () => deps.now().toISOString();
  const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;
  const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') === true;

  /** BD-05.77: who sets up an account is signed in to it, and has no session before that could carry a CSRF token. */
  const fromOwnPage = {
    onRequest: async (request: FastifyRequest): Promise<void> => {
      if (request.headers['sec-fetch-site'] === 'cross-site' || !isOwnOrigin(request, deps.config))
        throw new HttpError(403, '403 Forbidden');
    },
  };

  app.get('/-/invites/:token', async (request, reply) => {
    const told = await readInvitation(db, tokenOf(request), now());
    reply.header('cache-control', 'no-store');
    if (wantsPage(request)) return sendPage(request, reply, told);
    if (told === null) throw new HttpError(404, '404 Not Found');
    const { mailed: _, ...rest } = told;
    return rest;
  });

  app.post('/-/invites/:token/accept', fromOwnPage, async (request, reply) =>
    answer(request, reply, await acceptInvitation(sqlStore(db), request.viewer, tokenOf(request), now())),
  );

  app.post('/-/invites/:token/decline', fromOwnPage, async (request, reply) => {
    const outcome = await declineInvitation(sqlStore(db), tokenOf(request), now());
    if (!outcome.ok) return gone(request, reply);
    if (!wantsPage(request)) return reply.status(204).send();
    return html(reply, page('Declined', '<p>You have declined the invitation.</p>'));
  });

  app.post('/-/invites/:token/account', fromOwnPage, async (request, reply) => {
    if (request.viewer.userId !== null) throw new HttpError(403, '403 Forbidden');
    const token = tokenOf(request);
    const told = await readInvitation(db, token, now());
    if (told === null) return gone(request, reply);
    const account = readAccount(request.body);
    const errors: AccountErrors = told.has_account ? { email: ['has already been taken'] } : accountFaults(account);
    // Hashed only for who holds a link.
    const made = Object.keys(errors).length > 0 ? errors : await join(token, told.mailed ? told.email : null, account);
    if (!('userId' in made)) {
      if (wantsPage(request)) return sendPage(request, reply.status(422), told, { errors: made, account });
      return reply.status(422).send({ errors: made });
    }
    const isSecure = baseUrlOf(request, deps.config).startsWith('https:');
    setSessionCookie(reply, await openSession(db, made.userId, now()), isSecure);
    return answer(request, reply.status(201), made.outcome);
  });

  /** The account and the role, or neither. */
  async function join(token: string, email: string | null, { password, ...person }: ReturnType<typeof readAccount>) {
    const passwordHash = await hashPassword(password);
    return transact(db, async (tx): Promise<{ userId: number; outcome: Accepted } | AccountErrors> => {
      // BD-05.78: addresses are looked at by one after the other, administrators (AP-09.21) among them.
      await sqlStore(tx).users.lock();
      const userId = await createAccount(tx, { ...person, email, passwordHash }, now());
      if (userId === null) return { username: ['has already been taken'] };
      const outcome = await acceptInvitation(sqlStore(tx), await loadViewer(tx, userId, now()), token, now());
      // Somebody else was faster.
      if (!outcome.ok) throw new HttpError(404, '404 Not Found');
      return { userId, outcome };
    });
  }

  function answer(request: FastifyRequest, reply: FastifyReply, outcome: Accepted) {
    if (!outcome.ok) {
      if (outcome.status === 401) throw new HttpError(401, '401 Unauthorized');
      return gone(request, reply);
    }
    const { group_path, project_path } = outcome.value;
    const webUrl = project_path === null ? `/groups/${group_path}` : `/${project_path}`;
    return wantsPage(request) ? reply.redirect(webUrl, 303) : reply.send({ webUrl });
  }

  function gone(request: FastifyRequest, reply: FastifyReply) {
    if (wantsPage(request)) return sendPage(request, reply, null);
    throw new HttpError(404, '404 Not Found');
  }

  function sendPage(request: FastifyRequest, reply: FastifyReply, told: ReadInvitation | null, form: Form = NO_FORM) {
    if (told === null) return html(reply.status(404), GONE);
    const { username } = request.viewer;
    const who = { token: tokenOf(request), username, csrfToken: request.session?.csrfToken ?? '' };
    return html(reply, invitePage(told, who, form));
  }
}

type Accepted = Outcome<{ readonly group_path: string; readonly project_path: string | null }>;

interface Form {
  readonly errors: AccountErrors;
  readonly account: { readonly name: string; readonly username: string };
}

const NO_FORM: Form = { errors: {}, account: { name: '', username: '' } };

const html = (reply: FastifyReply, text: string) =>
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);

const GONE = page(
  'This invitation cannot be used',
  '<p>It was accepted, declined or withdrawn, or has lapsed. Ask who sent it for another.</p>',
);

/** Null where there is none that waits. */
async function readInvitation(db: Db, token: string, now: string): Promise<ReadInvitation | null> {
  if ((await standing(sqlStore(db), token, now)) === undefined) return null;
  const { rows } = await sql<ReadInvitation>`
    SELECT i.email, i.mailed_at IS NOT NULL AS mailed, EXISTS (SELECT FROM users x WHERE lower(x.email) = i.email) AS has_account, i.access_level, i.expires_at, json_build_object('name', u.name, 'username', u.username) AS inviter,
      CASE WHEN p.id IS NULL THEN json_build_object('kind', 'group', 'name', g.name, 'full_path', g.full_path)
        ELSE json_build_object('kind', 'project', 'name', p.name, 'full_path', p.full_path) END AS place
    FROM invitations i JOIN users u ON u.id = i.created_by
    LEFT JOIN groups g ON g.id = i.group_id LEFT JOIN projects p ON p.id = i.project_id
    WHERE i.token = ${token} AND least(i.lapses_on, i.expires_at) > (${now}::timestamptz AT TIME ZONE 'UTC')::date
  `.execute(db);
  return rows[0] ?? null;
}

interface Holder {
  readonly token: string;
  /** Null: not signed in. */
  readonly username: string | null;
  readonly csrfToken: string;
}

function invitePage(
  { email, access_level, place, inviter, has_account, mailed }: ReadInvitation,
  { token, username, csrfToken }: Holder,
  { errors, account }: Form,
): string {
  const form = (name: string, fields: string, button: string) =>
    `<form method="post" action="/-/invites/${encodeURIComponent(token)}/${name}">` +
    `<input type="hidden" name="authenticity_token" value="${escapeHtml(csrfToken)}">${fields}<button type="submit">${button}</button></form>`;
  const field = (name: 'name' | 'username' | 'password', label: string) => {
    const value =
      name === 'password' ? 'type="password" autocomplete="new-password"' : `value="${escapeHtml(account[name])}"`;
    const fault = errors[name]?.[0];
    const told = fault === undefined ? '' : ` <span role="alert">${escapeHtml(`${label} ${fault}`)}</span>`;
    return `<p><label>${label}<br><input name="${name}" required ${value}></label>${told}</p>`;
  };
  const fields = [field('name', 'Name'), field('username', 'Username'), field('password', 'Password')].join('');
  const signIn = '<a href="/-/sign-in">sign in</a> and open this link again.';
  const join =
    username !== null
      ? `<p>You are signed in as @${escapeHtml(username)}.</p>${form('accept', '', 'Join')}`
      : has_account
        ? `<p>There is an account for ${escapeHtml(email)}: ${signIn}</p>`
        : `<p>Set up an account${mailed ? ` for ${escapeHtml(email)}` : ''}, or ${signIn}</p>${form('account', fields, 'Set up account and join')}`;
  const who = `${escapeHtml(inviter.name)} (@${escapeHtml(inviter.username)})`;
  return page(
    `Join ${escapeHtml(place.name)}`,
    `<p>${who} invites you to the ${place.kind} ${escapeHtml(place.name)} as ${ROLE_NAMES[access_level] ?? ''}.</p>${join}` +
      `<p></p>${form('decline', '', 'Decline')}`,
  );
}
