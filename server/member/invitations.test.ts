import { everything, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { addMember, type MemberPlace, removeMember } from './change.ts';
import {
  acceptInvitation,
  changeInvitation,
  declineInvitation,
  inviteMembers,
  withdrawInvitation,
} from './invitations.ts';

let plan: Plan;
let known: number;
let tokens: number;
beforeEach(() => {
  plan = plantPlan();
  known = plan.db.addUser({ username: 'known', email: 'known@x.org' });
  tokens = 0;
});

type Who = keyof Plan['viewers'];
const at = (path: string): MemberPlace => ({ kind: path.includes('app') ? 'project' : 'group', pathOrId: path });
const viewer = (who: Who) => plan.db.viewer(who === 'nobody' ? null : plan.users[who]);
const newToken = (): string => `t${(tokens += 1)}`;
interface Asked {
  readonly emails?: readonly string[];
  readonly userIds?: readonly number[];
  readonly level?: number;
  readonly expiresAt?: string | null;
}
const invite = (who: Who, path: string, { emails = [], userIds = [], level = 30, ...end }: Asked) =>
  inviteMembers(
    plan.store,
    viewer(who),
    { place: at(path), emails, userIds, level, newToken, mailsFrom: null, ...end },
    NOW,
  );
const waiting = () => [...plan.db.invitations.values()].map(({ email, level }) => `${email} ${level}`);
const LATER = '2099-12-21T12:00:00.000Z';

const ok = { ok: true, value: null };
const status = (code: number, ...errors: string[]) => ({
  ok: false,
  status: code,
  ...(errors.length > 0 && { errors }),
});

test('BD-05.70 of several people who has an account joins at once, who has none waits, and who cannot is named', async () => {
  const { dev, out } = plan.users;
  const emails = ['New@x.org', 'new@x.org', 'KNOWN@x.org'];
  expect(await invite('plan', 'acme', { emails, userIds: [out, dev, 999], level: 20 })).toEqual({
    ok: true,
    value: {
      errors: { dev: 'User already exists in source', 999: 'User Not Found' },
      tokens: { 'new@x.org': 't1' },
    },
  });
  expect([viewer('out').levels.get(plan.groups.acme), plan.db.viewer(known).levels.get(plan.groups.acme)]).toEqual([
    20, 20,
  ]);
  expect(waiting()).toEqual(['new@x.org 20']);
  expect(await invite('plan', 'acme', { emails: ['new@x.org', 'known@x.org'] })).toMatchObject({
    value: {
      errors: { 'new@x.org': 'Invite email has already been taken', 'known@x.org': 'User already exists in source' },
    },
  });
  expect(await invite('plan', 'acme/web', { emails: ['known@x.org'], level: 10 })).toMatchObject({
    value: {
      errors: { 'known@x.org': expect.stringMatching(/^Access level should be greater than or equal to Reporter/) },
    },
  });
});

test('BD-05.70 who invites manages the members and gives no role above their own', async () => {
  plan.db.addMember({ userId: plan.users.dev, projectId: plan.projects.app, level: 40 });
  const before = everything(plan.db);
  const emails = ['new@x.org'];
  expect(await invite('nobody', 'acme', { emails })).toMatchObject(status(401));
  expect(await invite('dev', 'acme', { emails })).toMatchObject(status(403));
  expect(await invite('dev', 'acme/web/app', { emails, level: 50 })).toMatchObject(status(403));
  expect(await invite('out', 'hidden', { emails })).toMatchObject(status(404));
  const many = Array.from({ length: 101 }, (_, index) => `p${index}@x.org`);
  expect(await invite('plan', 'acme', { emails: many })).toEqual(
    status(422, 'Too many users specified (limit is 100)'),
  );
  expect(await invite('plan', 'acme', { emails, level: 5, expiresAt: '2020-01-01' })).toMatchObject({
    value: {
      errors: {
        'new@x.org': 'Access level is not included in the list and Expires at cannot be a date in the past',
      },
    },
  });
  expect(everything(plan.db)).toEqual(before);
  expect(await invite('dev', 'acme/web/app', { emails })).toMatchObject({ ok: true });
});

test('BD-05.71 an invitation lapses after thirty days, and another can be sent', async () => {
  await invite('plan', 'acme', { emails: ['new@x.org'] });
  expect(plan.db.jobs).toEqual([{ kind: 'endMemberships', day: '2099-12-21' }]);
  expect(await acceptInvitation(plan.store, viewer('out'), 't1', LATER)).toMatchObject(status(404));
  await plan.store.members.sweep(LATER);
  expect(waiting()).toEqual([]);
  expect(await invite('plan', 'acme', { emails: ['new@x.org'] })).toMatchObject({ value: { errors: {} } });
});

test('BD-05.72 who manages the members changes and withdraws it, if its role is not above theirs', async () => {
  plan.db.addMember({ userId: plan.users.dev, projectId: plan.projects.app, level: 40 });
  await invite('plan', 'acme/web/app', { emails: ['a@x.org'], level: 50 });
  await invite('plan', 'acme/web/app', { emails: ['b@x.org'], level: 20 });
  const change = (who: Who, email: string, changed: object) =>
    changeInvitation(plan.store, viewer(who), { place: at('acme/web/app'), email, ...changed }, NOW);
  const withdraw = (who: Who, email: string) =>
    withdrawInvitation(plan.store, viewer(who), { place: at('acme/web/app'), email }, NOW);
  expect(await change('rep', 'b@x.org', { level: 30 })).toMatchObject(status(403));
  expect(await change('dev', 'a@x.org', { level: 30 })).toMatchObject(status(403));
  expect(await change('dev', 'b@x.org', { level: 50 })).toMatchObject(status(403));
  expect(await change('dev', 'c@x.org', { level: 30 })).toMatchObject(status(404));
  expect(await change('dev', 'b@x.org', { expiresAt: '2020-01-01' })).toMatchObject(status(400));
  expect(await change('dev', 'B@x.org', { level: 40 })).toEqual(ok);
  expect(await change('dev', 'b@x.org', { expiresAt: '2099-12-01' })).toEqual(ok);
  expect([...plan.db.invitations.values()].at(-1)).toMatchObject({ level: 40, expiresAt: '2099-12-01' });
  expect(await withdraw('rep', 'b@x.org')).toMatchObject(status(403));
  expect(await withdraw('dev', 'a@x.org')).toMatchObject(status(403));
  expect(await withdraw('dev', 'b@x.org')).toEqual(ok);
  expect(await withdraw('dev', 'b@x.org')).toMatchObject(status(404));
});

test('BD-05.73 who holds the link joins, once, as whoever they have signed in as; or declines', async () => {
  const accept = (who: Who, token: string) => acceptInvitation(plan.store, viewer(who), token, NOW);
  await invite('plan', 'acme/web/app', {
    emails: ['a@x.org', 'b@x.org', 'c@x.org'],
    level: 30,
    expiresAt: '2100-01-01',
  });
  expect(await accept('nobody', 't1')).toMatchObject(status(401));
  expect(await accept('out', 'none')).toMatchObject(status(404));
  expect(await accept('out', 't1')).toMatchObject({ ok: true, value: { project_path: 'acme/web/app' } });
  expect([...viewer('out').projectLevels]).toEqual([[plan.projects.app, 30]]);
  expect(await accept('out', 't1')).toMatchObject(status(404));
  expect(await declineInvitation(plan.store, 't2', NOW)).toEqual(ok);
  expect(await accept('rep', 't2')).toMatchObject(status(404));
  expect(await declineInvitation(plan.store, 't2', NOW)).toMatchObject(status(404));
  expect(waiting()).toEqual(['c@x.org 30']);
  // A higher role from above stays as it is.
  expect(await accept('plan', 't3')).toMatchObject({ ok: true });
  expect(viewer('plan').projectLevels.size).toBe(0);
  expect(waiting()).toEqual([]);
});

test('BD-05.73 a role that somebody has by then stays', async () => {
  await invite('plan', 'acme', { emails: ['a@x.org'], level: 10 });
  await addMember(plan.store, viewer('plan'), { place: at('acme'), userId: plan.users.out, level: 40 }, NOW);
  expect(await acceptInvitation(plan.store, viewer('out'), 't1', NOW)).toMatchObject({ ok: true });
  expect(viewer('out').levels.get(plan.groups.acme)).toBe(40);
});

test('BD-05.76 an invitation lets in as long as whoever it is from could invite so', async () => {
  const { acme } = plan.groups;
  const { dev, out } = plan.users;
  const accept = (token: string) => acceptInvitation(plan.store, viewer('out'), token, NOW);
  plan.db.setLevel(dev, acme, 50);
  await invite('dev', 'acme', { emails: ['a@x.org'], level: 30 });
  await invite('dev', 'acme/web/app', { emails: ['b@x.org', 'c@x.org'], level: 50 });
  const before = waiting();
  for (const level of [40, 10, null]) {
    plan.db.setLevel(dev, acme, level);
    expect([await accept('t1'), await accept('t2')]).toMatchObject([status(404), status(404)]);
  }
  plan.db.setLevel(dev, acme, 50);
  plan.db.users.set(dev, { ...plan.db.user(dev), state: 'blocked' });
  expect(await accept('t2')).toMatchObject(status(404));
  plan.db.users.set(dev, { ...plan.db.user(dev), state: 'active' });
  expect(waiting()).toEqual(before);
  // Whoever changes one answers for it.
  const changed = { place: at('acme/web/app'), email: 'c@x.org', expiresAt: '2100-01-01' };
  expect(await changeInvitation(plan.store, viewer('plan'), changed, NOW)).toEqual(ok);
  plan.db.setLevel(dev, acme, 40);
  expect([await accept('t2'), await accept('t3')]).toMatchObject([status(404), { ok: true }]);
  expect(viewer('out').projectLevels.get(plan.projects.app)).toBe(50);
  expect(await removeMember(plan.store, viewer('plan'), { place: at('acme'), userId: dev }, NOW)).toEqual(ok);
  expect(waiting()).toEqual([]);
  expect(plan.db.viewer(out).levels.get(acme)).toBeUndefined();
});
