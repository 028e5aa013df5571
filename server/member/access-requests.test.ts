import { everything, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { approveAccess, denyAccess, requestAccess } from './access-requests.ts';
import { addMember, type MemberPlace } from './change.ts';

let plan: Plan;
beforeEach(() => {
  plan = plantPlan();
});

type Who = keyof Plan['viewers'];
type Person = keyof Plan['users'];
const at = (path: string): MemberPlace => ({ kind: path.includes('app') ? 'project' : 'group', pathOrId: path });
const viewer = (who: Who) => plan.db.viewer(who === 'nobody' ? null : plan.users[who]);

const ask = (who: Who, path: string) => requestAccess(plan.store, viewer(who), at(path), NOW);
const approve = (who: Who, path: string, person: Person, level?: number) =>
  approveAccess(plan.store, viewer(who), { place: at(path), userId: plan.users[person], level }, NOW);
const deny = (who: Who, path: string, person: Person) =>
  denyAccess(plan.store, viewer(who), { place: at(path), userId: plan.users[person] }, NOW);

const ok = { ok: true, value: null };
const status = (code: number) => ({ ok: false, status: code });

test('BD-05.60 who has no role asks for one, once', async () => {
  expect(await ask('nobody', 'acme')).toMatchObject(status(401));
  expect(await ask('out', 'hidden')).toMatchObject(status(404));
  for (const who of ['guest', 'plan', 'root'] as const)
    expect(await ask(who, 'acme/web/app')).toMatchObject(status(403));
  expect(await ask('out', 'acme/web/app')).toEqual(ok);
  expect(await ask('out', 'acme/web/app')).toEqual({ ...status(400), errors: ['already exists in source'] });
  expect(await ask('out', 'acme')).toEqual(ok);
});

test('BD-05.61 who manages the members approves, or denies; who asked takes it back; others are refused', async () => {
  await ask('out', 'acme/web');
  const before = everything(plan.db);
  expect(await approve('dev', 'acme/web', 'out')).toMatchObject(status(403));
  expect(await deny('dev', 'acme/web', 'out')).toMatchObject(status(403));
  expect(await deny('dev', 'acme/web', 'rep')).toMatchObject(status(403));
  expect(await approve('out', 'acme/web', 'out')).toMatchObject(status(403));
  expect(await approve('plan', 'acme/web', 'rep')).toMatchObject(status(404));
  expect(await deny('plan', 'acme/web', 'rep')).toMatchObject(status(404));
  expect(await approve('plan', 'acme/web', 'out', 5)).toEqual({
    ...status(400),
    errors: ['Access level is not included in the list'],
  });
  expect(everything(plan.db)).toEqual(before);
  expect(await deny('out', 'acme/web', 'out')).toEqual(ok);
  expect(await deny('out', 'acme/web', 'out')).toMatchObject(status(404));
  await ask('out', 'acme/web');
  expect(await deny('plan', 'acme/web', 'out')).toEqual(ok);
  await ask('out', 'acme/web');
  expect(await approve('plan', 'acme/web', 'out')).toEqual(ok);
  expect([...viewer('out').levels]).toEqual([[plan.groups.web, 30]]);
  expect(await approve('plan', 'acme/web', 'out')).toMatchObject(status(404));
});

test('BD-05.61 a Maintainer of a project approves nobody as an Owner', async () => {
  plan.db.addMember({ userId: plan.users.dev, projectId: plan.projects.app, level: 40 });
  await ask('out', 'acme/web/app');
  expect(await approve('dev', 'acme/web/app', 'out', 50)).toMatchObject(status(403));
  expect(await approve('dev', 'acme/web/app', 'out', 40)).toEqual(ok);
});

test('BD-05.62 who is added has been answered', async () => {
  await ask('out', 'acme');
  await addMember(plan.store, viewer('plan'), { place: at('acme'), userId: plan.users.out, level: 20 }, NOW);
  expect(await approve('plan', 'acme', 'out', 50)).toMatchObject(status(404));
  expect([...viewer('out').levels]).toEqual([[plan.groups.acme, 20]]);
});
