import type { ItemPlan, RelationPlan } from './schedule.ts';
import { ModelServer } from './server/index.ts';
import { linkedTo, openBlockers, RelationBook, shownAncestors } from './oracle-links.ts';
import { fillWorld } from './world.ts';

const item = (change: Partial<ItemPlan> = {}): ItemPlan => ({
  type: 'epic',
  owner: 'acme',
  parent: null,
  state: 'opened',
  confidential: false,
  weight: null,
  ...change,
});

/** Items have the numbers 1, 2, 3 … in the order of the plan, links count from 0. */
function worldWith(items: readonly ItemPlan[], relations: readonly RelationPlan[] = []) {
  const people = { olga: 'owner', gus: 'guest', nobody: 'none' } as const;
  const plan = { people, pageMax: 100, maxChildren: 1000, items, relations };
  return new ModelServer({ idsPerTable: true, seed: (empty) => fillWorld(empty, plan) }).world;
}

const blocks = (source: number, target: number): RelationPlan => ({ type: 'blocks', source, target });
const add = (iid: number, words: readonly string[], type: string, who = 'olga') => ({
  who,
  request: {
    method: 'POST' as const,
    path: `/groups/acme/-/epics/${iid}/related_epic_links`,
    body: { issuable_references: words, link_type: type },
  },
});

test('what is asked to be blocked by another is blocked by it, from the other side it blocks', () => {
  const world = worldWith([item(), item(), item()]);
  const book = new RelationBook(world);
  world.relate('blocks', 2, 1);
  expect(book.apply(add(1, ['&2'], 'is_blocked_by'), world)).toEqual([]);
  expect(book.faults(world)).toEqual([]);
  world.relate('blocks', 1, 3);
  expect(book.apply(add(1, ['&3'], 'is_blocked_by'), world)).toEqual([
    '3 blocks 1 was asked for and is not there',
    '1 blocks 3 came and was not asked for',
  ]);
});

test('nothing comes without an edit, and what its person may not link is passed over', () => {
  const world = worldWith([item(), item(), item({ confidential: true })]);
  const book = new RelationBook(world);
  world.relate('relates_to', 1, 2);
  expect(book.apply(add(1, ['&2', '&3'], 'relates_to', 'gus'), world)).toEqual([]);
  expect(book.apply(add(1, ['&2', '&3'], 'relates_to', 'olga'), world)).toEqual([
    '1 relates to 3 was asked for and is not there',
  ]);
  world.relate('blocks', 2, 3);
  expect(book.apply({ who: 'olga', request: null }, world)).toEqual(["2 blocks 3 came without anybody's asking"]);
});

test('a link goes with its removal and with either of its items, and not otherwise', () => {
  const world = worldWith([item(), item(), item(), item()], [blocks(0, 1), blocks(1, 2), blocks(2, 3)]);
  const book = new RelationBook(world);
  world.relations.delete(1);
  expect(book.faults(world)).toEqual(['the link 1 blocks 2 is gone']);
  const path = '/groups/acme/-/epics/2/related_epic_links/1';
  expect(book.apply({ who: 'olga', request: { method: 'DELETE', path } }, world)).toEqual([]);
  expect(book.faults(world)).toEqual([]);
  world.items.delete(4);
  expect(book.apply({ who: 'olga', request: null }, world)).toEqual([]);
  expect(book.faults(world)).toEqual(['the link 3 blocks 4 should be gone', '3,4 are linked, and one is gone']);
});

test('two items are linked once, and of one kind', () => {
  const world = worldWith([item(), item(), item({ type: 'issue', owner: 'acme/api' })], [blocks(0, 1)]);
  world.relate('relates_to', 2, 1);
  world.relate('blocks', 1, 3);
  expect(new RelationBook(world).faults(world)).toEqual(['1,2 are linked twice', '1,3 are of two kinds']);
});

test('an item lists what may be seen, in the order in which it was linked; closed blockers do not count', () => {
  const items = [item(), item({ state: 'closed' }), item({ confidential: true }), item()];
  const world = worldWith(items, [blocks(1, 0), blocks(2, 0), blocks(0, 3)]);
  const seen = (who: string) => linkedTo(world, who, 1).map(({ type, item: { id } }) => [type, id]);
  expect(seen('olga')).toEqual([
    ['is_blocked_by', 2],
    ['is_blocked_by', 3],
    ['blocks', 4],
  ]);
  expect(seen('gus')).toEqual([
    ['is_blocked_by', 2],
    ['blocks', 4],
  ]);
  expect([openBlockers(world, 'olga', 1), openBlockers(world, 'gus', 1)].map((list) => list.length)).toEqual([1, 0]);
});

test('of ancestors that may not be seen there is one place, however many follow each other', () => {
  const items = [
    item({ owner: 'hidden' }),
    item({ owner: 'hidden', parent: 0 }),
    item({ parent: 1 }),
    item({ owner: 'hidden', parent: 2 }),
    item({ parent: 3 }),
  ];
  const world = worldWith(items);
  expect(shownAncestors(world, 'olga', 5)).toEqual([1, 2, 3, 4]);
  expect(shownAncestors(world, 'gus', 5)).toEqual([null, 3, null]);
  expect(shownAncestors(world, 'gus', 1)).toEqual([]);
});
