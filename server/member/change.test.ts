import {
  eventsOf,
  everything,
  makeIssue,
  makeProject,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { addMember, addMembers, changeMembers, type MemberPlace, removeMember } from './change.ts';

const DAY = '2100-01-01';
const LATER = '2100-01-01T00:00:00.000Z';

let plan: Plan;
beforeEach(() => {
  plan = plantPlan();
});

type Who = keyof Plan['viewers'];
type Person = keyof Plan['users'];
const at = (path: string): MemberPlace => ({ kind: path.includes('app') ? 'project' : 'group', pathOrId: path });
const viewer = (who: Who) => (who === 'nobody' ? plan.db.viewer(null) : plan.db.viewer(plan.users[who]));

const add = (who: Who, path: string, person: Person, level: number, expiresAt?: string | null, now = NOW) =>
  addMember(plan.store, viewer(who), { place: at(path), userId: plan.users[person], level, expiresAt }, now);
const change = (who: Who, path: string, person: Person, level: number, expiresAt?: string | null) =>
  changeMembers(plan.store, viewer(who), { place: at(path), userIds: [plan.users[person]], level, expiresAt }, NOW);
const remove = (who: Who, path: string, person: Person, options = {}) =>
  removeMember(plan.store, viewer(who), { place: at(path), userId: plan.users[person], ...options }, NOW);

const ok = { ok: true, value: null };
const status = (code: number) => ({ ok: false, status: code });
const refused = (code: number, ...errors: string[]) => ({ ...status(code), errors });

test('BD-05.40 Owners manage a group, Maintainers a project; everybody leaves; nobody learns of what they do not see', async () => {
  expect(await add('dev', 'acme', 'out', 10)).toMatchObject(status(403));
  expect(await add('out', 'hidden', 'dev', 10)).toMatchObject(status(404));
  expect(await add('nobody', 'acme', 'out', 10)).toMatchObject(status(401));
  expect(await add('plan', 'acme', 'out', 10)).toEqual(ok);
  expect(await add('plan', 'acme/web/app', 'dev', 40)).toEqual(ok);
  expect(await add('dev', 'acme/web/app', 'rep', 30)).toEqual(ok);
  expect(await change('rep', 'acme/web/app', 'dev', 40)).toMatchObject(status(403));
  expect(await remove('rep', 'acme/web/app', 'dev')).toMatchObject(status(403));
  expect(await remove('rep', 'acme/web/app', 'rep')).toEqual(ok);
  expect(await remove('rep', 'acme/web/app', 'rep')).toMatchObject(status(404));
  expect(await remove('root', 'acme', 'out')).toEqual(ok);
});

test('BD-05.41 nobody gives a role above their own, or changes the membership of a person who has one', async () => {
  await add('plan', 'acme/web/app', 'dev', 40);
  await add('plan', 'acme/web/app', 'out', 50);
  const before = everything(plan.db);
  expect(await add('dev', 'acme/web/app', 'rep', 50)).toMatchObject(status(403));
  expect(await change('dev', 'acme/web/app', 'dev', 50)).toMatchObject(status(403));
  expect(await change('dev', 'acme/web/app', 'out', 40)).toMatchObject(status(403));
  expect(await remove('dev', 'acme/web/app', 'out')).toMatchObject(status(403));
  for (const level of [0, 5, 60, 35])
    expect(await add('root', 'acme', 'out', level)).toMatchObject(
      level === 60 ? status(403) : refused(400, 'Access level is not included in the list'),
    );
  expect(everything(plan.db)).toEqual(before);
  expect(await change('plan', 'acme/web/app', 'out', 40)).toEqual(ok);
});

test('BD-05.42 a role from above is not undercut; a group that may not be seen is not named', async () => {
  const text = 'Access level should be greater than or equal to Developer inherited membership from group Acme';
  expect(await add('plan', 'acme/web', 'dev', 20)).toEqual(refused(400, text));
  expect(await add('plan', 'acme/web', 'dev', 30)).toEqual(ok);
  expect(await change('plan', 'acme/web', 'dev', 10)).toEqual(refused(400, text));
  const app = makeProject(plan.db, { groupId: plan.groups.hidden, path: 'app' });
  plan.db.addMember({ userId: plan.users.out, projectId: app, level: 40 });
  plan.db.addMember({ userId: plan.users.dev, groupId: plan.groups.hidden, level: 30 });
  expect(await add('out', 'hidden/app', 'dev', 20)).toEqual(refused(400, text.replace(' from group Acme', '')));
});

test('BD-05.43 the last Owner who stays neither leaves nor loses the role nor gets an end, whoever asks', async () => {
  const { db, users, groups } = plan;
  for (const who of ['plan', 'root'] as const) {
    expect(await remove(who, 'acme', 'plan')).toMatchObject(status(403));
    expect(await change(who, 'acme', 'plan', 40)).toMatchObject(status(403));
    expect(await change(who, 'acme', 'plan', 50, DAY)).toMatchObject(status(403));
  }
  expect(await change('plan', 'acme', 'plan', 50)).toEqual(ok);
  // An Owner whose membership ends, and one who is blocked, do not count.
  expect(await change('plan', 'acme', 'dev', 50, DAY)).toEqual(ok);
  const blocked = db.addUser({ username: 'blocked', active: false });
  db.addMember({ userId: blocked, groupId: groups.acme, level: 50 });
  expect(await remove('plan', 'acme', 'plan')).toMatchObject(status(403));
  // In a subgroup those above count.
  db.addMember({ userId: users.out, groupId: groups.web, level: 50 });
  expect(await remove('out', 'acme/web', 'out')).toEqual(ok);
  expect(await change('plan', 'acme', 'dev', 50, null)).toEqual(ok);
  expect(await remove('plan', 'acme', 'plan')).toEqual(ok);
  expect(await remove('dev', 'acme', 'dev')).toMatchObject(status(403));
});

test('BD-05.44 a membership ends on a day after today, and is none from its first instant on', async () => {
  const past = refused(400, 'Expires at cannot be a date in the past');
  expect(await add('plan', 'acme', 'out', 10, '2099-11-21')).toEqual(past);
  expect(await change('plan', 'acme', 'dev', 30, '2020-01-01')).toEqual(past);
  expect(await add('plan', 'acme', 'out', 30, DAY)).toEqual(ok);
  expect(await change('plan', 'acme', 'out', 20)).toEqual(ok);
  const level = (now: string) => plan.db.viewer(plan.users.out, now).levels.get(plan.groups.acme);
  expect([level('2099-12-31T23:59:59.999Z'), level(LATER)]).toEqual([20, undefined]);
  expect(await change('plan', 'acme', 'out', 20, null)).toEqual(ok);
  expect(level(LATER)).toBe(20);
});

test('BD-05.45 a job of its day is left for each end that is set', async () => {
  await add('plan', 'acme', 'out', 30, DAY);
  await change('plan', 'acme', 'out', 20);
  await change('plan', 'acme', 'dev', 20, '2100-02-01');
  expect(plan.db.jobs).toEqual([
    { kind: 'endMemberships', day: DAY },
    { kind: 'endMemberships', day: '2100-02-01' },
  ]);
});

test('BD-05.47 who has a role is not added again; of several people each gets theirs or is named', async () => {
  expect(await add('plan', 'acme', 'dev', 40)).toEqual(refused(409, 'Member already exists'));
  await add('plan', 'acme', 'out', 30, DAY);
  expect(await add('plan', 'acme', 'out', 10, null, LATER)).toEqual(ok);
  const { users } = plan;
  const several = (who: Who, path: string, userIds: readonly number[], level: number) =>
    addMembers(plan.store, viewer(who), { place: at(path), userIds, level }, NOW);
  expect(await several('plan', 'acme', [users.dev, users.out, users.plan, 999, users.dev], 20)).toEqual({
    ok: true,
    value: ['plan: not authorized to update member', '999: User Not Found'],
  });
  const levelIn = (who: Person) => viewer(who).levels.get(plan.groups.acme);
  expect([levelIn('dev'), levelIn('out'), levelIn('plan')]).toEqual([20, 20, 50]);
  expect(await several('plan', 'acme/web', [users.dev, users.rep], 10)).toMatchObject({
    value: [expect.stringMatching(/^dev: Access level should be/), expect.stringMatching(/^rep: Access level/)],
  });
  const many = Array.from({ length: 101 }, (_, index) => index + 1);
  expect(await several('plan', 'acme', many, 10)).toEqual({
    ok: true,
    value: ['Too many users specified (limit is 100)'],
  });
  expect(await several('dev', 'acme', [users.out], 10)).toMatchObject(status(403));
});

test('BD-05.48 who leaves a group loses their roles below unless these stay, and their items if asked', async () => {
  const { db, users, groups, projects } = plan;
  const join = () => {
    db.setLevel(users.dev, groups.acme, 30);
    db.setLevel(users.dev, groups.web, 40);
    db.addMember({ userId: users.dev, projectId: projects.app, level: 40 });
  };
  join();
  const issue = makeIssue(db, { projectId: projects.app });
  db.change(issue.id, { assigneeIds: [users.rep, users.dev] });
  expect(await remove('plan', 'acme', 'dev', { keepBelow: true })).toEqual(ok);
  expect([...viewer('dev').levels]).toEqual([[groups.web, 40]]);
  expect(db.item(issue.id).assigneeIds).toEqual([users.rep, users.dev]);
  db.setLevel(users.dev, groups.acme, 30);
  expect(await remove('dev', 'acme', 'dev', { unassign: true })).toEqual(ok);
  expect([viewer('dev').levels.size, viewer('dev').projectLevels.size]).toEqual([0, 0]);
  expect(db.item(issue.id)).toMatchObject({ assigneeIds: [users.rep], lockVersion: 1 });
  expect([notesOn(db, issue.id), eventsOf(db, issue.id)]).toEqual([['unassigned @dev'], ['assignees']]);
});
