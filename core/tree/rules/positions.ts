/**
 * Relative positions: integers that order the children of one parent, with gaps, so that most moves write one row (SPEC.md,
 * TR-14.1 to TR-14.5). The same numbers come out here and on any GitLab.
 */

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
  if (where.at === 'start') return placeAtStart(siblings, range);
  if (where.at === 'end') return placeAtEnd(siblings, range);
  const index = siblings.findIndex(({ id }) => id === where.sibling);
  if (index < 0) return { ok: false, error: 'The sibling is not in this list' };
  const slot = where.at === 'before' ? index : index + 1;
  if (slot === 0) return placeAtStart(siblings, range);
  return slot === siblings.length ? placeAtEnd(siblings, range) : placeBetween(siblings, slot, range);
}

const found = <Id>(position: number, shifts: readonly Positioned<Id>[] = []): Placement<Id> => ({
  ok: true,
  position,
  shifts,
});

/** TR-14.1: the ideal distance before the first; near the edge half of what remains; with no room at all, the edge itself. */
function placeAtStart<Id>(siblings: readonly Positioned<Id>[], range: PositionRange): Placement<Id> {
  if (siblings.length === 0) return found(START_POSITION);
  const ideal = positionAt(siblings, 0, range) - IDEAL_DISTANCE;
  if (ideal >= range.min) return found(ideal);
  const placement = placeBetween(siblings, 0, range);
  return placement.ok ? placement : found(range.min);
}

/** TR-14.1, at the other end. */
function placeAtEnd<Id>(siblings: readonly Positioned<Id>[], range: PositionRange): Placement<Id> {
  if (siblings.length === 0) return found(START_POSITION);
  const ideal = positionAt(siblings, siblings.length - 1, range) + IDEAL_DISTANCE;
  if (ideal <= range.max) return found(ideal);
  const placement = placeBetween(siblings, siblings.length, range);
  return placement.ok ? placement : found(range.max);
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
  const toTheLeft = shiftLeft(siblings, slot, missing, range);
  if (toTheLeft !== null) return found(middle(left - toTheLeft.by, right), toTheLeft.shifts);
  const toTheRight = shiftRight(siblings, slot, missing, range);
  if (toTheRight !== null) return found(middle(left, right + toTheRight.by), toTheRight.shifts);
  return { ok: false, error: NO_ROOM };
}

/** The ceiling of the average; with a gap of at least 2 it lies below the upper bound. */
const middle = (left: number, right: number): number => Math.ceil((left + right) / 2);

interface Shift<Id> {
  readonly by: number;
  readonly shifts: readonly Positioned<Id>[];
}

/**
 * TR-14.4: half of the gap, at most the ideal distance; null where the gap is too small. What is missing is at most 2, and one
 * position of the gap stays, so that half of it is always enough.
 */
function shiftBy(gap: number, missing: number): number | null {
  if (gap - missing < 1) return null;
  return Math.min(Math.ceil(gap / 2), IDEAL_DISTANCE);
}

/** TR-14.3: all items between the slot and the nearest usable gap on its left move left. */
function shiftLeft<Id>(
  siblings: readonly Positioned<Id>[],
  slot: number,
  missing: number,
  range: PositionRange,
): Shift<Id> | null {
  for (let index = slot - 1; index >= 0; index -= 1) {
    const by = shiftBy(positionAt(siblings, index, range) - positionAt(siblings, index - 1, range), missing);
    if (by !== null) return { by, shifts: shifted(siblings.slice(index, slot), -by) };
  }
  return null;
}

/** TR-14.3, to the right. */
function shiftRight<Id>(
  siblings: readonly Positioned<Id>[],
  slot: number,
  missing: number,
  range: PositionRange,
): Shift<Id> | null {
  for (let index = slot; index < siblings.length; index += 1) {
    const by = shiftBy(positionAt(siblings, index + 1, range) - positionAt(siblings, index, range), missing);
    if (by !== null) return { by, shifts: shifted(siblings.slice(slot, index + 1), by) };
  }
  return null;
}

const shifted = <Id>(items: readonly Positioned<Id>[], by: number): readonly Positioned<Id>[] =>
  items.map(({ id, position }) => ({ id, position: position + by }));
