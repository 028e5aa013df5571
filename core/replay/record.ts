import type { Middleware } from '@reduxjs/toolkit';
import type { ActionLog, SessionFacts } from './types.ts';
import { parseLog } from './format.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { createTape } from './tape.ts';
import { HASH_EVERY, SEGMENT_ACTIONS } from './types.ts';

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

/** Records a planner from code, without bounds: the recorder of the browser (recorder.ts), which is never idle here and prints when it is asked. */
export function record(options: RecordOptions = {}): Recording {
  const { hashEvery = HASH_EVERY, segmentActions = SEGMENT_ACTIONS, ...facts } = options;
  const tape = createTape(Infinity);
  const header = (): SessionFacts => ({
    session: 'session',
    viewer: null,
    timeZone: 'UTC',
    flags: {},
    startedAt: tape.length > 0 ? tape.first().action.meta.at : 0,
    ...facts,
  });
  const limits = { actions: segmentActions, segments: Infinity, characters: Infinity, hashEvery };
  let made: Recorder | null = null;
  // The session begins with its first action, which says when that was.
  const recorder = (): Recorder =>
    (made ??= createRecorder({ tape, store: null, idle: () => undefined, header, limits }));
  return {
    middleware: (api) => {
      const recorded = tape.middleware(api);
      return (next) => {
        const pass = recorded(next);
        return (action) => {
          // The states before actions are needed until they are hashed, and no longer.
          if (tape.length >= segmentActions) recorder().flush();
          return pass(action);
        };
      };
    },
    log: () => parseLog(recorder().text()),
    text: () => recorder().text(),
    stop: () => recorder().stop(),
  };
}
