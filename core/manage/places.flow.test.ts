import { accessActions } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { FakePorts, refusal, settle } from '../testing/index.ts';
import { beyondLimit, manageActions, placesAsked, placesSaga, selectPlaces } from './index.ts';

const GROUP = 'GET /groups/acme/-/member_limit.json';
const APP = 'GET /acme/web/app/-/member_limit.json';
const OTHER = 'GET /groups/other/-/member_limit.json';
const TRIAL = { plan_name: 'Gold', starts_on: '2026-11-01', ends_on: '2026-12-01', contact_sales: true };
const ANSWER = { limit: 6, members: 4, on_trial: false, group_name: 'Acme', owner: true, trial: null };
const ME = 'gid://gitlab/User/7';

async function start(userId: string | null = ME) {
  const fake = new FakePorts();
  const planner = createPlanner(fake.ports);
  planner.watch('places', placesSaga);
  const act = async (action: { readonly type: string }) => {
    planner.store.dispatch(action);
    await settle();
  };
  const signedInAs = (id: string | null) =>
    act(
      accessActions.sessionReceived({
        user: id === null ? null : { id, username: 'a', name: 'A', avatarUrl: null, webUrl: '/a', admin: false },
        ...{ features: {}, settings: {}, firstRun: false },
      }),
    );
  await signedInAs(userId);
  const enter = (kind: 'group' | 'project', fullPath: string) => act(manageActions.placeEntered({ kind, fullPath }));
  const places = (fullPath = 'acme') => selectPlaces(planner.store.getState(), fullPath);
  const count = (what: string) => fake.calls.filter((call) => call.what === what).length;
  return { fake, act, enter, signedInAs, places, count };
}

test('BD-06.10 limit and trial are read once for a top-level group, and again when somebody invites', async () => {
  const app = await start();
  await app.enter('group', 'acme');
  expect(app.places()).toBeNull();
  await app.fake.next(GROUP).answer({ ...ANSWER, trial: TRIAL, may_start_trial: false });
  expect(app.places('acme/web')).toEqual({
    ...{ topPath: 'acme', userId: ME, name: 'Acme', limit: 6, members: 4, isOwner: true, mayStart: false },
    trial: { planName: 'Gold', startsOn: '2026-11-01', duration: 30, contactSales: true },
  });
  expect(app.places('other')).toBeNull();
  // Other pages of the same group leave it.
  await app.act(manageActions.opened({ page: { noun: 'labels', kind: 'group', fullPath: 'acme/web' } }));
  await app.enter('project', 'acme/web/app');
  expect([app.places()?.limit, app.fake.calls.length]).toEqual([6, 1]);
  await app.act(placesAsked());
  expect(app.places()?.limit).toBe(6);
  await app.fake.next(APP).answer({ ...ANSWER, on_trial: true, members: 5, group_name: null, owner: false });
  expect(app.places()).toMatchObject({ name: 'acme', limit: null, members: 5, isOwner: false, mayStart: false });
  await app.enter('group', 'other');
  expect([app.places(), app.places('other')]).toEqual([null, null]);
  await app.fake.next(OTHER).answer({ ...ANSWER, group_name: 'Other' });
  expect(app.places('other')?.name).toBe('Other');
});

test('BD-06.10 who may not know is told of none and not asked for again, unless somebody invites; the next page asks for what failed', async () => {
  const app = await start();
  await app.enter('group', 'acme');
  await app.fake.next(GROUP).fail(refusal(500));
  expect(app.places()).toBeNull();
  await app.enter('group', 'acme');
  await app.fake.next(GROUP).fail(refusal(403));
  await app.enter('group', 'acme');
  expect([app.places(), app.count(GROUP)]).toEqual([null, 2]);
  // Two forms that ask at once are one question.
  await app.act(placesAsked());
  await app.act(placesAsked());
  await app.fake.next(GROUP).answer(ANSWER);
  expect([app.places()?.limit, app.count(GROUP)]).toEqual([6, 3]);
  await app.act(placesAsked());
  await app.fake.next(GROUP).fail(refusal(403));
  expect(app.places()).toBeNull();
});

test('BD-06.10 what has failed is not asked for again on the page of another group', async () => {
  const app = await start();
  await app.enter('group', 'acme');
  await app.fake.next(GROUP).fail(refusal(500));
  await app.enter('group', 'other');
  expect([app.count(GROUP), app.count(OTHER)]).toEqual([1, 1]);
});

test('BD-06.10 they are read again after a change of the plan, and not after others', async () => {
  const app = await start();
  const saved = (noun: 'plan' | 'labels') =>
    app.act(manageActions.saved({ page: { noun, kind: 'group', fullPath: 'acme' }, what: 'save' }));
  await app.enter('group', 'acme');
  await app.fake.next(GROUP).answer(ANSWER);
  await saved('labels');
  expect(app.count(GROUP)).toBe(1);
  await saved('plan');
  await app.fake.next(GROUP).answer({ ...ANSWER, trial: TRIAL });
  expect(app.places()?.trial).toMatchObject({ planName: 'Gold' });
});

test('BD-05.97 they are read for who is signed in, also where the session comes after the page', async () => {
  const app = await start(null);
  await app.enter('group', 'acme');
  expect(app.count(GROUP)).toBe(0);
  await app.signedInAs(ME);
  await app.fake.next(GROUP).answer(ANSWER);
  await app.signedInAs(ME);
  expect([app.places()?.limit, app.count(GROUP)]).toEqual([6, 1]);
  // Somebody else is not told what was told to the one before.
  await app.signedInAs('gid://gitlab/User/8');
  expect(app.places()).toBeNull();
  await app.fake.next(GROUP).fail(refusal(403));
  expect(app.places()).toBeNull();
  await app.signedInAs(null);
  expect(app.places()).toBeNull();
});

test('BD-13.13 people are counted against the places that are left, groups are not', () => {
  const who = ['7\tAda', 'a@x.org', 'b@x.org'].join('\n');
  const at = (limit: number | null, to = 'people') => beyondLimit({ limit, members: 4 }, { to, who });
  expect([at(null), at(7), at(6), at(4), at(3)]).toEqual([0, 0, 1, 3, 3]);
  expect([at(4, 'groups'), beyondLimit(null, { to: 'people', who })]).toEqual([0, 0]);
  expect(beyondLimit({ limit: 4, members: 4 }, { to: 'people' })).toBe(0);
});
