import fc from 'fast-check';
import type { MoveIntent, Orders } from './moves.ts';
import { insertAtTop, moveChild, parentIn, placeChild, removeChild, wouldCycle } from './moves.ts';
import { displayOrder, sortByPosition } from './order.ts';

const orders: Orders = { p: ['a', 'b', 'c', 'd'], q: ['e'], empty: [] };
const intent = (change: Partial<MoveIntent>): MoveIntent => ({
  childId: 'a',
  fromParentId: 'p',
  parentId: 'p',
  before: null,
  after: null,
  ...change,
});

test('TR-14.13 the child stands directly before the named sibling, in its own parent or another', () => {
  expect(moveChild(orders, intent({ before: 'd' })).p).toEqual(['b', 'c', 'a', 'd']);
  expect(moveChild(orders, intent({ childId: 'd', before: 'a' })).p).toEqual(['d', 'a', 'b', 'c']);
  const moved = moveChild(orders, intent({ parentId: 'q', before: 'e' }));
  expect(moved).toEqual({ ...orders, p: ['b', 'c', 'd'], q: ['a', 'e'] });
  expect(moved['empty']).toBe(orders['empty']);
  expect(moveChild(orders, intent({ parentId: 'empty' }))['empty']).toEqual(['a']);
});

test('TR-14.13 a move to where the child stands changes no reference', () => {
  expect(moveChild(orders, intent({ childId: 'b', before: 'c', after: 'a' }))).toBe(orders);
  expect(moveChild(orders, intent({ childId: 'd', after: 'c' }))).toBe(orders);
});

test('TR-14.14 before gone: directly after the other neighbour; both gone: to the end', () => {
  expect(placeChild(['a', 'b', 'c'], { childId: 'x', before: 'gone', after: 'a' })).toEqual(['a', 'x', 'b', 'c']);
  expect(placeChild(['a', 'b', 'c'], { childId: 'x', before: null, after: 'b' })).toEqual(['a', 'b', 'x', 'c']);
  expect(placeChild(['a', 'b', 'c'], { childId: 'x', before: 'gone', after: 'gone' })).toEqual(['a', 'b', 'c', 'x']);
  expect(placeChild(['a', 'b', 'c'], { childId: 'a', before: null, after: null })).toEqual(['b', 'c', 'a']);
});

test('TR-14.15 a parent that was never loaded stays so; the child leaves its old one', () => {
  expect(moveChild(orders, intent({ parentId: 'never' }))).toEqual({ ...orders, p: ['b', 'c', 'd'] });
});

test('TR-14.15 a child that somebody else has moved leaves the parent it is under now', () => {
  const elsewhere: Orders = { p: ['b'], q: ['e', 'a'], r: ['f'] };
  const move = intent({ parentId: 'r', before: 'f' });
  expect(moveChild(elsewhere, move)).toEqual({ p: ['b'], q: ['e'], r: ['a', 'f'] });
  expect(moveChild(elsewhere, move, 'q')).toEqual({ p: ['b'], q: ['e'], r: ['a', 'f'] });
  expect(parentIn(elsewhere, 'a')).toBe('q');
  expect(parentIn(elsewhere, 'nobody')).toBeNull();
});

test('TR-14.16 a child named as its own neighbour is no neighbour', () => {
  expect(placeChild(['a', 'b', 'c'], { childId: 'b', before: 'b', after: 'c' })).toEqual(['a', 'c', 'b']);
});

test('TR-14.17 a parent below the child would close a cycle', () => {
  const parents: Record<string, string> = { c: 'b', b: 'a', a: 'root', loop: 'loop' };
  const parentOf = (id: string) => parents[id] ?? null;
  expect(wouldCycle(parentOf, 'a', 'c')).toBe(true);
  expect(wouldCycle(parentOf, 'a', 'a')).toBe(true);
  expect(wouldCycle(parentOf, 'c', 'a')).toBe(false);
  expect(wouldCycle(parentOf, 'a', 'loop')).toBe(false);
});

test('TR-13.4 removing, also twice', () => {
  const removed = removeChild(orders, 'p', 'b');
  expect(removed.p).toEqual(['a', 'c', 'd']);
  expect(removeChild(removed, 'p', 'b')).toBe(removed);
  expect(removeChild(orders, 'never', 'b')).toBe(orders);
});

test('TR-09.9 new children come to the top, once', () => {
  const added = insertAtTop(orders, 'p', ['x', 'c']);
  expect(added.p).toEqual(['x', 'c', 'a', 'b', 'd']);
  expect(insertAtTop(added, 'p', ['x', 'c'])).toBe(added);
  expect(insertAtTop(orders, 'never', ['x'])).toBe(orders);
});

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const intents: fc.Arbitrary<MoveIntent> = fc.record({
  childId: fc.constantFrom(...ids),
  fromParentId: fc.constantFrom('p', 'q'),
  parentId: fc.constantFrom('p', 'q'),
  before: fc.constantFrom(null, ...ids),
  after: fc.constantFrom(null, ...ids),
});
const worlds: fc.Arbitrary<Orders> = fc
  .tuple(fc.shuffledSubarray(ids, { minLength: ids.length }), fc.nat({ max: ids.length }))
  .map(([list, cut]) => ({ p: list.slice(0, cut), q: list.slice(cut) }));

test('TR-14.13 any moves, in any order: every child stands once, and a repeated move changes nothing', () => {
  fc.assert(
    fc.property(worlds, fc.array(intents, { maxLength: 12 }), (start, list) => {
      let now = start;
      for (const move of list) {
        now = moveChild(now, move);
        expect(moveChild(now, move)).toBe(now);
        expect(now[move.parentId]).toContain(move.childId);
      }
      expect([...(now['p'] ?? []), ...(now['q'] ?? [])].sort()).toEqual(ids);
    }),
    { numRuns: 500 },
  );
});

test('TR-14.7 by position, those without one last, ties by the number of their id', () => {
  const item = (id: string | number, relativePosition: number | null) => ({ id, relativePosition });
  const order = (...items: ReturnType<typeof item>[]) => sortByPosition(items).map(({ id }) => id);
  expect(order(item(1, null), item(2, 5), item(3, -5), item(4, null))).toEqual([3, 2, 1, 4]);
  expect(order(item('gid://gitlab/Epic/10', 0), item('gid://gitlab/Issue/9', 0))).toEqual([
    'gid://gitlab/Issue/9',
    'gid://gitlab/Epic/10',
  ]);
  expect(order(item(10, 0), item(9, 0))).toEqual([9, 10]);
});

test('TR-14.8 open ones first, each part in its stored order', () => {
  const stateOf = (id: string) => (id === id.toUpperCase() ? 'closed' : 'opened');
  expect(displayOrder(['A', 'b', 'C', 'd'], stateOf)).toEqual(['b', 'd', 'A', 'C']);
  const sorted = ['b', 'A'];
  expect(displayOrder(sorted, stateOf)).toBe(sorted);
});
