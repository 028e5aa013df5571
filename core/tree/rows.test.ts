import fc from 'fast-check';
import type { Drop, DropPlace, ItemRow, KeyboardDrag, TreeRow } from './rules.ts';
import type { Expansion, TreeRoot } from './state.ts';
import { IDLE, keyOf, type QueryState } from '../query/index.ts';
import { remove, tableOf } from '../table/index.ts';
import { dragStep, dropPlace } from './rules.ts';
import { planDrop } from './select/moves.ts';
import { selectTreeRows } from './select/rows.ts';
import { childrenOf, treeReads } from './reads.ts';
import { DEFAULT_CONFIG, initialTree } from './slice.ts';
import { treeOf } from './testing/confirmed.ts';

const ROOT = 'root';
const ROOT_ITEM: TreeRoot = {
  kind: 'epic',
  id: ROOT,
  iid: '1',
  fullPath: 'acme',
  title: 'Root',
  reference: '&1',
  confidential: false,
  type: 'epic',
  groupId: null,
  groupName: '',
  permissions: { canAdmin: true, canAdminRelation: true, canUpdate: true, canCreate: true, canDestroy: true },
};

interface Tree {
  readonly children: Readonly<Record<string, readonly string[]>>;
  readonly expanded?: readonly string[];
  readonly fetching?: readonly string[];
  readonly more?: readonly string[];
  /** Have children that were never loaded. */
  readonly unloaded?: readonly string[];
}

/** A tree that is opened: its own config, for what a tree remembers of its rows is kept by that. */
function viewOf({ children: lists, expanded, fetching, more, unloaded }: Tree, draggedId: string | null = null) {
  const full = treeOf(lists);
  const ids = [...new Set([...Object.keys(lists), ...Object.values(lists).flat()])];
  const isExpanded = (id: string) => expanded === undefined || expanded.includes(id);
  const expansion = ids.flatMap((id): [string, Expansion][] => {
    if (fetching?.includes(id) === true) return [[id, 'opening']];
    return isExpanded(id) ? [[id, 'expanded']] : [];
  });
  const next = { epics: 'x', issues: null };
  const queries = (more ?? []).map(
    (id) => [keyOf(treeReads.children, childrenOf(ROOT_ITEM, id)), { ...IDLE, status: 'ready', next }] as const,
  );
  const orders = unloaded?.reduce((table, id) => remove(table, id), full.orders) ?? full.orders;
  const drag = draggedId === null ? null : { id: draggedId, fromParentId: ROOT, overId: null };
  const tree = { ...initialTree, root: ROOT_ITEM, config: { ...DEFAULT_CONFIG }, expansion: tableOf(expansion), drag };
  return { visible: { ...full, orders }, tree, pending: [], queries: tableOf<QueryState>(queries) };
}
const flatten = (tree: Tree, draggedId?: string) => selectTreeRows(viewOf(tree, draggedId));
/** One word per row: dashes for the depth, then the id, or `+` for more and `…` for loading. */
const drawn = (rows: readonly TreeRow[]) =>
  rows.map((row) => '-'.repeat(row.depth) + (row.kind === 'item' ? row.id : row.kind === 'more' ? '+' : '…')).join(' ');
const isItem = (row: TreeRow): row is ItemRow => row.kind === 'item';

const children = { root: ['a', 'b', 'c'], a: ['a1', 'a2'], a2: ['x'], c: ['c1'] };

test('TR-05.1 the children of the root, and below each expanded item its own', () => {
  expect(drawn(flatten({ children }))).toBe('a -a1 -a2 --x b c -c1');
  expect(drawn(flatten({ children, expanded: ['a'] }))).toBe('a -a1 -a2 b c');
  expect(drawn(flatten({ children, expanded: ['a2'] }))).toBe('a b c');
  expect(flatten({ children })[2]).toEqual({
    kind: 'item',
    key: 'a2',
    id: 'a2',
    parentId: 'a',
    depth: 1,
    index: 1,
    siblingCount: 2,
    expandable: true,
    expanded: true,
    loading: false,
    removing: false,
  });
});

test('TR-05.2 a loading row where children are on their way, a row for the next page behind the children', () => {
  expect(drawn(flatten({ children, unloaded: ['a'], fetching: ['a'] }))).toBe('a -… b c -c1');
  expect(drawn(flatten({ children, unloaded: ['a'] }))).toBe('a b c -c1');
  expect(drawn(flatten({ children, more: ['a', ROOT] }))).toBe('a -a1 -a2 --x -+ b c -c1 +');
  const keys = flatten({ children, more: ['a', 'c', ROOT] }).map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

test('TR-05.3 an item without children is never expanded', () => {
  expect(flatten({ children }).find((row) => row.key === 'b')).toMatchObject({ expandable: false, expanded: false });
});

test('TR-05.4 an item below itself is not opened again', () => {
  expect(drawn(flatten({ children: { root: ['a'], a: ['b'], b: ['a'] } }))).toBe('a -b --a');
});

/* Drag. `land` answers with the place as text, "parent/index@depth". */
function land(tree: Tree, draggedId: string, toIndex: number, depthChange: number, mayHold = (_: string) => true) {
  const rows = flatten(tree, draggedId);
  const place = dropPlace({ rows, draggedId, toIndex, depthChange, mayHold }, ROOT);
  return place === null ? null : `${place.parentId}/${place.index}@${place.depth}`;
}

test('TR-16.1 the dragged subtree folds away', () => {
  expect(drawn(flatten({ children }, 'a'))).toBe('a b c -c1');
  expect(drawn(flatten({ children }, 'a2'))).toBe('a -a1 -a2 b c -c1');
  for (const other of ['b', 'nobody']) expect(flatten({ children }, other)).toEqual(flatten({ children }));
});

test('TR-16.2 the depth is the asked one, as far as the neighbours allow', () => {
  const tree = { children };
  // b dropped behind x (rows: a -a1 -a2 --x [b] c -c1), at every depth that is open there
  expect([-9, -1, 0, 1, 2, 3, 9].map((steps) => land(tree, 'b', 4, steps))).toEqual([
    'root/1@0',
    'root/1@0',
    'root/1@0',
    'a/2@1',
    'a2/1@2',
    'x/0@3',
    'x/0@3',
  ]);
  // between a1 and a2: not shallower than a2, not deeper than into a1
  expect([0, 1, 2].map((steps) => land(tree, 'b', 2, steps))).toEqual(['a/1@1', 'a/1@1', 'a1/0@2']);
  // first of all: only the root; directly below an expanded item: only into it
  expect(land(tree, 'b', 0, 5)).toBe('root/0@0');
  expect(land(tree, 'b', 1, -5)).toBe('a/0@1');
});

test('TR-16.2 its own depth counts from where the row was', () => {
  expect(land({ children }, 'x', 3, 0)).toBe('a2/0@2');
  expect(land({ children }, 'x', 3, -1)).toBe('a/2@1');
  expect(land({ children }, 'x', 3, -2)).toBe('root/1@0');
});

test('TR-16.3 a depth whose parent may not hold the item is left out', () => {
  const noLeaves = (id: string) => id === ROOT || children[id as keyof typeof children] !== undefined;
  expect(land({ children }, 'b', 4, 9, noLeaves)).toBe('a2/1@2');
  expect(land({ children }, 'b', 4, 1, (id) => id === ROOT || id === 'a2')).toBe('root/1@0');
  expect(land({ children }, 'b', 2, 0, (id) => id === ROOT)).toBeNull();
  expect(land({ children }, 'nobody', 2, 0)).toBeNull();
});

test('TR-16.4 one step into a collapsed item makes the first child', () => {
  expect(land({ children, expanded: [] }, 'b', 1, 1)).toBe('a/0@1');
  expect(land({ children, expanded: [] }, 'b', 1, 0)).toBe('root/1@0');
});

test('TR-16.2 behind the row for the next page counts as behind the last loaded child', () => {
  const tree = { children, more: ['a'] };
  // rows: a -a1 -a2 --x -+ b c -c1; c dropped behind the marker
  expect(land(tree, 'c', 5, 1)).toBe('a/2@1');
  expect(land(tree, 'c', 5, 0)).toBe('root/1@0');
  expect(land(tree, 'c', 4, 1)).toBe('a/2@1');
});

test('TR-16.5 the arrow keys', () => {
  const rows = flatten({ children }, 'b');
  const list = { ownDepth: 0, rowCount: rows.length };
  const at = (drag: KeyboardDrag): DropPlace | null =>
    dropPlace({ rows, draggedId: 'b', mayHold: () => true, ...drag }, ROOT);
  let drag: KeyboardDrag = { toIndex: 4, depthChange: 0 };
  const press = (key: Parameters<typeof dragStep>[1]) => {
    drag = dragStep(drag, key, at(drag), list);
    const place = at(drag);
    return `${place?.parentId}/${place?.index}`;
  };
  expect(['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'].map((key) => press(key as 'ArrowRight'))).toEqual([
    'a/2',
    'a2/1',
    'x/0',
    'x/0',
  ]);
  expect(press('ArrowLeft')).toBe('a2/1');
  expect(press('ArrowUp')).toBe('a2/0');
  expect(press('ArrowDown')).toBe('a2/1');
  for (let i = 0; i < 9; i += 1) press('ArrowDown');
  expect(drag.toIndex).toBe(rows.length - 1);
  for (let i = 0; i < 9; i += 1) press('ArrowUp');
  expect(press('ArrowLeft')).toBe('root/0');
});

test('TR-16.6 the same parent and index is no move', () => {
  const drop = (index: number, toParentId = 'a') =>
    planDrop(viewOf({ children }), { id: 'a2', fromParentId: 'a', toParentId, index });
  expect(drop(1)).toBeNull();
  expect(drop(0)).toMatchObject({ childId: 'a2', parentId: 'a', before: 'a1' });
  expect(drop(1, ROOT)).toMatchObject({ childId: 'a2', parentId: ROOT, before: 'b' });
});

/* Random trees: each item but the first hangs under the root or an earlier one. */
const trees: fc.Arbitrary<Tree> = fc
  .tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 14 }), fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }))
  .map(([picks, flags]) => {
    const lists: Record<string, string[]> = { [ROOT]: [] };
    picks.forEach((pick, i) => {
      const parent = i === 0 || pick % (i + 1) === 0 ? ROOT : `n${(pick % (i + 1)) - 1}`;
      (lists[parent] ??= []).push(`n${i}`);
    });
    return { children: lists, expanded: picks.map((_, i) => `n${i}`).filter((_, i) => flags[i]) };
  });

test('TR-05.1 in any tree: every row follows its parent and stands where its index says', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const rows = flatten(tree).filter(isItem);
      const byId = new Map(rows.map((row) => [row.id, row]));
      expect(byId.size).toBe(rows.length);
      rows.forEach((row, at) => {
        const parent = byId.get(row.parentId);
        expect(row.depth).toBe(parent === undefined ? 0 : parent.depth + 1);
        expect(tree.children[row.parentId]?.[row.index]).toBe(row.id);
        if (parent !== undefined) expect(rows.indexOf(parent)).toBeLessThan(at);
      });
      const shown = (id: string): number =>
        (tree.children[id] ?? []).reduce((n, child) => n + 1 + (tree.expanded?.includes(child) ? shown(child) : 0), 0);
      expect(rows).toHaveLength(shown(ROOT));
    }),
  );
});

test('TR-16.2 in any tree: after the drop the row stands exactly where it was dropped, and no other row has moved', () => {
  const drops = trees.chain((tree) => {
    const ids = flatten(tree)
      .filter(isItem)
      .map(({ id }) => id);
    return fc.record({
      tree: fc.constant(tree),
      draggedId: fc.constantFrom(...ids),
      toIndex: fc.nat({ max: ids.length }),
      depthChange: fc.integer({ min: -4, max: 4 }),
    });
  });
  fc.assert(
    fc.property(drops, ({ tree, draggedId, toIndex, depthChange }) => {
      const rows = flatten(tree, draggedId);
      const drop: Drop = { rows, draggedId, toIndex, depthChange, mayHold: () => true };
      const place = dropPlace(drop, ROOT);
      expect(place).not.toBeNull();
      if (place === null) return;
      const rest = rows.filter((row) => row.key !== draggedId);
      const slot = Math.min(toIndex, rest.length);
      expect(place.depth).toBeLessThanOrEqual((rest[slot - 1]?.depth ?? -1) + 1);
      expect(place.depth).toBeGreaterThanOrEqual(rest[slot]?.depth ?? 0);

      const lists: Record<string, readonly string[]> = {};
      for (const [id, list] of Object.entries(tree.children)) lists[id] = list.filter((child) => child !== draggedId);
      const target = lists[place.parentId] ?? [];
      const hidden = place.parentId !== ROOT && target.length > 0 && tree.expanded?.includes(place.parentId) !== true;
      if (hidden) {
        expect(place.index).toBe(0);
        return;
      }
      lists[place.parentId] = [...target.slice(0, place.index), draggedId, ...target.slice(place.index)];
      const expanded = [...(tree.expanded ?? []), place.parentId].filter((id) => id !== draggedId);
      const after = flatten({ children: lists, expanded }).map(({ key }) => key);
      expect(after).toEqual([...rest.slice(0, slot), { key: draggedId }, ...rest.slice(slot)].map(({ key }) => key));
    }),
    { numRuns: 1000 },
  );
});
