import { get, tableOf } from '../table/index.ts';
import { merged, onlyHeld, recordKeys, withoutOlder, withReadings } from './index.ts';

interface Thing {
  readonly id: string;
  readonly title?: string;
  readonly due?: string | null;
  readonly labels?: readonly { readonly id: string }[];
  readonly group?: { readonly id: string; readonly name?: string };
}

const PARTS = { group: 'id' };
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
  const table = tableOf([['1', known]]);
  expect(withReadings(table, [again], PARTS)).toBe(table);
  const next = withReadings<Thing>(table, [{ ...again, title: 'Other' }, { id: '2' }], PARTS);
  expect([get(next, '1')?.labels, next.size]).toEqual([known.labels, 2]);
  expect(get(next, '1')?.labels).toBe(known.labels);
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
  const after = withReadings<Thing>(before, readings, PARTS);
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
