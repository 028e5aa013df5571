import type { RootState } from '../../planner.ts';
import type { Stamped } from '../../store/index.ts';
import type { MoveIntent, Rollup } from '../../tree/rules.ts';
import type { InvariantContext, Observer } from './types.ts';
import { isAnyOf } from '@reduxjs/toolkit';
import { selectVisible } from '../../planner.ts';
import { has } from '../../table/index.ts';
import { epicActions } from '../../epic/actions.ts';
import { roadmapActions } from '../../roadmap/actions.ts';
import { sidebarAnswers } from '../../sidebar/actions.ts';
import { bringsChildren, treeActions } from '../../tree/actions.ts';
import { itemStateActions } from '../../work-item/edits.ts';
import { itemEdits } from '../../work-item/fields/actions.ts';
import { treeReads } from '../../tree/reads.ts';
import { beyondChildren } from './counts.ts';
import { flightsOf, flightTimes } from './in-flight.ts';
import { cyclesOf } from './tree.ts';

/** What brings roll-ups and states of items, or drops them, and is no read of a query. */
const brings = isAnyOf(
  treeActions.opened.match,
  treeActions.closed.match,
  epicActions.epicStateToggled.committed.match,
  roadmapActions.datesChanged.committed.match,
  sidebarAnswers.epicSeeded.match,
  // The epics above are read again; until then they count what the item was.
  itemStateActions.changeAsked.committed.match,
  itemEdits.weightChanged.committed.match,
  itemEdits.healthChanged.committed.match,
);

/** Whether the server's counts are the new basis after an action: they were read, or could not be predicted. */
function isReading(action: Stamped, { confirmed, pending }: RootState): boolean {
  const { reads, since } = action.meta;
  if (since !== undefined || reads?.step === 'received' || brings(action)) return true;
  const mutation = pending.find(({ id }) => id === action.meta.resolves?.id);
  const childId = (mutation?.payload as Partial<MoveIntent> | undefined)?.childId;
  // A read before the answer may have counted the move already.
  return childId !== undefined && !has(confirmed.parents, childId);
}

/** RP-03.217: milliseconds between two actions beyond which the clock was set, or the computer slept: no page that is awake is silent so long. */
export const CLOCK_JUMP = 900_000;

/** Milliseconds that passed for the page between two readings of its clock. */
const passed = (from: number, to: number): number => (to < from || to - from > CLOCK_JUMP ? 0 : to - from);

/** Since when the mutations are pending; `ahead`: how far the page's clock is ahead of the time that ages are measured by. */
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
  const resolved = new Set<string>();
  let flights = flightsOf(state);
  let current = state;
  /** What the page's clock said last. */
  let clock = at;
  let context: InvariantContext = {
    seq,
    action: null,
    before: null,
    previous: null,
    at,
    visible: selectVisible(state),
    inFlight: new Map([...flights.keys()].map((path) => [path, at])),
    pendingSince: pendingTimes(new Map(), state, at, 0),
    resolved,
    beyond: beyondChildren(state.confirmed, state),
    cycleRead: cyclesOf(state.confirmed).length > 0,
  };

  return {
    get context() {
      return context;
    },
    observe(next, action) {
      const last = context.action?.meta.resolves?.id;
      if (last !== undefined) resolved.add(last);
      const flying = flightsOf(next);
      const now = context.at + passed(clock, action.meta.at);
      clock = action.meta.at;
      context = {
        seq: context.seq + 1,
        action,
        before: current,
        previous: context.action,
        at: now,
        visible: selectVisible(next),
        inFlight: flightTimes(context.inFlight, flights, flying, action, now),
        pendingSince: pendingTimes(context.pendingSince, next, now, clock - now),
        resolved,
        beyond: basis(context.beyond, current, next, action),
        cycleRead: cycleRead(context.cycleRead, current, next, action),
      };
      flights = flying;
      current = next;
      return context;
    },
  };
}

/** The basis for later states: all of it again after a read, otherwise what was known of the epics that are still complete. */
function basis(
  known: ReadonlyMap<string, Rollup>,
  before: RootState,
  after: RootState,
  action: Stamped,
): ReadonlyMap<string, Rollup> {
  if (after.confirmed === before.confirmed && after.queries === before.queries) return known;
  const now = beyondChildren(after.confirmed, after);
  if (isReading(action, before)) return now;
  return new Map([...now].map(([id, rollup]) => [id, known.get(id) ?? rollup]));
}

/** Lists that were read at different times may contradict each other (TR-05.4); nothing else may bring a cycle. */
function cycleRead(known: boolean, before: RootState, after: RootState, action: Stamped): boolean {
  if (before.confirmed === after.confirmed) return known;
  if (cyclesOf(after.confirmed).length === 0) return false;
  return known || treeReads.children.received.match(action) || bringsChildren(action);
}
