import type { RootState } from '../planner.ts';
import type { LoggedAction, Segments } from './types.ts';
import type { OpenLog } from './format.ts';
// The planner alone does not bring these mutations.
import '../checklist/line-edits.ts';
import '../checklist/mutations.ts';
import '../checklist/tasks.ts';
import '../new-issue/mutations.ts';
import '../note/mutations.ts';
import { reducePlanner } from '../planner.ts';
import { parsed, parseLog, parseOpenLog } from './format.ts';
import { stateHash } from './hash.ts';
import { printEnd } from './print.ts';
import { ActionLogError } from './types.ts';

export interface ReplayOptions {
  /** Stops after the action of this number. */
  readonly until?: number;
  /** Called after every action with the state that it led to. */
  readonly onAction?: (state: RootState, logged: LoggedAction) => void;
}

/** A place where the replayed state is not the recorded one. */
export interface Mismatch {
  readonly seq: number;
  readonly expected: string;
  readonly found: string;
}

export interface ReplayResult {
  readonly state: RootState;
  /** The number of the last action that was replayed; that of the first checkpoint where there was none. */
  readonly seq: number;
  readonly actions: number;
  /** Of `state`. */
  readonly hash: string;
  readonly hashesChecked: number;
  /** The first place that differs. */
  readonly mismatch: Mismatch | null;
}

function lineOf(log: Segments, seq: number): number {
  let line = 1;
  for (const { checkpoint, actions } of log.segments) {
    line += 1;
    if (seq <= checkpoint.seq + actions.length) return line + seq - checkpoint.seq;
    line += actions.length;
  }
  return line;
}

/** The state after an action. A payload that the reducers cannot take is an `ActionLogError` that names the line. */
export function applyLogged(log: Segments, state: RootState, { action, seq }: LoggedAction): RootState {
  try {
    return reducePlanner(state, action);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ActionLogError('malformed', lineOf(log, seq), `action ${seq} (${action.type}) cannot be applied: ${why}`);
  }
}

/** Runs the actions of a log through the reducers and compares every hash: of actions, later checkpoints, the end. No saga runs, nothing is sent. */
export function replay(given: OpenLog | string, { until = Infinity, onAction }: ReplayOptions = {}): ReplayResult {
  const log: OpenLog = typeof given === 'string' ? parseLog(given) : given;
  const first = log.segments[0];
  if (first === undefined) throw new ActionLogError('truncated', 1, 'the log has no checkpoint to begin with.');
  let state = first.checkpoint.state;
  let seq = first.checkpoint.seq;
  let actions = 0;
  let hashesChecked = 0;
  let mismatch: Mismatch | null = null;
  const check = (expected: string): void => {
    hashesChecked += 1;
    const found = stateHash(state);
    if (found !== expected) mismatch ??= { seq, expected, found };
  };
  for (const segment of log.segments) {
    if (segment.checkpoint.seq > until) break;
    check(segment.checkpoint.hash);
    for (const logged of segment.actions) {
      if (logged.seq > until) break;
      state = applyLogged(log, state, logged);
      seq = logged.seq;
      actions += 1;
      if (logged.hash !== null) check(logged.hash);
      onAction?.(state, logged);
    }
  }
  if (log.end !== null && seq === log.end.seq) check(log.end.hash);
  return { state, seq, actions, hash: stateHash(state), hashesChecked, mismatch };
}

/**
 * The text of a session that ended without saying so (its page crashed), as a whole log: a last line that was cut is dropped, and the end line is
 * added, with the hash of what the actions lead to. A text that has its end comes back as it is. Throws `ActionLogError`.
 */
export function closeLog(text: string): string {
  const log = parseOpenLog(text, true);
  if (log.end !== null) return text;
  const { seq, hash } = replay(log);
  const last = text.slice(text.lastIndexOf('\n') + 1);
  const whole = last === '' ? text : parsed(last) === undefined ? text.slice(0, -last.length) : `${text}\n`;
  return whole + printEnd({ seq, hash });
}
