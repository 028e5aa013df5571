import { everything, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { createUser, editUser } from './change.ts';

let plan: Plan;
beforeEach(() => {
  plan = plantPlan();
});

type Who = keyof Plan['users'];
const viewer = (who: Who | 'nobody') => plan.db.viewer(who === 'nobody' ? null : plan.users[who]);
const person = { username: 'new', name: 'New', email: 'new@example.com' };
const create = (fields = {}, who: Who | 'nobody' = 'root') =>
  createUser(plan.store, viewer(who), { ...person, ...fields }, NOW);
const edit = (who: Who, fields: object, by: Who | 'nobody' = 'root') =>
  editUser(plan.store, viewer(by), { id: plan.users[who], ...fields }, NOW);
const refused = (status: number, ...errors: string[]) => ({ ok: false, status, ...(errors.length > 0 && { errors }) });

test('AP-09.21 only administrators make and change accounts, whoever it is about', async () => {
  const before = everything(plan.db);
  expect(await create({}, 'plan')).toMatchObject(refused(403));
  expect(await create({}, 'nobody')).toMatchObject(refused(401));
  expect(await edit('dev', { name: 'D' }, 'dev')).toMatchObject(refused(403));
  expect(await editUser(plan.store, viewer('plan'), { id: 9999, name: 'D' }, NOW)).toMatchObject(refused(403));
  expect(await editUser(plan.store, viewer('root'), { id: 9999, name: 'D' }, NOW)).toEqual(
    refused(404, 'User Not Found'),
  );
  plan.db.users.set(plan.users.dev, { ...plan.db.user(plan.users.dev), isGhost: true });
  expect(await edit('dev', { name: 'D' })).toMatchObject(refused(403));
  plan.db.users.set(plan.users.dev, { ...plan.db.user(plan.users.dev), isGhost: false });
  expect(everything(plan.db)).toEqual(before);
});

test('AP-09.21 of two administrators who take administration from each other one stays; nobody takes their own', async () => {
  expect(await edit('dev', { admin: true })).toEqual({ ok: true, value: null });
  expect(await edit('root', { admin: false })).toMatchObject(refused(403));
  const [root, dev] = [viewer('root'), viewer('dev')];
  const outcomes = await Promise.all([
    editUser(plan.store, root, { id: plan.users.dev, admin: false }, NOW),
    editUser(plan.store, dev, { id: plan.users.root, admin: false }, NOW),
  ]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
  expect(plan.db.user(plan.users.root).admin).toBe(true);
});

test('AP-09.25 what somebody has is a conflict; all that is wrong is told at once', async () => {
  expect(await create({ username: ' Dev ' })).toEqual(refused(409, 'Username has already been taken'));
  expect(await create()).toMatchObject({ ok: true });
  expect(await create({ username: 'other', email: 'NEW@example.com' })).toEqual(
    refused(409, 'Email has already been taken'),
  );
  expect(
    await create({
      ...{ username: '-x', name: ' ', email: 'nowhere' },
      profile: { website_url: 'javascript:alert(1)', pronouns: 'x'.repeat(51), public_email: 'x', bio: '' },
    }),
  ).toEqual(
    refused(
      400,
      "Username can contain only letters, digits, '_', '-' and '.', and must not start or end with '-' or '.'",
      "Name can't be blank",
      'Email is invalid',
      'website_url is not a valid URL',
      'pronouns is too long (maximum is 50 characters)',
      'public_email is invalid',
    ),
  );
  expect(await edit('dev', { username: 'help' })).toEqual(refused(400, 'Username is a reserved name'));
  // Not given, or as it was: not looked at.
  plan.db.users.set(plan.users.dev, { ...plan.db.user(plan.users.dev), username: '-dev-' });
  expect(await edit('dev', { username: '-dev-', name: 'D' })).toEqual({ ok: true, value: null });
});
