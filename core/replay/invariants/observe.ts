import type { RootState } from '../../planner.ts';
import type { Stamped } from '../../store/index.ts';
import type { MoveIntent, Rollup } from '../../tree/rules.ts';
import type { InvariantContext } from './types.ts';
import { selectVisible } from '../../planner.ts';
import { has } from '../../table/index.ts';
import { treeActions, treeAnswers } from '../../tree/actions.ts';
import { beyondChildren } from './counts.ts';
import { flightsOf, flightTimes } from './in-flight.ts';
import { cyclesOf } from './tree.ts';

/** Follows a session and keeps what rules ask about its past. A planner that is running can be followed as well as a log. */
export interface Observer {
  /** Of the state that was observed last; holds until the next one. */
  readonly context: InvariantContext;
  /** The state after `action`, in the order of the session. */
  observe(state: RootState, action: Stamped): InvariantContext;
}

/** Whether what the server says about counts is taken as it is after an action: it was read, or nobody could know better. */
function isReading(action: Stamped, { confirmed, pending }: RootState): boolean {
  if (treeActions.opened.match(action) || treeActions.closed.match(action)) return true;
  if (treeAnswers.childrenRead.match(action)) return true;
  const intent = pending.find(({ id }) => id === action.meta.settles?.intentId);
  const childId = (intent?.payload as Partial<MoveIntent> | undefined)?.childId;
  // A reading before the answer may have counted the move already.
  return childId !== undefined && !has(confirmed.parents, childId);
}

/**
 * RP-03.217: milliseconds between two actions beyond which the clock was set, or the computer slept. Nothing that is on its way leaves a page that is awake
 * silent for so long.
 */
export const CLOCK_JUMP = 900_000;

/** Milliseconds that passed for the page between two readings of its clock. */
const passed = (from: number, to: number): number => (to < from || to - from > CLOCK_JUMP ? 0 : to - from);

/** Since when the intents are pending; `ahead`: how far the page's clock is ahead of the time that ages are measured by. */
function pendingTimes(
  times: ReadonlyMap<string, number>,
  { pending }: RootState,
  at: number,
  ahead: number,
): ReadonlyMap<string, number> {
  if (pending.length === 0) return times.size === 0 ? times : new Map();
  return new Map(pending.map(({ id, at: asked }) => [id, times.get(id) ?? Math.min(at, asked - ahead)]));
}

/** `seq`: the number of the last action before `state`; `at`: when that was, as far as it is known. */
export function observeFrom(state: RootState, seq: number, at: number): Observer {
  const settled = new Set<string>();
  let flights = flightsOf(state);
  let beyond: ReadonlyMap<string, Rollup> = beyondChildren(state.confirmed, state.tree);
  let current = state;
  /** What the page's clock said last. */
  let clock = at;
  let context: InvariantContext = {
    seq,
    action: null,
    before: null,
    at,
    visible: selectVisible(state),
    inFlight: new Map([...flights.keys()].map((path) => [path, at])),
    pendingSince: pendingTimes(new Map(), state, at, 0),
    settled,
    beyond,
    cycleRead: cyclesOf(state.confirmed).length > 0,
  };

  return {
    get context() {
      return context;
    },
    observe(next, action) {
      const last = context.action?.meta.settles?.intentId;
      if (last !== undefined) settled.add(last);
      const flying = flightsOf(next);
      const now = context.at + passed(clock, action.meta.at);
      clock = action.meta.at;
      const inFlight = flightTimes(context.inFlight, flights, flying, action, now);
      if (next.confirmed !== current.confirmed || next.tree.flags !== current.tree.flags) {
        beyond = basis(beyond, beyondChildren(next.confirmed, next.tree), isReading(action, current));
      }
      context = {
        seq: context.seq + 1,
        action,
        before: current,
        at: now,
        visible: selectVisible(next),
        inFlight,
        pendingSince: pendingTimes(context.pendingSince, next, now, clock - now),
        settled,
        beyond,
        cycleRead: cycleRead(context.cycleRead, current, next, action),
      };
      flights = flying;
      current = next;
      return context;
    },
  };
}

/** What later states are compared to: all of it anew after a reading, else what was known of the epics that are still whole. */
function basis(
  known: ReadonlyMap<string, Rollup>,
  now: ReadonlyMap<string, Rollup>,
  reading: boolean,
): ReadonlyMap<string, Rollup> {
  if (reading) return now;
  return new Map([...now].map(([id, rollup]) => [id, known.get(id) ?? rollup]));
}

/** Lists that were read at different times may contradict each other (TR-05.4); nothing else may bring a cycle. */
function cycleRead(known: boolean, before: RootState, after: RootState, action: Stamped): boolean {
  if (before.confirmed === after.confirmed) return known;
  if (cyclesOf(after.confirmed).length === 0) return false;
  return known || treeAnswers.childrenRead.match(action) || treeAnswers.childrenAdded.match(action);
}
