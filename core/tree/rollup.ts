import type { GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { Draft } from '../mutation/index.ts';
import type { ConfirmedTree } from './state.ts';
import { get } from '../table/index.ts';
import { type Rollup, addRollups, contribution, EMPTY_ROLLUP, subtractRollups } from './rules.ts';

/** The roll-up that an epic shows; what is missing counts as nothing. */
export const rollupOf = (item: WorkItem): Rollup => ({
  counts: item.descendantCounts ?? EMPTY_ROLLUP.counts,
  weights: item.descendantWeightSum ?? EMPTY_ROLLUP.weights,
  health: item.healthCounts ?? EMPTY_ROLLUP.health,
});

const withRollup = (item: WorkItem, rollup: Rollup): WorkItem => ({
  ...item,
  descendantCounts: rollup.counts,
  descendantWeightSum: rollup.weights,
  healthCounts: rollup.health,
});

/** The item and all above it that are known, nearest first. */
function* lineage(parentOf: (id: GlobalId) => GlobalId | undefined, from: GlobalId): Generator<GlobalId> {
  const seen = new Set<GlobalId>();
  for (let id: GlobalId | undefined = from; id !== undefined && !seen.has(id); id = parentOf(id)) {
    seen.add(id);
    yield id;
  }
}

export const lineOf = ({ parents }: Pick<ConfirmedTree, 'parents'>, id: GlobalId): readonly GlobalId[] => [
  ...lineage((each) => get(parents, each), id),
];

export const lineIn = (draft: Draft<ConfirmedTree>, id: GlobalId): Iterable<GlobalId> =>
  lineage((each) => draft.get('parents', each), id);

/**
 * TR-02.30: an item that comes under a parent or leaves it changes the counts, weights and health of that parent and of all
 * ancestors shown, at once. `not`: ancestors that keep the item, for they stand above both parents of a move.
 */
export function shiftRollups(
  draft: Draft<ConfirmedTree>,
  parentId: GlobalId,
  item: WorkItem,
  sign: 1 | -1,
  not: ReadonlySet<GlobalId> = new Set(),
): void {
  const parent = draft.get('items', parentId);
  // TR-02.2: what is below an issue adds nothing.
  if (parent !== undefined && parent.type !== 'epic') return;
  const share = contribution(item, rollupOf(item));
  const combine = sign === 1 ? addRollups : subtractRollups;
  for (const id of lineIn(draft, parentId)) {
    if (not.has(id)) return;
    const ancestor = draft.get('items', id);
    // TR-09.28: sums of which nothing is known yet stay unknown.
    if (ancestor?.type !== 'epic' || ancestor.descendantCounts == null) continue;
    draft.set('items', id, withRollup(ancestor, combine(rollupOf(ancestor), share)));
  }
}
