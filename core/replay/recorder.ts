import type { RootState } from '../planner.ts';
import type { Idle, RecorderLimits } from './types.ts';
import { SessionLog, type SessionLogOptions } from './session-log.ts';
import { HASH_EVERY, SEGMENT_ACTIONS } from './types.ts';

export interface RecorderOptions extends SessionLogOptions {
  readonly idle: Idle;
  readonly limits?: Partial<RecorderLimits>;
}

export interface Recorder {
  readonly enabled: boolean;
  /** Id of the session that is, or was last, recorded; null before the first one. */
  readonly session: string | null;
  /** Begins a new session, numbered from 1. Does nothing while one is being recorded. */
  start(): void;
  /** Ends the session; its log remains available. */
  stop(): void;
  /** Prints and stores everything that waits at once: the page may be about to end. */
  flush(): void;
  /** The log so far as a whole text, with its end; what waits is printed now. Rejects before the first session. */
  text(): Promise<string>;
  /** Resolves when the store has finished with everything that it was given. */
  settled(): Promise<void>;
}

const LIMITS: RecorderLimits = {
  actions: SEGMENT_ACTIONS,
  segments: 10,
  characters: 16_000_000,
  hashEvery: HASH_EVERY,
};

/** Milliseconds that must be left of an idle moment for one more step. */
const STEP = 4;

/**
 * Keeps a rolling log of the session (docs/action-log.md): reads the tape when the page is idle, in steps too short to be noticed, begins a segment
 * every `limits.actions` actions, forgets the oldest ones, and hands every line to the store. A store that fails ends nothing: the log goes on in memory.
 * If the tape is already recording, the session has begun.
 */
export function createRecorder(options: RecorderOptions): Recorder {
  const { tape, idle } = options;
  const limits: RecorderLimits = { ...LIMITS, ...options.limits };
  let current: SessionLog | null = null;
  let running: Generator<undefined> | null = null;
  let planned = false;
  let ended: { readonly state: RootState; readonly seq: number } | null = null;

  const plan = (): void => {
    if (planned) return;
    planned = true;
    idle(run);
  };

  const run = (timeLeft: () => number): void => {
    planned = false;
    if (current === null) return;
    running ??= current.work();
    do {
      if (running.next().done === true) {
        running = null;
        break;
      }
    } while (timeLeft() > STEP);
    current.save();
    if (running !== null || tape.length > 0) plan();
  };

  /** Everything at once. */
  const finish = (): void => run(() => Infinity);

  const begin = (): void => {
    current = new SessionLog(options, limits);
    ended = null;
    tape.recording = true;
    tape.wake = plan;
    if (tape.length > 0) plan();
  };

  if (tape.recording) begin();

  return {
    get enabled() {
      return tape.recording && current !== null;
    },
    get session() {
      return current?.header.session ?? null;
    },
    start: () => {
      if (tape.recording && current !== null) return;
      tape.clear();
      begin();
    },
    stop: () => {
      if (!tape.recording || current === null) return;
      finish();
      tape.recording = false;
      tape.wake = null;
      ended = { state: tape.state(), seq: tape.seq };
    },
    flush: () => {
      if (ended === null) finish();
    },
    text: async () => {
      if (current === null) throw new Error('Nothing has been recorded yet');
      if (ended === null) finish();
      return current.text(ended?.state ?? tape.state(), ended?.seq ?? tape.seq);
    },
    settled: async () => current?.settled(),
  };
}
