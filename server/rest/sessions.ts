import { hiddenText } from '../command/outcome.ts';
import { endSession, endSessions } from '../user/sessions.ts';
import { at } from './reads/facts.ts';
import { listAnswer, queryFor } from './reads/page.ts';
import { noUser, userIdOf } from './reads/users.ts';
import { forbidden, notFound, type RestAnswer, type RestContext, type RestRoute, unauthorized } from './types.ts';
import { refused } from './users.ts';
import { write } from './writes/answers.ts';

/** Where a person is signed in: one's own, and an administrator's of everybody. GitLab has pages for it and no call. */

async function listed(ctx: RestContext, userId: number): Promise<RestAnswer> {
  if (userId !== ctx.viewer.userId && !ctx.viewer.admin) return forbidden;
  const query = queryFor(ctx);
  const answer = await listAnswer(ctx, query, {
    owner: `(SELECT id FROM users WHERE id = ${query.param(userId, 'bigint')}) owner`,
    from: 'sessions s',
    columns: `s.id, s.created_at, s.expires_at, s.ip, s.user_agent, s.csrf_token IS NOT DISTINCT FROM ${query.param(ctx.csrfToken ?? null, 'text')} AS current`,
    where: ['s.user_id = owner.id', `s.expires_at > ${query.now()}`],
    order: { name: 'newest', keys: [{ text: 's.id', type: 'bigint', descending: true }] },
    json: {
      id: 'a.id',
      created_at: at('a.created_at'),
      expires_at: at('a.expires_at'),
      ip_address: 'a.ip',
      user_agent: 'a.user_agent',
      current: 'a.current',
    },
  });
  return answer === notFound ? noUser : answer;
}

async function one(ctx: RestContext, userId: number): Promise<RestAnswer> {
  const { session = '' } = ctx.params;
  const number = /^\d{1,15}$/.test(session) ? Number(session) : 0;
  const outcome = await endSession(ctx.store, ctx.viewer, { userId, session: number }, ctx.now);
  if (outcome.ok) return { status: 204 };
  return outcome.errors[0] === hiddenText && outcome.status === 404 ? notFound : refused(outcome);
}

/** One stays signed in where one asks. */
async function all(ctx: RestContext, userId: number): Promise<RestAnswer> {
  const outcome = await endSessions(ctx.store, ctx.viewer, { userId, but: ctx.csrfToken ?? null }, ctx.now);
  return outcome.ok ? { status: 204 } : refused(outcome);
}

type Handle = (ctx: RestContext, userId: number) => Promise<RestAnswer>;

const mine = (handle: Handle) => async (ctx: RestContext) =>
  ctx.viewer.userId === null ? unauthorized : handle(ctx, ctx.viewer.userId);
const theirs = (handle: Handle) => async (ctx: RestContext) =>
  ctx.viewer.userId === null ? unauthorized : handle(ctx, userIdOf(ctx));

/** Under /-/. */
export const sessionRoutes: readonly RestRoute[] = [
  { method: 'GET', pattern: 'sessions.json', handle: mine(listed) },
  { method: 'DELETE', pattern: 'sessions.json', handle: write('sessions ended', mine(all)) },
  { method: 'DELETE', pattern: 'sessions/:session', handle: write('session ended', mine(one)) },
  { method: 'GET', pattern: 'users/:id/sessions.json', handle: theirs(listed) },
  { method: 'DELETE', pattern: 'users/:id/sessions.json', handle: write('sessions of a user ended', theirs(all)) },
  { method: 'DELETE', pattern: 'users/:id/sessions/:session', handle: write('session of a user ended', theirs(one)) },
];
