import {
  cameTo,
  eventsOf,
  everything,
  expectConsistent,
  itemRow,
  link,
  makeEpic,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { createMilestone, deleteMilestone, type MilestonePlace, promoteMilestone, updateMilestone } from './change.ts';

type Person = keyof Plan['viewers'];

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

const ACME: MilestonePlace = { kind: 'group', pathOrId: 'acme' };
const WEB: MilestonePlace = { kind: 'group', pathOrId: 'acme/web' };
const APP: MilestonePlace = { kind: 'project', pathOrId: 'acme/web/app' };
const TAKEN = 'Title already being used for another group or project milestone.';

const create = (place: MilestonePlace, title: string, more: object = {}, by: Person = 'rep') =>
  createMilestone(
    world.store,
    world.viewers[by],
    { place, fields: { title, description: null, startDate: null, dueDate: null, ...more } },
    NOW,
  );
const made = async (place: MilestonePlace, title: string, more: object = {}): Promise<number> => {
  const outcome = await create(place, title, more);
  if (!outcome.ok) throw new Error(outcome.errors.join());
  return outcome.value;
};
const change = (place: MilestonePlace, id: number, changed: object, by: Person = 'rep') =>
  updateMilestone(world.store, world.viewers[by], { place, id, changed }, NOW);
const remove = (place: MilestonePlace, id: number, by: Person = 'rep') =>
  deleteMilestone(world.store, world.viewers[by], { place, id }, NOW);
const promote = (id: number, by: Person = 'rep') =>
  promoteMilestone(world.store, world.viewers[by], { project: 'acme/web/app', id }, NOW);
const datesOf = async (id: number) => {
  const { start_date, due_date } = await itemRow(world, id);
  return [start_date, due_date];
};

/** An issue of the project with the milestone below an epic that is itself below one. */
function below(milestone: number) {
  const { groups, projects, db } = world;
  const [top, epic] = [makeEpic(db, { groupId: groups.acme }), makeEpic(db, { groupId: groups.web })];
  const issue = makeIssue(db, { projectId: projects.app, milestone_id: milestone });
  link(db, top.id, epic.id);
  link(db, epic.id, issue.id);
  return { top: top.id, epic: epic.id, issue: issue.id };
}

test('AP-05.81 Reporters make, change and delete milestones; others change nothing, and what they may not see is missing', async () => {
  const id = await made(APP, 'One');
  const before = everything(world.db);
  for (const by of ['guest', 'out'] as const) {
    expect((await cameTo(() => create(APP, 'Two', {}, by)))[0]).toBe(403);
    expect((await cameTo(() => change(APP, id, { title: 'Two' }, by)))[0]).toBe(403);
    expect((await cameTo(() => remove(APP, id, by)))[0]).toBe(403);
  }
  expect((await cameTo(() => create(APP, 'Two', {}, 'nobody')))[0]).toBe(401);
  expect((await cameTo(() => create({ kind: 'group', pathOrId: 'hidden' }, 'Two')))[0]).toBe(404);
  expect((await cameTo(() => change(WEB, id, { title: 'Two' })))[0]).toBe(404);
  expect((await cameTo(() => remove(APP, 999)))[0]).toBe(404);
  expect(everything(world.db)).toEqual(before);
  expect(await cameTo(() => remove(APP, id))).toEqual([200]);
  const next = await made(APP, 'Three');
  expect(world.db.milestones.get(next)?.iid).toBe(2);
});

test.each([
  ['a blank title', { title: ' ' }, ["Title can't be blank"]],
  ['a long title', { title: 'x'.repeat(256) }, ['Title is too long (maximum is 255 characters)']],
  [
    'a due date on the first day, and no title',
    { title: '', startDate: '2026-01-02', dueDate: '2026-01-02' },
    ["Title can't be blank", 'Due date must be greater than start date'],
  ],
  ['a title that the group has', { title: 'Taken' }, [TAKEN]],
])('AP-05.82 %s is refused, of a new milestone and of one that is there', async (_, typed, errors) => {
  await made(WEB, 'Taken');
  const id = await made(APP, 'Mine');
  const before = everything(world.db);
  expect(await cameTo(() => create(APP, typed.title, typed))).toEqual([400, ...errors]);
  expect(await cameTo(() => change(APP, id, typed))).toEqual([400, ...errors]);
  expect(everything(world.db)).toEqual(before);
  expect(await cameTo(() => change(APP, id, { title: ' Mine ', description: 'x' }))).toEqual([200]);
  expect(await cameTo(() => create(APP, 'x'.repeat(255), { startDate: '2026-01-01', dueDate: '2026-01-02' }))).toEqual([
    200,
  ]);
});

test('AP-05.84 new dates are inherited by the epics above, and announced; a title is announced, a description is not', async () => {
  const id = await made(ACME, 'One', { startDate: '2026-01-01' });
  const { top, epic, issue } = below(id);
  expect(await datesOf(top)).toEqual(['2026-01-01', null]);
  expect(await cameTo(() => change(ACME, id, { startDate: '2026-02-01', dueDate: '2026-03-01' }))).toEqual([200]);
  expect([await datesOf(top), await datesOf(epic)]).toEqual([
    ['2026-02-01', '2026-03-01'],
    ['2026-02-01', '2026-03-01'],
  ]);
  expect([eventsOf(world.db, top), eventsOf(world.db, epic), eventsOf(world.db, issue)]).toEqual([
    ['tree', 'dates'],
    ['tree', 'dates'],
    ['milestone'],
  ]);
  expectConsistent(world.db);
  await change(ACME, id, { description: 'new' });
  expect(eventsOf(world.db, issue)).toEqual(['milestone']);
  await change(ACME, id, { title: 'Two', state: 'closed' });
  expect(eventsOf(world.db, issue)).toEqual(['milestone', 'milestone']);
  expect((await itemRow(world, issue)).lock_version).toBe(0);
});

test('AP-05.85 deletion leaves a line of activity with each item, and other dates above', async () => {
  const id = await made(APP, 'One', { startDate: '2026-01-01', dueDate: '2026-02-01' });
  const { top, epic, issue } = below(id);
  expect(await datesOf(top)).toEqual(['2026-01-01', '2026-02-01']);
  expect(await cameTo(() => remove(APP, id))).toEqual([200]);
  expect(await itemRow(world, issue)).toMatchObject({ milestone_id: null, lock_version: 1 });
  expect(notesOn(world.db, issue)).toEqual(['removed milestone']);
  expect([eventsOf(world.db, issue), eventsOf(world.db, epic)]).toEqual([['milestone'], ['tree', 'dates']]);
  expect([await datesOf(top), await datesOf(epic)]).toEqual([
    [null, null],
    [null, null],
  ]);
  expectConsistent(world.db);
});

test('AP-05.83 what is promoted takes the place of all of its title in the group’s projects', async () => {
  const { db, groups, projects } = world;
  const sibling = db.addProject({ groupId: groups.web, path: 'other' });
  const dates = { startDate: '2026-01-01', dueDate: '2026-02-01' };
  const id = await made(APP, 'One', { description: 'about', ...dates });
  const twin = await made({ kind: 'project', pathOrId: 'acme/web/other' }, 'One');
  const far = await made({ kind: 'project', pathOrId: 'acme/api' }, 'One');
  await change(APP, id, { state: 'closed' });
  const { top, epic, issue } = below(id);
  const [other, left] = [
    makeIssue(db, { projectId: sibling, milestone_id: twin }).id,
    makeIssue(db, { projectId: projects.api, milestone_id: far }).id,
  ];
  link(db, epic, other);
  const outcome = await promote(id);
  const promoted = outcome.ok ? outcome.value : 0;
  expect(await world.store.milestones.find(await owner('acme/web'), promoted)).toEqual({
    ...{ id: promoted, title: 'One', description: 'about', state: 'active' },
    ...dates,
  });
  expect([db.milestones.has(id), db.milestones.has(twin), db.milestones.has(far)]).toEqual([false, false, true]);
  const held = await Promise.all([issue, other, left].map(async (one) => (await itemRow(world, one)).milestone_id));
  expect(held).toEqual([promoted, promoted, far]);
  expect([eventsOf(db, issue), eventsOf(db, other)]).toEqual([['milestone'], ['milestone']]);
  expect(await datesOf(top)).toEqual(['2026-01-01', '2026-02-01']);
  expectConsistent(db);
});

test('AP-05.83 EP-18.14 with one of its title in an archived project of the group it is not promoted', async () => {
  world.db.addProject({ groupId: world.groups.web, path: 'other' });
  const id = await made(APP, 'One');
  const twin = await made({ kind: 'project', pathOrId: 'acme/web/other' }, 'One');
  await world.store.places.archive(world.db.milestones.get(twin)?.projectId ?? 0, true);
  const before = everything(world.db);
  expect(await cameTo(() => promote(id))).toEqual([400, `Promotion failed - ${TAKEN}`]);
  expect(everything(world.db)).toEqual(before);
});

test('AP-05.83 promotion takes a Reporter of the group, and a title that the group has not', async () => {
  const { db, groups, users, viewers } = world;
  const id = await made(APP, 'One');
  db.addMilestone('One', null, null, groups.web);
  const before = everything(db);
  expect(await cameTo(() => promote(id))).toEqual([400, `Promotion failed - ${TAKEN}`]);
  expect((await cameTo(() => promote(id, 'guest')))[0]).toBe(403);
  expect((await cameTo(() => promote(999)))[0]).toBe(404);
  const ofProject = { ...viewers.out, projectLevels: new Map([[world.projects.app, 50]]) };
  expect(users.out).toBe(ofProject.userId);
  const alone = () => promoteMilestone(world.store, ofProject, { project: 'acme/web/app', id }, NOW);
  expect((await cameTo(alone))[0]).toBe(403);
  expect(everything(db)).toEqual(before);
});

async function owner(path: string) {
  const found = await world.store.group(world.viewers.root, path);
  if (found === undefined) throw new RangeError(path);
  return found;
}
