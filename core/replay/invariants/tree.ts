import type { Confirmed } from '../../planner.ts';
import type { ChildOrder } from '../../tree/state.ts';
import type { Invariant } from './types.ts';
import { weakMapMemoize } from 'reselect';
import { entries, get, has, size } from '../../table/index.ts';

/** RP-03.202 for one version of the tree, cycles apart. */
const faultsOf = weakMapMemoize((tree: Confirmed): readonly string[] => {
  const faults: string[] = [];
  let listed = 0;
  for (const [parentId, order] of entries(tree.orders)) {
    faults.push(...listFaults(tree, parentId, order));
    listed += order.ids.length;
  }
  // Where every listed child has that parent, and as many have a parent as are listed, none is left over.
  if (faults.length > 0 || listed !== size(tree.parents)) faults.push(...unlistedFaults(tree));
  return faults;
});

/** Lists without a fault, with whose they are and the tables by which they were looked at. */
const sound = new WeakMap<ChildOrder, Pick<Confirmed, 'items' | 'parents'> & { readonly parentId: string }>();

function listFaults(tree: Confirmed, parentId: string, order: ChildOrder): readonly string[] {
  const { items, parents } = tree;
  const seen = sound.get(order);
  if (seen?.items === items && seen.parents === parents && seen.parentId === parentId) return [];
  const faults = boundaryFaults(tree, parentId, order);
  const ids = new Set<string>();
  for (const id of order.ids) {
    if (ids.has(id)) faults.push(`${id} stands twice under ${parentId}.`);
    ids.add(id);
    if (!has(items, id)) faults.push(`${id} stands under ${parentId}, but nothing is known about it.`);
    const said = get(parents, id);
    if (said !== parentId) faults.push(`${id} stands under ${parentId}, but its parent is said to be ${said}.`);
  }
  if (faults.length === 0) sound.set(order, { items, parents, parentId });
  return faults;
}

function unlistedFaults(tree: Confirmed): readonly string[] {
  const children = new Map([...entries(tree.orders)].map(([parentId, { ids }]) => [parentId, new Set(ids)]));
  return [...entries(tree.parents)].flatMap(([id, parentId]) =>
    children.get(parentId)?.has(id) === false
      ? [`${id} is said to be a child of ${parentId}, which does not list it.`]
      : [],
  );
}

function boundaryFaults(tree: Confirmed, parentId: string, { ids, open }: ChildOrder): string[] {
  if (!Number.isInteger(open) || open < 0 || open > ids.length) {
    return [`${parentId} has ${ids.length} children, of which ${open} are said to be open.`];
  }
  return ids.flatMap((id, index) => {
    const state = get(tree.items, id)?.state;
    if (state === undefined || (state !== 'closed') === index < open) return [];
    return [`${id} is ${state}, but stands among the ${index < open ? 'open' : 'closed'} children of ${parentId}.`];
  });
}

/** For each cycle of ids below themselves, the first one by name. */
export const cyclesOf = ({ parents }: Confirmed): readonly string[] => findCycles(parents);

const findCycles = weakMapMemoize((parents: Confirmed['parents']): readonly string[] => {
  const passed = new Set<string>();
  const cycles: string[] = [];
  for (const [start] of entries(parents)) {
    const path = upwards({ parents }, start, passed);
    const next = get(parents, path.at(-1) ?? '');
    if (next !== undefined && path.includes(next)) cycles.push(path.slice(path.indexOf(next)).sort()[0] as string);
    for (const id of path) passed.add(id);
  }
  return cycles;
});

/** An item and what is above it, as far as no id comes again and none has been passed before. */
export function upwards(
  { parents }: Pick<Confirmed, 'parents'>,
  from: string,
  passed: ReadonlySet<string> = new Set(),
): string[] {
  const path = new Set<string>();
  let id: string | undefined = from;
  while (id !== undefined && !passed.has(id) && !path.has(id)) {
    path.add(id);
    id = get(parents, id);
  }
  return [...path];
}

export const treeWellFormed: Invariant = {
  name: 'tree-well-formed',
  about:
    'Every child stands once under one parent, which is the one it is said to have; open children come before closed ones; nothing is below itself.',
  check({ confirmed }, { visible, cycleRead }) {
    const faults = [...faultsOf(confirmed)];
    if (!cycleRead) faults.push(...cyclesOf(confirmed).map((id) => `${id} is below itself.`));
    if (visible === confirmed) return faults;
    const shown = [...faultsOf(visible)];
    if (cyclesOf(confirmed).length === 0) shown.push(...cyclesOf(visible).map((id) => `${id} is below itself.`));
    return [...faults, ...shown.filter((fault) => !faults.includes(fault)).map((fault) => `As shown, ${fault}`)];
  },
};
