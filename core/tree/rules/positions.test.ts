import fc from 'fast-check';
import type { Placement, Positioned, PositionRange, Where } from './positions.ts';
import { IDEAL_DISTANCE, initialPositions, NO_ROOM, place, POSITION_RANGE, START_POSITION } from './positions.ts';

const MOVED = 'moved';
const at = (...positions: number[]): Positioned<string>[] =>
  positions.map((position) => ({ id: `s${position}`, position }));

const slotOf = (siblings: readonly Positioned<string>[], where: Where<string>): number => {
  if (where.at === 'start') return 0;
  if (where.at === 'end') return siblings.length;
  const index = siblings.findIndex(({ id }) => id === where.sibling);
  return where.at === 'before' ? index : index + 1;
};

/** The list after the placement, in the order that was asked for. */
function applied(siblings: readonly Positioned<string>[], where: Where<string>, placement: Placement<string>) {
  if (!placement.ok) throw new Error(placement.error);
  const shifts = new Map(placement.shifts.map(({ id, position }) => [id, position]));
  const list = siblings.map(({ id, position }) => ({ id, position: shifts.get(id) ?? position }));
  list.splice(slotOf(siblings, where), 0, { id: MOVED, position: placement.position });
  return list;
}

const whereIn = (siblings: readonly Positioned<string>[]): fc.Arbitrary<Where<string>> => {
  const ends = fc.constantFrom<Where<string>>({ at: 'start' }, { at: 'end' });
  if (siblings.length === 0) return ends;
  const beside = fc.record({
    at: fc.constantFrom<'before' | 'after'>('before', 'after'),
    sibling: fc.constantFrom(...siblings.map(({ id }) => id)),
  });
  return fc.oneof(ends, beside);
};

const isIncreasing = (list: readonly Positioned<string>[]) =>
  list.every(({ position }, i) => i === 0 || position > (list[i - 1]?.position ?? 0));

test('TR-14.1 an only child, the ends, and the halves near the edges', () => {
  expect(place([], { at: 'start' })).toEqual({ ok: true, position: START_POSITION, shifts: [] });
  expect(place([], { at: 'end' })).toEqual({ ok: true, position: 0, shifts: [] });
  expect(place(at(0, 7), { at: 'start' })).toEqual({ ok: true, position: -513, shifts: [] });
  expect(place(at(0, 7), { at: 'end' })).toEqual({ ok: true, position: 520, shifts: [] });
  expect(place(at(4), { at: 'before', sibling: 's4' })).toEqual({ ok: true, position: 4 - IDEAL_DISTANCE, shifts: [] });
  expect(place(at(4), { at: 'after', sibling: 's4' })).toEqual({ ok: true, position: 4 + IDEAL_DISTANCE, shifts: [] });
  const { min, max } = POSITION_RANGE;
  expect(place(at(min + 100), { at: 'start' })).toMatchObject({ position: min + 50 });
  expect(place(at(max - 100), { at: 'end' })).toMatchObject({ position: max - 49 });
  expect(initialPositions(3)).toEqual([0, 513, 1026]);
});

test('TR-14.2 between two neighbours: the ceiling of the average', () => {
  expect(place(at(10, 20), { at: 'after', sibling: 's10' })).toEqual({ ok: true, position: 15, shifts: [] });
  expect(place(at(10, 13), { at: 'before', sibling: 's13' })).toEqual({ ok: true, position: 12, shifts: [] });
  expect(place(at(10, 12), { at: 'before', sibling: 's12' })).toEqual({ ok: true, position: 11, shifts: [] });
  expect(place(at(-3, 0), { at: 'before', sibling: 's0' })).toEqual({ ok: true, position: -1, shifts: [] });
});

test('TR-14.3 the items up to the nearest gap on the left are shifted into it, though one on the right were nearer', () => {
  const siblings = at(0, 100, 101, 102, 110);
  expect(place(siblings, { at: 'before', sibling: 's102' })).toEqual({
    ok: true,
    position: 77,
    shifts: [
      { id: 's100', position: 50 },
      { id: 's101', position: 51 },
    ],
  });
});

test('TR-14.3 with no gap on the left, those on the right are shifted', () => {
  const range: PositionRange = { min: 0, max: 9 };
  expect(place(at(0, 1, 2, 7), { at: 'before', sibling: 's1' }, range)).toEqual({
    ok: true,
    position: 2,
    shifts: [
      { id: 's1', position: 4 },
      { id: 's2', position: 5 },
    ],
  });
});

test('TR-14.4 a shift is half of the gap, at most the ideal distance', () => {
  const shifts = (gapStart: number) => {
    const placement = place(at(gapStart, 0, 1), { at: 'after', sibling: 's0' });
    return placement.ok ? placement.shifts : [];
  };
  expect(shifts(-10)).toEqual([{ id: 's0', position: -5 }]);
  expect(shifts(-9)).toEqual([{ id: 's0', position: -5 }]);
  expect(shifts(-100_000)).toEqual([{ id: 's0', position: -IDEAL_DISTANCE }]);
});

test('TR-14.5 a full list refuses a place in its middle and falls back at its ends', () => {
  const range: PositionRange = { min: 1, max: 3 };
  const full = at(1, 2, 3);
  expect(place(full, { at: 'before', sibling: 's2' }, range)).toEqual({ ok: false, error: NO_ROOM });
  expect(place(full, { at: 'start' }, range)).toEqual({ ok: true, position: 1, shifts: [] });
  expect(place(full, { at: 'end' }, range)).toEqual({ ok: true, position: 3, shifts: [] });
});

test('TR-14.3 a sibling that is not in the list is refused', () => {
  expect(place(at(1), { at: 'before', sibling: 'gone' })).toMatchObject({ ok: false });
});

test('TR-14.3 in any list with one free position, the item gets exactly its place and all others keep their order', () => {
  const range: PositionRange = { min: -8, max: 8 };
  const lists = fc.uniqueArray(fc.integer(range), { maxLength: 16 }).map((list) => at(...list.sort((a, b) => a - b)));
  const cases = lists.chain((siblings) => fc.tuple(fc.constant(siblings), whereIn(siblings)));
  fc.assert(
    fc.property(cases, ([siblings, where]) => {
      const list = applied(siblings, where, place(siblings, where, range));
      expect(isIncreasing(list)).toBe(true);
      expect(list.every(({ position }) => position >= range.min && position <= range.max)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('TR-14.3 equal positions, should they ever arise, keep their order and the item still gets between them', () => {
  const lists = fc
    .array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 8 })
    .map((list) => list.sort((a, b) => a - b).map((position, i) => ({ id: `t${i}`, position })));
  const cases = lists.chain((siblings) => fc.tuple(fc.constant(siblings), whereIn(siblings)));
  fc.assert(
    fc.property(cases, ([siblings, where]) => {
      const list = applied(siblings, where, place(siblings, where));
      const moved = list.findIndex(({ id }) => id === MOVED);
      const position = list[moved]?.position ?? Number.NaN;
      expect(list.every((item, i) => i === 0 || item.position >= (list[i - 1]?.position ?? 0))).toBe(true);
      expect(list.filter((item) => item.position === position)).toHaveLength(1);
    }),
    { numRuns: 500 },
  );
});

test('TR-14.3 ten thousand items into one and the same gap', () => {
  let list = at(0, 513);
  for (let i = 0; i < 10_000; i += 1) {
    const where: Where<string> = { at: 'after', sibling: 's0' };
    list = applied(list, where, place(list, where)).map((item) =>
      item.id === MOVED ? { ...item, id: `n${i}` } : item,
    );
    if (i % 500 === 0) expect(isIncreasing(list)).toBe(true);
  }
  expect(isIncreasing(list)).toBe(true);
  expect(list[1]?.id).toBe('n9999');
});
