import type { Confirmed, RootState } from '../../planner.ts';
import type { TreeQueries } from '../../tree/reads.ts';
import type { MoveIntent, Rollup } from '../../tree/rules.ts';
import type { Invariant } from './types.ts';
import { weakMapMemoize } from 'reselect';
import { entries, get } from '../../table/index.ts';
import { selectList } from '../../tree/reads.ts';
import { rollupOf } from '../../tree/rollup.ts';
import { addRollups, contribution, EMPTY_ROLLUP, subtractRollups } from '../../tree/rules.ts';
import { itemEdits } from '../../work-item/fields/actions.ts';
import { allowedChild } from '../../work-item/rules.ts';
import { upwards } from './tree.ts';

/**
 * For each epic whose children are all loaded: what its roll-up says beyond what its children add up to by their own. Not 0 where children are
 * hidden from the viewer (TR-02.5) or were read at another time than the epic; but nothing that is done here may change it. Nothing is said of epics
 * that stand above themselves, by what was read of them at two times while somebody else moved them.
 */
export const beyondChildren = (confirmed: Confirmed, { queries, tree: { root } }: TreeQueries) =>
  count(confirmed, queries, root);

type Root = TreeQueries['tree']['root'];

const count = weakMapMemoize((tree: Confirmed, queries: TreeQueries['queries'], root: Root) => {
  const lists = { queries, tree: { root } };
  const result = new Map<string, Rollup>();
  for (const [parentId, { ids }] of entries(tree.orders)) {
    const parent = get(tree.items, parentId);
    const { status, next } = selectList(lists, parentId);
    const isWhole = status === 'ready' && next === null;
    if (parent?.type !== 'epic' || parent.descendantCounts == null || !isWhole || isInCircle(tree, parentId)) continue;
    let sum = EMPTY_ROLLUP;
    let allKnown = true;
    for (const id of ids) {
      const child = get(tree.items, id);
      if (child === undefined) continue;
      // The answer to an addition does not contain a child epic's sums (TR-09.28): what it adds is known with the next read.
      if (child.type === 'epic' && child.descendantCounts == null) allKnown = false;
      sum = addRollups(sum, contribution(child, rollupOf(child)));
    }
    if (!allKnown) continue;
    result.set(parentId, subtractRollups(rollupOf(parent), sum));
  }
  return result;
});

/** Whether something at or above an item is above itself. */
const isInCircle = (tree: Confirmed, id: string): boolean =>
  get(tree.parents, upwards(tree, id).at(-1) ?? id) !== undefined;

/** `openedIssues by 1, …`; empty where the two are the same. */
function difference(before: Rollup, after: Rollup): string {
  const more = subtractRollups(after, before);
  const parts = [more.counts, more.weights, more.health].flatMap((part, index) =>
    Object.entries(part)
      .filter(([, by]) => by !== 0)
      .map(([name, by]) => `${index === 1 ? `weight of ${name}` : name} by ${by}`),
  );
  return parts.join(', ');
}

function compare(
  before: ReadonlyMap<string, Rollup>,
  after: ReadonlyMap<string, Rollup>,
  say: (id: string, by: string) => string,
): readonly string[] {
  return [...after].flatMap(([id, rollup]) => {
    const known = before.get(id);
    const by = known === undefined ? '' : difference(known, rollup);
    return by === '' ? [] : [say(id, by)];
  });
}

/** Edits of an item that the epics above count only once they are read again. */
const COUNTED_ABOVE: ReadonlySet<string> = new Set([itemEdits.weightChanged.type, itemEdits.healthChanged.type]);

/**
 * Whether it is unknown what a pending move counts: one that no screen offers and the server will refuse, such as an epic below an issue; or one of
 * a child that has left its list meanwhile, perhaps by this very move, so that its new ancestors may count it already. So is what an edit of an item's page adds
 * to the epics above.
 */
function isUndecided({ pending, confirmed }: RootState, shown: Confirmed): boolean {
  return pending.some(({ type, payload }) => {
    if (COUNTED_ABOVE.has(type)) return true;
    // Other changes name no child, or no parent.
    const { childId, parentId } = payload as { readonly [P in keyof MoveIntent]?: MoveIntent[P] | null };
    const child = get(shown.items, childId ?? '');
    const parent = get(shown.items, parentId ?? '');
    if (child === undefined || parent === undefined) return false;
    return get(confirmed.parents, childId ?? '') === undefined || allowedChild(parent.type, child.type) === null;
  });
}

export const countsMatchRecount: Invariant = {
  name: 'counts-match-recount',
  about:
    'Moves, additions and removals change counts, weights and health of an epic exactly as its loaded children change.',
  check(state, { beyond, visible }) {
    const { confirmed } = state;
    const now = beyondChildren(confirmed, state);
    const faults = compare(beyond, now, (id, by) => `The roll-up of ${id} is off a recount of its children: ${by}.`);
    if (visible === confirmed || isUndecided(state, visible)) return faults;
    const shown = beyondChildren(visible, state);
    return [
      ...faults,
      ...compare(now, shown, (id, by) => `As shown, the roll-up of ${id} is off a recount of its children: ${by}.`),
    ];
  },
};
