import type { RootState } from '../planner.ts';
import type { ActionLog, LoggedAction } from './types.ts';
import { applyLogged } from './replay.ts';
import { SEGMENT_ACTIONS } from './types.ts';

/** Random access to the moments of a log. */
export interface Player {
  /** The number of the first moment: the one that the oldest checkpoint shows. */
  readonly first: number;
  /** The number of the last action. */
  readonly last: number;
  /** The state after an action; `first` gives the oldest checkpoint's. Throws RangeError outside the log. */
  stateAt(seq: number): RootState;
  /** Null for `first`, which is no action. Throws RangeError outside the log. */
  actionAt(seq: number): LoggedAction | null;
  /** The actions from a number to another, both included, as far as the log has them. */
  actions(from: number, to: number): readonly LoggedAction[];
}

interface Mark {
  readonly seq: number;
  readonly state: RootState;
}

/** Within the current stretch a state is kept after every so many actions, which bounds the cost of a step back. */
const NEAR = 50;

/**
 * Reaches any moment at the cost of at most 1,000 actions: by the log's own checkpoints, and by some of its own where a segment is longer. States share
 * what did not change between them.
 */
export function createPlayer(log: ActionLog): Player {
  const actions = log.segments.flatMap((segment) => segment.actions);
  const marks = marksOf(log);
  const first = (marks[0] as Mark).seq;
  const last = first + actions.length;
  /** States near the one that was asked for last, by their distance from the mark before it. */
  let near: { mark: Mark; states: Map<number, RootState> } | null = null;
  let now: Mark = marks[0] as Mark;

  const inside = (seq: number): void => {
    if (!Number.isInteger(seq) || seq < first || seq > last) {
      throw new RangeError(`The log has moments from ${first} to ${last}, not ${seq}`);
    }
  };

  /** The nearest state at or before a moment that is at hand. */
  const start = (seq: number): Mark => {
    const mark = marks[lastAtOrBefore(marks, seq)] as Mark;
    if (near?.mark !== mark) near = { mark, states: new Map() };
    if (now.seq === seq) return now;
    let best = now.seq < seq && now.seq > mark.seq ? now : mark;
    for (let at = seq - ((seq - mark.seq) % NEAR); at > best.seq; at -= NEAR) {
      const state = near.states.get(at);
      if (state !== undefined) best = { seq: at, state };
    }
    return best;
  };

  return {
    first,
    last,
    stateAt: (seq) => {
      inside(seq);
      const from = start(seq);
      let { state } = from;
      for (let at = from.seq + 1; at <= seq; at += 1) {
        state = applyLogged(log, state, actions[at - first - 1] as LoggedAction);
        if (near !== null && (at - near.mark.seq) % NEAR === 0) near.states.set(at, state);
      }
      now = { seq, state };
      return state;
    },
    actionAt: (seq) => {
      inside(seq);
      return actions[seq - first - 1] ?? null;
    },
    actions: (from, to) => actions.slice(Math.max(0, from - first - 1), Math.max(0, to - first)),
  };
}

/** The checkpoints of a log, with one after every 1,000 actions where a segment has more. */
function marksOf(log: ActionLog): readonly Mark[] {
  const marks: Mark[] = [];
  for (const { checkpoint, actions } of log.segments) {
    marks.push({ seq: checkpoint.seq, state: checkpoint.state });
    let { state } = checkpoint;
    const further = Math.floor((actions.length - 1) / SEGMENT_ACTIONS) * SEGMENT_ACTIONS;
    for (const logged of actions.slice(0, Math.max(0, further))) {
      state = applyLogged(log, state, logged);
      if ((logged.seq - checkpoint.seq) % SEGMENT_ACTIONS === 0) marks.push({ seq: logged.seq, state });
    }
  }
  return marks;
}

function lastAtOrBefore(marks: readonly Mark[], seq: number): number {
  let [low, high] = [0, marks.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((marks[middle] as Mark).seq <= seq) low = middle;
    else high = middle - 1;
  }
  return low;
}
