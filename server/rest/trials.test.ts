import { seedTiny, type TinyData } from '../db/testing-data.ts';
import { openTestServer, type TestServer } from '../graphql/testing.ts';

let server: TestServer;
let tiny: TinyData;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.reset();
  tiny = await seedTiny(server.db);
});

const SUBSCRIPTION = '/api/v4/namespaces/acme/gitlab_subscription';
const TRIALS = '/groups/acme/-/trials.json';
const LEADS = '/groups/acme/-/hand_raise_leads.json';
const LIMIT = '/groups/acme/-/member_limit.json';
const addDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function callers() {
  const [root, plan, dev] = await Promise.all([1, tiny.users.plan, tiny.users.dev].map((id) => server.token(id)));
  const call = async (method: 'GET' | 'PUT' | 'POST', url: string, token = plan, body?: object) => {
    const answer = await server.rest(method, url, token, body);
    return [answer.status, answer.body] as const;
  };
  return { root, plan, dev, call };
}

test('BD-06.6 Owners read the subscription in the shape of GitLab, administrators set it', async () => {
  const { root, dev, call } = await callers();
  const none = {
    plan: { code: null, name: null, trial: false, auto_renew: null, upgradable: false },
    usage: { seats_in_subscription: null, seats_in_use: 4, max_seats_used: null, seats_owed: 0 },
    billing: { subscription_start_date: null, subscription_end_date: null, trial_ends_on: null },
    contact_sales: false,
    may_start_trial: true,
  };
  expect(await call('GET', SUBSCRIPTION)).toEqual([200, none]);
  expect((await call('GET', SUBSCRIPTION, dev))[0]).toBe(403);
  expect((await call('GET', '/api/v4/namespaces/hidden/gitlab_subscription'))[0]).toBe(404);
  await server.db.updateTable('groups').set({ visibility: 'public' }).where('id', '=', tiny.groups.acme).execute();
  for (const namespace of ['acme', 'hidden'])
    expect((await server.rest('GET', `/api/v4/namespaces/${namespace}/gitlab_subscription`)).status).toBe(401);
  await server.db.updateTable('groups').set({ visibility: 'private' }).where('id', '=', tiny.groups.acme).execute();
  expect((await call('PUT', SUBSCRIPTION, undefined, { seats: 5 }))[0]).toBe(403);
  const from = '2020-01-30';
  const set = { plan_name: 'Premium Plus', trial_starts_on: from, trial_ends_on: '2020-02-29', seats: 9 };
  expect(await call('PUT', SUBSCRIPTION, root, set)).toMatchObject([
    200,
    {
      plan: { code: 'premium_plus', name: 'Premium Plus', trial: false },
      usage: { seats_in_subscription: 9 },
      billing: { subscription_start_date: from, trial_ends_on: '2020-02-29' },
      may_start_trial: false,
    },
  ]);
  expect((await call('PUT', SUBSCRIPTION, root, { seats: null }))[1]).toMatchObject({
    plan: { name: 'Premium Plus' },
    usage: { seats_in_subscription: null },
  });
  for (const wrong of [{}, { seats: 0 }]) expect((await call('PUT', SUBSCRIPTION, root, wrong))[0]).toBe(400);
  for (const wrong of [{ plan_name: ' ' }, { trial_ends_on: from }, { trial_starts_on: '9999-12-20' }])
    expect((await call('PUT', SUBSCRIPTION, root, wrong))[0]).toBe(422);
  expect((await call('PUT', SUBSCRIPTION, root, { trial_ends_on: 'soon' }))[0]).toBe(400);
  expect(await call('PUT', SUBSCRIPTION, root, { trial: false })).toMatchObject([200, none]);
});

test('BD-06.7 an Owner starts the trial, and the limit is told with it', async () => {
  const { dev, call } = await callers();
  expect((await call('POST', TRIALS, dev))[0]).toBe(403);
  const [status, body] = await call('POST', TRIALS);
  const { billing } = body as { billing: { subscription_start_date: string } };
  const startsOn = billing.subscription_start_date;
  expect([status, body]).toMatchObject([201, { plan: { code: 'ultimate', name: 'Ultimate', trial: true } }]);
  const trial = { plan_name: 'Ultimate', starts_on: startsOn, ends_on: addDay(startsOn, 30), contact_sales: false };
  expect(await call('GET', LIMIT)).toEqual([
    200,
    {
      ...{ limit: null, members: 4, on_trial: true, group_name: 'Acme', owner: true },
      ...{ trial, may_start_trial: false },
    },
  ]);
  expect(await call('POST', TRIALS)).toMatchObject([409, { message: 'This group has had a trial already' }]);
});

test('BD-06.8 what an Owner asks is read by administrators', async () => {
  const { root, call } = await callers();
  const asked = { first_name: 'Ada', last_name: 'Byron', company_name: 'Engines', comment: 'Call me' };
  expect((await call('POST', LEADS, undefined, { ...asked, last_name: ' ' }))[0]).toBe(422);
  expect(await call('POST', LEADS, undefined, asked)).toEqual([201, { message: '201 Created' }]);
  const kept = { ...asked, user_id: tiny.users.plan, username: 'plan', created_at: expect.any(String) };
  expect((await call('GET', SUBSCRIPTION, root))[1]).toMatchObject({ sales_contacts: [kept] });
  expect((await call('GET', SUBSCRIPTION))[1]).not.toHaveProperty('sales_contacts');
});

test('BD-13.7 of invitations that come at once no more are made than there is room', async () => {
  const { root, call } = await callers();
  await call('PUT', SUBSCRIPTION, root, { seats: 6 });
  const invite = (email: string) =>
    call('POST', '/api/v4/groups/acme/invitations', undefined, { email, access_level: 30 });
  const answers = await Promise.all(['a', 'b', 'c', 'd'].map((name) => invite(`${name}@x.org`)));
  expect(answers.map(([, body]) => (body as { status: string }).status).sort()).toEqual([
    'error',
    'error',
    'success',
    'success',
  ]);
  expect(await call('GET', LIMIT)).toMatchObject([200, { limit: 6, members: 6 }]);
});
