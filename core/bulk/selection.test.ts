import type { SelectionStep } from './index.ts';
import { bulkActions, bulkReducer, leftOf, rangeOf, rangeTo, selectionKey, selectionStep } from './index.ts';
import { initialBulk } from './slice.ts';

const SHOWN = ['a', 'b', 'c', 'd', 'e'];
const key = (name: string, held: object = {}) => ({
  key: name,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
});

/** The state after these actions. */
const after = (...actions: readonly { readonly type: string }[]) =>
  actions.reduce((state, action) => bulkReducer(state, action), initialBulk);
const toggle = (id: string) => bulkActions.itemToggled({ id });
const step = (state: typeof initialBulk, kind: SelectionStep, at: string, shown = SHOWN) => {
  const { action, to } = selectionStep({ bulk: state }, kind, shown, at);
  return { state: bulkReducer(state, action), to };
};

test('TR-05.51 items are selected one by one, in any order, and taken out again', () => {
  expect(after(toggle('c'), toggle('a')).ids).toEqual(['c', 'a']);
  expect(after(toggle('c'), toggle('a'), toggle('c')).ids).toEqual(['a']);
});

describe('TR-05.52 keys', () => {
  test.each([
    ['x', {}, 'toggle'],
    ['ArrowUp', { shiftKey: true }, 'up'],
    ['ArrowDown', { shiftKey: true }, 'down'],
    ['a', { ctrlKey: true }, 'all'],
    ['A', { metaKey: true }, 'all'],
    ['Escape', {}, 'clear'],
  ])('TR-05.52 %s with %j is the selection’s: %s', (name, held, expected) => {
    expect(selectionKey(key(name, held), true)).toBe(expected);
  });

  test.each([
    ['ArrowDown', {}],
    ['ArrowDown', { shiftKey: true, altKey: true }],
    ['ArrowDown', { shiftKey: true, ctrlKey: true }],
    ['a', {}],
    ['a', { ctrlKey: true, shiftKey: true }],
    ['x', { ctrlKey: true }],
    [' ', {}],
    ['Enter', {}],
  ])('TR-05.52 %s with %j is not', (name, held) => {
    expect(selectionKey(key(name, held), true)).toBeNull();
  });

  test('TR-05.52 Escape with nothing selected is for somebody else', () => {
    expect(selectionKey(key('Escape'), false)).toBeNull();
  });
});

describe('TR-05.53 ranges', () => {
  test('TR-05.53 a range reaches from one row to another, whichever comes first', () => {
    expect(rangeOf(SHOWN, 'b', 'd')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(SHOWN, 'd', 'b')).toEqual(['b', 'c', 'd']);
    expect(rangeOf(SHOWN, 'gone', 'b')).toEqual(['b']);
  });

  test('TR-05.53 it grows and shrinks around where it began', () => {
    let state = initialBulk;
    const taken: (readonly string[])[] = [];
    for (const [kind, at] of [
      ['down', 'b'],
      ['down', 'c'],
      ['up', 'd'],
      ['up', 'c'],
      ['up', 'b'],
    ] as const) {
      state = step(state, kind, at).state;
      taken.push(state.ids);
    }
    expect(taken).toEqual([['b', 'c'], ['b', 'c', 'd'], ['b', 'c'], ['b'], ['a', 'b']]);
  });

  test('TR-05.53 the keyboard goes along, and stays at the ends', () => {
    expect([step(initialBulk, 'down', 'b').to, step(initialBulk, 'up', 'a').to]).toEqual(['c', 'a']);
    expect(step(initialBulk, 'down', 'e').state.ids).toEqual(['e']);
  });

  test('TR-05.53 a range begins at the row that was toggled last, or else at the one that has the keyboard', () => {
    expect(bulkReducer(after(toggle('d')), rangeTo('d', SHOWN, 'a', 'b')).ids).toEqual(['b', 'c', 'd']);
    expect(bulkReducer(initialBulk, rangeTo(null, SHOWN, 'a', 'b')).ids).toEqual(['a', 'b']);
    expect(bulkReducer(initialBulk, rangeTo('gone', SHOWN, 'e', 'd')).ids).toEqual(['d', 'e']);
  });
});

test('TR-05.54 all that is shown is taken, and nothing again', () => {
  const { state } = step(initialBulk, 'all', 'c');
  expect(state.ids).toEqual(SHOWN);
  expect(step(state, 'clear', 'c').state).toEqual(initialBulk);
  expect(step(initialBulk, 'all', 'c', []).state.ids).toEqual([]);
});

test('TR-05.55 the mode with checkboxes begins and ends with nothing selected', () => {
  expect(after(toggle('a'), bulkActions.modeToggled())).toEqual({ ...initialBulk, mode: true });
  expect(after(bulkActions.modeToggled(), toggle('a'), bulkActions.modeToggled())).toEqual(initialBulk);
});

test('TR-05.56 what is not shown any more leaves the selection', () => {
  const state = after(toggle('b'), toggle('d'));
  const ids = leftOf(state.ids, ['a', 'd']);
  expect(ids).toEqual(['b']);
  expect(bulkReducer(state, bulkActions.itemsLeft({ ids })).ids).toEqual(['d']);
});
