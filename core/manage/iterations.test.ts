import { accessActions } from '../access/index.ts';
import { createPlanner } from '../planner.ts';
import { serverAction, withMeta } from '../store/action.ts';
import { FakePorts, settle } from '../testing/index.ts';
import {
  managedPath,
  manageActions,
  manageSaga,
  NOUNS,
  pageAt,
  pageKey,
  selectManage,
  selectManagedStatus,
  type ManagedPage,
} from './index.ts';

const CADENCES = { noun: 'cadences', kind: 'group', fullPath: 'acme' } as const;
const ITERATIONS = { noun: 'iterations', kind: 'group', fullPath: 'acme', iid: '4' } as const;
const CADENCE = 'gid://gitlab/Iterations::Cadence/4';

/** What is sent for a change: the field of the mutation and its input. */
function sent(page: ManagedPage, id: string | null, draft: Record<string, string>, what = 'save') {
  const { method, path, body } = NOUNS[page.noun].request({ page, what, id, draft });
  const { query, variables } = body as { readonly query: string; readonly variables: { readonly input: unknown } };
  expect([method, path]).toEqual(['POST', '/api/graphql']);
  return [/\n {2}(\w+)\(/.exec(query)?.[1], variables.input];
}

async function open(page: ManagedPage) {
  const fake = new FakePorts();
  const { store, watch } = createPlanner(fake.ports);
  watch('manage', manageSaga);
  const user = {
    id: 'gid://gitlab/User/7',
    username: 'ada',
    name: 'Ada',
    avatarUrl: null,
    webUrl: '/ada',
    admin: true,
  };
  store.dispatch(accessActions.sessionReceived({ features: {}, settings: {}, firstRun: false, user }));
  store.dispatch(manageActions.opened({ page }));
  await settle();
  return { fake, store };
}

test('AP-14.93 cadences are read by whether they are active; a form says what lacks, and sends what it holds', async () => {
  const { fake, store } = await open(CADENCES);
  expect(fake.next('groupCadences').variables).toEqual({ fullPath: 'acme', active: true });
  const wire = { id: CADENCE, title: 'Weekly', description: null, active: true, automatic: true };
  const more = { startDate: '2026-11-02', durationInWeeks: 1, iterationsInAdvance: 2, rollOver: true };
  await fake
    .next('groupCadences')
    .answer({ group: { id: 'g', iterationCadences: { nodes: [{ ...wire, ...more }, {}] } } });
  expect(selectManage(store.getState()).entries).toEqual([
    {
      ...{ id: CADENCE, number: '4', title: 'Weekly', description: null, isActive: true, isAutomatic: true },
      ...{ startDate: '2026-11-02', weeks: 1, inAdvance: 2, rollsOver: true },
    },
  ]);
  store.dispatch(manageActions.narrowed({ filter: 'all' }));
  await settle();
  expect(fake.next('groupCadences').variables).toEqual({ fullPath: 'acme' });

  const { faults, refusalIn } = NOUNS.cadences;
  expect(faults({ title: ' ', automatic: 'yes', start: '', weeks: '', inAdvance: '11' })).toEqual({
    title: "can't be blank",
    start: "can't be blank",
    weeks: "can't be blank",
    inAdvance: 'is not included in the list',
  });
  expect(faults({ title: 'By hand', automatic: '' })).toEqual({ title: null });
  const draft = {
    title: ' Weekly ',
    description: '',
    active: 'yes',
    automatic: 'yes',
    start: '2026-11-02',
    weeks: '1',
  };
  const fields = { title: 'Weekly', description: null, active: true };
  const automation = { automatic: true, startDate: '2026-11-02', durationInWeeks: 1, iterationsInAdvance: 2 };
  expect(sent(CADENCES, null, { ...draft, inAdvance: '2', rollOver: 'yes' })).toEqual([
    'iterationCadenceCreate',
    { groupPath: 'acme', ...fields, ...automation, rollOver: true },
  ]);
  expect(sent(CADENCES, CADENCE, { ...draft, automatic: '' })).toEqual([
    'iterationCadenceUpdate',
    { id: CADENCE, ...fields, automatic: false },
  ]);
  expect(sent(CADENCES, CADENCE, {}, 'delete')).toEqual(['iterationCadenceDestroy', { id: CADENCE }]);
  expect(refusalIn?.({ data: { iterationCadenceCreate: { errors: [] } } })).toBeNull();
  expect(refusalIn?.({ data: { iterationCadenceCreate: { errors: ['No', 'Never'] } } })).toEqual({
    error: 'No. Never',
    faults: {},
  });
  expect(refusalIn?.({ data: { iterationCadenceDestroy: null }, errors: [{ message: 'Gone' }] })?.error).toBe('Gone');
});

test('AP-14.94 iterations of one cadence are read by their state; of an automatic cadence the description alone is sent', async () => {
  const { fake, store } = await open(ITERATIONS);
  expect(fake.next('cadenceIterations').variables).toEqual({ fullPath: 'acme', ids: [CADENCE], state: 'opened' });
  const iterationCadence = { id: CADENCE, title: 'Weekly', automatic: true };
  const days = { startDate: '2026-11-02', dueDate: '2026-11-08' };
  const id = 'gid://gitlab/Iteration/9';
  const wire = { id, title: null, description: 'x', state: 'current', ...days, iterationCadence };
  await fake
    .next('cadenceIterations')
    .answer({ group: { id: 'g', iterations: { nodes: [wire, { ...wire, state: 'x' }] } } });
  expect(selectManage(store.getState()).entries).toEqual([
    { id, number: '9', title: null, description: 'x', state: 'current', ...days, cadence: 'Weekly', isAutomatic: true },
  ]);
  store.dispatch(manageActions.narrowed({ filter: 'closed' }));
  await settle();
  await fake.next('cadenceIterations').answer({ group: null });
  expect(selectManagedStatus(store.getState()).status).toBe('missing');

  const draft = { title: '', description: ' y ', start: '2026-11-02', due: '2026-11-08' };
  expect(sent(ITERATIONS, null, draft)).toEqual([
    'iterationCreate',
    { groupPath: 'acme', iterationsCadenceId: CADENCE, title: null, description: 'y', ...days },
  ]);
  expect(sent(ITERATIONS, id, { ...draft, isAutomatic: 'yes' })).toEqual([
    'updateIteration',
    { groupPath: 'acme', id, description: 'y' },
  ]);
  expect(sent(ITERATIONS, id, {}, 'delete')).toEqual(['iterationDelete', { id }]);
  const { faults } = NOUNS.iterations;
  expect(faults({ title: '', start: '', due: '2026-11-01', isAutomatic: '' })).toEqual({
    title: null,
    start: "can't be blank",
    due: null,
  });
  expect(faults({ title: 'x'.repeat(256), start: '2026-11-02', due: '2026-11-02' })).toEqual({
    title: 'is too long (maximum is 255 characters)',
    start: null,
    due: 'must be greater than start date',
  });
  expect(faults({ isAutomatic: 'yes' })).toEqual({});
});

test('AP-14.95 an address names the list, or the form that is open in it', () => {
  const of = (rest: string) => pageAt('group', rest);
  expect(of('cadences')).toEqual({ noun: 'cadences' });
  expect(of('cadences/new')).toEqual({ noun: 'cadences', form: 'new' });
  expect(of('cadences/4/edit')).toEqual({ noun: 'cadences', form: '4' });
  expect(of('cadences/4/iterations')).toEqual({ noun: 'iterations', iid: '4' });
  expect(of('cadences/4/iterations/new')).toEqual({ noun: 'iterations', iid: '4', form: 'new' });
  expect(of('cadences/4/iterations/9/edit')).toEqual({ noun: 'iterations', iid: '4', form: '9' });
  for (const rest of ['cadences/', 'cadences/0/edit', 'cadences/x']) expect(of(rest)).toBeNull();
  expect(managedPath(ITERATIONS)).toBe('/groups/acme/-/cadences/4/iterations');
  expect(pageAt('project', 'cadences')).toBeNull();
  expect(pageKey(ITERATIONS)).not.toBe(pageKey({ ...ITERATIONS, iid: '5' }));
});

const PAGE = { noun: 'iteration', kind: 'group', fullPath: 'acme', iid: '9' } as const;
const ITERATION = 'gid://gitlab/Iteration/9';

test('AP-14.100 an iteration has a page, behind its cadence as well; what deletes it leads to the cadences', () => {
  const at = { noun: 'iteration', iid: '9' };
  for (const rest of ['iterations/9', 'cadences/4/iterations/9']) expect(pageAt('group', rest)).toEqual(at);
  for (const rest of ['iterations', 'iterations/0', 'iterations/9/edit', 'cadences/0/iterations/9'])
    expect(pageAt('group', rest)).toBeNull();
  expect(pageAt('project', 'iterations/9')).toBeNull();
  expect(managedPath(PAGE)).toBe('/groups/acme/-/iterations/9');
  expect(sent(PAGE, ITERATION, { description: 'y', isAutomatic: 'yes' })).toEqual([
    'updateIteration',
    { groupPath: 'acme', id: ITERATION, description: 'y' },
  ]);
  const { next } = NOUNS.iteration;
  const change = { page: PAGE, id: ITERATION, draft: {} };
  expect(next?.({}, { ...change, what: 'delete' })).toBe('/groups/acme/-/cadences');
  expect(next?.({}, { ...change, what: 'save' })).toBeNull();
});

test('AP-14.101 the page of an iteration reads it and counts its issues, again after a change; what is not there is missing', async () => {
  const { fake, store } = await open(PAGE);
  const asked = { fullPath: 'acme', id: ITERATION, ids: [ITERATION] };
  expect(fake.next('iterationPage').variables).toEqual(asked);
  const node = {
    ...{ id: ITERATION, title: null, description: 'x', descriptionHtml: '<p>x</p>', state: 'current' },
    ...{ startDate: '2026-11-02', dueDate: '2026-11-08' },
    iterationCadence: { id: CADENCE, title: 'Weekly', automatic: true },
    report: { burnupTimeSeries: [], stats: { total: { count: 5, weight: 9 }, complete: { count: 2, weight: 4 } } },
  };
  const group = (nodes: readonly unknown[]) => ({
    group: { id: 'g', iterations: { nodes }, opened: { count: 3 }, closed: { count: 2 } },
  });
  await fake.next('iterationPage').answer(group([node]));
  expect(selectManage(store.getState()).entries).toMatchObject([
    {
      number: '9',
      cadence: 'Weekly',
      descriptionHtml: '<p>x</p>',
      items: { total: 5, closed: 2 },
      report: { days: [], total: { count: 5, weight: 9 }, complete: { count: 2, weight: 4 } },
    },
  ]);
  store.dispatch(withMeta(serverAction('item/closed')(), { resolves: { id: '1', as: 'committed' } }));
  await settle();
  await fake.next('iterationPage').answer(group([]));
  expect(selectManagedStatus(store.getState()).status).toBe('missing');
});

test.each([
  [CADENCES, 'groupCadences', 'iterationCadences', { title: 'c', active: true, automatic: false }],
  [ITERATIONS, 'cadenceIterations', 'iterations', { title: 'i', state: 'upcoming' }],
] as const)(
  'AP-14.105 more than 100 are read on after a cursor, and exactly 100 are all: %j',
  async (page, asked, name, row) => {
    const { fake, store } = await open(page);
    const rows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => ({ id: `gid://gitlab/X/${from + index + 1}`, ...row }));
    const answer = (nodes: readonly object[], endCursor: string | null) =>
      fake
        .next(asked)
        .answer({ group: { id: 'g', [name]: { nodes, pageInfo: { endCursor, hasNextPage: endCursor !== null } } } });
    const shown = () => selectManage(store.getState()).entries.map(({ id }) => id);
    const status = () => selectManagedStatus(store.getState());
    expect(fake.next(asked).variables).not.toHaveProperty('after');
    await answer(rows(0, 100), 'hundred');
    expect([shown().length, status().next]).toEqual([100, 'hundred']);
    store.dispatch(manageActions.moreAsked());
    await settle();
    expect(fake.next(asked).variables).toMatchObject({ fullPath: 'acme', after: 'hundred' });
    await answer(rows(100, 150), null);
    expect([shown(), status().next]).toEqual([rows(0, 150).map(({ id }) => id), null]);

    store.dispatch(manageActions.narrowed({ filter: 'all' }));
    await settle();
    await answer(rows(0, 100), null);
    expect([shown().length, status().next]).toEqual([100, null]);
    store.dispatch(manageActions.moreAsked());
    await settle();
    expect(fake.waiting(asked)).toEqual([]);
  },
);
