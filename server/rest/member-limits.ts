import { manages, managesMembers, type MemberPlace } from '../member/change.ts';
import { seatsOf, setMemberLimit } from '../member/seats.ts';
import type { Kind } from './members.ts';
import { mayStart, trialJson } from './trials.ts';
import { forbidden, notFound, refusedAnswer, type RestAnswer, type RestContext, type RestRoute } from './types.ts';
import { write } from './writes/answers.ts';
import { Fields } from './writes/fields.ts';

/** How many people the top-level group of a page may have: BD-13.4. */

const PATTERN = 'member_limit.json';

async function told(ctx: RestContext, place: MemberPlace): Promise<RestAnswer> {
  const { kind, pathOrId } = place;
  const owner = await (kind === 'group' ? ctx.store.group : ctx.store.project).call(ctx.store, ctx.viewer, pathOrId);
  if (owner === undefined) return notFound;
  const { limit, taken, onTrial, groupName } = await seatsOf(ctx.store, ctx.viewer, owner, ctx.now);
  const [topId = 0] = owner.traversal_ids;
  const [trial, top] = [await ctx.store.trials.of(topId), await ctx.store.group(ctx.viewer, topId)];
  const owns = top !== undefined && manages(ctx.viewer, top);
  const forOwners = owns && { trial: trial && trialJson(trial), may_start_trial: mayStart(ctx, trial) };
  const body = { limit, members: taken, on_trial: onTrial, group_name: groupName, owner: owns, ...forOwners };
  return { status: 200, body };
}

const read = (kind: Kind) => async (ctx: RestContext) => {
  const place = { kind, pathOrId: ctx.groupPath };
  const manages = await managesMembers(ctx.store, ctx.viewer, place);
  return manages === undefined ? notFound : manages ? told(ctx, place) : forbidden;
};

/** The most that a column holds. */
const MOST = 2 ** 31 - 1;

async function change(ctx: RestContext): Promise<RestAnswer> {
  const fields = Fields.of(ctx);
  const limit = fields.nullableInteger('limit');
  if (limit === undefined || (limit !== null && (limit < 1 || limit > MOST))) return fields.refuse('limit');
  const input = { groupPath: ctx.groupPath, limit };
  const outcome = await setMemberLimit(ctx.store, ctx.viewer, input, ctx.now);
  return outcome.ok ? told(ctx, { kind: 'group', pathOrId: ctx.groupPath }) : refusedAnswer(outcome);
}

export const groupLimitRoutes: RestRoute[] = [
  { method: 'GET', pattern: PATTERN, handle: read('group') },
  { method: 'PUT', pattern: PATTERN, handle: write('member limit', change) },
];
export const projectLimitRoutes: RestRoute[] = [{ method: 'GET', pattern: PATTERN, handle: read('project') }];
