/** The running recording of this tab: what the panel and `window.espalier` ask. Loaded when the browser is idle. */

import { selectSession } from '@espalier/core/access';
import { type LogStore, type StoredSession, type Tape, closeLog, createRecorder } from '@espalier/core/replay';
import type { Ports } from '@espalier/core/ports';
import { createIdle } from '../ports/idle.ts';
import { createLogDatabase } from '../ports/log-database.ts';
import { createLogStore } from '../ports/log-store.ts';
import { keepRecordingOff } from './recording-choice.ts';

export interface SessionRecording {
  readonly enabled: boolean;
  /** Id of the session that is being or was last recorded; null before the first. */
  readonly session: string | null;
  /** Why the log could not be stored; null if all is well. */
  readonly problem: string | null;
  /** Number of the last action. */
  readonly seq: number;
  /** Starts a new session, or ends the running one. The next page remembers the choice. */
  setEnabled(enabled: boolean): void;
  /** The whole log of this session, or of another one that this browser keeps; null where there is none. */
  text(session?: string): Promise<string | null>;
  /** Sessions that this browser keeps, newest first. */
  sessions(): Promise<readonly StoredSession[]>;
}

const NOT_KEPT = 'This browser cannot keep the log: it will be gone with this page.';

export function startRecording(tape: Tape, ports: Ports): SessionRecording {
  let problem: string | null = null;
  const store: LogStore = createLogStore({
    database: createLogDatabase(),
    locks: navigator.locks ?? null,
    now: () => ports.clock.now(),
  });
  const recorder = createRecorder({
    tape,
    store,
    idle: createIdle(),
    header: () => {
      problem = null;
      const { user, features } = selectSession(tape.state());
      return {
        session: ports.ids.next(),
        viewer: user?.username ?? null,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        flags: features,
        startedAt: tape.length > 0 ? tape.first().action.meta.at : ports.clock.now(),
      };
    },
    onStoreFault: () => {
      problem = NOT_KEPT;
    },
  });
  // Saves the last moments of a page that is closed, or that a phone may kill without notice.
  window.addEventListener('pagehide', () => recorder.flush());
  document.addEventListener('visibilitychange', () => document.hidden && recorder.flush());

  return {
    get enabled() {
      return recorder.enabled;
    },
    get session() {
      return recorder.session;
    },
    get problem() {
      return problem;
    },
    get seq() {
      return tape.seq;
    },
    setEnabled(enabled) {
      if (enabled) recorder.start();
      else recorder.stop();
      keepRecordingOff(!enabled, ports);
    },
    async text(session) {
      if (session === undefined || session === recorder.session)
        return recorder.session === null ? null : recorder.text();
      const text = await store.read(session);
      return text === null ? null : closeLog(text);
    },
    sessions: () => store.sessions(),
  };
}
