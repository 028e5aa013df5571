/** Intents on child orders. Each states a result, so that applying it twice changes nothing (TR-14.13 to TR-14.17). */

/** Ids of the loaded children by parent, in the stored order. No entry: the parent's children were never loaded. */
export type Orders = Readonly<Record<string, readonly string[]>>;

/** "The child stands directly before `before` under the parent", or, where `before` is gone, directly after `after`. */
export interface MoveIntent {
  readonly childId: string;
  /** The parent at the time of the move. */
  readonly fromParentId: string;
  readonly parentId: string;
  /** Null: nothing of its kind comes below it. */
  readonly before: string | null;
  /** Null: nothing of its kind stands above it. */
  readonly after: string | null;
}

/** The parent in whose loaded order the child stands; null: in none. */
export function parentIn(orders: Orders, childId: string): string | null {
  for (const parentId of Object.keys(orders)) {
    if (orders[parentId]?.includes(childId)) return parentId;
  }
  return null;
}

/**
 * TR-14.13: the child stands directly before `before`; TR-14.14: where that has left the parent, directly after `after`; where
 * both have, at the end. Returns the same list if it stands there already.
 */
export function placeChild(
  order: readonly string[],
  { childId, before, after }: Pick<MoveIntent, 'childId' | 'before' | 'after'>,
): readonly string[] {
  const next = [...order];
  const now = next.indexOf(childId);
  if (now >= 0) next.splice(now, 1);
  const index = slotFor(next, before, after);
  if (index === now) return order;
  next.splice(index, 0, childId);
  return next;
}

function slotFor(rest: readonly string[], before: string | null, after: string | null): number {
  const below = before === null ? -1 : rest.indexOf(before);
  if (below >= 0) return below;
  const above = after === null ? -1 : rest.indexOf(after);
  return above >= 0 ? above + 1 : rest.length;
}

const without = (order: readonly string[], childId: string): readonly string[] =>
  order.includes(childId) ? order.filter((id) => id !== childId) : order;

function withOrder(orders: Orders, parentId: string, order: readonly string[]): Orders {
  return orders[parentId] === order ? orders : { ...orders, [parentId]: order };
}

/**
 * Applies a move. The child leaves the parent it is under now (`currentParentId`: where it was seen last if that is not
 * `fromParentId`), and enters the new one. TR-14.15: a parent whose children were never loaded stays unloaded. TR-14.16: an
 * intent that names the child as its own neighbour is read as if that neighbour had left. Same reference if nothing changes.
 */
export function moveChild(
  orders: Orders,
  intent: MoveIntent,
  currentParentId: string | null = parentIn(orders, intent.childId),
): Orders {
  let next = orders;
  for (const parentId of new Set([intent.fromParentId, currentParentId])) {
    if (parentId !== null && parentId !== intent.parentId) next = removeChild(next, parentId, intent.childId);
  }
  const order = next[intent.parentId];
  return order === undefined ? next : withOrder(next, intent.parentId, placeChild(order, intent));
}

/** TR-13.4: the child is not under the parent. */
export function removeChild(orders: Orders, parentId: string, childId: string): Orders {
  const order = orders[parentId];
  return order === undefined ? orders : withOrder(orders, parentId, without(order, childId));
}

/** TR-09.9: new children stand at the top, in the order given; those that are there already move up. */
export function insertAtTop(orders: Orders, parentId: string, childIds: readonly string[]): Orders {
  const order = orders[parentId];
  if (order === undefined) return orders;
  if (childIds.every((id, index) => order[index] === id)) return orders;
  const added = new Set(childIds);
  return { ...orders, [parentId]: [...added, ...order.filter((id) => !added.has(id))] };
}

/**
 * TR-14.17: a cycle never forms. True if `parentId` is the child itself or stands below it, as far as loaded; such a move, valid when it
 * was made, changes nothing once another person's change has made it a cycle.
 */
export function wouldCycle(parentOf: (id: string) => string | null, childId: string, parentId: string): boolean {
  const seen = new Set<string>();
  for (let id: string | null = parentId; id !== null && !seen.has(id); id = parentOf(id)) {
    if (id === childId) return true;
    seen.add(id);
  }
  return false;
}
