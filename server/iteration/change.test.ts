import type { CadenceFields } from '@espalier/core/work-item/rules';
import {
  cameTo,
  eventsOf,
  everything,
  itemRow,
  makeIssue,
  notesOn,
  type Plan,
  plantPlan,
} from '../store/testing/memory-plan.ts';
import { NOW } from '../store/testing/planted.ts';
import { createCadence, deleteCadence, updateCadence } from './cadences.ts';
import { createIteration, deleteIteration, type TypedIteration, updateIteration } from './change.ts';
import { runCadences } from './schedule.ts';

type Person = keyof Plan['viewers'];

let world: Plan;
beforeEach(() => {
  world = plantPlan();
});

/** A Saturday. */
const TODAY = NOW.slice(0, 10);
const MANUAL: CadenceFields = {
  ...{ title: 'By hand', description: null, active: true, automatic: false, startDate: null },
  ...{ durationInWeeks: null, iterationsInAdvance: null, rollOver: false },
};
const WEEKLY: CadenceFields = {
  ...{ title: 'Weekly', description: null, active: true, automatic: true, startDate: '2099-11-23' },
  ...{ durationInWeeks: 1, iterationsInAdvance: 2, rollOver: true },
};

const create = (fields: CadenceFields, by: Person = 'rep', now = NOW) =>
  createCadence(world.store, world.viewers[by], { group: 'acme', fields }, now);
const update = (id: number, changed: Partial<CadenceFields>, by: Person = 'rep', now = NOW) =>
  updateCadence(world.store, world.viewers[by], { id, changed }, now);
const remove = (id: number, by: Person = 'rep') => deleteCadence(world.store, world.viewers[by], { id }, NOW);
const add = (cadenceId: number | null, fields: Partial<TypedIteration>, by: Person = 'rep', group = 'acme') =>
  createIteration(
    world.store,
    world.viewers[by],
    { group, cadenceId, fields: { title: null, description: null, startDate: null, dueDate: null, ...fields } },
    NOW,
  );
const edit = (id: number, changed: Partial<TypedIteration>, by: Person = 'rep') =>
  updateIteration(world.store, world.viewers[by], { group: 'acme', id, changed }, NOW);
const drop = (id: number, by: Person = 'rep') => deleteIteration(world.store, world.viewers[by], { id }, NOW);

async function idOf(outcome: ReturnType<typeof create>): Promise<number> {
  const done = await outcome;
  if (!done.ok) throw new Error(done.errors.join());
  return done.value;
}
const days = async (cadence: number) =>
  (await world.store.iterations.of(cadence)).map(({ startDate, dueDate }) => `${startDate} ${dueDate}`);
const item = (iteration: number, state: 'opened' | 'closed' = 'opened') => {
  const { id } = makeIssue(world.db, { projectId: world.projects.api, state });
  world.db.change(id, { iterationId: iteration });
  return id;
};
const on = (day: string): string => `${day}T00:00:01.000Z`;

test('AP-14.81 Reporters make, change and delete cadences and iterations; others change nothing, and what they may not see is missing', async () => {
  const cadence = await idOf(create(MANUAL));
  const iteration = await idOf(add(cadence, { startDate: '2099-12-01', dueDate: '2099-12-07' }));
  const before = everything(world.db);
  for (const [by, status] of [
    ['guest', 403],
    ['out', 403],
    ['nobody', 401],
  ] as const) {
    for (const command of [
      () => create(MANUAL, by),
      () => update(cadence, { title: 'Other' }, by),
      () => remove(cadence, by),
      () => add(cadence, { startDate: '2100-12-01', dueDate: '2100-12-07' }, by),
      () => edit(iteration, { title: 'Other' }, by),
      () => drop(iteration, by),
    ])
      expect((await cameTo(command))[0]).toBe(status);
  }
  expect((await cameTo(() => add(cadence, {}, 'rep', 'hidden')))[0]).toBe(404);
  expect((await cameTo(() => update(99, {})))[0]).toBe(404);
  expect(everything(world.db)).toEqual(before);
  expect(await cameTo(() => remove(cadence))).toEqual([200]);
  expect(await world.store.iterations.find(iteration)).toBeUndefined();
});

test('AP-14.82 what is wrong with a cadence is said at once, and one that is kept by hand has no length', async () => {
  const wrong = { ...WEEKLY, title: ' ', description: 'x'.repeat(5001), startDate: null, durationInWeeks: 5 };
  expect(await cameTo(() => create({ ...wrong, iterationsInAdvance: null }))).toEqual([
    422,
    "Title can't be blank",
    'Description is too long (maximum is 5000 characters)',
    "Start date can't be blank",
    'Duration in weeks is not included in the list',
    "Iterations in advance can't be blank",
  ]);
  expect(await cameTo(() => create({ ...WEEKLY, title: 'x'.repeat(256), iterationsInAdvance: 11 }))).toEqual([
    422,
    'Title is too long (maximum is 255 characters)',
    'Iterations in advance is not included in the list',
  ]);
  // The iterations of such a cadence went beyond the year 9999, which is an error of the server.
  for (const automatic of [true, false])
    expect(await cameTo(() => create({ ...WEEKLY, automatic, startDate: '9999-12-20' }))).toEqual([
      422,
      'Start date cannot be more than 500 years in the future',
    ]);
  const id = await idOf(create({ ...WEEKLY, automatic: false }));
  expect(await world.store.iterations.cadence(id)).toMatchObject({
    ...{ startDate: '2099-11-23', durationInWeeks: null, iterationsInAdvance: null, rollOver: false, nextRun: null },
  });
});

test('AP-14.83 a new start comes after what has begun, and makes nothing that is over', async () => {
  const early = { ...WEEKLY, startDate: '2099-11-14' };
  expect(await cameTo(() => create(early))).toEqual([
    422,
    'The automation start date would retroactively create a past iteration. 2099-11-15 is the earliest possible start date.',
  ]);
  const cadence = await idOf(create({ ...early, startDate: '2099-11-15' }));
  expect(await days(cadence)).toEqual(['2099-11-15 2099-11-21', '2099-11-22 2099-11-28', '2099-11-29 2099-12-05']);
  expect(await cameTo(() => update(cadence, { startDate: TODAY }))).toEqual([
    422,
    'The automation start date must come after the active iteration Nov 15, 2099 - Nov 21, 2099.',
  ]);
  expect(await cameTo(() => update(cadence, { title: 'Other', iterationsInAdvance: 3 }))).toEqual([200]);
  const manual = await idOf(create(MANUAL));
  await add(manual, { startDate: '2099-11-01', dueDate: '2099-11-20' });
  expect(await cameTo(() => update(manual, { ...WEEKLY, startDate: '2099-11-20' }))).toEqual([
    422,
    'The automation start date must come after the past iteration Nov 1, 2099 - Nov 20, 2099.',
  ]);
});

test('AP-14.84 a manual cadence that becomes automatic keeps what has begun and moves what has not', async () => {
  const cadence = await idOf(create(MANUAL));
  for (const [startDate, dueDate] of [
    ['2099-11-02', '2099-11-06'],
    ['2099-11-18', '2099-11-21'],
    ['2099-12-10', '2099-12-13'],
  ] as const)
    await add(cadence, { startDate, dueDate, title: startDate });
  expect(await cameTo(() => update(cadence, { ...WEEKLY, startDate: '2099-11-24' }))).toEqual([200]);
  expect(await days(cadence)).toEqual([
    '2099-11-02 2099-11-06',
    '2099-11-18 2099-11-21',
    '2099-11-24 2099-11-30',
    '2099-12-01 2099-12-07',
  ]);
  expect((await world.store.iterations.of(cadence)).map(({ title }) => title)).toEqual([
    '2099-11-02',
    '2099-11-18',
    '2099-12-10',
    null,
  ]);
  // Fewer are wanted: none is deleted. Two weeks each: all that has not begun follows.
  await update(cadence, { iterationsInAdvance: 1, durationInWeeks: 2, startDate: '2099-11-25' });
  expect((await days(cadence)).slice(2)).toEqual(['2099-11-25 2099-12-08', '2099-12-09 2099-12-22']);
  await update(cadence, { active: false, iterationsInAdvance: 5 });
  expect(await days(cadence)).toHaveLength(4);
});

test('AP-14.85 iterations are made on each day on which one begins or has ended, once, and made up for after a pause', async () => {
  const { store, jobs } = world;
  const cadence = await idOf(create(WEEKLY));
  expect(await days(cadence)).toEqual(['2099-11-23 2099-11-29', '2099-11-30 2099-12-06']);
  expect(await jobs()).toEqual([{ kind: 'runCadences', day: '2099-11-23' }]);
  const run = (day: string, more: object = {}) =>
    store.transaction((inside) => runCadences(inside, { kind: 'runCadences', day, ...more }, on(day)));
  await run('2099-11-22');
  expect(await jobs()).toHaveLength(1);
  await run('2099-11-23');
  expect((await days(cadence)).at(-1)).toBe('2099-12-07 2099-12-13');
  await run('2099-11-23');
  expect(await days(cadence)).toHaveLength(3);
  expect((await jobs()).slice(1)).toEqual([{ kind: 'runCadences', day: '2099-11-30' }]);
  await run('2099-12-16', { first: true });
  expect((await days(cadence)).slice(3)).toEqual([
    '2099-12-14 2099-12-20',
    '2099-12-21 2099-12-27',
    '2099-12-28 2100-01-03',
  ]);
  await run('2099-12-16', { first: true });
  expect((await jobs()).slice(2).map((job) => 'day' in job && job.day)).toEqual(['2099-12-21', '2099-12-21']);
  await update(cadence, { automatic: false }, 'rep', on('2099-12-16'));
  await run('2099-12-21');
  expect(await days(cadence)).toHaveLength(6);
  expect(await jobs()).toHaveLength(4);
});

test('AP-14.86 open items of what has ended get the next iteration, where the cadence rolls over; what had ended before keeps them', async () => {
  const { store } = world;
  const cadence = await idOf(create(WEEKLY));
  const [first = 0, second = 0] = (await store.iterations.of(cadence)).map(({ id }) => id);
  const [open, closed] = [item(first), item(first, 'closed')];
  const run = (day: string) =>
    store.transaction((inside) => runCadences(inside, { kind: 'runCadences', day }, on(day)));
  await run('2099-11-23');
  expect((await itemRow(world, open)).iteration_id).toBe(first);
  await run('2099-11-30');
  const { iteration_id, lock_version } = await itemRow(world, open);
  expect([iteration_id, lock_version]).toEqual([second, 1]);
  expect(notesOn(world.db, open)).toEqual(['changed iteration to **Nov 30 – Dec 6, 2099**']);
  expect(eventsOf(world.db, open)).toContain('iteration');
  expect((await itemRow(world, closed)).iteration_id).toBe(first);
  // Somebody puts it back: that is wanted.
  world.db.change(open, { iterationId: first });
  await run('2099-12-07');
  expect((await itemRow(world, open)).iteration_id).toBe(first);
  const last = item(second);
  await update(cadence, { rollOver: false }, 'rep', on('2099-12-07'));
  await run('2099-12-14');
  expect((await itemRow(world, last)).iteration_id).toBe(second);
});

test('AP-14.120 a cadence that fails stops no other, is told of once, and is tried again on the next day', async () => {
  const { store, jobs, groups } = world;
  // As an import that is wrong may leave it: its iterations go beyond the year 9999.
  const broken = await store.iterations.insertCadence(groups.acme, { ...WEEKLY, startDate: '9999-12-20' }, NOW);
  await store.iterations.setNextRun(broken, '2099-11-23');
  const sound = await idOf(create({ ...WEEKLY, title: 'Sound' }));
  const run = (day: string, more: object = {}) =>
    store.transaction((inside) => runCadences(inside, { kind: 'runCadences', day, ...more }, on(day)));
  const [error, ...others] = await run('2099-11-23');
  expect([error?.message, error?.cause, others]).toEqual([
    `Iteration cadence ${broken} could not be scheduled; it is tried again tomorrow`,
    expect.any(Error),
    [],
  ]);
  expect([(await days(sound)).length, await days(broken)]).toEqual([3, []]);
  expect((await jobs()).slice(1)).toEqual([{ kind: 'runCadences', day: '2099-11-24' }]);
  // Another job for the same day.
  expect([await run('2099-11-23'), (await jobs()).length]).toEqual([[], 2]);
  expect(await run('2099-11-24')).toHaveLength(1);
  expect((await store.iterations.cadence(broken))?.nextRun).toBe('2099-11-23');
  await store.iterations.updateCadence(broken, { startDate: '2099-11-25' }, NOW);
  expect([await run('2099-11-25'), (await days(broken)).length]).toEqual([[], 3]);
  expect((await jobs()).slice(2).map((job) => 'day' in job && job.day)).toEqual(['2099-11-25', '2099-11-30']);
});

test('AP-14.87 what is wrong with an iteration is said, and automatic cadences make their own', async () => {
  const [cadence, weekly] = [await idOf(create(MANUAL)), await idOf(create(WEEKLY))];
  const first = await idOf(add(cadence, { title: ' One ', startDate: '2099-12-01', dueDate: '2099-12-07' }));
  expect(await world.store.iterations.find(first)).toMatchObject({ title: 'One', cadenceId: cadence });
  const said = async (fields: Partial<TypedIteration>, into: number | null = cadence, group = 'acme') =>
    (await cameTo(() => add(into, fields, 'rep', group))).slice(1);
  expect(await said({})).toEqual(["Start date can't be blank", "Due date can't be blank"]);
  expect(await said({ title: 'x'.repeat(256), startDate: '2600-01-02', dueDate: '2600-01-02' })).toEqual([
    'Title is too long (maximum is 255 characters)',
    'Start date cannot be more than 500 years in the future',
    'Due date cannot be more than 500 years in the future',
    'Due date must be greater than start date',
  ]);
  expect(await said({ title: 'One', startDate: '2099-12-07', dueDate: '2099-12-09' })).toEqual([
    'Dates cannot overlap with other existing Iterations within this iterations cadence',
    'Title already being used for another iteration within this cadence.',
  ]);
  const NEXT = { startDate: '2099-12-08', dueDate: '2099-12-09' };
  expect(await said(NEXT, weekly)).toEqual([
    'Iterations cannot be manually added to cadences that use automatic scheduling',
  ]);
  expect(await said(NEXT, 99)).toEqual(['Iterations cadence not found']);
  expect(await said(NEXT, cadence, 'acme/web')).toEqual([
    'Group is not valid. The iteration group has to match the iteration cadence group.',
  ]);
  const ofWeb = await idOf(add(null, NEXT, 'rep', 'acme/web'));
  expect(await idOf(add(null, { startDate: '2099-12-10', dueDate: '2099-12-11' }, 'rep', 'acme/web'))).toBe(ofWeb + 1);
  const { cadenceId = 0 } = (await world.store.iterations.find(ofWeb)) ?? {};
  expect(await world.store.iterations.cadence(cadenceId)).toMatchObject({ title: 'Web Iterations', automatic: false });
  // It does not overlap itself, and its title is its own.
  expect(await cameTo(() => edit(first, { title: 'One', dueDate: '2099-12-06' }))).toEqual([200]);
  const [auto] = await world.store.iterations.of(weekly);
  expect(await cameTo(() => edit(auto?.id ?? 0, { description: 'About it' }))).toEqual([200]);
  expect((await cameTo(() => edit(auto?.id ?? 0, { dueDate: '2099-11-28' })))[0]).toBe(422);
});

test('AP-14.88 AP-14.89 only the last of those that have not ended can be deleted; items lose it and say so', async () => {
  const cadence = await idOf(create(MANUAL));
  const ids: number[] = [];
  for (const month of ['10', '11', '12'])
    ids.push(await idOf(add(cadence, { startDate: `2099-${month}-01`, dueDate: `2099-${month}-28` })));
  const [past = 0, current = 0, upcoming = 0] = ids;
  const LAST = "upcoming/current iterations can't be deleted unless they are the last one in the cadence";
  expect(await cameTo(() => drop(current))).toEqual([422, LAST]);
  expect(await cameTo(() => drop(past))).toEqual([200]);
  const having = item(upcoming);
  await edit(upcoming, { title: 'Named' });
  expect(eventsOf(world.db, having)).toEqual(['iteration']);
  expect(await cameTo(() => drop(upcoming))).toEqual([200]);
  const { iteration_id, lock_version } = await itemRow(world, having);
  expect([iteration_id, lock_version, notesOn(world.db, having)]).toEqual([null, 1, ['removed iteration']]);
  const other = item(current);
  await remove(cadence);
  expect([(await itemRow(world, other)).iteration_id, notesOn(world.db, other)]).toEqual([null, ['removed iteration']]);
});
