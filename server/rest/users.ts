import { passwordFault } from '@espalier/core/access';
import { hashPassword } from '../auth/secrets.ts';
import type { Refused } from '../command/outcome.ts';
import { type Account, createUser, editUser, USER_TEXTS } from '../user/change.ts';
import { deleteUser } from '../user/delete.ts';
import { changeState, STATE_EVENTS, type StateEvent } from '../user/state.ts';
import { PROFILE_PARTS } from '../user/profile.ts';
import { noUser, oneUser, userIdOf } from './reads/users.ts';
import {
  forbidden,
  type RestAnswer,
  type RestContext,
  type RestMethod,
  type RestRoute,
  unauthorized,
} from './types.ts';
import { write } from './writes/answers.ts';
import { Fields } from './writes/fields.ts';
import { Parameters, validationAnswer } from './writes/parameters.ts';

/** What an administrator does with people: GitLab's docs/api/users.md. */

/** There is no such thing here: what says so is taken, anything else refused. */
const NONE: Readonly<Record<string, readonly unknown[]>> = {
  external: [false, 0],
  auditor: [false, 0],
  can_create_group: [true, 1],
  private_profile: [false, 0],
  view_diffs_file_by_file: [false, 0],
  // There is nothing to confirm.
  skip_confirmation: [true, false, 1, 0],
  skip_reconfirmation: [true, false, 1, 0],
};
const UNSUPPORTED = [
  ...['extern_uid', 'provider', 'group_id_for_saml', 'projects_limit', 'theme_id', 'color_scheme_id'],
  ...['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit', 'commit_email'],
];

/** The fields of an account, with the password, which is taken out of them first. */
function accountOf(asked: Parameters): Omit<Account, 'passwordHash'> {
  for (const [name, values] of Object.entries(NONE)) asked.only(name, ...values);
  for (const name of UNSUPPORTED) asked.only(name);
  const parts = Object.keys(PROFILE_PARTS).map((part) => [part, asked.text(part)] as const);
  const profile = Object.fromEntries(parts.filter((part): part is [string, string] => part[1] !== undefined));
  const [username, name, email, note] = [
    asked.text('username'),
    asked.text('name'),
    asked.text('email'),
    asked.text('note'),
  ];
  const admin = asked.flag('admin');
  const avatar = asked.file('avatar');
  return {
    ...(username !== undefined && { username }),
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: email.trim() }),
    ...(note !== undefined && { note: note || null }),
    ...(admin !== undefined && { admin }),
    ...(avatar !== undefined && { avatar }),
    ...(Object.keys(profile).length > 0 && { profile }),
  };
}

async function post(ctx: RestContext, password: string | undefined): Promise<RestAnswer> {
  const fields = Fields.of(ctx);
  const asked = new Parameters(fields);
  asked.required('email', 'name', 'username');
  if (password === undefined) asked.oneOf('password', 'reset_password', 'force_random_password');
  asked.flag('reset_password');
  asked.flag('force_random_password');
  const { username = '', name = '', email = '', ...others } = accountOf(asked);
  asked.check();
  const secret = await hashed(password);
  const outcome = await createUser(ctx.store, ctx.viewer, { ...others, ...secret, username, name, email }, ctx.now);
  return outcome.ok ? oneUser(ctx, outcome.value, 'administrators', 201) : refused(outcome);
}

async function put(ctx: RestContext, password: string | undefined): Promise<RestAnswer> {
  const id = userIdOf(ctx);
  const asked = new Parameters(Fields.of(ctx));
  const account = accountOf(asked);
  asked.check();
  // RP-02.118: a token sets nobody's own password.
  if (password !== undefined && id === ctx.viewer.userId && typeof ctx.csrfToken !== 'string') return forbidden;
  const input = { ...account, ...(await hashed(password)), id };
  const outcome = await editUser(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? oneUser(ctx, id, 'administrators') : refused(outcome);
}

async function hashed(password: string | undefined) {
  return password === undefined ? {} : { passwordHash: await hashPassword(password) };
}

/** In GitLab's forms: what may not be done says why, what somebody else has is a conflict, all else is told by attribute. */
export function refused(outcome: Refused): RestAnswer {
  const [text = ''] = outcome.errors;
  switch (outcome.status) {
    case 401:
      return unauthorized;
    case 403:
      if (text.startsWith('You cannot')) return { status: 403, body: { message: text } };
      return TOLD.has(text) ? { status: 403, body: { message: `403 Forbidden - ${text}` } } : forbidden;
    case 404:
      return noUser;
    case 409:
      return { status: 409, body: { message: text } };
    default:
      return validationAnswer(outcome);
  }
}

const TOLD: ReadonlySet<string> = new Set(Object.values(USER_TEXTS));

/** For administrators, who are asked before anything else. A password is in nothing that is kept of the request. */
function secretly(
  method: RestMethod,
  pattern: string,
  handle: (ctx: RestContext, password: string | undefined) => Promise<RestAnswer>,
): RestRoute {
  return {
    method,
    pattern,
    handle: async (ctx) => {
      if (ctx.viewer.userId === null) return unauthorized;
      if (!ctx.viewer.admin) return forbidden;
      const { password: inQuery, ...query } = ctx.query;
      const { password = inQuery, ...body } = (ctx.body ?? {}) as Readonly<Record<string, unknown>>;
      if (password !== undefined && typeof password !== 'string')
        return { status: 400, body: { error: 'password is invalid' } };
      const given = password === '' ? undefined : password;
      const fault = given === undefined ? null : passwordFault(given);
      if (fault !== null) return refused({ ok: false, status: 400, errors: [`Password ${fault}`] });
      return write(`${method} ${pattern}`, (inner) => handle(inner, given))({ ...ctx, query, body });
    },
  };
}

const state = (event: StateEvent): RestRoute => ({
  method: 'POST',
  pattern: `users/:id/${event}`,
  handle: write(`user ${event}`, async (ctx) => {
    const { store, viewer, now } = ctx;
    const outcome = await changeState(store, viewer, { id: userIdOf(ctx), event }, now);
    return outcome.ok ? { status: 201, body: true } : refused(outcome);
  }),
});

async function remove(ctx: RestContext): Promise<RestAnswer> {
  const { store, viewer, now } = ctx;
  const asked = new Parameters(Fields.of(ctx));
  const hard = asked.flag('hard_delete') ?? false;
  asked.check();
  const outcome = await deleteUser(store, viewer, { id: userIdOf(ctx), hard }, now);
  return outcome.ok ? { status: 204 } : refused(outcome);
}

export const userWriteRoutes: readonly RestRoute[] = [
  ...STATE_EVENTS.map(state),
  secretly('POST', 'users', post),
  secretly('PUT', 'users/:id', put),
  { method: 'DELETE', pattern: 'users/:id', handle: write('user deleted', remove) },
];
