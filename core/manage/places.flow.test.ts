import { createPlanner } from '../planner.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import { beyondLimit, manageActions, placesAsked, placesSaga, selectPlaces } from './index.ts';

const GROUP = 'GET /groups/acme/-/member_limit.json';
const APP = 'GET /acme/web/app/-/member_limit.json';
const TRIAL = { plan_name: 'Gold', starts_on: '2026-11-01', ends_on: '2026-12-01', contact_sales: true };
const ANSWER = { limit: 6, members: 4, on_trial: false, group_name: 'Acme', owner: true, trial: null };

async function start() {
  const fake = new FakePorts();
  const planner = createPlanner(fake.ports);
  planner.watch('places', placesSaga);
  const ask = async (kind: 'group' | 'project', fullPath: string, again?: true) => {
    planner.store.dispatch(placesAsked({ kind, fullPath, ...(again && { again }) }));
    await settle();
  };
  const places = (fullPath = 'acme') => selectPlaces(planner.store.getState(), fullPath);
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  return { fake, ask, places, count, dispatch: planner.store.dispatch };
}

test('BD-06.10 limit and trial are read once for a top-level group, and again when somebody invites', async () => {
  const app = await start();
  await app.ask('group', 'acme');
  expect(app.places()).toBeNull();
  await app.fake.next(GROUP).answer({ ...ANSWER, trial: TRIAL, may_start_trial: false });
  expect(app.places('acme/web')).toEqual({
    ...{ topPath: 'acme', name: 'Acme', limit: 6, members: 4, isOwner: true, mayStart: false },
    trial: { planName: 'Gold', startsOn: '2026-11-01', duration: 30, contactSales: true },
  });
  expect(app.places('other')).toBeNull();
  await app.ask('group', 'acme');
  expect(app.count(GROUP)).toBe(1);
  // Another page leaves it.
  app.dispatch(manageActions.opened({ page: { noun: 'labels', kind: 'group', fullPath: 'acme/web' } }));
  expect(app.places()).not.toBeNull();
  await app.ask('project', 'acme/web/app', true);
  await app.fake.next(APP).answer({ ...ANSWER, on_trial: true, members: 5, group_name: null, owner: false });
  expect(app.places()).toMatchObject({ name: 'acme', limit: null, members: 5, isOwner: false, mayStart: false });
});

test('BD-06.10 who may not know is told of none and not asked for again; a failure is, unless somebody invites', async () => {
  const app = await start();
  const none = { limit: null, members: 0, isOwner: false, trial: null, mayStart: false, topPath: 'acme', name: 'acme' };
  await app.ask('group', 'acme');
  await app.fake.next(GROUP).fail(refusal(500));
  expect(app.places()).toBeNull();
  await app.ask('group', 'acme');
  await app.fake.next(GROUP).fail(refusal(403));
  expect(app.places()).toEqual(none);
  await app.ask('group', 'acme');
  expect(app.count(GROUP)).toBe(2);
  await app.ask('group', 'acme', true);
  await app.fake.next(GROUP).answer(ANSWER);
  await app.ask('group', 'acme', true);
  await app.fake.next(GROUP).fail(refusal(500));
  expect(app.places()).toEqual(none);
});

test('BD-06.10 they are read again after a change of the plan, and not after others', async () => {
  const app = await start();
  const saved = async (noun: 'plan' | 'labels') => {
    app.dispatch(manageActions.saved({ page: { noun, kind: 'group', fullPath: 'acme' }, what: 'save' }));
    await settle();
  };
  await app.ask('group', 'acme');
  await app.fake.next(GROUP).answer(ANSWER);
  await saved('labels');
  expect(app.count(GROUP)).toBe(1);
  await saved('plan');
  await app.fake.next(GROUP).answer({ ...ANSWER, trial: TRIAL });
  expect(app.places()?.trial).toMatchObject({ planName: 'Gold' });
});

test('BD-13.13 people are counted against the places that are left, groups are not', () => {
  const who = ['7\tAda', 'a@x.org', 'b@x.org'].join('\n');
  const at = (limit: number | null, to = 'people') => beyondLimit({ limit, members: 4 }, { to, who });
  expect([at(null), at(7), at(6), at(4), at(3)]).toEqual([0, 0, 1, 3, 3]);
  expect([at(4, 'groups'), beyondLimit(null, { to: 'people', who })]).toEqual([0, 0]);
  expect(beyondLimit({ limit: 4, members: 4 }, { to: 'people' })).toBe(0);
});
