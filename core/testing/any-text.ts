import fc from 'fast-check';

/** Half of a pair has no code point of its own. */
const HALVES = { from: 0xd800, count: 0x800 };

/**
 * Texts of any code points, as `fc.string({ unit: 'binary' })` makes them. That one writes a table of all 1.1 million code points first, to know again
 * those of the texts from which it shrinks, in every test file that asks: a second of a processor and 200 MB.
 */
export const anyText = (constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });

const codePoint = fc.integer({ min: 0, max: 0x10ffff - HALVES.count }).map(
  (index) => String.fromCodePoint(index < HALVES.from ? index : index + HALVES.count),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one code point');
    return point < HALVES.from ? point : point - HALVES.count;
  },
);
