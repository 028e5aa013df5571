import { dayOf, jsonOf, textOf } from '../../api/wire-parts.ts';
import { segment } from '../../api/rest.ts';
import { compareDays } from '../../calendar/rules.ts';
import { lineFault, textOrNull, type Noun } from '../noun.ts';
import type { Entry, ManagedPage } from '../slice.ts';
import { MANAGE_TEXTS } from '../texts.ts';
import { MOST_TRIAL_DAYS, type Trial } from '../trial.ts';

/** What an Owner has asked of whoever runs the site. */
export interface SalesRequest {
  readonly username: string;
  readonly name: string;
  readonly company: string;
  readonly comment: string;
  /** An instant. */
  readonly createdAt: string;
}

/** The plan of a top-level group. */
export interface PlanEntry extends Entry {
  readonly trial: Trial | null;
  readonly limit: number | null;
  readonly members: number;
  /** An Owner may start a trial. */
  readonly mayStart: boolean;
  /** Told to administrators only. */
  readonly requests: readonly SalesRequest[];
}

const MOST = 255;

function entryOf(json: unknown): PlanEntry | null {
  const given = jsonOf(json);
  const [plan, usage, billing] = [jsonOf(given['plan']), jsonOf(given['usage']), jsonOf(given['billing'])];
  const { seats_in_use, seats_in_subscription } = usage;
  if (typeof seats_in_use !== 'number') return null;
  const startsOn = dayOf(textOf(billing['subscription_start_date']));
  const endsOn = dayOf(textOf(billing['trial_ends_on']));
  return {
    id: 'plan',
    trial:
      startsOn === null || endsOn === null
        ? null
        : {
            planName: textOf(plan['name'], ''),
            startsOn,
            duration: compareDays(endsOn, startsOn),
            contactSales: given['contact_sales'] === true,
          },
    limit: typeof seats_in_subscription === 'number' ? seats_in_subscription : null,
    members: seats_in_use,
    mayStart: given['may_start_trial'] === true,
    requests: [given['sales_contacts'] ?? []].flat().map((each) => {
      const { username, first_name, last_name, company_name, comment, created_at } = jsonOf(each);
      return {
        username: textOf(username, ''),
        name: `${textOf(first_name, '')} ${textOf(last_name, '')}`,
        company: textOf(company_name, ''),
        comment: textOf(comment, ''),
        createdAt: textOf(created_at, ''),
      };
    }),
  };
}

const subscriptionOf = ({ fullPath }: Pick<ManagedPage, 'fullPath'>): string =>
  `/api/v4/namespaces/${segment(fullPath)}/gitlab_subscription`;

const isWhole = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** BD-06.12: the trial and the member limit of a top-level group, for administrators to set and for Owners to read. */
export const plan: Noun = {
  isOne: true,
  may: () => 'administration',
  filters: [],
  list: (page) => ({ method: 'GET', path: subscriptionOf(page) }),
  entryOf,
  faults({ trial, plan: name = '', startsOn = '', endsOn = '', seats = '' }) {
    const days = startsOn === '' || endsOn === '' ? 0 : compareDays(endsOn, startsOn);
    const isOn = trial === 'yes';
    return {
      plan: isOn ? lineFault(name, MOST) : null,
      endsOn: isOn && (days < 1 || days > MOST_TRIAL_DAYS) ? MANAGE_TEXTS.trialDays : null,
      seats: seats.trim() === '' || isWhole(seats.trim()) ? null : MANAGE_TEXTS.seats,
    };
  },
  request({ page, what, draft: { trial, plan: name, startsOn, endsOn, contact, seats } }) {
    if (what === 'start') return { method: 'POST', path: `/groups/${page.fullPath}/-/trials.json` };
    const limit = textOrNull(seats);
    const set =
      trial === 'yes'
        ? {
            plan_name: name?.trim(),
            trial_starts_on: startsOn,
            trial_ends_on: endsOn,
            contact_sales: contact === 'yes',
          }
        : { trial: false };
    return {
      method: 'PUT',
      path: subscriptionOf(page),
      body: { ...set, seats: limit === null ? null : Number(limit) },
    };
  },
  failure: MANAGE_TEXTS.plan,
};

/** BD-06.13: an Owner asks to be called. */
export const sales: Noun = {
  may: () => 'adminMembers',
  filters: [],
  list: () => null,
  entryOf: () => null,
  faults: ({ first = '', last = '', company = '' }) => ({
    first: lineFault(first, MOST),
    last: lineFault(last, MOST),
    company: lineFault(company, MOST),
  }),
  request: ({ page, draft: { first, last, company, comment } }) => ({
    method: 'POST',
    path: `/groups/${page.fullPath}/-/hand_raise_leads.json`,
    body: {
      first_name: first?.trim(),
      last_name: last?.trim(),
      company_name: company?.trim(),
      comment: textOrNull(comment) ?? '',
    },
  }),
  next: (_answer, { page }) => `/groups/${page.fullPath}/-/billings`,
  failure: MANAGE_TEXTS.plan,
};
