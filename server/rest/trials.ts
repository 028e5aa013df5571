import { endOfTrial, type Trial, trialDay } from '@espalier/core/manage/rules';
import type { Owner } from '../command/item.ts';
import type { Seats } from '../command/member-store.ts';
import type { Outcome } from '../command/outcome.ts';
import type { KeptContact } from '../command/trial-store.ts';
import { manages } from '../member/change.ts';
import { seatsOf } from '../member/seats.ts';
import { contactSales, setSubscription, startTrial, type TrialChange } from '../member/trials.ts';
import {
  forbidden,
  notFound,
  refusedAnswer,
  type RestAnswer,
  type RestContext,
  type RestRoute,
  unauthorized,
} from './types.ts';
import type { Writes } from './members.ts';
import { Fields, pathOrId } from './writes/fields.ts';
import { Parameters } from './writes/parameters.ts';

/** Plans and trials of top-level groups: BD-06.6 to BD-06.8. Nothing is sold: what a plan is called is all there is to it. */

/** A trial as it is told, also with the member limit (BD-13.4). */
export const trialJson = (trial: Trial) => ({
  plan_name: trial.planName,
  starts_on: trial.startsOn,
  ends_on: endOfTrial(trial),
  contact_sales: trial.contactSales,
});

/** Whether an Owner may start one: there has been none, and it is not switched off. */
export const mayStart = (ctx: RestContext, trial: Trial | null): boolean =>
  trial === null && ctx.trialDays !== undefined && ctx.trialDays > 0;

function subscriptionJson(ctx: RestContext, trial: Trial | null, { limit, taken }: Seats) {
  const runs = trial !== null && trialDay(trial, ctx.now.slice(0, 10)) !== null;
  const name = trial?.planName ?? null;
  return {
    plan: {
      code: name?.toLowerCase().replace(/\W+/g, '_') ?? null,
      name,
      trial: runs,
      auto_renew: null,
      upgradable: false,
    },
    usage: { seats_in_subscription: limit, seats_in_use: taken, max_seats_used: null, seats_owed: 0 },
    billing: {
      subscription_start_date: trial?.startsOn ?? null,
      subscription_end_date: null,
      trial_ends_on: trial && endOfTrial(trial),
    },
    contact_sales: trial?.contactSales ?? false,
    may_start_trial: mayStart(ctx, trial),
  };
}

const contactJson = ({ userId, username, firstName, lastName, companyName, comment, createdAt }: KeptContact) => ({
  ...{ user_id: userId, username, first_name: firstName, last_name: lastName, company_name: companyName },
  ...{ comment, created_at: createdAt },
});

type Found = { readonly owner: Owner } | { readonly refusal: RestAnswer };

async function managedGroup(ctx: RestContext, path: string | number): Promise<Found> {
  if (ctx.viewer.userId === null) return { refusal: unauthorized };
  const owner = await ctx.store.group(ctx.viewer, path);
  if (owner === undefined) return { refusal: notFound };
  return manages(ctx.viewer, owner) ? { owner } : { refusal: forbidden };
}

async function told(ctx: RestContext, path: string | number, status = 200): Promise<RestAnswer> {
  const found = await managedGroup(ctx, path);
  if ('refusal' in found) return found.refusal;
  const [top = 0] = found.owner.traversal_ids;
  const [trial, seats] = [await ctx.store.trials.of(top), await seatsOf(ctx.store, ctx.viewer, found.owner, ctx.now)];
  const asked = ctx.viewer.admin && { sales_contacts: (await ctx.store.trials.contacts(top)).map(contactJson) };
  return { status, body: { ...subscriptionJson(ctx, trial, seats), ...asked } };
}

const namespaceOf = ({ params }: RestContext): string | number => pathOrId(params['id'] ?? '');

async function answer(ctx: RestContext, path: string | number, outcome: Outcome<null>, status = 200) {
  return outcome.ok ? told(ctx, path, status) : refusedAnswer(outcome);
}

/** The most that a column holds. */
const MOST = 2 ** 31 - 1;

/** BD-06.6 */
async function change(ctx: RestContext): Promise<RestAnswer> {
  const groupPath = namespaceOf(ctx);
  const fields = Fields.of(ctx);
  const limit = fields.nullableInteger('seats');
  if (limit !== undefined && limit !== null && (limit < 1 || limit > MOST)) return fields.refuse('seats');
  const trial = trialIn(fields);
  if (trial === undefined && limit === undefined) return fields.refuse('trial');
  return answer(ctx, groupPath, await setSubscription(ctx.store, ctx.viewer, { groupPath, limit, trial }, ctx.now));
}

/** Undefined: nothing is said of it. */
function trialIn(fields: Fields): TrialChange | null | undefined {
  const given = new Parameters(fields);
  const [planName, contactSales] = [given.text('plan_name'), given.flag('contact_sales')];
  const [startsOn, endsOn] = [given.day('trial_starts_on') ?? undefined, given.day('trial_ends_on') ?? undefined];
  const runs = given.flag('trial');
  given.check();
  if (runs === false) return null;
  const isTold = [planName, contactSales, startsOn, endsOn, runs].some((value) => value !== undefined);
  return isTold ? { planName, contactSales, startsOn, endsOn } : undefined;
}

/** BD-06.7 */
async function start(ctx: RestContext): Promise<RestAnswer> {
  const { groupPath, trialDays: days = 0 } = ctx;
  return answer(ctx, groupPath, await startTrial(ctx.store, ctx.viewer, { groupPath, days }, ctx.now), 201);
}

const PARTS = { firstName: 'first_name', lastName: 'last_name', companyName: 'company_name' } as const;
const PART_MAX = 255;
const COMMENT_MAX = 2000;

/** BD-06.8 */
async function contact(ctx: RestContext): Promise<RestAnswer> {
  const { groupPath } = ctx;
  const fields = Fields.of(ctx);
  const part = (name: string, most: number, isNeeded = true): string => {
    const text = (fields.text(name) ?? '').trim();
    return (isNeeded && text === '') || [...text].length > most ? fields.refuse(name) : text;
  };
  const input = {
    firstName: part(PARTS.firstName, PART_MAX),
    lastName: part(PARTS.lastName, PART_MAX),
    companyName: part(PARTS.companyName, PART_MAX),
    comment: part('comment', COMMENT_MAX, false),
  };
  const outcome = await contactSales(ctx.store, ctx.viewer, { groupPath, contact: input }, ctx.now);
  return outcome.ok ? { status: 201, body: { message: '201 Created' } } : refusedAnswer(outcome);
}

const SUBSCRIPTION = 'namespaces/:id/gitlab_subscription';

/** Behind `/api/v4/`. `writes`: what is around a change. */
export const trialApi = (writes: Writes): readonly RestRoute[] => [
  { method: 'GET', pattern: SUBSCRIPTION, handle: (ctx) => told(ctx, namespaceOf(ctx)) },
  { method: 'PUT', pattern: SUBSCRIPTION, handle: writes('subscription', change) },
];

export const trialRoutes = (writes: Writes): readonly RestRoute[] => [
  { method: 'POST', pattern: 'trials.json', handle: writes('trial started', start) },
  { method: 'POST', pattern: 'hand_raise_leads.json', handle: writes('sales contacted', contact) },
];
