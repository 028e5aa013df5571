import { makeGroup, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { inviteMembers } from './invitations.ts';
import { setMemberLimit } from './seats.ts';
import { contactSales, setSubscription, setTrial, startTrial, type TrialChange, TRIAL_TEXTS } from './trials.ts';

let plan: Plan;
beforeEach(() => {
  plan = plantPlan();
});

type Who = keyof Plan['viewers'];
const viewer = (who: Who) => plan.db.viewer(who === 'nobody' ? null : plan.users[who]);
const set = (who: Who, trial: TrialChange | null, groupPath = 'acme') =>
  setTrial(plan.store, viewer(who), { groupPath, trial }, NOW);
const start = (who: Who, days = 30, groupPath = 'acme', now = NOW) =>
  startTrial(plan.store, viewer(who), { groupPath, days }, now);
const trial = () => plan.store.trials.of(plan.groups.acme);
const refused = (status: number, text?: string) => ({
  ok: false,
  status,
  ...(text !== undefined && { errors: [text] }),
});
const invite = (now: string) => {
  const place = { kind: 'group', pathOrId: 'acme' } as const;
  const input = { place, emails: ['new@x.org'], userIds: [], level: 10, newToken: () => now, mailsFrom: null };
  return inviteMembers(plan.store, viewer('plan'), input, now);
};

test('BD-06.3 administrators set and take away the trial of a top-level group; what they leave out stays', async () => {
  expect(await set('plan', {})).toMatchObject(refused(403));
  expect(await set('root', {}, 'acme/web')).toMatchObject(refused(422, TRIAL_TEXTS.top));
  expect(await set('root', {}, 'nowhere')).toMatchObject(refused(404));
  expect(await set('root', {})).toMatchObject({ ok: true });
  expect(await trial()).toEqual({
    planName: 'Ultimate',
    startsOn: '2099-11-21',
    duration: 30,
    contactSales: false,
  });
  await set('root', { planName: ' Gold ', contactSales: true });
  await set('root', { startsOn: '2099-11-01', endsOn: '2099-12-01' });
  expect(await trial()).toEqual({ planName: 'Gold', startsOn: '2099-11-01', duration: 30, contactSales: true });
  for (const planName of [' ', 'x'.repeat(256)])
    expect(await set('root', { planName })).toMatchObject(refused(422, TRIAL_TEXTS.name));
  for (const endsOn of ['2099-11-01', '2199-11-01'])
    expect(await set('root', { endsOn })).toMatchObject(refused(422, TRIAL_TEXTS.days));
  expect(await set('root', null)).toMatchObject({ ok: true });
  expect(await trial()).toBeNull();
});

test('BD-06.4 an Owner starts a trial once, unless nobody does', async () => {
  expect(await start('dev')).toMatchObject(refused(403));
  expect(await start('out', 30, 'hidden')).toMatchObject(refused(404));
  expect(await start('plan', 0)).toMatchObject(refused(403));
  expect(await start('plan', 30, 'acme/web')).toMatchObject(refused(422, TRIAL_TEXTS.top));
  expect(await start('plan', 14)).toMatchObject({ ok: true });
  expect(await trial()).toMatchObject({ startsOn: '2099-11-21', duration: 14 });
  expect(await start('plan', 14, 'acme', '2100-06-01T00:00:00.000Z')).toMatchObject(refused(409, TRIAL_TEXTS.had));
});

test('BD-06.5 what an Owner asks is kept, the last of each', async () => {
  const ask = (who: Who, comment: string, groupPath = 'acme') => {
    const contact = { firstName: 'Ada', lastName: 'Byron', companyName: 'Engines', comment };
    return contactSales(plan.store, viewer(who), { groupPath, contact }, NOW);
  };
  expect(await ask('dev', 'a')).toMatchObject(refused(403));
  expect(await ask('out', 'a', 'hidden')).toMatchObject(refused(404));
  expect(await ask('plan', 'a', 'acme/web')).toMatchObject(refused(422, TRIAL_TEXTS.top));
  for (const comment of ['first', 'second']) expect(await ask('plan', comment)).toMatchObject({ ok: true });
  expect(await plan.store.trials.contacts(plan.groups.acme)).toEqual([
    {
      ...{ userId: plan.users.plan, username: 'plan', firstName: 'Ada', lastName: 'Byron' },
      ...{ companyName: 'Engines', comment: 'second', createdAt: NOW },
    },
  ]);
});

test('BD-13.20 of limit and trial both are set, or neither', async () => {
  const both = (limit: number | null | undefined, trialSet: TrialChange | null | undefined, who: Who = 'root') =>
    setSubscription(plan.store, viewer(who), { groupPath: 'acme', limit, trial: trialSet }, NOW);
  const limit = async () => plan.db.memberLimits.get(plan.groups.acme);
  expect(await both(4, { planName: ' ' })).toMatchObject(refused(422, TRIAL_TEXTS.name));
  expect(await both(4, {}, 'plan')).toMatchObject(refused(403));
  expect([await limit(), await trial()]).toEqual([undefined, null]);
  expect(await both(4, { planName: 'Gold' })).toMatchObject({ ok: true });
  expect([await limit(), await trial()]).toMatchObject([4, { planName: 'Gold' }]);
  expect(await both(undefined, null)).toMatchObject({ ok: true });
  expect([await limit(), await trial()]).toEqual([4, null]);
  expect(await both(null, undefined)).toMatchObject({ ok: true });
  expect(await limit()).toBeUndefined();
});

test('BD-13.6 while a trial runs the limit is not in force, and it is again on the day on which it is over', async () => {
  makeGroup(plan.db, { path: 'other' });
  await setMemberLimit(plan.store, viewer('root'), { groupPath: 'acme', limit: 4 }, NOW);
  const full = { value: { errors: { 'new@x.org': expect.stringContaining('4 member limit') } } };
  expect(await invite(NOW)).toMatchObject(full);
  await set('root', { startsOn: '2099-11-22', endsOn: '2099-11-24' });
  expect(await invite(NOW)).toMatchObject(full);
  expect(await invite('2099-11-24T00:00:00.000Z')).toMatchObject(full);
  expect(await invite('2099-11-23T23:59:59.000Z')).toMatchObject({ value: { errors: {} } });
});
