import fc from 'fast-check';
import type { HealthStatus, WorkItemState } from '../../work-item/types.ts';
import type { Counted, Rollup } from './counts.ts';
import {
  addRollups,
  contribution,
  countLines,
  COUNTS_NOTICE,
  EMPTY_ROLLUP,
  recount,
  subtractRollups,
  weightLine,
} from './counts.ts';
import { healthBadges, showsHealth } from './health.ts';

const epic = (state: WorkItemState = 'opened'): Counted => ({ type: 'epic', state, weight: null, healthStatus: null });
const issue = (state: WorkItemState, weight: number | null, healthStatus: HealthStatus | null = null): Counted => ({
  type: 'issue',
  state,
  weight,
  healthStatus,
});

test('TR-02.1 an epic counts itself and all that it holds, but not for itself', () => {
  const items: Record<string, Counted> = {
    top: epic(),
    mid: epic('closed'),
    i: issue('opened', 2),
    j: issue('closed', 3),
  };
  const lists: Record<string, readonly string[]> = { top: ['mid', 'j'], mid: ['i'] };
  const rollup = recount(
    'top',
    (id) => lists[id] ?? [],
    (id) => items[id] ?? epic(),
  );
  expect(rollup.counts).toEqual({ openedEpics: 0, closedEpics: 1, openedIssues: 1, closedIssues: 1 });
  expect(rollup.weights).toEqual({ openedIssues: 2, closedIssues: 3 });
});

test('TR-02.2 an issue adds itself and its weight by state; no weight is 0', () => {
  expect(contribution(issue('closed', 5)).weights).toEqual({ openedIssues: 0, closedIssues: 5 });
  expect(contribution(issue('opened', null))).toEqual({
    ...EMPTY_ROLLUP,
    counts: { ...EMPTY_ROLLUP.counts, openedIssues: 1 },
  });
});

test('TR-02.3 health counts while open, and only if there is one', () => {
  expect(contribution(issue('opened', null, 'atRisk')).health).toEqual({ ...EMPTY_ROLLUP.health, issuesAtRisk: 1 });
  expect(contribution(issue('closed', null, 'atRisk')).health).toEqual(EMPTY_ROLLUP.health);
  expect(contribution(issue('opened', null)).health).toEqual(EMPTY_ROLLUP.health);
});

/** Node 0 is the root; node i hangs under an earlier epic. */
interface Forest {
  readonly items: readonly Counted[];
  readonly parents: readonly (number | null)[];
}
const counted: fc.Arbitrary<Counted> = fc.record({
  type: fc.constantFrom('epic', 'epic', 'issue'),
  state: fc.constantFrom('opened', 'closed'),
  weight: fc.option(fc.nat({ max: 9 })),
  healthStatus: fc.option(fc.constantFrom('onTrack', 'needsAttention', 'atRisk')),
});
const forests: fc.Arbitrary<Forest> = fc.array(fc.tuple(counted, fc.nat()), { maxLength: 20 }).map((list) => {
  const items: Counted[] = [epic()];
  const parents: (number | null)[] = [null];
  for (const [item, pick] of list) {
    const epics = items.flatMap(({ type }, i) => (type === 'epic' ? [i] : []));
    parents.push(epics[pick % epics.length] ?? 0);
    items.push(item);
  }
  return { items, parents };
});

const countAll = ({ items, parents }: Forest): readonly Rollup[] => {
  const childrenOf = (id: number) => parents.flatMap((parent, i) => (parent === id ? [i] : []));
  return items.map((item, i) =>
    item.type === 'epic' ? recount(i, childrenOf, (id) => items[id] ?? epic()) : EMPTY_ROLLUP,
  );
};
const ancestorsOf = (parents: Forest['parents'], id: number | null): readonly number[] =>
  id === null ? [] : [id, ...ancestorsOf(parents, parents[id] ?? null)];

test('TR-02.4 moving any item by taking away above and adding above gives what a count from scratch gives', () => {
  const moves = forests.chain((forest) => fc.record({ forest: fc.constant(forest), pick: fc.nat(), target: fc.nat() }));
  fc.assert(
    fc.property(moves, ({ forest, pick, target }) => {
      const { items, parents } = forest;
      if (items.length < 2) return;
      const moved = 1 + (pick % (items.length - 1));
      const targets = items.flatMap(({ type }, i) =>
        type === 'epic' && !ancestorsOf(parents, i).includes(moved) ? [i] : [],
      );
      const to = targets[target % targets.length] ?? 0;
      const rollups = [...countAll(forest)];
      const share = contribution(items[moved] ?? epic(), rollups[moved]);
      for (const id of ancestorsOf(parents, parents[moved] ?? null)) {
        rollups[id] = subtractRollups(rollups[id] ?? EMPTY_ROLLUP, share);
      }
      const after = parents.map((parent, i) => (i === moved ? to : parent));
      for (const id of ancestorsOf(after, to)) rollups[id] = addRollups(rollups[id] ?? EMPTY_ROLLUP, share);
      expect(rollups).toEqual(countAll({ items, parents: after }));
    }),
    { numRuns: 300 },
  );
});

const counts = { openedEpics: 2, closedEpics: 1, openedIssues: 0, closedIssues: 4 };

test('TR-02.5 the notice', () => {
  expect(COUNTS_NOTICE).toBe('Counts reflect children you may not have access to.');
});

test('TR-02.6 the lines of the tooltip', () => {
  const lines = (allowSubEpics: boolean) =>
    countLines(counts, allowSubEpics).map(({ label, text }) => `${label}: ${text}`);
  expect(lines(true)).toEqual(['Epics: 2 open, 1 closed', 'Issues: 0 open, 4 closed']);
  expect(lines(false)).toEqual(['Issues: 0 open, 4 closed']);
});

test('TR-02.7 the counts and the weight are those of both states', () => {
  expect(countLines(counts, true).map(({ total }) => total)).toEqual([3, 4]);
  expect(weightLine({ openedIssues: 3, closedIssues: 4 })).toMatchObject({ total: 7, text: '3 open, 4 closed' });
  expect(weightLine({ openedIssues: 0, closedIssues: 0 }).total).toBe(0);
});

const shown = (type: 'epic' | 'issue', state: WorkItemState, openedIssues: number | null, allowed = true) =>
  showsHealth(
    { type, state, descendantCounts: openedIssues === null ? null : { ...EMPTY_ROLLUP.counts, openedIssues } },
    allowed,
  );

test('TR-23.1 nothing where it is not allowed', () => {
  expect([shown('epic', 'opened', 3, false), shown('issue', 'opened', null, false)]).toEqual([false, false]);
});

test('TR-23.2 an epic, even a closed one, with open issues below', () => {
  expect([shown('epic', 'closed', 1), shown('epic', 'opened', 0), shown('epic', 'opened', null)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('TR-23.3 an issue while it is open', () => {
  expect([shown('issue', 'opened', null), shown('issue', 'closed', null)]).toEqual([true, false]);
});

test('TR-23.4 three badges or none', () => {
  expect(healthBadges({ issuesOnTrack: 0, issuesNeedingAttention: 2, issuesAtRisk: 0 })).toEqual([
    { status: 'onTrack', label: 'On track', variant: 'success', count: 0 },
    { status: 'needsAttention', label: 'Needs attention', variant: 'warning', count: 2 },
    { status: 'atRisk', label: 'At risk', variant: 'danger', count: 0 },
  ]);
  expect(healthBadges(EMPTY_ROLLUP.health)).toEqual([]);
});
