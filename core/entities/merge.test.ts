import { emptyTable, entries, get, set, tableOf } from '../table/index.ts';
import { merged, onlyHeld, recordKeys, recordsOf, withoutOlder, withReadings } from './index.ts';

interface Named {
  readonly id: string;
  readonly title?: string;
}

interface Thing {
  readonly id: string;
  readonly title?: string;
  readonly due?: string | null;
  readonly labels?: readonly { readonly id: string }[];
  readonly group?: { readonly id: string; readonly name?: string };
}

const PARTS = { group: 'id' };
const SCHEMA = { table: 'things', parts: PARTS, references: {} };
/** A thing names its colours and its owner. */
const NAMING = { table: 'things', parts: {}, references: { colours: 'colours', owner: 'owners' } };
const nothing = () => ({
  things: emptyTable<{ readonly id: string; readonly colours?: readonly string[]; readonly owner?: string | null }>(),
  colours: emptyTable<Named>(),
  owners: emptyTable<Named>(),
});
const known: Thing = { id: '1', title: 'One', due: '2026-03-01', labels: [{ id: 'a' }], group: { id: 'g', name: 'G' } };

test('RP-02.261 a reading changes what it brings, and nothing else', () => {
  expect(merged<Thing>(known, { title: 'Other' }, PARTS)).toEqual({ ...known, title: 'Other' });
  expect(merged<Thing>(known, { due: null }, PARTS).due).toBeNull();
  expect(merged<Thing>({ id: '1' }, { labels: [] }, PARTS)).toEqual({ id: '1', labels: [] });
  expect('due' in merged<Thing>({ id: '1' }, { title: 'One' }, PARTS)).toBe(false);
});

test('RP-02.262 a reading that says what is known changes no reference', () => {
  const again: Thing = { ...known, labels: [{ id: 'a' }] };
  expect(merged(known, again, PARTS)).toBe(known);
  const tables = { things: tableOf([['1', known]]) };
  expect(withReadings(tables, SCHEMA, [again])).toBe(tables);
  const { things } = withReadings(tables, SCHEMA, [{ ...again, title: 'Other' } as Thing, { id: '2' }]);
  expect([get(things, '1')?.labels, things.size]).toEqual([known.labels, 2]);
  expect(get(things, '1')?.labels).toBe(known.labels);
});

test('RP-02.263 a part of a record leaves the rest of it', () => {
  expect(merged<Thing>(known, { group: { id: 'g' } }, PARTS)).toBe(known);
  expect(merged<Thing>(known, { group: { id: 'g', name: 'H' } }, PARTS).group).toEqual({ id: 'g', name: 'H' });
  expect(merged<Thing>(known, { group: { id: 'h' } }, PARTS).group).toEqual({ id: 'h' });
  expect(merged<Thing>(known, { group: { id: 'g' } }, {}).group).toEqual({ id: 'g' });
});

test('RP-02.264 what changed since a reading began stays as it is known', () => {
  const before = tableOf<Thing>([
    ['1', known],
    ['2', { id: '2', title: 'Two' }],
  ]);
  const readings = [{ id: '1', title: 'old', due: '2026-04-01' }, { id: '2', title: 'new' }, { id: '3' }];
  const after = withReadings({ things: before }, SCHEMA, readings).things;
  const changed = (...keys: readonly string[]) => withoutOlder(before, after, (key) => keys.includes(key));
  const held = changed(...recordKeys('1', ['title']), ...recordKeys('3', ['title']));
  expect(get(held, '1')).toEqual({ ...known, due: '2026-04-01' });
  expect([get(held, '2')?.title, get(held, '3')?.id]).toEqual(['new', '3']);
  expect(get(changed(...recordKeys('1', ['title', 'due'])), '1')).toBe(known);
  expect(changed(...recordKeys('1', ['labels']))).toBe(after);
  expect(changed()).toBe(after);
});

test('RP-02.265 what nobody holds is forgotten', () => {
  const table = tableOf<Thing>([
    ['1', known],
    ['2', { id: '2' }],
  ]);
  expect(onlyHeld(table, ['2', '1', '9'])).toBe(table);
  const left = onlyHeld(table, ['1', '1']);
  expect([left.size, get(left, '1'), get(left, '2')]).toEqual([1, known, undefined]);
});

test('RP-02.277 behind as many as a reading can bring stand those that were known beyond them', () => {
  const schema = { ...SCHEMA, limits: { people: 3 } };
  const after = (before: readonly string[], read: readonly string[]) => {
    const tables = withReadings({ things: emptyTable<Thing>() }, SCHEMA, [{ id: '1', people: before } as Thing]);
    const { things } = withReadings(tables, schema, [{ id: '1', people: read } as Thing]);
    return (get(things, '1') as { readonly people?: readonly string[] } | undefined)?.people;
  };
  const known = ['a', 'b', 'c', 'd', 'e'];
  expect(after(known, ['a', 'b'])).toEqual(['a', 'b']);
  expect(after(known, ['a', 'b', 'c'])).toEqual(known);
  expect(after(['a', 'b', 'c'], ['a', 'b', 'x'])).toEqual(['a', 'b', 'x']);
  // Somebody among the first ones has gone, and so one has moved up.
  expect(after(known, ['b', 'c', 'd'])).toEqual(['b', 'c', 'd', 'e']);
});

test('RP-02.268 what a reading brings of other records goes into their tables, and the record has their ids', () => {
  const [red, blue] = [{ id: 'r', title: 'Red' }, { id: 'b' }];
  const read = withReadings(nothing(), NAMING, [
    { id: '1', colours: [red, blue], owner: { id: 'o', title: 'Ann' } },
    { id: '2', colours: [{ ...red }], owner: null },
    { id: '3' },
  ] as readonly Named[]);
  expect(Object.fromEntries(entries(read.things))).toEqual({
    1: { id: '1', colours: ['r', 'b'], owner: 'o' },
    2: { id: '2', colours: ['r'], owner: null },
    3: { id: '3' },
  });
  expect([get(read.colours, 'r'), get(read.owners, 'o'), read.colours.size]).toEqual([
    red,
    { id: 'o', title: 'Ann' },
    2,
  ]);
  // Of one that is known a reading may bring a part, and a change of it changes no record that names it.
  const again = withReadings(read, NAMING, [{ id: '1', colours: [{ id: 'r' }, { id: 'b', title: 'Blue' }] } as Named]);
  expect([get(again.colours, 'r'), get(again.colours, 'b')]).toEqual([red, { id: 'b', title: 'Blue' }]);
  expect([again.things, again.owners]).toEqual([read.things, read.owners]);
  expect(again.things).toBe(read.things);
});

test('RP-02.269 the records of a list of ids are the same list while none of them changes', () => {
  const table = tableOf<Named>(['a', 'b', 'c'].map((id) => [id, { id }]));
  const ids = ['b', 'x', 'a'];
  const found = recordsOf(table, ids);
  expect(found.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(recordsOf(set(table, 'c', { id: 'c', title: 'C' }), ids)).toBe(found);
  const changed = set(table, 'a', { id: 'a', title: 'A' });
  expect(recordsOf(changed, ids)).toEqual([{ id: 'b' }, { id: 'a', title: 'A' }]);
  expect(recordsOf(set(changed, 'x', { id: 'x' }), ids)).toHaveLength(3);
});
