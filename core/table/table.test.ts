import fc from 'fast-check';
import { emptyTable, entries, get, has, remove, set, setMany, size, tableOf, type Table } from './index.ts';

const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((id) => `gid://gitlab/Issue/${id}`),
  fc.string({ maxLength: 12 }),
);
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.integer() }),
  fc.record({ kind: fc.constant('remove' as const), key }),
  fc.record({ kind: fc.constant('many' as const), entries: fc.array(fc.tuple(key, fc.integer()), { maxLength: 120 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function apply(table: Table<number>, one: Change): Table<number> {
  if (one.kind === 'set') return set(table, one.key, one.value);
  return one.kind === 'remove' ? remove(table, one.key) : setMany(table, one.entries);
}

function applyToMap(map: Map<string, number>, one: Change): void {
  if (one.kind === 'set') map.set(one.key, one.value);
  else if (one.kind === 'remove') map.delete(one.key);
  else for (const [at, value] of one.entries) map.set(at, value);
}

const asMap = (table: Table<number>): Map<string, number> => new Map(entries(table));
const large = (count: number): Table<number> =>
  tableOf(Array.from({ length: count }, (_, index) => [`gid://gitlab/Issue/${index}`, index] as const));

/** All buckets of a table, by reference. */
function buckets(table: Table<number>): ReadonlySet<object> {
  const found = new Set<object>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('branch' in node) (node.branch as unknown[]).forEach(visit);
    else found.add(node);
  };
  visit(table.root);
  return found;
}

test('RP-02.1 a table behaves like a map, and older versions stay as they were', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      let table = emptyTable<number>();
      const map = new Map<string, number>();
      const versions: [Table<number>, Map<string, number>][] = [];
      for (const one of changes) {
        table = apply(table, one);
        applyToMap(map, one);
        versions.push([table, new Map(map)]);
      }
      for (const [version, expected] of versions) {
        expect(asMap(version)).toEqual(expected);
        expect(size(version)).toBe(expected.size);
        for (const [at, value] of expected) expect(get(version, at)).toBe(value);
      }
    }),
    { numRuns: 60 },
  );
});

test('RP-02.1 a key that is not there', () => {
  expect(get(large(100), 'gid://gitlab/Issue/100')).toBeUndefined();
  expect(has(large(100), 'gid://gitlab/Issue/100')).toBe(false);
  expect(has(large(100), 'gid://gitlab/Issue/99')).toBe(true);
});

test('RP-02.1 keys that end alike share a bucket and stay apart', () => {
  const keys = Array.from({ length: 300 }, (_, index) => `${String(index).padStart(4, '0')}-same-end`);
  const table = tableOf(keys.map((at, index) => [at, index] as const));
  expect(keys.map((at) => get(table, at))).toEqual(keys.map((_, index) => index));
});

test('RP-02.2 setting what is set and removing what is missing give the same table', () => {
  const table = large(1000);
  expect(set(table, 'gid://gitlab/Issue/7', 7)).toBe(table);
  expect(setMany(table, [['gid://gitlab/Issue/7', 7]])).toBe(table);
  expect(remove(table, 'none')).toBe(table);
});

test('RP-02.3 a change copies one bucket', () => {
  const table = large(10_000);
  const before = buckets(table);
  const after = buckets(set(table, 'gid://gitlab/Issue/77', -1));
  expect([...after].filter((bucket) => !before.has(bucket))).toHaveLength(1);
  expect(before.size).toBeGreaterThan(100);
});

test('RP-02.3 many changes in one step copy each bucket once, however many of its keys change', () => {
  const table = large(2000);
  const next = setMany(
    table,
    [...entries(table)].map(([at, value]) => [at, -value - 1] as const),
  );
  expect(buckets(next).size).toBe(buckets(table).size);
  expect(get(table, 'gid://gitlab/Issue/3')).toBe(3);
});

test('RP-02.4 a table survives JSON', () => {
  const table = large(500);
  const copy = JSON.parse(JSON.stringify(table)) as Table<number>;
  expect(asMap(copy)).toEqual(asMap(table));
  expect(get(set(copy, 'gid://gitlab/Issue/499', 1), 'gid://gitlab/Issue/499')).toBe(1);
});
