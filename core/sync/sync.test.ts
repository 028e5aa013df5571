import type { Stamped } from '../store/action.ts';
import type { Table } from '../table/index.ts';
import type { Draft, Intent, IntentKinds, SyncState } from './index.ts';
import fc from 'fast-check';
import { emptyTable, get, set, tableOf } from '../table/index.ts';
import { createVisible, initialSync, isStale, reduceSync, stampsOf, syncEvents } from './index.ts';

/** Lists of letters: an intent puts a letter directly before another. */
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
const KINDS: IntentKinds<Lists> = {
  put: {
    keys: ({ list }: Put) => [list],
    apply: (draft: Draft<Lists>, put: Put) => {
      applied += 1;
      const text = draft.get('lists', put.list);
      if (text !== undefined) draft.set('lists', put.list, putBefore(text, put));
    },
  },
};

const confirmed: Lists = {
  lists: tableOf([
    ['a', 'uvwxyz'],
    ['b', 'stuvw'],
  ]),
};
const start = (): SyncState<Lists> => initialSync(confirmed);
const made = (id: string, payload: Put): Stamped => ({ type: 'put', payload, meta: { origin: 'user', at: 5, id } });
const settled = (intentId: string, as: 'confirmed' | 'refused'): Stamped => ({
  type: 'answered',
  payload: {},
  meta: { origin: 'server', at: 6, settles: { intentId, as } },
});
const reduce = (state: SyncState<Lists>, ...actions: readonly Stamped[]): SyncState<Lists> =>
  actions.reduce((next, action) => reduceSync(KINDS, next, action), state);
const server = { origin: 'server' as const, at: 0 };
const list = (lists: Lists, key: string): string | undefined => get(lists.lists, key);

describe('visible', () => {
  const visible = createVisible(KINDS);

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

  test('RP-02.7 what the intents wrote is not computed again while what they read stays the same', () => {
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

  test('RP-02.7 the status of an intent changes nothing that is shown', () => {
    const state = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }));
    const sent = reduce(state, { ...syncEvents.intentSent({ intentId: '1' }), meta: { origin: 'server', at: 0 } });
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
    const state = reduce(start(), made('1', { list: 'a', letter: 'z', before: 'u' }), settled('1', 'confirmed'));
    expect(state.pending).toEqual([]);
    expect(list(state.confirmed, 'a')).toBe('zuvwxy');
    const beside = { ...start(), page: 'kept' };
    const sent = reduce(beside, made('1', { list: 'a', letter: 'z', before: 'u' }), settled('1', 'confirmed'));
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
    expect(list(createVisible(KINDS)(state.confirmed, state.pending), 'a')).toBe('uyvwxz');
  });

  test('RP-02.8 an answer to an intent that is gone changes nothing', () => {
    const state = start();
    expect(reduce(state, settled('9', 'confirmed'))).toBe(state);
  });

  test('RP-02.9 settling, and every other write for us, makes earlier readings stale', () => {
    const before = start();
    const stamps = stampsOf(before.stamps, ['a', 'b']);
    const after = reduce(before, made('1', { list: 'a', letter: 'z', before: 'u' }));
    expect(isStale(stamps, stampsOf(after.stamps, ['a', 'b']))).toBe(false);
    const answered = reduce(after, settled('1', 'refused'));
    expect(isStale(stampsOf(before.stamps, ['a']), stampsOf(answered.stamps, ['a']))).toBe(true);
    expect(isStale(stampsOf(before.stamps, ['b']), stampsOf(answered.stamps, ['b']))).toBe(false);
    const wrote = reduce(before, { type: 'added', payload: {}, meta: { origin: 'server', at: 0, wrote: ['b'] } });
    expect(isStale(stampsOf(before.stamps, ['b']), stampsOf(wrote.stamps, ['b']))).toBe(true);
  });

  test('RP-02.14 a restarted watcher turns its sent intents unknown', () => {
    const state = reduce(
      start(),
      made('1', { list: 'a', letter: 'z', before: 'u' }),
      made('2', { list: 'a', letter: 'y', before: 'u' }),
      { ...syncEvents.intentSent({ intentId: '1' }), meta: server },
      { ...syncEvents.watcherRestarted({ kinds: ['put'] }), meta: server },
    );
    expect(state.pending.map(({ status }) => status)).toEqual(['unknown', 'queued']);
    expect(reduce(state, { ...syncEvents.watcherRestarted({ kinds: ['other'] }), meta: server })).toBe(state);
  });
});

test('RP-02.17 an intent that is sent at once is sent from the start, unless one of its kind is pending', () => {
  const kind = { keys: () => [], apply: () => undefined };
  const kinds: IntentKinds<Lists> = { put: { ...kind, atOnce: true }, wait: kind };
  const intents = ['wait', 'put', 'wait', 'put'].map((type, index) => ({
    ...made(String(index), { list: 'a' } as Put),
    type,
  }));
  const state = intents.reduce((next, action) => reduceSync(kinds, next, action), start());
  expect(state.pending.map(({ status }) => status)).toEqual(['queued', 'sent', 'queued', 'queued']);
  const later = [settled('1', 'refused'), settled('3', 'refused'), { ...intents[1]!, meta: { ...server, id: '4' } }];
  const again = later.reduce((next, action) => reduceSync(kinds, next, action), state);
  expect(again.pending.map(({ id, status }) => `${id} ${status}`)).toEqual(['0 queued', '2 queued', '4 sent']);
});

describe('properties', () => {
  const letter = fc.constantFrom(...'uvwxyz');
  const put = fc.record({ list: fc.constantFrom('a', 'b'), letter, before: letter });

  test('RP-02.8 refused intents among confirmed changes leave exactly what was confirmed', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('intend' as const), put, refused: fc.boolean() }),
      fc.record({ kind: fc.constant('answer' as const), at: fc.nat() }),
      fc.record({
        kind: fc.constant('remote' as const),
        key: fc.constantFrom('a', 'b'),
        text: fc.constantFrom('zyxwvu', 'uwvz', 'xyz'),
      }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const visible = createVisible(KINDS);
        let state = start();
        let truth = confirmed;
        const verdicts = new Map<string, { put: Put; refused: boolean }>();
        const answer = (intent: Intent): void => {
          const verdict = verdicts.get(intent.id);
          if (verdict === undefined) throw new Error('An intent that nobody made');
          state = reduce(state, settled(intent.id, verdict.refused ? 'refused' : 'confirmed'));
          const text = list(truth, verdict.put.list);
          if (!verdict.refused && text !== undefined) {
            truth = { lists: set(truth.lists, verdict.put.list, putBefore(text, verdict.put)) };
          }
        };
        steps.forEach((one, index) => {
          if (one.kind === 'intend') {
            verdicts.set(String(index), one);
            state = reduce(state, made(String(index), one.put));
          } else if (one.kind === 'answer') {
            const intent = state.pending[one.at % Math.max(state.pending.length, 1)];
            if (intent !== undefined) answer(intent);
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
        for (const intent of state.pending) answer(intent);
        expect(visible(state.confirmed, state.pending)).toBe(state.confirmed);
        expect([list(state.confirmed, 'a'), list(state.confirmed, 'b')]).toEqual([list(truth, 'a'), list(truth, 'b')]);
      }),
      { numRuns: 150 },
    );
  });

  test('RP-02.7 an intent applied twice is an intent applied once', () => {
    fc.assert(
      fc.property(put, (payload) => {
        const once = reduce(start(), made('1', payload), settled('1', 'confirmed'));
        const twice = reduce(once, made('2', payload), settled('2', 'confirmed'));
        expect(twice.confirmed).toBe(once.confirmed);
      }),
    );
  });
});

test('RP-02.6 an entry that an intent takes away is gone', () => {
  const kinds: IntentKinds<Lists> = {
    put: { keys: () => [], apply: (draft: Draft<Lists>) => draft.set('lists', 'a', undefined) },
  };
  const { pending } = reduceSync(kinds, start(), made('1', { list: 'a', letter: '', before: '' }));
  expect(list(createVisible(kinds)(confirmed, pending), 'a')).toBeUndefined();
  expect(createVisible(kinds)({ lists: emptyTable() }, pending).lists.size).toBe(0);
});
