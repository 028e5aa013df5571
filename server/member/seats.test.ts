import { makeGroup, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { approveAccess, requestAccess } from './access-requests.ts';
import { addMember, addMembers, changeMembers, type MemberPlace } from './change.ts';
import { shareWithGroup } from './group-shares.ts';
import { acceptInvitation, inviteMembers } from './invitations.ts';
import { setMemberLimit } from './seats.ts';

let plan: Plan;
let more: number[];
beforeEach(() => {
  plan = plantPlan();
  more = ['a', 'b'].map((username) => plan.db.addUser({ username, email: `${username}@x.org` }));
});

type Who = keyof Plan['viewers'];
const ACME: MemberPlace = { kind: 'group', pathOrId: 'acme' };
const viewer = (who: Who) => plan.db.viewer(who === 'nobody' ? null : plan.users[who]);
const limit = (who: Who, count: number | null, groupPath = 'acme') =>
  setMemberLimit(plan.store, viewer(who), { groupPath, limit: count }, NOW);
const invite = (emails: readonly string[], userIds: readonly number[] = []) => {
  const input = { place: ACME, emails, userIds, level: 10, newToken: () => emails.join(), mailsFrom: null };
  return inviteMembers(plan.store, viewer('plan'), input, NOW);
};
const FULL = (count: number) => `cannot be added since you've reached your ${count} member limit for Acme`;
const status = (code: number, ...errors: string[]) => ({
  ok: false,
  status: code,
  ...(errors.length > 0 && { errors }),
});

test('BD-13.1 those join who have room, in the order in which they are named; the others are told', async () => {
  await limit('root', 6);
  expect(await invite(['new@x.org', 'a@x.org', 'b@x.org'], [plan.users.out])).toMatchObject({
    value: { errors: { 'b@x.org': FULL(6), out: FULL(6) }, tokens: { 'new@x.org': expect.any(String) } },
  });
  const [a = 0, b = 0] = more;
  const add = (userId: number, place: MemberPlace) =>
    addMember(plan.store, viewer('plan'), { place, userId, level: 20 }, NOW);
  expect(await add(b, ACME)).toEqual(status(400, FULL(6)));
  const app: MemberPlace = { kind: 'project', pathOrId: 'acme/web/app' };
  expect(await add(b, app)).toEqual(status(400, FULL(6)));
  expect(await add(a, app)).toMatchObject({ ok: true });
  expect(await addMembers(plan.store, viewer('plan'), { place: ACME, userIds: [a, b], level: 30 }, NOW)).toEqual({
    ok: true,
    value: [`b: ${FULL(6)}`],
  });
  expect(await changeMembers(plan.store, viewer('plan'), { place: ACME, userIds: [a], level: 20 }, NOW)).toMatchObject({
    ok: true,
  });
  await requestAccess(plan.store, viewer('out'), ACME, NOW);
  const approve = () => approveAccess(plan.store, viewer('plan'), { place: ACME, userId: plan.users.out }, NOW);
  expect(await approve()).toEqual(status(400, FULL(6)));
  // Who is invited has been counted.
  expect(await acceptInvitation(plan.store, plan.db.viewer(b), 'new@x.org,a@x.org,b@x.org', NOW)).toMatchObject({
    ok: true,
  });
  await limit('root', 7);
  expect(await approve()).toMatchObject({ ok: true });
});

test('BD-13.2 a group whose members would be too many is not invited; a lower limit takes nobody away', async () => {
  const team = makeGroup(plan.db, { path: 'team' });
  for (const userId of [...more, plan.users.dev]) plan.db.addMember({ userId, groupId: team, level: 30 });
  const share = () =>
    shareWithGroup(plan.store, viewer('plan'), { place: ACME, groupId: team, level: 10, expiresAt: null }, NOW);
  await limit('root', 5);
  expect(await share()).toEqual(status(400, `Group ${FULL(5)}`));
  expect(plan.db.groupShares.size).toBe(0);
  await limit('root', 6);
  expect(await share()).toMatchObject({ ok: true });
  expect(await limit('root', 1)).toMatchObject({ ok: true });
  expect(viewer('dev').levels.get(plan.groups.acme)).toBe(30);
});

test('BD-13.3 administrators set the limit of top-level groups', async () => {
  expect(await limit('plan', 5)).toMatchObject(status(403));
  expect(await limit('out', 5, 'hidden')).toMatchObject(status(404));
  expect(await limit('root', 5, 'acme/web')).toEqual(status(422, 'Only a top-level group has a member limit'));
  expect(await limit('root', 4)).toMatchObject({ ok: true });
  expect(await invite(['new@x.org'])).toMatchObject({ value: { errors: { 'new@x.org': FULL(4) } } });
  expect(await limit('root', null)).toMatchObject({ ok: true });
  expect(await invite(['new@x.org'])).toMatchObject({ value: { errors: {} } });
});
