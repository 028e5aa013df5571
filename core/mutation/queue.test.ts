import type { Ports } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { Assists, Pending, PendingState } from './index.ts';
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call } from 'typed-redux-saga';
import { serverAction, stampActions } from '../store/index.ts';
import { settle } from '../testing/clock.ts';
import { FakePorts, refusal, UNREACHABLE } from '../testing/ports.ts';
import { define, graphql, initialPending, mutation, reducePending, watchMutations } from './index.ts';

/** Notes on boards: one at a time of each board. A note with no text cannot be asked; one that says `break` breaks its request. */
interface Note {
  readonly board: string;
  readonly text: string;
}
type State = PendingState<object>;

const made = mutation<Note, string>('note/made');
const boardRead = serverAction<{ board: string }>('note/boardRead');
define(made, {
  scope: ({ board }) => board,
  invalidates: ({ board }) => [board, 'notes'],
  request(_, { text }) {
    if (text === 'break') throw new TypeError('broken');
    return text === '' ? null : { rest: { method: 'POST', path: text } };
  },
  decode: (data: string | null) => data,
  error: (_, { status, messages }) =>
    status === 409
      ? 'form'
      : { kind: 'danger', text: 'It cannot be noted.', ...(messages[0] && { detail: messages[0] }) },
  forgets: ({ board }, action) => boardRead.match(action) && action.payload.board === board,
});

const sung = mutation<{ song: string }, { verses: number }>('song/sung');
define(sung, {
  scope: ({ song }) => song,
  request: (_, { song }, found: string | undefined) =>
    graphql({ name: 'sing', text: '' }, { song: `${song}${found ?? ''}` }),
  decode: (data: { verses: number }) => data,
  error: (_, _failure, _state, found) => ({
    kind: 'danger',
    text: `Not sung${found === null ? '' : ` ${String(found)}`}.`,
  }),
});

const crashed = serverAction('note/crashed');

class Desk {
  readonly fake: FakePorts;
  readonly heard: Stamped[] = [];
  readonly #saga = createSagaMiddleware();
  readonly store;

  constructor(before?: Desk) {
    this.fake = before?.fake ?? new FakePorts();
    const reducer = (state: State | undefined, action: UnknownAction): State => {
      if (state === undefined || !('meta' in action)) return state ?? initialPending({});
      this.heard.push(action as unknown as Stamped);
      return reducePending(state, action as unknown as Stamped);
    };
    this.store = configureStore({
      reducer: reducer as Reducer<State>,
      preloadedState: before?.state,
      middleware: () => new Tuple(stampActions(this.fake.ports), this.#saga),
      devTools: false,
    });
  }

  get state(): State {
    return this.store.getState();
  }

  run(assists: Assists = {}) {
    return this.#saga.run((ports: Ports) => watchMutations(ports, assists, () => crashed()), this.fake.ports);
  }

  async make(...notes: readonly (readonly [board: string, text: string])[]): Promise<void> {
    for (const [board, text] of notes) this.store.dispatch({ ...made({ board, text }) });
    await settle();
  }

  /** What is on its way. */
  get asked(): readonly string[] {
    return this.fake.calls.flatMap((each) => (each.answered || each.cancelled ? [] : [each.what.slice(5)]));
  }

  get keys(): readonly (string | undefined)[] {
    return this.fake.calls.map(({ idempotencyKey }) => idempotencyKey);
  }

  get ends(): readonly string[] {
    return this.heard.flatMap(({ type, payload }) =>
      type.startsWith('note/made/') ? [`${(payload as { asked: Note }).asked.text} ${type.slice(10)}`] : [],
    );
  }

  next(text: string) {
    return this.fake.next(`POST ${text}`);
  }
}

const desk = (assists?: Assists): Desk => {
  const opened = new Desk();
  opened.run(assists);
  return opened;
};
const statuses = ({ pending }: State): readonly string[] => pending.map(({ status }: Pending) => status);

test('RP-02.20 of one scope one at a time and in order, scopes side by side', async () => {
  const app = desk();
  await app.make(['a', '1'], ['a', '2'], ['b', '3'], ['a', '4']);
  expect(app.asked).toEqual(['1', '3']);
  expect(statuses(app.state)).toEqual(['sent', 'queued', 'sent', 'queued']);
  await app.next('1').answer('');
  expect(app.asked).toEqual(['3', '2']);
  await app.next('2').fail(refusal(422));
  await app.next('4').answer('');
  await app.next('3').answer('');
  expect(app.state.pending).toEqual([]);
  expect(app.ends).toEqual(['1 committed', '2 refused', '4 committed', '3 committed']);
  await app.make(['a', '5']);
  expect(app.asked).toEqual(['5']);
});

test('RP-02.20 a mutation outlives its watcher', async () => {
  const app = new Desk();
  const watcher = app.run();
  await app.make(['a', '1'], ['a', '2']);
  watcher.cancel();
  expect(app.next('1').cancelled).toBe(false);
  await app.next('1').answer('');
  await app.next('2').answer('');
  expect(app.state.pending).toEqual([]);
});

test('RP-02.8 RP-02.9 either end resolves it, invalidates its keys and tells in one action', async () => {
  const app = desk();
  await app.make(['a', '1'], ['a', '2'], ['a', '3']);
  await app.next('1').answer('done');
  expect(app.heard.at(-2)).toMatchObject({
    payload: { id: 'id-1', asked: { board: 'a', text: '1' }, answer: 'done' },
    meta: { origin: 'server', resolves: { id: 'id-1', as: 'committed' }, invalidates: ['a', 'notes'] },
  });
  await app.next('2').fail(refusal(422, 'Too long'));
  const notice = { kind: 'danger', text: 'It cannot be noted.', detail: 'Too long' };
  expect(app.heard.at(-2)).toMatchObject({
    payload: { failure: { status: 422 } },
    meta: { resolves: { id: 'id-2', as: 'refused' }, invalidates: ['a', 'notes'], notice },
  });
  await app.next('3').fail(refusal(409));
  expect(app.heard.at(-1)?.meta).not.toHaveProperty('notice');
});

test('RP-02.21 a failure that comes back is a refusal, and is not asked again', async () => {
  const app = desk();
  await app.make(['a', '1']);
  await app.next('1').fail(UNREACHABLE);
  await app.fake.clock.advance(60_000);
  expect(app.ends).toEqual(['1 refused']);
  expect(app.fake.calls).toHaveLength(1);
});

test('RP-02.22 what nobody asks any more is asked again, what is being asked is not', async () => {
  const first = new Desk();
  await first.make(['a', '1'], ['a', '2']);
  const later = new Desk(first);
  const watcher = later.run();
  await settle();
  expect(later.asked).toEqual(['1']);
  watcher.cancel();
  later.run();
  await settle();
  expect(later.asked).toEqual(['1']);
  await later.next('1').answer('');
  await later.next('2').answer('');
  expect(later.state.pending).toEqual([]);
  expect(later.keys).toEqual(['id-1', 'id-2']);
});

test('RP-02.23 what cannot be asked, what breaks and what is no answer is refused; the queue goes on', async () => {
  const app = desk();
  await app.make(['a', ''], ['a', 'break'], ['a', '3'], ['a', '4']);
  expect(app.ends).toEqual([' refused', 'break refused']);
  expect(app.fake.logged).toHaveLength(1);
  expect(app.asked).toEqual(['3']);
  await app.next('3').answer(null);
  await app.next('4').answer('');
  expect(app.ends.slice(2)).toEqual(['3 refused', '4 committed']);
});

describe('RP-02.19', () => {
  test('RP-02.19 the same words after a try without a readable answer go under its key', async () => {
    const app = desk();
    await app.make(['a', '1']);
    await app.next('1').fail(UNREACHABLE);
    await app.make(['b', '1'], ['a', '1']);
    expect(app.keys).toEqual(['id-1', 'id-3', 'id-1']);
    expect(app.state.pending.map(({ id, key }) => [id, key])).toEqual([
      ['id-3', undefined],
      ['id-4', 'id-1'],
    ]);
    await app.next('1').answer('');
    await app.next('1').answer('');
    await app.make(['a', '1']);
    expect(app.keys.at(-1)).toBe('id-5');
  });

  test('RP-02.19 other words have a key of their own, and after a refusal, and after what says what became of it', async () => {
    const app = desk();
    await app.make(['a', '1']);
    await app.next('1').fail(UNREACHABLE);
    await app.make(['a', '2']);
    await app.next('2').fail(refusal(422));
    await app.make(['a', '2']);
    await app.next('2').fail(UNREACHABLE);
    app.store.dispatch({ ...boardRead({ board: 'b' }) });
    await app.make(['a', '2']);
    await app.next('2').fail(UNREACHABLE);
    app.store.dispatch({ ...boardRead({ board: 'a' }) });
    await app.make(['a', '2']);
    expect(app.keys).toEqual(['id-1', 'id-3', 'id-5', 'id-5', 'id-9']);
  });

  test('RP-02.41 an answer is behind where what it invalidates was changed since it was asked first', async () => {
    const app = desk();
    await app.make(['a', '1'], ['b', '2']);
    await app.next('1').answer('');
    await app.next('2').answer('');
    const behind = app.heard.filter(made.committed.match).map(({ payload }) => payload.behind);
    expect(behind).toEqual([undefined, true]);
  });

  test('RP-02.41 an answer is behind where a read brought records since it was asked first', async () => {
    const app = desk();
    await app.make(['a', '1']);
    app.store.dispatch({ ...boardRead({ board: 'c' }), meta: { since: 0 } });
    await app.next('1').fail(UNREACHABLE);
    app.store.dispatch({ ...boardRead({ board: 'c' }) });
    await app.make(['a', '1']);
    await app.next('1').answer('');
    await app.make(['a', '2']);
    await app.next('2').answer('');
    expect(app.heard.filter(made.committed.match).map(({ payload }) => payload.behind)).toEqual([true, undefined]);
  });
});

test('RP-02.43 of a GraphQL mutation the payload is the answer, and the errors that it names are a refusal', async () => {
  const app = desk();
  const sing = (song: string) => app.store.dispatch({ ...sung({ song }) });
  for (const song of ['a', 'b', 'c']) sing(song);
  await settle();
  const [first, second, third] = app.fake.waiting('sing');
  await first!.answer({ sing: { verses: 3, errors: [] } });
  await second!.answer({ sing: { verses: 0, errors: ['Out of tune'] } });
  await third!.answer({ sing: null });
  expect(app.heard.slice(-3)).toMatchObject([
    { type: 'song/sung/committed', payload: { answer: { verses: 3 } } },
    { type: 'song/sung/refused', payload: { failure: { kind: 'graphql', messages: ['Out of tune'] } } },
    { type: 'song/sung/refused', payload: { failure: { kind: 'graphql', messages: [] } } },
  ]);
});

test('RP-02.42 who assists finds out what the request has to say, and why it was refused', async () => {
  const app = desk({
    [sung.type]: {
      before: function* ({ rest }) {
        return (yield* call(() => rest.request<string>({ method: 'GET', path: 'key' }))).data;
      },
      // eslint-disable-next-line require-yield -- asks nobody
      explain: function* (_ports, _asked, { messages }) {
        return messages[0] === 'Hoarse' ? 'for want of a voice' : null;
      },
    },
  });
  app.store.dispatch({ ...sung({ song: 'a' }) });
  await settle();
  await app.fake.next('GET key').answer(' in C');
  await app.fake.next('sing').answer({ sing: { errors: ['Hoarse'] } });
  expect(app.fake.calls.at(-1)?.request).toBeNull();
  expect(app.heard.at(-1)?.meta.notice?.text).toBe('Not sung for want of a voice.');
  app.store.dispatch({ ...sung({ song: 'b' }) });
  await settle();
  await app.fake.next('GET key').fail(UNREACHABLE);
  expect(app.heard.at(-1)).toMatchObject({ type: 'song/sung/refused', meta: { notice: { text: 'Not sung.' } } });
  expect(app.asked).toEqual([]);
});
