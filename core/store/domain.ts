import type { DraftKind } from './drafts.ts';
import type { Ports } from '../ports/index.ts';
import type { IntentKinds } from '../sync/index.ts';
import type { Stamped } from './action.ts';
import { serverEvent } from './action.ts';

/**
 * A domain whose code comes later than the first page (docs/adr/0011). Once attached it is a domain like any other: its state stands in the whole
 * state under its name, its tables stand beside the confirmed ones, and its watcher is supervised.
 */
export interface LazyDomain {
  readonly name: string;
  /** Gives the first state for `undefined`. */
  reducer(state: never, action: Stamped): unknown;
  saga(ports: Ports): Generator;
  readonly intents: IntentKinds<never>;
  /** Names of the tables that it adds to what is confirmed; empty at first. */
  readonly tables: readonly string[];
  /** The forms whose texts are kept. They see a state in which the domain may not be attached yet. */
  readonly drafts?: readonly DraftKind[];
  foldConfirmed?(confirmed: never, action: Stamped): object;
  /** RP-02.204: told of every action after all parts of the state have taken it, for what depends on more than the domain's own part. */
  reduceStep?(state: never, action: Stamped, step: Step): unknown;
}

/** One action and what it did: the whole state before and after it, and what is shown of either. */
export interface Step {
  readonly before: object;
  readonly after: object;
  visible(state: object): object;
}

export const plannerEvents = {
  /** From here on the state has this domain. It is in the log, so that a replay attaches at the same point. */
  domainAttached: serverEvent<{ name: string }>('planner/domainAttached'),
};
