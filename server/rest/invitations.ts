import { newSecret } from '../auth/secrets.ts';
import { changeInvitation, holding, inviteMembers, withdrawInvitation } from '../member/invitations.ts';
import { MEMBER_TEXTS } from '../member/change.ts';
import { inviteAddress } from '../member/invite-pages.ts';
import type { Query, Row } from '../graphql/plan/query.ts';
import { at } from './reads/facts.ts';
import { groupOwner, projectOwner } from './reads/groups.ts';
import { listAnswer, oneAnswer, queryFor, text } from './reads/page.ts';
import { type Kind, managing, placeOf, roleOf, type Writes } from './members.ts';
import { refusedMember } from './writes/member-refusals.ts';
import { Invalid, notFound, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { Fields } from './writes/fields.ts';
import { Parameters } from './writes/parameters.ts';

/** GitLab's docs/api/invitations.md: BD-05.74. */

/** As far as an address can be told from none; whether it is one, only a letter shows. */
const ADDRESS = /^[^\s@<>",;:\\()[\]]+@[^\s@<>",;:\\()[\]]+$/;
const ADDRESS_MOST = 254;

interface InvitationFacts {
  /** Null: it was mailed, and is told to nobody else, whatever is configured by now. */
  readonly token: string | null;
  readonly access_level: number;
  readonly sent_by: number;
}

const FACTS = {
  id: 'a.id',
  invite_email: 'a.email',
  created_at: at('a.created_at'),
  access_level: 'a.access_level',
  expires_at: 'a.expires_at',
  user_name: 'NULL::text',
  created_by_name: '(SELECT u.name FROM users u WHERE u.id = a.created_by)',
  sent_by: 'a.created_by',
  token: 'CASE WHEN a.mailed_at IS NULL THEN a.token END',
};

/** Who has no mail passes the link on. BD-05.91: one that lets nobody in says so in place of its link. */
const shape = (ctx: RestContext, holds: (facts: InvitationFacts) => boolean) => (row: Row) => {
  const given = row as unknown as InvitationFacts;
  const { token, sent_by: _, ...facts } = given;
  if (!holds(given)) return { ...facts, valid: false };
  return { ...facts, ...(ctx.mails !== true && token !== null && { invite_link: inviteAddress(ctx.baseUrl, token) }) };
};

const sentOf = ({ sent_by, access_level }: InvitationFacts) => ({ createdBy: sent_by, level: access_level });

const ownerOf = (kind: Kind, ctx: RestContext, query: Query): string =>
  (kind === 'group' ? groupOwner : projectOwner)(ctx, query);

const present = (query: Query): string =>
  ['i.lapses_on', `coalesce(i.expires_at, 'infinity')`]
    .map((day) => `${day} > (${query.now()} AT TIME ZONE 'UTC')::date`)
    .join(' AND ');

const listed = (kind: Kind) => async (ctx: RestContext) => {
  const refusal = await managing(kind, ctx);
  if (refusal !== null) return refusal;
  const query = queryFor(ctx);
  const wanted = text(ctx, 'query') ?? '';
  const answer = await listAnswer(ctx, query, {
    owner: ownerOf(kind, ctx, query),
    from: 'invitations i',
    columns: 'i.*',
    where: [
      `i.${kind}_id = owner.id`,
      present(query),
      ...(wanted === '' ? [] : [`i.email = lower(${query.param(wanted, 'text')})`]),
    ],
    order: { name: 'id', keys: [{ text: 'i.id', type: 'bigint' }] },
    json: FACTS,
  });
  if (answer.status !== 200) return answer;
  const rows = answer.body as readonly Row[];
  const place = placeOf(kind, ctx);
  const owner = await (kind === 'group' ? ctx.store.group : ctx.store.project).call(
    ctx.store,
    ctx.viewer,
    place.pathOrId,
  );
  if (owner === undefined) return notFound;
  const sent = (rows as unknown as readonly InvitationFacts[]).map(sentOf);
  const holds = await holding(ctx.store, owner, sent, ctx.now);
  return { ...answer, body: rows.map(shape(ctx, (facts) => holds(sentOf(facts)))) };
};

/** @throws Invalid */
function emailsOf(fields: Fields): readonly string[] {
  const emails = (fields.texts('email') ?? []).map((email) => email.trim()).filter((email) => email !== '');
  if (emails.every((email) => ADDRESS.test(email) && email.length <= ADDRESS_MOST)) return emails;
  throw new Invalid(['email contains an invalid email address']);
}

const invite =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const fields = Fields.of(ctx);
    const given = new Parameters(fields);
    given.oneOf('email', 'user_id');
    given.required('access_level');
    given.check();
    const { level = 0, userIds, ...end } = roleOf(ctx, []);
    const mailsFrom = ctx.mails === true ? ctx.baseUrl : null;
    const asked = { emails: emailsOf(fields), userIds, place: placeOf(kind, ctx) };
    const input = { ...end, ...asked, level, newToken: newSecret, mailsFrom };
    const outcome = await inviteMembers(ctx.store, ctx.viewer, input, ctx.now);
    if (!outcome.ok) {
      if (outcome.errors[0] !== MEMBER_TEXTS.tooMany) return refusedMember(outcome);
      return { status: 201, body: { status: 'error', message: MEMBER_TEXTS.tooMany } };
    }
    const { errors, tokens } = outcome.value;
    const links = Object.entries(tokens).map(([email, token]) => [email, inviteAddress(ctx.baseUrl, token)] as const);
    const failed = Object.keys(errors).length > 0;
    const body = {
      status: failed ? 'error' : 'success',
      ...(failed && { message: errors }),
      ...(ctx.mails !== true && links.length > 0 && { invite_links: Object.fromEntries(links) }),
    };
    return { status: 201, body };
  };

const change =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const { level, ...end } = roleOf(ctx, []);
    const changed = { ...(level !== undefined && { level }), ...('expiresAt' in end && { expiresAt: end.expiresAt }) };
    if (Object.keys(changed).length === 0) return { status: 400, body: { message: '400 Bad request' } };
    const { email = '' } = ctx.params;
    const input = { place: placeOf(kind, ctx), email, ...changed };
    const outcome = await changeInvitation(ctx.store, ctx.viewer, input, ctx.now);
    if (!outcome.ok) return refusedMember(outcome);
    const query = queryFor(ctx);
    const address = query.param(email, 'text');
    const waits = `i.${kind}_id = owner.id AND i.email = lower(${address})`;
    const from = `(SELECT i.* FROM ${ownerOf(kind, ctx, query)} JOIN invitations i ON ${waits}) a`;
    // Whoever changes one answers for it from then on.
    return oneAnswer(
      query,
      from,
      FACTS,
      shape(ctx, () => true),
    );
  };

const withdraw =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const input = { place: placeOf(kind, ctx), email: ctx.params.email ?? '' };
    const outcome = await withdrawInvitation(ctx.store, ctx.viewer, input, ctx.now);
    return outcome.ok ? { status: 204 } : refusedMember(outcome);
  };

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const invitationApi = (writes: Writes) =>
  (['group', 'project'] as const).flatMap((kind): RestRoute[] => {
    const list = `${kind}s/:id/invitations`;
    return [
      { method: 'GET', pattern: list, handle: listed(kind) },
      { method: 'POST', pattern: list, handle: writes(`${kind} invited`, invite(kind)) },
      { method: 'PUT', pattern: `${list}/:email`, handle: writes(`${kind} invitation changed`, change(kind)) },
      { method: 'DELETE', pattern: `${list}/:email`, handle: writes(`${kind} invitation withdrawn`, withdraw(kind)) },
    ];
  });
