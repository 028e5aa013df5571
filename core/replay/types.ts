import type { RootState } from '../planner.ts';
import type { Stamped } from '../store/index.ts';

/** The version of the log's format that this core writes (docs/action-log.md). */
export const LOG_FORMAT = 2;

/** The version of this core, as in its package.json (a test compares them). */
export const CORE_VERSION = '0.1.0';

/** Actions in a segment, and the most that reaching any point of a log costs. */
export const SEGMENT_ACTIONS = 1000;

export const HASH_EVERY = 100;

/** The first line of a log: what a reader must know before the first action. */
export interface LogHeader {
  readonly kind: 'header';
  /** Tells our logs from other JSON Lines. */
  readonly app: 'espalier';
  readonly format: number;
  /** Version of the core that recorded it. */
  readonly core: string;
  /** Id of the session: one planner, from its start to its end. */
  readonly session: string;
  /** Username of the viewer, null when signed out or not known yet. */
  readonly viewer: string | null;
  /** IANA name of the viewer's time zone. */
  readonly timeZone: string;
  readonly flags: Readonly<Record<string, boolean>>;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  readonly redacted: boolean;
}

/** What the caller of a recorder knows about the session; the recorder adds the rest of the header. */
export type SessionFacts = Pick<LogHeader, 'session' | 'viewer' | 'timeZone' | 'flags' | 'startedAt'>;

/** An action as it reached the reducers, with its place in the session. The first action of a session is number 1. */
export interface LoggedAction {
  readonly seq: number;
  readonly action: Stamped;
  /** Hash of the state after this action, where the recorder took one. */
  readonly hash: string | null;
}

/** The whole state after action `seq` (0: before the first one). */
export interface Checkpoint {
  readonly seq: number;
  readonly hash: string;
  readonly state: RootState;
}

/** A stretch of the session that can be replayed without the ones before it: the unit in which old parts are dropped. */
export interface Segment {
  readonly checkpoint: Checkpoint;
  readonly actions: readonly LoggedAction[];
}

/** What can be replayed. Sequence numbers have no gaps; the first segment is the oldest that was kept. */
export interface Segments {
  readonly segments: readonly Segment[];
}

/** A log in memory. */
export interface ActionLog extends Segments {
  readonly header: LogHeader;
  /** The last action's number and the state's hash after it. */
  readonly end: { readonly seq: number; readonly hash: string };
}

/** Why a text is not a log that can be read. `line` counts from 1. */
export type LogFault = 'empty' | 'foreign' | 'format' | 'malformed' | 'truncated' | 'sequence';

export class ActionLogError extends Error {
  override readonly name = 'ActionLogError';
  readonly fault: LogFault;
  readonly line: number;

  constructor(fault: LogFault, line: number, message: string) {
    super(`Line ${line}: ${message}`);
    this.fault = fault;
    this.line = line;
  }
}

/** Where the parts of a running session are kept so that they survive a crash of the page. Text is JSON Lines, each line ended by a newline. */
export interface LogStore {
  /**
   * Adds lines to a segment of a session, and makes both where they are new. May reject: the recording goes on in memory. Segment 0 holds the header line
   * alone, comes first, and is only dropped with the session; the others count from 1 and hold whole lines, a checkpoint first.
   */
  append(session: string, segment: number, text: string): Promise<void>;
  dropSegment(session: string, segment: number): Promise<void>;
  /** Newest first. */
  sessions(): Promise<readonly StoredSession[]>;
  /** All lines of a session in order, the header first. Null where there is no such session. */
  read(session: string): Promise<string | null>;
  remove(session: string): Promise<void>;
}

export interface StoredSession {
  readonly session: string;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly startedAt: number;
  readonly segments: number;
  /** Characters. */
  readonly length: number;
}

/** Runs `run` once, soon, when the page is idle. `timeLeft`: milliseconds that it may still take, asked between steps of a few at most. */
export type Idle = (run: (timeLeft: () => number) => void) => void;

export interface RecorderLimits {
  /** Actions after which a new segment begins. */
  readonly actions: number;
  /** Segments kept; beyond them the oldest goes. */
  readonly segments: number;
  /** Characters of text kept; beyond them the oldest segments go, never the last one. */
  readonly characters: number;
  readonly hashEvery: number;
}
