/**
 * Relative positions: integers that order the children of one parent, with gaps, so that most moves write one row (SPEC.md,
 * TR-14.1 to TR-14.5). The same numbers come out here and on any GitLab.
 */
import { compareIds } from '../../work-item/rules.ts';

/** Signed 32-bit, both ends usable. */
export interface PositionRange {
  readonly min: number;
  readonly max: number;
}
export const POSITION_RANGE: PositionRange = { min: -(2 ** 31), max: 2 ** 31 - 1 };
/** The position of an only child. */
export const START_POSITION = 0;
/** The distance that an item keeps from its neighbour when it goes to either end. */
export const IDEAL_DISTANCE = 2 ** 9 + 1;
/** The least distance between two neighbours that leaves room for a third between them. */
export const MIN_GAP = 2;

export const NO_ROOM = 'No more space between the items of this list';

export interface Positioned<Id> {
  readonly id: Id;
  readonly position: number;
}

/** Where an item goes among its future siblings. */
export type Where<Id> =
  { readonly at: 'start' } | { readonly at: 'end' } | { readonly at: 'before' | 'after'; readonly sibling: Id };

export type Placement<Id> =
  | {
      readonly ok: true;
      readonly position: number;
      /** Siblings that have to move, with their new positions, to be written together with the item. */
      readonly shifts: readonly Positioned<Id>[];
    }
  | { readonly ok: false; readonly error: string };

/** Positions for a whole new list. */
export const initialPositions = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => START_POSITION + index * IDEAL_DISTANCE);

/**
 * Where to put an item, and what to shift for it. `siblings` are the future siblings without the item itself, sorted by
 * position (equal positions in their shown order). A sibling that is not there is refused.
 */
export function place<Id>(
  siblings: readonly Positioned<Id>[],
  where: Where<Id>,
  range: PositionRange = POSITION_RANGE,
): Placement<Id> {
  if (where.at === 'start' || where.at === 'end') return placeAtEdge(siblings, where.at, range);
  const index = siblings.findIndex(({ id }) => id === where.sibling);
  if (index < 0) return { ok: false, error: 'The sibling is not in this list' };
  const slot = where.at === 'before' ? index : index + 1;
  if (slot === 0) return placeAtEdge(siblings, 'start', range);
  return slot === siblings.length ? placeAtEdge(siblings, 'end', range) : placeBetween(siblings, slot, range);
}

const found = <Id>(position: number, shifts: readonly Positioned<Id>[] = []): Placement<Id> => ({
  ok: true,
  position,
  shifts,
});

/** TR-14.1: the ideal distance beyond the last one; near the edge half of what remains; with no room at all, the edge itself. */
function placeAtEdge<Id>(
  siblings: readonly Positioned<Id>[],
  at: 'start' | 'end',
  range: PositionRange,
): Placement<Id> {
  if (siblings.length === 0) return found(START_POSITION);
  const [edge, ideal, slot] =
    at === 'start'
      ? [range.min, positionAt(siblings, 0, range) - IDEAL_DISTANCE, 0]
      : [range.max, positionAt(siblings, siblings.length - 1, range) + IDEAL_DISTANCE, siblings.length];
  if (ideal >= range.min && ideal <= range.max) return found(ideal);
  const placement = placeBetween(siblings, slot, range);
  return placement.ok ? placement : found(edge);
}

/** The position at an index; one step outside the range beyond either end, so that the edges count as neighbours. */
function positionAt<Id>(siblings: readonly Positioned<Id>[], index: number, range: PositionRange): number {
  if (index < 0) return range.min - 1;
  return siblings[index]?.position ?? range.max + 1;
}

/** TR-14.2: the middle between the neighbours of slot `slot` (0: before the first), after making a gap if there is none. */
function placeBetween<Id>(siblings: readonly Positioned<Id>[], slot: number, range: PositionRange): Placement<Id> {
  const left = positionAt(siblings, slot - 1, range);
  const right = positionAt(siblings, slot, range);
  const missing = MIN_GAP - (right - left);
  if (missing <= 0) return found(middle(left, right));
  const toTheLeft = shift(siblings, slot, -1, missing, range);
  if (toTheLeft !== null) return found(middle(left + toTheLeft.by, right), toTheLeft.shifts);
  const toTheRight = shift(siblings, slot, 1, missing, range);
  if (toTheRight !== null) return found(middle(left, right + toTheRight.by), toTheRight.shifts);
  return { ok: false, error: NO_ROOM };
}

/** The ceiling of the average; with a gap of at least 2 it lies below the upper bound. */
const middle = (left: number, right: number): number => Math.ceil((left + right) / 2);

/**
 * TR-14.3: all items between the slot and the nearest usable gap on one side (-1: the left) move into it. TR-14.4: by half of it, at most by the ideal
 * distance; what is missing is at most 2, and one position of the gap stays, so that half of it is always enough. Null: there is none.
 */
function shift<Id>(
  siblings: readonly Positioned<Id>[],
  slot: number,
  side: -1 | 1,
  missing: number,
  range: PositionRange,
): { readonly by: number; readonly shifts: readonly Positioned<Id>[] } | null {
  for (let index = side < 0 ? slot - 1 : slot; index >= 0 && index < siblings.length; index += side) {
    const gap = Math.abs(positionAt(siblings, index + side, range) - positionAt(siblings, index, range));
    if (gap - missing < 1) continue;
    const by = side * Math.min(Math.ceil(gap / 2), IDEAL_DISTANCE);
    const between = siblings.slice(Math.min(index, slot), Math.max(index + 1, slot));
    return { by, shifts: between.map(({ id, position }) => ({ id, position: position + by })) };
  }
  return null;
}

/** What the order of children is computed from. `id` is a database id or a global id, all of one kind in a list. */
interface Ordered {
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
