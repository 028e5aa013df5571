import { everything, makeGroup, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import type { MemberPlace } from './change.ts';
import { shareWithGroup, unshareWithGroup } from './group-shares.ts';

let plan: Plan;
let team: number;
beforeEach(() => {
  plan = plantPlan();
  team = makeGroup(plan.db, { path: 'team' });
  plan.db.addMember({ userId: plan.users.out, groupId: team, level: 50 });
});

type Who = keyof Plan['viewers'];
const at = (path: string): MemberPlace => ({ kind: path.includes('app') ? 'project' : 'group', pathOrId: path });
const viewer = (who: Who) => plan.db.viewer(who === 'nobody' ? null : plan.users[who]);
const share = (who: Who, path: string, level: number, groupId = team, expiresAt: string | null = null) =>
  shareWithGroup(plan.store, viewer(who), { place: at(path), groupId, level, expiresAt }, NOW);
const unshare = (who: Who, path: string, groupId = team) =>
  unshareWithGroup(plan.store, viewer(who), { place: at(path), groupId }, NOW);

const status = (code: number, ...errors: string[]) => ({
  ok: false,
  status: code,
  ...(errors.length > 0 && { errors }),
});

test('BD-05.64 who manages the members invites a group that they see, with a role not above their own', async () => {
  plan.db.addMember({ userId: plan.users.dev, projectId: plan.projects.app, level: 40 });
  const before = everything(plan.db);
  expect(await share('nobody', 'acme', 30)).toMatchObject(status(401));
  expect(await share('dev', 'acme', 10)).toMatchObject(status(403));
  expect(await share('out', 'hidden', 10)).toMatchObject(status(404));
  expect(await share('plan', 'acme', 10, plan.groups.hidden)).toEqual(status(404, 'Group Not Found'));
  expect(await share('plan', 'acme', 10, 999)).toEqual(status(404, 'Group Not Found'));
  expect(await share('dev', 'acme/web/app', 50)).toMatchObject(status(403));
  expect(await share('plan', 'acme', 5)).toEqual(status(400, 'Access level is not included in the list'));
  expect(await share('plan', 'acme', 10, team, '2020-01-01')).toEqual(
    status(400, 'Expires at cannot be a date in the past'),
  );
  for (const groupId of [plan.groups.acme, plan.groups.web])
    expect(await share('plan', 'acme/web', 10, groupId)).toMatchObject(status(409));
  expect(everything(plan.db)).toEqual(before);
  expect(await share('dev', 'acme/web/app', 40)).toMatchObject({ ok: true });
  expect(await share('dev', 'acme/web/app', 30)).toEqual(status(409, 'Group already shared with this group'));
  expect([...viewer('out').projectLevels]).toEqual([[plan.projects.app, 40]]);
});

test('BD-05.65 who manages the members ends it; of its end a job takes care', async () => {
  expect(await share('plan', 'acme', 30, team, '2100-01-01')).toMatchObject({ ok: true });
  expect(plan.db.jobs).toEqual([{ kind: 'endMemberships', day: '2100-01-01' }]);
  expect(viewer('out').levels.get(plan.groups.acme)).toBe(30);
  expect(plan.db.viewer(plan.users.out, '2100-01-01T00:00:00.000Z').levels.get(plan.groups.acme)).toBeUndefined();
  expect(await unshare('out', 'acme')).toMatchObject(status(403));
  expect(await unshare('plan', 'acme/web')).toEqual(status(404, 'Group Link Not Found'));
  expect(await unshare('plan', 'acme')).toEqual({ ok: true, value: null });
  expect(viewer('out').levels.get(plan.groups.acme)).toBeUndefined();
  plan.db.addMember({ userId: plan.users.dev, projectId: plan.projects.app, level: 40 });
  await share('plan', 'acme/web/app', 50);
  expect(await unshare('dev', 'acme/web/app')).toMatchObject(status(403));
  expect(await unshare('plan', 'acme/web/app')).toMatchObject({ ok: true });
});
