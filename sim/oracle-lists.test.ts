import { ModelServer } from './server/index.ts';
import { childEpics, datesOf, type Filter, listed } from './oracle-lists.ts';
import type { ItemPlan } from './schedule.ts';
import { fillWorld } from './world.ts';

const epic = (change: Partial<ItemPlan> = {}): ItemPlan => ({
  type: 'epic',
  owner: 'acme',
  parent: null,
  state: 'opened',
  confidential: false,
  weight: null,
  ...change,
});

const issue = (parent: number, change: Partial<ItemPlan> = {}): ItemPlan =>
  epic({ type: 'issue', owner: 'acme/api', parent, ...change });

/** Items have the numbers 1, 2, 3 … in the order of the plan. */
function worldWith(...items: ItemPlan[]) {
  const people = { olga: 'owner', gus: 'guest', nobody: 'none' } as const;
  const milestones = [
    { title: 'early', startDate: '2026-01-05', dueDate: null },
    { title: 'late', startDate: null, dueDate: '2026-12-24' },
  ];
  const plan = { people, pageMax: 100, maxChildren: 1000, items, labels: ['bug', 'urgent'], milestones };
  return new ModelServer({ idsPerTable: true, seed: (empty) => fillWorld(empty, plan) }).world;
}

const ALL: Filter = { state: 'all' };
const ACME = { kind: 'group', fullPath: 'acme' } as const;
const ids = (items: readonly { readonly id: number }[] | null) => items?.map(({ id }) => id) ?? null;

test('dates are fixed, or the first and last of child epics and of milestones; those of issues do not count', () => {
  const world = worldWith(
    epic({ dueDate: null }),
    epic({ parent: 0, startDate: '2026-03-01', dueDate: '2026-03-31' }),
    epic({ parent: 1, startDate: '2025-01-01', dueDate: '2027-01-01' }),
    issue(0, { milestone: 0, dueDate: '2028-01-01' }),
    issue(1, { milestone: 1 }),
    epic(),
  );
  const of = (id: number) => datesOf(world, world.item(id));
  expect(of(1)).toEqual({ start: '2026-01-05', due: null });
  expect(of(2)).toEqual({ start: '2026-03-01', due: '2026-03-31' });
  expect(of(4)).toEqual({ start: null, due: '2028-01-01' });
  expect(of(6)).toEqual({ start: null, due: null });
  world.change(2, { startIsFixed: false, dueIsFixed: false });
  expect(of(2)).toEqual({ start: '2025-01-01', due: '2027-01-01' });
  expect(of(1)).toEqual({ start: '2025-01-01', due: null });
});

test('what has no date comes last both ways, and of equals the younger one first', () => {
  const world = worldWith(
    epic({ startDate: '2026-02-01' }),
    epic(),
    epic({ startDate: '2026-01-01' }),
    epic({ startDate: '2026-02-01' }),
    epic({ startDate: null }),
  );
  const by = (order: string) => ids(listed(world, 'olga', 'epics', ACME, ALL, order));
  expect(by('START_DATE_ASC')).toEqual([3, 4, 1, 5, 2]);
  expect(by('START_DATE_DESC')).toEqual([4, 1, 3, 5, 2]);
  expect(by('CREATED_AT_ASC')).toEqual([5, 4, 3, 2, 1]);
});

test('lists are narrowed by place, state, words, labels, confidentiality and time', () => {
  const world = worldWith(
    epic({ startDate: '2026-05-01', dueDate: '2026-05-31', labels: ['bug', 'urgent'] }),
    epic({ owner: 'acme/web', state: 'closed', startDate: '2026-06-01', labels: ['bug'] }),
    epic({ owner: 'hidden' }),
    epic({ confidential: true, dueDate: '2026-04-01' }),
    issue(0),
  );
  const found = (filter: Partial<Filter>, who = 'olga', fullPath = 'acme') =>
    ids(listed(world, who, 'epics', { kind: 'group', fullPath }, { ...ALL, ...filter }, 'CREATED_AT_DESC'));
  expect(found({})).toEqual([4, 2, 1]);
  expect(found({}, 'gus')).toEqual([2, 1]);
  expect(found({}, 'gus', 'acme/web')).toEqual([2]);
  expect([found({}, 'olga', 'hidden'), found({}, 'gus', 'hidden'), found({}, 'olga', 'no/such')]).toEqual([
    [3],
    null,
    null,
  ]);
  expect([found({ state: 'closed' }), found({ search: 'EPIC 2' }), found({ search: 'epic nothing' })]).toEqual([
    [2],
    [4],
    [],
  ]);
  expect([found({ labels: ['bug'] }), found({ labels: ['bug', 'urgent'] }), found({ notLabels: ['urgent'] })]).toEqual([
    [2, 1],
    [1],
    [4, 2],
  ]);
  expect([found({ labels: ['None'] }), found({ labels: ['Any'] })]).toEqual([[4], [2, 1]]);
  expect([found({ confidential: true }), found({ confidential: false })]).toEqual([[4], [2, 1]]);
  const between = (start: string, end: string) => found({ between: { start, end } });
  expect(between('2026-05-31', '2026-06-01')).toEqual([2, 1]);
  expect(between('2026-04-01', '2026-04-30')).toEqual([4]);
  expect(ids(listed(world, 'olga', 'issues', ACME, ALL, 'CREATED_DESC'))).toEqual([5]);
  expect(listed(world, 'olga', 'issues', { kind: 'project', fullPath: 'acme/web/app' }, ALL, 'CREATED_DESC')).toEqual(
    [],
  );
});

test('a phrase stands in the title as it is, words stand anywhere in the title or the description', () => {
  const world = worldWith(epic(), issue(0), issue(0), issue(0));
  world.change(2, { title: 'An Issue 1 of many' });
  world.change(3, { title: 'createIssue 21' });
  world.change(4, { title: 'other', description: 'about issue 1' });
  const found = (filter: Partial<Filter>) =>
    ids(listed(world, 'olga', 'issues', ACME, { ...ALL, ...filter }, 'CREATED_DESC'));
  expect(found({ phrase: 'issue 1' })).toEqual([2]);
  expect(found({ phrase: ' ' })).toEqual([4, 3, 2]);
  expect(found({ search: 'issue 1' })).toEqual([4, 3, 2]);
});

test('children are the epics directly below, as far as they may be seen', () => {
  const world = worldWith(
    epic({ owner: 'acme', startDate: '2026-05-01', dueDate: '2026-05-02' }),
    epic({ parent: 0, startDate: '2026-05-02', dueDate: '2026-05-03' }),
    epic({ parent: 0, confidential: true }),
    epic({ parent: 1 }),
    issue(0),
  );
  const below = (who: string, filter = ALL) => ids(childEpics(world, who, 1, filter, 'START_DATE_ASC'));
  expect([below('olga'), below('gus')]).toEqual([[2, 3], [2]]);
  expect(below('olga', { ...ALL, between: { start: '2026-05-03', end: '2026-06-01' } })).toEqual([2]);
});
