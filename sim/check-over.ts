import type { RootState, Stamped } from '@espalier/core';
import type { ItemPlace } from '@espalier/core/work-item';
import type { SessionLog } from './planner-client.ts';
import { entries, size } from '@espalier/core/table';

/** What is done in one place changes nothing of what the other one has for itself, as texts of what is wrong. */

const treeOf = ({ tree, overTree }: RootState, place: ItemPlace): RootState['tree'] =>
  place === 'page' ? tree : overTree;

/** What one setting says for both trees, and what an item takes with it wherever it was shown. */
const SHARED: Readonly<Record<string, readonly (keyof RootState['tree'])[]>> = {
  'tree/labelsToggled': ['labelsShown'],
  'tree/removeConfirmed/committed': ['expansion'],
};

interface Said {
  readonly params?: { readonly place?: 'over' } | null;
  readonly subjectId?: string;
  readonly asked?: { readonly subjectId?: string };
}

/** The place where something was done, or for which it was asked; `made`: by the mutation. */
function placeOf({ type, meta, payload }: Stamped, made: ReadonlyMap<string, ItemPlace>): ItemPlace | null {
  if (meta.resolves !== undefined) return made.get(meta.resolves.id) ?? null;
  const { params } = (payload ?? {}) as Said;
  // The links of an item are read for both.
  if (params != null) return type.startsWith('tree/') ? (params.place ?? 'page') : null;
  return meta.place ?? 'page';
}

const OPENS: Readonly<Record<string, ItemPlace>> = {
  'workItem/overOpened': 'over',
  'workItem/overClosed': 'over',
  'workItem/overRetried': 'over',
  'workItem/pageOpened': 'page',
  'workItem/pageClosed': 'page',
  'workItem/pageRetried': 'page',
};

/** The state of the place where nothing was done. */
function strayFaults(action: Stamped, place: ItemPlace, before: RootState, after: RootState): string[] {
  const other = place === 'page' ? 'over' : 'page';
  const found: string[] = [];
  const note = (what: string, is: boolean): void => {
    if (is) found.push(`${action.type} in the ${place} changes ${what} of the ${other}`);
  };
  const [tree, then] = [treeOf(before, other), treeOf(after, other)];
  if (tree !== then) {
    const shared = SHARED[action.type] ?? [];
    for (const name of Object.keys({ ...tree, ...then }) as (keyof RootState['tree'])[])
      note(`${name} of the tree`, tree[name] !== then[name] && !shared.includes(name));
  }
  // What is said of the links of an item is said wherever they stand.
  const { subjectId, asked = null } = (action.payload ?? {}) as Said;
  const isOne = [subjectId, asked?.subjectId, before.link[place].subject?.id].includes(before.link[other].subject?.id);
  note('the linked items', before.link[other] !== after.link[other] && !isOne);
  note('the item', OPENS[action.type] !== undefined && before.workItem[other] !== after.workItem[other]);
  return found;
}

/** Titles that are typed are each item's own, wherever it stands. */
function typedFaults({ type, payload }: Stamped, before: RootState, after: RootState): string[] {
  const { id } = (payload ?? {}) as { readonly id?: string };
  const [was, is] = [before.itemFields.titles, after.itemFields.titles];
  if (was === is || id === undefined) return [];
  const strays = Object.keys({ ...was, ...is }).filter((each) => each !== id && was[each] !== is[each]);
  return strays.map((each) => `${type} of ${id} changes the title that is typed of ${each}`);
}

/** The children are kept of those parents that some tree shows, or has shown. */
function keptFaults({ confirmed, tree, overTree }: RootState): string[] {
  const shown = [tree, overTree].flatMap(({ root, expansion }) => [
    root?.id,
    ...[...entries(expansion)].map(([id]) => id),
  ]);
  return [...entries(confirmed.orders)].flatMap(([id]) =>
    shown.includes(id) ? [] : [`the children of ${id} are kept, and no tree shows them`],
  );
}

/** Follows a session in which something stood over its page. */
export function overFaults({ actions, before, end }: SessionLog): string[] {
  if (!actions.some(({ type }) => type === 'workItem/overOpened')) return [];
  const made = new Map<string, ItemPlace>();
  const found: string[] = [];
  for (const [index, action] of actions.entries()) {
    const [from, to] = [before[index], before[index + 1] ?? end];
    if (from === undefined) continue;
    const { type, meta } = action;
    if (type.startsWith('itemFields/')) found.push(...typedFaults(action, from, to));
    if (type === 'tree/opened' || type === 'tree/closed') found.push(...keptFaults(to));
    if (!/^(tree|link)\//.test(type) && OPENS[type] === undefined) continue;
    const place = OPENS[type] ?? placeOf(action, made);
    if (meta.id !== undefined && place !== null) made.set(meta.id, place);
    if (place !== null) found.push(...strayFaults(action, place, from, to));
  }
  return found;
}

/** Once nothing is shown any more but the rows of lists, no other record is left. */
export function leftFaults({ confirmed, epicList, issueList }: RootState): string[] {
  const listed = new Set([...epicList.ids, ...issueList.ids]);
  const left = [...entries(confirmed.items)].flatMap(([id]) => (listed.has(id) ? [] : [id]));
  const places = (['orders', 'parents', 'links'] as const).filter((table) => size(confirmed[table]) > 0);
  return [...left, ...places].map((what) => `${what} is left behind`);
}
