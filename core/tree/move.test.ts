import fc from 'fast-check';
import type { MoveIntent } from './rules.ts';
import type { ConfirmedTree } from './state.ts';
import type { Lists } from './testing/confirmed.ts';
import { commit, Draft } from '../mutation/index.ts';
import { get, remove, set } from '../table/index.ts';
import { move as record } from './move.ts';
import { afterMove, listsOf, treeOf } from './testing/confirmed.ts';

const lists: Lists = { p: ['a', 'b', 'c', 'd'], q: ['e'], empty: [] };
const intent = (change: Partial<MoveIntent>): MoveIntent => ({
  childId: 'a',
  fromParentId: 'p',
  parentId: 'p',
  before: null,
  after: null,
  ...change,
});
const after = (change: Partial<MoveIntent>, from: Lists = lists): Lists =>
  listsOf(afterMove(treeOf(from), intent(change)));

test('TR-14.13 the child stands directly before the named sibling, in its own parent or another', () => {
  expect(after({ before: 'd' })['p']).toEqual(['b', 'c', 'a', 'd']);
  expect(after({ childId: 'd', before: 'a' })['p']).toEqual(['d', 'a', 'b', 'c']);
  expect(after({ parentId: 'q', before: 'e' })).toEqual({ ...lists, p: ['b', 'c', 'd'], q: ['a', 'e'] });
  expect(after({ parentId: 'empty' })['empty']).toEqual(['a']);
});

test('TR-14.13 a move to where the child stands changes no reference', () => {
  const tree = treeOf(lists);
  expect(afterMove(tree, intent({ childId: 'b', before: 'c', after: 'a' }))).toBe(tree);
  expect(afterMove(tree, intent({ childId: 'd', after: 'c' }))).toBe(tree);
  expect(afterMove(tree, intent({ childId: 'e', parentId: 'q', after: 'gone' }))).toBe(tree);
});

test('TR-14.14 before gone: directly after the other neighbour; both gone: to the end', () => {
  const across = { childId: 'e', fromParentId: 'q' };
  expect(after({ ...across, before: 'gone', after: 'a' })['p']).toEqual(['a', 'e', 'b', 'c', 'd']);
  expect(after({ ...across, after: 'b' })['p']).toEqual(['a', 'b', 'e', 'c', 'd']);
  expect(after({ ...across, before: 'gone', after: 'gone' })['p']).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(after({})['p']).toEqual(['b', 'c', 'd', 'a']);
});

test('TR-14.15 a parent that was never loaded stays so; the child leaves its old one', () => {
  expect(after({ parentId: 'never' })).toEqual({ ...lists, p: ['b', 'c', 'd'] });
});

test('TR-15.24 once it is confirmed, a child under a parent that was never loaded is in nobody’s list, and said to be in none', () => {
  const move = intent({ parentId: 'never' });
  const draft = new Draft(treeOf(lists));
  record.commit?.(draft as never, true as never, move as never, false);
  expect(get(commit(draft, treeOf(lists)).parents, 'a')).toBeUndefined();
  expect(get(afterMove(treeOf(lists), move).parents, 'a')).toBe('never');
});

test('TR-15.25 a child whose list was read without it is counted already: its move changes no counts', () => {
  const tree = treeOf({ root: ['p', 'q'], p: ['a'], q: [] });
  const move = intent({ childId: 'a', fromParentId: 'p', parentId: 'q' });
  const counted = (of: ConfirmedTree, id: string) => get(of.items, id)?.descendantCounts?.openedEpics;
  expect([counted(tree, 'q'), counted(afterMove(tree, move), 'q')]).toEqual([0, 1]);
  const reread = { ...tree, orders: set(tree.orders, 'p', { ids: [], open: 0 }), parents: remove(tree.parents, 'a') };
  const shown = afterMove(reread, move);
  expect(counted(shown, 'q')).toBe(0);
  expect(get(shown.orders, 'q')?.ids).toEqual(['a']);
});

test('TR-14.15 a child that somebody else has moved leaves the parent it is under now', () => {
  const elsewhere = { p: ['b'], q: ['e', 'a'], r: ['f'] };
  expect(after({ parentId: 'r', before: 'f' }, elsewhere)).toEqual({ p: ['b'], q: ['e'], r: ['a', 'f'] });
});

test('TR-14.16 a child named as its own neighbour is no neighbour', () => {
  expect(after({ childId: 'b', before: 'b', after: 'c' })['p']).toEqual(['a', 'c', 'b', 'd']);
  expect(after({ childId: 'b', before: 'b', after: 'b' })['p']).toEqual(['a', 'c', 'd', 'b']);
});

test('TR-14.17 a move below the child itself changes nothing once another person has put the parent there', () => {
  const move = intent({ parentId: 'x' });
  expect(listsOf(afterMove(treeOf({ p: ['a', 'x'], a: ['b'], x: [] }), move))['x']).toEqual(['a']);
  const meanwhile: readonly Lists[] = [
    { p: ['a'], a: ['x'], x: [] },
    { p: ['a'], a: ['b'], b: ['x'], x: [] },
  ];
  for (const now of meanwhile) {
    const tree = treeOf(now);
    expect(afterMove(tree, move)).toBe(tree);
  }
  const tree = treeOf(lists);
  expect(afterMove(tree, intent({ parentId: 'a' }))).toBe(tree);
});

/* Any child may be moved under any other: whatever would close a cycle has to be left out. */
const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const parents = ['p', 'q', ...ids];
const intents: fc.Arbitrary<MoveIntent> = fc.record({
  childId: fc.constantFrom(...ids),
  fromParentId: fc.constantFrom(...parents),
  parentId: fc.constantFrom(...parents),
  before: fc.constantFrom(null, ...ids),
  after: fc.constantFrom(null, ...ids),
});
const worlds = fc
  .tuple(
    fc.shuffledSubarray(ids, { minLength: ids.length }),
    fc.nat({ max: ids.length }),
    fc.subarray(ids, { maxLength: 3 }),
  )
  .map(([list, cut, closed]) => {
    const none = Object.fromEntries(ids.map((id) => [id, []]));
    return treeOf({ ...none, p: list.slice(0, cut), q: list.slice(cut) }, (id) =>
      closed.includes(id) ? 'closed' : 'opened',
    );
  });

test('TR-14.13 TR-14.17 any moves, in any order: every child stands once, below p or q, and a repeated move changes nothing', () => {
  fc.assert(
    fc.property(worlds, fc.array(intents, { maxLength: 12 }), (start, list) => {
      let now = start;
      for (const move of list) {
        now = afterMove(now, move);
        expect(afterMove(now, move)).toBe(now);
      }
      const shown = listsOf(now);
      expect(Object.values(shown).flat().sort()).toEqual(ids);
      const below = (id: string): readonly string[] => (shown[id] ?? []).flatMap((child) => [child, ...below(child)]);
      expect([...below('p'), ...below('q')].sort()).toEqual(ids);
      for (const id of ids) expect(shown[get(now.parents, id) ?? '']).toContain(id);
    }),
    { numRuns: 500 },
  );
});
