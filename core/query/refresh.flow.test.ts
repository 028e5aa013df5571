import type { Action, Stamped } from '../store/index.ts';
import type { QueryPlan, QueryRoot } from './index.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call } from 'typed-redux-saga';
import { initialPending } from '../mutation/index.ts';
import { stampActions, userAction } from '../store/index.ts';
import { emptyTable } from '../table/index.ts';
import { FakePorts, refusal, UNREACHABLE } from '../testing/index.ts';
import { keyOf, observe, query, reduceQueries, roundsOf, selectQuery } from './index.ts';

interface Place {
  readonly place: string;
}
interface Page {
  readonly words: readonly string[];
  readonly next?: string;
}

interface Options {
  readonly limit?: number;
  /** Refreshed each by itself. */
  readonly alone?: true;
  readonly refresh?: NonNullable<QueryPlan<Place, Page, Page, string, never>['refresh']>;
}

const shows = userAction('test/shown');
const anew = userAction('test/shownAnew');
const changed = userAction<string>('test/changed');
const again = userAction<string>('test/again');
const more = userAction<string>('test/moreAsked');

/** Lists `a`, `b` and `c`; `folded` are shown and not due. */
function start(connected = false, { limit = Infinity, refresh, alone }: Options = {}) {
  const fake = new FakePorts();
  const lists = query('test/lists', {
    key: ({ place }: Place) => place,
    request: ({ place }, after: string | null) => ({
      method: 'GET',
      path: `/${place}`,
      query: { ...(after !== null && { after }) },
    }),
    decode: (answer: Page) => answer,
    pages: ({ next }) => next ?? null,
    failure: () => 'No',
    ...(refresh !== undefined && { refresh }),
  });
  const now = { shown: ['a', 'b', 'c'], folded: [] as readonly string[], held: false, heard: [] as unknown[] };
  const saga = createSagaMiddleware();
  const initial: QueryRoot = { ...initialPending({}), queries: emptyTable() };
  const reduce = (state: QueryRoot = initial, action: Stamped): QueryRoot =>
    action.meta === undefined ? state : { ...state, queries: reduceQueries(state.queries, action) };
  const store = configureStore({
    reducer: reduce as never,
    middleware: () => new Tuple(stampActions(fake.ports), saga),
    devTools: false,
  });
  const placesOf = (names: readonly string[]): readonly Place[] => names.map((place) => ({ place }));
  const rounds = roundsOf(fake.ports, {
    interval: 10_000,
    limit,
    due(state: QueryRoot) {
      const open = placesOf(now.shown.filter((name) => !now.folded.includes(name)));
      const read = open.filter((list) => selectQuery(state, lists, list).status === 'ready');
      return now.held ? null : read.map((list) => keyOf(lists, list));
    },
    changes: shows.type,
  });
  const act = async (action: Action) => {
    store.dispatch({ ...action });
    await fake.clock.advance(0);
  };
  if (connected) void fake.connect(true);
  const task = saga.run(() =>
    observe(fake.ports, lists, {
      params: () => placesOf(now.shown),
      changes: shows.type,
      anew: anew.type,
      stale: changed.type,
      more: more.type,
      concerns: ({ place }, { payload }) => payload === undefined || payload === place,
      ...(alone === undefined && { rounds }),
      again: again.type,
      pushes: {
        topic: (_, { place }) => place,
        follows: (kind) => kind === 'changed',
        heard: ({ place }, kinds) => now.heard.push([place, kinds, it.waiting().length]),
      },
    }),
  );
  const it = {
    fake,
    act,
    now,
    task,
    /** What waits for an answer, in the order in which it was asked for. */
    waiting: () =>
      fake.calls.filter(({ answered, cancelled }) => !answered && !cancelled).map(({ what }) => what.slice(5)),
    answer: (place: string, next?: string) =>
      fake.next(`GET /${place}`).answer({ words: [], ...(next !== undefined && { next }) }),
    async opened() {
      await act(shows());
      for (const place of now.shown) await it.answer(place);
    },
    query: (place: string) => selectQuery(store.getState() as QueryRoot, lists, { place }),
  };
  return it;
}

test('RP-02.314 a round refreshes one list after the other, at the interval of the last answer', async () => {
  const it = start();
  await it.opened();
  expect(it.waiting()).toEqual([]);
  await it.fake.clock.advance(10_000);
  for (const place of ['a', 'b']) {
    expect(it.waiting()).toEqual([place]);
    await it.answer(place);
  }
  await it.fake.next('GET /c').answer({ words: [] }, { 'poll-interval': '20000' });
  await it.fake.clock.advance(19_999);
  expect(it.waiting()).toEqual([]);
  await it.fake.clock.advance(1);
  expect(it.waiting()).toEqual(['a']);
});

test('RP-02.314 a round after a change refreshes only what has changed; a list that is not read yet waits for its first read', async () => {
  const it = start();
  await it.act(shows());
  await it.answer('a');
  await it.answer('b');
  await it.act(changed('b'));
  expect(it.waiting()).toEqual(['c', 'b']);
  await it.answer('b');
  await it.fake.clock.advance(10_000);
  await it.answer('a');
  await it.answer('b');
  expect(it.waiting()).toEqual(['c']);
});

test('RP-02.312 a round is limited to a number of reads, and the next one goes on', async () => {
  const it = start(false, { limit: 2 });
  await it.opened();
  for (const round of [['a', 'b'], ['c'], ['a', 'b']]) {
    await it.fake.clock.advance(9_999);
    expect(it.waiting()).toEqual([]);
    await it.fake.clock.advance(1);
    for (const place of round) {
      expect(it.waiting()).toEqual([place]);
      await it.answer(place);
    }
    expect(it.waiting()).toEqual([]);
  }
});

test('RP-02.312 a refresh may take several reads, before the other lists; after a failure it begins anew', async () => {
  const it = start(false, {
    limit: 2,
    *refresh({ rest: { request } }, { place }, rest) {
      const step = rest === null ? 1 : Number(rest) + 1;
      const answer = yield* call(() => request<Page>({ method: 'GET', path: `/${place}${step}` }));
      return { answer, rest: place === 'a' && step < 3 ? step : null };
    },
  });
  await it.opened();
  await it.fake.clock.advance(10_000);
  await it.answer('a1');
  await it.answer('a2');
  expect(it.waiting()).toEqual([]);
  await it.fake.clock.advance(10_000);
  await it.fake.next('GET /a3').fail(UNREACHABLE);
  expect(it.query('a').status).toBe('ready');
  await it.fake.clock.advance(20_000);
  await it.answer('a1');
  await it.answer('a2');
  await it.fake.clock.advance(10_000);
  await it.answer('a3');
  expect(it.waiting()).toEqual(['b1']);
  await it.fake.next('GET /b1').fail(refusal(404));
  expect(it.query('b').status).toBe('missing');
});

test('RP-02.314 after a failure the rest waits with it', async () => {
  const it = start();
  await it.opened();
  await it.fake.clock.advance(10_000);
  await it.fake.next('GET /a').fail(UNREACHABLE);
  expect([it.waiting(), it.query('a').status]).toEqual([[], 'ready']);
  await it.fake.clock.advance(19_999);
  expect(it.waiting()).toEqual([]);
  await it.fake.clock.advance(1);
  for (const place of ['a', 'b', 'c']) await it.answer(place);
  expect(it.waiting()).toEqual([]);
});

test('RP-02.314 nothing is refreshed while nothing may be taken in', async () => {
  const it = start();
  await it.opened();
  it.now.held = true;
  await it.act(changed('a'));
  expect(it.waiting()).toEqual([]);
  it.now.held = false;
  await it.act(shows());
  expect(it.waiting()).toEqual(['a']);
});

test('RP-02.315 a list that is folded away is refreshed once it is due again, if it has changed', async () => {
  const it = start(true);
  await it.opened();
  it.now.folded = ['b'];
  await it.act(shows());
  await it.fake.push('b');
  expect(it.waiting()).toEqual([]);
  it.now.folded = [];
  await it.act(shows());
  expect(it.waiting()).toEqual(['b']);
  await it.answer('b');
  it.now.folded = ['b'];
  await it.act(shows());
  it.now.folded = [];
  await it.act(shows());
  expect(it.waiting()).toEqual([]);
});

test('RP-02.315 what is folded away while a round is tried again waits as long as in a round that is not', async () => {
  const it = start();
  it.now.shown = ['a'];
  await it.act(shows());
  await it.answer('a');
  await it.fake.clock.advance(10_000);
  // The round has begun; now another list is shown, read, and folded away.
  it.now.shown = ['a', 'b'];
  await it.act(shows());
  await it.answer('b');
  it.now.folded = ['b'];
  await it.act(shows());
  await it.fake.next('GET /a').fail(UNREACHABLE);
  await it.fake.clock.advance(20_000);
  expect(it.waiting()).toEqual(['a']);
  await it.answer('a');
  it.now.folded = [];
  await it.act(shows());
  expect(it.waiting()).toEqual(['b']);
});

test('RP-02.316 with pushes nothing is polled: a round comes after a push, a change, and when the connection comes or goes', async () => {
  const it = start(true);
  await it.opened();
  await it.fake.clock.advance(600_000);
  expect(it.waiting()).toEqual([]);
  await it.fake.push('c');
  expect(it.waiting()).toEqual(['c']);
  await it.answer('c');
  await it.act(changed('a'));
  await it.answer('a');
  for (const connected of [false, true]) {
    await it.fake.connect(connected);
    for (const place of ['a', 'b', 'c']) await it.answer(place);
    expect(it.waiting()).toEqual([]);
  }
  it.task.cancel();
  await it.fake.push('a');
  expect(it.waiting()).toEqual([]);
});

test('RP-02.321 what is heard when its reading begins is read once, what begins to be heard meanwhile once more', async () => {
  const it = start(true);
  await it.opened();
  expect([it.fake.topics, it.waiting()]).toEqual([['a', 'b', 'c'], []]);
  it.now.shown = ['a', 'd', 'e'];
  await it.act(shows());
  expect(it.fake.topics).toEqual(['a', 'd', 'e']);
  // A beginning is told without kinds.
  await it.fake.push('d');
  await it.answer('d');
  await it.answer('e');
  expect(it.waiting()).toEqual(['d']);
  await it.answer('d');
  await it.fake.clock.advance(600_000);
  expect(it.waiting()).toEqual([]);
});

test.each([{ alone: true }, {}] as const)(
  'RP-02.321 a push while what had failed is read again is read as well %j',
  async (options) => {
    const it = start(true, options);
    it.now.shown = ['a'];
    await it.act(shows());
    await it.fake.next('GET /a').fail(refusal(404));
    await it.fake.push('a');
    await it.fake.clock.advance(600_000);
    expect([it.waiting(), it.query('a').status]).toEqual([[], 'missing']);
    // Also where it was read before it failed.
    for (const last of [false, true]) {
      await it.act(again('a'));
      await it.fake.push('a');
      await it.answer('a');
      expect(it.waiting()).toEqual(['a']);
      await (last ? it.answer('a') : it.fake.next('GET /a').fail(refusal(404)));
    }
    await it.fake.clock.advance(600_000);
    expect([it.waiting(), it.query('a').status]).toEqual([[], 'ready']);
  },
);

test('RP-02.312 what a limited round has left is read in the next one with pushes, too', async () => {
  const it = start(true, { limit: 1 });
  it.now.shown = ['a', 'b', 'c', 'd', 'e'];
  const answerAll = async () => {
    for (let [place] = it.waiting(); place !== undefined; [place] = it.waiting()) await it.answer(place);
  };
  const reads = () => it.now.shown.map((name) => it.fake.calls.filter(({ what }) => what === `GET /${name}`).length);
  await it.act(shows());
  for (let round = 0; round < 9; round += 1) {
    await answerAll();
    await it.fake.clock.advance(10_000);
  }
  const before = reads();
  await it.act({ ...changed('a'), payload: undefined } as never);
  for (let round = 0; round < 5; round += 1) {
    await answerAll();
    await it.fake.clock.advance(10_000);
  }
  await answerAll();
  expect(reads()).toEqual(before.map((count) => count + 1));
  await it.fake.clock.advance(600_000);
  expect(it.waiting()).toEqual([]);
});

test('RP-02.318 a push that says what has changed refreshes what that concerns, one that does not say everything', async () => {
  const it = start(true);
  await it.opened();
  await it.fake.push('b', ['other', 'another']);
  expect(it.waiting()).toEqual([]);
  await it.fake.push('b', ['other', 'changed']);
  expect(it.waiting()).toEqual(['b']);
  await it.answer('b');
  await it.fake.push('c');
  expect(it.waiting()).toEqual(['c']);
  expect(it.now.heard).toEqual([
    ['b', ['other', 'changed'], 0],
    ['c', undefined, 0],
  ]);
});

test('RP-02.306 a page that a refresh has made unnecessary does not keep a further refresh from coming', async () => {
  const it = start(true);
  await it.opened();
  await it.fake.push('b');
  await it.answer('b', 'b2');
  await it.fake.push('a');
  await it.answer('a', 'a2');
  await it.fake.push('a');
  expect(it.waiting()).toEqual(['a']);
  await it.act(more('a'));
  await it.fake.push('a');
  // The whole list comes with the refresh: there is no next page any more, and the push is still to be followed.
  await it.answer('a');
  expect(it.query('a')).toMatchObject({ next: null, loadingMore: false });
  expect(it.waiting()).toEqual(['a']);
});

test('RP-02.317 what is shown anew gives up what is being read and is read from the start', async () => {
  const it = start();
  await it.opened();
  await it.act(changed('a'));
  const given = it.fake.next('GET /a');
  await it.act(anew());
  expect([given.cancelled, it.waiting(), it.query('a').status]).toEqual([true, ['a', 'b', 'c'], 'loading']);
});
