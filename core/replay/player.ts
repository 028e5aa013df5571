import type { RootState } from '../planner.ts';
import type { ActionLog, LoggedAction, Segment } from './types.ts';
import { applyLogged } from './replay.ts';
import { SEGMENT_ACTIONS } from './types.ts';

export interface Player {
  /** The number of the first moment: the one that the oldest checkpoint shows. */
  readonly first: number;
  readonly last: number;
  /** The state after an action; `first` gives the oldest checkpoint's. Throws RangeError outside the log. */
  stateAt(seq: number): RootState;
  /** Null for `first`, which is no action. Throws RangeError outside the log. */
  actionAt(seq: number): LoggedAction | null;
  /** The actions from a number to another, both included, as far as the log has them. */
  actions(from: number, to: number): readonly LoggedAction[];
}

/** Within the current stretch a state is kept after every so many actions, which bounds the cost of a step back. */
const NEAR = 50;

/** Reaches any moment at the cost of at most 1,000 actions: by the log's checkpoints, and by some of its own where a segment is longer. */
export function createPlayer(log: ActionLog): Player {
  const actions = log.segments.flatMap((segment) => segment.actions);
  const marks = marksOf(log);
  const first = (log.segments[0] as Segment).checkpoint.seq;
  const last = first + actions.length;
  /** The mark before the moment that was shown last, and states since then. */
  let stretch = first;
  let near: Map<number, RootState> = new Map();

  const inside = (seq: number): void => {
    if (!Number.isInteger(seq) || seq < first || seq > last) {
      throw new RangeError(`The log has moments from ${first} to ${last}, not ${seq}`);
    }
  };

  return {
    first,
    last,
    stateAt: (seq) => {
      inside(seq);
      let mark = seq;
      while (!marks.has(mark)) mark -= 1;
      if (mark !== stretch) near = new Map();
      stretch = mark;
      let at = seq;
      while (at > mark && !near.has(at)) at -= 1;
      let state = near.get(at) ?? (marks.get(mark) as RootState);
      for (at += 1; at <= seq; at += 1) {
        state = applyLogged(log, state, actions[at - first - 1] as LoggedAction);
        if (at === seq || (at - mark) % NEAR === 0) near.set(at, state);
      }
      return state;
    },
    actionAt: (seq) => {
      inside(seq);
      return actions[seq - first - 1] ?? null;
    },
    actions: (from, to) => actions.slice(Math.max(0, from - first - 1), Math.max(0, to - first)),
  };
}

/** The states of the checkpoints of a log by number, and one after every 1,000 actions where a segment has more. */
function marksOf(log: ActionLog): ReadonlyMap<number, RootState> {
  const marks = new Map<number, RootState>();
  for (const { checkpoint, actions } of log.segments) {
    let { state } = checkpoint;
    marks.set(checkpoint.seq, state);
    const further = Math.floor((actions.length - 1) / SEGMENT_ACTIONS) * SEGMENT_ACTIONS;
    for (const logged of actions.slice(0, Math.max(0, further))) {
      state = applyLogged(log, state, logged);
      if ((logged.seq - checkpoint.seq) % SEGMENT_ACTIONS === 0) marks.set(logged.seq, state);
    }
  }
  return marks;
}
