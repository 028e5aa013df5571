import fc from 'fast-check';
import { RowNumbers } from './use-virtual-rows.ts';

const rowsOf = (keys: readonly string[]) => keys.map((key) => ({ key }));

test('rows keep their numbers while others come, go and move', () => {
  const numbers = new RowNumbers();
  expect(numbers.of(rowsOf(['a', 'b', 'c']))).toEqual([0, 1, 2]);
  expect(numbers.of(rowsOf(['a', 'x', 'y', 'b', 'c']))).toEqual([0, 3, 4, 1, 2]);
  expect(numbers.of(rowsOf(['a', 'y', 'b', 'x', 'c']))).toEqual([0, 4, 1, 3, 2]);
  expect(numbers.of(rowsOf(['c']))).toEqual([2]);
  expect(numbers.of([])).toEqual([]);
  expect(numbers.of(rowsOf(['a']))).toEqual([5]);
});

test('whatever changes: a row that stays keeps its number, and no two rows share one', () => {
  const list = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(list, { minLength: 2, maxLength: 6 }), (lists) => {
      const numbers = new RowNumbers();
      let before = new Map<string, number>();
      const seen = new Map<number, string>();
      for (const keys of lists) {
        const given = numbers.of(rowsOf(keys));
        expect(given).toHaveLength(keys.length);
        const now = new Map(keys.map((key, index) => [key, given[index]!]));
        for (const [key, number] of now) {
          if (before.has(key)) expect(number).toBe(before.get(key));
          expect(seen.get(number) ?? key).toBe(key);
          seen.set(number, key);
        }
        before = now;
      }
    }),
  );
});

test('the same rows give the same list', () => {
  const numbers = new RowNumbers();
  const rows = rowsOf(['a', 'b']);
  expect(numbers.of(rows)).toBe(numbers.of(rows));
});
