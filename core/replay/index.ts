export {
  ActionLogError,
  CORE_VERSION,
  HASH_EVERY,
  LOG_FORMAT,
  SEGMENT_ACTIONS,
  type ActionLog,
  type Checkpoint,
  type Idle,
  type LogFault,
  type LoggedAction,
  type LogHeader,
  type LogStore,
  type RecorderLimits,
  type Segment,
  type SessionFacts,
  type StoredSession,
} from './types.ts';
export { parseLog } from './format.ts';
export { stateHash } from './hash.ts';
export { printAction, printCheckpoint, printEnd, printHeader, printLog } from './print.ts';
export { record, type Recording, type RecordOptions } from './record.ts';
export { closeLog, replay, type Mismatch, type ReplayOptions, type ReplayResult } from './replay.ts';
export { createTape, type Tape, type TapeEntry } from './tape.ts';
export { createPlayer, type Player } from './player.ts';
export { createRecorder, type Recorder, type RecorderOptions } from './recorder.ts';
export { diffStates, type StateChange } from './diff.ts';
export {
  CLOCK_JUMP,
  IN_FLIGHT_LIMIT,
  PENDING_LIMIT,
  INVARIANTS,
  observeFrom,
  type Invariant,
  type InvariantContext,
  type Observer,
} from './invariants/index.ts';
export { bisect, checkLog, checkRules, invariantNamed, walkLog, type CheckResult, type RuleFault } from './check.ts';
export { shrink } from './shrink.ts';
export { emitTest, type EmitOptions } from './emit-test.ts';
export { redact } from './redact.ts';
