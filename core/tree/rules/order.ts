import type { WorkItemState } from '../../work-item/types.ts';
import { compareIds } from '../../work-item/rules.ts';

/** What the order of children is computed from. `id` is a database id or a global id, all of one kind in a list. */
export interface Ordered {
  readonly id: string | number;
  /** Absent where it was not read: the same as null. */
  readonly relativePosition?: number | null;
}

/** TR-14.7: by relative position, items without one last, ties by id. */
export function comparePositions(a: Ordered, b: Ordered): number {
  const [first, second] = [a.relativePosition ?? null, b.relativePosition ?? null];
  if (first !== second) {
    if (first === null) return 1;
    if (second === null) return -1;
    return first - second;
  }
  return compareIds(a.id, b.id);
}

export const sortByPosition = <T extends Ordered>(items: readonly T[]): readonly T[] =>
  [...items].sort(comparePositions);

/**
 * TR-14.8: shown are first the open items, then the closed ones, each in the stored order. Returns the same list where
 * nothing has to change place.
 */
export function displayOrder<Id>(order: readonly Id[], stateOf: (id: Id) => WorkItemState): readonly Id[] {
  const opened: Id[] = [];
  const closed: Id[] = [];
  let mixed = false;
  for (const id of order) {
    if (stateOf(id) === 'closed') closed.push(id);
    else {
      opened.push(id);
      mixed ||= closed.length > 0;
    }
  }
  return mixed ? [...opened, ...closed] : order;
}
