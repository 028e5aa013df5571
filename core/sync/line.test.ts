import type { Ports } from '../ports/index.ts';
import type { Stamped } from '../store/action.ts';
import type { Intent, LineRequest } from './index.ts';
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { configureStore, Tuple } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { call } from 'typed-redux-saga';
import { makingEvent, serverEvent, stampActions, withMeta } from '../store/index.ts';
import { settle } from '../testing/clock.ts';
import { FakePorts, refusal, UNREACHABLE } from '../testing/ports.ts';
import { createLine, initialSync, reduceSync, type SyncState } from './index.ts';

/** Notes on boards: one at a time of each board. A note with no text cannot be asked; one that says `break` breaks its request. */
interface Note {
  readonly board: string;
  readonly text: string;
}
type State = SyncState<object>;

const made = makingEvent<Note>('note/made');
const answered = serverEvent<{ text: string; ok: boolean }>('note/answered');
const crashed = serverEvent('note/crashed');
const KINDS = { [made.type]: { keys: () => [], apply: () => undefined } };

const settles = ({ id, payload }: Intent<Note>, ok: boolean) =>
  withMeta(answered({ text: payload.text, ok }), { settles: { intentId: id, as: ok ? 'confirmed' : 'refused' } });

function request({ payload, id }: Intent<Note>, { rest }: Ports): LineRequest {
  return function* () {
    if (payload.text === 'break') throw new TypeError('broken');
    yield* call(() => rest.request({ method: 'POST', path: payload.text }, { idempotencyKey: id }));
    return settles({ payload, id } as Intent<Note>, true);
  };
}

class Desk {
  readonly fake: FakePorts;
  readonly watch: ReturnType<typeof createLine<State, Note>>;
  readonly errors: unknown[] = [];
  readonly heard: Stamped[] = [];
  readonly #saga = createSagaMiddleware();
  readonly store;

  constructor(before?: Desk) {
    this.fake = before?.fake ?? new FakePorts();
    this.watch =
      before?.watch ??
      createLine<State, Note>({
        kinds: [made.type],
        keyOf: ({ payload }) => payload.board,
        request: (_, intent, ports) => (intent.payload.text === '' ? null : request(intent, ports)),
        refused: (intent, error) => {
          this.errors.push(error);
          return settles(intent, false);
        },
        crashed,
      });
    const reducer = (state: State | undefined, action: UnknownAction): State => {
      if (state === undefined || !('meta' in action)) return state ?? initialSync({});
      this.heard.push(action as unknown as Stamped);
      return reduceSync(KINDS, state, action as unknown as Stamped);
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

  run() {
    return this.#saga.run(this.watch, this.fake.ports);
  }

  async make(...notes: readonly (readonly [board: string, text: string])[]): Promise<void> {
    for (const [board, text] of notes) this.store.dispatch({ ...made({ board, text }) });
    await settle();
  }

  /** What is on its way. */
  get asked(): readonly string[] {
    return this.fake.calls.flatMap((each) => (each.answered || each.cancelled ? [] : [each.what.slice(5)]));
  }

  next(text: string) {
    return this.fake.next(`POST ${text}`);
  }
}

const desk = (): Desk => {
  const made = new Desk();
  made.run();
  return made;
};
const oneOf = (state: State): readonly string[] => state.pending.map(({ status }) => status);

test('RP-02.20 of one key one at a time and in order, different keys side by side', async () => {
  const app = desk();
  await app.make(['a', '1'], ['a', '2'], ['b', '3'], ['a', '4']);
  expect(app.asked).toEqual(['1', '3']);
  expect(oneOf(app.state)).toEqual(['sent', 'queued', 'sent', 'queued']);
  await app.next('1').answer(null);
  expect(app.asked).toEqual(['3', '2']);
  await app.next('2').fail(refusal(422));
  await app.next('4').answer(null);
  await app.next('3').answer(null);
  expect(app.state.pending).toEqual([]);
  await app.make(['a', '5']);
  expect(app.asked).toEqual(['5']);
});

test('RP-02.20 a change outlives its watcher', async () => {
  const app = new Desk();
  const watcher = app.run();
  await app.make(['a', '1'], ['a', '2']);
  watcher.cancel();
  expect(app.next('1').cancelled).toBe(false);
  await app.next('1').answer(null);
  await app.next('2').answer(null);
  expect(app.state.pending).toEqual([]);
});

test('RP-02.21 a failure that comes back is a refusal, and is not asked again', async () => {
  const app = desk();
  await app.make(['a', '1']);
  await app.next('1').fail(UNREACHABLE);
  await app.fake.clock.advance(60_000);
  expect(app.errors).toEqual([UNREACHABLE]);
  expect(app.fake.calls).toHaveLength(1);
  expect(app.state.pending).toEqual([]);
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
  await later.next('1').answer(null);
  await later.next('2').answer(null);
  expect(later.state.pending).toEqual([]);
});

test('RP-02.23 what cannot be asked, and what breaks, is refused; the line goes on', async () => {
  const app = desk();
  await app.make(['a', ''], ['a', 'break'], ['a', '3']);
  expect(app.errors).toEqual([null, expect.any(TypeError)]);
  expect(app.fake.logged).toHaveLength(1);
  expect(app.asked).toEqual(['3']);
  await app.next('3').answer(null);
  expect(app.heard.filter(answered.match).map(({ payload }) => payload.ok)).toEqual([false, false, true]);
});
