import fc from 'fast-check';
import { set, tableOf } from '../table/index.ts';
import { hashSteps, stateHash } from './hash.ts';

const json = fc.jsonValue({ maxDepth: 4 });
const roundTrip = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The same data with the members of every object the other way round. */
function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed);
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}

test('RP-03.1 equal data has an equal hash, whatever the order of members and the way through JSON', () => {
  fc.assert(
    fc.property(json, (value) => {
      const hash = stateHash(value);
      expect(hash).toMatch(/^[0-9a-f]{16}$/);
      expect(stateHash(roundTrip(value))).toBe(hash);
      expect(stateHash(reversed(value))).toBe(hash);
    }),
  );
});

test('RP-03.1 what JSON does not keep does not count', () => {
  const odd = { a: undefined, b: [undefined, NaN, Infinity, -0], c: { d: () => 1 } };
  expect(stateHash(odd)).toBe(stateHash(roundTrip(odd)));
});

test('RP-03.2 data that differs has another hash', () => {
  fc.assert(
    fc.property(json, json, (a, b) => {
      fc.pre(JSON.stringify(sorted(a)) !== JSON.stringify(sorted(b)));
      expect(stateHash(a)).not.toBe(stateHash(b));
    }),
    { numRuns: 500 },
  );
  const alike = [[], {}, '', 0, null, false, true, '0', [0], [[]], [null], { a: null }, { a: [] }, ['a'], { a: 'b' }];
  const more = [
    { b: 'a' },
    ['a', 'b'],
    ['b', 'a'],
    ['ab'],
    { a: { b: 1 } },
    { a: 1, b: 1 },
    1,
    -1,
    0.5,
    2 ** 53,
    [1, 2],
  ];
  const all = [...alike, ...more];
  expect(new Set(all.map(stateHash)).size).toBe(all.length);
});

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([key, member]) => [key, sorted(member)]);
}

test('RP-03.2 twenty thousand alike texts have hashes of their own, both halves well mixed', () => {
  const hashes = Array.from({ length: 20_000 }, (_, index) => stateHash(`gid://gitlab/Issue/${index}`));
  expect(new Set(hashes).size).toBe(hashes.length);
  for (const half of [hashes.map((hash) => hash.slice(0, 8)), hashes.map((hash) => hash.slice(8))]) {
    // By chance 0.05 of the 200 million pairs meet in 32 bits.
    expect(new Set(half).size).toBeGreaterThan(hashes.length - 5);
  }
});

const items = () =>
  Array.from({ length: 3000 }, (_, index) => [`gid://gitlab/Issue/${index}`, { title: `Issue ${index}` }] as const);

test('RP-03.3 after a change only what changed is read again', () => {
  const rows = items();
  const table = tableOf<object>(rows);
  const state = { confirmed: { items: table }, pending: [] };
  const before = stateHash(state);
  const changed = { ...state, confirmed: { items: set(table, 'gid://gitlab/Issue/1', { title: 'Changed' }) } };
  let read = 0;
  for (const [, row] of rows) {
    const { title } = row;
    Object.defineProperty(row, 'title', { enumerable: true, get: () => ((read += 1), title) });
  }
  expect(stateHash(changed)).not.toBe(before);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(40);
});

test('RP-03.4 a hash can be made ready in steps that each read little', () => {
  const rows = items();
  let read = 0;
  for (const [, row] of rows) {
    const { title } = row;
    Object.defineProperty(row, 'title', { enumerable: true, get: () => ((read += 1), title) });
  }
  const state = { tree: { flags: tableOf<object>(rows) }, pending: [1, { a: 2 }] };
  const steps: number[] = [];
  for (const _ of hashSteps(state)) {
    steps.push(read);
    read = 0;
  }
  expect(steps.length).toBeGreaterThan(90);
  expect(Math.max(...steps)).toBeLessThan(60);
  const hash = stateHash(state);
  expect(read).toBeLessThan(40);
  expect(hash).toBe(stateHash(roundTrip(state)));
});

test('RP-03.5 the algorithm is the documented one', () => {
  const vectors: readonly (readonly [unknown, string])[] = [
    [null, 'f3409b6cae267ca8'],
    [true, '66a835c533e3493c'],
    [false, '6d3be36e93a1b1c4'],
    [0, '7e6a73081e82c777'],
    [1, '42e74aada9ee7127'],
    [-1.5, 'e659d856ce30dd50'],
    ['', '15529344305e008e'],
    ['a', '75b759e371850211'],
    ['Épic 🌳', '6bc20a45bf2cf307'],
    [[], '50cdbf978f2167da'],
    [[null], '80c8a1da1fd54d3f'],
    [[1, 2], 'c98b5a3e3b21e469'],
    [{}, '72b8af3a9b52af53'],
    [{ a: 1 }, '09ab8e5ceec9e26f'],
    [{ b: [], a: 'x' }, 'f11c83189736ac55'],
  ];
  for (const [value, hash] of vectors) expect([value, stateHash(value)]).toEqual([value, hash]);
});
