import { SHARE_TEXTS, shareWithGroup, unshareWithGroup } from '../member/group-shares.ts';
import type { Outcome } from '../command/outcome.ts';
import { type Kind, managing, placeOf, type Writes } from './members.ts';
import { refusedMember } from './writes/member-refusals.ts';
import { onePlace } from './reads/groups.ts';
import type { RestAnswer, RestContext, RestRoute } from './types.ts';
import { Fields } from './writes/fields.ts';
import { Parameters } from './writes/parameters.ts';

/** Groups invited to groups and projects: GitLab's docs/api/groups.md, "Share groups with groups", and docs/api/projects.md, "Share project with group": BD-05.67. */

const LEVELS = [10, 20, 30, 40, 50];

function refused(outcome: Extract<Outcome<unknown>, { ok: false }>): RestAnswer {
  const { status, errors } = outcome;
  const [text = ''] = errors;
  const isOurs = text === SHARE_TEXTS.group || text === SHARE_TEXTS.link;
  return status === 404 && isOurs ? { status, body: { message: `404 ${text}` } } : refusedMember(outcome);
}

const share =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const refusal = await managing(kind, ctx);
    if (refusal !== null) return refusal;
    const given = new Parameters(Fields.of(ctx));
    given.required('group_id', 'group_access');
    const groupId = given.integer('group_id') ?? 0;
    const level = given.among('group_access', LEVELS) ?? 0;
    const expiresAt = given.day('expires_at') ?? null;
    given.check();
    const input = { place: placeOf(kind, ctx), groupId, level, expiresAt };
    const outcome = await shareWithGroup(ctx.store, ctx.viewer, input, ctx.now);
    if (!outcome.ok) return refused(outcome);
    if (kind === 'group') return { ...(await onePlace(ctx, 'group')), status: 201 };
    const project = await ctx.store.project(ctx.viewer, input.place.pathOrId);
    const told = { id: outcome.value, project_id: project?.project_id, group_id: groupId };
    return { status: 201, body: { ...told, group_access: level, expires_at: expiresAt } };
  };

const unshare =
  (kind: Kind) =>
  async (ctx: RestContext): Promise<RestAnswer> => {
    const { group = '' } = ctx.params;
    const groupId = /^[1-9]\d{0,14}$/.test(group) ? Number(group) : 0;
    const outcome = await unshareWithGroup(ctx.store, ctx.viewer, { place: placeOf(kind, ctx), groupId }, ctx.now);
    return outcome.ok ? { status: 204 } : refused(outcome);
  };

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const groupShareApi = (writes: Writes) =>
  (['group', 'project'] as const).flatMap((kind): RestRoute[] => {
    const list = `${kind}s/:id/share`;
    return [
      { method: 'POST', pattern: list, handle: writes(`${kind} shared`, share(kind)) },
      { method: 'DELETE', pattern: `${list}/:group`, handle: writes(`${kind} unshared`, unshare(kind)) },
    ];
  });
