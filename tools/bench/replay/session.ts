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
/** Seconds of processor time after which a peer stops recording: what it has come to by then is reported. */
const PATIENCE = 100;
/** Seconds after which a process that does not even stop is ended. */
const LAST = 480;

export interface SessionFigures {
  /** MB of heap: the state, the actions, and everything that keeps the way back. */
  readonly heap: number;
  /** Milliseconds to reach a moment: the median and the longest of 200. */
  readonly median: number;
  readonly longest: number;
  /** Milliseconds to record it. */
  readonly recorded: number;
  /** Actions that were recorded in that time; fewer than all where patience ran out. */
  readonly actions: number;
}

const reducer = (state: RootState | undefined, action: UnknownAction): RootState =>
  'meta' in action ? reducePlanner(state!, action as unknown as Stamped) : state!;

/** Gives the way to the state after an action, and how many actions it took. */
type Session = (
  start: RootState,
  actions: readonly Stamped[],
) => { readonly stateAt: (seq: number) => RootState; readonly actions: number };

/** Dispatches until there is no action left, or no patience. Gives how many it dispatched. */
function dispatchAll(
  store: { dispatch(action: UnknownAction): unknown },
  actions: readonly Stamped[],
  patience = Infinity,
): number {
  const begun = process.cpuUsage();
  for (const [index, action] of actions.entries()) {
    if (index % 100 === 0 && secondsSince(begun) > patience) return index;
    store.dispatch(action as unknown as UnknownAction);
  }
  return actions.length;
}

/** Processor time; the system's share is large where whole arrays are copied at every action. */
function secondsSince(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1e6;
}

const SESSIONS: Readonly<Record<string, Session>> = {
  'Espalier, record() and createPlayer()': (start, actions) => {
    const recording = record();
    const store = legacy_createStore(
      reducer as Reducer<RootState>,
      start as never,
      applyMiddleware(recording.middleware),
    );
    const taken = dispatchAll(store, actions);
    return { stateAt: createPlayer(recording.log()).stateAt, actions: taken };
  },
  'Redux DevTools’ instrument, the same reducers': (start, actions) => {
    const store = legacy_createStore(reducer as Reducer<RootState>, start as never, instrument() as never);
    const taken = dispatchAll(store, actions, PATIENCE);
    const { liftedStore } = store as unknown as {
      liftedStore: { getState(): { computedStates: { state: RootState }[] } };
    };
    return { stateAt: (seq) => liftedStore.getState().computedStates[seq]!.state, actions: taken };
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
  const { stateAt, actions, recorded } = recordedSession(name);
  KEPT.push(stateAt);
  const random = seededRandom(1);
  const times: number[] = [];
  let rows = 0;
  for (let jump = 0; jump < JUMPS; jump += 1) {
    const seq = Math.floor(random() * actions);
    const from = performance.now();
    const state = stateAt(seq);
    times.push(performance.now() - from);
    rows += shownIn(state).length;
  }
  if (rows !== JUMPS * 501) throw new Error('A moment lacks rows');
  const heap = (settledHeap() - before) / 1e6;
  console.log(JSON.stringify({ heap, median: median(times), longest: Math.max(...times), recorded, actions }));
}

/** In a frame of its own, so that nothing but what the session itself keeps is left of the actions. */
function recordedSession(name: string) {
  const start = startOf(10_000);
  const state = loaded(start);
  const all = mixedActions(start, SESSION_ACTIONS);
  const begun = performance.now();
  const session = SESSIONS[name]!(state, all);
  return { ...session, recorded: performance.now() - begun };
}

/** In a process of its own, with room for the largest; null where it had to be ended. */
export function measureSession(name: string): SessionFigures | null {
  const { stdout, status, signal } = spawnSync(process.execPath, ['--max-old-space-size=12000', process.argv[1]!], {
    env: { ...process.env, BENCH_SESSION: name },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: LAST * 1000,
    killSignal: 'SIGKILL',
  });
  if (signal !== null) return null;
  if (status !== 0) throw new Error(`The process of ${name} failed`);
  return JSON.parse(stdout) as SessionFigures;
}

const inThousands = (count: number): string => count.toLocaleString('en');

function line(name: string, figures: SessionFigures | null): string {
  if (figures === null) return `${name.padEnd(48)} did not come to an end in ${LAST} s, and was stopped`;
  const { heap, median: middle, longest, recorded, actions } = figures;
  const seconds = (recorded / 1000).toFixed(1);
  const reach = `any moment in ${middle.toFixed(1)} ms (median), ${longest.toFixed(1)} ms (longest of ${JUMPS})`;
  const whole = `${name.padEnd(48)} ${heap.toFixed(0).padStart(6)} MB   ${reach}   `;
  if (actions === SESSION_ACTIONS) return `${whole}recorded in ${seconds} s`;
  const ahead = `at ${(heap / actions).toFixed(3)} MB an action all would be ${((heap / actions) * SESSION_ACTIONS).toFixed(0)} MB`;
  return `${whole}only ${inThousands(actions)} actions in ${seconds} s; ${ahead}`;
}

/** The long session beside Redux DevTools'. Gives the demands that are missed. */
export function benchSession(): string[] {
  console.log('\nA session of 100,000 mixed actions on 10,000 items that can be looked back on');
  const heaps = new Map<string, number>();
  for (const name of SESSION_NAMES) {
    const figures = measureSession(name);
    // One that does not finish has no heap of the whole session.
    if (figures?.actions === SESSION_ACTIONS) heaps.set(name, figures.heap);
    console.log(`  ${line(name, figures)}`);
  }
  const ours = heaps.get(SESSION_NAMES[0]!) ?? Infinity;
  const met = ours < 200;
  console.log(`  ${met ? 'met   ' : 'MISSED'} Espalier under 200 MB: ${ours.toFixed(0)}`);
  return met ? [] : [`A session of 100,000 actions: ${ours.toFixed(0)} MB (under 200)`];
}
