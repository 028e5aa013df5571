import type { TreeRow } from './index.ts';
import { activeRow, rowKey } from './index.ts';
import { TREE_KEYS, TREE_MOVE_KEYS } from './rules.ts';

const ROOT = 'root';
const item = (id: string, parentId: string, depth: number, rest: Partial<TreeRow> = {}): TreeRow =>
  ({ kind: 'item', key: id, id, parentId, depth, expandable: false, expanded: false, ...rest }) as TreeRow;

/** A (open) with B and C (closed), a row for more of A's children, and D. */
const ROWS: readonly TreeRow[] = [
  item('A', ROOT, 0, { expandable: true, expanded: true }),
  item('B', 'A', 1),
  item('C', 'A', 1, { expandable: true }),
  { kind: 'more', key: 'A more', parentId: 'A', depth: 1, loading: false },
  item('D', ROOT, 0),
];
const [A, B, C, MORE, D] = [0, 1, 2, 3, 4];
const press = (key: string, index: number, part: number | null = null, rows = ROWS) =>
  rowKey(rows, index, part, { key, altKey: false, shiftKey: false });
const move = (key: string, index: number, rows = ROWS) =>
  rowKey(rows, index, null, { key, altKey: true, shiftKey: true });
const go = (index: number) => ({ kind: 'go', index });

describe('TR-05.34 the keys of a row', () => {
  test('TR-05.34 up, down, the ends, and ten rows further, as far as there are rows', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End', 'PageDown', 'PageUp'];
    expect(keys.map((key) => press(key, B))).toEqual([C, A, A, D, D, A].map(go));
    expect([press('ArrowUp', A), press('ArrowDown', D)]).toEqual([go(A), go(D)]);
    const many = Array.from({ length: 30 }, (_, index) => item(String(index), ROOT, 0));
    expect([press('PageDown', 3, null, many), press('PageUp', 15, null, many)]).toEqual([go(13), go(5)]);
  });

  test('TR-05.34 right expands the row, then goes into it, part by part', () => {
    expect(press('ArrowRight', C)).toEqual({ kind: 'toggle' });
    expect(press('ArrowRight', A)).toEqual({ kind: 'part', index: 0 });
    expect(press('ArrowRight', C, 0)).toEqual({ kind: 'part', index: 1 });
    // From something that is no stop, such as the chevron that was clicked.
    expect(press('ArrowRight', C, -1)).toEqual({ kind: 'part', index: 0 });
  });

  test('TR-05.34 left goes back to the row, collapses it, and goes to its parent', () => {
    expect(press('ArrowLeft', A, 1)).toEqual({ kind: 'part', index: 0 });
    expect(press('ArrowLeft', A, 0)).toEqual({ kind: 'part', index: -1 });
    expect(press('ArrowLeft', A, -1)).toEqual({ kind: 'part', index: -1 });
    expect(press('ArrowLeft', A)).toEqual({ kind: 'toggle' });
    expect([press('ArrowLeft', C), press('ArrowLeft', MORE)]).toEqual([go(A), go(A)]);
    expect(press('ArrowLeft', D)).toEqual({ kind: 'nothing' });
  });

  test('TR-05.34 + expands, also with Shift, and - collapses', () => {
    expect([press('+', C), press('+', A), press('+', B), press('-', A), press('-', C)]).toEqual([
      { kind: 'toggle' },
      null,
      null,
      { kind: 'toggle' },
      null,
    ]);
    expect(rowKey(ROWS, C, null, { key: '+', altKey: false, shiftKey: true })).toEqual({ kind: 'toggle' });
  });

  test('TR-05.34 Enter and Delete are the row’s, not those of what is in it', () => {
    expect([press('Enter', B), press('Enter', MORE), press('Delete', B)]).toEqual([
      { kind: 'open' },
      { kind: 'open' },
      { kind: 'remove' },
    ]);
    expect([press('Enter', B, 0), press('Enter', B, -1), press('Delete', B, 0), press('Delete', MORE)]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  test('TR-05.34 an item has a menu', () => {
    const f10 = (index: number, shiftKey = true) => rowKey(ROWS, index, 1, { key: 'F10', altKey: false, shiftKey });
    expect([press('ContextMenu', B), f10(B)]).toEqual([{ kind: 'menu' }, { kind: 'menu' }]);
    expect([press('ContextMenu', MORE), f10(MORE), f10(B, false)]).toEqual([null, null, null]);
  });

  test('TR-05.34 any other key, or one with Alt or Shift, has no meaning; nor has one outside of the rows', () => {
    expect([press('a', B), press('toString', B), press('ArrowDown', 9)]).toEqual([null, null, null]);
    for (const key of Object.keys(TREE_KEYS).filter((each) => each !== '+')) {
      expect(rowKey(ROWS, B, null, { key, altKey: true, shiftKey: false })).toBeNull();
      expect(rowKey(ROWS, B, null, { key, altKey: false, shiftKey: true })).toBeNull();
    }
  });
});

describe('TR-05.35 the keys that move an item', () => {
  test('TR-05.35 up and down are among its siblings', () => {
    expect([move('ArrowUp', B), move('ArrowDown', B)]).toEqual([
      { kind: 'move', way: 'up', parentId: null },
      { kind: 'move', way: 'down', parentId: null },
    ]);
  });

  test('TR-05.35 left leads out of its parent, right into the sibling above it', () => {
    expect(move('ArrowLeft', C)).toEqual({ kind: 'move', way: 'out', parentId: ROOT });
    expect(move('ArrowRight', C)).toEqual({ kind: 'move', way: 'in', parentId: 'B' });
    expect(move('ArrowRight', D)).toEqual({ kind: 'move', way: 'in', parentId: 'A' });
  });

  test('TR-05.35 an item of the root has no way out, a first child none in', () => {
    expect([move('ArrowLeft', D), move('ArrowRight', B), move('ArrowRight', A)]).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'nothing' })),
    );
  });

  test('TR-05.35 a row for more is not moved, and no other key moves', () => {
    for (const key of Object.keys(TREE_MOVE_KEYS)) expect(move(key, MORE)).toBeNull();
    expect([move('Home', B), move('toString', B)]).toEqual([null, null]);
  });
});

describe('TR-16.31 the row that has the keyboard', () => {
  const active = (key: string, index: number, folded: string | null = null) => ({ key, index, folded });

  test('TR-16.31 stays with its item, wherever that stands now', () => {
    expect(activeRow(ROWS, active('C', 0), null)).toEqual(active('C', 2));
    expect(activeRow(ROWS, active('C', 2, 'gone'), null)).toEqual(active('C', 2, 'gone'));
  });

  test('TR-16.31 goes to the row in which its item is folded away, and back when that comes out elsewhere', () => {
    expect(activeRow(ROWS, active('X', 4), 'D')).toEqual(active('D', 4, 'X'));
    expect(activeRow(ROWS, active('D', 4, 'B'), null)).toEqual(active('B', 1));
    // Folded deeper still, it is remembered.
    expect(activeRow(ROWS, active('X', 4, 'Y'), 'A')).toEqual(active('A', 0, 'Y'));
  });

  test('TR-16.31 a row that is only unfolded keeps it', () => {
    expect(activeRow(ROWS, active('A', 0, 'B'), null)).toEqual(active('A', 0, 'B'));
    expect(activeRow(ROWS, active('A', 0, 'D'), null)).toEqual(active('D', 4));
  });

  test('TR-16.31 where its item is gone, it goes to the row in its place', () => {
    expect(activeRow(ROWS, active('X', 1), null)).toEqual(active('B', 1));
    expect(activeRow(ROWS, active('X', 9), 'gone')).toEqual(active('D', 4));
    expect(activeRow([], active('X', 0), null)).toEqual(active('', -1));
  });
});
