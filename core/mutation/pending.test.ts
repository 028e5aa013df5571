import type { Stamped } from '../store/action.ts';
import type { Table } from '../table/index.ts';
import type { Draft, Pending, PendingState } from './index.ts';
import fc from 'fast-check';
import { emptyTable, get, set, tableOf } from '../table/index.ts';
import {
  define,
  initialPending,
  isPending,
  isStale,
  mutation,
  mutationEvents,
  reducePending,
  selectVisible,
  versionsOf,
} from './index.ts';

/** Lists of letters: a mutation puts a letter directly before another. */
interface Lists {
  readonly lists: Table<string>;
}
interface Put {
  readonly list: string;
  readonly letter: string;
  readonly before: string;
}

const putBefore = (text: string, { letter, before }: Put): string => {
  if (!text.includes(letter) || letter === before) return text;
  const rest = text.replace(letter, '');
  const at = rest.indexOf(before);
  return at < 0 ? text : rest.slice(0, at) + letter + rest.slice(at);
};

let applied = 0;
const putLetter = mutation<Put>('put');
define(putLetter, {
  scope: ({ list }) => list,
  apply: (draft: Draft<Lists>, put) => {
    applied += 1;
    const text = draft.get('lists', put.list);
    if (text !== undefined) draft.set('lists', put.list, putBefore(text, put));
  },
  request: () => null,
  error: () => 'form',
});

const confirmed: Lists = {
  lists: tableOf([
    ['a', 'uvwxyz'],
    ['b', 'stuvw'],
  ]),
};
const start = (): PendingState<Lists> => initialPending(confirmed);
const made = (id: string, payload: Put): Stamped => ({ type: 'put', payload, meta: { origin: 'user', at: 5, id } });
const settled = (mutationId: string, as: 'committed' | 'refused'): Stamped => ({
  type: 'answered',
  payload: {},
  meta: { origin: 'server', at: 6, resolves: { id: mutationId, as } },
});
const reduce = (state: PendingState<Lists>, ...actions: readonly Stamped[]): PendingState<Lists> =>
  actions.reduce((next, action) => reducePending(next, action), state);
const server = { origin: 'server' as const, at: 0 };
const list = (lists: Lists, key: string): string | undefined => get(lists.lists, key);

const visible = (tables: Lists, pending: readonly Pending[]): Lists => selectVisible({ confirmed: tables, pending });

describe('visible', () => {
  test('RP-02.5 with nothing pending, visible is confirmed', () => {
    expect(visible(confirmed, [])).toBe(confirmed);
  });

  test('RP-02.6 only the touched entries differ from confirmed', () => {
    const { pending } = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }));
    const shown = visible(confirmed, pending);
    expect(list(shown, 'a')).toBe('zuvwxy');
    expect(list(shown, 'b')).toBe(list(confirmed, 'b'));
    expect(list(confirmed, 'a')).toBe('uvwxyz');
  });

  test('RP-02.7 what the mutations wrote is not computed again while what they read stays the same', () => {
    const { pending } = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }));
    const first = visible(confirmed, pending);
    applied = 0;
    const elsewhere: Lists = { lists: set(confirmed.lists, 'b', 'other') };
    const second = visible(elsewhere, pending);
    expect(applied).toBe(0);
    expect(list(second, 'b')).toBe('other');
    expect(list(second, 'a')).toBe(list(first, 'a'));
    expect(visible(elsewhere, pending)).toBe(second);
    expect(list(visible({ lists: set(confirmed.lists, 'a', 'zyx') }, pending), 'a')).toBe('zyx');
    expect(applied).toBe(1);
  });

  test('RP-02.7 the status of a mutation changes nothing that is shown', () => {
    const state = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }));
    const sent = reduce(state, { ...mutationEvents.sent({ id: '1' }), meta: { origin: 'server', at: 0 } });
    expect(sent.pending[0]?.status).toBe('sent');
    expect(visible(sent.confirmed, sent.pending)).toBe(visible(state.confirmed, state.pending));
  });

  test('RP-02.7 several planners do not disturb one another', () => {
    const states = ['v', 'w', 'x'].map((letter) => reduce(start(), made(letter, { list: 'a', letter, before: 'u' })));
    const shown = states.map((state) => visible(state.confirmed, state.pending));
    applied = 0;
    states.forEach((state, index) => expect(visible(state.confirmed, state.pending)).toBe(shown[index]));
    expect(applied).toBe(0);
  });
});

describe('settling', () => {
  test('RP-02.8 success folds and drops in one action', () => {
    const state = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }), settled('1', 'committed'));
    expect(state.pending).toEqual([]);
    expect(list(state.confirmed, 'a')).toBe('zuvwxy');
    const beside = { ...start(), page: 'kept' };
    const sent = reduce(beside, made('1', { list: 'a', letter: 'z', before: 'u' }), settled('1', 'committed'));
    expect(sent).toMatchObject({ page: 'kept' });
  });

  test('RP-02.8 failure drops, and what is confirmed stays the same reference', () => {
    const state = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }), settled('1', 'refused'));
    expect(state.pending).toEqual([]);
    expect(state.confirmed).toBe(confirmed);
  });

  test('RP-02.8 of two overlapping changes the first is refused and the second stands', () => {
    const state = reduce(
      start(),
      made('1', { list: 'a', letter: 'z', before: 'u' }),
      made('2', { list: 'a', letter: 'y', before: 'v' }),
      settled('1', 'refused'),
    );
    expect(list(visible(state.confirmed, state.pending), 'a')).toBe('uyvwxz');
  });

  test('RP-02.8 an answer to a mutation that is gone changes nothing', () => {
    const state = start();
    expect(reduce(state, settled('9', 'committed'))).toBe(state);
  });

  test('RP-02.9 settling, and every other write for us, makes earlier readings stale', () => {
    const before = start();
    const versions = versionsOf(before.versions, ['a', 'b']);
    const after = reduce(before, made('1', { list: 'a', letter: 'z', before: 'u' }));
    expect(isStale(versions, versionsOf(after.versions, ['a', 'b']))).toBe(false);
    const { meta, ...refused } = settled('1', 'refused');
    const answered = reduce(after, { ...refused, meta: { ...meta, invalidates: ['a'] } });
    expect(isStale(versionsOf(before.versions, ['a']), versionsOf(answered.versions, ['a']))).toBe(true);
    expect(isStale(versionsOf(before.versions, ['b']), versionsOf(answered.versions, ['b']))).toBe(false);
    const bumped = reduce(before, {
      type: 'added',
      payload: {},
      meta: { origin: 'server', at: 0, invalidates: ['b'] },
    });
    expect(isStale(versionsOf(before.versions, ['b']), versionsOf(bumped.versions, ['b']))).toBe(true);
  });

  test('RP-02.14 a restarted queue turns what was sent unknown', () => {
    const state = reduce(
      start(),
      made('1', { list: 'a', letter: 'z', before: 'u' }),
      made('2', { list: 'a', letter: 'y', before: 'u' }),
      { ...mutationEvents.queueRestarted(), meta: server },
    );
    expect(state.pending.map(({ status }) => status)).toEqual(['unknown', 'queued']);
    const again = reduce(state, { ...mutationEvents.sent({ id: '1', key: 'k' }), meta: server });
    expect(again.pending[0]).toMatchObject({ id: '1', status: 'sent', key: 'k' });
    expect(reduce(start(), { ...mutationEvents.queueRestarted(), meta: server }).pending).toEqual([]);
  });
});

test('RP-02.17 what has nothing before it in its scope is sent from the start', () => {
  const put = (id: string, letters: string) => made(id, { list: letters, letter: 'z', before: 'u' });
  const state = reduce(start(), put('0', 'a'), put('1', 'b'), put('2', 'a'), put('3', 'b'));
  expect(state.pending.map(({ status }) => status)).toEqual(['sent', 'sent', 'queued', 'queued']);
  const again = reduce(state, settled('0', 'refused'), settled('2', 'refused'), put('4', 'a'));
  expect(again.pending.map(({ id, status }) => `${id} ${status}`)).toEqual(['1 sent', '3 queued', '4 sent']);
});

describe('RP-02.40', () => {
  /** Takes the first letter of a list to the server, which says how the list is then. */
  const taken = mutation<{ list: string; letter: string }, string, { list: string }>('taken');
  define(taken, {
    scope: ({ list }) => `${list} taken`,
    accept({ confirmed: { lists } }: PendingState<Lists>, { list: name }: { list: string }) {
      const letter = get(lists, name)?.[0];
      return letter === undefined ? null : { list: name, letter };
    },
    commit: (draft: Draft<Lists>, answer, { list: name }, behind) =>
      draft.set('lists', name, behind ? `${answer}?` : answer),
    request: () => null,
    error: () => 'form',
  });
  const asked = (name: string): Stamped => ({
    ...taken({ list: name }),
    meta: { origin: 'user', at: 5, id: `t ${name}` },
  });
  const answered = (answer: string, behind?: true): Stamped => ({
    ...taken.committed({ id: 't a', asked: { list: 'a', letter: 'u' }, answer, ...(behind && { behind }) }),
    meta: { ...server, resolves: { id: 't a', as: 'committed' } },
  });

  test('RP-02.40 what is asked is said by the state before; where nothing is, nothing is pending', () => {
    const state = start();
    expect(reduce(state, asked('none'))).toBe(state);
    const pending = reduce(state, asked('a'));
    expect(pending.pending).toMatchObject([{ type: 'taken', payload: { list: 'a', letter: 'u' }, status: 'sent' }]);
    expect([isPending(pending, taken), isPending(pending, taken, ({ letter }) => letter === 'v')]).toEqual([
      true,
      false,
    ]);
  });

  test('RP-02.40 where the person acts may say what is asked', () => {
    const wiped = mutation<{ board: string }, null, void>('wiped');
    define(wiped, {
      scope: ({ board }) => board,
      accept: (_state, _given, _id, place) => ({ board: place ?? 'page' }),
      request: () => null,
      error: () => 'form',
    });
    const wipe = (place?: 'over'): Stamped => ({
      ...wiped(),
      meta: { origin: 'user', at: 5, id: `w ${place}`, ...(place && { place }) },
    });
    expect(reduce(start(), wipe(), wipe('over')).pending.map(({ payload }) => payload)).toEqual([
      { board: 'page' },
      { board: 'over' },
    ]);
  });

  test('RP-02.40 one that the answer alone shows changes nothing before it, and commits the answer', () => {
    const state = reduce(start(), asked('a'));
    expect(visible(state.confirmed, state.pending)).toBe(confirmed);
    expect(list(reduce(state, answered('vwxyz')).confirmed, 'a')).toBe('vwxyz');
    expect(list(reduce(state, answered('vwxyz', true)).confirmed, 'a')).toBe('vwxyz?');
  });
});

describe('properties', () => {
  const letter = fc.constantFrom(...'uvwxyz');
  const put = fc.record({ list: fc.constantFrom('a', 'b'), letter, before: letter });

  test('RP-02.8 refused mutations among confirmed changes leave exactly what was confirmed', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('make' as const), put, refused: fc.boolean() }),
      fc.record({ kind: fc.constant('answer' as const), at: fc.nat() }),
      fc.record({
        kind: fc.constant('remote' as const),
        key: fc.constantFrom('a', 'b'),
        text: fc.constantFrom('zyxwvu', 'uwvz', 'xyz'),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let state = start();
        let truth = confirmed;
        const verdicts = new Map<string, { put: Put; refused: boolean }>();
        const answer = (pending: Pending): void => {
          const verdict = verdicts.get(pending.id);
          if (verdict === undefined) throw new Error('A mutation that nobody made');
          state = reduce(state, settled(pending.id, verdict.refused ? 'refused' : 'committed'));
          const text = list(truth, verdict.put.list);
          if (!verdict.refused && text !== undefined) {
            truth = { lists: set(truth.lists, verdict.put.list, putBefore(text, verdict.put)) };
          }
        };
        steps.forEach((one, index) => {
          if (one.kind === 'make') {
            verdicts.set(String(index), one);
            state = reduce(state, made(String(index), one.put));
          } else if (one.kind === 'answer') {
            const pending = state.pending[one.at % Math.max(state.pending.length, 1)];
            if (pending !== undefined) answer(pending);
          } else {
            truth = { lists: set(truth.lists, one.key, one.text) };
            state = { ...state, confirmed: { lists: set(state.confirmed.lists, one.key, one.text) } };
          }
          const replayed = state.pending.reduce(
            (lists, { payload }) => ({
              ...lists,
              [(payload as Put).list]: putBefore(lists[(payload as Put).list as 'a'], payload as Put),
            }),
            { a: list(state.confirmed, 'a') ?? '', b: list(state.confirmed, 'b') ?? '' },
          );
          const shown = visible(state.confirmed, state.pending);
          expect({ a: list(shown, 'a'), b: list(shown, 'b') }).toEqual(replayed);
        });
        for (const pending of state.pending) answer(pending);
        expect(visible(state.confirmed, state.pending)).toBe(state.confirmed);
        expect([list(state.confirmed, 'a'), list(state.confirmed, 'b')]).toEqual([list(truth, 'a'), list(truth, 'b')]);
      }),
      { numRuns: 150 },
    );
  });

  test('RP-02.7 a mutation applied twice is a mutation applied once', () => {
    fc.assert(
      fc.property(put, (payload) => {
        const once = reduce(start(), made('1', payload), settled('1', 'committed'));
        const twice = reduce(once, made('2', payload), settled('2', 'committed'));
        expect(twice.confirmed).toBe(once.confirmed);
      }),
    );
  });
});

test('RP-02.6 an entry that a mutation takes away is gone', () => {
  const emptied = mutation<null>('emptied');
  define(emptied, {
    scope: () => '',
    apply: (draft: Draft<Lists>) => draft.set('lists', 'a', undefined),
    request: () => null,
    error: () => 'form',
  });
  const { pending } = reduce(start(), { ...made('1', null as never), type: emptied.type });
  expect(list(visible(confirmed, pending), 'a')).toBeUndefined();
  expect(visible({ lists: emptyTable() }, pending).lists.size).toBe(0);
});
