import type { GlobalId } from '../work-item/types.ts';
import type { Stamped } from '../store/action.ts';
import type { ChildrenAnswer } from './reads.ts';
import type { ChildOrder, ConfirmedTree } from './state.ts';
import { changedKeys, emptyTable, entries, get, remove, set, setMany, size } from '../table/index.ts';
import { noRecords, withItems, type ItemReading } from '../work-item/entity.ts';
import { treeActions } from './actions.ts';
import { EMPTY_ORDER, orderOf, withoutChild, withPage } from './order.ts';
import { listedIn, placeOf, type Trees } from './place.ts';
import { treeReads } from './reads.ts';

export const emptyTree = (): ConfirmedTree => ({ ...noRecords(), orders: emptyTable(), parents: emptyTable() });

/** What readings do to the confirmed tree. Everything else leaves it as it is. `trees`: what was open before. */
export function reduceTree(tree: ConfirmedTree, action: Stamped, trees?: Trees): ConfirmedTree {
  if (treeReads.children.received.match(action)) {
    return takeInChildren(tree, action.payload.data, action.payload.cursor !== null);
  }
  // TR-01.31: nothing is cached: a tree that is opened reads everything anew.
  if (treeActions.opened.match(action) || treeActions.closed.match(action)) {
    const other = trees?.[placeOf(action) === 'over' ? 'tree' : 'overTree'];
    // mutant: over-takes-all-lists-along
    // mutant: over-leaves-its-lists
    return onlyListsOf(tree, new Set(other === undefined ? [] : listedIn(other)));
  }
  return tree;
}

/** WI-14.8: the lists of the other tree, which lives on. */
function onlyListsOf(tree: ConfirmedTree, kept: ReadonlySet<GlobalId>): ConfirmedTree {
  if (kept.size === 0) return { ...tree, orders: emptyTable(), parents: emptyTable() };
  let { orders, parents } = tree;
  for (const [parentId, { ids }] of entries(tree.orders)) {
    if (kept.has(parentId)) continue;
    orders = remove(orders, parentId);
    for (const id of ids) if (get(parents, id) === parentId) parents = remove(parents, id);
  }
  return orders === tree.orders ? tree : { ...tree, orders, parents };
}

/** TR-05.20: an item has one parent. Whoever was read last holds it; it leaves the list in which it stood before. */
function leaveOthers(tree: ConfirmedTree, parentId: GlobalId, items: readonly ItemReading[]): ConfirmedTree {
  let orders = tree.orders;
  for (const { id } of items) {
    const holder = get(tree.parents, id);
    const order = holder === undefined || holder === parentId ? undefined : get(orders, holder);
    if (order !== undefined) orders = set(orders, holder as GlobalId, withoutChild(order, id));
  }
  return orders === tree.orders ? tree : { ...tree, orders };
}

/** A further page adds to the list, everything else replaces it. */
function takeInChildren(before: ConfirmedTree, answer: ChildrenAnswer, isFurther: boolean): ConfirmedTree {
  const { parentId, items, parent } = answer;
  // mutant: item-in-two-lists
  const tree = leaveOthers(before, parentId, items);
  const old = get(tree.orders, parentId);
  const order = isFurther
    ? withPage(old ?? EMPTY_ORDER, items, {
        isChild: (id) => get(tree.parents, id) === parentId,
        item: (id) => get(tree.items, id),
      })
    : keepIfSame(old, orderOf(items));
  // TR-05.32: tables of other domains stand beside these.
  let next: ConfirmedTree = {
    // mutant: tables-of-others-lost
    ...withItems(tree, items),
    orders: set(tree.orders, parentId, order),
    parents: setMany(
      tree.parents,
      items.map(({ id }) => [id, parentId] as const),
    ),
  };
  if (parent !== null) next = inOrder(next, withItems(next, [parent]));
  return isFurther || old === undefined ? next : forget(next, parentId, old, order);
}

const keepIfSame = (old: ChildOrder | undefined, order: ChildOrder): ChildOrder =>
  old !== undefined &&
  old.open === order.open &&
  old.ids.length === order.ids.length &&
  old.ids.every((id, index) => id === order.ids[index])
    ? old
    : order;

/** TR-05.28: whoever is closed or open again since `before` changes its place among the children of its parent, unless the list was changed as well. */
export function inOrder<C extends ConfirmedTree>(before: Pick<ConfirmedTree, 'items' | 'orders'>, tree: C): C {
  const { items, parents } = tree;
  if (items === before.items || size(parents) === 0) return tree;
  let { orders } = tree;
  for (const id of changedKeys(before.items, items, Infinity) ?? []) {
    const [item, holder] = [get(items, id), get(parents, id)];
    const order = holder === undefined ? undefined : get(orders, holder);
    const known = get(before.items, id);
    if (item === undefined || order === undefined || known === undefined || known.state === item.state) continue;
    if (get(before.orders, holder as GlobalId) !== get(tree.orders, holder as GlobalId)) continue;
    const isChild = (each: string): boolean => get(parents, each) === holder;
    orders = set(orders, holder as GlobalId, withPage(order, [item], { isChild, item: (each) => get(items, each) }));
  }
  return orders === tree.orders ? tree : { ...tree, orders };
}

/** Children that are no longer in the list have no parent that is known. */
function forget(tree: ConfirmedTree, parentId: GlobalId, old: ChildOrder, order: ChildOrder): ConfirmedTree {
  if (old === order) return tree;
  const kept = new Set(order.ids);
  let parents = tree.parents;
  for (const id of old.ids) {
    if (!kept.has(id) && get(parents, id) === parentId) parents = remove(parents, id);
  }
  return parents === tree.parents ? tree : { ...tree, parents };
}
