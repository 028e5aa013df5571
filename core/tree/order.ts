import type { GlobalId } from '../work-item/types.ts';
import type { WorkItem } from '../work-item/entity.ts';
import type { ChildOrder } from './state.ts';
import { comparePositions, type MoveIntent } from './rules.ts';

/** Child orders as they are shown. A placement copies the list once and does nothing else for every child. */

export const EMPTY_ORDER: ChildOrder = { ids: [], open: 0 };

/** What of a child says where it stands. */
export type Placed = Pick<WorkItem, 'id' | 'state' | 'relativePosition'>;

const isOpen = (item: Placed): boolean => item.state !== 'closed';

interface Found {
  readonly ids: readonly GlobalId[];
  readonly id: GlobalId;
  readonly index: number;
}

/** The places that were asked for last. One move asks for the same few again and again: its plan, what is shown, what is said, what is sent. */
const found: (Found | undefined)[] = [undefined, undefined, undefined, undefined];
let oldest = 0;

function remember(ids: readonly GlobalId[], id: GlobalId, index: number): number {
  found[oldest] = { ids, id, index };
  oldest = (oldest + 1) % found.length;
  return index;
}

/** The last placement within one list: what is shown of it is made anew only between its ends. */
let lastMove: { readonly before: readonly GlobalId[]; readonly ids: readonly GlobalId[]; readonly ends: Ends } | null =
  null;

/** From the first to behind the last index. */
type Ends = readonly [start: number, end: number];

/** Where two lists of one length differ; outside of it they are the same. */
export function changedPart(ids: readonly GlobalId[], before: readonly GlobalId[]): Ends {
  if (lastMove?.ids === ids && lastMove.before === before) return lastMove.ends;
  let start = 0;
  let end = ids.length;
  while (start < end && ids[start] === before[start]) start += 1;
  while (end > start && ids[end - 1] === before[end - 1]) end -= 1;
  return [start, end];
}

/** The index of an id in a list that never changes; -1 where it is not in it. Searching costs: ids begin alike and lists are long. */
export function indexIn(ids: readonly GlobalId[], id: GlobalId): number {
  for (const one of found) if (one?.ids === ids && one.id === id) return one.index;
  return remember(ids, id, ids.indexOf(id));
}

/** The list with `id` moved or put in at `to`, an index of the list without it. (`copyWithin` would be many times slower.) */
function placed(ids: readonly GlobalId[], id: GlobalId, from: number, to: number): readonly GlobalId[] {
  const next = ids.slice();
  if (from >= 0) next.splice(from, 1);
  next.splice(to, 0, id);
  return next;
}

export type Neighbours = Pick<MoveIntent, 'before' | 'after'>;

/**
 * TR-14.20: the child stands directly before `before`, else directly after `after`, else last among those of its state; never across
 * the line between open and closed. The same order where it stands there already.
 */
export function placeInOrder(order: ChildOrder, id: GlobalId, open: boolean, beside: Neighbours): ChildOrder {
  const { from, to, nextOpen } = placing(order, id, open, beside);
  if (to === from && nextOpen === order.open) return order;
  const ids = placed(order.ids, id, from, to);
  remember(ids, id, to);
  if (from >= 0) lastMove = { before: order.ids, ids, ends: [Math.min(from, to), Math.max(from, to) + 1] };
  return { ids, open: nextOpen };
}

/** True where `placeInOrder` would give the same order. */
export function standsThere(order: ChildOrder, id: GlobalId, open: boolean, beside: Neighbours): boolean {
  const { from, to, nextOpen } = placing(order, id, open, beside);
  return to === from && nextOpen === order.open;
}

/** `from`: where the child stands now, or -1; `to`: an index of the list without it. */
function placing(order: ChildOrder, id: GlobalId, open: boolean, beside: Neighbours) {
  const { ids } = order;
  const from = indexIn(ids, id);
  const wasOpen = from >= 0 && from < order.open;
  const openOthers = order.open - (wasOpen ? 1 : 0);
  const others = ids.length - (from >= 0 ? 1 : 0);
  const least = open ? 0 : openOthers;
  // mutant: across-the-line-of-states
  const most = open ? openOthers : others;
  const to = Math.min(Math.max(slot(ids, from, beside) ?? most, least), most);
  return { from, to, nextOpen: openOthers + (open ? 1 : 0) };
}

/** An index of the list without the child at `from`. */
function slot(ids: readonly GlobalId[], from: number, { before, after }: Neighbours): number | null {
  const below = before === null ? -1 : indexIn(ids, before);
  // mutant: move-off-by-one
  if (below >= 0 && below !== from) return from >= 0 && from < below ? below - 1 : below;
  const above = after === null ? -1 : indexIn(ids, after);
  // mutant: behind-instead-of-before
  if (above >= 0 && above !== from) return from >= 0 && from < above ? above : above + 1;
  return null;
}

/** The order without the child; the same one where it is not in it. */
export function withoutChild(order: ChildOrder, id: GlobalId): ChildOrder {
  const at = order.ids.indexOf(id);
  if (at < 0) return order;
  return { ids: order.ids.toSpliced(at, 1), open: order.open - (at < order.open ? 1 : 0) };
}

/** TR-09.20: new children at the top of those of their state, in the order given; those that are there already move up. */
export function withAtTop(order: ChildOrder, items: readonly Placed[]): ChildOrder {
  const added = new Set(items.map(({ id }) => id));
  const kept = order.ids.map((id, index) => ({ id, open: index < order.open })).filter(({ id }) => !added.has(id));
  // mutant: added-at-the-end
  const idsOf = (open: boolean): GlobalId[] => [
    ...items.filter((item) => isOpen(item) === open).map(({ id }) => id),
    ...kept.filter((child) => child.open === open).map(({ id }) => id),
  ];
  const opened = idsOf(true);
  return { ids: [...opened, ...idsOf(false)], open: opened.length };
}

/** TR-01.32: one whole list of children, epics and issues together: by position, open before closed. */
export function orderOf(items: readonly Placed[]): ChildOrder {
  const sorted = isSorted(items) ? items : [...items].sort(comparePositions);
  const opened = sorted.filter(isOpen);
  const ids = opened.length === sorted.length ? sorted : [...opened, ...sorted.filter((item) => !isOpen(item))];
  return { ids: ids.map(({ id }) => id), open: opened.length };
}

const isSorted = (items: readonly Placed[]): boolean =>
  items.every((item, index) => index === 0 || comparePositions(items[index - 1] as Placed, item) <= 0);

/** What merging a page asks about the children that are known already. */
export interface KnownChildren {
  isChild(id: GlobalId): boolean;
  item(id: GlobalId): Placed | undefined;
}

/** TR-06.20: a further page merged into what is there, each item once, in the place that the page gives it. */
export function withPage(order: ChildOrder, items: readonly Placed[], known: KnownChildren): ChildOrder {
  const page = orderOf(items);
  const base = without(order, new Set(page.ids.filter((id) => known.isChild(id))));
  const byId = new Map(items.map((item) => [item.id, item]));
  const itemOf = (id: GlobalId): Placed | undefined => byId.get(id) ?? known.item(id);
  const opened = mergeSorted(
    base.open === base.ids.length ? base.ids : base.ids.slice(0, base.open),
    page.ids.slice(0, page.open),
    itemOf,
  );
  const closed = mergeSorted(base.ids.slice(base.open), page.ids.slice(page.open), itemOf);
  return { ids: closed.length === 0 ? opened : opened.concat(closed), open: opened.length };
}

function without(order: ChildOrder, gone: ReadonlySet<GlobalId>): ChildOrder {
  if (gone.size === 0) return order;
  const ids = order.ids.filter((id) => !gone.has(id));
  return { ids, open: order.ids.slice(0, order.open).filter((id) => !gone.has(id)).length };
}

/** Both lists are sorted. Pages mostly go on where the last one ended: then this is one concatenation. */
function mergeSorted(
  left: readonly GlobalId[],
  right: readonly GlobalId[],
  itemOf: (id: GlobalId) => Placed | undefined,
): readonly GlobalId[] {
  if (left.length === 0) return right;
  if (right.length === 0) return left;
  const comesBefore = (a: GlobalId, b: GlobalId): boolean => {
    const [first, second] = [itemOf(a), itemOf(b)];
    return first === undefined || second === undefined || comparePositions(first, second) <= 0;
  };
  if (comesBefore(left.at(-1) as GlobalId, right[0] as GlobalId)) return left.concat(right);
  const merged: GlobalId[] = [];
  let from = 0;
  for (const id of right) {
    const to = firstAfter(left, from, (other) => comesBefore(other, id));
    for (; from < to; from += 1) merged.push(left[from] as GlobalId);
    merged.push(id);
  }
  return merged.concat(left.slice(from));
}

/** Binary search: the first index from `from` on whose entry does not come before. */
function firstAfter(list: readonly GlobalId[], from: number, isBefore: (id: GlobalId) => boolean): number {
  let [low, high] = [from, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(list[middle] as GlobalId)) low = middle + 1;
    else high = middle;
  }
  return low;
}
