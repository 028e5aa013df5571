import type { AnyMutation, Assists } from '../mutation/index.ts';
import type { Ports } from '../ports/index.ts';
import type { Action, Stamped } from './action.ts';
import { call, put } from 'typed-redux-saga';
import { sleep } from './effects.ts';

/** A domain as the planner wires it: its part of the state, and what it does to the confirmed tables. */
export interface Domain {
  readonly name: string;
  /** Gives the first state for `undefined`. */
  reducer(state: never, action: Stamped): unknown;
  /** What it writes. */
  readonly mutations?: readonly AnyMutation[];
  readonly assists?: Assists;
  /** Names of its tables among what is confirmed; empty at first. */
  readonly tables?: readonly string[];
  /** `before`: the whole state before the action. */
  reduceConfirmed?(confirmed: never, action: Stamped, before: never): object;
  /** RP-02.265: the work items that the domain's lists and pages name. */
  holds?(state: never): Iterable<string>;
  /** Types of the actions by which a place is opened or left. */
  readonly leaves?: readonly string[];
  /** RP-02.204: called with every action after all reducers, for what depends on more than the domain's own part of the state. */
  afterReduce?(state: never, action: Stamped, step: never): unknown;
}

/** One action and what it did: the whole state before and after it, and what is shown of either. */
export interface Step<State = object, Shown = object> {
  readonly before: State;
  readonly after: State;
  visible(state: State): Shown;
}

/** What to do in a crash: reported to developers always, told to the user by `alert`. */
export interface CrashPlan {
  readonly ports: Ports;
  readonly alert: () => Action;
  /** Dispatched before the restart: the mutation queue marks what was sent as unknown. */
  readonly settle?: () => Action;
}

/** A watcher that crashes again sooner than this waits as long before it starts again. */
const CALM = 1000;

/** Keeps one watcher alive: a crash is reported as an alert and that watcher alone is started again (RP-02.12). */
export function* supervise(name: string, watcher: (ports: Ports) => Generator, plan: CrashPlan): Generator {
  const { clock, log } = plan.ports;
  for (let last = -Infinity; ;) {
    try {
      yield* call(watcher, plan.ports);
      return;
    } catch (error) {
      log.error(`The watcher "${name}" crashed and is started again`, error);
      if (plan.settle !== undefined) yield* put(plan.settle());
      yield* put(plan.alert());
      const now = clock.now();
      if (now - last < CALM) yield* call(sleep, clock, CALM);
      last = clock.now();
    }
  }
}
