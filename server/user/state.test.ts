import { makeIssue, type Plan, plantPlan } from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { deleteUser } from './delete.ts';
import { changeState, type StateEvent } from './state.ts';

let plan: Plan;
beforeEach(() => {
  plan = plantPlan();
});

type Who = keyof Plan['users'];
const change = (who: Who, event: StateEvent, by: Who = 'root') =>
  changeState(plan.store, plan.db.viewer(plan.users[by]), { id: plan.users[who], event }, NOW);

test('AP-09.31 from every state what may be done, and what not', async () => {
  const may: string[] = [];
  for (const state of ['active', 'blocked', 'deactivated', 'banned'] as const)
    for (const event of ['block', 'unblock', 'ban', 'unban', 'deactivate', 'activate'] as const) {
      plan.db.users.set(plan.users.dev, { ...plan.db.user(plan.users.dev), state });
      const outcome = await change('dev', event);
      if (outcome.ok) may.push(`${state} ${event}: ${plan.db.user(plan.users.dev).state}`);
      else expect([outcome.status, plan.db.user(plan.users.dev).state]).toEqual([403, state]);
    }
  expect(may).toEqual([
    'active block: blocked',
    'active unblock: active',
    'active ban: banned',
    'active deactivate: deactivated',
    'active activate: active',
    'blocked block: blocked',
    'blocked unblock: active',
    'deactivated block: blocked',
    'deactivated deactivate: deactivated',
    'deactivated activate: active',
    'banned unban: active',
  ]);
});

test('AP-09.31 nobody shuts themselves out, and only administrators shut out', async () => {
  for (const event of ['block', 'ban', 'deactivate'] as const)
    expect(await change('root', event)).toMatchObject({ status: 403 });
  expect(await change('dev', 'block', 'plan')).toMatchObject({ status: 403 });
  plan.db.users.set(plan.users.dev, { ...plan.db.user(plan.users.dev), isGhost: true });
  expect(await change('dev', 'block')).toMatchObject({ status: 403 });
});

test('AP-09.40 who deletes: an administrator, not themselves, not the only Owner of a group; open pages are told', async () => {
  const remove = (who: Who, by: Who = 'root') =>
    deleteUser(plan.store, plan.db.viewer(plan.users[by]), { id: plan.users[who] }, NOW);
  const mine = makeIssue(plan.db, { projectId: plan.projects.app, author_id: plan.users.dev });
  const theirs = makeIssue(plan.db, { projectId: plan.projects.app });
  plan.db.change(theirs.id, { assigneeIds: [plan.users.dev] });
  expect(await remove('dev', 'plan')).toMatchObject({ status: 403 });
  expect(await remove('root')).toMatchObject({ status: 403 });
  plan.db.users.set(plan.users.rep, { ...plan.db.user(plan.users.rep), admin: true });
  expect(await remove('root', 'rep')).toMatchObject({ status: 403 });
  expect(await remove('plan')).toMatchObject({ status: 409 });
  await change('dev', 'ban');
  plan.db.events = [];
  expect(await remove('dev')).toEqual({ ok: true, value: null });
  expect(plan.db.events.map(({ itemId, kind }) => [itemId, kind])).toEqual([
    [mine.id, 'confidential'],
    [theirs.id, 'assignees'],
  ]);
  expect(plan.db.user(plan.db.item(mine.id).authorId).isGhost).toBe(true);
  expect(await remove('dev')).toMatchObject({ status: 404 });
});

test('AP-09.32 open pages are told of the items that are hidden and shown again', async () => {
  const issue = makeIssue(plan.db, { projectId: plan.projects.app, author_id: plan.users.dev });
  makeIssue(plan.db, { projectId: plan.projects.app, author_id: plan.users.plan });
  const told = () => plan.db.events.map(({ itemId, kind }) => [itemId, kind]);
  await change('dev', 'ban');
  expect(told()).toEqual([[issue.id, 'confidential']]);
  await change('dev', 'unban');
  expect(told()).toHaveLength(2);
  await change('dev', 'block');
  expect(told()).toHaveLength(2);
});
