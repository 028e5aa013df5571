import type { Confirmed, RootState } from '../../planner.ts';
import type { Stamped } from '../../store/index.ts';
import type { Rollup } from '../../tree/rules.ts';

/** What a rule may use besides the state: its place in the session. Valid until the next action is observed. */
export interface InvariantContext {
  readonly seq: number;
  /** Null for the state with which a log begins. */
  readonly action: Stamped | null;
  readonly before: RootState | null;
  readonly previous: Stamped | null;
  /** When the action happened, in milliseconds by a clock that never jumps (RP-03.217). Ages are measured by it. */
  readonly at: number;
  /** What is shown: `selectVisible(state)`. */
  readonly visible: Confirmed;
  /** What is on its way, by what it is called, each with the time at which it began. */
  readonly inFlight: ReadonlyMap<string, number>;
  /** Since when each mutation is pending, by its id. */
  readonly pendingSince: ReadonlyMap<string, number>;
  /** Ids of the mutations that were resolved before this action. */
  readonly resolved: ReadonlySet<string>;
  /** By parent: what its roll-up said beyond its children when it was last read (`counts-match-recount`). */
  readonly beyond: ReadonlyMap<string, Rollup>;
  /** The server itself said, in answers of different times, that an item is below itself. */
  readonly cycleRead: boolean;
}

/** Follows a session and keeps what rules ask about its past. A planner that is running can be followed as well as a log. */
export interface Observer {
  /** Of the state that was observed last; holds until the next one. */
  readonly context: InvariantContext;
  /** The state after `action`, in the order of the session. */
  observe(state: RootState, action: Stamped): InvariantContext;
}

/** Something that is true after every action of every session. */
export interface Invariant {
  /** Stable: command lines and emitted tests name it. */
  readonly name: string;
  /** One sentence: what holds. */
  readonly about: string;
  /** What is wrong, a text for each fault; none where all is well. The same fault has the same text wherever in a log it appears. */
  check(state: RootState, context: InvariantContext): readonly string[];
}
