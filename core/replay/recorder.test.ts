import type { LogStore, RecorderLimits } from './types.ts';
import { noticeActions } from '../notice/index.ts';
import { createPlanner } from '../planner.ts';
import { FakePorts } from '../testing/index.ts';
import { tableOf } from '../table/index.ts';
import { closeLog, createRecorder, parseLog, replay } from './index.ts';
import { createTape } from './tape.ts';

const raised = (text: string, kind: 'toast' | 'info' = 'info'): { readonly type: string } =>
  noticeActions.raised({ kind, text });

/** A store in memory that can be made to fail. */
function memoryStore() {
  const texts = new Map<string, Map<number, string>>();
  const store: LogStore & { broken: boolean; calls: string[]; text: (session: string) => string } = {
    broken: false,
    calls: [],
    append: async (session, segment, text) => {
      store.calls.push(`append ${segment}`);
      if (store.broken) throw new Error('Full');
      const segments = texts.get(session) ?? new Map<number, string>();
      texts.set(session, segments.set(segment, (segments.get(segment) ?? '') + text));
    },
    dropSegment: async (session, segment) => {
      store.calls.push(`drop ${segment}`);
      texts.get(session)?.delete(segment);
    },
    sessions: async () => [],
    read: async (session) => store.text(session),
    remove: async (session) => void texts.delete(session),
    text: (session) =>
      [...(texts.get(session) ?? [])]
        .sort(([a], [b]) => a - b)
        .map(([, text]) => text)
        .join(''),
  };
  return store;
}

interface Setup {
  readonly store?: LogStore | null;
  readonly limits?: Partial<RecorderLimits>;
  readonly recording?: boolean;
  readonly capacity?: number;
}

function start({ store = null, limits = {}, recording = true, capacity }: Setup = {}) {
  const tape = createTape(capacity);
  tape.recording = recording;
  const runs: ((timeLeft: () => number) => void)[] = [];
  const faults: unknown[] = [];
  let sessions = 0;
  const planner = createPlanner(new FakePorts().ports, { middleware: [tape.middleware] });
  const recorder = createRecorder({
    tape,
    store,
    idle: (run) => runs.push(run),
    header: () => ({
      session: `session-${(sessions += 1)}`,
      viewer: null,
      timeZone: 'UTC',
      flags: {},
      startedAt: sessions,
    }),
    limits,
    onStoreFault: (error) => faults.push(error),
  });
  return {
    tape,
    recorder,
    faults,
    planned: () => runs.length,
    state: () => planner.store.getState(),
    act: (count: number, text = 'Text') => {
      for (let at = 0; at < count; at += 1) planner.store.dispatch(raised(text, 'toast'));
    },
    /** An idle moment of so many steps; how many were taken. */
    idle: (steps = Infinity): number => {
      let asked = 0;
      runs.shift()?.(() => {
        asked += 1;
        return asked < steps ? 50 : 0;
      });
      return asked;
    },
  };
}

const seqs = (text: string): readonly (readonly [number, number])[] =>
  parseLog(text).segments.map(({ checkpoint, actions }) => [checkpoint.seq, actions.length]);

test('RP-03.30 nothing is printed in the action itself; one idle moment is asked for', () => {
  const store = memoryStore();
  const { act, planned, tape, idle } = start({ store });
  act(5);
  expect([planned(), tape.length, store.calls]).toEqual([1, 5, []]);
  idle();
  expect([planned(), tape.length]).toEqual([0, 0]);
  act(1);
  expect(planned()).toBe(1);
});

test('RP-03.30 actions from before the recorder was there are in the log', async () => {
  const tape = createTape();
  const planner = createPlanner(new FakePorts().ports, { middleware: [tape.middleware] });
  planner.store.dispatch(raised('Early'));
  const facts = { session: 's', viewer: null, timeZone: 'UTC', flags: {}, startedAt: 0 };
  const recorder = createRecorder({ tape, store: null, idle: () => undefined, header: () => facts });
  expect(replay(await recorder.text())).toMatchObject({ actions: 1, mismatch: null });
});

test('RP-03.30 the work stops when the moment is over and goes on in the next', async () => {
  const { act, idle, planned, tape, recorder } = start({ limits: { actions: 4, hashEvery: 2 } });
  act(12);
  let moments = 0;
  while (planned() > 0) {
    expect(idle(3)).toBeLessThanOrEqual(3);
    moments += 1;
    act(moments < 5 ? 1 : 0);
  }
  expect(moments).toBeGreaterThan(8);
  expect(tape.length).toBe(0);
  expect(replay(await recorder.text())).toMatchObject({ actions: 16, mismatch: null });
});

test('RP-03.30 the checkpoint of a large state is made in steps', () => {
  const tape = createTape();
  const rows = Array.from({ length: 5000 }, (_, index) => [`gid://gitlab/Issue/${index}`, index] as const);
  const planner = createPlanner(new FakePorts().ports, {
    middleware: [tape.middleware],
    preloadedState: { versions: tableOf<number>(rows) },
  });
  let left = 0;
  const facts = { session: 's', viewer: null, timeZone: 'UTC', flags: {}, startedAt: 0 };
  createRecorder({ tape, store: null, idle: (run) => run(() => ((left += 1), 50)), header: () => facts });
  planner.store.dispatch(raised('One'));
  expect(left).toBeGreaterThan(200);
});

test('RP-03.31 the log is whole at any time, also in the middle of the work', async () => {
  const { act, idle, recorder, state } = start({ limits: { actions: 4, hashEvery: 2 } });
  expect(replay(await recorder.text())).toMatchObject({ actions: 0, mismatch: null });
  act(7);
  idle(5);
  const result = replay(await recorder.text());
  expect(result).toMatchObject({ seq: 7, mismatch: null });
  expect(result.state).toEqual(state());
  // Two checkpoints, hashes of 2, 4 and 6, the end.
  expect(result.hashesChecked).toBe(6);
  act(2);
  expect(seqs(await recorder.text())).toEqual([
    [0, 4],
    [4, 4],
    [8, 1],
  ]);
});

test('RP-03.32 the oldest segment goes whole, beyond a number of segments or of characters', async () => {
  const many = start({ limits: { actions: 4, segments: 2 } });
  many.act(11);
  expect(seqs(await many.recorder.text())).toEqual([
    [4, 4],
    [8, 3],
  ]);
  const long = start({ limits: { actions: 4, characters: 30_000 } });
  long.act(20, 'x'.repeat(2000));
  const text = await long.recorder.text();
  expect(text.length).toBeLessThan(60_000);
  expect(replay(text)).toMatchObject({ seq: 20, mismatch: null });
  expect(parseLog(text).segments[0]?.checkpoint.seq).toBeGreaterThan(10);
});

test('RP-03.32 long actions begin a new segment early', async () => {
  const { act, recorder } = start({ limits: { characters: 40_000 } });
  act(9, 'x'.repeat(4000));
  expect(seqs(await recorder.text())[0]?.[1]).toBe(3);
});

test('RP-03.33 what is stored is the log without its end, the header apart', async () => {
  const store = memoryStore();
  const { act, idle, recorder, faults } = start({ store, limits: { actions: 4, segments: 2 } });
  for (let moment = 0; moment < 6; moment += 1) {
    act(2);
    idle();
  }
  await recorder.settled();
  expect(faults).toEqual([]);
  expect(store.calls).toEqual([
    'append 0',
    ...['append 1', 'append 1', 'append 2', 'append 2', 'drop 1', 'append 3', 'append 3'],
  ]);
  expect(closeLog(store.text('session-1'))).toBe(await recorder.text());
  expect(seqs(closeLog(store.text('session-1')))).toEqual([
    [4, 4],
    [8, 4],
  ]);
});

test('RP-03.33 a session in which nothing has happened yet is not kept: nobody could replay it', async () => {
  const store = memoryStore();
  const { act, idle, recorder } = start({ store });
  recorder.flush();
  await recorder.settled();
  expect(store.calls).toEqual([]);
  act(1);
  idle();
  await recorder.settled();
  expect(store.calls).toEqual(['append 0', 'append 1']);
});

test('RP-03.34 a store that fails ends nothing: the log goes on in memory, and that is said once', async () => {
  const store = memoryStore();
  const { act, idle, recorder, faults } = start({ store });
  act(2);
  idle();
  await recorder.settled();
  const kept = store.text('session-1');
  store.broken = true;
  act(2);
  idle();
  await recorder.settled();
  store.broken = false;
  act(2);
  idle();
  await recorder.settled();
  expect(faults).toEqual([new Error('Full')]);
  // No gap: what is stored is the beginning.
  expect(store.text('session-1')).toBe(kept);
  expect(replay(closeLog(kept))).toMatchObject({ seq: 2, mismatch: null });
  expect(replay(await recorder.text())).toMatchObject({ seq: 6, mismatch: null });
});

test('RP-03.35 switched off nothing is recorded; switched on a new session begins', async () => {
  const store = memoryStore();
  const { act, idle, recorder, tape } = start({ store });
  act(2);
  expect([recorder.enabled, recorder.session]).toEqual([true, 'session-1']);
  recorder.start();
  expect(recorder.session).toBe('session-1');
  recorder.stop();
  act(3);
  expect([recorder.enabled, tape.length]).toEqual([false, 0]);
  expect(replay(await recorder.text())).toMatchObject({ seq: 2, mismatch: null });
  recorder.stop();
  recorder.start();
  act(1);
  idle();
  expect([recorder.enabled, recorder.session]).toEqual([true, 'session-2']);
  const result = replay(await recorder.text());
  expect(result).toMatchObject({ seq: 1, mismatch: null });
  expect(result.state.notice).toHaveLength(6);
  await recorder.settled();
  expect(replay(closeLog(store.text('session-1')))).toMatchObject({ seq: 2 });
  expect(replay(closeLog(store.text('session-2')))).toMatchObject({ seq: 1 });
});

test('RP-03.35 a tape that is switched off waits for the first start', async () => {
  const { act, recorder } = start({ recording: false });
  act(2);
  expect([recorder.enabled, recorder.session]).toEqual([false, null]);
  await expect(recorder.text()).rejects.toThrow('Nothing has been recorded yet');
  recorder.start();
  act(1);
  expect(replay(await recorder.text())).toMatchObject({ seq: 1, mismatch: null });
});

test('RP-03.36 where the tape gave actions up, the log begins anew behind the gap', async () => {
  const store = memoryStore();
  const { act, idle, recorder } = start({ store, capacity: 10, limits: { actions: 4 } });
  act(6);
  idle();
  act(12);
  const text = await recorder.text();
  expect(replay(text)).toMatchObject({ seq: 18, mismatch: null });
  expect(parseLog(text).segments[0]?.checkpoint.seq).toBe(11);
  await recorder.settled();
  expect(closeLog(store.text('session-1'))).toBe(text);
});

test('RP-03.36 … also when it does so while a checkpoint is being made', async () => {
  const { act, idle, recorder } = start({ capacity: 10, limits: { actions: 4 } });
  act(1);
  idle(1);
  act(14);
  expect(replay(await recorder.text())).toMatchObject({ seq: 15, mismatch: null });
});
