import type { RootState } from '@espalier/core';
import type { Stamped } from '@espalier/core/store';
import type { Reducer, UnknownAction } from '@reduxjs/toolkit';
import { spawnSync } from 'node:child_process';
import { instrument } from '@redux-devtools/instrument';
import { applyMiddleware, legacy_createStore } from '@reduxjs/toolkit';
import { createPlayer, record } from '@espalier/core/replay';
import { reducePlanner } from '@espalier/core';
import { seededRandom } from '@espalier/core/testing';
import { collectGarbage } from '../core/gc.ts';
import { median } from '../measure.ts';
import { mixedActions } from './actions.ts';
import { loaded, shownIn } from './espalier.ts';
import { startOf } from './world.ts';

/** A session of so many actions on 10,000 items that can be looked back on. */
const SESSION_ACTIONS = 100_000;
const JUMPS = 200;

export interface SessionFigures {
  /** MB of heap: the state, the actions, and everything that keeps the way back. */
  readonly heap: number;
  /** Milliseconds to reach a moment: the median and the longest of 200. */
  readonly median: number;
  readonly longest: number;
  /** Milliseconds to record it. */
  readonly recorded: number;
}

const reducer = (state: RootState | undefined, action: UnknownAction): RootState =>
  'meta' in action ? reducePlanner(state!, action as unknown as Stamped) : state!;

/** Gives the way to the state after an action. */
type Session = (start: RootState, actions: readonly Stamped[]) => (seq: number) => RootState;

const SESSIONS: Readonly<Record<string, Session>> = {
  'Espalier, record() and createPlayer()': (start, actions) => {
    const recording = record();
    const store = legacy_createStore(
      reducer as Reducer<RootState>,
      start as never,
      applyMiddleware(recording.middleware),
    );
    for (const action of actions) store.dispatch(action as unknown as UnknownAction);
    return createPlayer(recording.log()).stateAt;
  },
  'Redux DevTools’ instrument, the same reducers': (start, actions) => {
    const store = legacy_createStore(reducer as Reducer<RootState>, start as never, instrument() as never);
    for (const action of actions) store.dispatch(action as unknown as UnknownAction);
    const { liftedStore } = store as unknown as {
      liftedStore: { getState(): { computedStates: { state: RootState }[] } };
    };
    return (seq) => liftedStore.getState().computedStates[seq]!.state;
  },
};

export const SESSION_NAMES = Object.keys(SESSIONS);

function settledHeap(): number {
  for (let turn = 0; turn < 4; turn += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

const KEPT: unknown[] = [];

/** The process of one of them: prints its figures. */
export function printSession(name: string): void {
  const before = settledHeap();
  const begun = performance.now();
  const stateAt = SESSIONS[name]!(...prepared());
  const recorded = performance.now() - begun;
  KEPT.push(stateAt);
  const random = seededRandom(1);
  const times: number[] = [];
  let rows = 0;
  for (let jump = 0; jump < JUMPS; jump += 1) {
    const seq = Math.floor(random() * SESSION_ACTIONS);
    const from = performance.now();
    const state = stateAt(seq);
    times.push(performance.now() - from);
    rows += shownIn(state).length;
  }
  if (rows !== JUMPS * 501) throw new Error('A moment lacks rows');
  const heap = (settledHeap() - before) / 1e6;
  console.log(JSON.stringify({ heap, median: median(times), longest: Math.max(...times), recorded }));
}

function prepared(): [RootState, readonly Stamped[]] {
  const start = startOf(10_000);
  return [loaded(start), mixedActions(start, SESSION_ACTIONS)];
}

/** In a process of its own, with room for the largest. */
export function measureSession(name: string): SessionFigures {
  const { stdout, status } = spawnSync(process.execPath, ['--max-old-space-size=12000', process.argv[1]!], {
    env: { ...process.env, BENCH_SESSION: name },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`The process of ${name} failed`);
  return JSON.parse(stdout) as SessionFigures;
}

/** The long session beside Redux DevTools'. Gives the demands that are missed. */
export function benchSession(): string[] {
  console.log('\nA session of 100,000 mixed actions on 10,000 items that can be looked back on');
  const heaps = new Map<string, number>();
  for (const name of SESSION_NAMES) {
    const { heap, median: middle, longest, recorded } = measureSession(name);
    heaps.set(name, heap);
    const reach = `any moment in ${middle.toFixed(1)} ms (median), ${longest.toFixed(1)} ms (longest of ${JUMPS})`;
    console.log(
      `  ${name.padEnd(48)} ${heap.toFixed(0).padStart(6)} MB   ${reach}   recorded in ${(recorded / 1000).toFixed(1)} s`,
    );
  }
  const ours = heaps.get(SESSION_NAMES[0]!)!;
  const met = ours < 200;
  console.log(`  ${met ? 'met   ' : 'MISSED'} Espalier under 200 MB: ${ours.toFixed(0)}`);
  return met ? [] : [`A session of 100,000 actions: ${ours.toFixed(0)} MB (under 200)`];
}
