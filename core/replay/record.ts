import type { Middleware } from '@reduxjs/toolkit';
import type { RootState } from '../planner.ts';
import type { ActionLog, LoggedAction, LogHeader, Segment, SessionFacts } from './types.ts';
import { stateHash } from './hash.ts';
import { Interner } from './parts.ts';
import { printLog, withoutSecrets } from './print.ts';
import { createTape } from './tape.ts';
import { CORE_VERSION, HASH_EVERY, LOG_FORMAT, SEGMENT_ACTIONS } from './types.ts';

export const headerOf = (facts: SessionFacts): LogHeader => ({
  kind: 'header',
  app: 'espalier',
  format: LOG_FORMAT,
  core: CORE_VERSION,
  ...facts,
  redacted: false,
});

export interface RecordOptions extends Partial<SessionFacts> {
  /** The state's hash is taken after every so many actions; default 100. */
  readonly hashEvery?: number;
  /** Actions in a segment; default 1,000. */
  readonly segmentActions?: number;
}

export interface Recording {
  /** For `createPlanner(ports, { middleware: [recording.middleware] })`. */
  readonly middleware: Middleware;
  /** Everything up to now. The recording goes on. */
  log(): ActionLog;
  text(): string;
  /** Ends the recording: later actions are ignored, and the log stays as it is now. */
  stop(): void;
}

interface OpenSegment {
  readonly checkpoint: Segment['checkpoint'];
  readonly actions: LoggedAction[];
}

/** Records a planner from code, in memory and without bounds. In the browser it is `createRecorder` (recorder.ts). */
export function record(options: RecordOptions = {}): Recording {
  const { hashEvery = HASH_EVERY, segmentActions = SEGMENT_ACTIONS } = options;
  const tape = createTape(Infinity);
  const segments: OpenSegment[] = [];
  const interner = new Interner();
  let startedAt = options.startedAt ?? 0;
  let stopped: RootState | null = null;

  const begin = (seq: number, state: RootState): OpenSegment => {
    const segment = { checkpoint: { seq, hash: stateHash(state), state }, actions: [] };
    segments.push(segment);
    return segment;
  };

  /** Takes the new actions off the tape. */
  const drain = (): void => {
    while (tape.length > 0) {
      const { seq, action, before } = tape.first();
      tape.shift();
      if (seq === 1 && options.startedAt === undefined) startedAt = action.meta.at;
      const last = segments.at(-1);
      const segment = last === undefined || last.actions.length >= segmentActions ? begin(seq - 1, before) : last;
      const after = tape.length > 0 ? tape.first().before : tape.state();
      const hash = seq % hashEvery === 0 ? stateHash(after) : null;
      segment.actions.push({ seq, action: interner.keep(withoutSecrets(action)), hash });
    }
  };

  const log = (): ActionLog => {
    drain();
    const state = stopped ?? tape.state();
    if (segments.length === 0) begin(0, state);
    const header = headerOf({
      session: options.session ?? 'session',
      viewer: options.viewer ?? null,
      timeZone: options.timeZone ?? 'UTC',
      flags: options.flags ?? {},
      startedAt,
    });
    const copy = segments.map(({ checkpoint, actions }) => ({ checkpoint, actions: [...actions] }));
    return { header, segments: copy, end: { seq: tape.seq, hash: stateHash(state) } };
  };

  return {
    middleware: (api) => {
      const recorded = tape.middleware(api);
      return (next) => {
        const pass = recorded(next);
        return (action) => {
          // The states before actions are needed until they are hashed, and no longer.
          if (tape.length >= segmentActions) drain();
          return pass(action);
        };
      };
    },
    log,
    text: () => printLog(log()),
    stop: () => {
      drain();
      stopped = tape.state();
      tape.recording = false;
    },
  };
}
