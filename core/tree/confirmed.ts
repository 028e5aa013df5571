import type { GlobalId, TreeItem } from '../work-item/types.ts';
import type { Stamped } from '../store/action.ts';
import type { ChildrenAnswer } from './actions.ts';
import type { ChildOrder, ConfirmedTree } from './state.ts';
import { commit, Draft } from '../sync/index.ts';
import { emptyTable, get, remove, set, setMany } from '../table/index.ts';
import { treeActions, treeAnswers } from './actions.ts';
import { EMPTY_ORDER, orderOf, withAtTop, withoutChild, withPage } from './order.ts';
import { shiftRollups } from './rollup.ts';

export const emptyTree = (): ConfirmedTree => ({ items: emptyTable(), orders: emptyTable(), parents: emptyTable() });

/** What the server's answers do to the confirmed tree. Everything else leaves it as it is. */
export function foldTree(tree: ConfirmedTree, action: Stamped): ConfirmedTree {
  if (treeAnswers.childrenRead.match(action)) return foldChildren(tree, action.payload);
  if (treeAnswers.childrenAdded.match(action)) return foldAdded(tree, action.payload.parentId, action.payload.items);
  if (treeAnswers.childRemoved.match(action)) return foldRemoved(tree, action.payload.parentId, action.payload.id);
  // TR-01.31: nothing is cached: a tree that is opened reads everything anew.
  if (treeActions.opened.match(action) || treeActions.closed.match(action)) return { ...tree, ...emptyTree() };
  return tree;
}

const itemEntries = function* (items: readonly TreeItem[]): Generator<readonly [string, TreeItem]> {
  for (const item of items) yield [item.id, item];
};

/** TR-05.20: an item has one parent. Whoever was read last holds it; it leaves the list in which it stood before. */
function leaveOthers(tree: ConfirmedTree, parentId: GlobalId, items: readonly TreeItem[]): ConfirmedTree {
  let orders = tree.orders;
  for (const { id } of items) {
    const holder = get(tree.parents, id);
    const order = holder === undefined || holder === parentId ? undefined : get(orders, holder);
    if (order !== undefined) orders = set(orders, holder as GlobalId, withoutChild(order, id));
  }
  return orders === tree.orders ? tree : { ...tree, orders };
}

function foldChildren(before: ConfirmedTree, answer: ChildrenAnswer): ConfirmedTree {
  const { parentId, items, read, parent } = answer;
  const tree = leaveOthers(before, parentId, items);
  const old = get(tree.orders, parentId);
  const order =
    read === 'next'
      ? withPage(old ?? EMPTY_ORDER, items, {
          isChild: (id) => get(tree.parents, id) === parentId,
          item: (id) => get(tree.items, id),
        })
      : keepIfSame(old, orderOf(items));
  // TR-05.32: tables of other domains stand beside these.
  let next: ConfirmedTree = {
    ...tree,
    items: setMany(tree.items, changedItems(tree, items, read)),
    orders: set(tree.orders, parentId, order),
    parents: setMany(tree.parents, parentEntries(items, parentId)),
  };
  if (parent !== null) next = withParent(next, parent);
  return read === 'next' || old === undefined ? next : forget(next, parentId, old, order);
}

const parentEntries = function* (
  items: readonly TreeItem[],
  parentId: GlobalId,
): Generator<readonly [string, GlobalId]> {
  for (const { id } of items) yield [id, parentId];
};

/** A reading that says what is known already changes nothing, not even a reference: no row is drawn again. */
function* changedItems(
  tree: ConfirmedTree,
  items: readonly TreeItem[],
  read: ChildrenAnswer['read'],
): Generator<readonly [string, TreeItem]> {
  if (read === 'next') return yield* itemEntries(items);
  for (const item of items) {
    const known = get(tree.items, item.id);
    if (known === undefined || !sameData(known, item)) yield [item.id, item];
  }
}

/** Equal plain data, whatever the order of keys. */
export function sameData(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => sameData((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

const keepIfSame = (old: ChildOrder | undefined, order: ChildOrder): ChildOrder =>
  old !== undefined &&
  old.open === order.open &&
  old.ids.length === order.ids.length &&
  old.ids.every((id, index) => id === order.ids[index])
    ? old
    : order;

/** What the parent's own query gives: its roll-ups and rights, but not all that its row shows. */
const OF_PARENT = [
  'title',
  'state',
  'confidential',
  'hasChildren',
  'hasIssues',
  'descendantCounts',
  'descendantWeightSum',
  'healthCounts',
] as const satisfies readonly (keyof TreeItem)[];

function mergeParent(known: TreeItem | undefined, parent: TreeItem): TreeItem {
  if (known === undefined) return parent;
  if (OF_PARENT.every((name) => sameData(known[name], parent[name]))) return known;
  return { ...known, ...Object.fromEntries(OF_PARENT.map((name) => [name, parent[name]])) };
}

/** TR-05.28: where a reading finds its parent closed or open again, the parent changes its place in its own list as well. */
function withParent(tree: ConfirmedTree, parent: TreeItem): ConfirmedTree {
  const known = get(tree.items, parent.id);
  const merged = mergeParent(known, parent);
  const next = { ...tree, items: set(tree.items, parent.id, merged) };
  const holder = known === undefined || known.state === merged.state ? undefined : get(tree.parents, parent.id);
  const order = holder === undefined ? undefined : get(tree.orders, holder);
  if (holder === undefined || order === undefined) return next;
  const placed = withPage(order, [merged], {
    isChild: (id) => get(tree.parents, id) === holder,
    item: (id) => get(next.items, id),
  });
  return { ...next, orders: set(next.orders, holder, placed) };
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

/** TR-09.20 and TR-02.30: at the top of the list, with the ancestors' counts. */
function foldAdded(before: ConfirmedTree, parentId: GlobalId, items: readonly TreeItem[]): ConfirmedTree {
  const draft = new Draft(before);
  const fresh = items.filter(({ id }) => draft.get('parents', id) !== parentId);
  for (const answered of fresh) {
    const { id } = answered;
    const holder = draft.get('parents', id);
    const known = draft.get('items', id);
    const item = known === undefined ? answered : withKnown(answered, known);
    if (holder !== undefined) {
      // What leaves the old parent is what it counted: an answer may know more or less of the item.
      shiftRollups(draft, holder, known ?? answered, -1);
      const list = draft.get('orders', holder);
      if (list !== undefined) draft.set('orders', holder, withoutChild(list, id));
    }
    draft.set('items', id, item);
    shiftRollups(draft, parentId, item, 1);
    // At once: of an epic and its child that are added together, one leaves the other.
    draft.set('parents', id, parentId);
  }
  const parent = draft.get('items', parentId);
  if (parent !== undefined) draft.set('items', parentId, withKinds(parent, items));
  const order = draft.get('orders', parentId);
  // TR-09.28: nobody's list holds them until the parent's children are read.
  if (order === undefined) for (const { id } of fresh) draft.set('parents', id, undefined);
  else {
    const known = items.map((item) => draft.get('items', item.id) ?? item);
    draft.set('orders', parentId, withAtTop(order, known));
  }
  return commit(draft, before);
}

/** TR-09.28: the answer of an addition says nothing of sums and health; what is known of them is true until it is read. */
const withKnown = (answered: TreeItem, known: TreeItem): TreeItem => ({
  ...answered,
  descendantCounts: answered.descendantCounts ?? known.descendantCounts,
  descendantWeightSum: answered.descendantWeightSum ?? known.descendantWeightSum,
  healthCounts: answered.healthCounts ?? known.healthCounts,
  healthStatus: answered.healthStatus ?? known.healthStatus,
});

/** A parent that takes items in has children of their kinds. */
export function withKinds(parent: TreeItem, items: readonly { readonly type: TreeItem['type'] }[]): TreeItem {
  const hasChildren = parent.hasChildren || items.some(({ type }) => type === 'epic' || parent.type !== 'epic');
  const hasIssues = parent.hasIssues || items.some(({ type }) => type !== 'epic' && parent.type === 'epic');
  return hasChildren === parent.hasChildren && hasIssues === parent.hasIssues
    ? parent
    : { ...parent, hasChildren, hasIssues };
}

/** TR-13.30: the item leaves its parent; counts go down; a parent without children says so. */
function foldRemoved(tree: ConfirmedTree, parentId: GlobalId, id: GlobalId): ConfirmedTree {
  const draft = new Draft(tree);
  const item = draft.get('items', id);
  const order = draft.get('orders', parentId);
  if (item === undefined || draft.get('parents', id) !== parentId) return tree;
  shiftRollups(draft, parentId, item, -1);
  draft.set('parents', id, undefined);
  if (order !== undefined) {
    const rest = withoutChild(order, id);
    draft.set('orders', parentId, rest);
    if (rest.ids.length === 0) {
      const parent = draft.get('items', parentId);
      if (parent !== undefined) draft.set('items', parentId, { ...parent, hasChildren: false, hasIssues: false });
    }
  }
  return commit(draft, tree);
}
