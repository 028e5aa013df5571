import { managedPath, pageAt, NOUNS } from './index.ts';
import { requestsOf } from './testing/requests.ts';

const PLAN = { noun: 'plan', kind: 'group', fullPath: 'acme' } as const;
const SALES = { ...PLAN, noun: 'sales' } as const;
const DRAFT = { trial: 'yes', plan: ' Gold ', startsOn: '2026-11-01', endsOn: '2026-12-01', contact: 'yes', seats: '' };

test('BD-06.12 a plan is read with its trial and its limit, and set; an Owner starts the trial', () => {
  expect(managedPath(PLAN)).toBe('/groups/acme/-/billings');
  expect([pageAt('group', 'billings'), pageAt('group', 'contact_sales')]).toEqual([
    { noun: 'plan' },
    { noun: 'sales' },
  ]);
  const list = { ...PLAN, search: '', filter: '' };
  expect(NOUNS.plan.list(list)).toMatchObject({ path: '/api/v4/namespaces/acme/gitlab_subscription' });
  const answer = {
    plan: { code: 'gold', name: 'Gold', trial: true },
    usage: { seats_in_subscription: 6, seats_in_use: 4 },
    billing: { subscription_start_date: '2026-11-01', trial_ends_on: '2026-12-01' },
    contact_sales: true,
    may_start_trial: false,
    sales_contacts: [
      {
        ...{ username: 'ada', first_name: 'Ada', last_name: 'Byron', company_name: 'Engines', comment: 'Call' },
        created_at: '2026-11-02T00:00:00Z',
      },
    ],
  };
  expect(NOUNS.plan.entryOf(answer)).toEqual({
    id: 'plan',
    trial: { planName: 'Gold', startsOn: '2026-11-01', duration: 30, contactSales: true },
    ...{ limit: 6, members: 4, mayStart: false },
    requests: [
      {
        ...{ username: 'ada', name: 'Ada Byron', company: 'Engines', comment: 'Call' },
        createdAt: '2026-11-02T00:00:00Z',
      },
    ],
  });
  expect(NOUNS.plan.entryOf({ usage: { seats_in_use: 1 }, may_start_trial: true })).toEqual({
    ...{ id: 'plan', trial: null, limit: null, members: 1, mayStart: true, requests: [] },
  });
  expect(NOUNS.plan.entryOf({})).toBeNull();
  const set = { plan_name: 'Gold', trial_starts_on: '2026-11-01', trial_ends_on: '2026-12-01', contact_sales: true };
  expect(requestsOf(PLAN, 'plan', DRAFT, 'save', 'start')).toEqual([
    ['PUT namespaces/acme/gitlab_subscription', { ...set, seats: null }],
    ['POST /groups/acme/-/trials.json'],
  ]);
  expect(requestsOf(PLAN, 'plan', { ...DRAFT, trial: '', seats: ' 6 ' }, 'save')[0]?.[1]).toEqual({
    ...{ trial: false, seats: 6 },
  });
});

test('BD-06.12 name, days and limit of a plan are told what is wrong with them', () => {
  const faults = (changed: Record<string, string>) => NOUNS.plan.faults({ ...DRAFT, ...changed });
  const none = { plan: null, endsOn: null, seats: null };
  expect(faults({})).toEqual(none);
  expect(faults({ plan: ' ' })).toMatchObject({ plan: "can't be blank" });
  expect(faults({ plan: 'x'.repeat(256) }).plan).toMatch('too long');
  for (const endsOn of ['', '2026-11-01', '2036-11-01']) expect(faults({ endsOn }).endsOn).toMatch('1 to 3650');
  expect(faults({ endsOn: '2026-11-02' })).toEqual(none);
  expect(faults({ endsOn: '2036-10-29' })).toEqual(none);
  for (const seats of ['0', '-1', 'x', '1.5']) expect(faults({ seats }).seats).toMatch('whole number');
  expect(faults({ trial: '', plan: '', startsOn: '', endsOn: '', seats: '12' })).toEqual(none);
});

test('BD-06.13 who asks to be called gives names and company', () => {
  const draft = { first: ' Ada ', last: 'Byron', company: 'Engines', comment: '' };
  expect(requestsOf(SALES, null, draft, 'save')).toEqual([
    [
      'POST /groups/acme/-/hand_raise_leads.json',
      { first_name: 'Ada', last_name: 'Byron', company_name: 'Engines', comment: '' },
    ],
  ]);
  const blank = "can't be blank";
  expect(NOUNS.sales.faults({})).toEqual({ first: blank, last: blank, company: blank });
  expect(NOUNS.sales.faults(draft)).toEqual({ first: null, last: null, company: null });
  const change = { page: SALES, what: 'save', id: null, draft };
  expect(NOUNS.sales.next?.({}, change)).toBe('/groups/acme/-/billings');
});
