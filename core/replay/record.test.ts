import { readFileSync } from 'node:fs';
import { accessActions, secretPayloadKeys } from '../access/index.ts';
import { noticeActions } from '../notice/index.ts';
import { createPlanner, type RootState } from '../planner.ts';
import { FakePorts, settle } from '../testing/index.ts';
import { treeActions } from '../tree/index.ts';
import { LOG_FORMAT, parseLog, record, replay, type LoggedAction } from './index.ts';
import type { RecordOptions } from './record.ts';
import { createTape } from './tape.ts';
import { CORE_VERSION } from './types.ts';
import { PASSWORD, randomSession } from './testing/session.ts';

function started(options: RecordOptions = {}) {
  const fake = new FakePorts();
  const recording = record(options);
  const planner = createPlanner(fake.ports, { middleware: [recording.middleware] });
  const dispatch = (action: { readonly type: string; readonly payload?: unknown }) => planner.store.dispatch(action);
  return { fake, recording, planner, dispatch };
}

const toast = (text: string) => noticeActions.raised({ kind: 'toast', text });

test('RP-03.21 the header says what was recorded', () => {
  const { recording, dispatch } = started({
    session: 's1',
    viewer: 'ada',
    timeZone: 'Asia/Tokyo',
    flags: { on: true },
  });
  dispatch(toast('One'));
  expect(recording.log().header).toEqual({
    kind: 'header',
    app: 'espalier',
    format: LOG_FORMAT,
    core: (JSON.parse(readFileSync('core/package.json', 'utf8')) as { version: string }).version,
    session: 's1',
    viewer: 'ada',
    timeZone: 'Asia/Tokyo',
    flags: { on: true },
    startedAt: Date.parse('2026-11-21T12:00:00Z'),
    redacted: false,
  });
  expect(CORE_VERSION).toBe(recording.log().header.core);
});

test('RP-03.21 actions are numbered as they reached the reducers, also those that sagas put in between', async () => {
  const { recording, planner, dispatch } = started({ hashEvery: 1 });
  // The tree's watcher puts actions while "opened" is still on its way back.
  dispatch(treeActions.opened({ root: { kind: 'epic', fullPath: 'acme', iid: '1' }, config: {} }));
  dispatch(toast('One'));
  await settle();
  const log = recording.log();
  const [segment] = log.segments;
  expect(segment?.actions.map(({ seq, action }) => [seq, action.type])).toEqual([
    [1, 'tree/opened'],
    [2, 'tree/children/asked'],
    [3, 'tree/settingsRead'],
    [4, 'notice/raised'],
  ]);
  const result = replay(log);
  // The checkpoint, four actions, the end.
  expect(result.hashesChecked).toBe(6);
  expect(result.mismatch).toBeNull();
  expect(result.state).toEqual(planner.store.getState());
});

test('RP-03.22 hashes at intervals, segments of so many actions, each with its checkpoint', async () => {
  const { log } = await randomSession(11, 60, { hashEvery: 10, segmentActions: 25 });
  const { segments, end } = log();
  expect(segments.length).toBeGreaterThan(3);
  expect(segments.map(({ checkpoint }) => checkpoint.seq)).toEqual(segments.map((_, index) => index * 25));
  for (const { seq, hash } of segments.flatMap(({ actions }) => actions)) expect(hash !== null).toBe(seq % 10 === 0);
  expect(segments.at(-1)?.actions.at(-1)?.seq).toBe(end.seq);
});

test('RP-03.22 every segment replays without the ones before it', async () => {
  const { log, text } = await randomSession(12, 60, { hashEvery: 10, segmentActions: 25 });
  for (const { header, segments, end } of [log(), parseLog(text())]) {
    expect(segments.length).toBeGreaterThan(3);
    for (let from = 0; from < segments.length; from += 1) {
      expect(replay({ header, segments: segments.slice(from), end })).toMatchObject({ mismatch: null, hash: end.hash });
    }
  }
});

test('RP-03.21 a log taken in between stays as it is, a stopped one too', () => {
  const { recording, dispatch } = started();
  expect(recording.log().end.seq).toBe(0);
  expect(replay(recording.text()).actions).toBe(0);
  dispatch(toast('One'));
  const one = recording.log();
  dispatch(toast('Two'));
  expect(one.end.seq).toBe(1);
  expect(one.segments[0]?.actions).toHaveLength(1);
  recording.stop();
  dispatch(toast('Three'));
  expect(recording.log().end.seq).toBe(2);
  expect(replay(recording.log()).state.notice.map(({ text }) => text)).toEqual(['One', 'Two']);
});

test('RP-03.23 a hash that is wrong is found, the first one, and the rest is replayed', async () => {
  const { log, planner } = await randomSession(13, 40, { hashEvery: 5, segmentActions: 30 });
  const recorded = log();
  const [first, ...others] = recorded.segments;
  if (first === undefined) throw new Error('No segment');
  const missing = { ...recorded, segments: [{ ...first, actions: first.actions.map(forged) }, ...others] };
  function forged(logged: LoggedAction): LoggedAction {
    if (logged.action.type !== 'tree/children/received') return logged;
    return { ...logged, action: { ...logged.action, type: 'tree/announced', payload: { text: 'Gone' } } };
  }
  const at = first.actions.find(({ action }) => action.type === 'tree/children/received')?.seq ?? 0;
  const { mismatch, actions } = replay(missing);
  expect(mismatch?.seq).toBe(Math.ceil(at / 5) * 5);
  expect(mismatch?.found).not.toBe(mismatch?.expected);
  expect(actions).toBe(recorded.end.seq);
  expect(planner.store.getState()).toEqual(replay(recorded).state);
});

test('RP-03.24 a replay stops where it is told, and reports every action', async () => {
  const { log, states } = await randomSession(14, 40, { hashEvery: 10, segmentActions: 20 });
  const recorded = log();
  const seen: [number, RootState][] = [];
  const result = replay(recorded, { until: 33, onAction: (state, { seq }) => seen.push([seq, state]) });
  expect(result).toMatchObject({ seq: 33, actions: 33, mismatch: null });
  expect(seen.map(([seq]) => seq)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  // Two checkpoints, three actions.
  expect(result.hashesChecked).toBe(5);
  expect(result.state).toEqual(states[33]);
  expect(seen[9]?.[1]).toEqual(states[10]);
  expect(replay(recorded, { until: 0 })).toMatchObject({
    seq: 0,
    actions: 0,
    hash: recorded.segments[0]?.checkpoint.hash,
  });
});

test('RP-03.25 no secret that was typed reaches a log', async () => {
  const { log, text } = await randomSession(15, 60);
  const sent = log().segments.flatMap(({ actions }) =>
    actions.filter(({ action }) => action.type === 'access/signInSubmitted'),
  );
  expect(sent.map(({ action }) => action.payload)).toEqual([{ username: 'ada', password: '' }]);
  expect(text()).toContain('access/passwordSubmitted');
  expect(text()).not.toContain(PASSWORD);
  expect(text()).not.toContain('csrf-of-ada');
});

test('RP-03.25 secrets are blanked at any depth, and nothing else', () => {
  const { recording, dispatch } = started();
  const user = { username: 'ada', name: 'Ada "password":', password: 'hunter2' };
  dispatch(
    accessActions.firstRunSubmitted({ group: { name: 'A', path: 'a' }, project: { name: 'P', path: 'p' }, user }),
  );
  dispatch({ type: 'x/y', payload: { list: [{ currentPassword: 'hunter2', password: { kept: 1 } }] } });
  expect(secretPayloadKeys).toEqual(['password', 'currentPassword']);
  for (const log of [recording.log(), parseLog(recording.text())]) {
    const actions = log.segments.flatMap((segment) => segment.actions.map(({ action }) => action));
    expect(actions[0]?.payload).toMatchObject({ user: { ...user, password: '' } });
    expect(actions.find(({ type }) => type === 'x/y')?.payload).toEqual({
      list: [{ currentPassword: '', password: { kept: 1 } }],
    });
  }
});

describe('the tape', () => {
  const run = (capacity?: number) => {
    const tape = createTape(capacity);
    const planner = createPlanner(new FakePorts().ports, { middleware: [tape.middleware] });
    const dispatch = (action: { readonly type: string; readonly payload?: unknown }) => planner.store.dispatch(action);
    return { tape, dispatch, state: () => planner.store.getState() };
  };

  test('RP-03.26 it keeps each action with the state that it met, by reference', () => {
    const { tape, dispatch, state } = run();
    const before = state();
    dispatch(toast('One'));
    const between = state();
    dispatch(toast('Two'));
    expect([tape.length, tape.seq]).toEqual([2, 2]);
    expect(tape.first()).toMatchObject({ seq: 1, action: { type: 'notice/raised' } });
    expect(tape.first().before).toBe(before);
    tape.shift();
    expect([tape.first().seq, tape.length]).toEqual([2, 1]);
    expect(tape.first().before).toBe(between);
    tape.shift();
    expect([tape.length, tape.seq]).toEqual([0, 2]);
    expect(() => tape.first()).toThrow('The tape is empty');
    expect(tape.state()).toBe(state());
  });

  test('RP-03.26 it wakes its reader once for each time that it was empty', () => {
    const { tape, dispatch } = run();
    let woken = 0;
    tape.wake = () => (woken += 1);
    dispatch(toast('One'));
    dispatch(toast('Two'));
    expect(woken).toBe(1);
    tape.shift();
    tape.shift();
    dispatch(toast('Three'));
    expect(woken).toBe(2);
  });

  test('RP-03.26 while nobody reads it gives up its older half, and the numbers go on', () => {
    const { tape, dispatch } = run(10);
    for (let count = 1; count <= 11; count += 1) dispatch(toast(`${count}`));
    expect([tape.length, tape.first().seq, tape.seq]).toEqual([6, 6, 11]);
    expect(tape.first().before.notice).toHaveLength(5);
  });

  test('RP-03.26 switched off it lets actions pass; cleared it counts from 1 again', () => {
    const { tape, dispatch, state } = run();
    tape.recording = false;
    dispatch(toast('One'));
    expect([tape.length, state().notice.length]).toEqual([0, 1]);
    tape.recording = true;
    dispatch(toast('Two'));
    dispatch(toast('Three'));
    tape.clear();
    expect(tape.length).toBe(0);
    dispatch(toast('Four'));
    expect(tape.first().seq).toBe(1);
  });

  test('RP-03.26 thousands of entries come off in order', () => {
    const { tape, dispatch } = run();
    for (let count = 0; count < 2500; count += 1) dispatch({ type: 'x/y', payload: count });
    for (let count = 0; count < 2500; count += 1) {
      expect([tape.first().seq, tape.first().action.payload]).toEqual([count + 1, count]);
      tape.shift();
    }
    expect(tape.length).toBe(0);
  });

  test('RP-03.26 before it belongs to a store there is no state', () => {
    expect(() => createTape().state()).toThrow('The tape belongs to no store yet');
  });
});
