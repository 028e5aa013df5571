import type { Action, Stamped } from '../store/index.ts';
import type { QueryPlan, QueryRoot, QueryState } from './index.ts';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { stampActions, userAction } from '../store/index.ts';
import { initialPending, reducePending } from '../mutation/index.ts';
import { FakePorts, refusal, UNREACHABLE } from '../testing/index.ts';
import { entries } from '../table/index.ts';
import { observe, query, queryName, reduceQueries, selectQuery } from './index.ts';

interface Words {
  readonly place: string;
  readonly search?: string;
}
interface Page {
  readonly words: readonly string[];
  readonly next?: string;
}
type Plan = Partial<QueryPlan<Words, Page | null, Page, string, Record<string, unknown>>>;

const opened = userAction<{ readonly words: Words | null }>('test/opened');
const told = userAction('test/told');
const tried = userAction('test/tried');
const more = userAction('test/moreAsked');
const READ = 'GET /words';

function start(plan: Plan = {}) {
  const fake = new FakePorts();
  const words = query('test/words', {
    key: ({ place }: Words) => place,
    request: ({ search = '' }, after: string | null) => ({
      method: 'GET',
      path: '/words',
      query: { search, ...(after !== null && { after }) },
    }),
    decode: (answer: Page | null): Page | null => answer,
    pages: ({ next }) => next ?? null,
    failure: () => 'The words could not be read.',
    ...plan,
  });
  const actions: Stamped[] = [];
  // A defect is reported by whoever supervises.
  const saga = createSagaMiddleware({ onError: () => undefined });
  interface State extends QueryRoot {
    readonly shown: Words | null;
    readonly words: readonly string[];
  }
  const initial: State = {
    ...initialPending({}),
    queries: { size: 0, root: { hashes: [], keys: [], values: [] } },
    shown: null,
    words: [],
  };
  const reduce = (state: State = initial, action: Stamped): State => {
    if (action.meta === undefined) return state;
    actions.push(action);
    const next = { ...state, ...reducePending({ confirmed: {}, pending: [], versions: state.versions }, action) };
    next.queries = reduceQueries(state.queries, action);
    if (opened.match(action)) return { ...next, shown: action.payload.words };
    if (!words.received.match(action)) return next;
    const { data, cursor } = action.payload;
    return { ...next, words: cursor === null ? data.words : [...state.words, ...data.words] };
  };
  const store = configureStore({
    reducer: reduce as never,
    middleware: () => new Tuple(stampActions(fake.ports), saga),
    devTools: false,
  });
  const state = () => store.getState() as State;
  const run = (watcher: () => Generator) => saga.run(watcher);
  const task = run(() =>
    observe(fake.ports, words, {
      params: ({ shown }: State) => shown,
      opened: opened.type,
      again: tried.type,
      stale: told.type,
      more: more.type,
    }),
  );
  const act = async (action: Action) => {
    store.dispatch({ ...action });
    await fake.clock.advance(0);
  };
  return {
    fake,
    act,
    run,
    task,
    actions,
    state,
    query: (): QueryState => selectQuery(state(), words, state().shown),
    open: (place: string, search = '') => act(opened({ words: { place, search } })),
    answer: (found: readonly string[], next?: string) =>
      fake.next(READ).answer({ words: found, ...(next !== undefined && { next }) }),
    asked: () => fake.calls.length,
  };
}

test('RP-02.301 what is shown is read, and what is not shown any more is given up and forgotten', async () => {
  const it = start();
  expect([it.query().status, it.asked()]).toEqual(['idle', 0]);
  await it.open('a');
  expect(it.query()).toMatchObject({ status: 'loading', error: null });
  await it.answer(['x']);
  expect([it.query().status, it.state().words]).toEqual(['ready', ['x']]);
  await it.open('b');
  expect([...entries(it.state().queries)].map(([key]) => key)).toEqual(['test/words b']);
  const given = it.fake.next(READ);
  await it.act(opened({ words: null }));
  expect([given.cancelled, it.state().queries.size, it.query().status]).toEqual([true, 0, 'idle']);
  expect(it.actions.map(({ type }) => type).filter((type) => type !== opened.type)).toEqual([
    'test/words/asked',
    'test/words/received',
    'query/left',
    'test/words/asked',
    'query/left',
  ]);
});

test('RP-02.302 a reading that began before a change of what it reads was answered is dropped and repeated', async () => {
  const it = start({ readsVersionsOf: ({ place }) => [place] });
  const wrote = (...keys: string[]) =>
    it.act({ type: 'test/wrote', payload: {}, meta: { origin: 'server', invalidates: keys } });
  await it.open('a');
  await wrote('a');
  await it.answer(['old']);
  expect([it.state().words, it.asked(), it.query().status]).toEqual([[], 2, 'loading']);
  await wrote('elsewhere');
  await it.answer(['new']);
  expect([it.state().words, it.asked(), it.query().status]).toEqual([['new'], 2, 'ready']);
});

test('RP-02.303 of several questions about one thing the latest wins, and a search waits for the typing to end', async () => {
  const it = start({ delay: ({ search }, before) => (before === null || before.search === search ? 0 : 250) });
  await it.open('a');
  await it.open('a', 'x');
  expect([it.fake.calls[0]?.cancelled, it.query().status]).toEqual([true, 'loading']);
  await it.answer(['x']);
  await it.open('a', 'b');
  await it.fake.clock.advance(249);
  await it.open('a', 'bc');
  await it.fake.clock.advance(249);
  expect(it.asked()).toBe(2);
  await it.fake.clock.advance(1);
  expect(it.fake.next(READ).request?.query).toEqual({ search: 'bc' });
  await it.answer(['bcd']);
  await it.open('a', 'c');
  expect([it.query().status, it.state().words]).toEqual(['loading', ['bcd']]);
});

test.each<Plan>([{}, { retry: { first: 5_000, longest: 8_000 } }])(
  'RP-02.304, RP-02.307 a first reading that fails says why, and nothing is read before somebody tries again',
  async (plan) => {
    const it = start(plan);
    await it.open('a');
    await it.fake.next(READ).fail(refusal(500));
    expect(it.query()).toMatchObject({ status: 'failed', error: 'The words could not be read.' });
    await it.fake.clock.advance(3_600_000);
    await it.act(told());
    expect(it.asked()).toBe(1);
    await it.act(tried());
    expect(it.query()).toMatchObject({ status: 'loading', error: null });
    await it.answer(['x']);
    expect(it.query().status).toBe('ready');
  },
);

test('RP-02.304, RP-02.305 with polling a failure says why, once, and is tried again after waits that double', async () => {
  const it = start({ poll: { fallback: 10_000 } });
  await it.open('a');
  await it.fake.next(READ).fail(UNREACHABLE);
  expect(it.query().status).toBe('failed');
  await it.fake.clock.advance(20_000);
  expect([it.asked(), it.query().status]).toEqual([2, 'failed']);
  await it.answer(['x']);
  await it.fake.clock.advance(10_000);
  await it.fake.next(READ).fail(UNREACHABLE);
  expect(it.query()).toMatchObject({ status: 'ready', error: null });
  await it.fake.clock.advance(20_000);
  expect(it.asked()).toBe(4);
});

test('RP-02.305 a refresh that fails says nothing and is tried again as its record says', async () => {
  const it = start({ retry: { first: 5_000, longest: 8_000 } });
  await it.open('a');
  await it.answer(['x']);
  await it.act(told());
  for (const wait of [5_000, 8_000, 8_000]) {
    const { length } = it.fake.calls;
    await it.fake.next(READ).fail(UNREACHABLE);
    expect(it.query()).toMatchObject({ status: 'ready', error: null });
    await it.fake.clock.advance(wait - 1);
    expect(it.asked()).toBe(length);
    await it.fake.clock.advance(1);
    expect(it.asked()).toBe(length + 1);
  }
  await it.answer(['y']);
  await it.fake.clock.advance(3_600_000);
  expect([it.asked(), it.state().words]).toEqual([5, ['y']]);
});

test('RP-02.306 a further page is asked for once and added; one that fails says so, and is what is tried again', async () => {
  const it = start();
  await it.open('a');
  await it.act(more());
  await it.answer(['x'], 'c1');
  expect(it.query()).toMatchObject({ next: 'c1', loadingMore: false });
  await it.act(more());
  await it.act(more());
  expect([it.asked(), it.query().loadingMore]).toEqual([2, true]);
  await it.fake.next(READ).fail(refusal(500));
  expect(it.query()).toMatchObject({ status: 'ready', error: 'The words could not be read.', loadingMore: false });
  await it.act(tried());
  expect(it.query()).toMatchObject({ error: null, loadingMore: true });
  expect(it.fake.next(READ).request?.query).toMatchObject({ after: 'c1' });
  await it.answer(['y']);
  expect([it.state().words, it.query().next]).toEqual([['x', 'y'], null]);
  await it.act(more());
  expect(it.asked()).toBe(3);
});

test('RP-02.304, RP-02.306 what somebody asks for is read in a hidden tab as well, and nothing else is', async () => {
  const it = start();
  await it.fake.hide(true);
  await it.open('a');
  await it.fake.next(READ).fail(refusal(500));
  await it.act(tried());
  await it.answer(['x'], 'c1');
  await it.act(told());
  expect(it.asked()).toBe(2);
  await it.act(more());
  await it.answer(['y'], 'c2');
  expect([it.state().words, it.asked(), it.query().loadingMore]).toEqual([['x', 'y'], 3, false]);
  await it.fake.hide(false);
  // RP-02.308: it was told of a change before the page was asked for.
  expect([it.asked(), it.fake.next(READ).request?.query]).toEqual([4, { search: '' }]);
});

test('RP-02.307 what does not exist and what may not be seen are missing, and not read before somebody tries again', async () => {
  const it = start({ poll: { fallback: 10_000 } });
  await it.open('a');
  await it.fake.next(READ).answer(null);
  expect(it.query()).toMatchObject({ status: 'missing', error: null });
  await it.fake.clock.advance(600_000);
  await it.act(tried());
  await it.fake.next(READ).fail(refusal(404));
  await it.fake.clock.advance(600_000);
  expect([it.query().status, it.asked()]).toEqual(['missing', 2]);
});

test('RP-02.308 nothing is asked twice at once; what was changed during a reading is read once more after it', async () => {
  const it = start();
  await it.open('a');
  await it.open('a');
  expect(it.asked()).toBe(1);
  await it.act(told());
  await it.act(told());
  expect(it.asked()).toBe(1);
  await it.answer(['x']);
  expect([it.asked(), it.query().status]).toEqual([2, 'ready']);
  await it.answer(['y']);
  await it.open('a');
  expect([it.asked(), it.query().status]).toEqual([3, 'loading']);
  await it.answer(['z']);
  expect([it.state().words, it.query().status]).toEqual([['z'], 'ready']);
});

test('RP-02.309 polling reads silently, and what brings nothing new leaves the state of the query as it is', async () => {
  const it = start({ poll: { fallback: 10_000 } });
  await it.open('a');
  await it.answer(['x']);
  const { queries } = it.state();
  const told = it.actions.length;
  await it.fake.clock.advance(10_000);
  await it.answer(['x']);
  expect(it.state().queries).toBe(queries);
  expect(it.actions.slice(told).map(({ type }) => type)).toEqual(['test/words/received']);
});

test('RP-02.309 what does not poll is not polled, whatever interval an answer names', async () => {
  for (const [plan, times] of [
    [{}, 1],
    [{ poll: { fallback: null } }, 2],
  ] as const) {
    const it = start(plan);
    await it.open('a');
    await it.fake.next(READ).answer({ words: ['x'] }, { 'poll-interval': '3000' });
    await it.fake.clock.advance(3_000);
    expect([it.query().status, it.asked()]).toEqual(['ready', times]);
  }
});

test('RP-02.309 a record may wait before its first reading, and then waits for the tab to be seen', async () => {
  const it = start({ poll: { fallback: 10_000, first: 2_000 } });
  await it.fake.hide(true);
  await it.open('a');
  await it.fake.clock.advance(60_000);
  expect(it.asked()).toBe(0);
  await it.fake.hide(false);
  expect(it.asked()).toBe(1);
});

test('RP-02.310 the actions alone lead to the state of the queries', async () => {
  const it = start();
  await it.open('a');
  await it.answer(['x'], 'c1');
  await it.act(more());
  await it.fake.next(READ).fail(UNREACHABLE);
  await it.open('b');
  const again = it.actions.reduce(
    (queries, action) => reduceQueries(queries, JSON.parse(JSON.stringify(action)) as Stamped),
    start().state().queries,
  );
  expect(again).toEqual(it.state().queries);
});

test('RP-02.311 several are shown at once, each with a state of its own, and an action is about those that it concerns', async () => {
  interface Part {
    readonly place: string;
    readonly version: number;
  }
  const of = queryName<Part, Page, string>('test/parts', ({ place }) => place);
  const parts = query(of, {
    request: ({ place }, after) => ({ method: 'GET', path: `/${place}`, query: { ...(after !== null && { after }) } }),
    decode: (answer: Page) => answer,
    pages: ({ next }) => next ?? null,
    failure: ({ messages }) => messages[0] ?? 'No',
  });
  const shows = userAction('test/partsShown');
  const [moreOf, triedOf] = [userAction<string>('test/moreOf'), userAction<string>('test/triedOf')];
  const it = start();
  let shown: readonly Part[] = [];
  const task = it.run(() =>
    observe(it.fake.ports, parts, {
      params: () => shown,
      changes: shows.type,
      again: triedOf.type,
      more: moreOf.type,
      concerns: ({ place }, { payload }) => payload === place,
    }),
  );
  const show = (...list: readonly Part[]) => {
    shown = list;
    return it.act(shows());
  };
  const [a, b, c] = ['a', 'b', 'c'].map((place) => ({ place, version: 1 })) as [Part, Part, Part];
  const states = () => [a, b, c].map((part) => selectQuery(it.state(), of, part).status);
  await show(a, b);
  expect([it.fake.calls.length, states().slice(0, 2)]).toEqual([2, ['loading', 'loading']]);
  await it.fake.next('GET /a').answer({ words: [], next: 'a2' });
  await it.fake.next('GET /b').fail(refusal(500));
  expect(states().slice(0, 2)).toEqual(['ready', 'failed']);
  // Nobody is read again because another one is shown.
  await show(a, b, c);
  await it.fake.next('GET /c').answer({ words: [], next: 'c2' });
  expect([it.fake.calls.length, states()]).toEqual([3, ['ready', 'failed', 'ready']]);
  await it.act(triedOf('b'));
  expect([it.fake.calls.length, states()]).toEqual([4, ['ready', 'loading', 'ready']]);
  await it.act(moreOf('c'));
  expect(it.fake.next('GET /c').request?.query).toEqual({ after: 'c2' });
  expect(it.fake.waiting('GET /a')).toEqual([]);
  // Another question under the same key is asked, and what is not shown any more is given up.
  const tried = it.fake.next('GET /b');
  await show({ ...a, version: 2 }, c);
  expect([tried.cancelled, states()]).toEqual([true, ['loading', 'loading', 'ready']]);
  expect([...entries(it.state().queries)].map(([key]) => key)).toEqual(['test/parts a', 'test/parts c']);
  await it.fake.next('GET /c').answer({ words: [] });
  expect(selectQuery(it.state(), of, c)).toMatchObject({ loadingMore: false, next: null });
  task.cancel();
});

test('RP-02.304 a record may raise an alert with the failure of what somebody asked for, and with no other', async () => {
  const it = start({
    poll: { fallback: 10_000 },
    alert: ({ messages }) => ({ kind: 'danger', text: messages[0] ?? '' }),
  });
  const alerts = () => it.actions.flatMap(({ meta: { notice } }) => notice?.text ?? []);
  await it.open('a');
  await it.fake.next(READ).fail(refusal(500, 'Out of order'));
  expect([alerts(), it.actions.at(-1)?.type]).toEqual([['Out of order'], 'test/words/failed']);
  await it.fake.clock.advance(20_000);
  await it.fake.next(READ).fail(refusal(500, 'Polled'));
  await it.act(tried());
  await it.answer(['x'], 'c1');
  await it.fake.clock.advance(10_000);
  await it.fake.next(READ).fail(refusal(500, 'Polled'));
  await it.act(more());
  await it.fake.next(READ).fail(refusal(500, 'No further page'));
  await it.act(tried());
  await it.fake.next(READ).fail(refusal(404));
  expect(alerts()).toEqual(['Out of order', 'No further page']);
});

test('RP-02.313 a defect is no failed reading: it reaches whoever supervises the watcher', async () => {
  const faults: unknown[] = [];
  const it = start({
    decode: () => {
      throw new TypeError('decoded wrongly');
    },
  });
  it.task.toPromise().catch((error: unknown) => faults.push(error));
  await it.open('a');
  await it.answer(['x']);
  expect(faults).toEqual([new TypeError('decoded wrongly')]);
});
