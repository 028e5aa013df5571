import { hiddenText } from '../command/outcome.ts';
import {
  cameTo,
  everything,
  itemRow,
  type MadeItem,
  makeEpic,
  makeIssue,
  notesOn,
  eventsOf,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { addTimeSpent, estimateOf, resetTimeSpent, type SpentTime } from './time.ts';
import { updateItem } from './update.ts';

let world: Plan;
let issue: MadeItem;
beforeEach(() => {
  world = plantPlan();
  issue = makeIssue(world.db, { projectId: world.projects.app });
});

type Person = keyof Plan['viewers'];

const estimate = (text: string, by: Person = 'rep') =>
  cameTo(async () =>
    updateItem(world.store, world.viewers[by], { id: issue.id, patch: { timeEstimate: estimateOf(text) } }, NOW),
  );
const spend = (duration: string, more: Partial<SpentTime> = {}, by: Person = 'rep', itemId = issue.id) =>
  cameTo(() => addTimeSpent(world.store, world.viewers[by], { itemId, duration, ...more }, NOW));
const reset = (by: Person = 'rep') =>
  cameTo(() => resetTimeSpent(world.store, world.viewers[by], { itemId: issue.id }, NOW));
const total = () => world.store.time.total(issue.id);

test('WI-15.61 an estimate is set, changed and taken away, with notes; the same again changes nothing', async () => {
  for (const text of ['3h', '3h 0m', '1w 1d', ' ', '2h', '0']) expect(await estimate(text)).toEqual([200]);
  expect(notesOn(world.db, issue.id)).toEqual([
    'changed time estimate to 3h',
    'changed time estimate to 1w 1d',
    'removed time estimate',
    'changed time estimate to 2h',
    'removed time estimate',
  ]);
  expect(await itemRow(world, issue.id)).toMatchObject({ time_estimate: 0, lock_version: 5 });
  expect(new Set(eventsOf(world.db, issue.id))).toEqual(new Set(['timeTracking']));
});

test('WI-15.61 what is no estimate is refused', async () => {
  const text = 'Time estimate must have a valid format and be greater than or equal to zero.';
  const before = everything(world.db);
  for (const wrong of ['x', '-1h', '1h -2h']) expect(await estimate(wrong)).toEqual([400, text]);
  expect(everything(world.db)).toEqual(before);
});

test('WI-15.62 time is added and taken off, by whom and when', async () => {
  expect(await spend('1h 30m', { summary: 'looked into it' })).toEqual([200]);
  expect(await spend('2h', { spentAt: '2099-11-01T23:30:00-05:00' }, 'plan')).toEqual([200]);
  expect(await spend('-30m')).toEqual([200]);
  // A time without a zone is UTC, wherever the server stands.
  expect(await spend('15m', { spentAt: '2099-11-03T23:30:00' })).toEqual([200]);
  expect([...world.db.timelogs.values()].at(-1)).toMatchObject({ spentAt: '2099-11-03T23:30:00.000Z' });
  expect(await total()).toBe(3 * 3600 + 900);
  expect(notesOn(world.db, issue.id)).toEqual([
    'added 1h 30m of time spent',
    'added 2h of time spent at 2099-11-02',
    'subtracted 30m of time spent',
    'added 15m of time spent at 2099-11-03',
  ]);
  expect([...world.db.timelogs.values()].map(({ userId, seconds, summary }) => [userId, seconds, summary])).toEqual([
    [world.users.rep, 5400, 'looked into it'],
    [world.users.plan, 7200, null],
    [world.users.rep, -1800, null],
    [world.users.rep, 900, null],
  ]);
});

test('WI-15.62 what cannot have been spent is refused, and nothing is kept', async () => {
  await spend('1h');
  const before = everything(world.db);
  const wrong: readonly (readonly [string, Partial<SpentTime>, string])[] = [
    ['x', {}, 'Time spent must be formatted correctly. For example: 1h 30m.'],
    ['', {}, 'Time spent must be formatted correctly. For example: 1h 30m.'],
    ['0h', {}, "Time spent can't be zero."],
    ['-61m', {}, 'Time to subtract exceeds the total time spent'],
    ['1h', { spentAt: '2100-01-01T00:00:00Z' }, "Spent at can't be a future date and time."],
    ['1h', { summary: 'x'.repeat(256) }, 'Summary is too long (maximum is 255 characters)'],
    ['2147483647s', {}, 'Time spent is too large'],
  ];
  for (const [duration, more, text] of wrong) expect(await spend(duration, more)).toEqual([400, text]);
  expect(everything(world.db)).toEqual(before);
});

test('WI-15.63 a reset takes off what was spent', async () => {
  await spend('1h');
  await spend('2h');
  expect(await reset()).toEqual([200]);
  expect(await total()).toBe(0);
  expect(await reset()).toEqual([200]);
  expect(notesOn(world.db, issue.id).slice(2)).toEqual(['removed time spent']);
  expect(world.db.timelogs.size).toBe(3);
});

test('WI-15.60 Reporters and above track time, of what they see and of no epic', async () => {
  const epic = makeEpic(world.db, { groupId: world.groups.acme });
  expect(await spend('1h', {}, 'guest')).toEqual([403, hiddenText]);
  expect(await estimate('1h', 'guest')).toEqual([403, hiddenText]);
  expect(await reset('guest')).toEqual([403, hiddenText]);
  expect(await spend('1h', {}, 'plan', epic.id)).toEqual([404, hiddenText]);
  expect(await spend('1h', {}, 'plan', 4711)).toEqual([404, hiddenText]);
  expect((await spend('1h', {}, 'nobody'))[0]).toBe(401);
  expect(world.db.timelogs.size).toBe(0);
});
