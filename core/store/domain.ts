import type { AnyMutation, Assists } from '../mutation/index.ts';
import type { Stamped } from './action.ts';

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
  reduceConfirmed?(confirmed: never, action: Stamped): object;
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
