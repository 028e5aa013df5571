export {
  ActionLogError,
  LOG_FORMAT,
  type ActionLog,
  type Idle,
  type LoggedAction,
  type LogHeader,
  type LogStore,
  type StoredSession,
} from './types.ts';
export { parseLog } from './format.ts';
export { stateHash } from './hash.ts';
export { printLog } from './print.ts';
export { record, type Recording } from './record.ts';
export { closeLog, replay, type ReplayResult } from './replay.ts';
export type { Tape } from './tape.ts';
export { createPlayer, type Player } from './player.ts';
export { createRecorder } from './recorder.ts';
export { diffStates, type StateChange } from './diff.ts';
export { INVARIANTS, type Invariant, type InvariantContext } from './invariants/index.ts';
export { bisect, checkLog, checkRules, invariantNamed, type RuleFault } from './check.ts';
export { shrink } from './shrink.ts';
export { emitTest } from './emit-test.ts';
export { redact } from './redact.ts';
